#pragma once

#include <memory>
#include <string>
#include <vector>

#include "linear/linear_solver.h"
#include "tensio/model.h"

namespace tensio::lab {

/// Step that all implementations solve: min ½ |x − y|²_M + h² E(x) with springs and gravity, pins held.
struct BaselineProblem {
  const Model* model = nullptr;  // must outlive the baseline
  Vec3 gravity;                  // m/s²
  double h = 0;                  // s
};

/// Local/global as Liu et al. 2013 describe it, with common libraries: the baseline of the engine. Local
/// step: the direction d of every spring. Global step: A x = h² J d + M y + h² f.
class Baseline {
 public:
  virtual ~Baseline() = default;
  virtual std::string name() const = 0;  // "Eigen LLT, 3m x 3m"
  virtual std::string key() const = 0;   // in JSON: "eigen_3m"
  virtual void analyse() = 0;            // ordering and pattern of the factor
  virtual bool factor() = 0;             // numeric factorisation; false: not positive definite
  virtual std::size_t factor_entries() const = 0;
  /// Starts a step from y, in which pinned vertices are already in place.
  virtual void begin(Positions y) = 0;
  virtual void local_step() = 0;
  virtual void global_step() = 0;
  virtual void get_positions(std::span<Vec3> x) const = 0;
};

/// Eigen's SimplicialLLT with AMD, on the 3m×3m matrix: the naive implementation.
std::unique_ptr<Baseline> make_naive_baseline(const BaselineProblem& problem);
/// The same on the m×m matrix, three columns.
std::unique_ptr<Baseline> make_eigen_baseline(const BaselineProblem& problem);
/// CHOLMOD with METIS on the m×m matrix, three columns; null if the program was built without it.
std::unique_ptr<Baseline> make_cholmod_baseline(const BaselineProblem& problem, bool is_supernodal);
/// CHOLMOD's supernodal factor of Newton's 3m×3m matrix; null if the program was built without it.
std::unique_ptr<LinearSolver> make_cholmod_solver();

/// Another engine with the same cloth.
class Peer {
 public:
  virtual ~Peer() = default;
  virtual void advance_frame() = 0;
  virtual void get_positions(std::span<Vec3> x) const = 0;
};

/// Bullet's soft body from rest: a link per spring, `iterations` position iterations per frame of h; null if
/// the program was built without it.
std::unique_ptr<Peer> make_bullet_peer(const BaselineProblem& problem, int iterations);

}  // namespace tensio::lab
