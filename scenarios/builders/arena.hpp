#pragma once

#include "scenarios/builders/builder.hpp"

namespace plethos::scenarios {

/// Builds a stadium that empties: four stands around a field (Guy et al. 2009, section 5.1.2: Stadium Scene; the geometry is ours). Their
/// rows of seats are walls. Aisles lead from the field up to a concourse all around, and the outer wall has gates. Agents start in seats.
/// Each heads for the gate of its side that is nearest along the wall, and has left a metre behind it. The roadmap has a node at each
/// crossing of a row and an aisle, at the aisles' upper ends, around the corners and on both sides of every gate.
Builder arena_builder();

}  // namespace plethos::scenarios
