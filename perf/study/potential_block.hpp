#pragma once

#include "perf/study/study.hpp"
#include "scenarios/io/toml_table.hpp"

namespace plethos::study {

/// Read what [[runs]] and [quick] say of runs that solve a goal's potential. Errors: as find_study().
void read_potential_block(scenarios::TomlTable& table, RunBlock& block);
void read_potential_quick(scenarios::TomlTable& table, Quick& quick);

}  // namespace plethos::study
