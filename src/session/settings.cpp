#include "session/settings.h"

#include <algorithm>
#include <cmath>
#include <fmt/format.h>
#include <functional>

#include "io/mesh_format.h"
#include "io/scene_choices.h"
#include "model/seen.h"
#include "session/frame_bytes.h"
#include "session/message.h"
#include "tensio/report.h"

namespace tensio::session {
namespace {

using nlohmann::json;

/// Range of a slider. Values beyond it are allowed.
struct Range {
  double least = 0, most = 0;
  double step = 0;  // 0: any
};

struct Setting {
  const char* name;
  const char* label;   // with its unit; empty: the panel shows it in its own way
  const char* folder;  // of the panel; empty: the solver's
  const char* type;    // in TypeScript
  Range range{};
  json choices{};  // names and docs; null: not a choice
  std::function<json(Live&)> read{};
  std::function<Result<void>(Live&, const json&)> write{};
};

Failure wrong(const char* name, const char* expected) {
  return fail(fmt::format("{} must be {}", name, expected));
}

template <class E>
const E* find(const Choices<E>& choices, const std::string& name) {
  for (const Choice<E>& choice : choices)
    if (choice.name == name) return &choice.value;
  return nullptr;
}

template <class E>
json describe(const Choices<E>& choices) {
  json list = json::array();
  for (const Choice<E>& choice : choices) list.push_back({{"name", choice.name}, {"doc", choice.doc}});
  return list;
}

template <class E, class Place>
Setting choice(const char* name, const char* label, const Choices<E>& choices, Place place) {
  Setting setting{name, label, "", "string", {}, describe(choices)};
  setting.read = [place, &choices](Live& live) { return choice_name(choices, place(live)); };
  setting.write = [name, place, &choices](Live& live, const json& value) -> Result<void> {
    if (!value.is_string()) return wrong(name, "a name");
    const E* chosen = find(choices, value.get<std::string>());
    if (!chosen) return fail(fmt::format("unknown {}: \"{}\"", name, value.get<std::string>()));
    place(live) = *chosen;
    return {};
  };
  return setting;
}

/// A whole number from 1 to 10,000.
template <class Place>
Setting count(const char* name, const char* label, Range range, Place place) {
  Setting setting{name, label, "", "number", range};
  setting.read = [place](Live& live) { return place(live); };
  setting.write = [name, place](Live& live, const json& value) -> Result<void> {
    const auto number = to_number(value);
    if (!number) return wrong(name, "a number");
    place(live) = static_cast<int>(std::lround(std::clamp(*number, 1.0, 1e4)));
    return {};
  };
  return setting;
}

template <class Place>
Setting number(const char* name, const char* label, Range range, Place place) {
  Setting setting{name, label, "Material and damping", "number", range};
  setting.read = [place](Live& live) { return place(live); };
  setting.write = [name, place](Live& live, const json& value) -> Result<void> {
    const auto given = to_number(value);
    if (!given) return wrong(name, "a number");
    place(live) = *given;
    return {};
  };
  return setting;
}

template <class Place>
Setting vector(const char* name, const char* label, Range range, Place place) {
  Setting setting{name, label, "Material and damping", "Vector", range};
  setting.read = [place](Live& live) { return to_json(place(live)); };
  setting.write = [name, place](Live& live, const json& value) -> Result<void> {
    const auto given = to_vector(value);
    if (!given) return wrong(name, "three numbers");
    place(live) = *given;
    return {};
  };
  return setting;
}

/// A factor of the stiffness of one family of springs.
Setting stiffness(SpringFamily family, const char* label) {
  const auto index = static_cast<std::size_t>(family);
  const char* name = spring_family_names[index];
  Setting setting = number(name, label, {0.01, 20},
                           [index](Live& live) -> double& { return live.material.stiffness[index]; });
  setting.write = [name, index, write = setting.write](Live& live, const json& value) -> Result<void> {
    if (auto ok = write(live, value); !ok) return ok;
    const double factor = live.material.stiffness[index];
    if (factor >= 1e-4 && factor <= 1e4) return {};
    return fail(fmt::format("the stiffness factor of {} springs is {}; it must be between 0.0001 and 10,000",
                            name, factor));
  };
  return setting;
}

Setting fabric() {
  Setting setting{"fabric", "fabric", "", "string", {}, json::array()};
  setting.choices.push_back({{"name", ""}, {"doc", "What the scene is made of"}});
  for (const json& each : describe(fabric_choices())) setting.choices.push_back(each);
  setting.read = [](Live& live) { return live.material.fabric; };
  setting.write = [](Live& live, const json& value) -> Result<void> {
    if (!value.is_string()) return wrong("fabric", "a name");
    const auto name = value.get<std::string>();
    if (!name.empty() && !find_fabric(name)) return fail(fmt::format("unknown fabric: \"{}\"", name));
    live.material.fabric = name;
    return {};
  };
  return setting;
}

/// All settings, in the order of the panel.
const std::vector<Setting>& settings() {
  static const std::vector<Setting> table = {
      choice(
          "scheme", "integrator", scheme_choices(), [](Live & l) -> auto& { return l.setup.scheme; }),
      choice(
          "method", "minimiser", method_choices(), [](Live & l) -> auto& { return l.setup.minimise.method; }),
      count(
          "iterations", "iterations", {1, 100, 1},
          [](Live & l) -> auto& { return l.setup.minimise.iterations; }),
      count(
          "substeps", "substeps", {1, 20, 1}, [](Live & l) -> auto& { return l.setup.substeps; }),
      choice(
          "precision", "precision", precision_choices(),
          [](Live & l) -> auto& { return l.setup.minimise.precision; }),
      choice(
          "verify", "count crossings", verify_choices(),
          [](Live & l) -> auto& { return l.setup.contact.verify; }),
      fabric(),
      stiffness(SpringFamily::structural, "structural stiffness ×"),
      stiffness(SpringFamily::shear, "shear stiffness ×"),
      stiffness(SpringFamily::bend, "bend stiffness ×"),
      number(
          "tear_strain", "tears at strain", {0, 3, 0.01},
          [](Live & l) -> auto& { return l.setup.tear_strain; }),
      number(
          "ether", "speed kept per s", {0, 1, 0.01}, [](Live & l) -> auto& { return l.setup.damping.ether; }),
      number(
          "point", "drag, N·s/m", {0, 0.05}, [](Live & l) -> auto& { return l.setup.damping.point; }),
      vector(
          "gravity", "gravity, m/s²", {-20, 20, 0.01}, [](Live & l) -> auto& { return l.setup.gravity; }),
      // The panel shows these three together, as wind.
      number(
          "air", "", {}, [](Live & l) -> auto& { return l.setup.damping.air.density; }),
      vector(
          "wind", "", {}, [](Live & l) -> auto& { return l.setup.damping.air.wind; }),
      number(
          "gusts", "", {}, [](Live & l) -> auto& { return l.setup.damping.air.gust; }),
  };
  return table;
}

}  // namespace

json read_settings(Live live) {
  json values = json::object();
  for (const Setting& setting : settings()) values[setting.name] = setting.read(live);
  return values;
}

Result<void> write_settings(const json& fields, Live& live) {
  for (const Setting& setting : settings())
    if (const auto value = fields.find(setting.name); value != fields.end())
      if (auto ok = setting.write(live, *value); !ok) return ok;
  return {};
}

json describe_settings(const Simulation& simulation) {
  const Model& model = simulation.model();
  const bool has_sheets = std::ranges::any_of(model.parts, &Part::is_sheet);
  const bool can_cross = simulation.setup().contact.method == ContactMethod::planes &&
                         (!see(model).triangles.empty() ||
                          std::ranges::any_of(simulation.setup().colliders, needs_contact_rows));
  json list = json::array();
  for (const Setting& setting : settings()) {
    const std::string_view name = setting.name;
    if (!*setting.label || (name == "fabric" && !has_sheets) || (name == "verify" && !can_cross)) continue;
    json row{{"name", setting.name}, {"label", setting.label}, {"folder", setting.folder}};
    if (setting.choices.is_array())
      row["choices"] = setting.choices;
    else
      row["range"] = {setting.range.least, setting.range.most, setting.range.step};
    list.push_back(row);
  }
  return list;
}

std::string typescript() {
  std::string text =
      "// Written by `tensio schema --typescript`; a test compares them.\n"
      "import type { Vector } from \"./protocol\";\n\n"
      "/** What can be changed while a scene runs. */\nexport interface Settings {\n";
  for (const Setting& setting : settings()) text += fmt::format("  {}: {};\n", setting.name, setting.type);
  text += "}\n\n/** How a step ended, by number. */\nexport const statusNames = [\n";
  for (int status = 0; status <= static_cast<int>(SolveStatus::diverged); ++status)
    text += fmt::format("  \"{}\",\n", status_name(static_cast<SolveStatus>(status)));
  text += "];\n\n/** Extensions of mesh files. */\nexport const meshExtensions = [";
  for (const MeshFormat* format : mesh_formats())
    text += fmt::format("{}\"{}\"", format == mesh_formats().front() ? "" : ", ", format->name);
  return text +
         fmt::format("];\n\n/** Version of the messages. */\nexport const version = {};\n", protocol_version);
}

const Fabric* find_fabric(const std::string& name) {
  const auto* fabric = find(fabric_choices(), name);
  return fabric ? *fabric : nullptr;
}

}  // namespace tensio::session
