// Links that hold a scene, settings and camera: #scene=cloth&set={…}&camera=…
import type { LoadMessage } from "./scenes";
import type { Settings, Vector } from "./protocol";

export interface Shared {
  scene?: string;
  load?: LoadMessage;
  set?: Partial<Settings>;
  camera?: { eye: Vector; target: Vector };
  strain?: boolean;
}

const mostBytes = 60_000; // of a link

const rounded = (v: number[]): number[] => v.map((x) => Number(x.toFixed(3)));

async function pump(bytes: Uint8Array<ArrayBuffer>, through: CompressionStream | DecompressionStream): Promise<Uint8Array<ArrayBuffer>> {
  return new Uint8Array(await new Response(new Blob([bytes]).stream().pipeThrough(through)).arrayBuffer());
}
async function pack(value: object): Promise<string> {
  const bytes = await pump(new TextEncoder().encode(JSON.stringify(value)), new CompressionStream("deflate-raw"));
  return btoa(Array.from(bytes, (byte) => String.fromCharCode(byte)).join("")).replaceAll("+", "-").replaceAll("/", "_").replaceAll("=", "");
}
async function unpack(text: string): Promise<unknown> {
  const bytes = Uint8Array.from(atob(text.replaceAll("-", "+").replaceAll("_", "/")), (c) => c.charCodeAt(0));
  return JSON.parse(new TextDecoder().decode(await pump(bytes, new DecompressionStream("deflate-raw"))));
}

/** Throws with a sentence when the scene is too large for a link. */
export async function writeShare(shared: Shared): Promise<string> {
  const fields = new URLSearchParams();
  if (shared.scene) fields.set("scene", shared.scene);
  if (shared.load) fields.set("load", await pack(shared.load));
  if (shared.set && Object.keys(shared.set).length > 0) fields.set("set", JSON.stringify(shared.set));
  if (shared.camera) fields.set("camera", rounded([...shared.camera.eye, ...shared.camera.target]).join(","));
  if (shared.strain) fields.set("strain", "1");
  const hash = `#${fields.toString()}`;
  if (hash.length > mostBytes) throw new Error("This scene is too large for a link. Share its file instead.");
  return hash;
}

/** Reads what is valid; the engine checks the rest. */
export async function readShare(hash: string, isKnown: (scene: string) => boolean): Promise<Shared> {
  const fields = new URLSearchParams(hash.replace(/^#/, ""));
  const shared: Shared = {};
  const scene = fields.get("scene");
  if (scene && isKnown(scene)) shared.scene = scene;
  try {
    const set: unknown = JSON.parse(fields.get("set") ?? "null");
    if (typeof set === "object" && set !== null) shared.set = set as Partial<Settings>;
    const load = fields.get("load");
    if (load) shared.load = { ...((await unpack(load)) as LoadMessage), type: "load" };
  } catch {
    // a link that was cut off
  }
  const numbers = (fields.get("camera") ?? "").split(",").map(Number);
  if (numbers.length === 6 && numbers.every(Number.isFinite))
    shared.camera = { eye: numbers.slice(0, 3) as Vector, target: numbers.slice(3) as Vector };
  if (fields.get("strain") === "1") shared.strain = true;
  return shared;
}

/** The settings that differ from the scene's own. */
export function changedSettings(now: Partial<Settings>, original: Partial<Settings>): Partial<Settings> {
  const isChanged = ([field, value]: [string, unknown]): boolean => JSON.stringify(value) !== JSON.stringify(original[field as keyof Settings]);
  return Object.fromEntries(Object.entries(now).filter(isChanged));
}
