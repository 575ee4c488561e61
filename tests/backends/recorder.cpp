#include "backends/recorder.hpp"

#include <doctest/doctest.h>

#include "backends/execution.hpp"
#include "core/copy_view.hpp"

namespace plethos::tests {

template <class View>
struct DoubleAndAdd {
  View values;
  int add;
  KOKKOS_FUNCTION void operator()(int i) const { values(i) = 2 * values(i) + add; }
};

TEST_CASE("kernels are recorded without running, and replayed in their order as often as one likes") {
  using Space = Kokkos::DefaultExecutionSpace;
  using View = Kokkos::View<std::int32_t*, Space::memory_space>;
  const View values("values", 1000);
  const auto all_are = [&](std::int32_t expected) {
    const auto host = host_view(values);
    int wrong = 0;
    for (std::size_t i = 0; i < host.size(); ++i) wrong += host(i) == expected ? 0 : 1;
    return wrong == 0;
  };
  const Space space;
  backends::Recorder<Space> recorder(space);
  const backends::DeviceExecution<Space> recording{space, &recorder};
  backends::for_each(recording, "plethos::tests::add_one", 1000, DoubleAndAdd<View>{values, 1});
  backends::for_each(recording, "plethos::tests::add_three", 1000, DoubleAndAdd<View>{values, 3});
  recording.fence();
  CHECK(all_are(0));
  recorder.replay(space);
  recording.fence();
  CHECK(all_are(5));
  recorder.replay(space);
  recorder.replay(space);
  recording.fence();
  CHECK(all_are(2 * (2 * (2 * (2 * 5 + 1) + 3) + 1) + 3));
}

}  // namespace plethos::tests
