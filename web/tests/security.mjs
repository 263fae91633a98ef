// What a server on this machine must withstand: foreign pages, odd paths, large and random frames, idle clients.
import assert from "node:assert/strict";
import { randomBytes } from "node:crypto";
import { mkdtempSync, writeFileSync } from "node:fs";
import { connect } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { runAll, startServer } from "./server.mjs";
import { frame, open as openAt } from "./socket.mjs";

const folder = mkdtempSync(join(tmpdir(), "tensio-"));
const scene = join(folder, "small.toml");
writeFileSync(scene, '[[body]]\nkind = "grid"\nvertices = [9, 9]\n[[body.pin]]\ncorner = "back-left"\n');
const server = await startServer(scene);
const open = (headers) => openAt(server.port, headers);
const wait = (ms) => new Promise((resolve) => setTimeout(resolve, ms));

/** Sends bytes, resolves with all that comes back until the server closes or `ms` have passed. */
function exchange(bytes, ms = 1500) {
  return new Promise((resolve) => {
    let answer = Buffer.alloc(0);
    const socket = connect(server.port, "127.0.0.1", () => socket.write(bytes));
    const finish = () => {
      socket.destroy();
      resolve(answer.toString("latin1"));
    };
    socket.on("data", (data) => (answer = Buffer.concat([answer, data])));
    socket.on("close", finish);
    socket.on("error", finish);
    setTimeout(finish, ms);
  });
}
const get = (path, host = `127.0.0.1:${server.port}`) => exchange(`GET ${path} HTTP/1.1\r\nHost: ${host}\r\nConnection: close\r\n\r\n`);
const status = (answer) => Number(answer.split(" ")[1]);

async function closes(state, ms = 4000) {
  for (let waited = 0; waited < ms && !state.isClosed; waited += 20) await wait(20);
  return state.isClosed;
}
async function answers() {
  assert.ok(server.isRunning(), "the server has ended");
  assert.equal(status(await get("/")), 200);
}

await runAll([
  ["the page is served", answers],
  ["a foreign host is refused", async () => {
    for (const host of ["evil.example", "evil.example:80", "127.0.0.1.evil.example", "localhost.evil.example", "127.0.0.1:80x", ""])
      assert.notEqual(status(await get("/", host)), 200, host);
    assert.equal(status(await get("/", "localhost:9999")), 200, "a tunnel may change the port");
  }],
  ["other paths are refused", async () => {
    for (const path of ["/../../etc/passwd", "/%2e%2e/%2e%2e/etc/passwd", "/..%2f..%2fetc/passwd", "//etc/passwd", "/viewer.html", "/index.html/x"])
      assert.ok([400, 404].includes(status(await get(path))), path);
  }],
  ["a foreign page cannot open a session", async () => {
    for (const origin of ["http://evil.example", "null", "https://127.0.0.1", `http://localhost:${server.port}`, "http://127.0.0.1:1"])
      await assert.rejects(open({ Origin: origin }), origin);
    await assert.rejects(open({ Host: "evil.example", Origin: "http://evil.example" }));
    const own = await open({ Origin: `http://127.0.0.1:${server.port}` });
    own.socket.destroy();
  }],
  ["a frame of more than 1 MB ends the connection", async () => {
    const whole = await open();
    whole.socket.write(frame(1, Buffer.alloc(1_100_000, 32)));
    assert.ok(await closes(whole));
    const pieces = await open();
    for (let i = 0; i < 12; ++i) pieces.socket.write(frame(i ? 0 : 1, Buffer.alloc(100_000, 32), false));
    assert.ok(await closes(pieces));
    await answers();
  }],
  ["what is no message ends the connection", async () => {
    for (const bytes of [frame(1, Buffer.from("garbage")), frame(2, Buffer.from("{}")), frame(1, Buffer.from('{"type":"x"}'))]) {
      const client = await open();
      client.socket.write(bytes);
      assert.ok(await closes(client));
    }
    await answers();
  }],
  ["100,000 random frames are survived", async () => {
    let sent = 0;
    while (sent < 100_000) {
      const client = await open();
      const batch = [];
      for (let i = 0; i < 2000; ++i, ++sent) batch.push(frame(randomBytes(1)[0] & 15, randomBytes(randomBytes(1)[0] % 60)));
      client.socket.write(Buffer.concat(batch));
      await closes(client);
      client.socket.destroy();
    }
    await answers();
  }],
  ["a viewer that does not read is no burden", async () => {
    const client = await open();
    client.socket.pause();
    await wait(2000);
    await answers();
    client.socket.destroy();
  }],
  ["200 idle clients are survived", async () => {
    const sockets = Array.from({ length: 200 }, () => connect(server.port, "127.0.0.1").on("error", () => {}));
    await wait(500);
    let code = 0;
    for (let tries = 0; tries < 20 && code !== 200; ++tries) code = status(await exchange(`GET / HTTP/1.1\r\nHost: localhost\r\n\r\n`, 4000));
    assert.equal(code, 200);
    for (const socket of sockets) socket.destroy();
    await answers();
  }],
]);
server.stop();
setTimeout(() => process.exit(), 500);
