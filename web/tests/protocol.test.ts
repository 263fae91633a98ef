import { describe, expect, it } from "vitest";
import { decode } from "../src/protocol";
import { strainColour } from "../src/view";
import { builtin, builtinMessage, droppedMessage, readDocument, readShare, writeShare } from "../src/scenes";
import { Color } from "three";

function message(kind: number, bytes: number): DataView {
  const view = new DataView(new ArrayBuffer(bytes));
  [0x54, 0x4e, 0x53, 1, kind, 1].forEach((value, i) => view.setUint8(i, value));
  view.setUint32(8, 42, true);
  return view;
}

describe("decode", () => {
  it("reads a topology", () => {
    const view = message(1, 32 + 12 + 8 + 4 + 1);
    [3, 1, 1, 1, 0].forEach((value, i) => view.setUint32(12 + 4 * i, value, true));
    [0, 1, 2, 2, 1, 0].forEach((value, i) => view.setUint32(32 + 4 * i, value, true));
    view.setUint8(56, 2);
    const topology = decode(view.buffer as ArrayBuffer);
    if (topology.kind !== "topology") throw new Error("not a topology");
    expect(topology.lane).toBe(1);
    expect(topology.revision).toBe(42);
    expect([...topology.triangles]).toEqual([0, 1, 2]);
    expect([...topology.springs]).toEqual([2, 1]);
    expect([...topology.pins]).toEqual([0]);
    expect([...topology.families]).toEqual([2]);
  });

  it("reads a frame with strains, colliders, iterates and hands", () => {
    const view = message(2, 92 + 12 + 4 + 12 + 8 + 28);
    view.setUint16(6, 5, true);
    view.setUint32(12, 7, true);
    view.setFloat64(16, 0.5, true);
    [1, 1, 2, 1].forEach((value, i) => view.setUint32(24 + 4 * i, value, true));
    view.setFloat32(88, 3, true);
    [1, 2, 3, 0.25, 4, 5, 6, 9, 8].forEach((value, i) => view.setFloat32(92 + 4 * i, value, true));
    view.setUint32(128, 66, true);
    view.setFloat32(132, 11, true);
    const frame = decode(view.buffer as ArrayBuffer);
    if (frame.kind !== "frame") throw new Error("not a frame");
    expect(frame.frame).toBe(7);
    expect(frame.time).toBe(0.5);
    expect(frame.difference).toBe(3);
    expect([...frame.positions]).toEqual([1, 2, 3]);
    expect([...frame.strains!]).toEqual([0.25]);
    expect([...frame.colliders]).toEqual([4, 5, 6]);
    expect([...frame.trace]).toEqual([9, 8]);
    expect(frame.hands[0]).toEqual({ id: 66, point: [11, 0, 0], target: [0, 0, 0] });
  });

  it("refuses what is no message of this version", () => {
    expect(() => decode(new ArrayBuffer(3))).toThrow("not a message");
    const other = message(2, 100);
    other.setUint8(3, 9);
    expect(() => decode(other.buffer as ArrayBuffer)).toThrow("version 9");
  });
});

describe("scenes", () => {
  it("has every scene of the repository, readable, with the meshes that it names", () => {
    expect(builtin.size).toBeGreaterThanOrEqual(7);
    for (const name of builtin.keys()) expect(builtinMessage(name).document).toHaveProperty("body");
    expect(Object.keys(builtinMessage("cape").files)).toEqual(["meshes/cape.obj"]);
  });
  it("takes dropped files apart", async () => {
    const mesh = await droppedMessage([new File(["v 0 0 0"], "a.obj")]);
    expect(mesh.document).toEqual({ body: [{ kind: "mesh", file: "a.obj" }] });
    await expect(droppedMessage([new File([""], "a.gif")])).rejects.toThrow("neither a scene");
    expect(() => readDocument("x = ", false)).toThrow();
  });
  it("shares its state in the address", () => {
    expect(readShare(writeShare("flag", { method: "ncg" }))).toEqual({ scene: "flag", set: { method: "ncg" } });
    expect(readShare("#scene=nonsense&set=%7Bbroken")).toEqual({});
  });
});

describe("strain colours", () => {
  it("are blue where compressed, red where stretched, and stay within the range", () => {
    const colour = new Color();
    expect(strainColour(0.5, 0.1, colour).r).toBeGreaterThan(colour.b);
    expect(strainColour(-0.5, 0.1, colour).b).toBeGreaterThan(colour.r);
    expect(strainColour(0, 0.1, colour).getHexString()).toBe(new Color(0.94, 0.94, 0.94).getHexString());
  });
});
