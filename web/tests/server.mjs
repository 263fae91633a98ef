// Starts `tensio view` on a free port; the address is in what it prints.
import { spawn } from "node:child_process";
import { fileURLToPath } from "node:url";

const root = fileURLToPath(new URL("../..", import.meta.url));
export const page = `${root}build/web/viewer.html`;

export async function startServer(scene) {
  const program = spawn(`${root}build/release/bin/tensio`, ["view", scene, "--port", "0", "--no-browser", "--page", page]);
  let said = "";
  const url = await new Promise((resolve, reject) => {
    program.stdout.on("data", (data) => {
      said += data;
      const match = said.match(/http:\/\/127\.0\.0\.1:\d+\//);
      if (match) resolve(match[0]);
    });
    program.stderr.on("data", (data) => (said += data));
    program.on("exit", () => reject(new Error(said)));
  });
  return { url, port: Number(new URL(url).port), isRunning: () => program.exitCode === null, stop: () => program.kill("SIGINT") };
}

/** Runs named checks one after the other; the last line counts them. */
export async function runAll(checks) {
  let failed = 0;
  for (const [name, check] of checks) {
    const start = Date.now();
    try {
      await check();
      console.log(`ok      ${name} (${Date.now() - start} ms)`);
    } catch (error) {
      ++failed;
      console.log(`FAILED  ${name}\n${error.stack ?? error}`);
    }
  }
  console.log(`${checks.length - failed} passed, ${failed} failed`);
  process.exitCode = failed ? 1 : 0;
}
