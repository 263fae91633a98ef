// Runs the engine: messages in, messages out, time passing in between.
import packed from "virtual:engine";

interface Engine extends WebAssembly.Exports {
  memory: WebAssembly.Memory;
  _initialize(): void;
  session_reserve(size: number): number;
  session_receive(): number;
  session_pass(seconds: number): void;
  session_due(): number;
  session_take(): number;
  session_bytes(): number;
  session_length(): number;
  session_is_binary(): number;
}

async function start(): Promise<Engine> {
  const bytes = Uint8Array.from(atob(packed), (c) => c.charCodeAt(0));
  const stream = new Blob([bytes]).stream().pipeThrough(new DecompressionStream("gzip"));
  const module = await WebAssembly.compile(await new Response(stream).arrayBuffer());
  // libc imports these to start, abort and print; the engine needs only the clock.
  const wasi: Record<string, WebAssembly.ImportValue> = {};
  for (const { name } of WebAssembly.Module.imports(module)) wasi[name] = () => 52; // ENOSYS
  let engine: Engine | null = null;
  wasi["clock_time_get"] = (_id: number, _precision: bigint, place: number) => {
    if (engine) new DataView(engine.memory.buffer).setBigUint64(place, BigInt(Math.round(performance.now() * 1e6)), true);
    return 0;
  };
  wasi["proc_exit"] = (code: number) => {
    throw new Error(`The engine stopped with code ${code}.`);
  };
  const instance = await WebAssembly.instantiate(module, { wasi_snapshot_preview1: wasi });
  engine = instance.exports as Engine;
  engine._initialize();
  return engine;
}

/** Hands messages to the engine and its answers to the page, and lets time pass. */
function run(engine: Engine): (text: string) => void {
  const flush = (): void => {
    while (engine.session_take()) {
      const bytes = new Uint8Array(engine.memory.buffer, engine.session_bytes(), engine.session_length()).slice();
      if (engine.session_is_binary()) self.postMessage(bytes.buffer, { transfer: [bytes.buffer] });
      else self.postMessage(new TextDecoder().decode(bytes));
    }
  };
  let last = performance.now();
  const tick = (): void => {
    const now = performance.now();
    engine.session_pass((now - last) / 1000);
    last = now;
    flush();
    setTimeout(tick, Math.min(50, Math.max(0, 1000 * engine.session_due())));
  };
  tick();
  return (text) => {
    const bytes = new TextEncoder().encode(text);
    const place = engine.session_reserve(bytes.length);
    new Uint8Array(engine.memory.buffer).set(bytes, place);
    engine.session_receive();
    flush();
  };
}

// Not a module: pages opened from a file cannot start one. Errors are thrown again outside of promises, so that the page sees them.
const rethrow = (reason: unknown): void => void setTimeout(() => { throw reason; });
const receive = start().then(run);
receive.catch(rethrow);
self.onmessage = (event: MessageEvent<string>) => void receive.then((hand) => {
  try {
    hand(event.data);
  } catch (reason) {
    rethrow(reason);
  }
}, () => {});
