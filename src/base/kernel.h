// SPDX-License-Identifier: MIT
/// kernel.h: names of kernels, one per instruction set.
///
/// A kernel is a source that CMake compiles once per instruction set (cmake/tumble-kernels.cmake)
/// with TUM_ISA, the name of the set: scalar, sse2, avx2, avx512, neon or wasm. The kernel defines
/// one function or table, and no other code refers to a set by name: system/cpu.h chooses.
#ifndef TUM_BASE_KERNEL_H
#define TUM_BASE_KERNEL_H

#define KERNEL_JOIN_NAMES(name, set) name##_##set
#define KERNEL_JOIN(name, set) KERNEL_JOIN_NAMES(name, set)

/// Name of a kernel in the set that the file is compiled for.
#define KERNEL_NAME(name) KERNEL_JOIN(name, TUM_ISA)

#define KERNEL_TEXT_OF(text) #text
#define KERNEL_TEXT(text) KERNEL_TEXT_OF(text)

/// Name of the set as text.
#define KERNEL_SET KERNEL_TEXT(TUM_ISA)

/// Declares a kernel of all sets, a function by its type or a constant table. A build has the sets
/// of its processor.
#define KERNEL_DECLARE(type, name)                                                                 \
    extern type name##_scalar, name##_sse2, name##_avx2, name##_avx512, name##_neon, name##_wasm

#endif
