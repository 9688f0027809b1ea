// SPDX-License-Identifier: MIT
// cpu.c: detection of vector instructions. On x86, cpuid reports the processor's instructions, and
// xgetbv the registers that the system saves: wide registers help only if they survive a switch
// between threads (Intel, "Software Developer's Manual", volume 1, sections 14.3 and 15.2).
#include "system/cpu.h"

#include <string.h>

#if defined(__x86_64__) || defined(__i386__)
#include <cpuid.h>

/// The registers of one cpuid leaf.
typedef struct Leaf {
    unsigned a, b, c, d;
} Leaf;

static Leaf leaf_of(unsigned number)
{
    Leaf leaf = {0, 0, 0, 0};
    if (__get_cpuid_count(number, 0, &leaf.a, &leaf.b, &leaf.c, &leaf.d) == 0) {
        return (Leaf){0, 0, 0, 0};
    }
    return leaf;
}

static bool has_bits(unsigned value, unsigned bits)
{
    return (value & bits) == bits;
}

// XCR0: the register sets that the system saves.
static unsigned saved_registers(Leaf features)
{
    const unsigned osxsave = 1u << 27;
    if (!has_bits(features.c, osxsave)) {
        return 0;
    }
    unsigned low, high;
    __asm__ volatile("xgetbv" : "=a"(low), "=d"(high) : "c"(0));
    (void)high;
    return low;
}

static bool has_x86(CpuInstructions instructions)
{
    const unsigned sse2 = 1u << 26, avx = 1u << 28, avx2 = 1u << 5;
    const unsigned avx512 = 1u << 16 | 1u << 31; // F, VL
    const unsigned saves_avx = 0x06, saves_avx512 = 0xe6;
    const Leaf features = leaf_of(1), more = leaf_of(7);
    const unsigned saved = saved_registers(features);
    switch (instructions) {
    case CPU_SSE2: return has_bits(features.d, sse2);
    case CPU_AVX2:
        return has_bits(features.c, avx) && has_bits(more.b, avx2) && has_bits(saved, saves_avx);
    case CPU_AVX512: return has_bits(more.b, avx512 | avx2) && has_bits(saved, saves_avx512);
    default: return false;
    }
}
#endif

bool tum_cpu_has(CpuInstructions instructions)
{
    if (instructions == CPU_SCALAR) {
        return true;
    }
#if defined(__x86_64__) || defined(__i386__)
    return has_x86(instructions);
#elif defined(__aarch64__) || defined(__ARM_NEON)
    // Every 64-bit ARM processor has NEON.
    return instructions == CPU_NEON;
#elif defined(__wasm_simd128__)
    // A wasm runtime without vector instructions refuses to load a module that uses them.
    return instructions == CPU_WASM_SIMD;
#else
    return false;
#endif
}

CpuInstructions tum_cpu_widest(void)
{
    for (int i = CPU_INSTRUCTIONS_COUNT - 1; i > CPU_SCALAR; --i) {
        if (tum_cpu_has((CpuInstructions)i)) {
            return (CpuInstructions)i;
        }
    }
    return CPU_SCALAR;
}

static const char *const names[CPU_INSTRUCTIONS_COUNT] = {"scalar", "sse2", "avx2",
                                                          "avx512", "neon", "wasm"};

const char *tum_cpu_name(CpuInstructions instructions)
{
    return (unsigned)instructions < CPU_INSTRUCTIONS_COUNT ? names[instructions] : "unknown";
}

bool tum_cpu_by_name(const char *name, CpuInstructions *instructions)
{
    for (int i = 0; i < CPU_INSTRUCTIONS_COUNT; ++i) {
        if (strcmp(name, names[i]) == 0 && tum_cpu_has((CpuInstructions)i)) {
            *instructions = (CpuInstructions)i;
            return true;
        }
    }
    return false;
}

CpuInstructions tum_cpu_kernels(CpuInstructions instructions)
{
    // Each constant stands for the kernels of its set and is chosen as they are.
    static const CpuInstructions set_scalar = CPU_SCALAR, set_sse2 = CPU_SSE2, set_avx2 = CPU_AVX2,
                                 set_avx512 = CPU_AVX512, set_neon = CPU_NEON,
                                 set_wasm = CPU_WASM_SIMD;
    (void)set_scalar, (void)set_sse2, (void)set_avx2, (void)set_avx512, (void)set_neon,
        (void)set_wasm;
    return *cpu_choose_kernel(instructions, set);
}
