#pragma once

#include <cstddef>
#include <string_view>

namespace tensio {

/// Whether an enumeration declares a name for this value: compilers print the others as a cast, "(E)17".
template <auto value>
constexpr bool is_declared() {
  return std::string_view(__PRETTY_FUNCTION__).find("= (") == std::string_view::npos;
}

/// Whether row i of a table describes enumerator i, for every enumerator of E: a static_assert that no row is
/// missing or misplaced. `key` reads the enumerator off a row.
template <class E, class Row, std::size_t count, class Key>
constexpr bool has_row_for_each(const Row (&rows)[count], Key key) {
  for (std::size_t i = 0; i < count; ++i)
    if (key(rows[i]) != static_cast<E>(i)) return false;
  return !is_declared<static_cast<E>(count)>();
}

}  // namespace tensio
