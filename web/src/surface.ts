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

/** Springs that no surface shows, as pairs of vertices: those outside all triangles, and structural ones that are no
 * edge of a triangle, as of a twig with leaves. Those of bending and those inside a body are not drawn. */
export function ropesOf(springs: Uint32Array, families: Uint8Array, triangles: Uint32Array, vertices: number): Uint32Array {
  const structural = 0, bend = 2, isInside = 128;
  const inTriangle = new Uint8Array(vertices);
  for (const v of triangles) inTriangle[v] = 1;
  const key = (a: number, b: number): number => Math.min(a, b) * vertices + Math.max(a, b);
  const edges = new Set<number>();
  for (let t = 0; t < triangles.length; t += 3)
    for (let i = 0; i < 3; ++i) edges.add(key(triangles[t + i]!, triangles[t + (i + 1) % 3]!));
  const ropes: number[] = [];
  for (let s = 0; s < families.length; ++s) {
    const a = springs[2 * s]!, b = springs[2 * s + 1]!;
    if (families[s]! & isInside) continue;
    const isOutside = families[s] !== bend && !(inTriangle[a] && inTriangle[b]);
    if (isOutside || (families[s] === structural && !edges.has(key(a, b)))) ropes.push(a, b);
  }
  return Uint32Array.from(ropes);
}
