// npm run stream [scene]: how many frames a second `tensio view` delivers, and how soon an input is seen in one.
// Build first: scripts/web, and the release preset.
import { startServer } from "../tests/server.mjs";
import { frame, listenTo, open } from "../tests/socket.mjs";

const scene = process.argv[2] ?? "cloth";
const seconds = 10, inputs = 200;
const wait = (ms) => new Promise((resolve) => setTimeout(resolve, ms));
const quantile = (values, part) => [...values].sort((a, b) => a - b)[Math.floor(part * (values.length - 1))];

const server = await startServer(scene);
const client = await open(server.port);
const send = (message) => client.socket.write(frame(1, Buffer.from(JSON.stringify(message))));
let frames = 0, bytes = 0, vertices = 0, engine = [], onFrame = () => {};
listenTo(client, (opcode, payload) => {
  if (opcode !== 2 || payload[4] !== 2) return; // a frame
  ++frames;
  bytes += payload.length;
  vertices = payload.readUInt32LE(24);
  engine.push(payload.readFloatLE(72));
  onFrame(payload);
});

/** Where the first hand pulls to, as a frame says. */
function target(payload) {
  const [v, c, i, g] = [24, 28, 32, 36].map((at) => payload.readUInt32LE(at));
  return g > 0 ? payload.readFloatLE(104 + 12 * v + 12 * c + 4 * i + 16) : null;
}

for (const precision of ["as the scene says", "mixed"]) {
  send({ type: "reset" });
  if (precision === "mixed") send({ type: "set", lane: 0, fields: { precision, method: "ncg" } });
  await wait(2000);
  frames = bytes = 0;
  engine = [];
  const start = performance.now();
  await wait(1000 * seconds);
  const passed = (performance.now() - start) / 1000;
  console.log(`${scene}, ${vertices} vertices, ${precision}: ${(frames / passed).toFixed(1)} frames/s, ` +
    `${(bytes / passed / 1e6).toFixed(1)} MB/s, a frame takes ${quantile(engine, 0.5).toFixed(1)} ms (median), ${quantile(engine, 0.95).toFixed(1)} ms (95 %)`);

  // A hand on the first pin's neighbourhood: wherever it is, its target comes back in the frames.
  let held = false;
  for (let x = -1; x <= 1 && !held; x += 0.25)
    for (let z = -2; z <= 1 && !held; z += 0.25) {
      send({ type: "grab", hand: 0, ray: [x, 5, z, 0, -1, 0], stiffness: 50 });
      held = await new Promise((resolve) => {
        onFrame = (payload) => target(payload) !== null && resolve(true);
        setTimeout(resolve, 60, false);
      });
    }
  if (!held) throw new Error("nothing to grab");
  const latencies = [];
  for (let i = 0; i < inputs; ++i) {
    const wanted = Math.fround(i / 1000);
    const sent = performance.now();
    latencies.push(await new Promise((resolve) => {
      onFrame = (payload) => target(payload) === wanted && resolve(performance.now() - sent);
      send({ type: "drag", hand: 0, target: [wanted, 2, 0] });
    }));
    await wait(20 + 30 * Math.random());
  }
  onFrame = () => {};
  send({ type: "release", hand: 0 });
  console.log(`  from an input to a frame that shows it: ${quantile(latencies, 0.5).toFixed(1)} ms (median), ${quantile(latencies, 0.95).toFixed(1)} ms (95 %)`);
}
server.stop();
client.socket.destroy();
