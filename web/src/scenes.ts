// The scenes of the repository.
import { parse } from "smol-toml";

const documents = import.meta.glob<string>("../../scenes/*.toml", { query: "?raw", import: "default", eager: true });
const pictures = import.meta.glob<string>("../thumbnails/*.jpg", { query: "?inline", import: "default", eager: true });
const meshes = import.meta.glob<string>("../../scenes/meshes/*.obj", { query: "?raw", import: "default", eager: true });
const caches = import.meta.glob<string>("../../scenes/meshes/*.pc2", { import: "default", eager: true });

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

/** Puts the bytes of each number together again: vite.config.ts keeps them apart. */
function together(apart: string): string {
  const bytes = atob(apart);
  const count = bytes.length / 4;
  return btoa(Array.from(bytes, (_, place) => bytes[(place % 4) * count + Math.floor(place / 4)]).join(""));
}

export function builtinMessage(name: string): LoadMessage {
  const document = readDocument(builtin.get(name) ?? "", false);
  const files: Record<string, FileContent> = {};
  const text = JSON.stringify(document);
  const add = (path: string, content: () => FileContent) => {
    const file = `meshes/${path.split("/").pop()!}`;
    if (text.includes(file)) files[file] = content();
  };
  for (const [path, mesh] of Object.entries(meshes)) add(path, () => mesh);
  for (const [path, apart] of Object.entries(caches)) add(path, () => ({ base64: together(apart) }));
  return { type: "load", name, document, files };
}
