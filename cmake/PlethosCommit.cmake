# Sets PLETHOS_GIT_HASH, the commit that the program is built from, for headers of runs. In a checkout it is asked anew when HEAD moves, ends in
# -dirty if sources were changed since, and is the same with tags and without. In a source archive (./bootstrap dist) git has written it into
# commit.txt; it ends in -archive, because nobody can tell there whether sources were changed. Otherwise it is "unknown".

set(PLETHOS_GIT_HASH unknown)
find_program(PLETHOS_GIT git)
mark_as_advanced(PLETHOS_GIT)
file(STRINGS "${CMAKE_CURRENT_LIST_DIR}/commit.txt" plethos_commit LIMIT_COUNT 1)
if(plethos_commit MATCHES "^[0-9a-f]+$")
  string(SUBSTRING "${plethos_commit}" 0 12 plethos_commit)
  set(PLETHOS_GIT_HASH "${plethos_commit}-archive")
elseif(PLETHOS_GIT AND EXISTS "${CMAKE_CURRENT_LIST_DIR}/../.git")
  execute_process(COMMAND ${PLETHOS_GIT} describe --always --exclude=* --dirty --abbrev=12 WORKING_DIRECTORY "${CMAKE_CURRENT_LIST_DIR}"
                  OUTPUT_VARIABLE plethos_commit OUTPUT_STRIP_TRAILING_WHITESPACE ERROR_QUIET RESULT_VARIABLE code)
  # git refuses folders of another user.
  if(code EQUAL 0)
    set(PLETHOS_GIT_HASH "${plethos_commit}")
  endif()
  if(EXISTS "${CMAKE_CURRENT_LIST_DIR}/../.git/logs/HEAD" AND NOT CMAKE_SCRIPT_MODE_FILE)
    set_property(DIRECTORY APPEND PROPERTY CMAKE_CONFIGURE_DEPENDS "${CMAKE_CURRENT_LIST_DIR}/../.git/logs/HEAD")
  endif()
endif()
