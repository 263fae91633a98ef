#include "energy/cluster_law.h"

namespace tensio::detail {

#if TENSIO_HAS_WIDE_VECTORS
template struct ElementLanes<ClusterLaw<few_points>, double>;
#endif
template struct ElementLanes<ClusterLaw<more_points>, double>;

}  // namespace tensio::detail
