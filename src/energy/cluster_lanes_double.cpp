#include "energy/cluster_law.h"

namespace tensio::detail {

template struct ElementLanes<ClusterLaw<few_points>, double>;
template struct ElementLanes<ClusterLaw<more_points>, double>;

}  // namespace tensio::detail
