# Adds every .toml file of a folder to a target, and any named after the other arguments. The program contains them, and they are generated anew
# when one changes. The other arguments are those of EmbedTexts.cmake.
function(plethos_embed_texts target folder namespace function)
  file(GLOB texts CONFIGURE_DEPENDS "${folder}/*.toml")
  list(APPEND texts ${ARGN})
  list(SORT texts COMPARE FILE_BASENAME)
  list(JOIN texts "," joined)
  set(output "${CMAKE_CURRENT_BINARY_DIR}/${function}.cpp")
  add_custom_command(OUTPUT "${output}"
    COMMAND "${CMAKE_COMMAND}" "-DOUTPUT=${output}" "-DTEXTS=${joined}" "-DNAMESPACE=${namespace}"
            "-DFUNCTION=${function}" -P "${PROJECT_SOURCE_DIR}/cmake/EmbedTexts.cmake"
    DEPENDS ${texts} "${PROJECT_SOURCE_DIR}/cmake/EmbedTexts.cmake" VERBATIM)
  target_sources(${target} PRIVATE "${output}")
endfunction()
