// A WebSocket client small enough to misbehave, and fast enough to measure with.
import { connect } from "node:net";

export function handshake(port, headers = {}) {
  const all = { Host: `127.0.0.1:${port}`, Upgrade: "websocket", Connection: "Upgrade", "Sec-WebSocket-Version": "13",
    "Sec-WebSocket-Key": "dGhlIHNhbXBsZSBub25jZQ==", ...headers };
  return `GET /session HTTP/1.1\r\n${Object.entries(all).map(([key, value]) => `${key}: ${value}`).join("\r\n")}\r\n\r\n`;
}

/** A masked frame, as clients must send. */
export function frame(opcode, payload, isLast = true) {
  const head = [opcode | (isLast ? 0x80 : 0)];
  if (payload.length < 126) head.push(0x80 | payload.length);
  else if (payload.length < 65536) head.push(0x80 | 126, payload.length >> 8, payload.length & 255);
  else head.push(0x80 | 127, 0, 0, 0, 0, ...[24, 16, 8, 0].map((shift) => (payload.length >>> shift) & 255));
  return Buffer.concat([Buffer.from([...head, 0, 0, 0, 0]), payload]);
}

/** An open WebSocket. */
export function open(port, headers) {
  return new Promise((resolve, reject) => {
    const socket = connect(port, "127.0.0.1", () => socket.write(handshake(port, headers)));
    const state = { socket, isClosed: false };
    socket.on("error", () => (state.isClosed = true));
    socket.on("close", () => ((state.isClosed = true), reject(new Error("refused"))));
    socket.once("data", (data) => {
      const end = data.indexOf("\r\n\r\n") + 4;
      if (!data.toString("latin1").startsWith("HTTP/1.1 101")) return;
      state.rest = data.subarray(end);
      resolve(state);
    });
  });
}

/** Calls `listen(opcode, payload)` for every message of an open WebSocket; answers pings. */
export function listenTo({ socket, rest }, listen) {
  let chunks = [rest], length = rest.length, needed = 2; // bytes until something can be said
  const take = () => {
    let bytes = chunks.length === 1 ? chunks[0] : Buffer.concat(chunks);
    for (needed = 2; bytes.length >= needed; needed = 2) {
      const short = bytes[1] & 127;
      const head = short < 126 ? 2 : short === 126 ? 4 : 10;
      if (bytes.length < (needed = head)) break;
      const size = short < 126 ? short : short === 126 ? bytes.readUInt16BE(2) : Number(bytes.readBigUInt64BE(2));
      if (bytes.length < (needed = head + size)) break;
      const opcode = bytes[0] & 15, payload = bytes.subarray(head, needed);
      bytes = bytes.subarray(needed);
      if (opcode === 9) socket.write(frame(10, payload));
      else listen(opcode, payload);
    }
    chunks = [bytes];
    length = bytes.length;
  };
  socket.on("data", (data) => {
    chunks.push(data);
    length += data.length;
    if (length >= needed) take();
  });
  take();
}
