# What was compiled before, in this folder or in another clone, is taken from ccache where that is installed. A launcher that the caller names
# stays as it is. Sets PLETHOS_PRECOMPILE: whether headers are precompiled. Include it before the first target.

set(PLETHOS_PRECOMPILE TRUE)
if(PLETHOS_DEVICE OR CMAKE_CXX_COMPILER_LAUNCHER)
  # Compilers of device code take no precompiled headers, and a foreign launcher may take none.
  set(PLETHOS_PRECOMPILE FALSE)
endif()
find_program(PLETHOS_CCACHE ccache)
mark_as_advanced(PLETHOS_CCACHE)
if(PLETHOS_CCACHE AND NOT CMAKE_CXX_COMPILER_LAUNCHER)
  # Names of files count from the clone's folder, so that another clone finds what this one compiled. The times of generated files and of
  # precompiled headers differ from clone to clone; their content is what counts.
  set(plethos_ccache "${CMAKE_COMMAND}" -E env "CCACHE_BASEDIR=${PROJECT_SOURCE_DIR}" CCACHE_NOHASHDIR=true
                     CCACHE_SLOPPINESS=pch_defines,time_macros,include_file_mtime,include_file_ctime)
  if(NOT PLETHOS_CUDA)
    set(CMAKE_CXX_COMPILER_LAUNCHER ${plethos_ccache} "${PLETHOS_CCACHE}")
    # Else ccache does not see which precompiled header g++ read, and keeps nothing.
    add_compile_options($<$<COMPILE_LANG_AND_ID:CXX,GNU>:-fpch-preprocess>)
  endif()
endif()

# In a CUDA build Kokkos' launcher stands before every compiler. Ours stands before that one: it gives ccache what Kokkos' launcher would hand
# to g++, and calls Kokkos' launcher for the rest, with a script in nvcc's place. That one adds `plethos_nvcc_flags` and calls ccache, which
# would not see them in the environment. Call it once Kokkos is found.
function(plethos_launch_nvcc)
  get_property(kokkos_launcher GLOBAL PROPERTY RULE_LAUNCH_COMPILE)
  if(DEFINED plethos_ccache)
    list(JOIN plethos_ccache " " settings)
    set(ccache "\"${PLETHOS_CCACHE}\"")
  else()
    set(settings "env")
    set(ccache "")
  endif()
  set(folder "${PROJECT_BINARY_DIR}/launch")
  foreach(script compiler nvcc)
    configure_file("${PROJECT_SOURCE_DIR}/cmake/launch_${script}.in" "${folder}/${script}" @ONLY
                   FILE_PERMISSIONS OWNER_READ OWNER_WRITE OWNER_EXECUTE GROUP_READ GROUP_EXECUTE WORLD_READ WORLD_EXECUTE)
  endforeach()
  set_property(GLOBAL PROPERTY RULE_LAUNCH_COMPILE "${folder}/compiler")
endfunction()
