// The scenes of the repository.
import { parse } from "smol-toml";

const documents = import.meta.glob<string>("../../scenes/*.toml", { query: "?raw", import: "default", eager: true });
const pictures = import.meta.glob<string>("../thumbnails/*.jpg", { query: "?inline", import: "default", eager: true });
const meshes = import.meta.glob<string>("../../scenes/meshes/*.obj", { query: "?raw", import: "default", eager: true });
const caches = import.meta.glob<string>("../../scenes/meshes/*.pc2", { query: "?inline", import: "default", eager: true });

export interface LoadMessage {
  type: "load";
  name: string;
  document: object;
  files: Record<string, FileContent>;
  /** Pins a mesh that would fall. */
  hang?: boolean;
}
/** Text, or bytes as base64. */
export type FileContent = string | { base64: string };

export const stem = (path: string) => path.split("/").pop()!.replace(/\.[^.]*$/, "");

export const builtin = new Map(Object.entries(documents).map(([path, text]) => [stem(path), text]));

/** Address of a small picture of a built-in scene, if there is one. */
export function thumbnail(name: string): string | undefined {
  return pictures[`../thumbnails/${name}.jpg`];
}

/** TOML, or JSON; throws with the reason when it is neither. */
export function readDocument(text: string, isJson: boolean): object {
  const document: unknown = isJson ? JSON.parse(text) : parse(text);
  if (typeof document !== "object" || document === null) throw new Error("A scene is a table of fields.");
  return document;
}

export function builtinMessage(name: string): LoadMessage {
  const document = readDocument(builtin.get(name) ?? "", false);
  const files: Record<string, FileContent> = {};
  const text = JSON.stringify(document);
  const add = (path: string, content: FileContent) => {
    const file = `meshes/${path.split("/").pop()!}`;
    if (text.includes(file)) files[file] = content;
  };
  for (const [path, mesh] of Object.entries(meshes)) add(path, mesh);
  for (const [path, address] of Object.entries(caches)) add(path, { base64: address.split(",").pop()! }); // of a data: address
  return { type: "load", name, document, files };
}
