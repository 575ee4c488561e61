# Completion for shells and the manual page, which the program prints from its tables of options. `cmake --install` puts them where shells and man
# look for them.

include(GNUInstallDirs)

set(plethos_shell_files "")
function(plethos_install_printed arguments folder name)
  string(REPLACE " " "-" stem "${arguments}")
  set(output "${PROJECT_BINARY_DIR}/shell/${stem}")
  add_custom_command(OUTPUT "${output}"
    COMMAND "${CMAKE_COMMAND}" "-DPROGRAM=${plethos_to_call}" "-DARGUMENTS=${arguments}" "-DOUTPUT=${output}"
            -P "${PROJECT_SOURCE_DIR}/cmake/PrintedText.cmake"
    DEPENDS plethos "${PROJECT_SOURCE_DIR}/cmake/PrintedText.cmake" COMMENT "plethos ${arguments}" VERBATIM)
  set(plethos_shell_files ${plethos_shell_files} "${output}" PARENT_SCOPE)
  # Nothing is installed that could not be printed.
  install(CODE "
    set(size 0)
    if(EXISTS \"${output}\")
      file(SIZE \"${output}\" size)
    endif()
    if(size GREATER 0)
      file(INSTALL DESTINATION \"\${CMAKE_INSTALL_PREFIX}/${folder}\" TYPE FILE RENAME \"${name}\" FILES \"${output}\")
    endif()" COMPONENT plethos-program)
endfunction()

file(MAKE_DIRECTORY "${PROJECT_BINARY_DIR}/shell")
plethos_install_printed("completion bash" "${CMAKE_INSTALL_DATADIR}/bash-completion/completions" plethos)
plethos_install_printed("completion zsh" "${CMAKE_INSTALL_DATADIR}/zsh/site-functions" _plethos)
plethos_install_printed("completion fish" "${CMAKE_INSTALL_DATADIR}/fish/vendor_completions.d" plethos.fish)
plethos_install_printed("man" "${CMAKE_INSTALL_MANDIR}/man1" plethos.1)
add_custom_target(plethos_shell ALL DEPENDS ${plethos_shell_files})
