#pragma once

#include "scenarios/builders/builder.hpp"

namespace plethos::scenarios {

/// A city (Guy et al. 2009, section 5.1.2: City Simulation; the geometry is ours): square blocks of one building each, whose shapes differ
/// (rectangles, L, U, chamfered corners), with streets between and around. It is as large as the density asks for, so that any crowd has
/// streets that are its own. Agents start anywhere in the streets and walk at different speeds to places that they share. With a roadmap:
/// nodes off the corners of all buildings.
Builder streets_builder();

}  // namespace plethos::scenarios
