// SPDX-License-Identifier: MIT
// instructions.c: vector instructions by the names that programs use.
#include "system/cpu.h"
#include "world/world_data.h"

bool tum_world_instructions(TumInstructions wanted, CpuInstructions *instructions)
{
    switch (wanted) {
    case TUM_INSTRUCTIONS_WIDEST: *instructions = tum_cpu_widest(); return true;
    case TUM_INSTRUCTIONS_SCALAR: *instructions = CPU_SCALAR; return true;
    case TUM_INSTRUCTIONS_SSE2: *instructions = CPU_SSE2; break;
    case TUM_INSTRUCTIONS_AVX2: *instructions = CPU_AVX2; break;
    case TUM_INSTRUCTIONS_AVX512: *instructions = CPU_AVX512; break;
    default: return false;
    }
    return tum_cpu_has(*instructions);
}

bool tum_instructions_exist(TumInstructions instructions)
{
    CpuInstructions found;
    return tum_world_instructions(instructions, &found);
}

const char *tum_instructions_name(TumInstructions instructions)
{
    static const char *const names[] = {"widest", "scalar", "sse2", "avx2", "avx512"};
    _Static_assert(sizeof names / sizeof *names == TUM_INSTRUCTIONS_COUNT, "a name each");
    return (unsigned)instructions < TUM_INSTRUCTIONS_COUNT ? names[instructions] : NULL;
}
