// SPDX-License-Identifier: MIT
// test_cpu.c: instruction sets: what runs here, and which kernels a build takes.
#include "system/cpu.h"
#include "tests/support/support.h"

static void scalar_kernels_are_in_every_build(void **state)
{
    (void)state;
    assert_true(tum_cpu_has(CPU_SCALAR));
    assert_int_equal(tum_cpu_kernels(CPU_SCALAR), CPU_SCALAR);
}

static void kernels_of_an_instruction_set_need_no_wider_one(void **state)
{
    (void)state;
    for (int i = 0; i < CPU_INSTRUCTIONS_COUNT; ++i) {
        const CpuInstructions kernels = tum_cpu_kernels((CpuInstructions)i);
        // A set that has kernels is answered by itself, so the answer's answer is the same.
        assert_int_equal(tum_cpu_kernels(kernels), kernels);
        if (tum_cpu_has((CpuInstructions)i)) {
            assert_true(tum_cpu_has(kernels));
        }
    }
}

static void a_full_build_for_x86_has_kernels_for_each_of_its_sets(void **state)
{
    (void)state;
#if (defined(__x86_64__) || defined(__i386__)) && !defined(TUMBLE_FEW_KERNELS)
    assert_int_equal(tum_cpu_kernels(CPU_SSE2), CPU_SSE2);
    assert_int_equal(tum_cpu_kernels(CPU_AVX2), CPU_AVX2);
    assert_int_equal(tum_cpu_kernels(CPU_AVX512), CPU_AVX512);
#else
    skip();
#endif
}

static void instruction_sets_are_found_by_their_names(void **state)
{
    (void)state;
    for (int i = 0; i < CPU_INSTRUCTIONS_COUNT; ++i) {
        CpuInstructions found = CPU_INSTRUCTIONS_COUNT;
        // A set that does not run here is refused, and the variable stays as it was.
        const bool is_here = tum_cpu_by_name(tum_cpu_name((CpuInstructions)i), &found);
        assert_int_equal(is_here, tum_cpu_has((CpuInstructions)i));
        assert_int_equal(found, is_here ? i : CPU_INSTRUCTIONS_COUNT);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(scalar_kernels_are_in_every_build),
        cmocka_unit_test(kernels_of_an_instruction_set_need_no_wider_one),
        cmocka_unit_test(a_full_build_for_x86_has_kernels_for_each_of_its_sets),
        cmocka_unit_test(instruction_sets_are_found_by_their_names),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
