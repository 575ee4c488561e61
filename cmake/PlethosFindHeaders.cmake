# For Find modules of libraries that are headers alone: makes the target NAME::NAME of the folder in which `header` lies, below any folder
# of CMAKE_PREFIX_PATH or NAME_ROOT.
include(FindPackageHandleStandardArgs)

macro(plethos_find_headers name header)
  if(TARGET ${name}::${name})
    set(${name}_FOUND TRUE)
  else()
    string(TOUPPER ${name} plethos_upper_name)
    find_path(${plethos_upper_name}_INCLUDE_DIR ${header})
    mark_as_advanced(${plethos_upper_name}_INCLUDE_DIR)
    find_package_handle_standard_args(${name} REQUIRED_VARS ${plethos_upper_name}_INCLUDE_DIR)
    if(${name}_FOUND)
      add_library(${name}::${name} INTERFACE IMPORTED)
      target_include_directories(${name}::${name} INTERFACE "${${plethos_upper_name}_INCLUDE_DIR}")
    endif()
  endif()
endmacro()
