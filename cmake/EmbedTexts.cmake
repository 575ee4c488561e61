# Run as a script: cmake -DOUTPUT=FILE.cpp -DTEXTS=A.toml,B.toml -P EmbedTexts.cmake
# Writes a source file that holds the texts and defines plethos::scenarios::library_texts().

string(REPLACE "," ";" texts "${TEXTS}")
set(rows "")
foreach(file IN LISTS texts)
  get_filename_component(name "${file}" NAME_WE)
  file(READ "${file}" text)
  string(APPEND rows "    {\"${name}\", R\"toml(${text})toml\"},\n")
endforeach()
file(WRITE "${OUTPUT}" "#include \"scenarios/library/library.hpp\"

namespace plethos::scenarios {

std::span<const LibraryText> library_texts() {
  static constexpr LibraryText texts[]{
${rows}  };
  return texts;
}

}  // namespace plethos::scenarios
")
