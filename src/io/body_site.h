#pragma once

#include <concepts>

#include "io/number_table.h"
#include "io/scene_choices.h"
#include "tensio/build.h"
#include "tensio/scene.h"

namespace tensio {

/// Takes a × b things off what is left of them; the error names the field at `path`.
Result<void> spend(std::size_t& left, std::size_t a, std::size_t b, const std::string& path,
                   const char* things);

/// What a body, or a collider, needs besides its own fields to be built: its place in the document, for
/// errors; the files; and how much the scene may still take.
class BodySite {
 public:
  BodySite(std::string path, const SceneFiles& files, SceneLimits& left)
      : path_(std::move(path)), files_(files), left_(left) {}

  const std::string& path() const { return path_; }
  std::string path_of(const char* field) const { return path_ + "." + field; }
  Failure fail_at(const std::string& place, const Error& error) const;

  /// Takes a × b vertices or triangles off what the scene may have; `field` is the one to blame.
  Result<void> spend_vertices(const char* field, std::size_t a, std::size_t b = 1) const {
    return spend(left_.vertices, a, b, path_of(field), "vertices");
  }
  Result<void> spend_triangles(const char* field, std::size_t a, std::size_t b = 1) const {
    return spend(left_.triangles, a, b, path_of(field), "triangles");
  }
  /// The same, where no single field is to blame.
  Result<void> spend_triangles(std::size_t count) const {
    return spend(left_.triangles, count, 1, path_, "triangles");
  }

  /// Takes the operations of a formula, evaluated `times`, off what the scene may have.
  Result<void> spend_operations(const std::string& path, std::size_t times, std::size_t operations) const {
    return spend(left_.formula_operations, times, operations, path, "operations of formulas");
  }

  /// The bytes of a file that a field names.
  Result<std::string> fetch(const std::string& name, const char* field = "file") const;
  /// Reads the table that a field names; its first columns, as many as `required`, must be there.
  Result<NumberTable> read_table(const std::string& name, const char* field, const TableForm& form,
                                 std::size_t required) const;
  Result<TriangleMesh> read_mesh(const std::string& name) const;
  /// Reads a closed surface to fill.
  Result<TriangleMesh> read_surface(const std::string& name, double scale) const;

  /// What a builder made, or its error, with the place of the body.
  Result<MeshModel> placed(Result<Model> model) const;
  Result<MeshModel> placed(Result<MeshModel> made, const std::string& place) const;

 private:
  std::string path_;
  const SceneFiles& files_;
  SceneLimits& left_;
};

/// What a kind of body offers besides what is here: its row `kind`, the fields it describes to a visitor
/// (scene_format.h), and make().
struct BodyKindDefaults {
  /// Takes the vertices and triangles that the fields ask for off what the scene may have, before any body is
  /// built. What only a file tells is spent by make().
  Result<void> reserve(const BodySite&) const { return {}; }
  /// Which names pins, attachments and forces may use.
  BodyShape shape() const { return {}; }
  /// A sentence for each field that does nothing, each beginning with the field.
  std::vector<std::string> oddities() const { return {}; }
};

/// Kinds of bodies describe their own fields.
template <class Visitor, class Body>
requires std::derived_from<Body, BodyKindDefaults>
void describe(Visitor& v, Body& body) {
  body.describe(v);
}

template <class Visitor>
void describe(Visitor& v, StiffeningOptions& s) {
  v.value({"strain",
           "Strain beyond which springs, except bending springs, become stiffer. Unset: never.",
           "",
           {0, 1000}},
          s.strain);
  v.value({"factor", "Factor on the stiffness beyond that strain.", "", {1, 1e6}}, s.factor);
}

template <class Visitor>
void describe(Visitor& v, StrainBoundsOptions& s) {
  v.value({"max", "Largest strain. Unset: no bounds.", "", {0, 1000}}, s.max);
  v.value({"min", "Smallest strain; -1: no lower bound.", "", {-1, 0}}, s.min);
  v.value({"stiffness", "Stiffness beyond the bounds: per spring, or per width of a sheet.", "N/m",
           any_stiffness},
          s.stiffness);
  v.choice({"of", "Elements that the bounds apply to."}, s.of, bounded_choices());
}

template <class Visitor, class Options>
void describe_springs(Visitor& v, Options& s) {
  v.value({"spring_damping", "Damping along every spring, force per velocity.", "N·s/m", {0, 1e9}},
          s.spring_damping);
  v.table({"stiffening", "Biphasic springs, which are stiffer beyond a strain."}, s.stiffening);
  v.table({"strain_bounds", "Strain bounds as an energy, for all methods except position-based ones."},
          s.strain_bounds);
}

template <class Visitor, class Options>
void describe_lumping(Visitor& v, Options& s) {
  v.choice({"lumping", "Distribution of the mass over the vertices."}, s.lumping, lumping_choices());
}

}  // namespace tensio
