#pragma once

#include "backends/roofline/roofline.hpp"

namespace plethos::perf {

using backends::roofline;
using backends::Roofline;

}  // namespace plethos::perf
