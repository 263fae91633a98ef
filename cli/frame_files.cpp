#include "cli/frame_files.h"

#include <cstdlib>
#include <filesystem>
#include <fmt/format.h>

#include "io/write_file.h"

namespace tensio::cli {

namespace {

namespace fs = std::filesystem;

std::string frame_name(long number, const MeshFormat& format) {
  return fmt::format("frame_{:05}.{}", number, format.name);
}

}  // namespace

Result<void> FrameFiles::add(const Seen& seen, Positions points) {
  const std::string path = (fs::path(folder_) / frame_name(count_, format_)).string();
  auto ok = write_file(path, format_.write(points, seen));
  if (ok) ++count_;
  return ok;
}

FrameFiles::Leftovers FrameFiles::remove_old_frames() const {
  Leftovers found;
  std::error_code problem;
  std::vector<fs::path> old;
  for (fs::directory_iterator entry(folder_, problem), end; !problem && entry != end;
       entry.increment(problem)) {
    const std::string name = entry->path().filename().string();
    const std::size_t digits = name.find_first_of("0123456789");
    if (digits == std::string::npos) continue;
    const long number = std::strtol(name.c_str() + digits, nullptr, 10);
    // Only names that a run writes, not frame_7.obj or frame_00007b.obj.
    const MeshFormat* format = mesh_format_of(name);
    if (!format || name != frame_name(number, *format)) continue;
    if (format != &format_)
      ++found.kept;
    else if (number >= count_)
      old.push_back(entry->path());
  }
  for (const fs::path& path : old) found.removed += fs::remove(path, problem) ? 1 : 0;
  return found;
}

}  // namespace tensio::cli
