#pragma once

#include <span>

#include "perf/study/study.hpp"

namespace plethos::study {

/// The files of perf/studies/, by name. Generated at build time (perf/study/CMakeLists.txt).
std::span<const StudyText> study_texts();

}  // namespace plethos::study
