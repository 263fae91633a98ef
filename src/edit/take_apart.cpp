#include "edit/take_apart.h"

#include <algorithm>
#include <numeric>

#include "edit/carriers.h"
#include "edit/move_elements.h"
#include "math/sets.h"

namespace tensio::detail {
namespace {

void make_unique(std::vector<VertexId>& vertices) {
  std::ranges::sort(vertices);
  vertices.erase(std::unique(vertices.begin(), vertices.end()), vertices.end());
}

/// The triangles at one vertex, in the groups that still hang together by an edge at it.
using Fans = std::vector<std::vector<std::uint32_t>>;

Fans find_fans(const PartedMesh& mesh, VertexId v) {
  std::vector<std::uint32_t> members;
  for (const std::uint32_t t : mesh.incidence.triangles_at(v))
    if (!mesh.is_gone[t]) members.push_back(t);
  struct Spoke {
    VertexId end;
    std::uint32_t member;
  };
  std::vector<Spoke> spokes;
  for (std::uint32_t i = 0; i < members.size(); ++i)
    for (const VertexId w : mesh.triangles[members[i]])
      if (w != v && !mesh.is_cut(v, w)) spokes.push_back({w, i});
  std::ranges::sort(spokes, {}, [](const Spoke& s) { return std::array<std::uint32_t, 2>{s.end, s.member}; });

  Sets sets(members.size());
  for (std::size_t i = 1; i < spokes.size(); ++i)
    if (spokes[i].end == spokes[i - 1].end) sets.join(spokes[i].member, spokes[i - 1].member);
  Fans fans;
  std::vector<std::size_t> fan_of(members.size());
  for (std::uint32_t i = 0; i < members.size(); ++i) {
    if (sets.find(i) == i) {
      fan_of[i] = fans.size();
      fans.emplace_back();
    }
    fan_of[i] = fan_of[sets.find(i)];
    fans[fan_of[i]].push_back(members[i]);
  }
  return fans;
}

double rest_area(const Model& model, const std::array<VertexId, 3>& triangle) {
  const Vec3& a = model.rest_position[triangle[0]];
  return 0.5 * norm(cross(model.rest_position[triangle[1]] - a, model.rest_position[triangle[2]] - a));
}

/// Of the rest area around a vertex, the part in each of its fans; equal parts where there is no area.
std::vector<double> shares_of(const PartedMesh& mesh, const Fans& fans) {
  std::vector<double> share(fans.size(), 0);
  for (std::size_t f = 0; f < fans.size(); ++f)
    for (const std::uint32_t t : fans[f]) share[f] += rest_area(mesh.before, mesh.triangles[t]);
  const double whole = std::accumulate(share.begin(), share.end(), 0.0);
  for (double& part : share) part = whole > 0 ? part / whole : 1.0 / static_cast<double>(share.size());
  return share;
}

/// A segment of a strand that breaks takes along what stands beside it to tell its twist: the springs of a
/// vertex that hangs on the two ends of the segment alone, by springs for bending.
void break_frames(const Model& model, Incision& incision) {
  if (incision.springs.empty()) return;
  const Incidence at(model);
  const Springs& springs = model.springs;
  const auto far_end = [&](std::uint32_t s, VertexId v) {
    return springs.ends[s][0] == v ? springs.ends[s][1] : springs.ends[s][0];
  };
  std::vector<std::uint32_t> beside;
  for (const std::uint32_t segment : incision.springs) {
    const auto [p, q] = springs.ends[segment];
    for (const std::uint32_t s : at.springs_at(p)) {
      const VertexId v = far_end(s, p);
      const auto held = at.springs_at(v);
      const bool is_beside = v != q && held.size() == 2 && at.triangles_at(v).empty() &&
                             std::ranges::all_of(held, [&, p = p, q = q](std::uint32_t tie) {
                               const VertexId end = far_end(tie, v);
                               return springs.family[tie] == SpringFamily::bend && (end == p || end == q);
                             });
      if (is_beside) beside.insert(beside.end(), held.begin(), held.end());
    }
  }
  incision.springs.insert(incision.springs.end(), beside.begin(), beside.end());
  make_unique(incision.springs);
}

/// Carries out one incision on the model.
class Surgeon {
 public:
  Surgeon(Model& model, const Incision& incision)
      : model_(model), incision_(incision), mesh_(model, incision) {}

  Separation operate() {
    find_touched();
    for (const VertexId v : touched_) part_vertex(v);
    if (model_.vertex_count() + copies_.size() > max_vertices) return {};
    std::vector<VertexId> parted;
    for (const Copy& copy : copies_) parted.push_back(copy.origin);
    const std::size_t elements = move_elements(model_, mesh_, parted);
    move_springs();  // the mesh refers to those before
    for (std::size_t first = 0, end = 0; first < copies_.size(); first = end) {
      while (end < copies_.size() && copies_[end].origin == copies_[first].origin) ++end;
      share_out(std::span(copies_).subspan(first, end - first));
    }
    remap_grabs();
    move_triangles();
    find_crumbs();
    done_.is_changed =
        !copies_.empty() || done_.springs_removed > 0 || done_.triangles_removed > 0 || elements > 0;
    if (done_.is_changed) drop_skins();
    return std::move(done_);
  }

 private:
  struct Copy {
    VertexId origin;
    double share;  // of what the origin had
  };

  void find_touched() {
    for (const VertexPair& edge : mesh_.cut) touched_.insert(touched_.end(), edge.begin(), edge.end());
    const auto add = [&](const std::array<VertexId, 3>& t) {
      touched_.insert(touched_.end(), t.begin(), t.end());
    };
    for (const std::uint32_t t : incision_.triangles) add(mesh_.triangles[t]);
    for (const auto& patch : incision_.patches) add(patch);
    make_unique(touched_);
  }

  /// The fan with the largest area keeps the vertex.
  void part_vertex(VertexId v) {
    const Fans fans = find_fans(mesh_, v);
    if (fans.size() < 2) return;
    const std::vector<double> share = shares_of(mesh_, fans);
    const auto kept = static_cast<std::size_t>(std::ranges::max_element(share) - share.begin());
    for (std::size_t f = 0; f < fans.size(); ++f) {
      if (f == kept) continue;
      const auto copy = static_cast<VertexId>(model_.vertex_count() + copies_.size());
      copies_.push_back({v, share[f]});
      for (const std::uint32_t t : fans[f])
        for (int corner = 0; corner < 3; ++corner)
          if (mesh_.triangles[t][corner] == v) mesh_.parted[t][corner] = copy;
    }
  }

  /// Springs keep their order; what several copies share follows behind all.
  void move_springs() {
    const std::vector<bool> is_near = mesh_.near();
    const Carriers carriers(mesh_);
    Springs kept, more;
    const Springs& old = model_.springs;
    for (std::uint32_t s = 0; s < old.size(); ++s) {
      const auto [a, b] = old.ends[s];
      const auto add = [&](Springs& to, VertexId p, VertexId q, double share) {
        to.add(p, q, old.family[s], old.rest_length[s], old.stiffness[s] * share, old.damping[s] * share);
      };
      if (!is_near[a] && !is_near[b]) {
        add(kept, a, b, 1);
        continue;
      }
      const auto ends = carriers.ends_after(s);
      const double share = ends.empty() ? 0 : 1 / static_cast<double>(ends.size());
      for (std::size_t i = 0; i < ends.size(); ++i) add(i == 0 ? kept : more, ends[i][0], ends[i][1], share);
      if (ends.empty()) {
        ++done_.springs_removed;
        lost_.insert(lost_.end(), {a, b});
      }
    }
    for (std::size_t s = 0; s < more.size(); ++s)
      kept.add(more.ends[s][0], more.ends[s][1], more.family[s], more.rest_length[s], more.stiffness[s],
               more.damping[s]);
    model_.springs = std::move(kept);
  }

  /// Gives the copies of one vertex their shares; what is left to the vertex is a difference, so that nothing
  /// is lost.
  void share_out(std::span<const Copy> copies) {
    const VertexId origin = copies.front().origin;
    const double mass = model_.mass[origin];
    const Vec3 force = model_.force[origin];
    double kept = 1;
    const std::size_t pins = model_.pins.size(), attachments = model_.attachments.size(),
                      pushes = model_.pushes.size();
    const auto scale = [](Path& push, double share) {
      for (Path::Key& key : push.keys) key.offset *= share;
    };
    for (const Copy& copy : copies) {
      const VertexId v = model_.add_vertex(model_.rest_position[origin], mass * copy.share);
      model_.force[v] = force * copy.share;
      model_.mass[origin] -= model_.mass[v];
      model_.force[origin] -= model_.force[v];
      kept -= copy.share;
      model_.copies.push_back({v, origin});
      done_.origin.push_back(origin);
      for (std::size_t i = 0; i < pins; ++i)
        if (model_.pins[i].vertex == origin) {
          model_.pins.push_back(Pin(model_.pins[i]));
          model_.pins.back().vertex = v;
        }
      for (std::size_t i = 0; i < attachments; ++i)
        if (model_.attachments[i].vertex == origin) {
          model_.attachments.push_back(Attachment(model_.attachments[i]));
          model_.attachments.back().vertex = v;
          model_.attachments.back().stiffness *= copy.share;
        }
      for (std::size_t i = 0; i < pushes; ++i)
        if (model_.pushes[i].vertex == origin) {
          model_.pushes.push_back({v, model_.pushes[i].force});
          scale(model_.pushes.back().force, copy.share);
        }
    }
    for (std::size_t i = 0; i < attachments; ++i)
      if (model_.attachments[i].vertex == origin) model_.attachments[i].stiffness *= kept;
    for (std::size_t i = 0; i < pushes; ++i)
      if (model_.pushes[i].vertex == origin) scale(model_.pushes[i].force, kept);
  }

  /// A hand keeps the triangle that it holds; it lets go of one that was taken away.
  void remap_grabs() {
    std::erase_if(model_.grabs, [&](Grab& grab) {
      auto& held = grab.point.vertices;
      if (held[0] == held[1] || held[1] == held[2]) return false;
      for (const std::uint32_t t : mesh_.incidence.triangles_at(held[0])) {
        const auto& corners = mesh_.triangles[t];
        if (!has_corner(corners, held[1]) || !has_corner(corners, held[2])) continue;
        if (mesh_.is_gone[t]) return true;
        held = {mesh_.corner(t, held[0]), mesh_.corner(t, held[1]), mesh_.corner(t, held[2])};
        return false;
      }
      return false;
    });
  }

  void move_triangles() {
    const std::size_t count = model_.triangles.size();
    std::vector<bool> stays(count);
    for (std::size_t t = 0; t < count; ++t) stays[t] = !mesh_.is_gone[t];
    for (std::size_t p = 0; p < incision_.patches.size() && p < incision_.triangles.size(); ++p) {
      mesh_.parted[incision_.triangles[p]] = mesh_.parted[count + p];
      stays[incision_.triangles[p]] = true;
    }
    std::vector<std::size_t> moved(count + 1, 0);  // place of each triangle afterwards
    for (std::size_t t = 0; t < count; ++t) moved[t + 1] = moved[t] + (stays[t] ? 1 : 0);
    for (std::size_t t = 0; t < count; ++t)
      if (stays[t]) model_.triangles[moved[t]] = mesh_.parted[t];
    model_.triangles.resize(moved[count]);
    for (Part& part : model_.parts) {
      part.triangle_begin = moved[std::min(part.triangle_begin, count)];
      part.triangle_end = moved[std::min(part.triangle_end, count)];
    }
    for (Pressure& pressure : model_.pressures) {
      pressure.triangle_begin = moved[std::min(pressure.triangle_begin, count)];
      pressure.triangle_end = moved[std::min(pressure.triangle_end, count)];
    }
    done_.triangles_removed = incision_.triangles.size();
  }

  void find_crumbs() {
    std::vector<VertexId>& suspects = lost_;
    suspects.insert(suspects.end(), touched_.begin(), touched_.end());
    make_unique(suspects);
    if (suspects.empty()) return;
    std::vector<bool> is_used(model_.vertex_count(), false);
    for (const auto& triangle : model_.triangles)
      for (const VertexId v : triangle) is_used[v] = true;
    for (const auto& ends : model_.springs.ends)
      for (const VertexId v : ends) is_used[v] = true;
    for_each_element(model_, [&](const auto& element) {
      for (const VertexId v : element.vertex) is_used[v] = true;
    });
    for (const VertexId v : suspects)
      if (!is_used[v]) done_.crumbs.push_back(v);
  }

  /// A skin does not part: where its body does, the body's own triangles are seen instead.
  void drop_skins() {
    std::erase_if(model_.skins, [&](const Skin& skin) {
      const auto is_covered = [&](VertexId v) { return skin.covers(v); };
      return std::ranges::any_of(touched_, is_covered) || std::ranges::any_of(lost_, is_covered);
    });
  }

  Model& model_;
  const Incision& incision_;
  PartedMesh mesh_;
  Separation done_;
  std::vector<VertexId> touched_;  // where triangles may part
  std::vector<VertexId> lost_;     // ends of springs that are gone
  std::vector<Copy> copies_;       // by origin
};

}  // namespace

Separation take_apart(Model& model, const Incision& incision) {
  if (incision.is_empty()) return {};
  Incision whole = incision;
  break_frames(model, whole);
  return Surgeon(model, whole).operate();
}

}  // namespace tensio::detail
