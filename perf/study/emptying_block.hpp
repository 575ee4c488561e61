#pragma once

#include "perf/study/study.hpp"
#include "scenarios/io/toml_table.hpp"

namespace plethos::study {

/// Read the keys of [[runs]] and [quick] that runs of kind `emptying` have: `scenario`, `plans`, `each`, `steps` and the families of
/// methods; `plans_at_most`. Errors: as find_study().
void read_emptying_block(scenarios::TomlTable& table, RunBlock& block);
void read_emptying_quick(scenarios::TomlTable& table, Quick& quick);

}  // namespace plethos::study
