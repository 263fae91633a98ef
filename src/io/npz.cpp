// Archives of arrays: ZIP (APPNOTE 6.3) with stored members, without the 64-bit extension.

#include <algorithm>
#include <array>
#include <fmt/format.h>

#include "io/bytes.h"
#include "io/mesh_scan.h"
#include "io/npy.h"

namespace tensio {
namespace {

constexpr std::uint32_t local_signature = 0x04034b50, central_signature = 0x02014b50,
                        end_signature = 0x06054b50;
constexpr std::size_t local_size = 30, central_size = 46, end_size = 22;
constexpr std::size_t max_bytes = 0xfffffffe, max_members = 0xfffe;
constexpr std::uint16_t zip_version = 20, first_of_1980 = 0x21;

/// CRC-32 of ISO 3309, as ZIP stores it.
std::uint32_t crc32(std::string_view bytes) {
  static constexpr auto table = [] {
    std::array<std::uint32_t, 256> made{};
    for (std::uint32_t i = 0; i < 256; ++i) {
      std::uint32_t value = i;
      for (int bit = 0; bit < 8; ++bit) value = (value >> 1) ^ ((value & 1) != 0 ? 0xedb88320u : 0);
      made[i] = value;
    }
    return made;
  }();
  std::uint32_t crc = 0xffffffff;
  for (const char c : bytes) crc = (crc >> 8) ^ table[(crc ^ static_cast<unsigned char>(c)) & 0xff];
  return ~crc;
}

/// Reads the little-endian numbers of one record; the caller has checked its size.
struct Record {
  std::string_view bytes;

  std::uint32_t u16(std::size_t at) const {
    return static_cast<std::uint32_t>(detail::read_unsigned(bytes.substr(at, 2), detail::ByteOrder::little));
  }
  std::uint32_t u32(std::size_t at) const {
    return static_cast<std::uint32_t>(detail::read_unsigned(bytes.substr(at, 4), detail::ByteOrder::little));
  }
};

class ArchiveParser {
 public:
  ArchiveParser(std::string_view bytes, std::string_view name) : bytes_(bytes), name_(name) {}

  Result<std::map<std::string, NpyArray>> parse() {
    const std::size_t end = find_end();
    if (end == std::string_view::npos)
      return fail(
          fmt::format("{} is not a NumPy archive, or it is truncated; save it with numpy.savez", name_));
    const Record record{bytes_.substr(end)};
    const std::size_t count = record.u16(10);
    std::size_t at = record.u32(16);
    if (count == 0xffff || at == 0xffffffff)
      return fail(fmt::format("{} is larger than 4 GiB; save fewer arrays at a time", name_));
    for (std::size_t i = 0; i < count; ++i)
      if (auto ok = read_member(at, end); !ok) return fail(ok.error());
    return std::move(arrays_);
  }

 private:
  Failure damaged() const { return fail(fmt::format("{} is damaged; save it again", name_)); }

  bool holds(std::size_t at, std::size_t size, std::size_t end) const {
    return at <= end && size <= end - at;
  }

  /// Finds the last record, which a comment of at most 65535 bytes may follow.
  std::size_t find_end() const {
    if (bytes_.size() < end_size) return std::string_view::npos;
    const std::size_t last = bytes_.size() - end_size;
    for (std::size_t back = 0; back <= std::min<std::size_t>(last, 0xffff); ++back) {
      const Record record{bytes_.substr(last - back)};
      if (record.u32(0) == end_signature && record.u16(20) == back) return last - back;
    }
    return std::string_view::npos;
  }

  /// Reads the member whose central record is at `at`, and moves on to the next.
  Result<void> read_member(std::size_t& at, std::size_t end) {
    if (!holds(at, central_size, end)) return damaged();
    const Record record{bytes_.substr(at)};
    const std::size_t name_size = record.u16(28);
    const std::size_t size_of_all = central_size + name_size + record.u16(30) + record.u16(32);
    if (record.u32(0) != central_signature || !holds(at, size_of_all, end)) return damaged();
    const std::string_view member = bytes_.substr(at + central_size, name_size);
    at += size_of_all;
    if (!member.ends_with(".npy")) return {};
    const std::string place = fmt::format("{}, {}", name_, detail::quoted(member));
    if ((record.u16(8) & 1) != 0) return fail(place + " is encrypted; save it without a password");
    if (record.u16(10) != 0)
      return fail(place + " is compressed; save with numpy.savez, not numpy.savez_compressed");
    return read_array(record, member, place);
  }

  Result<void> read_array(const Record& record, std::string_view member, const std::string& place) {
    const std::size_t size = record.u32(24), local = record.u32(42);
    if (size == 0xffffffff || local == 0xffffffff)
      return fail(place + " is larger than 4 GiB; save fewer numbers at a time");
    if (record.u32(20) != size || !holds(local, local_size, bytes_.size())) return damaged();
    const Record head{bytes_.substr(local)};
    const std::size_t begin = local + local_size + head.u16(26) + head.u16(28);
    if (head.u32(0) != local_signature || !holds(begin, size, bytes_.size())) return damaged();
    // Members that share bytes could ask for far more memory than the file takes.
    spent_ += size;
    if (spent_ > bytes_.size()) return damaged();
    const std::string_view array_bytes = bytes_.substr(begin, size);
    if (crc32(array_bytes) != record.u32(16))
      return fail(place + " has the wrong checksum; copy or save the file again");
    auto array = parse_npy(array_bytes, place);
    if (!array) return fail(array.error());
    const std::string key(member.substr(0, member.size() - 4));
    if (!arrays_.emplace(key, std::move(*array)).second)
      return fail(place + " is in the archive twice; save it once");
    return {};
  }

  std::string_view bytes_, name_;
  std::size_t spent_ = 0;
  std::map<std::string, NpyArray> arrays_;
};

/// Appends what a local and a central record have in common: from the version to the size of the name.
void append_common(std::string& bytes, const std::string& name, std::uint32_t crc, std::uint32_t size) {
  detail::append_little(bytes, zip_version);
  detail::append_little(bytes, std::uint32_t{0});  // no flags, stored
  detail::append_little(bytes, std::uint16_t{0});  // midnight
  detail::append_little(bytes, first_of_1980);
  detail::append_little(bytes, crc);
  detail::append_little(bytes, size);
  detail::append_little(bytes, size);
  detail::append_little(bytes, static_cast<std::uint16_t>(name.size()));
  detail::append_little(bytes, std::uint16_t{0});  // no extra field
}

}  // namespace

Result<std::map<std::string, NpyArray>> parse_npz(std::string_view bytes, std::string_view name) {
  return ArchiveParser(bytes, name).parse();
}

void NpzWriter::append(std::string_view name, std::string_view array) {
  const std::string file = std::string(name) + ".npy";
  const std::size_t others = bytes_.size() + directory_size_ + end_size;
  const std::size_t records = local_size + central_size + 2 * file.size();
  if (file.size() > 0xffff || members_.size() >= max_members || others > max_bytes - records ||
      array.size() > max_bytes - records - others)
    return fail_once(
        fmt::format("{} does not fit into an archive of 4 GiB; write fewer numbers", detail::quoted(name)));
  if (!names_.insert(file).second)
    return fail_once(fmt::format("{} is in the archive twice; add it once", detail::quoted(name)));
  directory_size_ += central_size + file.size();
  const auto size = static_cast<std::uint32_t>(array.size());
  members_.push_back({file, crc32(array), size, static_cast<std::uint32_t>(bytes_.size())});
  detail::append_little(bytes_, local_signature);
  append_common(bytes_, file, members_.back().crc, size);
  bytes_ += file;
  bytes_ += array;
}

Result<std::string> NpzWriter::finish() {
  NpzWriter done;
  std::swap(*this, done);
  if (!done.failure_.empty()) return fail(done.failure_);
  std::string& bytes = done.bytes_;
  const auto begin = static_cast<std::uint32_t>(bytes.size());
  for (const Member& member : done.members_) {
    detail::append_little(bytes, central_signature);
    detail::append_little(bytes, zip_version);
    append_common(bytes, member.name, member.crc, member.size);
    bytes.append(10, '\0');  // no comment; disk 0; no attributes
    detail::append_little(bytes, member.offset);
    bytes += member.name;
  }
  const auto directory = static_cast<std::uint32_t>(bytes.size() - begin);
  const auto count = static_cast<std::uint16_t>(done.members_.size());
  detail::append_little(bytes, end_signature);
  detail::append_little(bytes, std::uint32_t{0});  // disks
  detail::append_little(bytes, count);
  detail::append_little(bytes, count);
  detail::append_little(bytes, directory);
  detail::append_little(bytes, begin);
  detail::append_little(bytes, std::uint16_t{0});  // no comment
  return std::move(bytes);
}

}  // namespace tensio
