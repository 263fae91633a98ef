#pragma once

#include <filesystem>

#include "tensio/result.h"

namespace tensio::render::detail {

/// The name of a temporary file beside `final_path`. keep() renames it into place; without that, it is
/// removed.
class PartialFile {
 public:
  explicit PartialFile(std::filesystem::path final_path);
  ~PartialFile();
  PartialFile(PartialFile&& other) noexcept;
  PartialFile& operator=(PartialFile&&) = delete;

  const std::filesystem::path& path() const { return path_; }
  const std::filesystem::path& final_path() const { return final_path_; }
  Result<void> keep();

 private:
  std::filesystem::path final_path_, path_;  // path_ is empty once there is nothing left to remove
};

}  // namespace tensio::render::detail
