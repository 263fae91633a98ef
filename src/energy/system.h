#pragma once

#include <cstdint>
#include <memory>
#include <vector>

#include "energy/energy.h"
#include "tensio/setup.h"

namespace tensio {

/// What a system consists of, by what can evaluate it: sums of the terms of single vertices, one table of
/// springs, one of dampers, and all else by itself.
struct Terms {
  std::vector<const Energy*> loads;     // see get_pull
  bool has_steady_loads = true;         // at all times
  std::vector<const Energy*> tethered;  // see get_tethers
  const Energy* springs = nullptr;      // null: none
  const Springs* spring_table = nullptr;
  std::vector<const Energy*> others;  // of no known shape, or further tables of springs
  std::vector<double> drag;           // N·s/m; empty: none
  Dissipation* dampers = nullptr;     // null: none
  std::vector<Dissipation*> other_dissipations;

  /// The dampers with the directions that they have now; without springs where there are none.
  Dampers damper_table() const;
  /// Sets pull to the sum of all loads at the time that was set, N, one per vertex.
  void get_pull(std::span<Vec3> pull) const;
  /// The same for these vertices alone; leaves others as they are.
  void get_pull(std::span<const VertexId> vertices, std::span<Vec3> pull) const;
  /// Sets tethers to all tethers at the time that was set, weights times scale, those of one vertex side by
  /// side.
  void get_tethers(double scale, std::vector<Tether>& tethers) const;
};

/// Which tables something was made for: it is to be made anew for any other stamp.
struct SystemStamp {
  const void* system = nullptr;
  std::uint64_t revision = 0;
  std::size_t vertices = 0, springs = 0, energies = 0, dissipations = 0;
  std::uint64_t rests = 0;  // revisions of rest lengths alone

  /// Equal but for rest lengths.
  bool is_like(const SystemStamp& other) const {
    const auto without_rests = [](SystemStamp stamp) {
      stamp.revision -= stamp.rests;
      stamp.rests = 0;
      return stamp;
    };
    return without_rests(*this) == without_rests(other);
  }
  friend bool operator==(const SystemStamp&, const SystemStamp&) = default;
};

/// A model with the energies and dissipations that act on it.
struct System {
  const Model* model = nullptr;
  std::vector<std::unique_ptr<Energy>> energies;
  std::vector<std::unique_ptr<Dissipation>> dissipations;
  std::vector<Axes> pinned;  // the coordinates of each vertex that hard pins hold
  double ether = 1;          // fraction of velocity left after one second of ether drag
  std::uint64_t revision =
      0;                    // to be raised when masses, stiffness, pins, connectivity or rest lengths change
  std::uint64_t rests = 0;  // to be raised too when nothing but rest lengths of springs does
  double fitted = 0;        // names what the dissipations' constant matrices are fitted to

  std::size_t vertex_count() const { return model->vertex_count(); }
  SystemStamp stamp() const {
    return {this, revision, vertex_count(), model->springs.size(), energies.size(), dissipations.size(),
            rests};
  }
  /// Names the constant matrix, which rest lengths are no part of.
  std::uint64_t matrix_revision() const { return revision - rests; }
  /// Its terms, sorted once per stamp.
  const Terms& terms() const;
  /// Moves what moves by itself to this time, s.
  void set_time(double time);

 private:
  mutable Terms terms_;
  mutable SystemStamp sorted_;  // what the terms were sorted for
};

/// Springs, their dampers, attachments, gravity and loads, the forces of damping: all that the model and the
/// arguments name. The model must outlive the system.
System make_system(const Model& model, const Vec3& gravity, const Damping& damping);
/// With ether drag and point damping γ alone.
inline System make_system(const Model& model, const Vec3& gravity, double ether, double gamma) {
  return make_system(model, gravity, {.ether = ether, .point = gamma});
}

}  // namespace tensio
