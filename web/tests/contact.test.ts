import { Color } from "three";
import { describe, expect, it } from "vitest";
import { forceColour, forceColours } from "../src/colours";
import { ForceRange, roundUp } from "../src/force_range";
import { forceUnit, sayForce } from "../src/legend";
import { sayContact } from "../src/readout";

/** Lightness as the eye sees it, CIE L*. */
function lightness(colour: Color): number {
  const y = 0.2126 * colour.r + 0.7152 * colour.g + 0.0722 * colour.b; // linear
  return y > 0.008856 ? 116 * Math.cbrt(y) - 16 : 903.3 * y;
}

describe("colours of forces", () => {
  it("become lighter in even steps", () => {
    const steps = Array.from({ length: 11 }, (_, i) => lightness(forceColour((i / 10) ** 2, 1, new Color())));
    const mean = (steps[10]! - steps[0]!) / 10;
    expect(mean).toBeGreaterThan(5);
    for (let i = 0; i < 10; ++i) expect(Math.abs(steps[i + 1]! - steps[i]! - mean)).toBeLessThan(0.35 * mean);
  });
  it("can all be shown on a screen", () => {
    for (let i = 0; i <= 100; ++i) for (const part of forceColour(i / 100, 1, new Color()).toArray()) expect(part >= 0 && part <= 1).toBe(true);
  });
  it("stay within their range, and without one are those of no force", () => {
    const hex = (force: number, range: number) => forceColour(force, range, new Color()).getHexString();
    expect(hex(9, 1)).toBe(hex(1, 1));
    expect(hex(3, 0)).toBe(hex(0, 1));
  });
  it("are given to the points that touch alone", () => {
    const colours = new Float32Array(9).fill(-1);
    forceColours({ points: new Uint32Array([1]), forces: new Float32Array([2]), limited: new Uint32Array() }, 2, colours);
    expect([...colours.subarray(0, 3), ...colours.subarray(6)]).toEqual([-1, -1, -1, -1, -1, -1]);
    expect(colours[3]).toBeCloseTo(forceColour(1, 1, new Color()).r);
  });
});

describe("the range of forces", () => {
  const forces = (most: number) => [Float32Array.from({ length: 100 }, (_, i) => (most * (i + 1)) / 95)];

  it("is a round number", () => {
    expect([0.00031, 0.7, 1, 1.1, 2.1, 5.1].map(roundUp).map((value) => Number(value.toPrecision(6)))).toEqual([0.0005, 1, 1, 2, 5, 10]);
  });
  it("starts where the forces are, and moves to others little by little", () => {
    const range = new ForceRange();
    range.aim(forces(0.9));
    expect(range.now).toBe(1);
    expect(range.ease(1 / 60)).toBe(false);
    range.aim(forces(40));
    let before = range.now;
    for (let i = 0; i < 300 && range.ease(1 / 60); ++i) {
      expect(range.now / before).toBeGreaterThan(1);
      expect(range.now / before).toBeLessThan(1.35);
      before = range.now;
    }
    expect(range.now).toBe(50);
  });
  it("stays while forces waver about a round number", () => {
    const range = new ForceRange();
    range.aim(forces(1.02));
    for (const most of [0.99, 1.01, 0.9, 1.1]) {
      range.aim(forces(most));
      expect(range.ease(1 / 60)).toBe(false);
    }
    range.aim(forces(0.6));
    expect(range.ease(1 / 60)).toBe(true);
  });
  it("does not follow a few that are far above all others, nor none", () => {
    const range = new ForceRange();
    const few = forces(0.9)[0]!;
    few[99] = 1000;
    range.aim([few]);
    expect(range.now).toBe(1);
    range.aim([new Float32Array(), new Float32Array([0, 0])]);
    expect(range.ease(1)).toBe(false);
  });
});

describe("contact in words", () => {
  const frame = { contacts: 1234, hasPlanes: true, leastGap: 0.4213, crossings: 0 as number | null, limited: 0 };

  it("tells contacts, the least gap, crossings and what planes held back", () => {
    expect(sayContact(frame)).toBe("1,234 contacts · least gap 0.42 mm · 0 crossings");
    expect(sayContact({ ...frame, crossings: 1, limited: 3 })).toBe("1,234 contacts · least gap 0.42 mm · 1 crossing · 3 limited");
  });
  it("says what is not known", () => {
    expect(sayContact({ ...frame, leastGap: Infinity, crossings: null })).toBe("1,234 contacts · crossings not checked");
  });
  it("tells nothing of planes where there are none", () => {
    expect(sayContact({ ...frame, hasPlanes: false, contacts: 1 })).toBe("1 contact");
    expect(sayContact({ ...frame, hasPlanes: false, contacts: 0 })).toBe("");
  });
  it("has a unit that fits", () => {
    expect([2, 0.02, 2e-5].map((force) => forceUnit(force).unit)).toEqual(["N", "mN", "µN"]);
    expect(sayForce(0.00123)).toBe("1.23 mN");
    expect(sayForce(0)).toBe("0 N");
  });
});
