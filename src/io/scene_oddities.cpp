#include "io/scene_oddities.h"

#include <fmt/format.h>

namespace tensio {
namespace {

/// Finds options that the chosen scheme and method do not read.
void find_unread_options(const SceneSpec& spec, std::vector<std::string>& found) {
  const SchemeOptions &scheme = spec.integrator.options, any_scheme;
  const MinimiseOptions &solver = spec.minimiser, any_solver;
  const auto add = [&](const char* field, const char* choice, const char* chosen) {
    found.push_back(fmt::format("{} has no effect with {} = \"{}\"; remove it", field, choice, chosen));
  };
  const auto check_scheme = [&](const char* field, double SchemeOptions::*option, Scheme reader) {
    if (scheme.*option != any_scheme.*option && spec.integrator.scheme != reader)
      add(field, "integrator.scheme", scheme_facts(spec.integrator.scheme).name);
  };
  check_scheme("integrator.newmark_beta", &SchemeOptions::newmark_beta, Scheme::newmark);
  check_scheme("integrator.newmark_gamma", &SchemeOptions::newmark_gamma, Scheme::newmark);
  check_scheme("integrator.imex_threshold", &SchemeOptions::imex_threshold, Scheme::imex);
  check_scheme("integrator.verlet_drag", &SchemeOptions::verlet_drag, Scheme::position_verlet);

  const MethodFacts& method = method_facts(solver.method);
  const auto check_method = [&](const char* field, auto MinimiseOptions::*option, bool is_read) {
    if (solver.*option == any_solver.*option) return;
    if (!is_implicit(spec.integrator.scheme))
      add(field, "integrator.scheme", scheme_facts(spec.integrator.scheme).name);
    else if (!is_read)
      add(field, "minimiser.method", method.name);
  };
  check_method("minimiser.hessian", &MinimiseOptions::hessian, has_own_matrix(solver.method));
  check_method("minimiser.linear", &MinimiseOptions::linear, has_own_matrix(solver.method));
  check_method("minimiser.history", &MinimiseOptions::history, method.has_history);
  check_method("minimiser.warm_iterations", &MinimiseOptions::warm_iterations, method.has_warm_start);
}

/// Finds options that only contact with planes reads.
void find_unread_contact(const SceneSpec& spec, std::vector<std::string>& found) {
  if (spec.contact.method == ContactMethod::planes) return;
  const auto add = [&](const std::string& field) {
    found.push_back(field + " has no effect without contact.method = \"planes\"; remove it");
  };
  const ContactOptions usual;
  const auto check = [&](const char* field, auto ContactOptions::*option) {
    if (spec.contact.*option != usual.*option) add(field);
  };
  check("contact.self", &ContactOptions::self);
  check("contact.bodies", &ContactOptions::bodies);
  check("contact.ignore", &ContactOptions::ignore);
  check("contact.thickness", &ContactOptions::thickness);
  check("contact.friction", &ContactOptions::friction);
  check("contact.least_gap", &ContactOptions::least_gap);
  check("contact.rounds", &ContactOptions::rounds);
  check("contact.sweeps", &ContactOptions::sweeps);
  check("contact.verify", &ContactOptions::verify);
  check("contact.when_forced", &ContactOptions::when_forced);
  for (std::size_t i = 0; i < spec.bodies.size(); ++i) {
    if (spec.bodies[i].thickness) add(fmt::format("body[{}].thickness", i));
    if (spec.bodies[i].friction) add(fmt::format("body[{}].friction", i));
  }
}

}  // namespace

std::vector<std::string> find_oddities(const SceneSpec& spec, const Model& model) {
  std::vector<std::string> found;
  for (std::size_t i = 0; i < spec.bodies.size(); ++i)
    for (const std::string& sentence :
         std::visit([](const auto& body) { return body.oddities(); }, spec.bodies[i].kind))
      found.push_back(fmt::format("body[{}].{}", i, sentence));
  if (model.springs.size() == 0) {
    const auto add = [&](const char* field) {
      found.push_back(fmt::format("{} has no effect, because no body has springs; remove it", field));
    };
    if (spec.plasticity.yield) add("plasticity.yield");
    if (spec.strain_limit.limit) add("strain_limit.limit");
    if (spec.tear_strain > 0) add("tear_strain");
  }
  find_unread_options(spec, found);
  find_unread_contact(spec, found);
  for (std::size_t i = 0; i < spec.colliders.size(); ++i)
    if (spec.colliders[i].velocity != Vec3{} && !spec.colliders[i].path.keys.empty())
      found.push_back(fmt::format(
          "collider[{}].velocity has no effect beside its path, whose end sets the velocity; remove it", i));
  if (spec.air.density > 0 && model.triangles.empty())
    found.push_back("air has no effect, because no body has triangles; remove it");
  if (spec.air.gust > 0 && !spec.air.has_wind())
    found.push_back("air.gust has no effect without wind; set air.wind");
  return found;
}

}  // namespace tensio
