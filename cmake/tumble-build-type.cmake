# A build without a type is Release: without optimization tumble is six times slower. As a folder of
# another project, tumble chooses for its own targets alone.
get_property(multiple GLOBAL PROPERTY GENERATOR_IS_MULTI_CONFIG)
if(NOT CMAKE_BUILD_TYPE AND NOT multiple)
    if(PROJECT_IS_TOP_LEVEL)
        set(CMAKE_BUILD_TYPE Release CACHE STRING "Debug, Release, RelWithDebInfo or MinSizeRel" FORCE)
    else()
        set(CMAKE_BUILD_TYPE Release)
    endif()
    if(NOT TUMBLE_RELEASE_CHOSEN)
        message(STATUS "tumble: CMAKE_BUILD_TYPE is not set; tumble is built as Release")
        set(TUMBLE_RELEASE_CHOSEN TRUE CACHE INTERNAL "The message about the build type was printed")
    endif()
endif()
