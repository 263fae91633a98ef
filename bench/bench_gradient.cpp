// Gradient with value, value, curvature, Hessian product and block step of the objective of a step on fields,
// for each precision, instruction set and number of threads, against StepObjective on Vec3, on square cloths.
//
//   bench_gradient [side …]     vertices along a side; 81 1000 when none is named

#include <fmt/format.h>
#include <random>

#include "bench/measure.h"
#include "field/field_objective.h"

namespace {

using namespace tensio;

/// A cloth that hangs by two corners, a little crumpled.
struct Cloth {
  Model model;
  System system;
  StepAim aim;
  std::vector<Vec3> x, p;

  Cloth(std::size_t side, bool shuffle, double damping) {
    model = make_cloth(side, {.spring_damping = damping});
    std::mt19937 random(1);
    if (shuffle) renumber(random);
    system = make_system(model, {0, -9.8, 0}, 1, 0);
    aim = make_aim(model, 0.033);
    x = p = model.rest_position;
    for (auto& dissipation : system.dissipations) dissipation->freeze(aim.w);
    const double size = 0.1 / static_cast<double>(side);
    const auto noise = [&] { return size * (random() / 4294967296.0 - 0.5); };
    for (std::size_t i = 0; i < x.size(); ++i) {
      x[i] += Vec3{noise(), noise(), noise()};
      p[i] = system.pinned[i] ? Vec3{} : Vec3{noise(), noise(), noise()};
    }
  }
  Cloth(const Cloth&) = delete;
  Cloth& operator=(const Cloth&) = delete;

  void renumber(std::mt19937& random) {
    const auto n = static_cast<VertexId>(model.vertex_count());
    std::vector<VertexId> place(n);
    for (VertexId i = 0; i < n; ++i) place[i] = i;
    for (VertexId i = n; i > 1; --i) std::swap(place[i - 1], place[random() % i]);
    const auto old = model.rest_position;
    for (VertexId i = 0; i < n; ++i) model.rest_position[place[i]] = old[i];
    for (auto& ends : model.springs.ends)
      for (VertexId& end : ends) end = place[end];
    for (Pin& pin : model.pins) pin.vertex = place[pin.vertex];
  }
};

struct Times {
  double make = 0, begin = 0, gradient = 0, value = 0, curvature = 0, product = 0, block = 0;  // s
};

void print(std::string_view name, const Times& t, const Times& reference, std::size_t springs) {
  fmt::print("  {:<22} {:>8.1f} {:>9.1f} {:>9.1f} {:>9.1f} {:>9.1f} {:>9.1f} {:>9.1f} {:>8.2f} {:>7.1f}×\n",
             name, t.make * 1e3, t.begin * 1e6, t.gradient * 1e6, t.value * 1e6, t.curvature * 1e6,
             t.product * 1e6, t.block * 1e6, t.gradient * 1e9 / static_cast<double>(springs),
             reference.gradient / t.gradient);
}

Times measure_reference(const Cloth& cloth) {
  const StepObjective objective(cloth.system, cloth.aim);
  std::vector<Vec3> g(cloth.x.size());
  double sink = 0;
  Times t;
  t.gradient = least_seconds([&] { objective.gradient(cloth.x, g); });
  t.value = least_seconds([&] { sink += objective.value(cloth.x); });
  t.curvature = least_seconds([&] { sink += objective.curvature(cloth.x, cloth.p, HessianForm::projected); });
  t.product = least_seconds([&] { objective.multiply_hessian(cloth.x, cloth.p, HessianForm::projected, g); });
  if (sink == 1) fmt::print("\n");
  return t;
}

template <class Real>
Times measure_fields(const Cloth& cloth, int threads, SimdLevel level) {
  const StepObjective objective(cloth.system, cloth.aim);
  Workers workers(threads);
  FieldObjective<Real> fields(workers, level);
  double sink = 0;
  Times t;
  const Stopwatch watch;
  fields.begin(objective);
  t.make = watch.seconds();
  Field<Real> x, p, g(cloth.x.size());
  x.set(cloth.x, fields.origin());
  p.set(cloth.p);
  t.begin = least_seconds([&] { fields.begin(objective); });
  t.gradient = least_seconds([&] { sink += fields.gradient(x, g).value; });
  t.value = least_seconds([&] { sink += fields.value(x); });
  t.curvature = least_seconds([&] { sink += fields.curvature(x, p, HessianForm::projected); });
  t.product = least_seconds([&] { fields.multiply_hessian(x, p, HessianForm::projected, g); });
  t.block = least_seconds([&] { fields.add_block_step(x, p, 1e-6, g); });
  if (sink == 1) fmt::print("\n");
  return t;
}

void measure(std::size_t side, std::string_view kind, bool shuffle, double damping) {
  const Cloth cloth(side, shuffle, damping);
  const std::size_t springs = cloth.model.springs.size();
  fmt::print(
      "{0}×{0} cloth{1}, {2} springs, µs (tables ms)\n  {3:<22} {4:>8} {5:>9} {6:>9} {7:>9} {8:>9} {9:>9} "
      "{10:>9} {11:>8}\n",
      side, kind, springs, "", "tables", "begin", "gradient", "value", "pᵀHp", "H p", "D⁻¹ p", "ns/spring");
  const Times reference = measure_reference(cloth);
  print("StepObjective", reference, reference, springs);
  constexpr const char* names[] = {"scalar", "baseline", "AVX2", "AVX-512"};
  for (const SimdLevel level : {SimdLevel::scalar, SimdLevel::baseline, SimdLevel::avx2, SimdLevel::avx512}) {
    if (level > best_simd_level()) continue;
    for (const int threads : {1, 2}) {
      const auto label = [&](const char* precision) {
        return fmt::format("{}, {}, {}T", precision, names[static_cast<int>(level)], threads);
      };
      print(label("double"), measure_fields<double>(cloth, threads, level), reference, springs);
      print(label("float"), measure_fields<float>(cloth, threads, level), reference, springs);
    }
  }
}

}  // namespace

int main(int count, char** arguments) {
  for (const std::size_t side : sides_of(count, arguments, {81, 1000})) {
    measure(side, "", false, 0);
    measure(side, " with dampers", false, 0.1);
    measure(side, " in random order", true, 0);
  }
}
