#include "edit/edit.h"

#include <algorithm>
#include <cmath>
#include <fmt/format.h>

#include "edit/cut.h"
#include "edit/tear.h"

namespace tensio {
namespace {

using detail::Incision;

/// One overload per edit.
class Editor {
 public:
  Editor(Model& model, State& state, const MayPatch& may_patch)
      : model_(model), state_(state), may_patch_(may_patch) {}

  Result<EditReport> operator()(const PinVertex& pin) {
    if (auto ok = check(pin.vertex); !ok) return fail(ok.error());
    if (auto ok = validate(pin); !ok) return fail(ok.error());
    if (is_pinned(pin.vertex)) return EditReport{};
    hold(pin.vertex, pin.path, pin.axes);
    return EditReport{.is_changed = true};
  }

  Result<EditReport> operator()(const UnpinVertex& pin) {
    if (auto ok = check(pin.vertex); !ok) return fail(ok.error());
    return EditReport{.is_changed = unpin(pin.vertex)};
  }

  Result<EditReport> operator()(const GrabPoint& edit) {
    if (auto ok = validate(edit.grab, model_.vertex_count()); !ok) return fail(ok.error());
    std::erase_if(model_.grabs, [&](const Grab& grab) { return grab.id == edit.grab.id; });
    model_.grabs.push_back(edit.grab);
    return EditReport{.is_changed = true};
  }

  Result<EditReport> operator()(const Release& release) {
    const auto erased = std::erase_if(model_.grabs, [&](const Grab& grab) { return grab.id == release.id; });
    return EditReport{.is_changed = erased > 0};
  }

  Result<EditReport> operator()(const Cut& cut) {
    if (auto ok = validate(cut.stroke); !ok) return fail(ok.error());
    Incision incision = detail::cut_along(model_, state_.x, cut.stroke);
    const std::vector<bool> is_solid = find_solids();
    const auto is_within = [&](const std::array<VertexId, 2>& ends) {
      return is_solid[ends[0]] && is_solid[ends[1]];
    };
    const auto kept = std::erase_if(incision.edges, is_within) + std::erase_if(incision.springs, [&](auto s) {
                        return is_within(model_.springs.ends[s]);
                      });
    if (kept > 0 && incision.is_empty())
      return fail("bodies of tetrahedra or clusters cannot be cut; a lattice of springs can, at its surface");
    return take_apart(incision);
  }

  Result<EditReport> operator()(const RemoveVertex& remove) {
    if (auto ok = check(remove.vertex); !ok) return fail(ok.error());
    return take_apart(excise(remove.vertex), true);
  }

  Result<EditReport> operator()(const Tear& edit) {
    if (!(edit.strain > 0)) return fail("the strain at which springs break must be positive");
    return take_apart(detail::tear(model_, state_.x, edit.strain));
  }

  Result<EditReport> operator()(const ScaleStiffness& scale) {
    if (!(scale.factor > 0) || !std::isfinite(scale.factor))
      return fail("stiffness can be multiplied by a positive number only");
    Springs& springs = model_.springs;
    for (std::size_t s = 0; s < springs.size(); ++s)
      if (springs.family[s] == scale.family)
        springs.stiffness[s] = std::min(springs.stiffness[s] * scale.factor, 1e15);
    return EditReport{.is_changed = true};
  }

 private:
  /// The vertices of what fills a volume: a cut of its surface would leave loose corners.
  std::vector<bool> find_solids() const {
    std::vector<bool> is_solid(model_.vertex_count(), false);
    for_each_element(model_, [&](const auto& element) {
      if (element.role == ElementRole::solid)
        for (const VertexId v : element.vertex) is_solid[v] = true;
    });
    return is_solid;
  }
  Result<void> check(VertexId vertex) const {
    if (vertex < model_.vertex_count()) return {};
    return fail(fmt::format("there is no vertex {}; the model has {}", vertex, model_.vertex_count()));
  }
  bool is_pinned(VertexId vertex) const {
    return std::ranges::find(model_.pins, vertex, &Pin::vertex) != model_.pins.end();
  }
  bool unpin(VertexId vertex) {
    return std::erase_if(model_.pins, [&](const Pin& pin) { return pin.vertex == vertex; }) > 0;
  }
  void hold(VertexId vertex, const Path& path = {}, Axes axes = all_axes) {
    model_.pins.push_back({vertex, state_.x[vertex] - path.offset(state_.time), path, axes});
    copy_axes(axes, {}, state_.v[vertex]);
  }

  /// The triangles and springs at a vertex. Two triangles that share a diagonal (an edge along which a shear
  /// spring runs) from it are one cell of a grid, of which the far corner stays.
  Incision excise(VertexId vertex) {
    const detail::Incidence incidence(model_);
    const auto triangles = incidence.triangles_at(vertex), springs = incidence.springs_at(vertex);
    Incision incision;
    incision.triangles.assign(triangles.begin(), triangles.end());
    incision.springs.assign(springs.begin(), springs.end());
    for (const std::uint32_t s : springs) {
      if (model_.springs.family[s] != SpringFamily::shear) continue;
      const auto [a, b] = model_.springs.ends[s];
      const VertexId far = a == vertex ? b : a;
      // Seen from the vertex, one triangle has the diagonal on its left, (vertex, before, far), the other on
      // its right, (vertex, far, after).
      std::optional<VertexId> before, after;
      for (const std::uint32_t t : triangles) {
        const auto& corners = model_.triangles[t];
        const std::size_t at = corners[0] == vertex ? 0 : corners[1] == vertex ? 1 : 2;
        if (corners[(at + 2) % 3] == far) before = corners[(at + 1) % 3];
        if (corners[(at + 1) % 3] == far) after = corners[(at + 2) % 3];
      }
      if (!before || !after || *before == *after) continue;
      const std::array patch{*before, far, *after};
      if (may_patch_ && !may_patch_(patch, vertex)) continue;
      incision.patches.push_back(patch);
      add_diagonal(incidence, s, *before, *after);
    }
    return incision;
  }

  /// The corner that stays gets the shear spring along its new edge, unless there is one.
  void add_diagonal(const detail::Incidence& incidence, std::uint32_t like, VertexId a, VertexId b) {
    for (const std::uint32_t s : incidence.springs_at(a))
      if (model_.springs.ends[s][0] == b || model_.springs.ends[s][1] == b) return;
    const double rest = norm(model_.rest_position[a] - model_.rest_position[b]);
    model_.springs.add(a, b, SpringFamily::shear, rest, model_.springs.stiffness[like],
                       model_.springs.damping[like]);
  }

  /// What is left without triangle or spring is a mass of its own; or it is held, for good.
  Result<EditReport> take_apart(const Incision& incision, bool holds_crumbs = false) {
    const detail::Separation done = detail::take_apart(model_, incision);
    for (const VertexId origin : done.origin) {
      state_.x.push_back(Vec3(state_.x[origin]));
      state_.v.push_back(Vec3(state_.v[origin]));
      if (origin < state_.history.x.size()) {
        state_.history.x.push_back(Vec3(state_.history.x[origin]));
        state_.history.v.push_back(Vec3(state_.history.v[origin]));
      }
    }
    if (holds_crumbs)
      for (const VertexId crumb : done.crumbs) unpin(crumb), hold(crumb);
    return EditReport{.is_changed = done.is_changed,
                      .vertices_added = done.origin.size(),
                      .springs_removed = done.springs_removed,
                      .triangles_removed = done.triangles_removed};
  }

  Model& model_;
  State& state_;
  const MayPatch& may_patch_;
};

}  // namespace

Result<void> validate(const PinVertex& pin) {
  if (pin.axes == 0 || pin.axes > all_axes)
    return fail(fmt::format("the pin of vertex {} holds no coordinate; let it hold x, y or z", pin.vertex));
  return validate(pin.path);
}

Result<EditReport> apply(const Edit& edit, Model& model, State& state, const MayPatch& may_patch) {
  return std::visit(Editor(model, state, may_patch), edit);
}

}  // namespace tensio
