// node compare.mjs tensio.wasm wasm_reference document.json: does WebAssembly answer as the native program does?
import { execFileSync } from "node:child_process";
import { readFileSync } from "node:fs";

const [wasmPath, referencePath, documentPath] = process.argv.slice(2);
const document = readFileSync(documentPath);

// libc asks for these when it starts, aborts or prints; of them the engine needs only the clock.
const refuse = () => 52; // ENOSYS
const wasi = {
  clock_time_get: (_id, _precision, place) => {
    const nanoseconds = BigInt(Math.round(performance.now() * 1e6));
    new DataView(instance.exports.memory.buffer).setBigUint64(place, nanoseconds, true);
    return 0;
  },
  proc_exit: (code) => {
    throw new Error(`the module exited with code ${code}`);
  },
};

const module = await WebAssembly.compile(readFileSync(wasmPath));
for (const { module: from, name } of WebAssembly.Module.imports(module)) {
  if (from !== "wasi_snapshot_preview1") throw new Error(`the module imports ${from}.${name}, which no page provides`);
  wasi[name] ??= refuse;
}
const instance = await WebAssembly.instantiate(module, { wasi_snapshot_preview1: wasi });
const tensio = instance.exports;
tensio._initialize();

const place = tensio.reserve(document.length);
new Uint8Array(tensio.memory.buffer).set(document, place); // a fresh view: the memory may have grown
const start = performance.now();
const answer = tensio.answer();
const milliseconds = performance.now() - start;
const wasm = Buffer.from(tensio.memory.buffer, answer, tensio.length()).toString();
const native = execFileSync(referencePath, { input: document }).toString().trimEnd();

console.log(`wasm    ${wasm}   (${milliseconds.toFixed(1)} ms)`);
console.log(`native  ${native}`);
if (wasm !== native) {
  console.error("the answers differ");
  process.exitCode = 1;
}
