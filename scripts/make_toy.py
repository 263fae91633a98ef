#!/usr/bin/env python3
"""Models the rabbit of the scene `toy` and the pudding of `pudding`: scenes/meshes/toy.obj and pudding.obj.

The rabbit is a smooth union of ellipsoids, the pudding a fluted cone. Naive surface nets (Gibson 1998) find their surfaces:
one point in every grid cell that the surface passes through, one quadrilateral around every edge that it crosses. The points
are then projected onto the surface along its gradient.
"""

import math
import pathlib

MESHES = pathlib.Path(__file__).resolve().parent.parent / "scenes" / "meshes"
SOFT = 0.05  # m, width of the seams between parts


def turned(p, axis, degrees):
    """Rotates p about an axis: 0 for x, 1 for y, 2 for z."""
    c, s = math.cos(math.radians(degrees)), math.sin(math.radians(degrees))
    a, b = (axis + 1) % 3, (axis + 2) % 3
    q = list(p)
    q[a], q[b] = c * p[a] - s * p[b], s * p[a] + c * p[b]
    return q


def ellipsoid(center, radii, *turns, seam=SOFT):
    """Returns one part; the turns (axis, degrees) apply in order."""

    def distance(p):
        q = [p[i] - center[i] for i in range(3)]
        for axis, degrees in reversed(turns):
            q = turned(q, axis, -degrees)
        k0 = math.sqrt(sum((q[i] / radii[i]) ** 2 for i in range(3)))
        k1 = math.sqrt(sum((q[i] / radii[i] ** 2) ** 2 for i in range(3)))
        return k0 * (k0 - 1) / k1 if k1 > 0 else -min(radii)

    return distance, seam


def rabbit():
    parts = [
        ellipsoid((0, 0.29, 0), (0.23, 0.28, 0.20)),  # belly
        ellipsoid((0, 0.69, 0.03), (0.205, 0.18, 0.185)),  # head
        ellipsoid((0, 0.17, -0.235), (0.085, 0.085, 0.08), seam=0.02),  # tail
        ellipsoid((0, 0.685, 0.225), (0.034, 0.026, 0.03), seam=0.01),  # nose
    ]
    for side in (1, -1):
        parts += [
            ellipsoid((0.062 * side, 0.635, 0.175), (0.085, 0.07, 0.065), seam=0.03),  # cheek
            ellipsoid((0.078 * side, 0.745, 0.19), (0.028, 0.034, 0.026), seam=0.008),  # eye
            ellipsoid((0.105 * side, 1.00, -0.01), (0.072, 0.225, 0.042), (2, -9 * side)),  # ear
            ellipsoid((0.215 * side, 0.42, 0.10), (0.07, 0.15, 0.07), (0, -48), (2, 20 * side)),  # arm
            ellipsoid((0.155 * side, 0.105, 0.20), (0.105, 0.10, 0.22), (1, 14 * side)),  # leg
            ellipsoid((0.205 * side, 0.13, 0.395), (0.09, 0.125, 0.055), seam=0.03),  # foot
        ]
    return parts


PARTS = rabbit()


def smooth_min(a, b, seam):
    """Returns a union whose seam is filled by a parabola (Quilez)."""
    h = max(seam - abs(a - b), 0) / seam
    return min(a, b) - h * h * seam / 4


def rabbit_distance(p):
    """Returns the signed distance, negative inside."""
    least = 1e9
    for part, seam in PARTS:
        least = smooth_min(least, part(p), seam)
    return least


def pudding_distance(p):
    """Returns the signed distance to a cone of height 0.42 on the floor, with fourteen flutes and a round rim."""
    x, y, z = p
    r, angle = math.hypot(x, z), math.atan2(z, x)
    depth = 0.022 * min(1, max(0, (0.44 - y) / 0.1))
    side = 0.95 * (r - (0.37 - 0.26 * y) - depth * math.cos(14 * angle))
    top = y - 0.42 - 0.01 * math.cos(min(1, r / 0.26) * math.pi)
    cap = -smooth_min(-side, -top, 0.09)
    return -smooth_min(-cap, y, 0.03)


def gradient(distance, p, step=1e-4):
    g = []
    for axis in range(3):
        a, b = list(p), list(p)
        a[axis] -= step
        b[axis] += step
        g.append((distance(b) - distance(a)) / (2 * step))
    return g


def surface_net(distance, low, high, cell):
    counts = [math.ceil((high[n] - low[n]) / cell) + 1 for n in range(3)]
    at = lambda i, j, k: (low[0] + i * cell, low[1] + j * cell, low[2] + k * cell)
    value = {}
    for i in range(counts[0]):
        for j in range(counts[1]):
            for k in range(counts[2]):
                value[i, j, k] = distance(at(i, j, k))
    points, number = [], {}
    for i in range(counts[0] - 1):
        for j in range(counts[1] - 1):
            for k in range(counts[2] - 1):
                crossings = []
                for corner in range(8):
                    a = (i + (corner & 1), j + (corner >> 1 & 1), k + (corner >> 2))
                    for axis in range(3):
                        if corner >> axis & 1:
                            continue
                        b = tuple(a[n] + (n == axis) for n in range(3))
                        if (value[a] < 0) != (value[b] < 0):
                            t = value[a] / (value[a] - value[b])
                            p, q = at(*a), at(*b)
                            crossings.append([p[n] + t * (q[n] - p[n]) for n in range(3)])
                if crossings:
                    number[i, j, k] = len(points)
                    points.append([sum(c[n] for c in crossings) / len(crossings) for n in range(3)])
    quads = []
    for (i, j, k), inside in ((key, v < 0) for key, v in value.items()):
        for axis in range(3):
            b = tuple((i, j, k)[n] + (n == axis) for n in range(3))
            if b not in value or (value[b] < 0) == inside:
                continue
            u, v = (axis + 1) % 3, (axis + 2) % 3
            ring = []
            for du, dv in ((-1, -1), (0, -1), (0, 0), (-1, 0)):
                cell = [i, j, k]
                cell[u] += du
                cell[v] += dv
                ring.append(number[tuple(cell)])
            quads.append(ring if inside else ring[::-1])
    return points, quads


def settle(distance, points, quads, rounds=4):
    """Spaces the points evenly along the surface and projects them onto it."""
    neighbours = [set() for _ in points]
    for quad in quads:
        for a, b in zip(quad, quad[1:] + quad[:1]):
            neighbours[a].add(b)
            neighbours[b].add(a)
    for _ in range(rounds):
        moved = []
        for p, around in zip(points, neighbours):
            mean = [sum(points[q][n] for q in around) / len(around) for n in range(3)]
            p = [0.5 * (p[n] + mean[n]) for n in range(3)]
            for _ in range(2):
                g, d = gradient(distance, p), distance(p)
                square = sum(x * x for x in g)
                p = [p[n] - d * g[n] / square for n in range(3)]
            moved.append(p)
        points = moved
    return points


def mesh(distance, low, high, cell):
    points, quads = surface_net(distance, low, high, cell)
    return settle(distance, points, quads), quads


def write(name, points, polygons, script="make_toy.py"):
    """Writes scenes/meshes/NAME; quadrilaterals become triangles along their shorter diagonals."""
    lines = [f"# Made by scripts/{script}"]
    lines += ["v " + " ".join(f"{x:.4f}" for x in p) for p in points]
    triangles = []
    for a, b, c, *d in polygons:
        if not d:
            triangles += [(a, b, c)]
        elif math.dist(points[a], points[c]) <= math.dist(points[b], points[d[0]]):
            triangles += [(a, b, c), (a, c, d[0])]
        else:
            triangles += [(a, b, d[0]), (b, c, d[0])]
    lines += ["f {} {} {}".format(*(v + 1 for v in t)) for t in triangles]
    path = MESHES / name
    path.write_text("\n".join(lines) + "\n")
    print(f"{path}: {len(points)} vertices, {len(triangles)} triangles")


if __name__ == "__main__":
    write("toy.obj", *mesh(rabbit_distance, (-0.42, -0.06, -0.40), (0.42, 1.28, 0.52), 1 / 38))
    write("pudding.obj", *mesh(pudding_distance, (-0.46, -0.05, -0.46), (0.46, 0.5, 0.46), 1 / 40))
