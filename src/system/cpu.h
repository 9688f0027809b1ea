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

/// Selects one of two functions or tables that give the same bits: the AVX2 build where AVX2 runs,
/// else the baseline build. For selections at every pair or ray: the compiler's runtime has the
/// answer stored, tum_cpu_has detects it on each call.
#if defined(__x86_64__) || defined(__i386__)
#define cpu_choose_avx2(avx2, base) (__builtin_cpu_supports("avx2") ? (avx2) : (base))
#else
#define cpu_choose_avx2(avx2, base) (base)
#endif

/// Address of the build of a kernel for an instruction set: KERNEL_scalar, _sse2, _avx2 or _avx512,
/// which give the same bits. A build with TUMBLE_FEW_KERNELS has only the scalar and the AVX2
/// kernels and takes the next narrower of these.
#if !defined(__x86_64__) && !defined(__i386__)
#define cpu_choose_kernel(instructions, kernel) ((void)(instructions), &kernel##_scalar)
#elif defined(TUMBLE_FEW_KERNELS)
#define cpu_choose_kernel(instructions, kernel)                                                    \
    ((instructions) == CPU_AVX512 || (instructions) == CPU_AVX2 ? &kernel##_avx2 : &kernel##_scalar)
#else
#define cpu_choose_kernel(instructions, kernel)                                                    \
    ((instructions) == CPU_AVX512 ? &kernel##_avx512                                               \
     : (instructions) == CPU_AVX2 ? &kernel##_avx2                                                 \
     : (instructions) == CPU_SSE2 ? &kernel##_sse2                                                 \
                                  : &kernel##_scalar)
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
