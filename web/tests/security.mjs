// What a server on this machine must withstand: foreign pages, odd paths, large and random frames, idle clients.
import assert from "node:assert/strict";
import { randomBytes } from "node:crypto";
import { mkdtempSync, writeFileSync } from "node:fs";
import { connect } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { runAll, startServer } from "./server.mjs";

const folder = mkdtempSync(join(tmpdir(), "tensio-"));
const scene = join(folder, "small.toml");
writeFileSync(scene, '[[body]]\nkind = "grid"\nvertices = [9, 9]\n[[body.pin]]\ncorner = "back-left"\n');
const server = await startServer(scene);
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

function handshake(headers = {}) {
  const all = { Host: `127.0.0.1:${server.port}`, Upgrade: "websocket", Connection: "Upgrade", "Sec-WebSocket-Version": "13",
    "Sec-WebSocket-Key": "dGhlIHNhbXBsZSBub25jZQ==", ...headers };
  return `GET /session HTTP/1.1\r\n${Object.entries(all).map(([key, value]) => `${key}: ${value}`).join("\r\n")}\r\n\r\n`;
}
/** A masked frame, as clients must send. */
function frame(opcode, payload, isLast = true) {
  const head = [opcode | (isLast ? 0x80 : 0)];
  if (payload.length < 126) head.push(0x80 | payload.length);
  else if (payload.length < 65536) head.push(0x80 | 126, payload.length >> 8, payload.length & 255);
  else head.push(0x80 | 127, 0, 0, 0, 0, ...[24, 16, 8, 0].map((shift) => (payload.length >>> shift) & 255));
  return Buffer.concat([Buffer.from([...head, 0, 0, 0, 0]), payload]);
}
/** An open WebSocket. */
function open(headers) {
  return new Promise((resolve, reject) => {
    const socket = connect(server.port, "127.0.0.1", () => socket.write(handshake(headers)));
    const state = { socket, isClosed: false, bytes: 0 };
    socket.on("error", () => (state.isClosed = true));
    socket.on("close", () => ((state.isClosed = true), reject(new Error("refused"))));
    socket.on("data", (data) => {
      state.bytes += data.length;
      if (data.toString("latin1").startsWith("HTTP/1.1 101")) resolve(state);
    });
  });
}
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
