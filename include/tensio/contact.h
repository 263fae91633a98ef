#pragma once

#include <array>
#include <string>
#include <vector>

#include "tensio/export.h"
#include "tensio/model.h"

namespace tensio TENSIO_API {

/// How contact is resolved.
enum class ContactMethod {
  project,  // vertices that a step carried into a collider move back to its surface; bodies do not meet
  planes,   // all surfaces meet all others, with friction, and planes between them keep them apart
};

/// How often to look for surfaces that pass through each other.
enum class VerifyContact { off, frame, substep };

/// What pins and obstacles do that press surfaces thinner than they are.
enum class WhenForced {
  lag,   // they wait
  pass,  // they follow their paths, and what they press passes through until it is apart again
};

/// What touches what, and how. All but `method` concerns ContactMethod::planes.
struct ContactOptions {
  ContactMethod method = ContactMethod::project;
  bool self = true;    // parts of one body meet
  bool bodies = true;  // bodies meet
  /// Names of parts and colliders that do not meet, in pairs; twice the same: it does not meet itself.
  std::vector<std::array<std::string, 2>> ignore{};
  double thickness = 0;     // m, of cloth and strands: surfaces keep this distance; 0: see contact_thickness
  double friction = 0.3;    // Coulomb's μ of all bodies; two surfaces meet with √(μ₁ μ₂)
  double least_gap = 2e-5;  // m; planes leave at least half of it between surfaces
  int rounds = 10;          // that the iterations of a step are divided into; contact forces change between
  int sweeps = 2;           // over all contacts, per round
  VerifyContact verify = VerifyContact::off;
  WhenForced when_forced = WhenForced::lag;
};

/// The thickness that contact uses: that of the options, or else 3 mm or a quarter of the shortest edge,
/// whichever is less, m.
double contact_thickness(const Model& model, const ContactOptions& options);

}  // namespace TENSIO_API
