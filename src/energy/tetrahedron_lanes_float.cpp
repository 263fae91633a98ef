#include "energy/tetrahedron_law.h"

template struct tensio::detail::ElementLanes<tensio::detail::TetrahedronLaw, float>;
