#pragma once

#include <optional>
#include <string>

#include "scenarios/json.hpp"

namespace plethos::study {

/// Finished runs, one file each, so that a study can go on after an interruption.
class RunStore {
 public:
  /// Makes the folder unless it exists. Errors: InputError if it cannot be made.
  explicit RunStore(std::string folder);

  /// Returns the finished run of that key, or nothing if there is none or its file is not whole.
  std::optional<Json> load(const std::string& key) const;
  /// Stores a run. Errors: as write_json_file().
  void save(const std::string& key, const Json& run) const;

 private:
  std::string path(const std::string& key) const;

  std::string folder_;
};

}  // namespace plethos::study
