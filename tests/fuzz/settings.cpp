#include <algorithm>
#include <cmath>

#include "scenarios/request.hpp"
#include "tests/fuzz/targets.hpp"

namespace plethos::fuzz {

/// Reads each line as the text of a --set.
void read_settings(std::string_view bytes) {
  expect_one_line([&] {
    scenarios::ScenarioRequest request;
    while (!bytes.empty()) {
      const std::size_t end = std::min(bytes.find('\n'), bytes.size());
      scenarios::add_setting(request.settings, std::string(bytes.substr(0, end)));
      bytes.remove_prefix(std::min(end + 1, bytes.size()));
    }
    scenarios::check_request(request, {});
    AgentRecord agent;
    Parameters parameters;
    scenarios::apply_to_agent(request, {}, agent);
    scenarios::apply_to_parameters(request, {}, parameters);
    if (!std::isfinite(agent.radius) || !(parameters.time_step > 0)) fail("a setting out of range");
  });
}

}  // namespace plethos::fuzz
