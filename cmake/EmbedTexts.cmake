# Run as a script: cmake -DOUTPUT=FILE.cpp -DTEXTS=A.toml,B.toml -DHEADER=H.hpp -DNAMESPACE=N -DTYPE=T -DFUNCTION=F -P EmbedTexts.cmake
# Writes a source file that holds the texts and defines std::span<const N::T> N::F(), T being a name and a text; H declares it.

string(REPLACE "," ";" texts "${TEXTS}")
set(rows "")
foreach(file IN LISTS texts)
  get_filename_component(name "${file}" NAME_WE)
  file(READ "${file}" text)
  string(APPEND rows "    {\"${name}\", R\"toml(${text})toml\"},\n")
endforeach()
file(WRITE "${OUTPUT}" "#include \"${HEADER}\"

namespace ${NAMESPACE} {

std::span<const ${TYPE}> ${FUNCTION}() {
  static constexpr ${TYPE} texts[]{
${rows}  };
  return texts;
}

}  // namespace ${NAMESPACE}
")
