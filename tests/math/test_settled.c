// SPDX-License-Identifier: MIT
// A vector of one number in all lanes has the number that memory held when the vector was made,
// whatever is stored there afterwards. LLVM 14 for wasm needs settled.h for that.
#include "math/quad64.h"
#include "math/settled.h"
#include "math/wide4.h"
#include "tests/support/support.h"

__attribute__((noinline)) static Float4 float4_then_store(float *number)
{
    const Float4 all = float4_splat(*number);
    *number = 2.0f;
    return all;
}

__attribute__((noinline)) static void quad_then_store(double *number, double lanes[QUAD])
{
    const Quad all = quad(*number);
    *number = 2.0;
    for (int i = 0; i < QUAD; ++i) {
        lanes[i] = all[i] + *number;
    }
}

__attribute__((noinline)) static void lanes_then_store(Vec4 *vectors, const int32_t *at,
                                                       Lanes4 *answer)
{
    Lanes4 lanes;
    for (uint32_t i = 0; i < WIDE; ++i) {
        set_lane4(&lanes, i, vectors[at[i]]);
    }
    const WideVec4 all = wide_load4(&lanes);
    for (uint32_t i = 0; i < WIDE; ++i) {
        vectors[at[i]].x = 2.0f;
    }
    wide_store4(answer, all);
}

static void four_floats_are_of_before_a_later_store(void **state)
{
    (void)state;
    float number = 1.0f;
    const Float4 all = float4_then_store(&number);
    for (int i = 0; i < 4; ++i) {
        assert_near(all[i], 1.0, 0.0);
    }
    assert_near(number, 2.0, 0.0);
}

static void four_doubles_are_of_before_a_later_store(void **state)
{
    (void)state;
    double number = 1.0, lanes[QUAD];
    quad_then_store(&number, lanes);
    for (int i = 0; i < QUAD; ++i) {
        assert_near(lanes[i], 3.0, 0.0);
    }
}

static void lanes_of_one_vector_are_of_before_a_later_store(void **state)
{
    (void)state;
    Vec4 vectors[1] = {{1.0f, 3.0f, 4.0f, 5.0f}};
    const int32_t at[WIDE] = {0};
    Lanes4 answer;
    lanes_then_store(vectors, at, &answer);
    for (uint32_t i = 0; i < WIDE; ++i) {
        assert_near(lane4(&answer, i).x, 1.0, 0.0);
        assert_near(lane4(&answer, i).w, 5.0, 0.0);
    }
    assert_near(vectors[0].x, 2.0, 0.0);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(four_floats_are_of_before_a_later_store),
        cmocka_unit_test(four_doubles_are_of_before_a_later_store),
        cmocka_unit_test(lanes_of_one_vector_are_of_before_a_later_store),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
