# WebAssembly with Emscripten's C library, run by Node. tools/cross.sh builds the libraries.
#
# clang is called with the flags that emcc gives it: emcc itself takes ten times as long for a file. emcc
# links (Platform/Emscripten.cmake).
set(CMAKE_SYSTEM_NAME Emscripten)
set(CMAKE_SYSTEM_PROCESSOR wasm32)
list(APPEND CMAKE_MODULE_PATH "${CMAKE_CURRENT_LIST_DIR}")

find_program(TUMBLE_EMCC emcc REQUIRED)
if(NOT DEFINED ENV{TUMBLE_EMCC_FLAGS})
    execute_process(COMMAND "${TUMBLE_EMCC}" --cflags OUTPUT_VARIABLE flags OUTPUT_STRIP_TRAILING_WHITESPACE
        ERROR_QUIET COMMAND_ERROR_IS_FATAL ANY)
    execute_process(COMMAND em-config LLVM_ROOT OUTPUT_VARIABLE llvm OUTPUT_STRIP_TRAILING_WHITESPACE
        COMMAND_ERROR_IS_FATAL ANY)
    # Asked once: CMake reads this file again for each check of the compiler.
    set(ENV{TUMBLE_EMCC_FLAGS} "${flags}")
    set(ENV{TUMBLE_EMCC_LLVM} "${llvm}")
endif()
# The plain name comes last: Debian's clang, which emcc was made for, has its version in the name.
find_program(TUMBLE_WASM_CLANG NAMES clang-14 clang HINTS "$ENV{TUMBLE_EMCC_LLVM}" REQUIRED)
find_program(CMAKE_AR NAMES llvm-ar-14 llvm-ar HINTS "$ENV{TUMBLE_EMCC_LLVM}" REQUIRED)
find_program(CMAKE_RANLIB NAMES llvm-ranlib-14 llvm-ranlib HINTS "$ENV{TUMBLE_EMCC_LLVM}" REQUIRED)
set(CMAKE_C_COMPILER "${TUMBLE_WASM_CLANG}")
set(CMAKE_C_COMPILER_TARGET wasm32-unknown-emscripten)
set(CMAKE_C_FLAGS_INIT "$ENV{TUMBLE_EMCC_FLAGS}")
if(NOT TUMBLE_WASM_SCALAR)
    string(APPEND CMAKE_C_FLAGS_INIT " -msimd128")
endif()
if(TUMBLE_WASM_THREADS)
    string(APPEND CMAKE_C_FLAGS_INIT " -pthread -D__EMSCRIPTEN_PTHREADS__=1")
endif()
list(APPEND CMAKE_TRY_COMPILE_PLATFORM_VARIABLES TUMBLE_WASM_SCALAR TUMBLE_WASM_THREADS)
# Code that can be moved is slower, and modules are never linked to each other.
set(CMAKE_POSITION_INDEPENDENT_CODE OFF)

get_filename_component(tumble_root "${CMAKE_CURRENT_LIST_DIR}/../.." ABSOLUTE)
set(CMAKE_FIND_ROOT_PATH "${tumble_root}/build/cross/wasm/sysroot")
set(CMAKE_FIND_ROOT_PATH_MODE_PROGRAM NEVER)
set(CMAKE_FIND_ROOT_PATH_MODE_LIBRARY ONLY)
set(CMAKE_FIND_ROOT_PATH_MODE_INCLUDE ONLY)
set(CMAKE_FIND_ROOT_PATH_MODE_PACKAGE ONLY)
set(ENV{PKG_CONFIG_LIBDIR} "${CMAKE_FIND_ROOT_PATH}/lib/pkgconfig")

set(CMAKE_CROSSCOMPILING_EMULATOR "${tumble_root}/tools/cross.sh" wasm run)
