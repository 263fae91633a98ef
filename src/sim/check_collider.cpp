#include "sim/check_collider.h"

namespace tensio {

Result<void> check_collider(const Setup& setup, const Collider& collider) {
  if (auto ok = validate(collider); !ok) return ok;
  if (needs_contact_rows(collider) && setup.contact.method == ContactMethod::project)
    return fail("contact with a mesh needs contact.method = \"planes\"");
  return {};
}

}  // namespace tensio
