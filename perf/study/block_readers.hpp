#pragma once

#include "perf/study/study.hpp"
#include "scenarios/io/toml_table.hpp"

namespace plethos::study {

// What [[runs]] and [quick] of each kind hold besides what all have. Errors: as find_study().

void read_simulation_block(scenarios::TomlTable& table, RunBlock& block);
void read_simulation_quick(scenarios::TomlTable& table, Quick& quick);

/// Of runs that answer queries.
void read_path_block(scenarios::TomlTable& table, RunBlock& block);
void read_path_quick(scenarios::TomlTable& table, Quick& quick);

/// Of runs that solve a goal's potential.
void read_potential_block(scenarios::TomlTable& table, RunBlock& block);
void read_potential_quick(scenarios::TomlTable& table, Quick& quick);

/// Of runs that empty plans: `scenario`, `plans`, `each`, `steps` and the families of methods; `plans_at_most`.
void read_emptying_block(scenarios::TomlTable& table, RunBlock& block);
void read_emptying_quick(scenarios::TomlTable& table, Quick& quick);

}  // namespace plethos::study
