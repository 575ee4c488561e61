# Writes what a program prints to a file: cmake -DPROGRAM=... -DARGUMENTS=... -DOUTPUT=... -P PrintedText.cmake. A program that cannot run on this
# machine, for lack of a GPU's driver, leaves an empty file.
separate_arguments(arguments UNIX_COMMAND "${ARGUMENTS}")
execute_process(COMMAND "${PROGRAM}" ${arguments} OUTPUT_FILE "${OUTPUT}" RESULT_VARIABLE result ERROR_VARIABLE problem)
if(NOT "${result}" STREQUAL "0")
  message(STATUS "plethos ${ARGUMENTS} does not run here, and is not installed: ${result} ${problem}")
  file(WRITE "${OUTPUT}" "")
endif()
