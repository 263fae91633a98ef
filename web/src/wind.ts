// Wind as a user says it, "5 m/s from 90°", and as the engine knows it, a velocity.
import type { Vector } from "./protocol";

export const airOutside = 1.2; // kg/m³

/** A direction of 0° blows from the front (+z) to the back, 90° from the right (+x) to the left. */
export function windTo(speed: number, degrees: number): Vector {
  const angle = (degrees * Math.PI) / 180;
  return [-speed * Math.sin(angle), 0, -speed * Math.cos(angle)];
}

/** Without wind the direction stays what it was. */
export function windFrom([x, y, z]: Vector, degrees: number): { speed: number; direction: number } {
  const speed = Number(Math.hypot(x, y, z).toFixed(2));
  if (speed === 0) return { speed, direction: degrees };
  return { speed, direction: Math.round((Math.atan2(-x, -z) * 180) / Math.PI + 360) % 360 };
}
