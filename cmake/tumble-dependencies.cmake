# The libraries that tumble links, as imported targets: tumble::zlib, tumble::zstd and
# Threads::Threads. The build includes this file, and so does the package of an installed static library.
#
# in:  TUMBLE_ZSTD    ON, OFF or AUTO
#      tumble_global  GLOBAL where targets have to be seen in the whole project
# out: tumble_missing, the libraries that were not found
#      tumble_zstd_found
set(tumble_missing "")
find_package(PkgConfig QUIET)

# tumble_wrap(NAME target…): tumble::NAME links the first of these targets that exists.
function(tumble_wrap name)
    if(TARGET tumble::${name})
        return()
    endif()
    foreach(target IN LISTS ARGN)
        if(TARGET ${target})
            add_library(tumble::${name} INTERFACE IMPORTED ${tumble_global})
            set_target_properties(tumble::${name} PROPERTIES INTERFACE_LINK_LIBRARIES ${target})
            return()
        endif()
    endforeach()
endfunction()

# tumble_ask(MODULE PREFIX): PkgConfig::PREFIX, if pkg-config knows the module.
macro(tumble_ask module prefix)
    if(PkgConfig_FOUND AND NOT TARGET PkgConfig::${prefix})
        pkg_check_modules(${prefix} QUIET IMPORTED_TARGET ${tumble_global} ${module})
    endif()
endmacro()

find_package(Threads QUIET ${tumble_global})
if(NOT TARGET Threads::Threads)
    list(APPEND tumble_missing "POSIX threads")
endif()

find_package(ZLIB QUIET ${tumble_global})
tumble_wrap(zlib ZLIB::ZLIB)
if(NOT TARGET tumble::zlib)
    list(APPEND tumble_missing "zlib")
endif()

# Compressed chunks of G4MF. A build without it reads every other file; the definition goes with the
# library, so no file has to ask twice.
set(tumble_zstd_found FALSE)
if(TUMBLE_ZSTD)
    find_package(zstd QUIET CONFIG ${tumble_global})
    if(NOT TARGET zstd::libzstd_shared AND NOT TARGET zstd::libzstd_static AND NOT TARGET zstd::libzstd)
        tumble_ask(libzstd TUMBLE_PC_ZSTD)
    endif()
    tumble_wrap(zstd zstd::libzstd_shared zstd::libzstd_static zstd::libzstd PkgConfig::TUMBLE_PC_ZSTD)
    if(TARGET tumble::zstd)
        set(tumble_zstd_found TRUE)
        set_target_properties(tumble::zstd PROPERTIES INTERFACE_COMPILE_DEFINITIONS TUMBLE_ZSTD)
    elseif(NOT TUMBLE_ZSTD STREQUAL AUTO)
        list(APPEND tumble_missing "libzstd")
    endif()
endif()
if(NOT TARGET tumble::zstd)
    add_library(tumble::zstd INTERFACE IMPORTED ${tumble_global})
endif()
