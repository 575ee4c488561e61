#pragma once

#include <string>

#include "perf/study/plan.hpp"

namespace plethos::study {

/// The option of `plethos study` that makes this program one of the processes after the first: its number, from 1.
inline constexpr const char* process_option = "--process";

/// The option that names a file with the text of the study, as the first process has read it: a pipe can be read only once, and a file may
/// change.
inline constexpr const char* text_option = "--study-text";

/// Calls this program once more, with the same arguments and the text of the study, as a process of it, and waits for it. Interrupts reach
/// it, too. `arguments` are those of main(), of which the second is the command. Returns its exit code, 130 after an interrupt, or -1 if it
/// cannot be run or was killed.
int run_process(char* const* arguments, int process, const std::string& text);

/// Lets a process of a study end with the program that has called it, so that it does not measure beside a later one.
void end_with_parent();

/// Returns the most processes that a run of the plan wants.
int most_processes_of(const Plan& plan);

}  // namespace plethos::study
