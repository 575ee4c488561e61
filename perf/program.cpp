#include "scenarios/cli/program.hpp"

#include "perf/proxy/command.hpp"
#include "perf/study/command.hpp"
#include "scenarios/run/interrupt.hpp"

// The system runs what stands here before the libraries' own beginnings, during which an interrupt would kill the program.
[[gnu::section(".preinit_array"), gnu::used]] static void (*const before_libraries)() = plethos::scenarios::hold_interrupts;

int main(int argc, char** argv) { return plethos::cli::program(argc, argv, {plethos::study::study_command(), plethos::proxy::proxy_command()}); }
