// Geometry of what is drawn.

/** Unit normals of vertices, each triangle weighted by its area. */
export function vertexNormals(x: Float32Array, triangles: Uint32Array, into: Float32Array): void {
  into.fill(0);
  for (let t = 0; t < triangles.length; t += 3) {
    const a = 3 * triangles[t]!, b = 3 * triangles[t + 1]!, c = 3 * triangles[t + 2]!;
    const ux = x[b]! - x[a]!, uy = x[b + 1]! - x[a + 1]!, uz = x[b + 2]! - x[a + 2]!;
    const vx = x[c]! - x[a]!, vy = x[c + 1]! - x[a + 1]!, vz = x[c + 2]! - x[a + 2]!;
    const nx = uy * vz - uz * vy, ny = uz * vx - ux * vz, nz = ux * vy - uy * vx;
    for (const corner of [a, b, c]) {
      into[corner]! += nx;
      into[corner + 1]! += ny;
      into[corner + 2]! += nz;
    }
  }
  for (let i = 0; i < into.length; i += 3) {
    const length = Math.hypot(into[i]!, into[i + 1]!, into[i + 2]!) || 1;
    into[i]! /= length;
    into[i + 1]! /= length;
    into[i + 2]! /= length;
  }
}

/** What is seen of a model: the engine's Seen (src/model/seen.h), in the layout of docs/frame-cache.md. */
export interface Seen {
  points: number;
  triangles: Uint32Array;
  /** Numbers of the normals at the triangles' corners; one below `points` belongs to the point of that number. */
  normals: Uint32Array;
  /** The points of the normals behind those: at creases a point has several. */
  doubled: Uint32Array;
  /** Strands: pairs of points, and the radii there, m. */
  segments: Uint32Array;
  radii: Float32Array;
  bodies: SeenBody[];
}

/** Its triangles and segments begin where those of the body before end. */
export interface SeenBody {
  name: string;
  triangleEnd: number;
  segmentEnd: number;
  colour: number;
  ropeColour: number;
}

export function decodeSeen(buffer: ArrayBuffer, start: number): Seen {
  const view = new DataView(buffer);
  let at = start;
  const u32 = (): number => view.getUint32((at += 4) - 4, true);
  const take = (count: number): Uint32Array => new Uint32Array(buffer, (at += 4 * count) - 4 * count, count);
  const points = u32(), triangleCount = u32(), segmentCount = u32(), normalCount = u32(), bodyCount = u32();
  const triangles = take(3 * triangleCount);
  const normals = normalCount > points ? take(3 * triangleCount) : triangles;
  const doubled = new Uint32Array(normalCount - points);
  normals.forEach((normal, i) => {
    if (normal >= points) doubled[normal - points] = triangles[i]!;
  });
  const segments = take(2 * segmentCount);
  const radii = new Float32Array(buffer, at, 2 * segmentCount);
  at += 8 * segmentCount;
  const bodies = Array.from({ length: bodyCount }, (): SeenBody => {
    const [triangleEnd, segmentEnd, colour, ropeColour, length] = [u32(), u32(), u32(), u32(), u32()];
    const name = new TextDecoder().decode(new Uint8Array(buffer, at, length));
    at += Math.ceil(length / 4) * 4;
    return { name, triangleEnd, segmentEnd, colour, ropeColour };
  });
  return { points, triangles, normals, doubled, segments, radii, bodies };
}

/** Copies the numbers of points (`size` each) behind them for the normals that they have besides their first. */
export function double(numbers: Float32Array, size: number, seen: Seen): void {
  seen.doubled.forEach((point, i) => numbers.copyWithin(size * (seen.points + i), size * point, size * (point + 1)));
}
