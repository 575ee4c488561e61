#pragma once

#include "scenarios/builders/builder.hpp"

namespace plethos::scenarios {

/// Four streams from the corners of a square, each along its diagonal to the opposite corner (Guy et al. 2009, section 5.1.1: 4-Streams).
/// All keep their order: who walks in front goes furthest, so that nobody has to pass one who has arrived.
Builder streams_builder();

}  // namespace plethos::scenarios
