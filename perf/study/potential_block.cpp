#include "perf/study/potential_block.hpp"

#include "perf/study/query_worlds.hpp"
#include "perf/study/reading.hpp"

namespace plethos::study {

void read_potential_block(scenarios::TomlTable& table, RunBlock& block) {
  read_query_world(table, block);
  block.paths.queries = {1};
  assign(block.sweeps, table.whole("sweeps", 1, most_of_a_run));
}

void read_potential_quick(scenarios::TomlTable& table, Quick& quick) {
  quick.sweeps_at_most = table.whole("sweeps_at_most", 1, most_of_a_run);
}

}  // namespace plethos::study
