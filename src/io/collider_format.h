#pragma once

// Declares the fields of colliders in a scene document; see scene_format.h.

#include "io/scene_field.h"
#include "io/scene_spec.h"

namespace tensio {

template <>
inline constexpr SceneKind scene_kind<Plane>{"plane", "half-space"};
template <class Visitor>
void describe(Visitor& v, Plane& s) {
  v.value({"point", "Any point on the plane.", "m", any_place}, s.point);
  v.direction({"normal", "Direction of the free side."}, s.normal);
}

template <>
inline constexpr SceneKind scene_kind<Sphere>{"sphere", "ball"};
template <class Visitor>
void describe(Visitor& v, Sphere& s) {
  v.value({"center", "Centre.", "m", any_place}, s.center);
  v.value({"radius", "Radius.", "m", some_length}, s.radius);
}

inline constexpr const char* rotated_about =
    "Rotation about the centre of the box or the origin of the mesh.";

template <>
inline constexpr SceneKind scene_kind<Box>{"box", "box at any angle"};
template <class Visitor>
void describe(Visitor& v, Box& s) {
  v.value({"center", "Centre.", "m", any_place}, s.center);
  Vec3 size = 2 * s.half_extent;
  v.value({"size", "Edge lengths.", "m", some_length}, size);
  s.half_extent = 0.5 * size;
  RotationSpec rotation;
  v.table({"rotation", rotated_about}, rotation);
  s.turn = rotation.turn();
}

template <>
inline constexpr SceneKind scene_kind<Capsule>{"capsule", "cylinder with round ends"};
template <class Visitor>
void describe(Visitor& v, Capsule& s) {
  v.value({"a", "One end of the axis.", "m", any_place, true}, s.a);
  v.value({"b", "The other end of the axis.", "m", any_place, true}, s.b);
  v.value({"radius", "Radius.", "m", some_length}, s.radius);
}

template <>
inline constexpr SceneKind scene_kind<Cylinder>{"cylinder", "cylinder with flat ends"};
template <class Visitor>
void describe(Visitor& v, Cylinder& s) {
  v.value({"a", "Middle of one end.", "m", any_place, true}, s.a);
  v.value({"b", "Middle of the other end.", "m", any_place, true}, s.b);
  v.value({"radius", "Radius.", "m", some_length}, s.radius);
}

template <>
inline constexpr SceneKind scene_kind<MeshColliderSpec>{"mesh", "surface of triangles from a file"};
template <class Visitor>
void describe(Visitor& v, MeshColliderSpec& s) {
  v.value({.name = "file", .doc = "OBJ, PLY or STL file, relative to the scene.", .required = true}, s.file);
  v.value({"scale", "Factor that converts the coordinates in the files to metres.", "", {1e-9, 1e9}},
          s.scale);
  v.value({"position", "Position of the origin of the files, after rotation.", "m", any_place}, s.position);
  v.table({"rotation", rotated_about}, s.rotation);
  v.value({"sides",
           "Sides that push. 2: both. 1: the front, from which triangles are seen counter-clockwise; what is "
           "behind passes to the front, and nothing the other way.",
           "",
           {1, 2}},
          s.sides);
  v.value({"cache",
           "PC2 or MDD file, or a frame cache of `tensio run` (.tfc): where the points of `file` are as time "
           "goes on, the same points in the same order. Unset: they stay."},
          s.cache);
  v.value({"cache_fps",
           "Frames of the cache per second. Unset: the times in the file, or, in a PC2 file, which has none, "
           "the frames of the scene.",
           "1/s",
           {1e-6, 1e6}},
          s.cache_fps);
  v.value({"cache_start",
           "Time at which the first frame of the cache is shown. Unset: as the file says.",
           "s",
           {-1e9, 1e9}},
          s.cache_start);
  v.value(
      {"cache_repeat",
       "Time after the first frame of the cache to which the motion goes back from the last, again and "
       "again; 0: repeat all. The points should be the same in both frames. Unset: they rest after the last.",
       "s",
       {0, 1e9}},
      s.cache_repeat);
}

template <class Visitor>
void describe(Visitor& v, ColliderSpec& s) {
  v.kind({"kind", "Shape of the collider."}, s.shape);
  v.value({"name", "Name, unique among bodies and colliders; empty: \"collider\" and its number."}, s.name);
  v.value({"friction", "Coulomb's coefficient μ.", "", {0, 100}}, s.friction);
  v.value({"thickness",
           "Distance kept between the surface and the vertices; with contact.method = \"planes\", half of "
           "the body's thickness is added.",
           "m", any_length},
          s.thickness);
  v.table({"path", "Motion of the collider. Unset: fixed."}, s.path);
  v.value(
      {"mass",
       "Mass of a sphere that falls and is pushed by what it touches, once its path has ended; 0: nothing "
       "moves it but its path.",
       "kg",
       {0, 1e9}},
      s.mass);
  v.value({"velocity", "Velocity of a sphere with mass at the start.", "m/s", {-1e6, 1e6}}, s.velocity);
}

}  // namespace tensio
