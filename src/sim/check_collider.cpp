#include "sim/check_collider.h"

namespace tensio {

Result<void> check_collider(const Setup&, const Collider& collider) {
  if (auto ok = validate(collider); !ok) return ok;
  if (needs_contact_rows(collider))
    return fail(
        "contact with a mesh is not supported; use planes, spheres, boxes or capsules, several where one "
        "does "
        "not fit");
  return {};
}

}  // namespace tensio
