// SPDX-License-Identifier: MIT
// The tree of boxes finds what a search through all boxes finds.
#include "sim/bvh.h"
#include "tests/support/support.h"

enum { MANY = 500 };

typedef struct Found {
    uint8_t seen[MANY];
    int count;
} Found;

static bool note(void *user, uint32_t item)
{
    Found *found = user;
    ++found->seen[item];
    ++found->count;
    return true;
}

static Box random_box(Random *random)
{
    Box box = {{0}, {0}};
    for (int i = 0; i < 3; ++i) {
        box.low[i] = (float)random_in(random, -10, 10);
        box.high[i] = box.low[i] + (float)random_in(random, 0, 2);
    }
    return box;
}

static void assert_finds_all(const Bvh *bvh, const Box *boxes, const int32_t *leaves, Box asked)
{
    Found found = {.count = 0};
    tum_bvh_query(bvh, &asked, note, &found);
    for (int i = 0; i < MANY; ++i) {
        const bool expected = leaves[i] != BVH_NONE && box_overlaps(&boxes[i], &asked);
        assert_int_equal(found.seen[i], expected ? 1 : 0);
    }
}

static void a_query_finds_each_overlapping_box_once_while_leaves_come_move_and_go(void **state)
{
    (void)state;
    Random random = {7};
    Bvh bvh;
    Box boxes[MANY];
    int32_t leaves[MANY];
    tum_bvh_init(&bvh);
    for (uint32_t i = 0; i < MANY; ++i) {
        boxes[i] = random_box(&random);
        leaves[i] = tum_bvh_insert(&bvh, &boxes[i], i, NULL);
    }
    for (int round = 0; round < 2000; ++round) {
        const int i = (int)random_in(&random, 0, MANY);
        boxes[i] = random_box(&random);
        if (leaves[i] == BVH_NONE) {
            leaves[i] = tum_bvh_insert(&bvh, &boxes[i], (uint32_t)i, NULL);
        } else if (random_in(&random, 0, 1) < 0.3) {
            tum_bvh_remove(&bvh, leaves[i]);
            leaves[i] = BVH_NONE;
        } else {
            tum_bvh_move(&bvh, leaves[i], &boxes[i]);
        }
        if (round % 20 == 0) {
            assert_true(tum_bvh_is_valid(&bvh));
            assert_finds_all(&bvh, boxes, leaves, random_box(&random));
        }
    }
    tum_bvh_clear(&bvh, NULL);
}

static void an_empty_tree_finds_nothing(void **state)
{
    (void)state;
    Bvh bvh;
    tum_bvh_init(&bvh);
    Found found = {.count = 0};
    const Box box = {{-1, -1, -1, 0}, {1, 1, 1, 0}};
    tum_bvh_query(&bvh, &box, note, &found);
    assert_int_equal(found.count, 0);
}

static void boxes_that_only_touch_overlap(void **state)
{
    (void)state;
    const Box a = {{0, 0, 0, 0}, {1, 1, 1, 0}}, b = {{1, 0, 0, 0}, {2, 1, 1, 0}};
    assert_true(box_overlaps(&a, &b));
}

static void endless_boxes_live_in_the_tree(void **state)
{
    (void)state;
    Bvh bvh;
    tum_bvh_init(&bvh);
    const Box endless = {{-INFINITY, -INFINITY, -INFINITY, 0}, {INFINITY, 0, INFINITY, 0}};
    const Box small = {{4, 4, 4, 0}, {5, 5, 5, 0}};
    tum_bvh_insert(&bvh, &endless, 0, NULL);
    tum_bvh_insert(&bvh, &small, 1, NULL);
    tum_bvh_insert(&bvh, &endless, 2, NULL);
    Found found = {.count = 0};
    const Box below = {{100, -7, 3, 0}, {101, -6, 4, 0}};
    tum_bvh_query(&bvh, &below, note, &found);
    assert_int_equal(found.count, 2);
    assert_int_equal(found.seen[1], 0);
    tum_bvh_clear(&bvh, NULL);
}

static void running_out_of_memory_leaves_the_tree_whole(void **state)
{
    (void)state;
    Counting counting;
    TumAllocator allocator = counting_allocator(&counting);
    counting.fail_after = 2; // boxes and links of the first 64 nodes
    Bvh bvh;
    tum_bvh_init(&bvh);
    const Box box = {{0}, {0}};
    int inserted = 0;
    while (tum_bvh_insert(&bvh, &box, 0, &allocator) != BVH_NONE) {
        ++inserted;
    }
    assert_int_equal(inserted, 32);
    assert_true(tum_bvh_is_valid(&bvh));
    tum_bvh_clear(&bvh, &allocator);
    assert_int_equal(counting.blocks, 0);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_query_finds_each_overlapping_box_once_while_leaves_come_move_and_go),
        cmocka_unit_test(an_empty_tree_finds_nothing),
        cmocka_unit_test(boxes_that_only_touch_overlap),
        cmocka_unit_test(endless_boxes_live_in_the_tree),
        cmocka_unit_test(running_out_of_memory_leaves_the_tree_whole),
    };
    return cmocka_run_group_tests_name("bvh", tests, NULL, NULL);
}
