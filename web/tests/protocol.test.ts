import { describe, expect, it } from "vitest";
import { version } from "../src/generated";
import { decode, fits, type Frame, type Topology } from "../src/protocol";

function message(kind: number, bytes: number): DataView {
  const view = new DataView(new ArrayBuffer(bytes));
  [0x54, 0x4e, 0x53, version, kind, 1].forEach((value, i) => view.setUint8(i, value));
  view.setUint32(8, 42, true);
  return view;
}

describe("decode", () => {
  it("reads a topology", () => {
    const view = message(1, 20 + 8 + 4 + 20 + 12);
    [1, 1, 2, 1, 0, 3, 1, 0, 3, 0, 0, 1, 2].forEach((value, i) => view.setUint32(12 + 4 * i, value, true));
    const topology = decode(view.buffer as ArrayBuffer);
    if (topology.kind !== "topology") throw new Error("not a topology");
    expect(topology.lane).toBe(1);
    expect(topology.revision).toBe(42);
    expect([...topology.springs]).toEqual([2, 1]);
    expect([...topology.pins]).toEqual([0]);
    expect([...topology.seen.triangles]).toEqual([0, 1, 2]);
  });

  it("reads a frame with strains, colliders, iterates and hands", () => {
    const view = message(2, 104 + 12 + 4 + 12 + 8 + 28);
    view.setUint16(6, 5, true);
    view.setUint32(12, 7, true);
    view.setFloat64(16, 0.5, true);
    [1, 1, 2, 1].forEach((value, i) => view.setUint32(24 + 4 * i, value, true));
    view.setFloat32(88, 3, true);
    [1, 2, 3, 0.25, 4, 5, 6, 9, 8].forEach((value, i) => view.setFloat32(104 + 4 * i, value, true));
    view.setUint32(140, 66, true);
    view.setFloat32(144, 11, true);
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

  it("reads contacts behind the hands: points, which of them planes held back, forces", () => {
    const view = message(2, 104 + 12 + 4 + 16);
    view.setUint16(6, 8, true);
    view.setUint32(24, 1, true);
    [2, 5, 0x80000000 + 6].forEach((value, i) => view.setUint32(116 + 4 * i, value, true));
    [0.5, 0.25].forEach((value, i) => view.setFloat32(128 + 4 * i, value, true));
    const frame = decode(view.buffer as ArrayBuffer);
    if (frame.kind !== "frame") throw new Error("not a frame");
    expect(frame.touching).toEqual({ points: new Uint32Array([5, 6]), forces: new Float32Array([0.5, 0.25]), limited: new Uint32Array([6]) });
    expect(frame.hasPlanes).toBe(false);
    expect(frame.strains).toBeNull();
    expect(frame.difference).toBeNull();
  });

  it("reads the points of animated meshes behind the contacts", () => {
    const view = message(2, 104 + 12 + 4 + 8 + 12 + 8);
    view.setUint16(6, 24, true);
    [1, 5, 0, 2, 3, 1].forEach((value, i) => view.setUint32(104 + 4 * i, value, true));
    [7, 8, 9].forEach((value, i) => view.setFloat32(128 + 4 * i, value, true));
    view.setUint32(140, 4, true);
    const frame = decode(view.buffer as ArrayBuffer);
    if (frame.kind !== "frame") throw new Error("not a frame");
    expect([...frame.touching!.points]).toEqual([5]);
    expect(frame.animated).toEqual([
      { collider: 3, points: new Float32Array([7, 8, 9]) },
      { collider: 4, points: new Float32Array([]) },
    ]);
  });

  it("reads what planes between surfaces did", () => {
    const view = message(2, 104);
    view.setUint16(6, 32, true);
    [0xffffffff, 7].forEach((value, i) => view.setUint32(92 + 4 * i, value, true));
    view.setFloat32(100, 0.25, true);
    const read = () => decode(view.buffer as ArrayBuffer);
    expect(read()).toMatchObject({ hasPlanes: true, crossings: null, limited: 7, leastGap: 0.25, touching: null });
    view.setUint32(92, 0, true);
    expect(read()).toMatchObject({ crossings: 0 });
  });

  it("refuses what is no message of this version", () => {
    expect(() => decode(new ArrayBuffer(3))).toThrow("Not a tensio message");
    const other = message(2, 100);
    other.setUint8(3, 9);
    expect(() => decode(other.buffer as ArrayBuffer)).toThrow("version 9");
  });
});

describe("a frame", () => {
  it("fits the topology of its revision and its number of vertices only", () => {
    const topology = { revision: 3, seen: { points: 2 } } as Topology;
    const frame = (revision: number, vertices: number) => ({ revision, positions: new Float32Array(3 * vertices) }) as Frame;
    expect(fits(frame(3, 2), topology)).toBe(true);
    expect(fits(frame(2, 2), topology)).toBe(false);
    expect(fits(frame(3, 9), topology)).toBe(false);
    expect(fits(frame(3, 2), null)).toBe(false);
  });
});
