#pragma once

#include <span>

#include "perf/study/study.hpp"

namespace plethos::study {

/// Returns the files of perf/studies/, by name. They are generated at build time (perf/study/CMakeLists.txt).
std::span<const StudyText> study_texts();

}  // namespace plethos::study
