#pragma once

#include <cstddef>
#include <cstdint>
#include <unordered_map>

namespace plethos::scenarios {

/// The places of agents in arrays. An agent that the file lists has its id as its place. Others come after them, in the order of their
/// appearance: they belong to files of other programs, whose ids may be any number. Memory: 40 bytes for each of the others.
class AgentPlaces {
 public:
  /// Ids below `listed` are their own places.
  explicit AgentPlaces(std::size_t listed = 0) : listed_(listed) {}

  std::size_t size() const { return listed_ + others_.size(); }
  /// Returns the place of an id. A new id gets the next place.
  std::size_t place(std::int64_t id) {
    if (id >= 0 && static_cast<std::uint64_t>(id) < listed_) return static_cast<std::size_t>(id);
    return others_.try_emplace(id, size()).first->second;
  }

 private:
  std::size_t listed_;
  std::unordered_map<std::int64_t, std::size_t> others_;
};

}  // namespace plethos::scenarios
