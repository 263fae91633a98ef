// Orders of elimination: how long each takes to find, the entries of L, and the factor and solve (double
// precision, one thread) that follow. METIS takes part where it is installed (scripts/bootstrap bench).
//
//   bench_ordering     prints the table of docs/performance.md

#include <fmt/format.h>
#include <numeric>
#include <string>

#include "bench/measure.h"
#include "factor/border.h"
#include "factor/elimination_tree.h"
#include "factor/multifrontal.h"
#include "factor/ordering.h"
#include "math/workers.h"
#include "tensio/solids.h"
#include "tensio/strands.h"
#if defined(TENSIO_METIS)
#include <metis.h>
#endif

namespace {

using namespace tensio;
using namespace tensio::detail;
using Order = std::vector<std::uint32_t>;

#if defined(TENSIO_METIS)
Order make_metis_order(const Graph& graph) {
  auto n = static_cast<idx_t>(graph.size());
  std::vector<idx_t> start(graph.start.begin(), graph.start.end());
  std::vector<idx_t> neighbour(graph.neighbour.begin(), graph.neighbour.end());
  std::vector<idx_t> order(graph.size()), place(graph.size());
  METIS_NodeND(&n, start.data(), neighbour.data(), nullptr, nullptr, order.data(), place.data());
  return {order.begin(), order.end()};
}
#endif

struct Candidate {
  const char* name;
  Order (*make)(const Graph& graph);
};
Workers& serial() {
  static Workers workers;
  return workers;
}
Order dissect(const Graph& graph, std::size_t leaf_size) {
  return make_nested_dissection_order(graph, leaf_size, serial());
}
const Candidate candidates[] = {
    {"minimum degree (Eigen's AMD)", make_minimum_degree_order},
    {"nested dissection, parts of 500", [](const Graph& g) { return dissect(g, 500); }},
    {"nested dissection, parts of 2000", [](const Graph& g) { return dissect(g, 2000); }},
    {"**what the engine takes**", [](const Graph& g) { return make_fill_reducing_order(g, serial()); }},
#if defined(TENSIO_METIS)
    {"METIS 5, not in the engine", make_metis_order},
#endif
};

void measure(const Candidate& candidate, const SparseMatrix& a) {
  const Graph graph = make_graph(a);
  Order order;
  const double ordering = least_seconds([&] { order = candidate.make(graph); }, 0.2);
  const EliminationTree tree = make_elimination_tree(graph, order);
  const std::size_t entries = std::accumulate(tree.count.begin(), tree.count.end(), std::size_t{0});

  const Supernodes nodes = make_supernodes(graph, order);
  const AssemblyPlan plan = make_assembly_plan(a, nodes);
  const SimdLevel level = best_simd_level();
  Workers workers;
  SolveFactor<double> values;
  values.resize(nodes, Storage::f64);
  bool is_factored = true;
  const double factoring = least_seconds([&] {
    is_factored = is_factored && factor(a, nodes, plan, level, workers, values) == FactorStatus::ready;
  });
  if (!is_factored) {
    fmt::print("{}: not positive definite\n", candidate.name);
    std::exit(1);
  }
  Border border;
  Field<double> b(a.size()), x(a.size());
  b.set(std::vector<Vec3>(a.size(), Vec3{1, 2, 3}));
  const double solving = least_seconds([&] { values.solve(nodes, b, x, level, workers, border); });
  fmt::print("| {} | {:.1f} | {:.2f} | {:.2f} | {:.2f} |\n", candidate.name, ordering * 1e3,
             1e-6 * static_cast<double>(entries), factoring * 1e3, solving * 1e3);
}

void measure(const std::string& name, const Model& model) {
  const System system = make_system(model, {0, -9.8, 0}, 1, 0);
  const SparseMatrix a = StepObjective(system, make_aim(model, 0.033)).quadratic();
  fmt::print("\n{}, {} vertices:\n\n", name, a.size());
  fmt::print("|  | ordering ms | entries of L, millions | factor ms | solve ms |\n|---|---|---|---|---|\n");
  for (const Candidate& candidate : candidates) measure(candidate, a);
}

}  // namespace

int main() {
  for (const std::size_t side : {81, 161, 316})
    measure(fmt::format("Cloth of {0} × {0}", side), make_cloth(side));
  measure("Lattice of 16 × 16 × 16 cells", *make_lattice({.cells = {16, 16, 16}}));
  measure("Hair of 1000 strands", *make_hair({}));
}
