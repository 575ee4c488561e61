#include "perf/study/run_store.hpp"

#include <filesystem>
#include <fstream>
#include <nlohmann/json.hpp>

#include "core/error.hpp"
#include "perf/study/identity.hpp"
#include "scenarios/run/json_file.hpp"

namespace plethos::study {

RunStore::RunStore(std::string folder) : folder_(std::move(folder)) {
  std::error_code error;
  std::filesystem::create_directories(folder_, error);
  if (!std::filesystem::is_directory(folder_)) {
    throw InputError("--out: the folder " + folder_ + " cannot be made: " + (error ? error.message() : "something else is called so"));
  }
}

std::string RunStore::path(const std::string& key) const { return folder_ + "/" + key + ".json"; }

std::optional<Json> RunStore::load(const std::string& key) const {
  std::ifstream file(path(key));
  if (!file) return {};
  const Json json = Json::parse(file, nullptr, false);
  if (!json.is_object() || !json.contains("run") || !json.contains("hash")) return {};
  const Json& run = json["run"];
  if (json["hash"] != hash_text(run.dump()) || run.value("key", "") != key) return {};
  return run;
}

void RunStore::save(const std::string& key, const Json& run) const {
  scenarios::write_json_file("", path(key), {{"schema", "plethos-study-run"}, {"hash", hash_text(run.dump())}, {"run", run}});
}

}  // namespace plethos::study
