#pragma once

#include <cstddef>
#include <functional>
#include <mutex>
#include <utility>
#include <vector>

namespace plethos {

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
/// Joins what summarize(first, end) returns of each range to `value`, by join(value, of_range), in any order.
template <class Value, class Summarize, class Join>
Value joined_in_parts(std::size_t count, Value value, const Summarize& summarize, const Join& join) {
  std::mutex one_at_a_time;
  in_parts(count, [&](std::size_t first, std::size_t end) {
    const auto of_range = summarize(first, end);
    const std::lock_guard lock(one_at_a_time);
    join(value, of_range);
  });
  return value;
}
/// Returns for how many i in [0, count) `holds(i)` is true.
template <class Holds>
std::size_t counted_in_parts(std::size_t count, const Holds& holds) {
  const auto count_range = [&](std::size_t first, std::size_t end) {
    std::size_t found = 0;
    for (std::size_t i = first; i < end; ++i) found += holds(i) ? 1 : 0;
    return found;
  };
  return joined_in_parts(count, std::size_t{0}, count_range, [](std::size_t& sum, std::size_t found) { sum += found; });
}

/// Lets memory that nobody has written yet be given to this process in large pages, a lot of it by all processors. Otherwise the thread that
/// writes it first takes page after page, which takes longer than the writing. The contents are undefined until they are written.
void claim_pages(void* memory, std::size_t bytes);

}  // namespace plethos
