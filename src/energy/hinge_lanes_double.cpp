#include "energy/hinge_law.h"

template struct tensio::detail::ElementLanes<tensio::detail::HingeLaneLaw, double>;
