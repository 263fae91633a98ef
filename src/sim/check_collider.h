#pragma once

#include "tensio/setup.h"

namespace tensio {

/// Checks a collider, and that the setup's contact can handle it.
Result<void> check_collider(const Setup& setup, const Collider& collider);

}  // namespace tensio
