#include "io/read_file.h"

#include <cerrno>
#include <cstdio>
#include <filesystem>
#include <fmt/format.h>
#include <memory>
#include <system_error>

namespace tensio {

namespace fs = std::filesystem;

Result<std::uintmax_t> readable_size(const std::string& path) {
  std::error_code problem;
  const fs::file_status status = fs::status(path, problem);
  if (!fs::exists(status))
    return fail(fmt::format("{} cannot be opened: {}", path,
                            problem ? problem.message() : std::string("no such file")));
  if (fs::is_directory(status)) return fail(path + " is a folder; name a file");
  if (!fs::is_regular_file(status)) return fail(path + " is a pipe or a device; save it as a file first");
  const std::uintmax_t size = fs::file_size(path, problem);
  if (problem) return fail(fmt::format("{} cannot be opened: {}", path, problem.message()));
  return size;
}

Result<std::string> read_file(const std::string& path, std::size_t max_bytes) {
  const auto size = readable_size(path);
  if (!size) return fail(size.error());
  if (*size > max_bytes) return fail(fmt::format("{} has {} bytes; the limit is {}", path, *size, max_bytes));
  const std::unique_ptr<std::FILE, int (*)(std::FILE*)> file(std::fopen(path.c_str(), "rb"), &std::fclose);
  if (!file)
    return fail(fmt::format("{} cannot be opened: {}", path, std::generic_category().message(errno)));
  std::string bytes(static_cast<std::size_t>(*size), '\0');
  if (std::fread(bytes.data(), 1, bytes.size(), file.get()) != bytes.size())
    return fail(path + " could not be read completely; try again");
  return bytes;
}

}  // namespace tensio
