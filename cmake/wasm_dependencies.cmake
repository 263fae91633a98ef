# The header-only dependencies for wasm32. Their headers are linked into a folder of their own, since -isystem
# /usr/include would bring the native libc's headers along.
set(wasm_include ${CMAKE_BINARY_DIR}/include)
file(MAKE_DIRECTORY ${wasm_include})

# tensio_wasm_dependency(fmt::fmt fmt/format.h): an interface target for the package whose folder holds that header.
function(tensio_wasm_dependency target header)
  cmake_path(GET header PARENT_PATH folder)
  find_path(TENSIO_WASM_${folder} ${header} PATHS /usr/include /usr/local/include PATH_SUFFIXES eigen3
            NO_DEFAULT_PATH REQUIRED)
  file(CREATE_LINK ${TENSIO_WASM_${folder}}/${folder} ${wasm_include}/${folder} SYMBOLIC)
  add_library(${target} INTERFACE IMPORTED GLOBAL)
  target_include_directories(${target} SYSTEM INTERFACE ${wasm_include})
endfunction()

tensio_wasm_dependency(Eigen3::Eigen Eigen/Core)
tensio_wasm_dependency(fmt::fmt-header-only fmt/format.h)
tensio_wasm_dependency(nlohmann_json::nlohmann_json nlohmann/json.hpp)
target_compile_definitions(fmt::fmt-header-only INTERFACE FMT_HEADER_ONLY)
add_library(fmt::fmt ALIAS fmt::fmt-header-only)
