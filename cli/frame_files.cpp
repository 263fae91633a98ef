#include "cli/frame_files.h"

#include <algorithm>
#include <cstdlib>
#include <filesystem>
#include <fmt/format.h>

#include "io/write_file.h"

namespace tensio::cli {

namespace {

namespace fs = std::filesystem;

std::string frame_name(long number, std::string_view extension) {
  return fmt::format("frame_{:05}.{}", number, extension);
}

}  // namespace

std::vector<std::string> frame_extensions() {
  std::vector<std::string> all;
  for (const MeshFormat* format : mesh_formats())
    if (format->write) all.emplace_back(format->name);
  all.emplace_back(numpy_extension);
  return all;
}

Result<void> FrameFiles::add(std::string_view bytes) {
  auto ok = write_file((fs::path(folder_) / frame_name(count_, extension_)).string(), bytes);
  if (ok) ++count_;
  return ok;
}

FrameFiles::Leftovers FrameFiles::remove_old_frames() const {
  Leftovers found;
  std::error_code problem;
  const std::vector<std::string> extensions = frame_extensions();
  std::vector<fs::path> old;
  for (fs::directory_iterator entry(folder_, problem), end; !problem && entry != end;
       entry.increment(problem)) {
    const std::string name = entry->path().filename().string();
    const std::size_t digits = name.find_first_of("0123456789");
    if (digits == std::string::npos) continue;
    const long number = std::strtol(name.c_str() + digits, nullptr, 10);
    // Only names that a run writes, not frame_7.obj or frame_00007b.obj.
    const auto is_name = [&](const std::string& extension) { return name == frame_name(number, extension); };
    if (std::ranges::none_of(extensions, is_name)) continue;
    if (!is_name(extension_))
      ++found.kept;
    else if (number >= count_)
      old.push_back(entry->path());
  }
  for (const fs::path& path : old) found.removed += fs::remove(path, problem) ? 1 : 0;
  return found;
}

}  // namespace tensio::cli
