// Loads the engine as WebAssembly in Node.
import { readFileSync } from "node:fs";

/** ask("answer", document): what the module says to a document, given as bytes. */
export async function loadModule(path) {
  let memory = null;
  // libc asks for these when it starts, aborts or prints; of them the engine needs only the clock.
  const wasi = {
    clock_time_get: (_id, _precision, place) => {
      new DataView(memory.buffer).setBigUint64(place, BigInt(Math.round(performance.now() * 1e6)), true);
      return 0;
    },
    proc_exit: (code) => {
      throw new Error(`the module exited with code ${code}`);
    },
  };
  const module = await WebAssembly.compile(readFileSync(path));
  for (const { module: from, name } of WebAssembly.Module.imports(module)) {
    if (from !== "wasi_snapshot_preview1") throw new Error(`the module imports ${from}.${name}, which no page provides`);
    wasi[name] ??= () => 52; // ENOSYS
  }
  const { exports } = await WebAssembly.instantiate(module, { wasi_snapshot_preview1: wasi });
  memory = exports.memory;
  exports._initialize();
  return (question, document) => {
    const place = exports.reserve(document.length);
    new Uint8Array(memory.buffer).set(document, place); // a fresh view: the memory may have grown
    const answer = exports[question]();
    return Buffer.from(memory.buffer, answer, exports.length()).toString();
  };
}
