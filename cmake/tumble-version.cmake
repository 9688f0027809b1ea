# The version, read from include/tumble/base.h, which alone states it.
set(tumble_version "")
foreach(part MAJOR MINOR PATCH)
    file(STRINGS "${CMAKE_CURRENT_LIST_DIR}/../include/tumble/base.h" line
        REGEX "^#define TUM_VERSION_${part} [0-9]+")
    if(NOT line MATCHES "VERSION_${part} ([0-9]+)")
        message(FATAL_ERROR "include/tumble/base.h states no TUM_VERSION_${part}")
    endif()
    list(APPEND tumble_version ${CMAKE_MATCH_1})
endforeach()
list(JOIN tumble_version "." tumble_version)

# The number in the names of shared libraries, and the series of versions that it belongs to. It rises
# with each minor version before 1.0 and with each major one after, which may break programs
# (docs/versioning.md).
set(tumble_soversion 0)
set(tumble_soversion_series 0.2)
if(NOT tumble_version MATCHES "^${tumble_soversion_series}\\.")
    message(FATAL_ERROR "Version ${tumble_version} is not of the series ${tumble_soversion_series}: tumble_soversion "
        "rises by one, packaging/debian renames its package, and the series is the new one")
endif()
