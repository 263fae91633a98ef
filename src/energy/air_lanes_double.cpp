#include "energy/air_law.h"

template struct tensio::detail::ElementLanes<tensio::detail::AirLaw, double>;
