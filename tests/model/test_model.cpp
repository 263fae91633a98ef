#include <gtest/gtest.h>
#include <limits>

#include "tensio/model.h"

namespace tensio {
namespace {

Model two_masses() {
  Model model;
  model.add_vertex({0, 0, 0}, 1);
  model.add_vertex({1, 0, 0}, 1);
  model.springs.add(0, 1, SpringFamily::structural, 1, 10);
  return model;
}

TEST(Model, AcceptsTwoMassesAndASpring) {
  EXPECT_TRUE(validate(two_masses()));
}

TEST(Model, RefusesWhatCannotBeSimulated) {
  const double nan = std::numeric_limits<double>::quiet_NaN();
  const auto refuses = [](auto&& spoil) {
    Model model = two_masses();
    spoil(model);
    const auto result = validate(model);
    return !result && !result.error().message.empty();
  };
  EXPECT_TRUE(refuses([](Model& m) { m = Model{}; }));
  EXPECT_TRUE(refuses([](Model& m) { m.mass[0] = 0; }));
  EXPECT_TRUE(refuses([&](Model& m) { m.mass[0] = nan; }));
  EXPECT_TRUE(refuses([&](Model& m) { m.rest_position[1].y = nan; }));
  EXPECT_TRUE(refuses([&](Model& m) { m.force[1].y = nan; }));
  EXPECT_TRUE(refuses([](Model& m) { m.springs.ends[0] = {0, 2}; }));
  EXPECT_TRUE(refuses([](Model& m) { m.springs.ends[0] = {1, 1}; }));
  EXPECT_TRUE(refuses([](Model& m) { m.springs.stiffness[0] = -1; }));
  EXPECT_TRUE(refuses([&](Model& m) { m.springs.rest_length[0] = nan; }));
  EXPECT_TRUE(refuses([](Model& m) { m.springs.family.clear(); }));
  EXPECT_TRUE(refuses([](Model& m) { m.triangles.push_back({0, 1, 2}); }));
  EXPECT_TRUE(refuses([](Model& m) { m.pins = {{0, {}, {}}, {0, {}, {}}}; }));
  EXPECT_TRUE(refuses([](Model& m) { m.attachments = {{5, {}, 1, {}}}; }));
}

TEST(Model, AppendShiftsEveryIndex) {
  Model model = two_masses(), other = two_masses();
  other.triangles.push_back({0, 1, 1});
  other.pins.push_back({1, {1, 0, 0}, {}});
  other.attachments.push_back({0, {}, 5, {}});
  other.parts.push_back({"other", 0, 2, 0, 1});
  model.append(other);
  EXPECT_EQ(model.vertex_count(), 4u);
  EXPECT_EQ(model.springs.ends[1], (std::array<VertexId, 2>{2, 3}));
  EXPECT_EQ(model.triangles[0], (std::array<VertexId, 3>{2, 3, 3}));
  EXPECT_EQ(model.pins[0].vertex, 3u);
  EXPECT_EQ(model.attachments[0].vertex, 2u);
  EXPECT_EQ(model.parts[0].vertex_begin, 2u);
  EXPECT_TRUE(validate(model));
}

TEST(Model, EveryTableOfElementsIsAppendedAndValidated) {
  Model row = two_masses();
  row.springs = {};
  std::size_t tables = 0;
  for_each_table(row, [&](auto& table) {
    auto& element = table.emplace_back();
    if constexpr (requires { element.rest.push_back({}); }) element.vertex.resize(1);
    for (VertexId& v : element.vertex) v = 1;
    ++tables;
  });
  EXPECT_EQ(tables, std::tuple_size_v<decltype(element_tables)>);
  Model model = two_masses();
  model.append(row);
  std::size_t elements = 0;
  for_each_element(model, [&](const auto& element) {
    ++elements;
    for (const VertexId v : element.vertex) EXPECT_EQ(v, 3u) << element.name;
  });
  EXPECT_EQ(elements, tables);

  for_each_element(row, [&](auto& element) { element.vertex[0] = 7; });
  const ElementTables faulty = row;
  for_each_table(faulty, [&](const auto& table) {
    Model one = two_masses();
    for_each_table(one, [&](auto& into) {
      if constexpr (std::is_same_v<std::decay_t<decltype(into)>, std::decay_t<decltype(table)>>) into = table;
    });
    const auto refused = validate(one);
    ASSERT_FALSE(refused);
    EXPECT_EQ(refused.error().message, std::string(table[0].name) + " 0 has vertex 7, which does not exist");
  });
}

TEST(Model, PiecesFollowSpringsOfPositiveStiffnessOnly) {
  Model model = two_masses();
  model.append(two_masses());
  EXPECT_EQ(connected_pieces(model), (std::vector<std::uint32_t>{0, 0, 1, 1}));
  model.springs.add(1, 2, SpringFamily::structural, 1, 0);
  EXPECT_EQ(connected_pieces(model), (std::vector<std::uint32_t>{0, 0, 1, 1}));
  model.springs.stiffness.back() = 1;
  EXPECT_EQ(connected_pieces(model), (std::vector<std::uint32_t>{0, 0, 0, 0}));
}

TEST(Path, PassesThroughItsKeyframesAndStaysAtTheEnds) {
  const Path path{.keys = {{1, {0, 0, 0}}, {2, {1, 0, 0}}, {4, {1, 2, 0}}}};
  EXPECT_EQ(path.offset(0), (Vec3{0, 0, 0}));
  EXPECT_EQ(path.offset(1.5), (Vec3{0.5, 0, 0}));
  EXPECT_EQ(path.offset(2), (Vec3{1, 0, 0}));
  EXPECT_EQ(path.offset(3), (Vec3{1, 1, 0}));
  EXPECT_EQ(path.offset(9), (Vec3{1, 2, 0}));
}

TEST(Path, RepeatsWhenAsked) {
  const Path path{.keys = {{0, {0, 0, 0}}, {2, {4, 0, 0}}, {4, {0, 0, 0}}}, .repeat = true};
  EXPECT_TRUE(validate(path));
  EXPECT_DOUBLE_EQ(path.offset(5).x, 2);
  EXPECT_DOUBLE_EQ(path.offset(7).x, 2);
}

TEST(StateHash, ChangesWithTheLastBit) {
  State state = make_state(two_masses());
  const auto before = state_hash(state);
  EXPECT_EQ(before, state_hash(make_state(two_masses())));
  state.x[1].z = std::numeric_limits<double>::denorm_min();
  EXPECT_NE(before, state_hash(state));
}

TEST(Model, RefusesSkinsFarFromWhatCarriesThem) {
  Model model;
  model.add_vertex({0, 0, 0}, 1);
  model.add_vertex({1, 0, 0}, 1);
  for (const double beyond : {0.4, 0.6}) {
    model.skins = {{0, 2, {{.vertex = {0, 1}, .weight = {-beyond, 1 + beyond}}}, {}}};
    EXPECT_EQ(validate(model).has_value(), beyond == 0.4);
  }
}

}  // namespace
}  // namespace tensio
