// SPDX-License-Identifier: MIT
// Triangles that come in no order are joined with their neighbors before the tree is built.
#include "shape3/mesh_build3.h"
#include "tests/support/support.h"

enum { CELLS = 32, ITEMS = 2 * CELLS * CELLS };

/// Items in two arrays, as a mesh that is made has them.
typedef struct Heap {
    _Alignas(64) TreeItem3 arrays[2][ITEMS];
    TreeItem3 *items[2];
    TreeItem3 given[ITEMS]; ///< By triangle.
    uint32_t numbers[2 * ITEMS];
} Heap;

static void put(Heap *heap, uint32_t at, uint32_t triangle, const double low[3],
                const double high[3])
{
    TreeItem3 *item = &heap->arrays[0][at];
    *item = (TreeItem3){.first = triangle, .second = triangle};
    for (int axis = 0; axis < 3; axis++) {
        item->low[axis] = (float)low[axis];
        item->minus_high[axis] = (float)-high[axis];
    }
    heap->given[triangle] = *item;
}

static void begin(Heap *heap)
{
    memset(heap, 0, sizeof *heap);
    heap->items[0] = heap->arrays[0];
    heap->items[1] = heap->arrays[1];
}

// The halves of flat squares of 1 m have boxes of 1 m; each triangle is put anywhere.
static void fill_with_squares(Heap *heap, uint64_t seed)
{
    Random random = {seed};
    static uint32_t places[ITEMS];
    begin(heap);
    for (uint32_t i = 0; i < ITEMS; i++) {
        const uint32_t other = (uint32_t)random_in(&random, 0.0, i + 0.999);
        places[i] = places[other];
        places[other] = i;
    }
    for (uint32_t triangle = 0; triangle < ITEMS; triangle++) {
        const double x = triangle / 2 % CELLS, z = triangle / 2 / CELLS;
        put(heap, places[triangle], triangle, (double[3]){x, 0.0, z},
            (double[3]){x + 1.0, 0.0, z + 1.0});
    }
}

static double half_area(const TreeItem3 *item)
{
    return (double)box8_half_area(item->low);
}

// Each triangle is in one item, and the box of a pair is that of its triangles, and costs no more.
static void assert_is_whole(const Heap *heap, uint32_t left, uint32_t count)
{
    bool seen[ITEMS] = {false};
    uint32_t triangles = 0;
    for (uint32_t i = 0; i < left; i++) {
        const TreeItem3 *item = &heap->items[0][i];
        const TreeItem3 *first = &heap->given[item->first], *second = &heap->given[item->second];
        for (int axis = 0; axis < 3; axis++) {
            assert_true(item->low[axis] == fminf(first->low[axis], second->low[axis]));
            assert_true(item->minus_high[axis] ==
                        fminf(first->minus_high[axis], second->minus_high[axis]));
        }
        assert_false(seen[item->first]);
        seen[item->first] = true;
        triangles++;
        if (item->second != item->first) {
            assert_false(seen[item->second]);
            seen[item->second] = true;
            triangles++;
            assert_true(half_area(item) <= half_area(first) + half_area(second));
        }
    }
    assert_int_equal(triangles, count);
}

static void triangles_in_no_order_find_a_neighbor(void **state)
{
    (void)state;
    static Heap heap;
    for (uint64_t seed = 1; seed < 20; seed++) {
        fill_with_squares(&heap, seed);
        const uint32_t left = tum_tree_items3_pair(heap.items, ITEMS, heap.numbers);
        // The curve goes through 32 x 32 cells, each of which has the halves of one square.
        assert_is_whole(&heap, left, ITEMS);
        assert_int_equal(left, ITEMS / 2);
    }
}

static void triangles_far_apart_stay_alone(void **state)
{
    (void)state;
    static Heap heap;
    begin(&heap);
    for (uint32_t i = 0; i < 100; i++) {
        const double x = 10.0 * (i * 37 % 100), y = 10.0 * (i % 7);
        put(&heap, i, i, (double[3]){x, y, 0.0}, (double[3]){x + 1.0, y + 1.0, 1.0});
    }
    const uint32_t left = tum_tree_items3_pair(heap.items, 100, heap.numbers);
    assert_int_equal(left, 100);
    assert_is_whole(&heap, left, 100);
}

static void triangles_all_in_one_place_are_joined_by_twos(void **state)
{
    (void)state;
    static Heap heap;
    begin(&heap);
    for (uint32_t i = 0; i < 7; i++) {
        put(&heap, i, i, (double[3]){2.0, 3.0, 4.0}, (double[3]){3.0, 3.0, 5.0});
    }
    const uint32_t left = tum_tree_items3_pair(heap.items, 7, heap.numbers);
    assert_int_equal(left, 4);
    assert_is_whole(&heap, left, 7);
}

static void places_at_the_ends_of_what_is_allowed_have_keys(void **state)
{
    (void)state;
    static Heap heap;
    begin(&heap);
    for (uint32_t i = 0; i < 64; i++) { // 1e15 m away at most (mesh3.c)
        const double x = i % 2 == 0 ? 1e15 : -1e15, y = i % 3 == 0 ? 1e-30 : 0.0;
        put(&heap, i, i, (double[3]){x, y, 0.0}, (double[3]){x, y, 1e15});
    }
    const uint32_t left = tum_tree_items3_pair(heap.items, 64, heap.numbers);
    assert_is_whole(&heap, left, 64);
}

static void what_is_a_pair_takes_no_third(void **state)
{
    (void)state;
    static Heap heap;
    begin(&heap);
    for (uint32_t i = 0; i < 3; i++) {
        put(&heap, i, i, (double[3]){0.0, 0.0, 0.0}, (double[3]){1.0, 0.0, 1.0});
    }
    TreeItem3 *items = heap.items[0];
    assert_true(tum_tree_item3_join(&items[0], &items[1]));
    assert_int_equal(tree_item3_triangles(&items[0]), 2);
    assert_false(tum_tree_item3_join(&items[0], &items[2]));
    assert_false(tum_tree_item3_join(&items[2], &items[0]));
    assert_int_equal(items[0].second, 1);
    assert_int_equal(tree_item3_triangles(&items[2]), 1);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(triangles_in_no_order_find_a_neighbor),
        cmocka_unit_test(triangles_far_apart_stay_alone),
        cmocka_unit_test(triangles_all_in_one_place_are_joined_by_twos),
        cmocka_unit_test(places_at_the_ends_of_what_is_allowed_have_keys),
        cmocka_unit_test(what_is_a_pair_takes_no_third),
    };
    return cmocka_run_group_tests_name("mesh_pair3", tests, NULL, NULL);
}
