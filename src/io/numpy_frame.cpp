#include "io/numpy_frame.h"

#include <cmath>
#include <fmt/format.h>

#include "io/npy.h"

namespace tensio {
namespace {

void add_vectors(NpzWriter& archive, std::string_view name, std::span<const Vec3> vectors) {
  std::vector<double> numbers;
  numbers.reserve(3 * vectors.size());
  for (const Vec3& v : vectors) numbers.insert(numbers.end(), {v.x, v.y, v.z});
  archive.add<double>(name, {vectors.size(), 3}, numbers);
}

void add_number(NpzWriter& archive, std::string_view name, double number) {
  archive.add<double>(name, {}, std::span(&number, 1));
}

/// Where free balls are, and how fast, a row for each in the order of the scene.
void add_balls(NpzWriter& archive, const Simulation& simulation) {
  std::vector<Vec3> position, velocity;
  for (const Collider& collider : simulation.setup().colliders) {
    const auto* sphere = std::get_if<Sphere>(&collider.shape);
    if (!sphere || !(collider.mass > 0)) continue;
    position.push_back(sphere->center + collider.path.offset(simulation.state().time));
    velocity.push_back(collider.velocity);
  }
  add_vectors(archive, "ball_position", position);
  add_vectors(archive, "ball_velocity", velocity);
}

}  // namespace

Result<std::string> write_numpy_frame(const Simulation& simulation) {
  const Model& model = simulation.model();
  const Forces forces = simulation.forces();
  const EnergyBalance energy = simulation.energy();
  std::vector<std::uint32_t> ends, pins;
  for (const auto& [a, b] : model.springs.ends) ends.insert(ends.end(), {a, b});
  for (const Pin& pin : model.pins) pins.push_back(pin.vertex);
  NpzWriter archive;
  add_number(archive, "time", simulation.state().time);
  add_vectors(archive, "position", simulation.state().x);
  add_vectors(archive, "velocity", simulation.state().v);
  archive.add<std::uint32_t>("springs", {model.springs.size(), 2}, ends);
  archive.add<double>("tension", {forces.tension.size()}, forces.tension);
  archive.add<std::uint32_t>("pins", {pins.size()}, pins);
  add_vectors(archive, "reaction", forces.reaction);
  add_vectors(archive, "contact", forces.contact);
  add_balls(archive, simulation);
  add_number(archive, "kinetic", energy.kinetic);
  add_number(archive, "elastic", energy.elastic);
  add_number(archive, "potential", energy.potential);
  return archive.finish();
}

Result<NumpyState> parse_numpy_state(std::string_view bytes, std::string_view name, std::size_t vertices) {
  const auto arrays = parse_npz(bytes, name);
  if (!arrays) return fail(arrays.error());
  const auto vectors = [&](const char* which) -> Result<std::vector<Vec3>> {
    const auto found = arrays->find(which);
    if (found == arrays->end()) return std::vector<Vec3>{};
    const NpyArray& array = found->second;
    if (array.shape != std::vector<std::size_t>{vertices, 3})
      return fail(fmt::format("{}: the array {} must have the shape ({}, 3), a row per vertex of the scene",
                              name, which, vertices));
    std::vector<Vec3> rows(vertices);
    for (std::size_t i = 0; i < vertices; ++i)
      rows[i] = {array.values[3 * i], array.values[3 * i + 1], array.values[3 * i + 2]};
    for (const Vec3& row : rows)
      if (!(norm(row) <= max_length))
        return fail(fmt::format("{}: the array {} has numbers that are not finite or exceed {:g}", name,
                                which, max_length));
    return rows;
  };
  auto x = vectors("position"), v = vectors("velocity");
  if (!x) return fail(x.error());
  if (!v) return fail(v.error());
  if (x->empty())
    return fail(fmt::format(
        "{} has no array position; save it with numpy.savez(file, position=…, velocity=…)", name));
  return NumpyState{std::move(*x), std::move(*v)};
}

}  // namespace tensio
