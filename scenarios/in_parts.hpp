#pragma once

#include <cstddef>
#include <functional>

namespace plethos::scenarios {

/// Calls work(first, end) for ranges that make up [0, count), on as many threads as there are processors for this process. Few items are
/// one range. Ranges are in order: of the exceptions that several throw, that of the first one is thrown again.
void in_parts(std::size_t count, const std::function<void(std::size_t first, std::size_t end)>& work);
/// Calls visit(i) for each i in [0, count) so.
template <class Visit>
void for_each_in_parts(std::size_t count, const Visit& visit) {
  in_parts(count, [&](std::size_t first, std::size_t end) {
    for (std::size_t i = first; i < end; ++i) visit(i);
  });
}

}  // namespace plethos::scenarios
