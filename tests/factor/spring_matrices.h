#pragma once

#include <cstring>
#include <vector>

#include "factor/sparse.h"
#include "support/random_system.h"

namespace tensio {

/// Unit masses and springs of random weight between the given pairs.
class SpringMatrix {
 public:
  SpringMatrix(std::uint32_t n, std::uint32_t seed) : random_(seed), builder_(n) {
    for (std::uint32_t i = 0; i < n; ++i) builder_.add_diagonal(i, random_.uniform(0.5, 1.5));
  }
  void join(std::uint32_t a, std::uint32_t b) {
    if (a != b) builder_.add_difference(a, b, random_.uniform(0.1, 10));
  }
  Random& random() { return random_; }
  SparseBuilder& builder() { return builder_; }
  SparseMatrix build() const { return builder_.build(); }

 private:
  Random random_;
  SparseBuilder builder_;
};

/// The paper's cloth: structural, one diagonal, and bending springs over one vertex.
inline SparseMatrix grid(std::uint32_t side, std::uint32_t seed = 1) {
  SpringMatrix springs(side * side, seed);
  const auto join = [&](std::uint32_t r, std::uint32_t c, std::uint32_t down, std::uint32_t right) {
    if (r + down < side && c + right < side) springs.join(r * side + c, (r + down) * side + c + right);
  };
  for (std::uint32_t r = 0; r < side; ++r) {
    for (std::uint32_t c = 0; c < side; ++c) {
      join(r, c, 0, 1), join(r, c, 1, 0), join(r, c, 1, 1), join(r, c, 0, 2), join(r, c, 2, 0);
    }
  }
  springs.builder().fix(0);
  springs.builder().fix(side - 1);
  return springs.build();
}
inline SparseMatrix random_graph(std::uint32_t n, std::uint32_t count, std::uint32_t seed) {
  SpringMatrix springs(n, seed);
  for (std::uint32_t s = 0; s < count; ++s)
    springs.join(springs.random().below(n), springs.random().below(n));
  return springs.build();
}
inline SparseMatrix pieces(std::uint32_t count, std::uint32_t size) {
  SpringMatrix springs(count * size, 3);
  for (std::uint32_t p = 0; p < count; ++p)
    for (std::uint32_t s = 0; s < 2 * size; ++s)
      springs.join(p * size + springs.random().below(size), p * size + springs.random().below(size));
  return springs.build();
}
inline SparseMatrix diagonal(std::uint32_t n) {
  return SpringMatrix(n, 4).build();
}
inline SparseMatrix star(std::uint32_t n, std::uint32_t centre) {
  SpringMatrix springs(n, 5);
  for (std::uint32_t i = 0; i < n; ++i) springs.join(centre, i);
  return springs.build();
}
inline SparseMatrix complete(std::uint32_t n) {
  SpringMatrix springs(n, 6);
  for (std::uint32_t i = 0; i < n; ++i)
    for (std::uint32_t j = 0; j < i; ++j) springs.join(i, j);
  return springs.build();
}
inline SparseMatrix path(std::uint32_t n) {
  SpringMatrix springs(n, 7);
  for (std::uint32_t i = 1; i < n; ++i) springs.join(i - 1, i);
  return springs.build();
}
/// A path whose first vertex is joined to every other.
inline SparseMatrix arrow(std::uint32_t n) {
  SpringMatrix springs(n, 8);
  for (std::uint32_t i = 1; i < n; ++i) springs.join(0, i), springs.join(i - 1, i);
  return springs.build();
}

inline std::vector<Vec3> random_vector(std::size_t n) {
  Random random(9);
  std::vector<Vec3> result(n);
  for (Vec3& v : result) v = random.vec3(1);
  return result;
}

inline bool same_bits(const std::vector<Vec3>& a, const std::vector<Vec3>& b) {
  return a.size() == b.size() && std::memcmp(a.data(), b.data(), a.size() * sizeof(Vec3)) == 0;
}

}  // namespace tensio
