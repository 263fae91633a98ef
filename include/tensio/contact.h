#pragma once

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

/// What touches what, and how. All but `method` concerns ContactMethod::planes.
struct ContactOptions {
  ContactMethod method = ContactMethod::project;
  bool self = true;         // parts of one body meet
  bool bodies = true;       // bodies meet
  double thickness = 0;     // m, of cloth and strands: surfaces keep this distance; 0: see contact_thickness
  double friction = 0.3;    // Coulomb's μ of all bodies; two surfaces meet with √(μ₁ μ₂)
  double least_gap = 2e-5;  // m, that planes leave between surfaces
  int rounds = 10;          // that the iterations of a step are divided into; contact forces change between
  int sweeps = 2;           // over all contacts, per round
  VerifyContact verify = VerifyContact::off;
};

/// The thickness that contact uses: that of the options, or else 3 mm or a quarter of the shortest edge,
/// whichever is less, m.
double contact_thickness(const Model& model, const ContactOptions& options);

}  // namespace TENSIO_API
