// Colours that mean something.
import * as THREE from "three";
import type { Touching } from "./protocol";

const cold = new THREE.Color("#2166ac");
const middle = new THREE.Color("#cfcdc8");
const hot = new THREE.Color("#b2182b");

/** Blue where compressed, red where stretched, by the fraction of `range`. */
export function strainColour(strain: number, range: number, into: THREE.Color): THREE.Color {
  const t = Math.max(-1, Math.min(1, strain / range));
  return into.copy(middle).lerp(t < 0 ? cold : hot, Math.abs(t));
}

/** Three numbers per vertex. */
export function strainColours(strains: Float32Array, range: number, into: Float32Array): void {
  const colour = new THREE.Color();
  strains.forEach((strain, i) => strainColour(strain, range, colour).toArray(into, 3 * i));
}

/** Where nothing touches. */
export const untouched = middle;
export const limitedColour = 0xff00b8;

/**
 * From violet over teal to yellow, its lightness rising in equal steps as the eye sees them (Ottosson 2020, Oklab), by the root of the
 * fraction of `range`: a few forces are usually much larger than all others.
 */
export function forceColour(force: number, range: number, into: THREE.Color): THREE.Color {
  const t = range > 0 ? Math.sqrt(Math.max(0, Math.min(1, force / range))) : 0;
  const lightness = 0.4 + 0.5 * t, chroma = 0.105 + 0.05 * (2 * t - 1) ** 2, hue = ((305 - 200 * t) * Math.PI) / 180;
  const a = chroma * Math.cos(hue), b = chroma * Math.sin(hue);
  const l = (lightness + 0.3963377774 * a + 0.2158037573 * b) ** 3;
  const m = (lightness - 0.1055613458 * a - 0.0638541728 * b) ** 3;
  const s = (lightness - 0.0894841775 * a - 1.291485548 * b) ** 3;
  return into.setRGB(
    4.0767416621 * l - 3.3077115913 * m + 0.2309699292 * s,
    -1.2684380046 * l + 2.6097574011 * m - 0.3413193965 * s,
    -0.0041960863 * l - 0.7034186147 * m + 1.707614701 * s);
}

/** Three numbers for each of these points, at its place. */
export function forceColours({ points, forces }: Touching, range: number, into: Float32Array): void {
  const colour = new THREE.Color();
  points.forEach((point, i) => forceColour(forces[i]!, range, colour).toArray(into, 3 * point));
}
