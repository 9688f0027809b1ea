// SPDX-License-Identifier: MIT
// The walk from near to far: visits what is within the limit, each once, the nearer side first.
#include "spatial/spatial_kernels.h"

#include "tests/support/support.h"

enum { BOXES = 500 };

typedef struct LineWalk {
    BvhWalk walk;
    float at;
    bool narrows; ///< The nearest so far becomes the limit.
    int visits, seen[BOXES];
    double nearest;
} LineWalk;

static float key(const BvhWalk *walk, const Box *box)
{
    const float at = ((const LineWalk *)walk)->at;
    const float below = box->low[0] - at, above = at - box->high[0];
    return below > 0.0f ? below : above > 0.0f ? above : 0.0f;
}

static uint32_t keys(const BvhWalk *walk, const BvhNode *node, float keys[BVH_CHILDREN])
{
    for (int i = 0; i < node->count; ++i) {
        const Box box = bvh_child_box(node, i);
        keys[i] = key(walk, &box);
    }
    return (1u << node->count) - 1;
}

static Box box_of(uint32_t item)
{
    Random random = {item + 7};
    const float x = (float)random_in(&random, 0, 1000);
    return (Box){{x, 0, 0, 0}, {x + 0.5f, 1, 1, 0}};
}

static void visit(BvhWalk *base, uint32_t item)
{
    LineWalk *walk = (LineWalk *)base;
    const Box box = box_of(item);
    const double distance = (double)key(base, &box);
    ++walk->visits;
    ++walk->seen[item];
    walk->nearest = distance < walk->nearest ? distance : walk->nearest;
    if (walk->narrows) {
        base->limit = walk->nearest;
    }
}

static Bvh tree_of(int count)
{
    Bvh bvh;
    tum_bvh_init(&bvh, 3, spatial_kernels(tum_cpu_widest()));
    const TumAllocator allocator = tum_allocator_or_default(NULL);
    for (int i = 0; i < count; ++i) {
        const Box box = box_of((uint32_t)i);
        assert_true(tum_bvh_insert(&bvh, i, &box, &allocator));
    }
    return bvh;
}

static LineWalk walk_from(const Bvh *bvh, float at, double limit, bool narrows)
{
    LineWalk walk = {.walk = {.keys = keys, .visit = visit, .limit = limit},
                     .at = at,
                     .narrows = narrows,
                     .nearest = INFINITY};
    tum_bvh_walk(bvh, &walk.walk);
    return walk;
}

static void all_within_the_limit_are_visited_once(void **state)
{
    (void)state;
    const TumAllocator allocator = tum_allocator_or_default(NULL);
    const int counts[4] = {0, 1, 2, BOXES};
    for (int c = 0; c < 4; ++c) {
        Bvh bvh = tree_of(counts[c]);
        for (int at = -100; at <= 1100; at += 37) {
            const LineWalk walk = walk_from(&bvh, (float)at, 120.0, false);
            for (int i = 0; i < counts[c]; ++i) {
                const Box box = box_of((uint32_t)i);
                assert_int_equal(walk.seen[i], key(&walk.walk, &box) <= 120.0f);
            }
        }
        tum_bvh_clear(&bvh, &allocator);
    }
}

// Of 500 boxes on a line a search for the nearest has to look at a few: the near side comes first.
static void the_nearest_is_found_after_few_visits(void **state)
{
    (void)state;
    const TumAllocator allocator = tum_allocator_or_default(NULL);
    Bvh bvh = tree_of(BOXES);
    int visits = 0;
    for (int at = -100; at < 1100; at += 12) {
        const LineWalk walk = walk_from(&bvh, (float)at, INFINITY, true);
        double expected = INFINITY;
        for (int i = 0; i < BOXES; ++i) {
            const Box box = box_of((uint32_t)i);
            expected = fmin(expected, (double)key(&walk.walk, &box));
        }
        assert_true(walk.nearest == expected);
        visits += walk.visits;
    }
    assert_between(visits, 100, 400); // 100 walks; first child first would need thousands
    tum_bvh_clear(&bvh, &allocator);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(all_within_the_limit_are_visited_once),
        cmocka_unit_test(the_nearest_is_found_after_few_visits),
    };
    return cmocka_run_group_tests_name("walks through trees", tests, NULL, NULL);
}
