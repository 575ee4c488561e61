#include "backends/ranks/agree.hpp"

#include <array>
#include <cstdint>
#include <string>

#include "core/error.hpp"

namespace plethos::backends {

void agree(const Ranks& ranks, const std::function<void()>& part) {
  if (ranks.alone()) return part();
  std::string message;
  std::int64_t exit_code = 0;
  try {
    part();
  } catch (const Error& error) {
    message = error.what();
    exit_code = error.exit_code();
  }
  const std::int64_t first = ranks.least(exit_code != 0 ? std::int64_t{ranks.rank()} : std::int64_t{ranks.size()});
  if (first == ranks.size()) return;
  if (ranks.rank() != first) message.clear();
  ranks.gather(std::as_bytes(std::span(message)), [&](int rank, std::span<const std::byte> bytes) {
    if (rank == first) message.assign(reinterpret_cast<const char*>(bytes.data()), bytes.size());
  });
  std::array<std::int64_t, 2> told{ranks.greatest(ranks.rank() == first ? exit_code : 0), static_cast<std::int64_t>(message.size())};
  ranks.broadcast(std::as_writable_bytes(std::span(told)));
  message.resize(static_cast<std::size_t>(told[1]));
  ranks.broadcast(std::as_writable_bytes(std::span(message)));
  if (told[0] == MachineError("").exit_code()) throw MachineError(message);
  throw InputError(message);
}

}  // namespace plethos::backends
