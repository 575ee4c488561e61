#pragma once

#include "scenarios/builders/builder.hpp"

namespace plethos::scenarios {

/// Builds four streams from the corners of a square, each along its diagonal to the opposite corner (Guy et al. 2009, section 5.1.1:
/// 4-Streams). All keep their order: the first agents go furthest, so that no agent has to pass one that has arrived.
Builder streams_builder();

}  // namespace plethos::scenarios
