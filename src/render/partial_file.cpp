#include "render/partial_file.h"

#include <fmt/format.h>
#include <system_error>
#include <unistd.h>
#include <utility>

namespace tensio::render::detail {

PartialFile::PartialFile(std::filesystem::path final_path)
    : final_path_(std::move(final_path)), path_(final_path_) {
  path_ += fmt::format(".{}.partial", ::getpid());
}

PartialFile::PartialFile(PartialFile&& other) noexcept
    : final_path_(std::move(other.final_path_)), path_(std::exchange(other.path_, {})) {}

PartialFile::~PartialFile() {
  std::error_code ignored;
  if (!path_.empty()) std::filesystem::remove(path_, ignored);
}

Result<void> PartialFile::keep() {
  std::error_code error;
  std::filesystem::rename(path_, final_path_, error);
  if (error) return fail(fmt::format("{}: cannot be written ({})", final_path_.string(), error.message()));
  path_.clear();
  return {};
}

}  // namespace tensio::render::detail
