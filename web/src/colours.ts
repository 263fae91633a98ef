// Colours that mean something.
import * as THREE from "three";

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
