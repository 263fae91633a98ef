export type Point = [number, number]; // px

const mostPoints = 200;

/** As many points of a stroke as the engine needs, both ends among them. */
export function thinStroke(points: Point[]): Point[] {
  const step = Math.max(1, Math.ceil(points.length / mostPoints));
  return points.filter((_, i) => i % step === 0 || i === points.length - 1);
}
