// SPDX-License-Identifier: MIT
// Ranges of triangles are cut in two, alike by every set of instructions.
#include "shape3/shape_kernels3.h"
#include "tests/support/kernels.h"
#include "tests/support/support.h"

enum { ITEMS = 600 };

/// Items in two arrays, as the tree's builder has them.
typedef struct Heap {
    _Alignas(64) TreeItem3 arrays[2][ITEMS];
    TreeItem3 *items[2];
    SplitRange3 range;
} Heap;

// `count` boxes about places in a box of 10 m, of which every third is a pair.
static void fill(Heap *heap, uint32_t count, double size, uint64_t seed)
{
    Random random = {seed};
    memset(heap, 0, sizeof *heap);
    heap->items[0] = heap->arrays[0];
    heap->items[1] = heap->arrays[1];
    heap->range.count = count;
    for (uint32_t i = 0; i < count; i++) {
        TreeItem3 *item = &heap->arrays[0][i];
        item->first = 2 * i;
        item->second = 2 * i + (i % 3 == 0);
        heap->range.triangles += i % 3 == 0 ? 2 : 1;
        for (int axis = 0; axis < 3; axis++) {
            const double low = random_in(&random, -5.0, 5.0);
            item->low[axis] = (float)low;
            item->minus_high[axis] = (float)-(low + random_in(&random, 0.0, size));
        }
    }
}

static void assert_box_holds_exactly(const Heap *heap, const SplitRange3 *part)
{
    for (int k = 0; k < 8; k++) {
        float least = INFINITY;
        for (uint32_t i = part->first; i < part->first + part->count; i++) {
            const TreeItem3 *item = &heap->arrays[part->where][i];
            least = fminf(least, k < 4 ? item->low[k % 3] : item->minus_high[(k - 4) % 3]);
        }
        if (k % 4 != 3) {
            assert_true(part->box[k] == least);
        }
    }
}

static void both_parts_together_are_the_range(SplitKernel3 *kernel, uint32_t count, double size,
                                              bool by_count)
{
    static Heap heap;
    fill(&heap, count, size, count);
    SplitRange3 parts[2] = {0};
    SplitRange3 *const out[2] = {&parts[0], &parts[1]};
    kernel(heap.items, &heap.range, by_count, out);
    bool seen[ITEMS] = {false};
    uint32_t at = 0, triangles = 0;
    for (int i = 0; i < 2; i++) {
        const SplitRange3 *part = &parts[i];
        assert_true(part->count > 0);
        assert_int_equal(part->first, at);
        assert_int_equal(part->first_triangle, triangles);
        for (uint32_t k = 0; k < part->count; k++, at++) {
            const TreeItem3 *item = &heap.arrays[part->where][at];
            const uint32_t number = item->first / 2;
            assert_false(seen[number]);
            seen[number] = true;
            triangles += tree_item3_triangles(item);
        }
        assert_int_equal(part->first_triangle + part->triangles, triangles);
        assert_box_holds_exactly(&heap, part);
    }
    assert_int_equal(at, count);
    assert_int_equal(triangles, heap.range.triangles);
}

static void parts_hold_every_item_once_and_know_their_boxes(void **state)
{
    (void)state;
    static const uint32_t counts[] = {2, 3, 7, 8, 9, 16, 17, 40, ITEMS};
    for (size_t i = 0; i < sizeof counts / sizeof counts[0]; i++) {
        both_parts_together_are_the_range(tum_mesh_split3_scalar, counts[i], 0.5, false);
        both_parts_together_are_the_range(tum_mesh_split3_scalar, counts[i], 20.0, false);
        both_parts_together_are_the_range(tum_mesh_split3_scalar, counts[i], 0.5, true);
    }
}

static void two_batches_are_told_apart(void **state)
{
    (void)state;
    // Around x = 0 and around x = 1000: to cut between them costs least by far.
    static const uint32_t counts[] = {6, 14, 200};
    for (size_t n = 0; n < 3; n++) {
        static Heap heap;
        fill(&heap, counts[n], 0.5, 9);
        uint32_t near = 0;
        for (uint32_t i = 0; i < counts[n]; i++) {
            const bool is_far = i % 2 == 1 || i == 0;
            heap.arrays[0][i].low[0] += is_far ? 1000.0f : 0.0f;
            heap.arrays[0][i].minus_high[0] -= is_far ? 1000.0f : 0.0f;
            near += !is_far;
        }
        SplitRange3 parts[2] = {0};
        SplitRange3 *const out[2] = {&parts[0], &parts[1]};
        tum_mesh_split3_scalar(heap.items, &heap.range, false, out);
        assert_int_equal(parts[0].count, near);
        assert_true(parts[1].box[0] > 900.0f);
    }
}

static void what_is_all_in_one_place_is_cut_in_halves(void **state)
{
    (void)state;
    static const uint32_t counts[] = {5, 16, 100};
    for (size_t n = 0; n < 3; n++) {
        static Heap heap;
        fill(&heap, counts[n], 0.5, 9);
        for (uint32_t i = 1; i < counts[n]; i++) {
            memcpy(heap.arrays[0][i].low, heap.arrays[0][0].low, sizeof(float[3]));
            memcpy(heap.arrays[0][i].minus_high, heap.arrays[0][0].minus_high, sizeof(float[3]));
        }
        SplitRange3 parts[2] = {0};
        SplitRange3 *const out[2] = {&parts[0], &parts[1]};
        tum_mesh_split3_scalar(heap.items, &heap.range, false, out);
        assert_int_equal(parts[0].count, counts[n] / 2);
        assert_int_equal(parts[1].count, counts[n] - counts[n] / 2);
    }
}

// Both heaps are cut twice: the second range was weighed while the first was cut.
static void expect_same_cuts(SplitKernel3 *split, uint32_t count)
{
    static Heap scalar, other;
    const double size = count % 2 == 0 ? 0.3 : 4.0;
    fill(&scalar, count, size, count);
    fill(&other, count, size, count);
    SplitRange3 ours[2] = {0}, theirs[2] = {0};
    for (int level = 0; level < 2 && scalar.range.count > 1; level++) {
        SplitRange3 *const a[2] = {&ours[0], &ours[1]}, *const b[2] = {&theirs[0], &theirs[1]};
        tum_mesh_split3_scalar(scalar.items, &scalar.range, false, a);
        split(other.items, &other.range, false, b);
        for (int i = 0; i < 2; i++) {
            assert_int_equal(ours[i].first, theirs[i].first);
            assert_int_equal(ours[i].count, theirs[i].count);
            assert_int_equal(ours[i].triangles, theirs[i].triangles);
            assert_memory_equal(ours[i].box, theirs[i].box, sizeof(float[3]));
            assert_memory_equal(ours[i].box + 4, theirs[i].box + 4, sizeof(float[3]));
        }
        assert_memory_equal(scalar.arrays, other.arrays, sizeof scalar.arrays);
        scalar.range = ours[1];
        other.range = theirs[1];
    }
}

static void every_instruction_set_cuts_at_the_same_place(void **state)
{
    (void)state;
    for (CpuInstructions set = CPU_SCALAR; next_set(&set);) {
        for (uint32_t count = 2; count <= ITEMS; count += 1 + count / 9) {
            expect_same_cuts(shape_kernels3(set)->split, count);
        }
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(parts_hold_every_item_once_and_know_their_boxes),
        cmocka_unit_test(two_batches_are_told_apart),
        cmocka_unit_test(what_is_all_in_one_place_is_cut_in_halves),
        cmocka_unit_test(every_instruction_set_cuts_at_the_same_place),
    };
    return cmocka_run_group_tests_name("mesh_split3", tests, NULL, NULL);
}
