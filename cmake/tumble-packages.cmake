# Libraries of others; docs/dependencies.md says why each. `make run` installs them.
find_package(Threads REQUIRED GLOBAL)
find_package(PkgConfig REQUIRED)

pkg_check_modules(JANSSON REQUIRED IMPORTED_TARGET GLOBAL jansson)
add_library(tumble::jansson ALIAS PkgConfig::JANSSON)

find_package(Qhull REQUIRED GLOBAL)
add_library(tumble::qhull ALIAS Qhull::qhull_r)

find_package(ZLIB REQUIRED GLOBAL)
add_library(tumble::zlib ALIAS ZLIB::ZLIB)
