# Prints the version: cmake -P tools/version.cmake
include("${CMAKE_CURRENT_LIST_DIR}/../cmake/tumble-version.cmake")
execute_process(COMMAND "${CMAKE_COMMAND}" -E echo "${tumble_version}")
