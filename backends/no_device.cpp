#include "backends/device_activity.hpp"
#include "backends/device_facts.hpp"

namespace plethos::backends {

const char* device_backend() { return "cuda"; }
int device_array_kind() { return 0; }
bool built_with_device() { return false; }
std::string why_device_is_unavailable() {
  return std::string("this build has no ") + device_backend() + " backend; build with --preset " + device_backend();
}
int device_count() { return 0; }
Device device() { return {}; }
DeviceMachine device_machine() { return {}; }
DeviceActivity device_activity() { return {}; }
std::optional<double> device_joules() { return {}; }
std::vector<std::string> device_variables() { return {}; }

}  // namespace plethos::backends
