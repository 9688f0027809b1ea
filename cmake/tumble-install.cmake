# Rules to install: headers, libraries, the CMake package, pkg-config files, the command line. The man pages
# and completions of the command line are in tumble-shell.cmake.
#
# Components: "runtime" is what programs need to run, "development" what they need to be built.
include(CMakePackageConfigHelpers)

set(tumble_package_folder "${CMAKE_INSTALL_LIBDIR}/cmake/tumble")
# The target that builds everything `cmake --install` takes (make install).
add_custom_target(tumble-install)

install(DIRECTORY include/tumble DESTINATION "${CMAKE_INSTALL_INCLUDEDIR}"
    COMPONENT development FILES_MATCHING PATTERN "*.h" PATTERN "*.hpp")
install(FILES LICENSE NOTICE DESTINATION "${CMAKE_INSTALL_DOCDIR}" COMPONENT runtime)

# A file of targets per kind; tumble-config.cmake includes one of them.
foreach(kind static shared)
    get_property(libraries GLOBAL PROPERTY tumble_${kind}_libraries)
    if(NOT libraries)
        continue()
    endif()
    install(TARGETS ${libraries} EXPORT tumble-${kind}-targets
        RUNTIME DESTINATION "${CMAKE_INSTALL_BINDIR}" COMPONENT runtime
        LIBRARY DESTINATION "${CMAKE_INSTALL_LIBDIR}" COMPONENT runtime NAMELINK_COMPONENT development
        ARCHIVE DESTINATION "${CMAKE_INSTALL_LIBDIR}" COMPONENT development)
    install(EXPORT tumble-${kind}-targets NAMESPACE tumble::
        DESTINATION "${tumble_package_folder}" COMPONENT development)
    add_dependencies(tumble-install ${libraries})
endforeach()

set(compatibility SameMajorVersion)
if(PROJECT_VERSION_MAJOR EQUAL 0)
    set(compatibility SameMinorVersion)
endif()
write_basic_package_version_file("${PROJECT_BINARY_DIR}/package/tumble-config-version.cmake"
    COMPATIBILITY ${compatibility})
configure_package_config_file("${PROJECT_SOURCE_DIR}/cmake/tumble-config.cmake.in"
    "${PROJECT_BINARY_DIR}/package/tumble-config.cmake" INSTALL_DESTINATION "${tumble_package_folder}"
    NO_SET_AND_CHECK_MACRO)
install(FILES
    "${PROJECT_BINARY_DIR}/package/tumble-config.cmake"
    "${PROJECT_BINARY_DIR}/package/tumble-config-version.cmake"
    "${PROJECT_SOURCE_DIR}/cmake/tumble-dependencies.cmake"
    DESTINATION "${tumble_package_folder}" COMPONENT development)

# tumble_find_private(MODULE FLAGS): the module of pkg-config if there is one here, else the flags of the
# linker, to private_requires or private_libraries of the caller.
macro(tumble_find_private module flags)
    if(PkgConfig_FOUND)
        pkg_check_modules(TUMBLE_HAS_${module} QUIET ${module})
    endif()
    if(TUMBLE_HAS_${module}_FOUND)
        string(APPEND private_requires " ${module}")
    else()
        string(APPEND private_libraries " ${flags}")
    endif()
endmacro()

# tumble_pkg_config(NAME DESCRIPTION USES dependency…): NAME.pc. Only a static library passes on what it
# needs. The prefix is that of `cmake --install`, which may be another one than that of configuring.
function(tumble_pkg_config name description)
    cmake_parse_arguments(PC "" "" "USES" ${ARGN})
    set(private "")
    get_property(static GLOBAL PROPERTY tumble_static_libraries)
    if(static)
        set(private_requires "")
        set(private_libraries " -lm -pthread")
        if("zlib" IN_LIST PC_USES)
            tumble_find_private(zlib -lz)
        endif()
        if("libzstd" IN_LIST PC_USES AND tumble_zstd_found)
            tumble_find_private(libzstd -lzstd)
        endif()
        if(private_requires)
            set(private "Requires.private:${private_requires}\n")
        endif()
        string(APPEND private "Libs.private:${private_libraries}\n")
    endif()
    foreach(folder LIBDIR INCLUDEDIR)
        set(path "${CMAKE_INSTALL_${folder}}")
        if(NOT IS_ABSOLUTE "${path}")
            set(path "\${prefix}/${path}")
        endif()
        string(TOLOWER ${folder} folder)
        set(${folder} "${path}")
    endforeach()
    # @CMAKE_INSTALL_PREFIX@ is left for the time of installing.
    set(prefix "@CMAKE_INSTALL_PREFIX@")
    set(template "${PROJECT_BINARY_DIR}/package/${name}.pc.in")
    configure_file("${PROJECT_SOURCE_DIR}/cmake/tumble.pc.in" "${template}" @ONLY)
    install(CODE "
        set(file \"${CMAKE_INSTALL_LIBDIR}/pkgconfig/${name}.pc\")
        if(NOT IS_ABSOLUTE \"\${file}\")
            set(file \"\${CMAKE_INSTALL_PREFIX}/\${file}\")
        endif()
        message(STATUS \"Installing: \$ENV{DESTDIR}\${file}\")
        configure_file(\"${template}\" \"\$ENV{DESTDIR}\${file}\" @ONLY)
        list(APPEND CMAKE_INSTALL_MANIFEST_FILES \"\${file}\")" COMPONENT development)
endfunction()

tumble_pkg_config(tumble "Rigid-body physics of glTF and G4MF files, in three and four dimensions"
    USES zlib libzstd)
tumble_pkg_config(tumble-files "Physics of glTF and G4MF files as plain data, without simulation" USES libzstd)
tumble_pkg_config(tumble-motion "Rigid-body simulation in three and four dimensions, without files")

if(TUMBLE_CLI)
    install(TARGETS tumble-cli RUNTIME DESTINATION "${CMAKE_INSTALL_BINDIR}" COMPONENT runtime)
    add_dependencies(tumble-install tumble-cli)
    if(BUILD_SHARED_LIBS AND CMAKE_EXECUTABLE_FORMAT STREQUAL "ELF")
        # Prefixes that no loader searches: the library is found beside the program.
        file(RELATIVE_PATH libraries "/${CMAKE_INSTALL_BINDIR}" "/${CMAKE_INSTALL_LIBDIR}")
        set_target_properties(tumble-cli PROPERTIES INSTALL_RPATH "$ORIGIN/${libraries}")
    endif()
endif()

# The pages of `tumble view`, where tools/web.sh has built them.
set(TUMBLE_VIEWER "${PROJECT_SOURCE_DIR}/build/web/viewer" CACHE STRING "Folder of the viewer's pages, installed where it is there")
if(tumble_view_found)
    install(DIRECTORY "${TUMBLE_VIEWER}/" DESTINATION "${CMAKE_INSTALL_DATADIR}/tumble/viewer" COMPONENT runtime OPTIONAL)
endif()

# Man pages and completions are written by the program (tumble-shell.cmake).
foreach(written tumble-man tumble-completions)
    if(TARGET ${written})
        add_dependencies(tumble-install ${written})
    endif()
endforeach()
