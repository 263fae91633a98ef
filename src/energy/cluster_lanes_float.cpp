#include "energy/cluster_law.h"

namespace tensio::detail {

template struct ElementLanes<ClusterLaw<few_points>, float>;
template struct ElementLanes<ClusterLaw<more_points>, float>;

}  // namespace tensio::detail
