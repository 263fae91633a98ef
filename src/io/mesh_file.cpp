#include "io/mesh_file.h"

#include <cerrno>
#include <cstdio>
#include <filesystem>
#include <fmt/format.h>
#include <memory>
#include <system_error>

#include "io/mesh_parse.h"

namespace tensio {
namespace {

constexpr std::uintmax_t largest_file = std::uintmax_t{2} << 30;  // bytes

}  // namespace

Result<TriangleMesh> read_mesh_file(const std::string& path) {
  std::error_code error;
  const auto status = std::filesystem::status(path, error);
  if (!std::filesystem::exists(status))
    return fail(fmt::format("{} cannot be read: {}", path,
                            error ? error.message() : std::string("there is no such file")));
  if (std::filesystem::is_directory(status))
    return fail(fmt::format("{} is a folder; give an .obj, .ply or .stl file", path));
  if (!std::filesystem::is_regular_file(status))
    return fail(fmt::format("{} is not a regular file; give an .obj, .ply or .stl file", path));
  const std::uintmax_t size = std::filesystem::file_size(path, error);
  if (error) return fail(fmt::format("{} cannot be read: {}", path, error.message()));
  if (size > largest_file)
    return fail(fmt::format("{} has {} bytes; meshes of at most {} can be read", path, size, largest_file));

  const std::unique_ptr<std::FILE, int (*)(std::FILE*)> file(std::fopen(path.c_str(), "rb"), &std::fclose);
  if (!file)
    return fail(fmt::format("{} cannot be opened: {}", path, std::generic_category().message(errno)));
  std::string bytes(static_cast<std::size_t>(size), '\0');
  if (std::fread(bytes.data(), 1, bytes.size(), file.get()) != bytes.size())
    return fail(fmt::format("{} could not be read to its end; try again", path));
  return parse_mesh(bytes, path);
}

}  // namespace tensio
