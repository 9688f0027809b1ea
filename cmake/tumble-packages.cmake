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
if(TUMBLE_TESTS)
    find_package(PkgConfig REQUIRED)
endif()
