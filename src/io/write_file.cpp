#include "io/write_file.h"

#include <cerrno>
#include <cstdio>
#include <filesystem>
#include <fmt/format.h>
#include <system_error>

namespace tensio {
namespace {

Result<void> failure(const std::string& path, const std::string& reason) {
  return fail(fmt::format("{} cannot be written: {}", path, reason));
}

std::string last_error() {
  return std::generic_category().message(errno);
}

/// Writes and closes a file; returns whether every byte was written.
bool write_and_close(std::FILE* file, std::string_view bytes) {
  const bool is_written = std::fwrite(bytes.data(), 1, bytes.size(), file) == bytes.size();
  const bool is_flushed = std::fflush(file) == 0;
  const int reason = errno;
  const bool is_closed = std::fclose(file) == 0;
  if (!is_written || !is_flushed) errno = reason;
  return is_written && is_flushed && is_closed;
}

/// Opens a new file beside the target, which other programs may be writing at the same time.
std::FILE* open_temporary(const std::string& target, std::string& temporary) {
  for (int i = 0; i < 1000; ++i) {
    temporary = fmt::format("{}.{}.partial", target, i);
    std::FILE* const file = std::fopen(temporary.c_str(), "wbx");
    if (file || errno != EEXIST) return file;
  }
  return nullptr;
}

}  // namespace

Result<void> write_file(const std::string& path, std::string_view bytes) {
  namespace fs = std::filesystem;
  std::error_code error;
  const auto status = fs::status(path, error);
  if (fs::is_directory(status)) return failure(path, "it is a folder");
  if (fs::exists(status) && !fs::is_regular_file(status)) {
    std::FILE* const file = std::fopen(path.c_str(), "wb");
    return file && write_and_close(file, bytes) ? Result<void>{} : failure(path, last_error());
  }
  // Replace the file that a link points to, not the link.
  const fs::path resolved = fs::exists(status) ? fs::canonical(path, error) : fs::path(path);
  const std::string target = error ? path : resolved.string();

  std::string temporary;
  std::FILE* const file = open_temporary(target, temporary);
  if (!file) return failure(path, last_error());
  if (!write_and_close(file, bytes)) {
    const std::string reason = last_error();
    fs::remove(temporary, error);
    return failure(path, reason);
  }
  fs::rename(temporary, target, error);
  if (!error) return {};
  const std::string reason = error.message();
  fs::remove(temporary, error);
  return failure(path, reason);
}

}  // namespace tensio
