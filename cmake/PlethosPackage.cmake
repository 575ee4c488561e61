# `cpack` packs one relocatable archive, dist/plethos-VERSION-PRESET-ARCHITECTURE.tar.gz: every executable in bin/ and the shared
# libraries that it needs in lib/, found by a relative path. It runs on machines whose C and C++ libraries are at least as new.

# All executables of this folder and the ones below it of a component. `plethos-program` is what people run and tests look at. Benchmarks
# may be left unbuilt, and so are a component of their own. `none`: only tests call it.
function(plethos_executables folder component result)
  get_property(targets DIRECTORY "${folder}" PROPERTY BUILDSYSTEM_TARGETS)
  get_property(subfolders DIRECTORY "${folder}" PROPERTY SUBDIRECTORIES)
  set(found "")
  foreach(target IN LISTS targets)
    get_target_property(type ${target} TYPE)
    get_target_property(own ${target} PLETHOS_COMPONENT)
    if(NOT own)
      set(own plethos-program)
    endif()
    if(type STREQUAL "EXECUTABLE" AND own STREQUAL component)
      list(APPEND found ${target})
    endif()
  endforeach()
  foreach(subfolder IN LISTS subfolders)
    plethos_executables("${subfolder}" ${component} below)
    list(APPEND found ${below})
  endforeach()
  set(${result} ${found} PARENT_SCOPE)
endfunction()

# Says where a target that is installed finds its libraries. If CMake exchanges the path at the install, it ends that of the build in an empty
# element, which stands for the current folder: whoever may write there could lay a library into it. So both are linked with one path, and
# what only the build needs of it is taken away here.
function(plethos_library_path target component destination installed)
  list(PREPEND installed "$ORIGIN")
  list(REMOVE_DUPLICATES installed)
  set_target_properties(${target} PROPERTIES BUILD_WITH_INSTALL_RPATH ON INSTALL_RPATH_USE_LINK_PATH ON INSTALL_RPATH "${installed}")
  string(REPLACE ";" ":" installed "${installed}")
  install(CODE "file(RPATH_SET FILE \"\$ENV{DESTDIR}\${CMAKE_INSTALL_PREFIX}/${destination}/$<TARGET_FILE_NAME:${target}>\"
                     NEW_RPATH [=[${installed}]=])" COMPONENT ${component})
endfunction()

foreach(component plethos-program plethos-benchmarks)
  plethos_executables("${PROJECT_SOURCE_DIR}" ${component} programs)
  foreach(program IN LISTS programs)
    # The older tag, DT_RPATH, also counts for the libraries that libraries need.
    target_link_options(${program} PRIVATE -Wl,--disable-new-dtags)
    install(TARGETS ${program} RUNTIME_DEPENDENCY_SET ${component} RUNTIME DESTINATION bin COMPONENT ${component})
    plethos_library_path(${program} ${component} bin "$ORIGIN/../lib/plethos")
  endforeach()
endforeach()
if(PLETHOS_MPI_FOUND)
  install(TARGETS plethos_mpi RUNTIME_DEPENDENCY_SET plethos-program LIBRARY DESTINATION lib/plethos COMPONENT plethos-program)
  plethos_library_path(plethos_mpi plethos-program lib/plethos "$ORIGIN")
endif()
if(TARGET plethos_launch_counter)
  install(TARGETS plethos_launch_counter LIBRARY DESTINATION lib/plethos COMPONENT plethos-program)
  plethos_library_path(plethos_launch_counter plethos-program lib/plethos "$ORIGIN")
endif()
# The package leaves out the libraries of the target machine's C library, compiler, GPU driver and MPI, which must be that of its launcher.
option(PLETHOS_BUNDLE "Install the libraries that programs need beside them" ON)
foreach(component plethos-program plethos-benchmarks)
  if(NOT PLETHOS_BUNDLE)
    break()
  endif()
  install(RUNTIME_DEPENDENCY_SET ${component}
    PRE_EXCLUDE_REGEXES "^ld-linux" "^lib(c|m|mvec|dl|rt|pthread|resolv|util|anl|nsl)\\.so" "^lib(stdc\\+\\+|gcc_s)\\.so" "^libcuda\\.so"
                        "^lib(mpi|open-rte|open-pal)\\.so"
    LIBRARY DESTINATION lib/plethos COMPONENT ${component})
endforeach()
# These scripts make pages of study results. They need a Python with matplotlib.
install(DIRECTORY perf/report/ DESTINATION share/plethos/report COMPONENT plethos-program
        FILES_MATCHING PATTERN "*.py" PATTERN "__pycache__" EXCLUDE)
# At the top of the archive, where nothing else is; not in a folder that programs share.
install(FILES README.md LICENSE CITATION.cff CHANGELOG.md DESTINATION . COMPONENT plethos-archive EXCLUDE_FROM_ALL)

# A build folder carries the name of its preset.
get_filename_component(plethos_preset "${PROJECT_BINARY_DIR}" NAME)
set(CPACK_GENERATOR TGZ)
set(CPACK_PACKAGE_FILE_NAME "plethos-${PROJECT_VERSION}-${plethos_preset}-${CMAKE_SYSTEM_PROCESSOR}")
set(CPACK_PACKAGE_DIRECTORY "${PROJECT_SOURCE_DIR}/dist")
set(CPACK_INSTALL_CMAKE_PROJECTS "")
foreach(component plethos-program plethos-benchmarks plethos-archive)
  list(APPEND CPACK_INSTALL_CMAKE_PROJECTS "${PROJECT_BINARY_DIR}" plethos ${component} /)
endforeach()
set(CPACK_VERBATIM_VARIABLES ON)
include(CPack)
