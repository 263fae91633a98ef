#pragma once

#include <cstddef>
#include <new>
#include <vector>

#if defined(__linux__)
#include <sys/mman.h>
#endif

namespace tensio {

/// Memory aligned to cache lines, and large pieces to huge pages, which are asked for where the system has
/// them: a solve streams through megabytes, and every small page costs a look-up.
template <class T>
struct AlignedAllocator {
  using value_type = T;
  static constexpr std::size_t line = 64, huge_page = std::size_t{2} << 20;

  AlignedAllocator() = default;
  template <class U>
  constexpr AlignedAllocator(const AlignedAllocator<U>&) noexcept {}

  T* allocate(std::size_t count) {
    const std::size_t bytes = count * sizeof(T);
    void* memory = ::operator new(bytes, alignment(bytes));
#if defined(__linux__)
    if (bytes >= huge_page) ::madvise(memory, bytes, MADV_HUGEPAGE);
#endif
    return static_cast<T*>(memory);
  }
  void deallocate(T* memory, std::size_t count) noexcept {
    ::operator delete(memory, alignment(count * sizeof(T)));
  }
  friend bool operator==(const AlignedAllocator&, const AlignedAllocator&) {
    return true;
  }

 private:
  static constexpr std::align_val_t alignment(std::size_t bytes) {
    return std::align_val_t{bytes >= huge_page ? huge_page : line};
  }
};

template <class T>
using AlignedVector = std::vector<T, AlignedAllocator<T>>;

}  // namespace tensio
