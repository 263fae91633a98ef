// node compare.mjs tensio.wasm wasm_reference document.json: does WebAssembly answer as the native program does?
import { execFileSync } from "node:child_process";
import { readFileSync } from "node:fs";
import { loadModule } from "./module.mjs";

const [wasmPath, referencePath, documentPath] = process.argv.slice(2);
const document = readFileSync(documentPath);
const ask = await loadModule(wasmPath);
const start = performance.now();
const wasm = ask("answer", document);
const milliseconds = performance.now() - start;
const native = execFileSync(referencePath, { input: document }).toString().trimEnd();

console.log(`wasm    ${wasm}   (${milliseconds.toFixed(1)} ms)`);
console.log(`native  ${native}`);
if (/crossings [1-9]/.test(native)) {
  console.error("surfaces crossed");
  process.exitCode = 1;
}
if (wasm !== native) {
  console.error("the answers differ");
  process.exitCode = 1;
}
