#pragma once

#include <nlohmann/json_fwd.hpp>
#include <optional>
#include <string>

namespace plethos::study {

/// Finished runs, one file each, so that a study goes on where it was interrupted.
class RunStore {
 public:
  /// Makes the folder if it is not there. Errors: InputError if it cannot be made.
  explicit RunStore(std::string folder);

  /// The finished run of that key; nothing if there is none, or if its file is not whole.
  std::optional<nlohmann::ordered_json> load(const std::string& key) const;
  /// Errors: as write_json_file().
  void save(const std::string& key, const nlohmann::ordered_json& run) const;

 private:
  std::string path(const std::string& key) const;

  std::string folder_;
};

}  // namespace plethos::study
