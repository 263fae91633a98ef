#pragma once

#include <algorithm>
#include <iterator>
#include <optional>

namespace tensio::lab {

/// How a scheme or a method is drawn. Tables need not list all of them: the others get a look by rule.
template <class Key, class Look>
struct LookOf {
  Key key;
  Look look;
};
template <class Key, class Look, std::size_t count>
std::optional<Look> find_look(const LookOf<Key, Look> (&looks)[count], Key key) {
  const auto* found = std::ranges::find(looks, key, &LookOf<Key, Look>::key);
  return found == std::end(looks) ? std::nullopt : std::optional(found->look);
}

}  // namespace tensio::lab
