#!/usr/bin/env python3
"""Models the obstacles of three scenes: the bowl of `bowl`, the bust of `braids`, and the figure of `walk` with its walk
(scenes/meshes/bowl.obj, bust.obj, figure.obj and walk.pc2).

The bowl is a solid of revolution. Bust and figure are smooth unions of ellipsoids and round cones, meshed like the toy. The
figure moves like a puppet: a point follows the bones near it, each with its weight (linear blend skinning). Lengths are in
metres, y points up, the figure walks towards z.
"""

import math
import struct

from make_toy import MESHES, ellipsoid, mesh, smooth_min, turned, write

SCRIPT = "make_figures.py"


def round_cone(a, b, ra, rb, seam=0.05):
    """Returns a limb from a to b whose radius changes from ra to rb."""
    axis = [b[n] - a[n] for n in range(3)]
    square = sum(x * x for x in axis)

    def distance(p):
        t = min(1, max(0, sum((p[n] - a[n]) * axis[n] for n in range(3)) / square))
        return math.dist(p, [a[n] + t * axis[n] for n in range(3)]) - (ra + t * (rb - ra))

    return distance, seam


def limb(joints, radii, seam=0.05):
    """Returns round cones from joint to joint."""
    cones = [round_cone(*two, *r)[0] for *two, r in zip(joints, joints[1:], zip(radii, radii[1:]))]
    return lambda p: min(cone(p) for cone in cones), seam


def union(parts):
    def distance(p):
        least = 1e9
        for part, seam in parts:
            least = smooth_min(least, part(p), seam)
        return least

    return distance


# --- The bowl ---------------------------------------------------------------------------------------------------------

def bowl():
    """Returns a round bowl with a thick wall, from the middle of its foot over the rim to the middle inside."""
    outside = [(0.10, 0.0), (0.155, 0.0), (0.165, 0.012)]
    outside += [(0.17 + 0.23 * math.sin(t), 0.272 - 0.25 * math.cos(t)) for t in angles(8, 90, 7)]
    rim = [(0.4 - 0.014 * (1 - math.cos(t)), 0.272 + 0.014 * math.sin(t)) for t in angles(36, 144, 4)]
    inside = [(0.372 * math.sin(t) ** 0.85, 0.272 - 0.232 * math.cos(t)) for t in angles(90, 12, 11)]
    profile = outside + rim + inside
    count = 44
    points = [(r * math.cos(2 * math.pi * i / count), y, r * math.sin(2 * math.pi * i / count))
              for r, y in profile for i in range(count)]
    polygons = []
    for row in range(len(profile) - 1):
        for i in range(count):
            a, b = row * count + i, row * count + (i + 1) % count
            polygons.append((a, a + count, b + count, b))
    first, last = len(points), len(points) + 1
    points += [(0, profile[0][1], 0), (0, 0.04, 0)]
    ring = (len(profile) - 1) * count
    for i in range(count):
        j = (i + 1) % count
        polygons += [(first, i, j), (last, ring + j, ring + i)]
    return points, polygons


def angles(begin, end, count):
    return [math.radians(begin + (end - begin) * i / (count - 1)) for i in range(count)]


# --- The bust ---------------------------------------------------------------------------------------------------------

def bust():
    """Returns head and shoulders; the skull is a ball with a radius of 0.1 about (0, 1, 0)."""
    parts = [
        ellipsoid((0, 1, 0), (0.1, 0.1, 0.1)),  # skull
        ellipsoid((0, 0.935, 0.03), (0.07, 0.09, 0.075), seam=0.04),  # face
        ellipsoid((0, 0.945, 0.103), (0.012, 0.025, 0.014), (0, -18), seam=0.03),  # nose
        ellipsoid((0, 0.868, 0.062), (0.03, 0.022, 0.026), seam=0.04),  # chin
        round_cone((0, 0.92, -0.02), (0, 0.76, -0.03), 0.054, 0.058, seam=0.04),  # neck
        ellipsoid((0, 0.62, -0.02), (0.16, 0.14, 0.1), seam=0.08),  # chest
    ]
    for side in (1, -1):
        parts.append(round_cone((0.04 * side, 0.735, -0.03), (0.17 * side, 0.69, -0.025), 0.05, 0.058, seam=0.06))  # shoulder
    whole = union(parts)
    return lambda p: -smooth_min(-whole(p), p[1] - 0.58, 0.02)  # cut off below


# --- The figure and its walk ------------------------------------------------------------------------------------------

HIP, KNEE, ANKLE, TOE = (0.085, 0.87, 0), (0.09, 0.48, 0.005), (0.09, 0.085, -0.01), (0.09, 0.03, 0.15)
SHOULDER, ELBOW, HAND = (0.16, 1.345, 0), (0.405, 1.345, 0), (0.645, 1.345, 0)
WAIST, NECK = (0, 1.0, 0), (0, 1.4, -0.01)


def mirrored(p, side):
    return (side * p[0], p[1], p[2])


def figure():
    """Returns a figure whose arms lie along the grid, where surface nets are at their best."""
    parts = [
        ellipsoid((0, 0.9, -0.005), (0.155, 0.12, 0.112)),  # hips
        ellipsoid((0, 1.06, 0), (0.125, 0.17, 0.09)),  # waist
        ellipsoid((0, 1.225, 0), (0.148, 0.16, 0.105)),  # chest
        ellipsoid((0, 1.62, 0.005), (0.08, 0.1, 0.095), seam=0.03),  # skull
        ellipsoid((0, 1.575, 0.035), (0.056, 0.08, 0.06), seam=0.03),  # face
        round_cone((0, 1.36, -0.015), (0, 1.56, -0.01), 0.056, 0.05, seam=0.03),  # neck
    ]
    for side in (1, -1):
        hip, knee, ankle, toe, shoulder, elbow, hand = (
            mirrored(p, side) for p in (HIP, KNEE, ANKLE, TOE, SHOULDER, ELBOW, HAND))
        parts += [
            round_cone((0.03 * side, 1.38, -0.015), shoulder, 0.05, 0.052, seam=0.04),
            limb((hip, knee, ankle), (0.08, 0.053, 0.037)),
            round_cone((ankle[0], 0.045, -0.03), toe, 0.043, 0.032, seam=0.03),
            limb((shoulder, elbow, hand), (0.047, 0.038, 0.029), seam=0.03),
            ellipsoid((0.69 * side, 1.345, 0.005), (0.062, 0.027, 0.037), seam=0.02),  # hand
        ]
    return union(parts)


# The bones: name, parent, joint, other end, radius of the flesh around it.
BONES = [("hips", None, WAIST, (0, 0.86, 0), 0.12), ("chest", "hips", WAIST, NECK, 0.11),
         ("head", "chest", NECK, (0, 1.66, 0), 0.07)]
for name, side in (("left ", 1), ("right ", -1)):
    BONES += [(name + bone, parent if parent in ("hips", "chest") else name + parent, mirrored(a, side), mirrored(b, side), r)
              for bone, parent, a, b, r in (("thigh", "hips", HIP, KNEE, 0.065), ("shin", "thigh", KNEE, ANKLE, 0.045),
                                            ("foot", "shin", ANKLE, TOE, 0.04), ("arm", "chest", SHOULDER, ELBOW, 0.042),
                                            ("forearm", "arm", ELBOW, (0.74, 1.345, 0), 0.033))]


def weights(p):
    """Returns how much each bone moves a point: those count whose flesh is nearest; limbs leave the other side alone."""
    shares = []
    for name, _, a, b, radius in BONES:
        side = 1 if name.startswith("left") else -1 if name.startswith("right") else 0
        near = 1 / (0.1 + round_cone(a, b, 0, 0)[0](p) / radius) ** 6
        across = min(1, max(0, 0.5 + side * p[0] / 0.04)) if side else 1
        shares.append(near * across * across * (3 - 2 * across))
    total = sum(shares)
    return [s / total for s in shares]


PERIOD = 1.15   # s, of two paces
SAMPLES = 10    # in a period; few, because the viewer takes messages of at most 1 MiB
STEADY = 1     # periods until the walk is steady
GRID = 8192    # places are multiples of 1/8192 m, about as fine as in figure.obj: they compress well


def eased(t):
    t = min(1, max(0, t))
    return t * t * (3 - 2 * t)


def pose(cycles):
    """Returns the angles (degrees) of the bones about x, y and z after so many periods; a bend to the front is negative.
    The arms start as the tunic is made for, and come down while the walk begins."""
    walk, lowered = eased((cycles - 0.1) / (STEADY - 0.1)), eased(cycles / STEADY)
    turn = 2 * math.pi * cycles
    angles = {"hips": (2 * walk, -5 * walk * math.cos(turn), 1.5 * walk * math.sin(turn)),
              "chest": (2 * walk, 11 * walk * math.cos(turn), -2 * walk * math.sin(turn)),
              "head": (-2 * walk, -6 * walk * math.cos(turn), 0)}
    for name, side in (("left ", 1), ("right ", -1)):
        phase = turn + (0 if side > 0 else math.pi)
        swing = math.cos(phase)  # 1: this leg is foremost
        lift = max(0.0, math.sin(phase + math.radians(205)))  # while the leg comes forward
        thigh = -walk * (4 + 21 * swing + 9 * lift)
        knee = walk * (7 + 48 * lift ** 1.5)
        angles[name + "thigh"] = (thigh, 0, 0)
        angles[name + "shin"] = (knee, 0, 0)
        push = max(0.0, math.sin(phase + math.radians(235)))  # while the heel leaves the floor
        angles[name + "foot"] = (walk * (16 * push - 10 * max(0, swing) - 2), 0, 0)
        angles[name + "arm"] = (walk * 17 * swing, 0, -side * (21 + 41 * lowered))
        angles[name + "forearm"] = (0, -side * (6 + walk * (8 - 6 * swing)) * lowered, 0)
    return angles


def place(p, bone, angles):
    """Moves a point with a bone and all those that it hangs from."""
    while bone is not None:
        _, parent, joint, _, _ = FIND[bone]
        q = [p[n] - joint[n] for n in range(3)]
        for axis in (2, 1, 0):
            q = turned(q, axis, angles.get(bone, (0, 0, 0))[axis])
        p = [q[n] + joint[n] for n in range(3)]
        bone = parent
    return p


FIND = {bone[0]: bone for bone in BONES}


def walk(points):
    """Returns the places of the points in each sample; the lower foot is always on the floor."""
    shares = [weights(p) for p in points]
    samples = []
    for sample in range(round((STEADY + 1) * SAMPLES) + 1):
        angles = pose(sample / SAMPLES)
        moved = []
        for p, share in zip(points, shares):
            placed = [(w, place(p, bone[0], angles)) for w, bone in zip(share, BONES) if w > 1e-3]
            total = sum(w for w, _ in placed)
            moved.append([sum(w * q[n] for w, q in placed) / total for n in range(3)])
        lowest = min(p[1] for p in moved)
        samples.append([(x, y - lowest, z) for x, y, z in moved])
    return samples


def write_pc2(name, samples):
    data = struct.pack("<12siiffi", b"POINTCACHE2", 1, len(samples[0]), 0, 1, len(samples))
    for points in samples:
        data += b"".join(struct.pack("<3f", *(round(x * GRID) / GRID for x in p)) for p in points)
    (MESHES / name).write_bytes(data)
    print(f"{MESHES / name}: {len(samples)} samples, {len(data)} bytes; cache_fps = {SAMPLES / PERIOD:.6f}, "
          f"cache_repeat = {STEADY * PERIOD:.6f}")


if __name__ == "__main__":
    write("bowl.obj", *bowl(), SCRIPT)
    write("bust.obj", *mesh(bust(), (-0.3, 0.54, -0.2), (0.3, 1.14, 0.2), 0.018), SCRIPT)
    points, quads = mesh(figure(), (-0.84, -0.06, -0.203), (0.84, 1.8, 0.29), 0.031)
    samples = walk(points)
    write("figure.obj", samples[0], quads, SCRIPT)
    write_pc2("walk.pc2", samples)
