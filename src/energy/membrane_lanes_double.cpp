#include "energy/membrane_law.h"

template struct tensio::detail::ElementLanes<tensio::detail::MembraneLaw, double>;
