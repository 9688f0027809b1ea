# Kernels: sources of src/ that are compiled once per instruction set.
#
# An object library of a layer and a set holds the layer's kernels for that set, compiled with the flags
# of the set and with TUM_ISA=set, from which a kernel makes its name (base/kernel.h). The kernel is
# chosen at run time, once per world (system/cpu.h). All sets give the same bits.

# Sets of the processor that is built for, from narrow to wide. A build with TUMBLE_FEW_KERNELS, for
# sanitizers and fuzzers, has the scalar kernels and one more set.
if(CMAKE_SYSTEM_PROCESSOR MATCHES "x86_64|AMD64|i.86")
    set(tumble_sets scalar sse2 avx2 avx512)
    if(TUMBLE_FEW_KERNELS)
        set(tumble_sets scalar avx2)
    endif()
elseif(CMAKE_SYSTEM_PROCESSOR MATCHES "aarch64|arm64|ARM64")
    set(tumble_sets scalar neon)
elseif(EMSCRIPTEN AND NOT TUMBLE_WASM_SCALAR)
    # No choice: an engine without SIMD refuses the whole module. The scalar module is a build of its own.
    set(tumble_sets wasm)
else()
    set(tumble_sets scalar)
endif()

# Instruction sets among which cpu_choose_kernel of system/cpu.h chooses.
foreach(set IN LISTS tumble_sets)
    string(TOUPPER "TUM_BUILT_${set}" definition)
    target_compile_definitions(tumble-flags INTERFACE ${definition})
endforeach()

set(tumble_flags_sse2 -msse2)
set(tumble_flags_avx2 -mavx2 -mno-fma)
set(tumble_flags_avx512 -mavx2 -mno-fma -mavx512f -mavx512vl -mprefer-vector-width=256)
if(CMAKE_BUILD_TYPE STREQUAL "Release" AND (EMSCRIPTEN OR NOT tumble_sets STREQUAL "scalar"))
    # Every processor, and nearly every engine of the web, has a wider set; this one only has to be right, and
    # small.
    set(tumble_flags_scalar -Os)
elseif(TUMBLE_SANITIZE)
    # Inlined as a whole and checked line by line it takes as long as a whole layer.
    set(tumble_flags_scalar -Og)
endif()

# tumble_kernels(LAYER file… [ALSO_AVX512 file…] [ONLY_AVX512 file…] [AVX512_FLAGS flag…]): the kernels
# of a layer, without their .c; stands before the layer's own line. AVX-512 is for the files that gain.
function(tumble_kernels layer)
    cmake_parse_arguments(KERNELS "" "" "ALSO_AVX512;ONLY_AVX512;AVX512_FLAGS" ${ARGN})
    set(files_avx512 ${KERNELS_ALSO_AVX512} ${KERNELS_ONLY_AVX512})
    foreach(set IN ITEMS scalar sse2 avx2 neon wasm)
        set(files_${set} ${KERNELS_UNPARSED_ARGUMENTS} ${KERNELS_ALSO_AVX512})
    endforeach()
    foreach(set IN LISTS tumble_sets)
        if(files_${set})
            set_property(GLOBAL APPEND PROPERTY tumble_layer_sets_${layer} ${set})
            set_property(GLOBAL PROPERTY tumble_layer_kernels_${layer}_${set} ${files_${set}})
        endif()
    endforeach()
    set_property(GLOBAL PROPERTY tumble_layer_kernels_${layer} ${files_scalar} ${files_avx512})
    set_property(GLOBAL PROPERTY tumble_layer_avx512_flags_${layer} ${KERNELS_AVX512_FLAGS})
endfunction()

# tumble_leave_out_kernels(LAYER VARIABLE): takes the layer's kernels out of a list of its sources.
function(tumble_leave_out_kernels layer variable)
    get_property(kernels GLOBAL PROPERTY tumble_layer_kernels_${layer})
    foreach(kernel IN LISTS kernels)
        list(REMOVE_ITEM ${variable} "${PROJECT_SOURCE_DIR}/src/${layer}/${kernel}.c")
    endforeach()
    set(${variable} "${${variable}}" PARENT_SCOPE)
endfunction()

# tumble_add_kernels(LAYER): the object libraries tumble_LAYER_SET, and small ones where tumble_small_target says so.
function(tumble_add_kernels layer)
    get_property(sets GLOBAL PROPERTY tumble_layer_sets_${layer})
    get_property(tumble_layer_flags_avx512 GLOBAL PROPERTY tumble_layer_avx512_flags_${layer})
    foreach(set IN LISTS sets)
        get_property(kernels GLOBAL PROPERTY tumble_layer_kernels_${layer}_${set})
        list(TRANSFORM kernels REPLACE "(.+)" "${PROJECT_SOURCE_DIR}/src/${layer}/\\1.c")
        add_library(tumble_${layer}_${set} OBJECT ${kernels})
        set(targets tumble_${layer}_${set})
        tumble_small_target(${layer} tumble_${layer}_${set} small)
        if(small AND NOT TARGET ${small})
            add_library(${small} OBJECT EXCLUDE_FROM_ALL ${kernels})
            list(APPEND targets ${small})
        endif()
        # Vectors wider than the set's registers leave no file.
        string(TOUPPER "TUM_ISA_${set}" definition)
        foreach(target IN LISTS targets)
            target_compile_definitions(${target} PRIVATE TUM_ISA=${set} ${definition})
            target_link_libraries(${target} PRIVATE tumble-source-flags)
            target_compile_options(${target} PRIVATE -Wno-psabi ${tumble_flags_${set}} ${tumble_layer_flags_${set}})
        endforeach()
        if(small AND set STREQUAL wasm AND layer MATCHES "^(contact3|joint3|motion3)$")
            target_compile_options(${small} PRIVATE -Os)
        elseif(small AND set STREQUAL wasm AND layer MATCHES "^(spatial|shape3)$")
            target_compile_options(${small} PRIVATE -Oz)
        endif()
        # Of the core's solvers of joints, those that fewer joints have than articulations.
        foreach(kernel IN LISTS kernels)
            if(small AND set STREQUAL wasm AND kernel MATCHES "/(joint_system_kernel3|joint_kernel3)\\.c$")
                set_source_files_properties("${kernel}" PROPERTIES COMPILE_OPTIONS
                    "$<$<STREQUAL:$<TARGET_PROPERTY:NAME>,${small}>:-Oz>")
            endif()
        endforeach()
    endforeach()
endfunction()
