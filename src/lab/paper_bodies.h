#pragma once

#include <string>
#include <vector>

#include "tensio/setup.h"

namespace tensio::lab {

/// A row of Table 1 in Liu et al. 2013, and its replacement here.
struct PaperBody {
  std::string name;        // our name
  std::string paper_name;  // the paper's name
  Setup setup;
  std::size_t paper_vertices = 0, paper_springs = 0;
  double paper_iteration = 0,
         paper_factor = 0;  // s, on one core of an Intel i7-3720QM at 2.6 GHz, with Eigen
};

/// Returns the paper's cloth, and replacements for its three unpublished animals: lattices in the shapes of a
/// hippo, a frog and a dog, hollow to have as many springs per vertex, within some percent of the size.
PaperBody make_paper_cloth();
PaperBody make_paper_hippo();
PaperBody make_paper_frog();
PaperBody make_paper_dog();

}  // namespace tensio::lab
