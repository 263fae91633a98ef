# Writes every scene and mesh under ROOT as a byte array into OUTPUT.
file(GLOB_RECURSE files RELATIVE ${ROOT} ${ROOT}/*.toml ${ROOT}/meshes/*)
list(SORT files)
set(arrays "")
set(rows "")
set(number 0)
foreach(file IN LISTS files)
  file(READ ${ROOT}/${file} bytes HEX)
  string(REGEX REPLACE "(..)" "0x\\1," bytes "${bytes}")
  string(APPEND arrays "const unsigned char bytes_${number}[] = {${bytes}0};\n")
  string(APPEND rows "      {\"${file}\", view(bytes_${number}, sizeof bytes_${number} - 1)},\n")
  math(EXPR number "${number} + 1")
endforeach()
file(WRITE ${OUTPUT} "// Generated from scenes/.
#include \"cli/library.h\"

namespace tensio::cli {
namespace {

std::string_view view(const unsigned char* bytes, std::size_t size) {
  return {reinterpret_cast<const char*>(bytes), size};
}

${arrays}
}  // namespace

const std::vector<EmbeddedFile>& embedded_files() {
  static const std::vector<EmbeddedFile> files = {
${rows}  };
  return files;
}

}  // namespace tensio::cli
")
