// The scenes of the repository, and those that are dropped.
import { parse } from "smol-toml";

const documents = import.meta.glob<string>("../../scenes/*.toml", { query: "?raw", import: "default", eager: true });
const meshes = import.meta.glob<string>("../../scenes/meshes/*.obj", { query: "?raw", import: "default", eager: true });

export interface LoadMessage {
  type: "load";
  name: string;
  document: object;
  files: Record<string, string>;
}

const stem = (path: string) => path.split("/").pop()!.replace(/\.[^.]*$/, "");

export const builtin = new Map(Object.entries(documents).map(([path, text]) => [stem(path), text]));

/** TOML, or JSON; throws with the reason when it is neither. */
export function readDocument(text: string, isJson: boolean): object {
  const document: unknown = isJson ? JSON.parse(text) : parse(text);
  if (typeof document !== "object" || document === null) throw new Error("a scene is a table of fields");
  return document;
}

export function builtinMessage(name: string): LoadMessage {
  const document = readDocument(builtin.get(name) ?? "", false);
  const files: Record<string, string> = {};
  const text = JSON.stringify(document);
  for (const [path, mesh] of Object.entries(meshes)) {
    const file = `meshes/${path.split("/").pop()!}`;
    if (text.includes(file)) files[file] = mesh;
  }
  return { type: "load", name, document, files };
}

/** Dropped files: a scene with its meshes, or a mesh alone, which hangs from its highest vertices. */
export async function droppedMessage(dropped: File[]): Promise<LoadMessage> {
  const files: Record<string, string> = {};
  let scene: File | undefined;
  for (const file of dropped) {
    if (/\.(toml|json)$/i.test(file.name)) scene = file;
    else if (/\.(obj|ply|stl)$/i.test(file.name)) files[file.name] = await file.text();
    else throw new Error(`${file.name} is neither a scene (.toml, .json) nor a mesh (.obj, .ply, .stl)`);
  }
  if (scene) return { type: "load", name: stem(scene.name), document: readDocument(await scene.text(), /json$/i.test(scene.name)), files };
  const mesh = Object.keys(files)[0];
  if (!mesh) throw new Error("nothing was dropped");
  return { type: "load", name: stem(mesh), document: { body: [{ kind: "mesh", file: mesh }] }, files };
}

/** Settings in the address, to be shared: #scene=cloth&set={…} */
export function readShare(hash: string): { scene?: string; set?: object } {
  const fields = new URLSearchParams(hash.replace(/^#/, ""));
  const shared: { scene?: string; set?: object } = {};
  const scene = fields.get("scene");
  if (scene && builtin.has(scene)) shared.scene = scene;
  try {
    const set: unknown = JSON.parse(fields.get("set") ?? "null");
    if (typeof set === "object" && set !== null) shared.set = set;
  } catch {
    // an address that was cut off
  }
  return shared;
}

export function writeShare(scene: string, set: object): string {
  return `#${new URLSearchParams({ scene, set: JSON.stringify(set) }).toString()}`;
}
