# plethos_command(TARGET RESULT): what other programs call to run a target. Where it is built for another processor, that is a script of the
# target's name, which hands it to the emulator. Tests that CMake itself calls need none.
function(plethos_command target result)
  set(${result} "$<TARGET_FILE:${target}>" PARENT_SCOPE)
  if(CMAKE_CROSSCOMPILING)
    set(script "${PROJECT_BINARY_DIR}/emulated/${target}")
    list(JOIN CMAKE_CROSSCOMPILING_EMULATOR "' '" emulator)
    file(GENERATE OUTPUT "${script}" CONTENT "#!/bin/sh\nexec '${emulator}' '$<TARGET_FILE:${target}>' \"$@\"\n"
         FILE_PERMISSIONS OWNER_READ OWNER_WRITE OWNER_EXECUTE GROUP_READ GROUP_EXECUTE WORLD_READ WORLD_EXECUTE)
    set(${result} "${script}" PARENT_SCOPE)
  endif()
endfunction()
