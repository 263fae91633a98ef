#pragma once

#include <optional>
#include <vector>

#include "linear/sparse.h"

namespace tensio::detail {

/// An entry of the lower triangle that is not what it was; one that did not exist, or does no longer, was or
/// is 0.
struct EntryChange {
  std::uint32_t column, row;
  double before, after;
};

/// What turns one matrix into the other, column by column. The second may have more rows than the first: then
/// all of theirs are changes. Nothing when it has fewer, or when there are more than `most` changes.
std::optional<std::vector<EntryChange>> find_changes(const SparseMatrix& before, const SparseMatrix& after,
                                                     std::size_t most);

}  // namespace tensio::detail
