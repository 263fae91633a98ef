import { Color } from "three";
import { describe, expect, it } from "vitest";
import { strainColour } from "../src/colours";
import { thinStroke, type Point } from "../src/stroke";
import { ropesOf, vertexNormals } from "../src/surface";
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

describe("ropes", () => {
  it("are springs that no triangle shows and that do not bend", () => {
    const springs = new Uint32Array([0, 1, 2, 3, 3, 4]);
    expect([...ropesOf(springs, new Uint8Array([0, 0, 2]), new Uint32Array([0, 1, 2]), 5)]).toEqual([2, 3]);
    expect([...ropesOf(springs, new Uint8Array([0, 128, 2]), new Uint32Array([0, 1, 2]), 5)]).toEqual([]);
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
