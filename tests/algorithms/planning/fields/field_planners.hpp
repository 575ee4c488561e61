#pragma once

#include <string>
#include <vector>

namespace plethos::tests {

/// The planners whose agents follow fields.
inline const std::vector<std::string> field_planners{"wavefront", "quadtree"};

}  // namespace plethos::tests
