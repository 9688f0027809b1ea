// SPDX-License-Identifier: MIT
// The tree of boxes finds what a search through all boxes finds.
#include "sim/bvh.h"
#include "sim/bvh_kernel.h"
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

// One in forty is large.
static Box random_box(Random *random)
{
    Box box = {{0}, {0}};
    const double size = random_in(random, 0, 1) < 0.025 ? 12 : 2;
    for (int i = 0; i < 3; ++i) {
        box.low[i] = (float)random_in(random, -10, 10);
        box.high[i] = box.low[i] + (float)random_in(random, 0, size);
    }
    return box;
}

// Boxes that come, move and go, and the tree they are in.
typedef struct Crowd {
    Random random;
    Bvh bvh;
    Box boxes[MANY];
    bool is_in[MANY];
} Crowd;

static Crowd crowd_of(uint64_t seed)
{
    Crowd crowd = {.random = {seed}};
    tum_bvh_init(&crowd.bvh, 3);
    for (int32_t i = 0; i < MANY; ++i) {
        crowd.boxes[i] = random_box(&crowd.random);
        crowd.is_in[i] = tum_bvh_insert(&crowd.bvh, i, &crowd.boxes[i], NULL);
        assert_true(crowd.is_in[i]);
    }
    return crowd;
}

static void move(Crowd *crowd, int32_t item, Box box)
{
    crowd->boxes[item] = crowd->bvh.boxes[item] = box;
    tum_bvh_move(&crowd->bvh, item);
}

static void change_one(Crowd *crowd)
{
    const int32_t i = (int32_t)random_in(&crowd->random, 0, MANY);
    const Box box = random_box(&crowd->random);
    if (!crowd->is_in[i]) {
        crowd->boxes[i] = box;
        crowd->is_in[i] = tum_bvh_insert(&crowd->bvh, i, &box, NULL);
    } else if (random_in(&crowd->random, 0, 1) < 0.3) {
        tum_bvh_remove(&crowd->bvh, i);
        crowd->is_in[i] = false;
    } else {
        move(crowd, i, box);
    }
}

static void assert_finds_all(const Crowd *crowd, Box asked)
{
    Found found = {.count = 0};
    tum_bvh_query(&crowd->bvh, &asked, note, &found);
    for (int i = 0; i < MANY; ++i) {
        const bool expected = crowd->is_in[i] && box_overlaps(&crowd->boxes[i], &asked);
        assert_int_equal(bvh_has(&crowd->bvh, i), crowd->is_in[i]);
        assert_int_equal(found.seen[i], expected ? 1 : 0);
    }
}

static void a_query_finds_each_overlapping_box_once_while_items_come_move_and_go(void **state)
{
    (void)state;
    Crowd crowd = crowd_of(7);
    for (int round = 0; round < 2000; ++round) {
        change_one(&crowd);
        if (round % 20 == 0) {
            tum_bvh_settle(&crowd.bvh);
            assert_true(tum_bvh_is_valid(&crowd.bvh));
            assert_finds_all(&crowd, random_box(&crowd.random));
        }
    }
    tum_bvh_clear(&crowd.bvh, NULL);
}

static void an_item_that_comes_or_goes_needs_no_settling(void **state)
{
    (void)state;
    Crowd crowd = crowd_of(9);
    for (int32_t i = 0; i < MANY; i += 3) {
        tum_bvh_remove(&crowd.bvh, i);
        crowd.is_in[i] = false;
        assert_true(tum_bvh_is_valid(&crowd.bvh));
    }
    assert_finds_all(&crowd, random_box(&crowd.random));
    tum_bvh_clear(&crowd.bvh, NULL);
}

static void a_tree_laid_out_anew_holds_the_same(void **state)
{
    (void)state;
    Crowd crowd = crowd_of(11);
    for (int32_t i = 0; i < MANY; i += 7) {
        tum_bvh_remove(&crowd.bvh, i);
        crowd.is_in[i] = false;
    }
    tum_bvh_build(&crowd.bvh);
    assert_true(tum_bvh_is_valid(&crowd.bvh));
    for (int i = 0; i < 50; ++i) {
        assert_finds_all(&crowd, random_box(&crowd.random));
    }
    tum_bvh_clear(&crowd.bvh, NULL);
}

// Nodes of items hold seven where halving allows: 500 items need 72 of them, more than 8 times 8,
// and so one level above three.
static void a_tree_laid_out_anew_is_low_wherever_its_boxes_are(void **state)
{
    (void)state;
    Bvh bvh;
    tum_bvh_init(&bvh, 3);
    for (int32_t i = 0; i < MANY; ++i) { // on a line at growing distances
        const float x = 1e-30f * (float)(i % 7) + (float)i * (float)i * (float)i;
        const Box box = {{x, 0, 0, 0}, {x + 1, 1, 1, 0}};
        assert_true(tum_bvh_insert(&bvh, i, &box, NULL));
    }
    tum_bvh_build(&bvh);
    assert_int_equal(bvh.height, 4);
    tum_bvh_clear(&bvh, NULL);
}

typedef struct Pairs {
    uint8_t seen[MANY][MANY]; // of the tree searched from, of the tree searched in
} Pairs;

static void note_pairs(void *user, int32_t item, const BvhNode *node, uint32_t lanes)
{
    Pairs *pairs = user;
    for (int i = 0; i < BVH_CHILDREN; ++i) {
        if ((lanes >> i & 1) != 0) {
            ++pairs->seen[item][~node->child[i]];
        }
    }
}

static bool is_searched(int item)
{
    return item % 3 != 0;
}

static void search_crowd(Crowd *from, Crowd *in, bool skips, BvhSearchKernel *kernel, Pairs *pairs)
{
    int32_t groups[2][MANY];
    int count[2] = {0, 0};
    Crowd *const crowds[2] = {from, in};
    for (int k = 0; k < (from == in ? 1 : 2); ++k) {
        for (int32_t i = 0; i < MANY; ++i) {
            const int32_t group = is_searched(i) ? tum_bvh_mark(&crowds[k]->bvh, i) : BVH_NONE;
            if (group != BVH_NONE) {
                groups[k][count[k]++] = group;
            }
        }
    }
    const BvhSearch search = {.from = &from->bvh,
                              .in = &in->bvh,
                              .skips_searched = skips,
                              .visit = note_pairs,
                              .user = pairs};
    for (int i = 0; i < count[0]; ++i) {
        kernel(&search, groups[0][i]);
    }
    for (int k = 0; k < 2; ++k) {
        for (int i = 0; i < count[k]; ++i) {
            tum_bvh_unmark(&crowds[k]->bvh, groups[k][i]);
        }
        for (int32_t i = 0; i < crowds[k]->bvh.node_count; ++i) {
            assert_int_equal(crowds[k]->bvh.nodes[i].searched, 0);
            assert_int_equal(crowds[k]->bvh.nodes[i].searched_nodes, 0);
        }
    }
}

static void assert_pairs(const Crowd *from, const Crowd *in, bool skips, BvhSearchKernel *kernel)
{
    static Pairs pairs;
    memset(&pairs, 0, sizeof pairs);
    search_crowd((Crowd *)(uintptr_t)from, (Crowd *)(uintptr_t)in, skips, kernel, &pairs);
    for (int i = 0; i < MANY; ++i) {
        for (int k = 0; k < MANY; ++k) {
            const bool meet = box_overlaps(&from->boxes[i], &in->boxes[k]);
            if (from == in) {
                const bool expected = meet && i != k && (is_searched(i) || is_searched(k));
                assert_int_equal(pairs.seen[i][k] + pairs.seen[k][i], expected ? 1 : 0);
            } else {
                const bool expected = meet && is_searched(i) && !(skips && is_searched(k));
                assert_int_equal(pairs.seen[i][k], expected ? 1 : 0);
            }
        }
    }
}

static void searching_together_finds_each_pair_once(BvhSearchKernel *kernel)
{
    Crowd one = crowd_of(21), other = crowd_of(22);
    tum_bvh_build(&one.bvh);
    assert_pairs(&one, &one, false, kernel);
    assert_pairs(&one, &other, false, kernel);
    assert_pairs(&one, &other, true, kernel);
    for (int i = 0; i < 40; ++i) {
        const int32_t item = (int32_t)random_in(&one.random, 0, MANY);
        move(&one, item, random_box(&one.random));
    }
    tum_bvh_settle(&one.bvh);
    assert_pairs(&one, &one, false, kernel);
    tum_bvh_clear(&one.bvh, NULL);
    tum_bvh_clear(&other.bvh, NULL);
}

static void searching_together_finds_each_pair_once_on_every_processor(void **state)
{
    (void)state;
    searching_together_finds_each_pair_once(tum_bvh_search_base);
}

static void searching_together_finds_each_pair_once_with_avx2(void **state)
{
    (void)state;
#if defined(__x86_64__) || defined(__i386__)
    if (__builtin_cpu_supports("avx2")) {
        searching_together_finds_each_pair_once(tum_bvh_search_avx2);
        return;
    }
#endif
    skip();
}

static void an_empty_tree_finds_nothing(void **state)
{
    (void)state;
    Bvh bvh;
    tum_bvh_init(&bvh, 3);
    Found found = {.count = 0};
    const Box box = {{-1, -1, -1, 0}, {1, 1, 1, 0}};
    tum_bvh_query(&bvh, &box, note, &found);
    assert_int_equal(found.count, 0);
    tum_bvh_settle(&bvh);
    tum_bvh_build(&bvh);
    assert_true(tum_bvh_is_valid(&bvh));
}

static void boxes_that_only_touch_overlap(void **state)
{
    (void)state;
    const Box a = {{0, 0, 0, 0}, {1, 1, 1, 0}}, b = {{1, 0, 0, 0}, {2, 1, 1, 0}};
    assert_true(box_overlaps(&a, &b));
    const Box none = box_inside_out();
    assert_false(box_overlaps(&a, &none) || box_overlaps(&none, &none));
}

static void endless_boxes_live_in_the_tree(void **state)
{
    (void)state;
    Bvh bvh;
    tum_bvh_init(&bvh, 3);
    const Box endless = {{-INFINITY, -INFINITY, -INFINITY, 0}, {INFINITY, 0, INFINITY, 0}};
    for (int32_t i = 0; i < 30; ++i) {
        const float x = (float)i;
        const Box small = {{x, 4, 4, 0}, {x + 1, 5, 5, 0}};
        assert_true(tum_bvh_insert(&bvh, i, i % 10 == 0 ? &endless : &small, NULL));
    }
    for (int round = 0; round < 2; ++round) {
        Found found = {.count = 0};
        const Box below = {{100, -7, 3, 0}, {101, -6, 4, 0}};
        tum_bvh_query(&bvh, &below, note, &found);
        assert_int_equal(found.count, 3);
        assert_int_equal(found.seen[10], 1);
        tum_bvh_build(&bvh);
    }
    tum_bvh_clear(&bvh, NULL);
}

static void the_fourth_axis_counts_where_there_are_four(void **state)
{
    (void)state;
    for (int axes = 3; axes <= 4; ++axes) {
        Bvh bvh;
        tum_bvh_init(&bvh, axes);
        const Box here = {{0, 0, 0, 0}, {1, 1, 1, 1}}, beside = {{0, 0, 0, 2}, {1, 1, 1, 3}};
        assert_true(tum_bvh_insert(&bvh, 0, &here, NULL));
        Found found = {.count = 0};
        tum_bvh_query(&bvh, &beside, note, &found);
        assert_int_equal(found.count, axes == 3);
        tum_bvh_clear(&bvh, NULL);
    }
}

static void running_out_of_memory_leaves_the_tree_whole(void **state)
{
    (void)state;
    Counting counting;
    TumAllocator allocator = counting_allocator(&counting);
    counting.fail_after = 5; // what the first 64 items need
    Bvh bvh;
    tum_bvh_init(&bvh, 3);
    const Box box = {{0}, {0}};
    int32_t inserted = 0;
    while (tum_bvh_insert(&bvh, inserted, &box, &allocator)) {
        ++inserted;
    }
    assert_int_equal(inserted, 64);
    assert_true(tum_bvh_is_valid(&bvh));
    tum_bvh_clear(&bvh, &allocator);
    assert_int_equal(counting.blocks, 0);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_query_finds_each_overlapping_box_once_while_items_come_move_and_go),
        cmocka_unit_test(an_item_that_comes_or_goes_needs_no_settling),
        cmocka_unit_test(a_tree_laid_out_anew_holds_the_same),
        cmocka_unit_test(a_tree_laid_out_anew_is_low_wherever_its_boxes_are),
        cmocka_unit_test(searching_together_finds_each_pair_once_on_every_processor),
        cmocka_unit_test(searching_together_finds_each_pair_once_with_avx2),
        cmocka_unit_test(an_empty_tree_finds_nothing),
        cmocka_unit_test(boxes_that_only_touch_overlap),
        cmocka_unit_test(endless_boxes_live_in_the_tree),
        cmocka_unit_test(the_fourth_axis_counts_where_there_are_four),
        cmocka_unit_test(running_out_of_memory_leaves_the_tree_whole),
    };
    return cmocka_run_group_tests_name("bvh", tests, NULL, NULL);
}
