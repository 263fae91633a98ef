#include "lab/bench_machine.h"

#include <algorithm>
#include <cstdlib>
#include <fmt/format.h>
#include <fstream>
#if defined(__GLIBC__)
#include <malloc.h>
#endif
#include <thread>
#if defined(__linux__)
#include <sched.h>
#endif

#include "math/pack.h"

namespace tensio::lab {
namespace {

/// What stands behind the colon of the first line that begins with `key`.
std::string field_of(const char* path, const std::string& key) {
  std::ifstream file(path);
  for (std::string line; std::getline(file, line);) {
    if (!line.starts_with(key)) continue;
    const std::size_t begin = line.find_first_not_of(" \t", line.find(':') + 1);
    return begin == line.npos ? "" : line.substr(begin);
  }
  return "";
}

int usable_cores() {
#if defined(__linux__)
  cpu_set_t set;
  if (sched_getaffinity(0, sizeof set, &set) == 0) return CPU_COUNT(&set);
#endif
  return static_cast<int>(std::thread::hardware_concurrency());
}

/// Path of the first library in this process that is a BLAS by its name.
std::string find_blas() {
  std::ifstream maps("/proc/self/maps");
  for (std::string line; std::getline(maps, line);) {
    const std::size_t slash = line.rfind('/');
    if (slash == line.npos) continue;
    const std::string name = line.substr(slash + 1);
    if (name.find("blas") != name.npos) return line.substr(line.find('/'));
  }
  return "";
}

constexpr std::size_t pack = 32;  // words per round of the sum: enough vectors to hide what an addition takes

TENSIO_INLINE std::uint64_t sum_words(const std::uint64_t* word, std::size_t count) {
  std::uint64_t lane[pack] = {}, sum = 0;
  for (std::size_t i = 0; i < count; i += pack)
    for (std::size_t l = 0; l < pack; ++l) lane[l] += word[i + l];
  for (const std::uint64_t l : lane) sum += l;
  return sum;
}
std::uint64_t sum_baseline(const std::uint64_t* word, std::size_t count) {
  return sum_words(word, count);
}
TENSIO_TARGET_AVX2 std::uint64_t sum_avx2(const std::uint64_t* word, std::size_t count) {
  return sum_words(word, count);
}
TENSIO_TARGET_WIDE_AVX512 std::uint64_t sum_avx512(const std::uint64_t* word, std::size_t count) {
  return sum_words(word, count);
}

}  // namespace

Machine describe_machine() {
  Machine machine{.processor = field_of("/proc/cpuinfo", "model name"), .cores = usable_cores()};
  switch (best_simd_level()) {
    case SimdLevel::avx512:
      machine.instructions = "AVX-512";
      break;
    case SimdLevel::avx2:
      machine.instructions = "AVX2";
      break;
    case SimdLevel::baseline:
    case SimdLevel::scalar:
      machine.instructions = "baseline";
  }
#if defined(__clang__)
  machine.compiler = fmt::format("clang {}", __clang_version__);
#else
  machine.compiler = fmt::format("g++ {}", __VERSION__);
#endif
  machine.load = system_load();
  machine.blas = find_blas();
  return machine;
}

double system_load() {
  double load = 0;
  std::ifstream("/proc/loadavg") >> load;
  return load;
}

BandwidthProbe::BandwidthProbe(std::size_t bytes)
    : buffer_((std::max<std::size_t>(bytes / sizeof(std::uint64_t), 1) + pack - 1) / pack * pack, 1) {}

void BandwidthProbe::read() {
  switch (best_simd_level()) {
    case SimdLevel::avx512:
      sum_ = sum_avx512(buffer_.data(), buffer_.size());
      return;
    case SimdLevel::avx2:
      sum_ = sum_avx2(buffer_.data(), buffer_.size());
      return;
    case SimdLevel::baseline:
    case SimdLevel::scalar:
      sum_ = sum_baseline(buffer_.data(), buffer_.size());
  }
}

std::size_t peak_memory() {
  return 1024 *
         static_cast<std::size_t>(std::strtoull(field_of("/proc/self/status", "VmHWM").c_str(), nullptr, 10));
}

void reset_peak_memory() {
#if defined(__GLIBC__)
  malloc_trim(0);  // what was freed goes back to the system
#endif
  std::ofstream("/proc/self/clear_refs") << "5";  // Linux: the peak is what is held now
}

}  // namespace tensio::lab
