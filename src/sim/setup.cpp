#include "tensio/setup.h"

#include <algorithm>
#include <cmath>
#include <fmt/format.h>

#include "integrate/adaptive.h"
#include "minimise/position_based.h"
#include "sim/check_collider.h"
#include "tensio/solver.h"

namespace tensio {
namespace {

/// A piece that neither pin nor attachment holds would fall for ever: it has no equilibrium.
Result<void> validate_held(const Model& model) {
  const std::vector<std::uint32_t> piece = connected_pieces(model);
  std::vector<Axes> held(piece.empty() ? 0 : *std::ranges::max_element(piece) + 1, 0);
  for (const Pin& pin : model.pins) held[piece[pin.vertex]] |= pin.axes;
  for (const Attachment& attachment : model.attachments)
    if (attachment.stiffness > 0) held[piece[attachment.vertex]] = all_axes;
  const auto loose = std::ranges::find_if(held, [](Axes axes) { return axes != all_axes; });
  if (loose == held.end()) return {};
  const auto vertex =
      std::ranges::find(piece, static_cast<std::uint32_t>(loose - held.begin())) - piece.begin();
  return fail(
      fmt::format("static equilibrium needs every piece to be held, but the piece with vertex {} has no pin "
                  "or attachment that does so in every direction; pin it or choose a dynamic scheme",
                  vertex));
}

Result<void> validate_static(const Setup& setup) {
  if (!setup.colliders.empty())
    return fail(
        "static equilibrium does not support colliders; remove them or choose a dynamic scheme with ether "
        "drag");
  if (setup.contact.method != ContactMethod::project)
    return fail("static equilibrium does not support contact; remove it or choose a dynamic scheme");
  if (setup.strain_limit.limit)
    return fail("static equilibrium does not support strain_limit; remove it or choose a dynamic scheme");
  return validate_held(setup.model);
}

/// Position-based methods are refused what they would silently ignore.
Result<void> validate_positions(const Setup& setup) {
  const MinimiseOptions& m = setup.minimise;
  if (!is_position_based(m.method) || !is_implicit(setup.scheme)) return {};
  if (setup.contact.method != ContactMethod::project)
    return fail(
        "position-based methods do not support contact.method = \"planes\"; choose another method or "
        "\"project\"");
  if (setup.scheme == Scheme::static_equilibrium)
    return fail(
        "position-based methods do not support static equilibrium; choose a dynamic scheme, or another "
        "method such as ncg");
  if (m.precision == Precision::mixed)
    return fail("position-based methods need double precision; set minimiser.precision to double");
  if (m.start == Start::current)
    return fail("position-based methods start at the target; set minimiser.start to target");
  return {};
}

/// Methods are refused what they cannot take.
Result<void> validate_terms(const Setup& setup) {
  const Method method = setup.minimise.method;
  if (!is_implicit(setup.scheme) || !(is_position_based(method) || method_facts(method).takes_plain_steps))
    return {};
  return check_terms(setup.minimise, make_system(setup.model, setup.gravity, setup.damping));
}

Result<void> validate_adaptive(const Setup& setup) {
  const AdaptiveOptions& a = setup.adaptive;
  if (!a.is_on) return {};
  if (const std::string reason = why_not_adaptive(setup.scheme); !reason.empty()) return fail(reason);
  if (!(a.tolerance > 0) || !std::isfinite(a.tolerance))
    return fail(fmt::format("the tolerance of adaptive steps is {} m; it must be positive", a.tolerance));
  if (!(a.max_stretch > 0) || !std::isfinite(a.max_stretch))
    return fail(fmt::format("the largest stretch per step is {}; it must be positive", a.max_stretch));
  if (a.max_steps < 1)
    return fail(
        fmt::format("the largest number of adaptive steps is {}; it must be at least 1", a.max_steps));
  return {};
}

Result<void> validate_matter(const Setup& setup) {
  const PlasticityOptions& p = setup.plasticity;
  const bool is_plastic =
      (!p.yield || *p.yield > 0) && p.hardening >= 0 && p.time >= 0 && p.most >= 0 && p.most < 1;
  if (!is_plastic || !std::isfinite(p.yield.value_or(1) + p.hardening + p.time))
    return fail(
        "plasticity is out of range; it needs yield above 0, hardening and time at least 0, and most from 0 "
        "to below 1");
  const Air& air = setup.damping.air;
  const bool is_air =
      air.density >= 0 && air.drag >= 0 && air.friction >= 0 && air.gust >= 0 && air.gust_period > 0;
  if (!is_air || !is_finite(air.wind) || !std::isfinite(air.density + air.drag + air.friction + air.gust))
    return fail(
        "air is out of range; it needs numbers of at least 0, a gust period above 0 and a finite wind");
  if (norm(air.wind) > 1e3 || air.density > 1e4)
    return fail(
        "air is out of range; the wind must be at most 1,000 m/s and the density at most 10,000 kg/m³");
  if (auto ok = validate(air.change); !ok) return fail("the change of the wind: " + ok.error().message);
  for (const Path::Key& key : air.change.keys)
    if (norm(air.wind + key.offset) > 1e3)
      return fail("air is out of range; the wind must be at most 1,000 m/s at every keyframe");
  if (air.has_wind() && air.density == 0)
    return fail(fmt::format("wind has no effect without air density; set the density to {} kg/m³",
                            Air::sea_level_density));
  return {};
}

Result<void> validate_numbers(const Setup& setup) {
  const MinimiseOptions& m = setup.minimise;
  const auto is_positive = [](double value) { return value > 0 && std::isfinite(value); };
  const auto is_fraction = [](double value) { return value >= 0 && value < 1; };
  if (!is_positive(setup.frame_time))
    return fail(fmt::format("the frame time is {} s; it must be positive", setup.frame_time));
  if (setup.substeps < 1 || setup.substeps > max_substeps)
    return fail(fmt::format("substeps is {}; it must be between 1 and {}", setup.substeps, max_substeps));
  if (auto ok = validate_adaptive(setup); !ok) return ok;
  if (!(setup.tear_strain >= 0) || !std::isfinite(setup.tear_strain))
    return fail(fmt::format("the tear strain is {}; it must be positive, or 0 for never", setup.tear_strain));
  if (!is_finite(setup.gravity)) return fail("gravity is not finite; set three finite numbers");
  if (!(setup.damping.ether >= 0 && setup.damping.ether <= 1))
    return fail(fmt::format("ether drag is {}; it must be between 0 and 1", setup.damping.ether));
  if (!(setup.damping.point >= 0) || !std::isfinite(setup.damping.point))
    return fail(fmt::format("point damping is {} N·s/m; it must be at least 0", setup.damping.point));
  for (const double rate : {setup.damping.rayleigh_mass, setup.damping.rayleigh_stiffness})
    if (!(rate >= 0) || !std::isfinite(rate))
      return fail(
          fmt::format("Rayleigh damping is {} 1/s by mass and {} s by stiffness; neither may be negative",
                      setup.damping.rayleigh_mass, setup.damping.rayleigh_stiffness));
  if (!(setup.damping.rigid >= 0 && setup.damping.rigid <= 1))
    return fail(fmt::format("rigid damping is {}; it must be between 0 and 1", setup.damping.rigid));
  const SchemeOptions& s = setup.scheme_options;
  if (!is_positive(s.newmark_beta) || !is_positive(s.newmark_gamma))
    return fail(
        fmt::format("Newmark's β is {} and γ is {}; both must be positive", s.newmark_beta, s.newmark_gamma));
  if (!(s.imex_threshold >= 0))
    return fail(fmt::format("the IMEX threshold is {}; it must be at least 0", s.imex_threshold));
  if (!(s.verlet_drag >= 0 && s.verlet_drag <= 1))
    return fail(fmt::format("the drag of position Verlet is {}; it must be between 0 and 1", s.verlet_drag));
  const ContactOptions& c = setup.contact;
  if (!(c.thickness >= 0 && c.thickness <= max_length) || !(c.friction >= 0) || !std::isfinite(c.friction))
    return fail(fmt::format("contact has a thickness of {} m and friction {}; both must be at least 0",
                            c.thickness, c.friction));
  if (!(c.least_gap >= 1e-7 && c.least_gap <= max_length))
    return fail(fmt::format("the least gap of contact is {} m; it must be at least 1e-7 m", c.least_gap));
  if (c.rounds < 1 || c.sweeps < 1)
    return fail(
        fmt::format("contact has {} rounds and {} sweeps; it needs at least 1 of each", c.rounds, c.sweeps));
  if (setup.strain_limit.limit &&
      (!(*setup.strain_limit.limit >= 0) || !std::isfinite(*setup.strain_limit.limit)))
    return fail(fmt::format("the strain limit is {}; it must be at least 0", *setup.strain_limit.limit));
  if (setup.strain_limit.sweeps < 1)
    return fail(
        fmt::format("the strain limit has {} sweeps; it needs at least 1", setup.strain_limit.sweeps));
  if (m.iterations < 1)
    return fail(fmt::format("the minimiser has {} iterations; it needs at least 1", m.iterations));
  if (m.warm_iterations < 0)
    return fail(fmt::format("the minimiser has {} warm iterations; it needs at least 0", m.warm_iterations));
  if (m.history < 1 || m.history > max_history)
    return fail(
        fmt::format("the minimiser's history is {}; it must be between 1 and {}", m.history, max_history));
  if (m.threads < 0 || m.threads > max_threads)
    return fail(fmt::format("the minimiser has {} threads; it needs 1 to {}, or 0 for one per core",
                            m.threads, max_threads));
  if (m.precision == Precision::mixed && is_implicit(setup.scheme) && has_own_matrix(m.method))
    return fail(
        "newton needs double precision; set minimiser.precision to double, or choose another method such as "
        "ncg or newton-cg");
  if (m.linear.iterations < 1)
    return fail(fmt::format("the linear solver has {} iterations; it needs at least 1", m.linear.iterations));
  if (!is_fraction(m.tolerance))
    return fail(
        fmt::format("the minimiser's tolerance is {}; it must be at least 0 and below 1", m.tolerance));
  if (!is_fraction(m.linear.tolerance))
    return fail(fmt::format("the linear solver's tolerance is {}; it must be at least 0 and below 1",
                            m.linear.tolerance));
  if (!(m.linear.alpha >= 0) || !std::isfinite(m.linear.alpha))
    return fail("the linear solver's alpha must be at least 0");
  return {};
}

}  // namespace

State make_state(const Setup& setup) {
  State state = make_state(setup.model);
  if (!setup.position.empty()) {
    state.x = setup.position;
    for (const Pin& pin : setup.model.pins) copy_axes(pin.axes, pin.place(0), state.x[pin.vertex]);
  }
  if (!setup.velocity.empty()) state.v = setup.velocity;
  return state;
}

Result<void> validate(const Setup& setup) {
  if (auto ok = validate(setup.model); !ok) return ok;
  if (!setup.position.empty() && setup.position.size() != setup.model.vertex_count())
    return fail(fmt::format("there are {} start positions for {} vertices; give one per vertex",
                            setup.position.size(), setup.model.vertex_count()));
  if (!is_finite(setup.position)) return fail("a start position is not finite");
  if (!setup.velocity.empty() && setup.velocity.size() != setup.model.vertex_count())
    return fail(fmt::format("there are {} start velocities for {} vertices; give one per vertex",
                            setup.velocity.size(), setup.model.vertex_count()));
  if (!is_finite(setup.velocity)) return fail("a start velocity is not finite");
  for (std::size_t i = 0; i < setup.colliders.size(); ++i)
    if (auto ok = check_collider(setup, setup.colliders[i]); !ok)
      return fail(fmt::format("collider[{}]: {}", i, ok.error().message));
  for (const TimedEdit& timed : setup.schedule)
    if (!std::isfinite(timed.time))
      return fail(fmt::format("an edit is scheduled at {} s; give it a finite time", timed.time));
  for (const TimedEdit& timed : setup.schedule) {
    if (const auto* cut = std::get_if<Cut>(&timed.edit))
      if (auto ok = validate(cut->stroke); !ok)
        return fail(fmt::format("at {} s, {}", timed.time, ok.error().message));
    const auto* pin = std::get_if<PinVertex>(&timed.edit);
    if (!pin) continue;
    if (auto ok = validate(*pin); !ok)
      return fail(fmt::format("at {} s, {}", timed.time, ok.error().message));
    if (pin->axes != all_axes && is_position_based(setup.minimise.method) && is_implicit(setup.scheme))
      return fail(
          "position-based methods cannot hold single coordinates of a vertex; pin it whole, or choose "
          "another "
          "method such as ncg");
  }
  if (auto ok = validate_numbers(setup); !ok) return ok;
  if (auto ok = validate_matter(setup); !ok) return ok;
  if (auto ok = validate_positions(setup); !ok) return ok;
  if (auto ok = validate_terms(setup); !ok) return ok;
  return setup.scheme == Scheme::static_equilibrium ? validate_static(setup) : Result<void>{};
}

}  // namespace tensio
