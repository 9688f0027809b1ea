# Writes OUTPUT, a header with the commit of SOURCE and its date, where they differ from what it holds:
#
#     cmake -D SOURCE=folder -D OUTPUT=tumble_commit.h -P cmake/tumble-commit.cmake
#
# A checkout asks git; "-dirty" says that files differ from the commit. An archive of git carries the
# commit in cmake/commit.txt (.gitattributes). Both are empty where neither is there.
set(commit "")
set(date "")
file(READ "${SOURCE}/cmake/commit.txt" archived)
if(archived MATCHES "^([0-9a-f]+) ([0-9-]+)")
    set(commit "${CMAKE_MATCH_1}")
    set(date "${CMAKE_MATCH_2}")
else()
    # A folder inside the checkout of another project is none of its own.
    find_program(GIT git)
    if(GIT AND EXISTS "${SOURCE}/.git")
        execute_process(COMMAND "${GIT}" describe --always --dirty --abbrev=12 --exclude=*
            WORKING_DIRECTORY "${SOURCE}" OUTPUT_VARIABLE commit OUTPUT_STRIP_TRAILING_WHITESPACE ERROR_QUIET)
        execute_process(COMMAND "${GIT}" log -1 --format=%cs
            WORKING_DIRECTORY "${SOURCE}" OUTPUT_VARIABLE date OUTPUT_STRIP_TRAILING_WHITESPACE ERROR_QUIET)
    endif()
endif()
set(text "#define TUMBLE_COMMIT \"${commit}\"\n#define TUMBLE_COMMIT_DATE \"${date}\"\n")
file(CONFIGURE OUTPUT "${OUTPUT}" CONTENT "${text}" @ONLY)
