#include "io/vertex_data.h"

#include <cmath>
#include <fmt/format.h>

namespace tensio {
namespace {

constexpr std::string_view vertex_variables[] = {"x", "y", "z", "i", "n", "m"};
constexpr Range any_velocity{-1e4, 1e4};

/// What one number of a vertex is called, where it belongs, and its range.
struct Quantity {
  const char* name;
  const char* unit;
  Range range;
};
constexpr Quantity position_row{"position", "m", any_place}, velocity_row{"velocity", "m/s", any_velocity},
    mass_row{"mass", "kg", some_mass};

class VertexSetter {
 public:
  VertexSetter(const VertexSpec& spec, const BodySite& site, Model& model, std::vector<Vec3>& position,
               std::vector<Vec3>& velocity)
      : spec_(spec),
        site_(site),
        model_(model),
        position_(position),
        velocity_(velocity),
        rest_mass_(model.mass) {}

  Result<void> set() {
    if (!spec_.file.empty())
      if (auto ok = read_file(); !ok) return ok;
    if (auto ok = compute(spec_.position, position_row, &VertexSetter::set_position); !ok) return ok;
    if (auto ok = compute(spec_.velocity, velocity_row, &VertexSetter::add_velocity); !ok) return ok;
    if (spec_.mass.text.empty()) return {};
    const std::string path = site_.path_of("vertex.mass");
    const auto formula = read_formula(spec_.mass.text, vertex_variables, path);
    if (!formula) return fail(formula.error());
    if (auto ok = spend(*formula, path); !ok) return ok;
    for (std::size_t i = 0; i < model_.vertex_count(); ++i) {
      const auto value = evaluate(*formula, i, mass_row, path);
      if (!value) return fail(value.error());
      model_.mass[i] = *value;
    }
    return {};
  }

 private:
  using Set = void (VertexSetter::*)(std::size_t vertex, int axis, double value);

  void set_position(std::size_t vertex, int axis, double value) {
    if (position_.empty()) position_ = model_.rest_position;
    position_[vertex][axis] = value;
  }
  void add_velocity(std::size_t vertex, int axis, double value) { velocity_[vertex][axis] += value; }
  void set_mass(std::size_t vertex, int, double value) { model_.mass[vertex] = value; }

  static Result<void> check(double value, std::size_t vertex, const Quantity& quantity,
                            const std::string& place) {
    if (quantity.range.contains(value)) return {};
    return fail(fmt::format("{} is {} {} at vertex {}; it must be {}", place, value, quantity.unit, vertex,
                            describe(quantity.range)));
  }

  Result<void> spend(const Expression& formula, const std::string& path) const {
    return site_.spend_operations(path, model_.vertex_count(), formula.operations());
  }

  Result<double> evaluate(const Expression& formula, std::size_t i, const Quantity& quantity,
                          const std::string& path) const {
    const Vec3& x = model_.rest_position[i];
    const double values[] = {
        x.x, x.y, x.z, static_cast<double>(i), static_cast<double>(model_.vertex_count()), rest_mass_[i]};
    const double value = formula(values);
    if (auto ok = check(value, i, quantity, path); !ok) return fail(ok.error());
    return value;
  }

  Result<void> compute(const VectorFormulaField& field, const Quantity& quantity, Set assign) {
    if (!field.is_given) return {};
    const std::string path = site_.path_of("vertex.") + quantity.name;
    const auto formulas = read_formulas(field, vertex_variables, path);
    if (!formulas) return fail(formulas.error());
    for (int axis = 0; axis < 3; ++axis) {
      const Expression& formula = (*formulas)[static_cast<std::size_t>(axis)];
      const std::string place = fmt::format("{}[{}]", path, axis);
      if (auto ok = spend(formula, place); !ok) return ok;
      for (std::size_t i = 0; i < model_.vertex_count(); ++i) {
        const auto value = evaluate(formula, i, quantity, place);
        if (!value) return fail(value.error());
        (this->*assign)(i, axis, *value);
      }
    }
    return {};
  }

  Result<void> read_file() {
    const std::string path = site_.path_of("vertex.file");
    const auto bytes = site_.fetch(spec_.file, "vertex.file");
    if (!bytes) return fail(bytes.error());
    const auto table = parse_table(*bytes, spec_.file, vertex_form());
    if (!table) return fail(path + ": " + table.error().message);
    const auto vertices = rows_to_vertices(*table, path);
    if (!vertices) return fail(vertices.error());
    struct Column {
      const char* name;
      const Quantity* quantity;
      Set set;
      int axis;
      bool is_computed;
    };
    const bool moved = spec_.position.is_given, pushed = spec_.velocity.is_given;
    const Column columns[] = {
        {"x", &position_row, &VertexSetter::set_position, 0, moved},
        {"y", &position_row, &VertexSetter::set_position, 1, moved},
        {"z", &position_row, &VertexSetter::set_position, 2, moved},
        {"vx", &velocity_row, &VertexSetter::add_velocity, 0, pushed},
        {"vy", &velocity_row, &VertexSetter::add_velocity, 1, pushed},
        {"vz", &velocity_row, &VertexSetter::add_velocity, 2, pushed},
        {"mass", &mass_row, &VertexSetter::set_mass, 0, !spec_.mass.text.empty()},
    };
    for (const Column& column : columns) {
      const std::vector<double>* const values = table->find(column.name);
      if (!values) continue;
      if (column.is_computed)
        return fail(fmt::format("{}.{} is given although {} has a column {}; remove one of them",
                                site_.path_of("vertex"), column.quantity->name, spec_.file, column.name));
      const std::string place = fmt::format("{}: {}, column {}", path, spec_.file, column.name);
      for (std::size_t row = 0; row < values->size(); ++row) {
        const std::size_t vertex = (*vertices)[row];
        if (auto ok = check((*values)[row], vertex, *column.quantity, place); !ok) return ok;
        (this->*column.set)(vertex, column.axis, (*values)[row]);
      }
    }
    return {};
  }

  /// Returns the vertex of each row.
  Result<std::vector<std::size_t>> rows_to_vertices(const NumberTable& table, const std::string& path) const {
    const std::size_t count = model_.vertex_count();
    std::vector<std::size_t> vertices(table.rows());
    const std::vector<double>* const index = table.find("index");
    if (!index && table.rows() != count)
      return fail(fmt::format("{}: {} has {} rows, but the body has {} vertices; give one row per vertex{}",
                              path, spec_.file, table.rows(), count, ", or a column index"));
    std::vector<bool> is_given(index ? count : 0);
    for (std::size_t row = 0; row < vertices.size(); ++row) {
      vertices[row] = row;
      if (!index) continue;
      const double i = (*index)[row];
      if (!(i >= 0 && i < static_cast<double>(count) && i == std::floor(i)))
        return fail(fmt::format("{}: {} has index {} in row {}, but the body has vertices 0 to {}", path,
                                spec_.file, i, row, count - 1));
      vertices[row] = static_cast<std::size_t>(i);
      if (is_given[vertices[row]])
        return fail(fmt::format("{}: {} has vertex {} twice; remove one of its rows", path, spec_.file, i));
      is_given[vertices[row]] = true;
    }
    return vertices;
  }

  const VertexSpec& spec_;
  const BodySite& site_;
  Model& model_;
  std::vector<Vec3>&position_, &velocity_;
  std::vector<double> rest_mass_;
};

}  // namespace

const TableForm& vertex_form() {
  static const TableForm form{
      .columns = {"x", "y", "z", "vx", "vy", "vz", "mass", "index"},
      .arrays = {{"x", "y", "z"},
                 {"x", "y", "z", "vx", "vy", "vz"},
                 {"x", "y", "z", "vx", "vy", "vz", "mass"},
                 {"mass"}},
      .groups = {{"position", {"x", "y", "z"}}, {"velocity", {"vx", "vy", "vz"}}, {"mass", {"mass"}}}};
  return form;
}

Result<Expression> read_formula(const std::string& text, std::span<const std::string_view> variables,
                                const std::string& path) {
  auto formula = Expression::parse(text, variables);
  if (!formula) return fail(path + ", " + formula.error().message);
  return formula;
}

Result<std::array<Expression, 3>> read_formulas(const VectorFormulaField& field,
                                                std::span<const std::string_view> variables,
                                                const std::string& path) {
  std::array<Expression, 3> formulas;
  for (std::size_t axis = 0; axis < 3; ++axis) {
    auto formula = read_formula(field.text[axis], variables, fmt::format("{}[{}]", path, axis));
    if (!formula) return fail(formula.error());
    formulas[axis] = std::move(*formula);
  }
  return formulas;
}

Result<void> set_vertices(const VertexSpec& spec, const BodySite& site, Model& model,
                          std::vector<Vec3>& position, std::vector<Vec3>& velocity) {
  if (auto ok = VertexSetter(spec, site, model, position, velocity).set(); !ok) return ok;
  if (!position.empty())
    for (Pin& pin : model.pins) pin.position = position[pin.vertex];
  return {};
}

void add_spin(const Vec3& spin, const Model& model, Positions x, std::vector<Vec3>& velocity) {
  if (spin == Vec3{}) return;
  Vec3 centre;
  double mass = 0;
  for (std::size_t i = 0; i < x.size(); ++i) {
    centre += model.mass[i] * x[i];
    mass += model.mass[i];
  }
  centre = centre / mass;
  for (std::size_t i = 0; i < x.size(); ++i) velocity[i] += cross(spin, x[i] - centre);
}

}  // namespace tensio
