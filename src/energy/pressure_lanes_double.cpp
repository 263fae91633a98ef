#include "energy/pressure_law.h"

template struct tensio::detail::ElementLanes<tensio::detail::PressureLaw, double>;
