// Files and folders that are dropped on the page.
import { meshExtensions } from "./generated";
import { readDocument, stem, type FileContent, type LoadMessage } from "./scenes";

/** A file with its path below what was dropped. */
export interface Dropped {
  path: string;
  file: File;
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

const isScene = (path: string): boolean => /\.(toml|json)$/i.test(path);
const isMesh = (path: string): boolean => meshExtensions.includes(path.split(".").pop()!.toLowerCase());
const meshKinds = meshExtensions.map((name) => `.${name}`).join(", ");

/** What can be opened, in a sentence and as an input's filter. */
export const openable = `a scene (.toml, .json) or a mesh (${meshKinds})`;
export const openFilter = `.toml,.json,${meshKinds}`;
const bareName = (path: string): string => path.split("/").pop()!;

/** Dropped files: a scene with the files that it names, or a mesh alone, which the session hangs up. */
export async function droppedMessage(dropped: Dropped[]): Promise<LoadMessage> {
  const scenes = dropped.filter(({ path }) => isScene(path));
  const meshes = dropped.filter(({ path }) => isMesh(path));
  if (scenes.length > 1) throw new Error(`Several scenes were dropped (${scenes.map(({ path }) => path).join(", ")}). Drop one.`);
  const scene = scenes[0];
  const document = scene ? await readScene(scene) : { body: [{ kind: "mesh", file: meshes[0]?.path }] };
  const text = JSON.stringify(document);
  const files: Record<string, FileContent> = {};
  for (const { path, file } of scene ? dropped : meshes)
    if (path !== scene?.path && text.includes(bareName(path))) files[path] = toContent(new Uint8Array(await file.arrayBuffer()));
  if (scene) return { type: "load", name: stem(scene.path), document, files };
  if (meshes[0]) return { type: "load", name: stem(meshes[0].path), document, files, hang: true };
  const name = dropped[0]?.path;
  throw new Error(name ? `${name} is not ${openable}.` : "Nothing was dropped.");
}

async function readScene({ path, file }: Dropped): Promise<object> {
  try {
    return readDocument(await file.text(), /json$/i.test(path));
  } catch (error) {
    throw new Error(`${path}: ${error instanceof Error ? error.message : String(error)}`);
  }
}

/** All files of a drop, those in folders included. Call it within the event: the browser forgets the entries after it. */
export function droppedFiles(data: DataTransfer): Promise<Dropped[]> {
  const entries = [...data.items].map((item) => item.webkitGetAsEntry()).filter((entry) => entry !== null);
  if (entries.length === 0) return Promise.resolve([...data.files].map((file) => ({ path: file.name, file })));
  return Promise.all(entries.map(filesOf)).then((lists) => lists.flat());
}

async function filesOf(entry: FileSystemEntry): Promise<Dropped[]> {
  if (entry.isFile) {
    const file = await new Promise<File>((resolve, reject) => (entry as FileSystemFileEntry).file(resolve, reject));
    return [{ path: entry.fullPath.replace(/^\//, ""), file }];
  }
  const reader = (entry as FileSystemDirectoryEntry).createReader();
  const all: Dropped[] = [];
  for (;;) {
    // A browser hands out at most 100 entries at a time.
    const some = await new Promise<FileSystemEntry[]>((resolve, reject) => reader.readEntries(resolve, reject));
    if (some.length === 0) return all;
    for (const child of some) all.push(...(await filesOf(child)));
  }
}
