# For AMD GPUs one compiler compiles host and device, and must be known before the project is. It is that of ROCm 6.2 or newer where there is
# one, on the PATH, in ROCM_PATH or in /opt/rocm; else a plain clang++ 19 or newer, which takes HIP's headers and device libraries of a
# distribution. A compiler that the caller names stays as it is.
if(CMAKE_CXX_COMPILER OR DEFINED ENV{CXX})
  return()
endif()
foreach(name amdclang++ hipcc clang++-21 clang++-20 clang++-19 clang++)
  find_program(plethos_found ${name} HINTS "$ENV{ROCM_PATH}/bin" PATHS /opt/rocm/bin NO_CACHE)
  if(plethos_found)
    execute_process(COMMAND "${plethos_found}" --version OUTPUT_VARIABLE plethos_version ERROR_QUIET)
    # An hipcc calls a clang, whose version says nothing of HIP's; amdclang++ names the ROCm that it belongs to.
    if((plethos_version MATCHES "HIP version: ([0-9.]+)" OR plethos_version MATCHES "roc-([0-9.]+)") AND CMAKE_MATCH_1 VERSION_GREATER_EQUAL 6.2
       OR name MATCHES "^clang" AND plethos_version MATCHES "clang version ([0-9.]+)" AND CMAKE_MATCH_1 VERSION_GREATER_EQUAL 19)
      set(CMAKE_CXX_COMPILER "${plethos_found}" CACHE FILEPATH "C++ compiler")
      return()
    endif()
    string(APPEND plethos_tried " ${plethos_found}")
  endif()
  unset(plethos_found)
endforeach()
message(FATAL_ERROR "The hip backend needs hipcc or amdclang++ of ROCm 6.2 or newer, or clang++ 19 or newer, on the PATH or in /opt/rocm. "
  "Found too old:${plethos_tried}. The default preset builds without it.")
