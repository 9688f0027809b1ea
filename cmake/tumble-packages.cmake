# Libraries of others; docs/dependencies.md says why each. `make run` installs them.
include(GNUInstallDirs)

set(TUMBLE_ZSTD AUTO CACHE STRING "Read compressed chunks of G4MF with libzstd: ON, OFF, or AUTO, where it is installed")
set_property(CACHE TUMBLE_ZSTD PROPERTY STRINGS AUTO ON OFF)

set(tumble_global GLOBAL)
include(tumble-dependencies)
if(tumble_missing)
    message(FATAL_ERROR "tumble: these libraries are missing: ${tumble_missing}. "
        "On Debian and Ubuntu tools/bootstrap.sh installs them; docs/dependencies.md has their names.")
endif()

# tumble_do_without(OPTION LIBRARY PART): the part of the program that a missing library takes away; an error where
# the option is ON.
function(tumble_do_without option library part)
    if(${option} STREQUAL AUTO)
        message(STATUS "tumble: ${library} is missing; the program is built without ${part}")
        return()
    endif()
    message(FATAL_ERROR "tumble: ${option} is ON and ${library} is missing. On Debian and Ubuntu tools/bootstrap.sh "
        "installs it; docs/dependencies.md has its names.")
endfunction()

# The server of `tumble view`; the library does not know it. Its code is written for POSIX.
set(TUMBLE_VIEW AUTO CACHE STRING "Build tumble view with libmicrohttpd: ON, OFF, or AUTO, where it is installed")
set_property(CACHE TUMBLE_VIEW PROPERTY STRINGS AUTO ON OFF)
set(tumble_view_found FALSE)
if(TUMBLE_CLI AND TUMBLE_VIEW AND NOT WIN32 AND NOT EMSCRIPTEN)
    tumble_ask(libmicrohttpd TUMBLE_PC_MICROHTTPD)
    if(TARGET PkgConfig::TUMBLE_PC_MICROHTTPD)
        set(tumble_view_found TRUE)
    else()
        tumble_do_without(TUMBLE_VIEW libmicrohttpd "tumble view")
    endif()
endif()

# The films of `tumble test`; the library does not know them. giflib of the build machine is found in a
# cross build, so those for other systems are without.
set(TUMBLE_FILM AUTO CACHE STRING "Build tumble test --film with giflib: ON, OFF, or AUTO, where it is installed")
set_property(CACHE TUMBLE_FILM PROPERTY STRINGS AUTO ON OFF)
set(tumble_film_found FALSE)
if(TUMBLE_CLI AND TUMBLE_FILM AND NOT CMAKE_CROSSCOMPILING)
    find_package(GIF 5.1 QUIET)
    if(TARGET GIF::GIF)
        set(tumble_film_found TRUE)
    else()
        tumble_do_without(TUMBLE_FILM giflib "tumble test --film")
    endif()
endif()

if(TUMBLE_TESTS)
    find_package(PkgConfig REQUIRED)
endif()
