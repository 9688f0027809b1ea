// SPDX-License-Identifier: MIT
// Keys of a box on its way: never later than where it meets the boxes of a node, and hardly sooner.
#include "spatial/spatial_kernels.h"

#include "tests/support/kernels.h"
#include "tests/support/support.h"

typedef struct Way {
    double from[4], along[4], extent[4];
} Way;

// Along axes and in planes too, and at many sizes.
static Way random_way(Random *random, double size)
{
    Way way;
    const bool is_ray = random_in(random, 0, 1) < 0.5;
    for (int i = 0; i < 4; ++i) {
        way.from[i] = random_in(random, -2, 2) * size;
        way.along[i] = random_in(random, 0, 1) < 0.2 ? 0.0 : random_in(random, -4, 4) * size;
        way.extent[i] = is_ray ? 0.0 : random_in(random, 0, 0.2) * size;
    }
    way.along[0] = way.along[0] == 0.0 ? size : way.along[0];
    return way;
}

static void random_boxes(Random *random, const Way *way, double size, BvhNode *node)
{
    node->count = BVH_CHILDREN;
    for (int k = 0; k < BVH_CHILDREN; ++k) {
        for (int i = 0; i < 4; ++i) {
            // Some are flat, and some begin where the way does.
            const bool flat = random_in(random, 0, 1) < 0.2, level = random_in(random, 0, 1) < 0.2;
            const double low = level ? way->from[i] : random_in(random, -2, 2) * size;
            const double high = flat ? low : low + random_in(random, 0, 2) * size;
            node->sides[i][0][k] = (float)low;
            node->sides[i][1][k] = (float)high;
        }
    }
}

// Where the way meets a child that is larger by `slack` on every side; endless where it does not.
static double meeting(const Way *way, int axes, const BvhNode *node, int child, double slack)
{
    double enter = 0.0, leave = INFINITY;
    for (int i = 0; i < axes; ++i) {
        const double low = (double)node->sides[i][0][child] - way->extent[i] - slack;
        const double high = (double)node->sides[i][1][child] + way->extent[i] + slack;
        const double from = way->from[i], along = way->along[i];
        if (along == 0.0) {
            leave = from < low || from > high ? -INFINITY : leave;
            continue;
        }
        const double a = (low - from) / along, b = (high - from) / along;
        enter = fmax(enter, fmin(a, b));
        leave = fmin(leave, fmax(a, b));
    }
    return enter <= leave ? enter : INFINITY;
}

static void keys_are_where_a_box_is_met_or_a_little_before(void **state)
{
    (void)state;
    const double sizes[] = {1e-12, 1e-3, 1.0, 1e4, 1e12};
    Random random = {31};
    int met = 0;
    for (int n = 0; n < 20000; ++n) {
        const double size = sizes[n % 5];
        const int axes = 3 + n / 5 % 2;
        const Way way = random_way(&random, size);
        static BvhNode node;
        random_boxes(&random, &way, size, &node);
        BvhSweep lanes;
        tum_bvh_sweep_init(&lanes, axes, way.from, way.along, way.extent);
        _Alignas(32) float keys[BVH_CHILDREN];
        const uint32_t bits = spatial_kernels(CPU_SCALAR)->sweep(&lanes, &node, keys);
        for (CpuInstructions set = CPU_SCALAR; next_set(&set);) {
            _Alignas(32) float same[BVH_CHILDREN];
            assert_int_equal(spatial_kernels(set)->sweep(&lanes, &node, same), bits);
            assert_memory_equal(same, keys, sizeof keys);
        }
        for (int k = 0; k < BVH_CHILDREN; ++k) {
            // Floats hold seven digits: no side lies beyond 4 sizes, nor does the way.
            const double latest = meeting(&way, axes, &node, k, 1e-7 * size);
            const double soonest = meeting(&way, axes, &node, k, 4e-5 * size + 2e-15);
            const double at = (bits >> k & 1) != 0 ? (double)keys[k] : INFINITY;
            assert_true(at <= latest * (1.0 + 1e-12));
            assert_true(at >= soonest * (1.0 - 1e-5));
            met += isfinite(at);
        }
    }
    assert_in_range(met, 5000, 155000); // of 160000
}

// What lies at no end of numbers has a slack without end: its box is met where the way begins.
static void boxes_without_ends_are_met_at_once(void **state)
{
    (void)state;
    static BvhNode node = {.count = 2};
    for (int i = 0; i < 3; ++i) {
        node.sides[i][0][0] = -INFINITY;
        node.sides[i][1][0] = i == 1 ? 0.0f : INFINITY;
        node.sides[i][0][1] = i == 1 ? 100.0f : -INFINITY;
        node.sides[i][1][1] = INFINITY;
    }
    const double from[3] = {3.0, 5.0, -2.0}, none[3] = {0.0};
    for (int side = -1; side <= 1; side += 2) {
        const double along[3] = {1.0, 20.0 * side, 0.0};
        BvhSweep way;
        tum_bvh_sweep_init(&way, 3, from, along, none);
        _Alignas(32) float keys[BVH_CHILDREN];
        assert_int_equal(spatial_kernels(tum_cpu_widest())->sweep(&way, &node, keys), 3);
        assert_true(keys[0] == 0.0f && keys[1] == 0.0f);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(keys_are_where_a_box_is_met_or_a_little_before),
        cmocka_unit_test(boxes_without_ends_are_met_at_once),
    };
    return cmocka_run_group_tests_name("ways through trees", tests, NULL, NULL);
}
