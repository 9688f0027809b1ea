# Manual pages and completion of commands, which the program writes from the tables of its options; the
# commit that it prints.
#
# Pages are made where the program runs: here, or by CMAKE_CROSSCOMPILING_EMULATOR.
include(GNUInstallDirs)

# tumble_commit_header(TARGET): tumble_commit.h for its sources, as old as the commit it names.
function(tumble_commit_header target)
    set(folder "${PROJECT_BINARY_DIR}/commit")
    add_custom_target(tumble-commit
        COMMAND "${CMAKE_COMMAND}" -D "SOURCE=${PROJECT_SOURCE_DIR}" -D "OUTPUT=${folder}/tumble_commit.h"
            -P "${PROJECT_SOURCE_DIR}/cmake/tumble-commit.cmake"
        BYPRODUCTS "${folder}/tumble_commit.h" COMMENT "")
    add_dependencies(${target} tumble-commit)
    target_include_directories(${target} PRIVATE "${folder}")
endfunction()

# tumble_written(OUTPUT argument…): a file in the build folder that `tumble argument…` writes.
function(tumble_written output)
    get_filename_component(folder "${output}" DIRECTORY)
    file(MAKE_DIRECTORY "${folder}")
    add_custom_command(OUTPUT "${output}" COMMAND tumble-cli ${ARGN} > "${output}.part"
        COMMAND "${CMAKE_COMMAND}" -E rename "${output}.part" "${output}"
        DEPENDS tumble-cli COMMENT "" VERBATIM)
endfunction()

function(tumble_shell_files)
    # The verbs as cli/program.c lists them; a page for each.
    set(man "${PROJECT_BINARY_DIR}/man")
    set(pages "${man}/tumble.1")
    tumble_written("${man}/tumble.1" man)
    file(STRINGS "${PROJECT_SOURCE_DIR}/cli/verbs.h" verbs REGEX "^extern const Verb [a-z]+_verb;$")
    list(TRANSFORM verbs REPLACE "^extern const Verb ([a-z]+)_verb;$" "\\1")
    list(REMOVE_ITEM verbs man)
    foreach(verb IN LISTS verbs)
        list(APPEND pages "${man}/tumble-${verb}.1")
        tumble_written("${man}/tumble-${verb}.1" man ${verb})
    endforeach()
    add_custom_target(tumble-man ALL DEPENDS ${pages})

    # Each shell looks for a name of its own.
    set(completions "${PROJECT_BINARY_DIR}/completions")
    tumble_written("${completions}/bash/tumble" completion bash)
    tumble_written("${completions}/zsh/_tumble" completion zsh)
    tumble_written("${completions}/fish/tumble.fish" completion fish)
    add_custom_target(tumble-completions ALL DEPENDS
        "${completions}/bash/tumble" "${completions}/zsh/_tumble" "${completions}/fish/tumble.fish")

    if(TARGET tumble-install)
        add_dependencies(tumble-install tumble-man tumble-completions)
    endif()
    # A project that takes tumble in as a folder installs its own files.
    if(NOT PROJECT_IS_TOP_LEVEL AND NOT TUMBLE_INSTALL)
        return()
    endif()
    install(FILES ${pages} DESTINATION "${CMAKE_INSTALL_MANDIR}/man1" COMPONENT runtime)
    install(FILES "${completions}/bash/tumble"
        DESTINATION "${CMAKE_INSTALL_DATADIR}/bash-completion/completions" COMPONENT runtime)
    install(FILES "${completions}/zsh/_tumble"
        DESTINATION "${CMAKE_INSTALL_DATADIR}/zsh/site-functions" COMPONENT runtime)
    install(FILES "${completions}/fish/tumble.fish"
        DESTINATION "${CMAKE_INSTALL_DATADIR}/fish/vendor_completions.d" COMPONENT runtime)
endfunction()

tumble_commit_header(tumble-cli)
if(NOT CMAKE_CROSSCOMPILING OR CMAKE_CROSSCOMPILING_EMULATOR)
    tumble_shell_files()
endif()
