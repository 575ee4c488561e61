#pragma once

#include "scenarios/builders/builder.hpp"

namespace plethos::scenarios {

/// A stadium that is left: four stands around a field, whose rows of seats are walls, with aisles from the field up to a concourse all
/// around, and gates in the outer wall (Guy et al. 2009, section 5.1.2: Stadium Scene; the geometry is ours). Agents start in seats, each
/// heads for the gate of its side that is nearest along the wall, and has left a metre behind it. With a roadmap: a node where a row meets
/// an aisle, at the aisles' upper ends, around the corners and on both sides of every gate.
Builder arena_builder();

}  // namespace plethos::scenarios
