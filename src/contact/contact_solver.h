#pragma once

#include "contact/balls.h"
#include "contact/collider_rows.h"
#include "contact/contact_sweeper.h"
#include "contact/planes.h"
#include "contact/untangle.h"
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

/// The points of a pair that pins or obstacles pressed through each other (WhenForced::pass).
struct PassingPair {
  std::array<VertexId, 4> point{};
  int split = 1;  // points on the first side

  ContactPair now() const { return {.point = point, .is_edges = split == 2}; }
  friend auto operator<=>(const PassingPair&, const PassingPair&) = default;
};

/// What contact remembers between steps.
struct ContactMemory {
  /// Forgets the forces of a convex collider that is gone; the following ones have its number from now on.
  void forget_collider(std::uint32_t collider);
  /// Approximate size. Memories share what lists were made from, so that only the last entry counts.
  std::size_t bytes() const;
  std::vector<ContactForce> forces{};  // by key
  std::vector<Vec3> obstacle{};  // m, where the points of obstacles are; they may lag behind their paths
  std::vector<double> room{};    // m, by how much points may miss what their velocities tell in the next step
  std::shared_ptr<const PairOrigin> listed{};  // what the list of pairs was made from; null: none was
  bool may_be_tangled = true;                  // whether to look for what crosses or touches
  bool was_limited = true;                     // planes held points back in the last step
  std::vector<PassingPair> passing{};          // in rising order
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
  /// Model, colliders and workers must outlive the solver, and the model keep its tables.
  ContactSolver(const Model& model, const std::vector<Collider>& colliders, const ContactOptions& options,
                Workers& workers);

  /// Freezes contacts at the start of a step. Pinned coordinates take no forces. Balls come with their free
  /// flight.
  void begin(Positions x, std::span<const Vec3> v, std::span<const Axes> pinned, const ContactStep& step,
             std::span<const Ball> balls = {});
  /// The forces to take the step with, N, one per vertex.
  std::span<const Vec3> load() const { return std::span(load_).first(surface_.vertices); }
  /// The forces on each collider in return, N.
  const std::vector<Vec3>& load_on_colliders() const { return collider_load_; }
  /// Which points a plane held back in the last step; the vertices come first.
  const std::vector<bool>& is_limited() const { return is_limited_; }
  /// Adds the normal force of every contact of the last step to the vertices that carry it, by their weights,
  /// N.
  void add_normal_forces(std::span<double> force) const;
  /// Corrects the forces by where the step led without further contact, x; load() then has the corrected
  /// ones, to take the step once more. Returns the vertices where they may have changed. After the first
  /// time in a step, reads x at watched vertices only.
  std::span<const VertexId> correct(Positions x);
  std::span<const VertexId> watched() const { return watched_; }
  /// Whether there is anything to correct.
  bool has_rows() const { return !rows_.empty(); }
  /// What these forces did in a step that led to x, J.
  double work(Positions x) const;
  /// After the last time: corrects positions and velocities at the end of the step.
  ContactReport end(std::span<Vec3> x, std::span<Vec3> v);
  /// After that: where balls are and how fast.
  const std::vector<Ball>& balls() const { return balls_; }

  /// Puts the points of obstacles where their paths are at this time, s.
  void place_obstacles(double time) { memory_.obstacle = obstacles_at(time); }
  /// Whether a triangle would pass through anything but what is at this vertex, at a time in s.
  bool crosses(const std::array<VertexId, 3>& triangle, VertexId but, double time, Positions x);
  /// Moves vertices apart that edits made of one (part_lips), at a time in s.
  void part_lips(std::span<const std::array<VertexId, 2>> copies, std::span<const Axes> pinned, double time,
                 std::span<Vec3> x);
  /// How many edges, also those of strands, pass through triangles, exactly, with the vertices at x.
  std::size_t count_crossings(Positions x, bool with_touching = false);

  /// Goes on from another state.
  const ContactMemory& memory() const { return memory_; }
  void remember(ContactMemory memory);

  const ContactSurface& surface() const { return surface_; }

 private:
  /// All points of the surface now, vertices at x.
  std::vector<Vec3> points(Positions x) const;
  std::vector<Vec3> obstacles_at(double time) const;
  void set_masses(std::span<const Axes> pinned);
  /// For what a step does beyond what velocities tell, m. What is pulled apart or pressed moves suddenly.
  double least_room() const {
    return memory_.may_be_tangled || memory_.was_limited ? ample_room() : 0.05 * slack_;
  }
  double ample_room() const { return 0.25 * slack_; }
  PairRules rules() const { return {options_.self, options_.bodies}; }
  StepWays ways() const { return {from_, to_, start_, ahead_, room_, options_.least_gap, motion_}; }
  DividedPoints divided() const {
    return {start_, inverse_mass_, is_led_, options_.least_gap, surface_.carried()};
  }
  void list();
  void list_around(const std::vector<VertexId>& points);
  void add_homes(PairOrigin& origin, double growth);
  void find_near();
  void find_motion();
  void recall(std::span<const ContactForce> forces);
  std::vector<ContactForce> forces() const;
  void push_points(const ContactRow& row, const Vec3& impulse, std::span<Vec3> a) const;
  void set_load();
  void set_displacements(Positions x);
  void set_displacements_at_rows(Positions x);
  bool is_foreseen() const;
  bool look_farther();
  void look_farther_for_planes(bool keeps_former);
  bool are_few_farther() const;
  bool foresee_more(bool with_rows);
  void add_new_rows(std::vector<ContactRow>& rows);
  void aim_farther(bool keeps_former);
  void foresee();
  void foresee_planes();
  void note_gap(double gap) { report_.least_gap = std::min(report_.least_gap, gap); }
  bool untangle(std::vector<ContactRow>& rows);
  void keep_apart();
  bool keep_part(int most_tries);
  void hold_part_back();
  void go_in_parts(int parts);
  bool let_pass(const PlaneReport& kept);
  bool passes(const std::array<VertexId, 4>& point, int split) const;
  void forget_parted();
  double keep_distance(const PassingPair& pair) const;
  void begin_sweeps();
  void sweep();
  std::size_t count_entered() const;
  bool is_held(const ContactRow& row) const;
  void relax();
  void settle_balls();
  void settle_velocities(std::span<Vec3> v);

  const Model& model_;
  const std::vector<Collider>& colliders_;
  ContactOptions options_;
  Workers& workers_;
  ContactSurface surface_;
  std::vector<Vec3> rest_;  // m, of vertices and the points of skins
  double slack_;            // m, that points usually get
  bool can_meet_;           // any surfaces, other than those of convex colliders
  ContactMemory memory_;

  PairList pairs_;
  std::vector<ContactPair> near_;  // pairs that the step can bring within their thickness
  ContactStep step_;
  double from_ = 0, to_ = 0;           // s, the part of it that points go at a time
  bool is_corrected_ = false;          // in this step
  std::vector<Ball> balls_;            // their centres are the last points
  std::vector<Vec3> inverse_mass_;     // 1/kg, of all points along the axes; 0 where they are led
  std::vector<bool> is_led_;           // points that nothing moves
  std::vector<Vec3> start_, v_start_;  // of all points
  std::vector<Vec3> end_;              // m, of obstacles' points, where their paths lead
  std::vector<Vec3> u_, wanted_;       // m, displacements in the step, and those before planes
  std::vector<Vec3> ahead_;            // m, displacements that rows were made for
  std::vector<double> room_;           // m, and by how much they may differ
  std::vector<VertexId> farther_;      // points whose displacements differed more
  std::vector<char> is_farther_;       // of points; false but while looking farther
  double motion_ = 0;                  // m, of one point seen from another by these displacements, at most
  std::vector<ContactRow> rows_;
  ColliderScratch collider_scratch_;
  std::vector<DividingPlane> planes_;
  ContactSweeper sweeper_;
  std::vector<Vec3> load_, collider_load_;  // N, on all points and colliders
  std::vector<VertexId> loaded_;            // vertices that have a load
  std::vector<VertexId> watched_;           // vertices of rows
  std::vector<VertexId> changed_;           // vertices whose loads the last correction changed
  std::vector<char> was_loaded_;            // of vertices; false between corrections
  std::vector<bool> is_limited_;
  bool is_entered_ = false;  // convex colliders may have entered what left them no other way in this step
  ContactReport report_;
  Untangler untangler_;
  bool is_tangled_ = false;  // anything crosses or touches at the start of the step
};

}  // namespace tensio
