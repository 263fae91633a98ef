#pragma once

#include <bit>
#include <cstdint>
#include <string>
#include <vector>

namespace tensio {

// One square of two triangles, in every format: points (0,0,0) (0,0,1) (1,0,1) (1,0,0).

inline const std::string square_obj =
    "# a square\n"
    "mtllib none.mtl\n"
    "v 0 0 0\nv 0 0 1\nv 1 0 1 1.0\nv 1.0e0 0 0\n"
    "vt 0 0\nvn 0 1 0\n"
    "usemtl cloth\ns off\n"
    "f 1/1/1 2/1/1 3//1 4\n";

inline const std::string square_ply =
    "ply\nformat ascii 1.0\ncomment a square\n"
    "element vertex 4\nproperty float x\nproperty float y\nproperty float z\nproperty uchar red\n"
    "element face 1\nproperty list uchar int vertex_indices\nproperty int group\n"
    "element edge 1\nproperty int vertex1\nproperty int vertex2\n"
    "end_header\n"
    "0 0 0 255\n0 0 1 255\n1 0 1 255\n1 0 0 255\n"
    "4 0 1 2 3 7\n"
    "0 1\n";

inline const std::string square_stl =
    "solid square\n"
    " facet normal 0 1 0\n  outer loop\n   vertex 0 0 0\n   vertex 0 0 1\n   vertex 1 0 1\n  endloop\n "
    "endfacet\n"
    " facet normal 0 1 0\n  outer loop\n   vertex 0 0 0\n   vertex 1 0 1\n   vertex 1 0 0\n  endloop\n "
    "endfacet\n"
    "endsolid square\n";

/// Appends the lowest `size` bytes of a value in the chosen order.
inline void put(std::string& bytes, std::uint64_t value, int size, bool big_endian) {
  for (int i = 0; i < size; ++i)
    bytes += static_cast<char>((value >> (8 * (big_endian ? size - 1 - i : i))) & 0xff);
}
inline void put_float(std::string& bytes, float value, bool big_endian = false) {
  put(bytes, std::bit_cast<std::uint32_t>(value), 4, big_endian);
}

inline const std::vector<std::vector<float>> square_points = {{0, 0, 0}, {0, 0, 1}, {1, 0, 1}, {1, 0, 0}};

/// Doubles, shorts and a list that must be skipped, to try many types.
inline std::string binary_square_ply(bool big_endian, const std::string& newline = "\n") {
  std::string bytes;
  for (const char* line :
       {"ply", big_endian ? "format binary_big_endian 1.0" : "format binary_little_endian 1.0",
        "element tag 2", "property list uchar short numbers", "element vertex 4", "property double x",
        "property float y", "property int8 z", "element face 1", "property uint16 group",
        "property list uint32 int16 vertex_index", "end_header"})
    bytes += line + newline;
  put(bytes, 2, 1, big_endian), put(bytes, 5, 2, big_endian), put(bytes, 6, 2, big_endian);
  put(bytes, 0, 1, big_endian);
  for (const auto& point : square_points) {
    put(bytes, std::bit_cast<std::uint64_t>(static_cast<double>(point[0])), 8, big_endian);
    put_float(bytes, point[1], big_endian);
    put(bytes, static_cast<std::uint64_t>(point[2]), 1, big_endian);
  }
  put(bytes, 9, 2, big_endian), put(bytes, 4, 4, big_endian);
  for (const std::uint64_t corner : {0, 1, 2, 3}) put(bytes, corner, 2, big_endian);
  return bytes;
}

inline std::string binary_square_stl(std::string header = "made by hand") {
  header.resize(80, ' ');
  std::string bytes = header;
  put(bytes, 2, 4, false);
  for (const auto& corners : {std::vector<std::size_t>{0, 1, 2}, {0, 2, 3}}) {
    for (const float n : {0.f, 1.f, 0.f}) put_float(bytes, n);
    for (const std::size_t corner : corners)
      for (const float coordinate : square_points[corner]) put_float(bytes, coordinate);
    put(bytes, 0, 2, false);
  }
  return bytes;
}

}  // namespace tensio
