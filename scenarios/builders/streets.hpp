#pragma once

#include "scenarios/builders/builder.hpp"

namespace plethos::scenarios {

/// Builds a city (Guy et al. 2009, section 5.1.2: City Simulation; the geometry is ours). Its square blocks have one building each, of
/// different shapes (rectangles, L, U, chamfered corners), with streets between and around them. The number of agents and
/// their density give its size. Agents start anywhere in the streets, and walk at different speeds to places that they
/// share. The roadmap has nodes off the corners of all buildings.
Builder streets_builder();

}  // namespace plethos::scenarios
