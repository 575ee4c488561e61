#pragma once

#include "scenarios/builders/builder.hpp"

namespace plethos::scenarios {

/// Builds agents on a circle, each with the opposite place as its goal, so that all meet in the middle. If their number is odd, the goals
/// lie between the starts. Radius of the circle: agents * spacing / (2 pi).
Builder circle_builder();

}  // namespace plethos::scenarios
