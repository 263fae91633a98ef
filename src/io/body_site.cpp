#include "io/body_site.h"

#include <fmt/format.h>

#include "io/mesh_format.h"

namespace tensio {

Result<void> spend(std::size_t& left, std::size_t a, std::size_t b, const std::string& path,
                   const char* things) {
  // The product might overflow.
  if (b > 0 && a > left / b)
    return fail(fmt::format("{} needs {} {}, but only {} are left of the scene's limit; use less", path,
                            std::uint64_t{a} * b, things, left));
  left -= a * b;
  return {};
}

Failure BodySite::fail_at(const std::string& place, const Error& error) const {
  return fail(place + ": " + error.message);
}

Result<std::string> BodySite::fetch(const std::string& name, const char* field) const {
  if (!files_) return fail(path_of(field) + " names " + name + "; pass a function that reads files");
  auto bytes = files_(name);
  if (!bytes) return fail_at(path_of(field), bytes.error());
  if (auto ok = spend(left_.mesh_bytes, bytes->size(), 1, path_of(field), "bytes of mesh files"); !ok)
    return fail(ok.error());
  return bytes;
}

Result<NumberTable> BodySite::read_table(const std::string& name, const char* field, const TableForm& form,
                                         std::size_t required) const {
  const auto bytes = fetch(name, field);
  if (!bytes) return fail(bytes.error());
  auto table = parse_table(*bytes, name, form);
  if (!table) return fail_at(path_of(field), table.error());
  for (std::size_t i = 0; i < required; ++i)
    if (!table->find(form.columns[i]))
      return fail(fmt::format("{}: {} has no column {}; add it", path_of(field), name, form.columns[i]));
  return table;
}

Result<TriangleMesh> BodySite::read_mesh(const std::string& name) const {
  const auto bytes = fetch(name);
  if (!bytes) return fail(bytes.error());
  auto mesh = parse_mesh(*bytes, name);
  if (!mesh) return fail_at(path_of("file"), mesh.error());
  return mesh;
}

Result<TriangleMesh> BodySite::read_surface(const std::string& name, double scale) const {
  auto mesh = read_mesh(name);
  if (!mesh) return mesh;
  for (Vec3& point : mesh->points) point *= scale;
  auto surface = close_surface(std::move(*mesh));
  if (!surface) return fail_at(path_of("file") + ": " + name, surface.error());
  return surface;
}

Result<MeshModel> BodySite::placed(Result<Model> model) const {
  if (!model) return fail_at(path_, model.error());
  MeshModel made;
  made.model = std::move(*model);
  return made;
}

Result<MeshModel> BodySite::placed(Result<MeshModel> made, const std::string& place) const {
  if (!made) return fail_at(place, made.error());
  for (std::string& warning : made->warnings) warning = place + ": " + warning;
  return made;
}

}  // namespace tensio
