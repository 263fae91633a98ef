#pragma once

#include <optional>
#include <vector>

#include "tensio/cloth.h"

namespace tensio::lab {

/// Bent sheets whose answer is known in closed form. What does not come to rest has no number.

/// A heavy strip that juts out, clamped at one end.
struct Cantilever {
  BendingModel model = BendingModel::quadratic;
  GridCells cells = GridCells::same;
  bool is_guided = true;  // all lines across stay parallel, as in the middle of a wide sheet; not staggered
  std::size_t segments = 40;  // along the strip, the first of them clamped; two across
  double gamma = 1;           // Γ = ρghL³/D, L from the middle of the clamped segment
};
/// How far the tip hangs down, over how far it reaches out. Bending springs are as stiff as to have the
/// energy of D where the strip is bent to the radius L: 16 D w L²/l⁵ for a width w.
std::optional<double> drop_over_reach(const Cantilever& strip);

/// H/W of the heavy elastica (an inextensible beam of bending stiffness D), integrated with 10 digits.
struct ElasticaPoint {
  double gamma, drop_over_reach;
};
inline constexpr ElasticaPoint heavy_elastica[] = {
    {0.1, 0.01249955}, {0.3, 0.03748797}, {1, 0.12456177},  {2, 0.24667321},  {3, 0.36462083},
    {5, 0.58572118},   {8, 0.88433027},   {10, 1.06680232}, {15, 1.48431556}, {20, 1.86393014},
    {30, 2.54721393},  {50, 3.70556099},  {75, 4.89164016}, {100, 5.88810462}};

/// What a strip along the rows has of D, from the energy of a uniform curvature on each kind of cells; see
/// the body. Of hinges and what is like them, and of plates on cells that are not alternating.
double predicted_stiffness(const Cantilever& strip);

/// A square sheet of side 1 m, rolled to a cylinder of radius 1/2 m, held there along its border.
struct RolledSheet {
  BendingModel model = BendingModel::quadratic;
  MembraneModel membrane = MembraneModel::springs;
  GridCells cells = GridCells::same;
  std::size_t resolution = 16;  // cells along a side
  double axis = 0;              // rad, from the rows to the direction in which it is curved
  double thinness = 1e6;        // Y a²/D: stiffness against stretching over that against bending, times area
  double shear = 1;             // of shear springs, over that of the structural ones
};
/// Its energy when all else is at rest, over D a²/2R², in parts.
struct RolledEnergy {
  double bending, membrane;
};
std::optional<RolledEnergy> rolled_energy(const RolledSheet& sheet);

/// A fabric of radius 15 cm, clamped between discs of radius 9 cm (Cusick 1965).
struct Drape {
  std::size_t rings = 8;  // of vertices from the clamp to the rim
  double gamma = 1;       // Γ = ρgh(6 cm)³/D
};
struct DrapeShape {
  double coefficient = 0;  // of the ring, how much of its area is in the shadow: 1 stiff
  int nodes = 0;           // folds around it
};
/// The same fabric with one Γ after the other, which should rise.
class DrapeTest {
 public:
  explicit DrapeTest(std::size_t rings) : rings_(rings) {}
  /// Of the shapes that come to rest from many starts (that of the Γ before, and folds of every number), the
  /// one of least energy.
  std::optional<DrapeShape> shape(double gamma);

 private:
  std::size_t rings_;
  std::vector<Vec3> before_;
};

/// The Γ at which a strip, of staggered cells, of length 1 m and depth 0.1 m that juts out on edge buckles
/// sideways under its own weight: where the deflection by a small load from the side grows without bound.
/// Prandtl and Michell: see predicted_lateral_buckling.
std::optional<double> lateral_buckling(BendingModel model, std::size_t rows);
/// 12.85376332 (1 − ν) √(2 (1 + ν)): of a plate with the stiffness D and Poisson's ratio ν, 1/10 as deep as
/// long.
double predicted_lateral_buckling(double poisson);
/// Of a bending model on equilateral triangles: that of hinges, and what is like them, have (4 κ:κ − (tr
/// κ)²)/3, which is a plate's with −⅓.
double equilateral_poisson(BendingModel model);

}  // namespace tensio::lab
