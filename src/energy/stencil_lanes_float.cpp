#include "energy/stencil_law.h"

template struct tensio::detail::ElementLanes<tensio::detail::StencilLaw<1>, float>;
template struct tensio::detail::ElementLanes<tensio::detail::StencilLaw<4>, float>;
