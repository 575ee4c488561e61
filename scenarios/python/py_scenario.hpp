#pragma once

#include "scenarios/request.hpp"
#include "scenarios/scenario.hpp"

namespace plethos::python {

/// A scenario, and the request that it was made for.
struct PyScenario {
  scenarios::ScenarioRequest request;
  scenarios::Scenario scenario;
};

}  // namespace plethos::python
