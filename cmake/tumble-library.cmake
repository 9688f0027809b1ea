# The libraries that users link: tumble::tumble, tumble::files and tumble::motion. A library is a choice
# of layers; static and shared ones are made of the same objects.

# The objects of a DLL export what they define, and so do archives that are made of them.
if(WIN32 AND (BUILD_SHARED_LIBS OR TUMBLE_BOTH))
    target_compile_definitions(tumble-source-flags INTERFACE TUMBLE_SHARED TUMBLE_BUILDING)
endif()

# tumble_make_library(TARGET NAME STATIC|SHARED layer…): NAME is that of the file.
function(tumble_make_library target name kind)
    add_library(${target} ${kind})
    tumble_link_layers(${target} ${ARGN})
    string(REGEX REPLACE "^tumble-" "" export "${name}")
    set_target_properties(${target} PROPERTIES
        LINKER_LANGUAGE C OUTPUT_NAME ${name} EXPORT_NAME ${export})
    target_include_directories(${target} PUBLIC
        $<BUILD_INTERFACE:${PROJECT_SOURCE_DIR}/include> $<INSTALL_INTERFACE:${CMAKE_INSTALL_INCLUDEDIR}>)
    target_link_libraries(${target} PRIVATE $<BUILD_INTERFACE:tumble-flags>)
    if(kind STREQUAL SHARED)
        set_target_properties(${target} PROPERTIES VERSION ${PROJECT_VERSION} SOVERSION ${tumble_soversion})
        target_compile_definitions(${target} INTERFACE TUMBLE_SHARED)
        # Exported are the functions with TUM_API, and none of an archive that is linked in.
        if(CMAKE_EXECUTABLE_FORMAT STREQUAL "ELF")
            target_link_options(${target} PRIVATE "LINKER:--exclude-libs,ALL")
            if(NOT TUMBLE_SANITIZE AND NOT TUMBLE_FUZZ)
                target_link_options(${target} PRIVATE "LINKER:-z,defs")
            endif()
        endif()
    elseif(MSVC AND TUMBLE_BOTH)
        # The import library of the DLL has the plain name.
        set_target_properties(${target} PROPERTIES OUTPUT_NAME ${name}-static)
    endif()
    string(TOLOWER ${kind} lower)
    set_property(GLOBAL APPEND PROPERTY tumble_${lower}_libraries ${target})
endfunction()

# tumble_library(NAME layer…): of the kind that BUILD_SHARED_LIBS chooses; with TUMBLE_BOTH the other
# kind is NAME-static or NAME-shared.
function(tumble_library name)
    set(kind STATIC)
    set(other SHARED)
    if(BUILD_SHARED_LIBS)
        set(kind SHARED)
        set(other STATIC)
    endif()
    tumble_make_library(${name} ${name} ${kind} ${ARGN})
    string(REGEX REPLACE "^tumble-" "" export "${name}")
    add_library(tumble::${export} ALIAS ${name})
    if(TUMBLE_BOTH)
        string(TOLOWER ${other} lower)
        tumble_make_library(${name}-${lower} ${name} ${other} ${ARGN})
    endif()
endfunction()
