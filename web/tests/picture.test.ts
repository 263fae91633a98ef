import { Color } from "three";
import { describe, expect, it } from "vitest";
import { strainColour } from "../src/colours";
import { thinStroke, type Point } from "../src/stroke";
import { decodeSeen, double, vertexNormals } from "../src/surface";
import { windFrom, windTo } from "../src/wind";

describe("strain colours", () => {
  it("are blue where compressed, red where stretched, and stay within the range", () => {
    const colour = new Color();
    expect(strainColour(0.5, 0.1, colour).r).toBeGreaterThan(colour.b);
    expect(strainColour(-0.5, 0.1, colour).b).toBeGreaterThan(colour.r);
    expect(strainColour(0, 0.1, colour).getHexString()).toBe("cfcdc8");
    expect(strainColour(9, 0.1, colour).getHexString()).toBe("b2182b");
  });
});

describe("normals", () => {
  it("point to the side from which corners go counter-clockwise", () => {
    const normals = new Float32Array(9);
    vertexNormals(new Float32Array([0, 0, 0, 2, 0, 0, 0, 3, 0]), new Uint32Array([0, 1, 2]), normals);
    expect([...normals]).toEqual([0, 0, 1, 0, 0, 1, 0, 0, 1]);
  });
  it("are zero, not NaN, where there is no surface", () => {
    const normals = new Float32Array(3);
    vertexNormals(new Float32Array(3), new Uint32Array(), normals);
    expect([...normals]).toEqual([0, 0, 0]);
  });
});

describe("what is seen", () => {
  /** A folded pair of triangles with a crease along 1–2, and a strand from 3 to 4. */
  const numbers = [5, 2, 1, 7, 2, 0, 1, 2, 2, 1, 3, 0, 1, 2, 6, 5, 3, 3, 4];
  const buffer = new ArrayBuffer(4 * 40);
  const view = new DataView(buffer);
  numbers.forEach((number, i) => view.setUint32(8 + 4 * i, number, true));
  [0.25, 0.5].forEach((radius, i) => view.setFloat32(84 + 4 * i, radius, true));
  [2, 0, 0xff0000, 0xff0000, 5].forEach((number, i) => view.setUint32(92 + 4 * i, number, true));
  new Uint8Array(buffer).set(new TextEncoder().encode("cloth"), 112);
  [2, 1, 0x00ff00, 0x0000ff, 0].forEach((number, i) => view.setUint32(120 + 4 * i, number, true));
  const seen = decodeSeen(buffer, 8);

  it("has triangles, strands with radii, and bodies with names and colours", () => {
    expect(seen.points).toBe(5);
    expect([...seen.triangles]).toEqual([0, 1, 2, 2, 1, 3]);
    expect([...seen.segments]).toEqual([3, 4]);
    expect([...seen.radii]).toEqual([0.25, 0.5]);
    expect(seen.bodies).toEqual([
      { name: "cloth", triangleEnd: 2, segmentEnd: 0, colour: 0xff0000, ropeColour: 0xff0000 },
      { name: "", triangleEnd: 2, segmentEnd: 1, colour: 0x00ff00, ropeColour: 0x0000ff },
    ]);
  });
  it("doubles the points of creases", () => {
    expect([...seen.doubled]).toEqual([1, 2]);
    const x = new Float32Array([0, 10, 20, 30, 40, -1, -1]);
    double(x, 1, seen);
    expect([...x]).toEqual([0, 10, 20, 30, 40, 10, 20]);
  });
});

describe("a stroke", () => {
  it("is thinned, and keeps its ends", () => {
    const points = Array.from({ length: 1001 }, (_, i): Point => [i, 0]);
    const thin = thinStroke(points);
    expect(thin.length).toBeLessThanOrEqual(201);
    expect(thin[0]).toEqual([0, 0]);
    expect(thin.at(-1)).toEqual([1000, 0]);
    expect(thinStroke(points.slice(0, 9))).toHaveLength(9);
  });
});

describe("wind", () => {
  it("goes from its direction, and back into words", () => {
    expect(windTo(5, 0)[2]).toBe(-5);
    expect(windTo(5, 90)[0]).toBe(-5);
    for (const degrees of [0, 30, 90, 200, 359]) expect(windFrom(windTo(3, degrees), 0)).toEqual({ speed: 3, direction: degrees });
    expect(windFrom([0, 0, 0], 77)).toEqual({ speed: 0, direction: 77 });
  });
});
