#include "backends/registry.hpp"

#include "backends/device_facts.hpp"
#include "backends/kokkos_settings.hpp"
#include "backends/openmp/openmp.hpp"
#include "backends/serial/serial.hpp"
#include "backends/tbb/tbb.hpp"

namespace plethos::backends {

const std::vector<RegisteredBackend>& registered_backends() {
  static const std::vector<RegisteredBackend> backends{
      {"serial", make_serial, nullptr, 1},
      {"openmp", make_openmp, nullptr, most_pool_threads},
      {"tbb", make_tbb, nullptr, 4096},
      {device_backend(), nullptr, why_device_is_unavailable, 1},
  };
  return backends;
}

}  // namespace plethos::backends
