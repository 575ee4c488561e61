#pragma once

#include "scenarios/builders/builder.hpp"

namespace plethos::scenarios {

/// Agents on a circle, each with the opposite place as its goal: all meet in the middle. An odd number leaves the goals between the
/// starts. Radius of the circle: agents * spacing / (2 pi).
Builder circle_builder();

}  // namespace plethos::scenarios
