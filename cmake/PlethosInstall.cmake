# `cmake --install` brings headers, libraries and what find_package(Plethos) reads. The install component is plethos-development.

include(GNUInstallDirs)
include(CMakePackageConfigHelpers)
set(plethos_headers "${CMAKE_INSTALL_INCLUDEDIR}/plethos")
set(plethos_package "${CMAKE_INSTALL_LIBDIR}/cmake/Plethos")

# Sources say "core/agents.hpp", so that both folders are searched.
function(plethos_install_targets export)
  foreach(target IN LISTS ARGN)
    string(REGEX REPLACE "^plethos_" "" name ${target})
    set_target_properties(${target} PROPERTIES EXPORT_NAME ${name})
  endforeach()
  install(TARGETS ${ARGN} EXPORT ${export} ARCHIVE DESTINATION "${CMAKE_INSTALL_LIBDIR}" COMPONENT plethos-development
          INCLUDES DESTINATION "${CMAKE_INSTALL_INCLUDEDIR}" "${plethos_headers}")
  install(EXPORT ${export} NAMESPACE Plethos:: DESTINATION "${plethos_package}" COMPONENT plethos-development)
endfunction()

plethos_install_targets(PlethosTargets
  plethos_core plethos_simd plethos_ranks plethos_backends plethos_obstacles plethos_methods plethos_algorithms plethos_kernels plethos_lanes)
set_target_properties(plethos_algorithms PROPERTIES EXPORT_NAME plethos)
install(DIRECTORY core backends algorithms DESTINATION "${plethos_headers}" COMPONENT plethos-development
        FILES_MATCHING PATTERN "*.hpp" PATTERN "public" EXCLUDE PATTERN "verify" EXCLUDE PATTERN "*_reference.hpp" EXCLUDE)
install(DIRECTORY algorithms/public/plethos/ "${PROJECT_BINARY_DIR}/public/plethos/" DESTINATION "${plethos_headers}" COMPONENT plethos-development)

# Of scenarios what their public header reaches: the others need the libraries that files are read with.
if(PLETHOS_SCENARIOS)
  plethos_install_targets(PlethosScenariosTargets plethos_scenarios)
  foreach(header IN ITEMS catalog keys methods parts request scenario terrain io/attributes io/toml_scenario io/trajectory render/render
                         validation)
    get_filename_component(folder "${header}" DIRECTORY)
    install(FILES scenarios/${header}.hpp DESTINATION "${plethos_headers}/scenarios/${folder}" COMPONENT plethos-development)
  endforeach()
  install(DIRECTORY scenarios/public/plethos/ DESTINATION "${plethos_headers}" COMPONENT plethos-development)
endif()

# Kokkos' settings are part of the libraries' binary interface. They are not known where another project builds Kokkos, too.
if(Kokkos_VERSION AND Kokkos_DEVICES)
  set(plethos_kokkos_version "${Kokkos_VERSION} EXACT")
  string(REPLACE ";" " " plethos_kokkos_settings "${Kokkos_VERSION} ${Kokkos_DEVICES} ${Kokkos_ARCH} ${Kokkos_OPTIONS}")
else()
  set(plethos_kokkos_version 5)
  set(plethos_kokkos_settings "")
endif()
set(plethos_config "${PROJECT_BINARY_DIR}/PlethosConfig.cmake")
set(plethos_version "${PROJECT_BINARY_DIR}/PlethosConfigVersion.cmake")
configure_package_config_file(cmake/PlethosConfig.cmake.in "${plethos_config}" INSTALL_DESTINATION "${plethos_package}")
write_basic_package_version_file("${plethos_version}" COMPATIBILITY SameMinorVersion)
install(FILES "${plethos_config}" "${plethos_version}" DESTINATION "${plethos_package}" COMPONENT plethos-development)
install(FILES LICENSE CITATION.cff DESTINATION "${CMAKE_INSTALL_DATADIR}/doc/plethos" COMPONENT plethos-development)
