// Nothing allocates after the first step: counted by operator new.

#include <atomic>
#include <cstdlib>
#include <gtest/gtest.h>
#include <new>

#include "tensio/cloth.h"
#include "tensio/simulation.h"

namespace {
std::atomic<long> allocations = 0;
}

// Not inlined: a compiler that sees into them takes new with free for a mismatch.
[[gnu::noinline]] void* operator new(std::size_t size) {
  ++allocations;
  if (void* memory = std::malloc(size)) return memory;
  throw std::bad_alloc();
}
[[gnu::noinline]] void* operator new(std::size_t size, const std::nothrow_t&) noexcept {
  ++allocations;
  return std::malloc(size);
}
[[gnu::noinline]] void* operator new(std::size_t size, std::align_val_t alignment) {
  ++allocations;
  const auto a = static_cast<std::size_t>(alignment);
  if (void* memory = std::aligned_alloc(a, (size + a - 1) / a * a)) return memory;
  throw std::bad_alloc();
}
[[gnu::noinline]] void operator delete(void* memory, std::align_val_t) noexcept {
  std::free(memory);
}
[[gnu::noinline]] void operator delete(void* memory, std::size_t, std::align_val_t) noexcept {
  std::free(memory);
}
[[gnu::noinline]] void operator delete(void* memory) noexcept {
  std::free(memory);
}
[[gnu::noinline]] void operator delete(void* memory, std::size_t) noexcept {
  std::free(memory);
}

namespace tensio {
namespace {

void expect_no_allocation(Method method, Precision precision, std::uint32_t n, int threads,
                          std::size_t most_factored = most_factored_vertices, bool has_elements = false) {
  GridOptions options{.columns = n, .rows = n, .width = 1, .depth = 1, .spring_damping = 0.01};
  if (has_elements) {
    options.membrane = {.model = MembraneModel::corotated};
    options.bending = {.model = BendingModel::quadratic};
    options.strain_bounds = {.max = 0.1, .of = BoundedElements::triangles};
  }
  auto grid = make_grid(options);
  ASSERT_TRUE(grid);
  tensio::Setup setup{.model = std::move(*grid)};
  setup.model.pins.push_back({0, setup.model.rest_position[0]});
  setup.model.attachments.push_back(
      {8, setup.model.rest_position[8], 100, {.keys = {{0, {}}, {1, {0, 1, 0}}}}});
  setup.colliders.push_back({.shape = Sphere{{0, -0.4, 0}, 0.3}});
  setup.damping = {.ether = 0.9, .point = 0.01};
  setup.minimise.method = method;
  setup.minimise.precision = precision;
  setup.minimise.threads = threads;
  setup.minimise.most_factored = most_factored;
  setup.substeps = 2;
  auto simulation = Simulation::make(std::move(setup));
  ASSERT_TRUE(simulation);
  (void)simulation->advance_frame();
  const long before = allocations;
  for (int frame = 0; frame < 5; ++frame) (void)simulation->advance_frame();
  EXPECT_EQ(allocations - before, 0) << "method " << static_cast<int>(method) << ", " << threads
                                     << " threads";
}

TEST(Allocation, NoneAfterTheFirstStep) {
  for (const Method method : {Method::local_global, Method::ncg, Method::lbfgs, Method::anderson,
                              Method::chebyshev, Method::nesterov, Method::newton_cg, Method::automatic})
    for (const Precision precision : {Precision::double_, Precision::mixed})
      expect_no_allocation(method, precision, 9, 1);
  for (const Precision precision : {Precision::double_, Precision::mixed})
    expect_no_allocation(Method::ncg, precision, 80, 2);
  for (const Precision precision : {Precision::double_, Precision::mixed})
    expect_no_allocation(Method::ncg, precision, 80, 2, 1000);  // multigrid
  for (const Method method : {Method::local_global, Method::ncg, Method::lbfgs, Method::newton_cg})
    for (const int threads : {1, 2})
      expect_no_allocation(method, Precision::mixed, 40, threads, most_factored_vertices, true);
}

}  // namespace
}  // namespace tensio
