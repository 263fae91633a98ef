// node wasm/measure.mjs [document.json]: time of a step in WebAssembly and natively on SSE2, one thread each, in turns,
// and whether both end in the same state in double precision. Build first: scripts/wasm
import { execFileSync } from "node:child_process";
import { readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { loadModule } from "./module.mjs";

const here = (path) => fileURLToPath(new URL(path, import.meta.url));
const reference = here("../build/release/bin/wasm_reference");
const scene = JSON.parse(readFileSync(process.argv[2] ?? here("documents/cloth.json")));
const rounds = 5;
const median = (values) => [...values].sort((a, b) => a - b)[values.length >> 1];
const milliseconds = (line) => {
  if (!line.startsWith("ms ")) throw new Error(line);
  return Number(line.slice(3));
};

const ask = await loadModule(here("../build/wasm/tensio.wasm"));
for (const precision of ["mixed", "double"]) {
  const document = Buffer.from(JSON.stringify({ ...scene, minimiser: { ...scene.minimiser, precision, threads: 1 } }));
  const times = { native: [], wasm: [] };
  for (let round = 0; round < rounds; ++round) {
    times.native.push(milliseconds(execFileSync(reference, ["time"], { input: document }).toString().trimEnd()));
    times.wasm.push(milliseconds(ask("measure", document)));
  }
  const [native, wasm] = [median(times.native), median(times.wasm)];
  console.log(`${precision.padEnd(6)}  native SSE2 ${native.toFixed(2)} ms   WebAssembly ${wasm.toFixed(2)} ms   ratio ${(wasm / native).toFixed(2)}`);
  if (precision !== "double") continue;
  const [here, there] = [execFileSync(reference, { input: document }).toString().trimEnd(), ask("answer", document)];
  console.log(`after ${scene.frames} frames: native ${here}, WebAssembly ${there}: ${here === there ? "the same" : "DIFFERENT"}`);
}
