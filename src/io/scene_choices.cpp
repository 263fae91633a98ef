#include "io/scene_choices.h"

namespace tensio {

const Choices<Scheme>& scheme_choices() {
  static const Choices<Scheme> choices = [] {
    Choices<Scheme> all;
    for (const SchemeKind kind : {SchemeKind::implicit, SchemeKind::kick_drift, SchemeKind::explicit_table})
      for (const Scheme scheme : all_schemes())
        if (const SchemeFacts& facts = scheme_facts(scheme); facts.kind == kind)
          all.push_back({facts.name, scheme, facts.doc});
    return all;
  }();
  return choices;
}

const Choices<Method>& method_choices() {
  static const Choices<Method> choices = [] {
    Choices<Method> all;
    for (const Method method : all_methods()) {
      const MethodFacts& facts = method_facts(method);
      all.push_back({facts.name, method, facts.doc});
    }
    return all;
  }();
  return choices;
}

const Choices<Precision>& precision_choices() {
  static const Choices<Precision> choices = {
      {"double", Precision::double_, "64-bit: the same bits on every machine"},
      {"mixed", Precision::mixed,
       "32-bit, for speed: implicit steps reach a relative error near 1e-6; explicit steps use compensated "
       "sums"},
  };
  return choices;
}

const Choices<ContactMethod>& contact_choices() {
  static const Choices<ContactMethod> choices = {
      {"project", ContactMethod::project, "vertices leave colliders after each step; bodies do not meet"},
      {"planes", ContactMethod::planes,
       "all surfaces meet all others, with friction, and planes between them keep them apart"},
  };
  return choices;
}

const Choices<VerifyContact>& verify_choices() {
  static const Choices<VerifyContact> choices = {
      {"off", VerifyContact::off, "never"},
      {"frame", VerifyContact::frame, "after each frame"},
      {"substep", VerifyContact::substep, "after each step"},
  };
  return choices;
}

const Choices<WhenForced>& when_forced_choices() {
  static const Choices<WhenForced> choices = {
      {"lag", WhenForced::lag, "they wait; nothing passes through"},
      {"pass", WhenForced::pass,
       "they follow their paths; what they press passes through until it is apart again"},
  };
  return choices;
}

const Choices<Start>& start_choices() {
  static const Choices<Start> choices = {
      {"target", Start::target, "where inertia alone would move the vertices"},
      {"current", Start::current,
       "the current positions; one Newton iteration is then Baraff and Witkin's step"},
  };
  return choices;
}

const Choices<HessianForm>& hessian_choices() {
  static const Choices<HessianForm> choices = {
      {"projected", HessianForm::projected, "negative eigenvalues of each spring clamped to zero"},
      {"drop", HessianForm::projected, "the same as projected, for Hookean springs"},
      {"choi-ko", HessianForm::projected, "the same as projected, for Hookean springs"},
      {"gauss-newton", HessianForm::gauss_newton, "only the part along each spring"},
      {"exact", HessianForm::exact, "exact Hessian, plus a multiple of its diagonal where it is indefinite"},
      {"diagonal", HessianForm::exact, "the same as exact"},
      {"laplacian", HessianForm::laplacian, "the constant matrix of local/global"},
  };
  return choices;
}

const Choices<LinearMethod>& linear_choices() {
  static const Choices<LinearMethod> choices = {
      {"llt", LinearMethod::llt, "sparse Cholesky"},
      {"ldlt", LinearMethod::ldlt, "sparse Cholesky without square roots"},
      {"lu", LinearMethod::lu, "sparse LU"},
      {"pcg", LinearMethod::pcg, "conjugate gradients, diagonal preconditioner"},
      {"pcg-ic", LinearMethod::pcg_ic, "conjugate gradients, incomplete Cholesky"},
      {"jacobi", LinearMethod::jacobi, "damped Jacobi iteration"},
      {"chebyshev", LinearMethod::chebyshev, "Jacobi with Chebyshev acceleration"},
  };
  return choices;
}

const Choices<GridLayout>& layout_choices() {
  static const Choices<GridLayout> choices = {
      {"paper", GridLayout::paper, "one diagonal per cell and bending springs (Liu et al. 2013, Table 1)"},
      {"full", GridLayout::full, "both diagonals and bending springs"},
      {"simplified", GridLayout::simplified, "one diagonal, no bending springs"},
  };
  return choices;
}

const Choices<GridCells>& cells_choices() {
  static const Choices<GridCells> choices = {
      {"same", GridCells::same, "all along the same diagonal"},
      {"alternating", GridCells::alternating, "diagonals alternate from cell to cell"},
      {"staggered", GridCells::staggered, "odd rows half a cell to the right: isosceles triangles"},
  };
  return choices;
}

const Choices<BendingModel>& bending_choices() {
  static const Choices<BendingModel> choices = {
      {"springs", BendingModel::springs, "bending springs; almost no resistance to small angles"},
      {"quadratic", BendingModel::quadratic, "a constant matrix (Bergou et al. 2006); flat rest shape"},
      {"hinges", BendingModel::hinges, "quadratic in the angle across each edge; not for local-global"},
      {"sine-hinges", BendingModel::sine_hinges,
       "proportional to the sine of half that angle (Bridson et al. 2003); not for local-global"},
      {"projective", BendingModel::projective,
       "keeps the curvature of the rest shape (Bouaziz et al. 2014); for every method"},
      {"plate", BendingModel::plate,
       "a plate with Poisson's ratio, from the curvature of each triangle and its neighbours; flat rest "
       "shape"},
  };
  return choices;
}

const Choices<MembraneModel>& membrane_choices() {
  static const Choices<MembraneModel> choices = {
      {"springs", MembraneModel::springs, "structural and shear springs"},
      {"corotated", MembraneModel::corotated,
       "linear triangles with Young's modulus and Poisson's ratio; for local-global only if poisson is 0"},
      {"woven", MembraneModel::woven,
       "warp and weft threads with shear resistance: springs in a grid, stencils in a mesh; no bending "
       "springs"},
  };
  return choices;
}

const Choices<SolidModel>& solid_choices() {
  static const Choices<SolidModel> choices = {
      {"springs", SolidModel::springs, "springs along edges and diagonals"},
      {"corotated", SolidModel::corotated,
       "corotated linear tetrahedra; for local-global only if poisson is 0"},
      {"neo-hookean", SolidModel::neo_hookean,
       "stable Neo-Hookean tetrahedra (Smith et al. 2018); not for local-global"},
      {"shape-matching", SolidModel::shape_matching, "overlapping clusters (Müller et al. 2005)"},
  };
  return choices;
}

const Choices<LatticeLayout>& lattice_layout_choices() {
  static const Choices<LatticeLayout> choices = {
      {"tetrahedra", LatticeLayout::tetrahedra, "one diagonal per face and one through the cell"},
      {"faces", LatticeLayout::faces, "both diagonals of every face"},
      {"full", LatticeLayout::full, "both diagonals of every face and all four through the cell"},
  };
  return choices;
}

const Choices<LatticeShape>& lattice_shape_choices() {
  static const Choices<LatticeShape> choices = {
      {"box", LatticeShape::box, "the whole box"},
      {"ellipsoid", LatticeShape::ellipsoid, "the ellipsoid in the box"},
  };
  return choices;
}

const Choices<Lumping>& lumping_choices() {
  static const Choices<Lumping> choices = {
      {"uniform", Lumping::uniform, "the same mass for every vertex"},
      {"area", Lumping::area, "proportional to the area (or length) around each vertex"},
  };
  return choices;
}

const Choices<BoundedElements>& bounded_choices() {
  static const Choices<BoundedElements> choices = {
      {"springs", BoundedElements::springs,
       "every spring except bending springs, or every thread of a woven mesh"},
      {"triangles", BoundedElements::triangles, "all stretches of each triangle (Bouaziz et al. 2014)"},
  };
  return choices;
}

const Choices<MeshBendSprings>& bend_springs_choices() {
  static const Choices<MeshBendSprings> choices = {
      {"across-edges", MeshBendSprings::across_edges, "vertices that face each other across an edge"},
      {"second-neighbours", MeshBendSprings::second_neighbours,
       "all vertices two edges apart; these springs also resist shear"},
  };
  return choices;
}

const Choices<const Fabric*>& fabric_choices() {
  static const Choices<const Fabric*> choices = [] {
    Choices<const Fabric*> all;
    for (const Fabric& fabric : fabrics()) all.push_back({fabric.name, &fabric, fabric.description});
    return all;
  }();
  return choices;
}

const Choices<Axes>& axes_choices() {
  static const Choices<Axes> choices = {
      {"xyz", all_axes, "the whole vertex"},
      {"xy", 3, "free along z"},
      {"xz", 5, "free along y"},
      {"yz", 6, "free along x"},
      {"x", 1, "free in the plane of y and z"},
      {"y", 2, "free in the plane of x and z"},
      {"z", 4, "free in the plane of x and y"},
  };
  return choices;
}

const Choices<std::string>& corner_choices() {
  static const Choices<std::string> choices = {
      {"back-left", "back-left", "lowest z, lowest x"},
      {"back-right", "back-right", "lowest z, highest x"},
      {"front-left", "front-left", "highest z, lowest x"},
      {"front-right", "front-right", "highest z, highest x"},
  };
  return choices;
}

const Choices<std::string>& edge_choices() {
  static const Choices<std::string> choices = {
      {"back", "back", "lowest z"},
      {"front", "front", "highest z"},
      {"left", "left", "lowest x"},
      {"right", "right", "highest x"},
  };
  return choices;
}

const Choices<std::string>& end_choices() {
  static const Choices<std::string> choices = {{"start", "start", "vertex 0"}, {"end", "end", "last vertex"}};
  return choices;
}

}  // namespace tensio
