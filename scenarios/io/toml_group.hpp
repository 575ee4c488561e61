#pragma once

#include <map>
#include <optional>
#include <string>
#include <vector>

#include "scenarios/groups.hpp"
#include "scenarios/io/toml_table.hpp"

namespace plethos::scenarios {

/// Reads the fields of agents that a table gives.
std::vector<FieldRange> read_fields(TomlTable& table);

/// Reads the value of a method's parameter, if the table gives one. `named` holds the methods that the file names, by family. Errors:
/// InputError with file, line and key, also for a parameter that these methods rule out.
std::optional<double> read_method_value(TomlTable& table, const ParameterInfo& info, const std::map<std::string, std::string>& named);

/// Reads one [[group]]; `number` counts from 1, `defaults` are the fields of [agent], and `named` the methods that the file names, by
/// family. Errors: InputError with file, line and key.
Group read_group(TomlTable table, std::size_t number, const std::vector<FieldRange>& defaults,
                 const std::map<std::string, std::string>& named);

}  // namespace plethos::scenarios
