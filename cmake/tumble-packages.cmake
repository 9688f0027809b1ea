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

# The server of `tumble view`; the library does not know it. Its code is written for POSIX.
set(TUMBLE_VIEW AUTO CACHE STRING "Build tumble view with libmicrohttpd: ON, OFF, or AUTO, where it is installed")
set_property(CACHE TUMBLE_VIEW PROPERTY STRINGS AUTO ON OFF)
set(tumble_view_found FALSE)
if(TUMBLE_CLI AND TUMBLE_VIEW AND NOT WIN32 AND NOT EMSCRIPTEN)
    tumble_ask(libmicrohttpd TUMBLE_PC_MICROHTTPD)
    if(TARGET PkgConfig::TUMBLE_PC_MICROHTTPD)
        set(tumble_view_found TRUE)
    elseif(TUMBLE_VIEW STREQUAL AUTO)
        message(STATUS "tumble: libmicrohttpd is missing; the program is built without tumble view")
    else()
        message(FATAL_ERROR "tumble: TUMBLE_VIEW is ON and libmicrohttpd is missing. On Debian and Ubuntu "
            "tools/bootstrap.sh installs it; docs/dependencies.md has its names.")
    endif()
endif()

if(TUMBLE_TESTS)
    find_package(PkgConfig REQUIRED)
endif()
