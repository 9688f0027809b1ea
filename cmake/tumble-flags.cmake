# Flags that every file of ours is compiled with.
#
# -ffp-contract=off and -fno-math-errno: the first forbids fused multiply-add, which would give other
# bits on other machines; the second lets the compiler use the square root instruction, which is
# correctly rounded everywhere.
add_library(tumble-flags INTERFACE)
target_compile_features(tumble-flags INTERFACE c_std_17)
target_compile_options(tumble-flags INTERFACE
    -Wall -Wextra -Wpedantic -Wshadow -Wconversion $<$<COMPILE_LANGUAGE:C>:-Wmissing-prototypes>
    -ffp-contract=off -fno-math-errno -fvisibility=hidden)
# The C library of Windows prints no size_t and rounds numbers otherwise; mingw-w64's own functions do
# as C17 says, and gcc checks their formats as such.
if(MINGW)
    target_compile_definitions(tumble-flags INTERFACE __USE_MINGW_ANSI_STDIO=1)
    if(CMAKE_C_COMPILER_ID STREQUAL GNU)
        target_compile_definitions(tumble-flags INTERFACE __printf__=__gnu_printf__)
        # On Windows gcc keeps vectors of 32 bytes on a stack that is aligned to 16 only (gcc bug 54412); the
        # assembler turns the moves that would fault into unaligned ones.
        # The macro isnan of mingw-w64 narrows numbers in the branches that it does not take.
        target_compile_options(tumble-flags INTERFACE -Wa,-muse-unaligned-vector-move -Wno-float-conversion)
    endif()
endif()
# LLVM 14 reads numbers that fill a vector out of order (src/math/settled.h): no vectors but our own. The options
# of clang itself hold only until the next -O.
if(EMSCRIPTEN)
    target_compile_options(tumble-flags INTERFACE
        "SHELL:-mllvm -vectorize-loops=false" "SHELL:-mllvm -vectorize-slp=false")
endif()
# gcc 12 for ARM takes the rows of wide numbers for overlong stores.
if(CMAKE_SYSTEM_PROCESSOR MATCHES "aarch64|arm64" AND CMAKE_C_COMPILER_ID STREQUAL GNU)
    target_compile_options(tumble-flags INTERFACE -Wno-stringop-overflow)
endif()
if(TUMBLE_WERROR)
    target_compile_options(tumble-flags INTERFACE -Werror)
endif()
if(TUMBLE_ASSERTS)
    target_compile_definitions(tumble-flags INTERFACE TUMBLE_ASSERTS)
endif()
if(TUMBLE_VALIDATION)
    target_compile_definitions(tumble-flags INTERFACE TUMBLE_ASSERTS TUMBLE_VALIDATION)
endif()
if(TUMBLE_FEW_KERNELS)
    target_compile_definitions(tumble-flags INTERFACE TUMBLE_FEW_KERNELS)
endif()
if(TUMBLE_SANITIZE)
    target_compile_options(tumble-flags INTERFACE -fsanitize=${TUMBLE_SANITIZE}
        -fno-sanitize-recover=all -fno-omit-frame-pointer)
    target_link_options(tumble-flags INTERFACE -fsanitize=${TUMBLE_SANITIZE})
endif()
# Code that tells a fuzzer where it has been; the fuzzer itself is linked to its programs only.
if(TUMBLE_FUZZ)
    target_compile_options(tumble-flags INTERFACE -fsanitize=fuzzer-no-link)
endif()
target_include_directories(tumble-flags INTERFACE "${PROJECT_SOURCE_DIR}/include")

# What src/ is held to besides: the border between float and double stays visible, and arithmetic
# is IEEE 754's (base/exact.h).
add_library(tumble-source-flags INTERFACE)
target_link_libraries(tumble-source-flags INTERFACE tumble-flags)
target_compile_options(tumble-source-flags INTERFACE -Wdouble-promotion -Wfloat-conversion
    "SHELL:-include \"${PROJECT_SOURCE_DIR}/src/base/exact.h\"")
target_include_directories(tumble-source-flags INTERFACE "${PROJECT_SOURCE_DIR}/src")
target_compile_definitions(tumble-source-flags INTERFACE _POSIX_C_SOURCE=200809L)
