// The scenes of the repository, and those that are dropped.
import { parse } from "smol-toml";

const documents = import.meta.glob<string>("../../scenes/*.toml", { query: "?raw", import: "default", eager: true });
const pictures = import.meta.glob<string>("../thumbnails/*.jpg", { query: "?inline", import: "default", eager: true });
const meshes = import.meta.glob<string>("../../scenes/meshes/*.obj", { query: "?raw", import: "default", eager: true });

export interface LoadMessage {
  type: "load";
  name: string;
  document: object;
  files: Record<string, FileContent>;
  /** Pins what would fall by its highest vertices. */
  hang?: boolean;
}
/** Text, or bytes as base64. */
export type FileContent = string | { base64: string };

const stem = (path: string) => path.split("/").pop()!.replace(/\.[^.]*$/, "");

export const builtin = new Map(Object.entries(documents).map(([path, text]) => [stem(path), text]));

/** Address of a small picture of a built-in scene, if there is one. */
export function thumbnail(name: string): string | undefined {
  return pictures[`../thumbnails/${name}.jpg`];
}

/** TOML, or JSON; throws with the reason when it is neither. */
export function readDocument(text: string, isJson: boolean): object {
  const document: unknown = isJson ? JSON.parse(text) : parse(text);
  if (typeof document !== "object" || document === null) throw new Error("a scene is a table of fields");
  return document;
}

export function builtinMessage(name: string): LoadMessage {
  const document = readDocument(builtin.get(name) ?? "", false);
  const files: Record<string, FileContent> = {};
  const text = JSON.stringify(document);
  for (const [path, mesh] of Object.entries(meshes)) {
    const file = `meshes/${path.split("/").pop()!}`;
    if (text.includes(file)) files[file] = mesh;
  }
  return { type: "load", name, document, files };
}

export function toContent(bytes: Uint8Array): FileContent {
  try {
    const text = new TextDecoder("utf-8", { fatal: true }).decode(bytes);
    if (!text.includes("\0")) return text;
  } catch {
    // not text
  }
  let letters = "";
  for (const byte of bytes) letters += String.fromCharCode(byte);
  return { base64: btoa(letters) };
}

/** Dropped files: a scene with its meshes, or a mesh alone, which hangs from its highest vertices. */
export async function droppedMessage(dropped: File[]): Promise<LoadMessage> {
  const files: Record<string, FileContent> = {};
  let scene: File | undefined;
  for (const file of dropped) {
    if (/\.(toml|json)$/i.test(file.name)) scene = file;
    else if (/\.(obj|ply|stl)$/i.test(file.name)) files[file.name] = toContent(new Uint8Array(await file.arrayBuffer()));
    else throw new Error(`${file.name} is neither a scene (.toml, .json) nor a mesh (.obj, .ply, .stl)`);
  }
  if (scene) {
    const text = await scene.text();
    try {
      return { type: "load", name: stem(scene.name), document: readDocument(text, /json$/i.test(scene.name)), files };
    } catch (error) {
      throw new Error(`${scene.name}: ${error instanceof Error ? error.message : String(error)}`);
    }
  }
  const mesh = Object.keys(files)[0];
  if (!mesh) throw new Error("nothing was dropped");
  return { type: "load", name: stem(mesh), document: { body: [{ kind: "mesh", file: mesh }] }, files, hang: true };
}
