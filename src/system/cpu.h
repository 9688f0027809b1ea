// SPDX-License-Identifier: MIT
/// cpu.h: the vector instructions of this machine and its system.
#ifndef TUM_SYSTEM_CPU_H
#define TUM_SYSTEM_CPU_H

#include <stdbool.h>

/// From narrow to wide; each value includes the earlier ones of its family.
typedef enum CpuInstructions {
    CPU_SCALAR,
    CPU_SSE2,
    CPU_AVX2,
    CPU_AVX512, ///< AVX-512 F and VL.
    CPU_NEON,
    CPU_WASM_SIMD,
    CPU_INSTRUCTIONS_COUNT
} CpuInstructions;

/// True when code for these instructions runs here. CPU_SCALAR always does.
bool tum_cpu_has(CpuInstructions instructions);

/// Address of the kernel (base/kernel.h) for an instruction set, or for the next narrower set that
/// this build has. All give the same bits. cpu_choose_kernel_to_avx2 is for kernels without an
/// AVX-512 build.
#define cpu_choose_kernel(instructions, kernel)                                                    \
    CPU_CHOOSE_AVX512(instructions, kernel, cpu_choose_kernel_to_avx2(instructions, kernel))
#define cpu_choose_kernel_to_avx2(instructions, kernel)                                            \
    CPU_CHOOSE_AVX2(                                                                               \
        instructions, kernel,                                                                      \
        CPU_CHOOSE_SSE2(instructions, kernel,                                                      \
                        CPU_CHOOSE_NEON(instructions, kernel, CPU_LAST_KERNEL(kernel))))

// TUM_BUILT_…: sets of this build (cmake/tumble-kernels.cmake).
#if defined(TUM_BUILT_AVX512)
#define CPU_CHOOSE_AVX512(instructions, kernel, other)                                             \
    ((instructions) == CPU_AVX512 ? &kernel##_avx512 : (other))
#else
#define CPU_CHOOSE_AVX512(instructions, kernel, other) (other)
#endif
#if defined(TUM_BUILT_AVX2)
#define CPU_CHOOSE_AVX2(instructions, kernel, other)                                               \
    ((instructions) == CPU_AVX512 || (instructions) == CPU_AVX2 ? &kernel##_avx2 : (other))
#else
#define CPU_CHOOSE_AVX2(instructions, kernel, other) (other)
#endif
#if defined(TUM_BUILT_SSE2)
#define CPU_CHOOSE_SSE2(instructions, kernel, other)                                               \
    ((instructions) != CPU_SCALAR ? &kernel##_sse2 : (other))
#else
#define CPU_CHOOSE_SSE2(instructions, kernel, other) (other)
#endif
#if defined(TUM_BUILT_NEON)
#define CPU_CHOOSE_NEON(instructions, kernel, other)                                               \
    ((instructions) == CPU_NEON ? &kernel##_neon : (other))
#else
#define CPU_CHOOSE_NEON(instructions, kernel, other) ((void)(instructions), (other))
#endif
// A wasm module with vectors has one set; any other build has the scalar one.
#if defined(TUM_BUILT_WASM)
#define CPU_LAST_KERNEL(kernel) &kernel##_wasm
#else
#define CPU_LAST_KERNEL(kernel) &kernel##_scalar
#endif

/// The set whose kernels this build takes for an instruction set: the same one where it has such
/// kernels, else a narrower one.
CpuInstructions tum_cpu_kernels(CpuInstructions instructions);

/// The widest instructions that run here.
CpuInstructions tum_cpu_widest(void);

/// "scalar", "sse2", "avx2", "avx512", "neon", "wasm".
const char *tum_cpu_name(CpuInstructions instructions);

/// The instructions of a name, for tests and benchmarks that ask for a certain set.
///
/// @return false, with *instructions untouched, for an unknown name or instructions that do not run
///         here.
bool tum_cpu_by_name(const char *name, CpuInstructions *instructions);

#endif
