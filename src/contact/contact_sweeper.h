#pragma once

#include <cmath>

#include "contact/contact_rows.h"

namespace tensio {

/// Projected Gauss–Seidel in the metric of the masses, with Coulomb's law in every contact (Ly et al. 2020,
/// Projective dynamics with dry frictional contact), on rows that hold no more than a sweep reads. What
/// nothing can move is part of the drift; a contact that shares its only point with no other needs one visit,
/// however many sweeps there are.
class ContactSweeper {
 public:
  /// What rows are about: points and how they move.
  struct Points {
    std::span<const Vec3> inverse_mass;  // 1/kg, along the axes
    Carried carried;
    std::span<const Vec3> u;  // m, displacements, of what nothing can move in particular
    std::size_t own = 0;      // how many come before those of obstacles
  };

  /// Takes the rows of a step with their forces. The masses must outlive the sweeps.
  void begin(std::span<const ContactRow> rows, const Points& points);
  /// Corrects forces and the displacements of points that are not carried. The first sweep visits all
  /// contacts, others those that exerted forces then.
  void sweep(int sweeps, std::span<Vec3> u);
  /// The points whose displacements sweeps read and change, each once.
  const std::vector<VertexId>& points() const { return points_; }
  /// Adds `scale` times the forces, kg·m, to the points that they act on.
  void add_forces(double scale, std::span<Vec3> to) const;
  /// Gives the forces to the rows that begin() took.
  void get_forces(std::span<ContactRow> rows) const;

 private:
  template <std::size_t count>
  struct Row {
    Vec3 normal, drift;
    double excess = 0;  // m, of the distance at the start over the one that is wanted
    double inverse_give = 0, friction = 0, push = 0;
    Vec3 pull;
    std::array<double, count> weight{}, give{};
    std::array<VertexId, count> point{};
    std::uint32_t number = 0;  // of the row it was made from

    Vec3 way(std::span<const Vec3> u) const;
    Vec3 force() const { return push * normal + pull; }
  };
  /// Rows of at most so many points, and those of them to be visited again.
  template <std::size_t count>
  struct Table {
    std::vector<Row<count>> rows{};
    std::vector<std::uint32_t> busy{};
  };

  struct Mobile {
    std::array<std::size_t, 4> place{};  // among the points of the row
    std::size_t count = 0;
    bool is_even = true;  // alike along all axes, and none carried or pinned
  };
  Mobile mobile_points(const ContactRow& row, const Points& points) const;
  static bool is_obstacle(VertexId point, const Points& points);
  void mark(VertexId point);
  template <std::size_t count>
  static Row<count> make_row(const ContactRow& row, std::uint32_t number, const Mobile& mobile,
                             const Points& points);
  template <std::size_t count>
  static bool visit(Row<count>& row, std::span<Vec3> u);
  template <std::size_t count>
  static void sweep_once(Table<count>& table, bool is_first, std::span<Vec3> u);
  void visit_carried(ContactRow& row, std::span<Vec3> u) const;
  template <class Visit>
  void for_each_table(const Visit& visit);
  template <class Visit>
  void for_each_table(const Visit& visit) const;

  Points of_;
  std::vector<Row<1>> alone_;
  Table<1> one_;
  Table<2> two_;
  Table<4> four_;
  std::vector<ContactRow> uneven_;  // of points that are carried or pinned
  std::vector<std::uint32_t> uneven_number_;
  std::vector<VertexId> points_;
  std::vector<std::uint32_t> uses_;  // by how many rows, of each point
};

/// How near the step should end, m. A gap that is too small grows slowly.
double wanted_distance(const ContactRow& row);

}  // namespace tensio
