#include "backends/ranks/agree.hpp"

#include <cstdint>
#include <string>
#include <vector>

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
  const std::int64_t told = ranks.greatest(ranks.rank() == first ? exit_code : 0);
  broadcast(ranks, message);
  if (told == MachineError("").exit_code()) throw MachineError(message);
  throw InputError(message);
}

void all_gather(const Ranks& ranks, std::span<const std::byte> bytes, const ClaimBytes& claim) {
  ranks.exchange(std::vector<std::span<const std::byte>>(static_cast<std::size_t>(ranks.size()), bytes), claim);
}

void broadcast(const Ranks& ranks, std::string& text) {
  std::uint64_t size = text.size();
  ranks.broadcast(std::as_writable_bytes(std::span(&size, 1)));
  text.resize(size);
  ranks.broadcast(std::as_writable_bytes(std::span(text)));
}

}  // namespace plethos::backends
