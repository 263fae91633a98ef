import { describe, expect, it } from "vitest";
import { droppedMessage, toContent } from "../src/drop";
import { builtin, builtinMessage, readDocument } from "../src/scenes";
import { changedSettings, readShare, writeShare } from "../src/share";

const file = (path: string, content = "") => ({ path, file: new File([content], path.split("/").pop()!) });
const isKnown = (scene: string) => builtin.has(scene);

describe("scenes", () => {
  it("are those of the repository, readable, with the meshes that they name", () => {
    expect(builtin.size).toBeGreaterThanOrEqual(7);
    for (const name of builtin.keys()) expect(builtinMessage(name).document).toHaveProperty("body");
    expect(Object.keys(builtinMessage("cape").files)).toEqual(["meshes/cape.obj"]);
  });
  it("bring the motion of their obstacles, byte by byte", () => {
    const cache = builtinMessage("walk").files["meshes/walk.pc2"] as { base64: string };
    const bytes = Uint8Array.from(atob(cache.base64), (letter) => letter.charCodeAt(0));
    expect(new TextDecoder().decode(bytes.subarray(0, 12))).toBe("POINTCACHE2\0");
    const head = new DataView(bytes.buffer);
    expect(bytes.length).toBe(32 + 12 * head.getInt32(16, true) * head.getInt32(28, true)); // points, samples
    const places = new Float32Array(bytes.buffer, 32);
    expect(places.every((x) => Math.abs(x) < 2 && Number.isInteger(8192 * x))).toBe(true); // make_figures.py
  });
  it("come from dropped files, or are made for a mesh alone", async () => {
    const mesh = await droppedMessage([file("a.obj", "v 0 0 0")]);
    expect(mesh.document).toEqual({ body: [{ kind: "mesh", file: "a.obj" }] });
    expect(mesh.hang).toBe(true);
    expect(mesh.files).toEqual({ "a.obj": "v 0 0 0" });
    await expect(droppedMessage([file("a.gif")])).rejects.toThrow("not a scene (.toml, .json) or a mesh (.obj, .ply, .stl)");
    await expect(droppedMessage([])).rejects.toThrow("Nothing");
    await expect(droppedMessage([file("a.toml"), file("b.json")])).rejects.toThrow("Several scenes");
    expect(() => readDocument("x = ", false)).toThrow();
  });
  it("bring the files that they name, by their paths, and nothing else of the folder", async () => {
    const scene = file("my/cape.toml", '[[body]]\nkind = "mesh"\nfile = "meshes/cape.obj"\n[[collider]]\nkind = "mesh"\nfile = "meshes/cape.obj"\ncache = "walk.mdd"\n');
    const message = await droppedMessage([file("my/meshes/cape.obj", "v 0 0 0"), file("my/meshes/other.obj"), scene, file("my/notes.txt"), file("my/walk.mdd", "walk")]);
    expect(message.name).toBe("cape");
    expect(message.files).toEqual({ "my/meshes/cape.obj": "v 0 0 0", "my/walk.mdd": "walk" });
    expect(message.hang).toBeUndefined();
  });
  it("carry files that are no text as base64", () => {
    expect(toContent(new Uint8Array([1, 0, 2]))).toEqual({ base64: "AQAC" });
    expect(toContent(new Uint8Array([0xff, 0x41]))).toEqual({ base64: "/0E=" });
    expect(toContent(new TextEncoder().encode("solid ä"))).toBe("solid ä");
  });
});

describe("a link", () => {
  it("brings back scene, settings and camera", async () => {
    const shared = { scene: "flag", set: { method: "ncg" }, camera: { eye: [1, 2, 3.5], target: [0, 0, -1] }, strain: true } as const;
    expect(await readShare(await writeShare(structuredClone(shared) as never), isKnown)).toEqual(shared);
  });
  it("brings back a scene that was dropped", async () => {
    const load = { type: "load", name: "mine", document: { body: [] }, files: { "ä.obj": "v 0 0 0" } } as const;
    expect(await readShare(await writeShare({ load: structuredClone(load) as never }), isKnown)).toEqual({ load });
  });
  it("is refused when the scene is too large for one", async () => {
    const noise = Array.from({ length: 8000 }, (_, i) => Math.sin(i * i));
    const load = { type: "load", name: "mine", document: { noise }, files: {} } as const;
    await expect(writeShare({ load: load as never })).rejects.toThrow("too large");
  });
  it("that was cut off or made up brings nothing", async () => {
    expect(await readShare("#scene=nonsense&set=%7Bbroken&load=%%%&camera=1,2", isKnown)).toEqual({});
  });
  it("holds only what was changed", () => {
    expect(changedSettings({ ether: 1, gravity: [0, -1, 0] }, { ether: 1, gravity: [0, -9.81, 0] })).toEqual({ gravity: [0, -1, 0] });
  });
});
