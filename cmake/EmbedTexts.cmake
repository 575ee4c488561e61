# Run as a script: cmake -DOUTPUT=FILE.cpp -DTEXTS=A.toml,B.toml -DNAMESPACE=N -DFUNCTION=F -P EmbedTexts.cmake
# Writes a source file that holds the texts and defines std::span<const plethos::scenarios::EmbeddedText> N::F().

string(REPLACE "," ";" texts "${TEXTS}")
set(rows "")
foreach(file IN LISTS texts)
  get_filename_component(name "${file}" NAME_WE)
  file(READ "${file}" text)
  string(APPEND rows "    {\"${name}\", R\"toml(${text})toml\"},\n")
endforeach()
file(WRITE "${OUTPUT}" "#include \"scenarios/embedded_text.hpp\"

namespace ${NAMESPACE} {

std::span<const plethos::scenarios::EmbeddedText> ${FUNCTION}() {
  static constexpr plethos::scenarios::EmbeddedText texts[]{
${rows}  };
  return texts;
}

}  // namespace ${NAMESPACE}
")
