// Written by `tensio schema --typescript`; a test compares them.
import type { Vector } from "./protocol";

/** What can be changed while a scene runs. */
export interface Settings {
  scheme: string;
  method: string;
  iterations: number;
  substeps: number;
  precision: string;
  verify: string;
  fabric: string;
  structural: number;
  shear: number;
  bend: number;
  tear_strain: number;
  ether: number;
  point: number;
  gravity: Vector;
  air: number;
  wind: Vector;
  gusts: number;
}

/** How a step ended, by number. */
export const statusNames = [
  "converged",
  "rounding-limit",
  "iteration-limit",
  "stalled",
  "not-positive-definite",
  "factor-too-large",
  "diverged",
];

/** Extensions of mesh files. */
export const meshExtensions = ["obj", "ply", "stl"];

/** Version of the messages. */
export const version = 4;
