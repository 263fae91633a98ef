#pragma once

#include <optional>
#include <vector>

#include "tensio/cloth.h"

namespace tensio::lab {

/// Bent sheets with a known closed form. Sheets that do not come to rest have no number.

/// A heavy strip that juts out, clamped at one end.
struct Cantilever {
  BendingModel model = BendingModel::quadratic;
  GridCells cells = GridCells::same;
  bool is_guided = true;  // all lines across stay parallel, as in the middle of a wide sheet; not staggered
  std::size_t segments = 40;  // along the strip, the first of them clamped; two across
  double gamma = 1;           // Γ = ρghL³/D, L from the middle of the clamped segment
};
/// Returns the drop of the tip over its reach. Bending springs have the energy of D where the strip is bent
/// to the radius L: 16 D w L²/l⁵ for a width w.
std::optional<double> drop_over_reach(const Cantilever& strip);

/// Returns H/W of the heavy elastica (an inextensible beam of bending stiffness D) to 10 digits.
struct ElasticaPoint {
  double gamma, drop_over_reach;
};
inline constexpr ElasticaPoint heavy_elastica[] = {
    {0.1, 0.01249955}, {0.3, 0.03748797}, {1, 0.12456177},  {2, 0.24667321},  {3, 0.36462083},
    {5, 0.58572118},   {8, 0.88433027},   {10, 1.06680232}, {15, 1.48431556}, {20, 1.86393014},
    {30, 2.54721393},  {50, 3.70556099},  {75, 4.89164016}, {100, 5.88810462}};

/// Returns the stiffness of a strip along the rows over D, from the energy of a uniform curvature on each
/// kind of cells; see the body. For hinges and similar models, and for plates on cells that do not alternate.
double predicted_stiffness(const Cantilever& strip);

/// A square sheet of side 1 m, rolled to a cylinder of radius 1/2 m, held there along its border.
struct RolledSheet {
  BendingModel model = BendingModel::quadratic;
  MembraneModel membrane = MembraneModel::springs;
  GridCells cells = GridCells::same;
  std::size_t resolution = 16;  // cells along a side
  double axis = 0;              // rad, from the rows to the direction of curvature
  double thinness = 1e6;        // Y a²/D: stretching over bending stiffness, times area
  double shear = 1;             // stiffness of shear springs over that of structural ones
};
/// Parts of its energy at rest, over D a²/2R².
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
  double coefficient = 0;  // fraction of the ring in the fabric's shadow; 1: stiff
  int nodes = 0;           // folds around it
};
/// The same fabric for successive, rising Γ.
class DrapeTest {
 public:
  explicit DrapeTest(std::size_t rings) : rings_(rings) {}
  /// Returns the shape of least energy among those that come to rest from many starts (the shape for the
  /// previous Γ, and folds of every number).
  std::optional<DrapeShape> shape(double gamma);

 private:
  std::size_t rings_;
  std::vector<Vec3> before_;
};

/// Returns the Γ at which a strip on edge, of staggered cells, 1 m long and 0.1 m deep, buckles sideways
/// under its own weight: the deflection by a small sideways load grows without bound. See
/// predicted_lateral_buckling() for Prandtl's and Michell's value.
std::optional<double> lateral_buckling(BendingModel model, std::size_t rows);
/// 12.85376332 (1 − ν) √(2 (1 + ν)): of a plate with the stiffness D and Poisson's ratio ν, 1/10 as deep as
/// long.
double predicted_lateral_buckling(double poisson);
/// Poisson's ratio of a bending model on equilateral triangles: hinges and similar models have (4 κ:κ − (tr
/// κ)²)/3, the energy of a plate with −⅓.
double equilateral_poisson(BendingModel model);

}  // namespace tensio::lab
