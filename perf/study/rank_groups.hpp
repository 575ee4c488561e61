#pragma once

#include <map>
#include <memory>

#include "backends/ranks/ranks.hpp"
#include "backends/ranks/self/self.hpp"

namespace plethos::study {

struct Study;

/// The first 1, 2, ... of the ranks that a study has, each of them ranks by themselves: those that share a run.
class RankGroups {
 public:
  /// One process.
  RankGroups() = default;
  /// Together: makes the groups that the runs of a study name, up to all ranks.
  RankGroups(const backends::Ranks& all, const Study& study);

  const backends::Ranks& all() const { return *all_; }
  bool has(int count) const { return count == 1 || groups_.contains(count); }
  /// Returns the first `count` ranks of a group that there is; null if this rank is none of them.
  const backends::Ranks* find(int count) const;
  /// The most ranks of a group on one host, and on the same processors: Ranks::ranks_on_host(), Ranks::ranks_on_processors().
  int on_host(int count) const { return count == 1 ? 1 : groups_.at(count).on_host; }
  int on_processors(int count) const { return count == 1 ? 1 : groups_.at(count).on_processors; }
  /// The ranks of the largest group.
  int most() const { return groups_.empty() ? 1 : groups_.rbegin()->first; }

 private:
  struct Group {
    std::unique_ptr<backends::Ranks> ranks;  // null: this rank is not in it
    int on_host, on_processors;
  };

  const backends::Ranks* all_ = &backends::self();
  std::map<int, Group> groups_;
};

}  // namespace plethos::study
