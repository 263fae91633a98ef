#pragma once

// Not tensio's.
struct Vec3 {
  float r, g, b;
};
constexpr int neighbours_vec3 = 1;
