# Libraries of others; docs/dependencies.md says why each. `make run` installs them.
find_package(Threads REQUIRED GLOBAL)
find_package(PkgConfig REQUIRED)

find_package(Qhull REQUIRED GLOBAL)
# A static qhull has a target of another name.
if(TARGET Qhull::qhull_r)
    add_library(tumble::qhull ALIAS Qhull::qhull_r)
else()
    add_library(tumble::qhull ALIAS Qhull::qhullstatic_r)
endif()

find_package(ZLIB REQUIRED GLOBAL)
add_library(tumble::zlib ALIAS ZLIB::ZLIB)

# Compressed chunks of G4MF. A build without it reads every other file; the definition goes with the
# library, so no file has to ask twice.
pkg_check_modules(ZSTD IMPORTED_TARGET GLOBAL libzstd)
add_library(tumble-zstd INTERFACE)
if(ZSTD_FOUND)
    target_link_libraries(tumble-zstd INTERFACE PkgConfig::ZSTD)
    target_compile_definitions(tumble-zstd INTERFACE TUMBLE_ZSTD)
endif()
add_library(tumble::zstd ALIAS tumble-zstd)
