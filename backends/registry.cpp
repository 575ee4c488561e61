#include "backends/registry.hpp"

#include "backends/cuda/cuda.hpp"
#include "backends/openmp/openmp.hpp"
#include "backends/serial/serial.hpp"
#include "backends/tbb/tbb.hpp"

namespace plethos::backends {

const std::vector<RegisteredBackend>& registered_backends() {
  static const std::vector<RegisteredBackend> backends{
      {"serial", make_serial, nullptr},
      {"openmp", make_openmp, nullptr},
      {"tbb", make_tbb, nullptr},
      {"cuda", nullptr, why_cuda_is_unavailable},
  };
  return backends;
}

}  // namespace plethos::backends
