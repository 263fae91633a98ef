#pragma once

#include "contact/planes.h"
#include "geometry/crossings.h"
#include "tensio/collider.h"
#include "tensio/report.h"

namespace tensio {

/// The force of a contact at the end of a step, to begin the next one with.
struct ContactForce {
  ContactKey key;
  double push = 0;  // N, along the normal
  Vec3 pull;        // N, across
  Vec3 normal;
};

/// What contact remembers between steps.
struct ContactMemory {
  std::vector<ContactForce> forces{};  // by key
  std::vector<Vec3> obstacle{};  // m, where the points of obstacles are; they may lag behind their paths
};

/// A step as contact sees it.
struct ContactStep {
  double before = 0, after = 0;  // s
  double lead = 0;               // s²: a force f on a mass m changes the step's end by lead · f/m
  double kick = 0;               // s: and the velocity there by kick · f/m
  double horizon = 0;            // s, at least the step: how long pairs should stay listed

  double length() const { return after - before; }
};

/// Contact between all surfaces of a model and its colliders. Forces of the last step act in the next one as
/// loads; what they leave is corrected by sweeps of projected Gauss–Seidel in the metric of the masses, with
/// Coulomb's law in every contact (Ly et al. 2020, Projective dynamics with dry frictional contact); and
/// planes between surfaces have the last word (keep_sides). The matrix of the step stays as it is.
class ContactSolver {
 public:
  /// Model and colliders must outlive the solver, and the model keep its tables.
  ContactSolver(const Model& model, const std::vector<Collider>& colliders, const ContactOptions& options);

  /// Freezes contacts at the start of a step. Pinned coordinates take no forces.
  void begin(Positions x, std::span<const Vec3> v, std::span<const Axes> pinned, const ContactStep& step);
  /// The forces to take the step with, N, one per vertex.
  const std::vector<Vec3>& load() const { return load_; }
  /// Corrects the forces by where the step led without further contact, x; load() then has the corrected
  /// ones, to take the step once more.
  void correct(Positions x);
  /// What these forces did in a step that led to x, J.
  double work(Positions x) const;
  /// After the last time: corrects positions and velocities at the end of the step.
  ContactReport end(std::span<Vec3> x, std::span<Vec3> v);

  /// Puts the points of obstacles where their paths are at this time, s.
  void place_obstacles(double time) { memory_.obstacle = obstacles_at(time); }
  /// How many edges pass through triangles, exactly, with the vertices at x. Strands are not looked at.
  std::size_t count_crossings(Positions x, bool with_touching = false);

  /// Goes on from another state.
  const ContactMemory& memory() const { return memory_; }
  void remember(ContactMemory memory);

  const ContactSurface& surface() const { return surface_; }
  /// All points of the surface now, vertices at x.
  std::vector<Vec3> points(Positions x) const;

 private:
  std::vector<Vec3> obstacles_at(double time) const;
  void set_masses(std::span<const Axes> pinned);
  double listing_time() const;
  void list(std::span<const Vec3> v, const std::vector<double>& slack, double seconds);
  void make_contacts();
  void add_collider_rows();
  void recall(std::span<const ContactForce> forces);
  std::vector<ContactForce> forces() const;
  void set_load();
  void set_displacements(Positions x);
  bool is_foreseen();
  void foresee(const std::vector<double>& slack);
  PlaneReport keep_apart();
  PlaneReport keep_sides_together(bool go_along);
  void sweep();
  void relax();
  void settle_velocities(std::span<Vec3> v) const;

  const Model& model_;
  const std::vector<Collider>& colliders_;
  ContactOptions options_;
  ContactSurface surface_;
  ContactMemory memory_;

  PairList pairs_;
  double listed_at_ = 0, listed_for_ = 0;  // s
  double slack_ = 0;                       // m, that points usually get
  ContactStep step_;
  std::vector<Vec3> inverse_mass_;     // 1/kg, of all points along the axes; 0 where they are led
  std::vector<bool> is_led_;           // points that nothing moves
  std::vector<Vec3> start_, v_start_;  // of all points
  std::vector<Vec3> end_;              // m, of obstacles' points, where their paths lead
  std::vector<Vec3> u_, wanted_;       // m, displacements in the step, and those before planes
  std::vector<Vec3> end_points_;       // m
  std::vector<Vec3> ahead_;            // m, displacements that rows were made for
  std::vector<ContactRow> rows_;
  std::vector<DividingPlane> planes_;
  std::vector<Vec3> load_;
  std::vector<bool> is_limited_;
  ContactReport report_;
  CrossingFinder crossings_;
};

}  // namespace tensio
