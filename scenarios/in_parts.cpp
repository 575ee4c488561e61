#include "scenarios/in_parts.hpp"

#include <algorithm>
#include <exception>
#include <thread>
#include <vector>

namespace plethos::scenarios {
namespace {

/// A thread takes longer to start than it does to look at fewer items.
constexpr std::size_t least_items = std::size_t{1} << 16;

}  // namespace

void in_parts(std::size_t count, const std::function<void(std::size_t first, std::size_t end)>& work) {
  const std::size_t processors = std::max(1u, std::thread::hardware_concurrency());
  const std::size_t parts = std::clamp<std::size_t>(count / least_items, 1, processors);
  std::vector<std::exception_ptr> errors(parts);
  const auto run = [&](std::size_t part) {
    try {
      work(count * part / parts, count * (part + 1) / parts);
    } catch (...) {
      errors[part] = std::current_exception();
    }
  };
  std::vector<std::jthread> threads;
  for (std::size_t part = 1; part < parts; ++part) threads.emplace_back(run, part);
  run(0);
  threads.clear();
  for (const std::exception_ptr& error : errors) {
    if (error) std::rethrow_exception(error);
  }
}

}  // namespace plethos::scenarios
