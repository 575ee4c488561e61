#pragma once

#include <cstddef>
#include <functional>
#include <span>
#include <string>

#include "backends/ranks/ranks.hpp"

namespace plethos::backends {

/// Together: calls a part of the work, which may not itself wait for other ranks. If it throws an Error on any rank, all ranks throw the
/// one of the first such rank, by the same text.
void agree(const Ranks& ranks, const std::function<void()>& part);

/// Together: calls a part of the work on rank 0 alone, as agree() has it.
inline void on_rank_0(const Ranks& ranks, const std::function<void()>& part) {
  agree(ranks, [&] {
    if (ranks.rank() == 0) part();
  });
}

/// Together: gives all ranks the bytes of all, those of rank 0 first. They are put into room(bytes of all ranks).
void all_gather(const Ranks& ranks, std::span<const std::byte> bytes, const ClaimBytes& claim);

/// Together: the text becomes that of rank 0.
void broadcast(const Ranks& ranks, std::string& text);

}  // namespace plethos::backends
