#include "perf/study/command.hpp"

int main(int argc, char** argv) { return plethos::cli::program(argc, argv, {plethos::study::study_command()}); }
