#include "io/mesh_file.h"

#include "io/mesh_format.h"
#include "io/read_file.h"
#include "tensio/scene.h"

namespace tensio {

Result<TriangleMesh> read_mesh_file(const std::string& path) {
  const auto bytes = read_file(path, max_mesh_bytes);
  if (!bytes) return fail(bytes.error());
  return parse_mesh(*bytes, path);
}

}  // namespace tensio
