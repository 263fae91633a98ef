#pragma once

#include "tensio/setup.h"

namespace tensio {

/// Copies what Simulation::reconfigure changes, and nothing else.
void copy_changeable(const Setup& from, Setup& to);

}  // namespace tensio
