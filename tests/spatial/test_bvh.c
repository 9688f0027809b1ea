// SPDX-License-Identifier: MIT
// The tree of boxes finds what a search through all boxes finds.
#include "spatial/spatial_kernels.h"
#include "tests/support/kernels.h"
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
    tum_bvh_init(&crowd.bvh, 3, spatial_kernels(tum_cpu_widest()));
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
    tum_bvh_init(&bvh, 3, spatial_kernels(tum_cpu_widest()));
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

static bool is_moved(int item)
{
    return item % 3 != 0;
}

static void end_search(Bvh *bvh)
{
    tum_bvh_begin_search(bvh);
    tum_bvh_end_search(bvh, true);
}

static bool has_moved(const Bvh *bvh, int32_t item)
{
    const BvhNode *node = &bvh->nodes[bvh_node_of(bvh, item)];
    return (bvh_moved(bvh, node) >> (bvh->places[item] % BVH_CHILDREN) & 1) != 0;
}

// Other boxes for some, a little beside where they were or anywhere, one by one or fitted together.
static void move_some(Crowd *crowd, bool together)
{
    for (int32_t i = 0; i < MANY; ++i) {
        if (!is_moved(i)) {
            continue;
        }
        Box box = random_box(&crowd->random);
        if (i % 4 != 0) {
            box = crowd->boxes[i];
            box.low[i % 3] -= 0.5f;
        }
        crowd->boxes[i] = crowd->bvh.boxes[i] = box;
        if (together) {
            bitset_set(&crowd->bvh.restless, bvh_node_of(&crowd->bvh, i));
        } else {
            tum_bvh_move(&crowd->bvh, i);
        }
    }
    if (together) {
        tum_bvh_begin_fit(&crowd->bvh);
        for (uint32_t i = crowd->bvh.fit_count; i-- > 0;) { // in any order
            tum_bvh_fit(&crowd->bvh, i, i + 1);
        }
        tum_bvh_end_fit(&crowd->bvh);
    }
    tum_bvh_settle(&crowd->bvh);
    assert_true(tum_bvh_is_valid(&crowd->bvh));
    for (int32_t i = 0; i < MANY; ++i) {
        assert_int_equal(has_moved(&crowd->bvh, i), is_moved(i));
    }
}

static void search_crowd(Crowd *from, Crowd *in, bool skips, BvhSearchKernel *kernel, Pairs *pairs)
{
    const BvhSearch search = {.from = &from->bvh,
                              .in = &in->bvh,
                              .skips_moved = skips,
                              .visit = note_pairs,
                              .user = pairs};
    memset(pairs, 0, sizeof *pairs);
    tum_bvh_begin_search(&from->bvh);
    if (from != in) {
        tum_bvh_begin_search(&in->bvh);
    }
    for (uint32_t i = 0; i < from->bvh.group_count; ++i) {
        kernel(&search, from->bvh.listed[i]);
    }
    tum_bvh_end_search(&from->bvh, true);
    if (from != in) {
        tum_bvh_end_search(&in->bvh, true);
    }
}

typedef struct Places {
    Box boxes[MANY];
} Places;

static Places places_of(const Crowd *crowd)
{
    Places places;
    memcpy(places.boxes, crowd->boxes, sizeof places.boxes);
    return places;
}

static void assert_new_pairs(Crowd *from, Crowd *in, bool skips, bool together,
                             BvhSearchKernel *kernel)
{
    static Pairs pairs;
    end_search(&from->bvh);
    end_search(&in->bvh);
    const Places from_then = places_of(from), in_then = places_of(in);
    move_some(from, together);
    if (from != in) {
        move_some(in, together);
    }
    search_crowd(from, in, skips, kernel, &pairs);
    for (int i = 0; i < MANY; ++i) {
        for (int k = 0; k < MANY; ++k) {
            const bool meet = box_overlaps(&from->boxes[i], &in->boxes[k]) &&
                              !box_overlaps(&from_then.boxes[i], &in_then.boxes[k]);
            if (from == in) {
                const bool expected = meet && i != k && (is_moved(i) || is_moved(k));
                assert_int_equal(pairs.seen[i][k] + pairs.seen[k][i], expected ? 1 : 0);
            } else {
                const bool expected = meet && is_moved(i) && !(skips && is_moved(k));
                assert_int_equal(pairs.seen[i][k], expected ? 1 : 0);
            }
        }
    }
}

static void a_search_finds_once_what_did_not_meet_before(BvhSearchKernel *kernel)
{
    Crowd one = crowd_of(21), other = crowd_of(22);
    tum_bvh_build(&one.bvh);
    for (int together = 0; together < 2; ++together) {
        assert_new_pairs(&one, &one, false, together != 0, kernel);
        assert_new_pairs(&one, &other, false, together != 0, kernel);
        assert_new_pairs(&one, &other, true, together != 0, kernel);
    }
    tum_bvh_clear(&one.bvh, NULL);
    tum_bvh_clear(&other.bvh, NULL);
}

static void a_search_finds_once_what_did_not_meet_before_with_every_instruction_set(void **state)
{
    (void)state;
    a_search_finds_once_what_did_not_meet_before(spatial_kernels(CPU_SCALAR)->search);
    for (CpuInstructions set = CPU_SCALAR; next_set(&set);) {
        a_search_finds_once_what_did_not_meet_before(spatial_kernels(set)->search);
    }
}

// @return how many pairs of the crowd are found.
static int pairs_found(Crowd *crowd)
{
    static Pairs pairs;
    search_crowd(crowd, crowd, false, spatial_kernels(CPU_SCALAR)->search, &pairs);
    int count = 0;
    for (int i = 0; i < MANY; ++i) {
        for (int k = 0; k < MANY; ++k) {
            count += pairs.seen[i][k];
        }
    }
    return count;
}

static int pairs_of(const Crowd *crowd, int first, int end)
{
    int count = 0;
    for (int i = first; i < end; ++i) {
        for (int k = 0; k < MANY; ++k) {
            const bool is_seen = k < i && k >= first;
            count += k != i && !is_seen && box_overlaps(&crowd->boxes[i], &crowd->boxes[k]);
        }
    }
    return count;
}

static void what_came_is_searched_for_once(void **state)
{
    (void)state;
    Crowd crowd = crowd_of(23);
    assert_int_equal(pairs_found(&crowd), pairs_of(&crowd, 0, MANY));
    assert_int_equal(pairs_found(&crowd), 0);
    tum_bvh_clear(&crowd.bvh, NULL);
}

static void what_is_known_survives_that_the_tree_is_laid_out_anew(void **state)
{
    (void)state;
    Crowd crowd = crowd_of(24);
    end_search(&crowd.bvh);
    tum_bvh_build(&crowd.bvh);
    assert_int_equal(pairs_found(&crowd), 0);
    tum_bvh_clear(&crowd.bvh, NULL);
}

static void what_is_forgotten_finds_all_that_it_meets(void **state)
{
    (void)state;
    Crowd crowd = crowd_of(25);
    end_search(&crowd.bvh);
    for (int32_t i = 100; i < 120; ++i) {
        tum_bvh_forget(&crowd.bvh, i);
    }
    assert_int_equal(pairs_found(&crowd), pairs_of(&crowd, 100, 120));
    tum_bvh_clear(&crowd.bvh, NULL);
}

static void a_search_that_came_to_nothing_is_done_again(void **state)
{
    (void)state;
    Crowd crowd = crowd_of(26);
    tum_bvh_begin_search(&crowd.bvh);
    assert_true(crowd.bvh.group_count > 0);
    tum_bvh_end_search(&crowd.bvh, false);
    assert_int_equal(pairs_found(&crowd), pairs_of(&crowd, 0, MANY));
    tum_bvh_clear(&crowd.bvh, NULL);
}

static void an_empty_tree_finds_nothing(void **state)
{
    (void)state;
    Bvh bvh;
    tum_bvh_init(&bvh, 3, spatial_kernels(tum_cpu_widest()));
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
    tum_bvh_init(&bvh, 3, spatial_kernels(tum_cpu_widest()));
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
        tum_bvh_init(&bvh, axes, spatial_kernels(tum_cpu_widest()));
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
    counting.fail_after = 9; // what the first 64 items need
    Bvh bvh;
    tum_bvh_init(&bvh, 3, spatial_kernels(tum_cpu_widest()));
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
        cmocka_unit_test(a_search_finds_once_what_did_not_meet_before_with_every_instruction_set),
        cmocka_unit_test(what_came_is_searched_for_once),
        cmocka_unit_test(what_is_known_survives_that_the_tree_is_laid_out_anew),
        cmocka_unit_test(what_is_forgotten_finds_all_that_it_meets),
        cmocka_unit_test(a_search_that_came_to_nothing_is_done_again),
        cmocka_unit_test(an_empty_tree_finds_nothing),
        cmocka_unit_test(boxes_that_only_touch_overlap),
        cmocka_unit_test(endless_boxes_live_in_the_tree),
        cmocka_unit_test(the_fourth_axis_counts_where_there_are_four),
        cmocka_unit_test(running_out_of_memory_leaves_the_tree_whole),
    };
    return cmocka_run_group_tests_name("bvh", tests, NULL, NULL);
}
