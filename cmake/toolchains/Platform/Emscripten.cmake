# Emscripten as a system of CMake: functions of POSIX, static libraries alone, programs for Node.
set(UNIX 1)
set(EMSCRIPTEN 1)
set_property(GLOBAL PROPERTY TARGET_SUPPORTS_SHARED_LIBS FALSE)
include(Platform/UnixPaths)
set(CMAKE_STATIC_LIBRARY_PREFIX "lib")
set(CMAKE_STATIC_LIBRARY_SUFFIX ".a")
set(CMAKE_FIND_LIBRARY_PREFIXES "lib")
set(CMAKE_FIND_LIBRARY_SUFFIXES ".a")
set(CMAKE_EXECUTABLE_SUFFIX ".js")
# Files are those of Node. The stack comes before the data: one that overflows ends the program, and writes
# over nothing. Linking optimizes little, which takes a second; tools/web.sh does more for modules. Debian's Node
# looks for packages of Debian, one of which emcc uses, where Node of others does not.
set(CMAKE_C_LINK_EXECUTABLE "\"${CMAKE_COMMAND}\" -E env NODE_PATH=/usr/share/nodejs \"${TUMBLE_EMCC}\" -O1 -sENVIRONMENT=node -sNODERAWFS=1 -sEXIT_RUNTIME=1 \
-sALLOW_MEMORY_GROWTH=1 -sTOTAL_STACK=8388608 -sINITIAL_MEMORY=33554432 -Wl,--stack-first <LINK_FLAGS> <OBJECTS> -o <TARGET> <LINK_LIBRARIES>")
