#include "perf/study/rank_groups.hpp"

#include <cstdint>
#include <set>

#include "perf/study/study.hpp"

namespace plethos::study {

RankGroups::RankGroups(const backends::Ranks& all, const Study& study) : all_(&all) {
  std::set<std::int64_t> counts;
  for (const RunBlock& block : study.blocks) counts.insert(block.ranks.begin(), block.ranks.end());
  for (const std::int64_t count : counts) {
    if (count == 1 || count > all.size()) continue;
    Group group{all.first(static_cast<int>(count)), 1, 1};
    group.on_host = static_cast<int>(all.greatest(std::int64_t{group.ranks ? group.ranks->ranks_on_host() : 1}));
    group.on_processors = static_cast<int>(all.greatest(std::int64_t{group.ranks ? group.ranks->ranks_on_processors() : 1}));
    groups_.emplace(static_cast<int>(count), std::move(group));
  }
}

const backends::Ranks* RankGroups::find(int count) const {
  if (count == 1) return all_->rank() == 0 ? &backends::self() : nullptr;
  return groups_.at(count).ranks.get();
}

}  // namespace plethos::study
