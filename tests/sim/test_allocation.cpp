// Nothing allocates after the first step: counted by operator new.

#include <atomic>
#include <cstdlib>
#include <gtest/gtest.h>
#include <new>

#include "build/grid.h"
#include "sim/simulation.h"

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
[[gnu::noinline]] void operator delete(void* memory) noexcept {
  std::free(memory);
}
[[gnu::noinline]] void operator delete(void* memory, std::size_t) noexcept {
  std::free(memory);
}

namespace tensio {
namespace {

TEST(Allocation, NoneAfterTheFirstStep) {
  for (const Method method : {Method::local_global, Method::ncg}) {
    auto grid = make_grid({.columns = 9, .rows = 9, .width = 1, .depth = 1, .spring_damping = 0.01});
    ASSERT_TRUE(grid);
    tensio::Setup setup{.model = std::move(*grid)};
    setup.model.pins.push_back({0, setup.model.rest_position[0]});
    setup.model.attachments.push_back(
        {8, setup.model.rest_position[8], 100, {.keys = {{0, {}}, {1, {0, 1, 0}}}}});
    setup.colliders.push_back({.shape = Sphere{{0, -0.4, 0}, 0.3}});
    setup.damping = {.ether = 0.9, .point = 0.01};
    setup.minimise.method = method;
    setup.substeps = 2;
    auto simulation = Simulation::make(std::move(setup));
    ASSERT_TRUE(simulation);
    (void)simulation->advance_frame();
    const long before = allocations;
    for (int frame = 0; frame < 20; ++frame) (void)simulation->advance_frame();
    EXPECT_EQ(allocations - before, 0);
  }
}

}  // namespace
}  // namespace tensio
