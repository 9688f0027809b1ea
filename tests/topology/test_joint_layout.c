// SPDX-License-Identifier: MIT
// Joint islands become system blocks: one where one matrix holds all joints, several halves of a
// long chain, small ones or none for a net.
#include "tests/support/support.h"
#include "topology/joint_layout.h"

enum {
    ROWS = 3,   // of each joint,
    STRIDE = 4, // rounded up to an even number
    NET = 20    // bodies along an edge of the net
};

typedef struct Kit {
    Topology topology;
    JointLayout layout;
} Kit;

// Bodies 1 to `movable` in a world whose body 0 does not move.
static Kit *kit_of(int movable)
{
    Kit *kit = tum_allocate_zeroed(NULL, 1, sizeof *kit);
    kit->topology.allocator = tum_allocator_or_default(NULL);
    for (int i = 0; i <= movable; ++i) {
        BodyRecord *body = array_push(&kit->topology.bodies, NULL);
        *body = (BodyRecord){.is_movable = i > 0, .first_joint = NONE, .joint_island = NONE};
    }
    return kit;
}

static void join(Kit *kit, int a, int b)
{
    const int32_t joint =
        tum_topology_add_joint(&kit->topology, &(JointRecord){.body = {a, b}, .is_enabled = true});
    tum_topology_set_acting(&kit->topology, joint, true, false);
}

// Lays out where a space tells that a sweep holds nets, or does not, or has nothing to tell.
static void lay_out_as(Kit *kit, int32_t swept_joints,
                       bool (*holds_net)(const void *context, const int32_t *bodies, int32_t count))
{
    int32_t rows[2 * NET * NET];
    assert_true(kit->topology.joints.joints.count <= sizeof rows / sizeof *rows);
    for (size_t i = 0; i < sizeof rows / sizeof *rows; ++i) {
        rows[i] = ROWS;
    }
    assert_int_equal(tum_topology_finish_joints(&kit->topology), TUM_OK);
    const JointLayoutDef def = {
        .row_counts = rows, .swept_joints = swept_joints, .holds_net = holds_net};
    assert_int_equal(tum_joint_layout_make(&kit->layout, &kit->topology, &def, NULL), TUM_OK);
}

static void lay_out(Kit *kit, int32_t swept_joints)
{
    lay_out_as(kit, swept_joints, NULL);
}

static void end(Kit *kit)
{
    tum_joint_layout_clear(&kit->layout, NULL);
    tum_topology_clear_joints(&kit->topology);
    array_free(&kit->topology.bodies, NULL);
    tum_release(NULL, kit, sizeof *kit);
}

// Bodies in a rectangle, joined to those beside them, from `first` on.
static void join_rectangle(Kit *kit, int first, int width, int height)
{
    for (int i = 0; i < width * height; ++i) {
        if (i % width + 1 < width) {
            join(kit, first + i, first + i + 1);
        }
        if (i + width < width * height) {
            join(kit, first + i, first + i + width);
        }
    }
}

// Three bodies hang from the world: each joint shares a body with the one above it.
static void a_chain_is_one_block_with_a_link_a_body(void **state)
{
    (void)state;
    Kit *kit = kit_of(3);
    join(kit, 0, 1);
    join(kit, 1, 2);
    join(kit, 2, 3);
    lay_out(kit, 0);
    assert_int_equal(kit->layout.islands.count, 1);
    const JointRanges island = kit->layout.islands.items[0];
    assert_int_equal(island.joint_count, 3);
    assert_int_equal(island.body_count, 4);
    assert_true(island.is_tree);
    assert_false(island.is_swept);
    assert_int_equal(kit->layout.system_blocks.count, 1);
    assert_int_equal(kit->layout.vector_count, 3 * STRIDE);
    assert_int_equal(kit->layout.links.count, 2);
    for (size_t i = 0; i < 2; ++i) {
        const JointLink link = kit->layout.links.items[i];
        assert_int_equal(link.count, 1);
        const JointEnds a = kit->layout.ends.items[kit->layout.ordered.items[link.a]];
        const JointEnds b = kit->layout.ends.items[kit->layout.ordered.items[link.b]];
        assert_int_equal(a.body[link.side[0][0]], b.body[link.side[0][1]]);
    }
    end(kit);
}

static void a_ring_is_no_tree_nor_is_one_that_the_world_closes(void **state)
{
    (void)state;
    Kit *kit = kit_of(5);
    join(kit, 1, 2);
    join(kit, 2, 3);
    join(kit, 3, 1);
    join(kit, 0, 4);
    join(kit, 4, 5);
    join(kit, 5, 0);
    lay_out(kit, 0);
    assert_int_equal(kit->layout.islands.count, 2);
    assert_false(kit->layout.islands.items[0].is_tree);
    assert_false(kit->layout.islands.items[1].is_tree);
    assert_int_equal(kit->layout.links.count, 5); // three, and two: the world links nothing
    end(kit);
}

// The world holds both bodies, and links neither joint to the other.
static void what_does_not_move_is_listed_in_each_island_and_links_nothing(void **state)
{
    (void)state;
    Kit *kit = kit_of(2);
    join(kit, 0, 1);
    join(kit, 2, 0);
    lay_out(kit, 0);
    assert_int_equal(kit->layout.islands.count, 2);
    assert_int_equal(kit->layout.bodies.count, 4);
    for (size_t i = 0; i < 2; ++i) {
        const JointRanges island = kit->layout.islands.items[i];
        const int32_t *ends = kit->layout.ends.items[i].body;
        assert_int_equal(island.body_count, 2);
        assert_int_equal(kit->layout.bodies.items[ends[i]], WORLD_BODY);
        assert_int_equal(kit->layout.bodies.items[ends[1 - i]], i + 1);
    }
    assert_int_equal(kit->layout.links.count, 0);
    end(kit);
}

static void two_joints_of_one_pair_share_both_bodies(void **state)
{
    (void)state;
    Kit *kit = kit_of(2);
    join(kit, 1, 2);
    join(kit, 2, 1);
    lay_out(kit, 0);
    assert_int_equal(kit->layout.links.count, 1);
    const JointLink link = kit->layout.links.items[0];
    assert_int_equal(link.count, 2);
    for (int i = 0; i < 2; ++i) { // The sides of one joint are the other's the other way round.
        assert_int_equal(link.side[i][0], 1 - link.side[i][1]);
    }
    end(kit);
}

// 600 joints, and one matrix takes 512: the chain is cut once.
static void a_chain_too_long_for_a_matrix_is_two_halves(void **state)
{
    (void)state;
    Kit *kit = kit_of(601);
    for (int i = 1; i <= 600; ++i) {
        join(kit, i, i + 1);
    }
    lay_out(kit, 48);
    assert_false(kit->layout.islands.items[0].is_swept);
    assert_int_equal(kit->layout.islands.items[0].system_block_count, 2);
    assert_int_equal(kit->layout.system_blocks.items[0].joint_count, 300);
    assert_int_equal(kit->layout.system_blocks.items[1].joint_first, 300);
    assert_int_equal(kit->layout.system_blocks.items[1].vector_first, 300 * STRIDE);
    end(kit);
}

// A net of 20 by 20 bodies has 760 joints and 361 meshes.
static void a_net_is_swept_in_small_blocks_or_none(void **state)
{
    (void)state;
    Kit *kit = kit_of(NET * NET);
    join_rectangle(kit, 1, NET, NET);
    lay_out(kit, 0);
    assert_true(kit->layout.islands.items[0].is_swept);
    assert_int_equal(kit->layout.islands.items[0].system_block_count, 0);
    lay_out(kit, 48);
    assert_true(kit->layout.islands.items[0].is_swept);
    assert_int_equal(kit->layout.islands.items[0].system_block_count, 16); // 760 / 48, rounded up
    assert_int_equal(kit->layout.vector_count, 760 * STRIDE);
    end(kit);
}

static bool holds(const void *context, const int32_t *bodies, int32_t count)
{
    (void)context;
    (void)bodies;
    (void)count;
    return true;
}

static bool holds_not(const void *context, const int32_t *bodies, int32_t count)
{
    return !holds(context, bodies, count);
}

// 6 by 6 bodies: 60 joints and 25 meshes.
static void a_net_that_one_matrix_can_hold_is_swept_where_a_sweep_holds_it(void **state)
{
    (void)state;
    Kit *kit = kit_of(36);
    join_rectangle(kit, 1, 6, 6);
    lay_out_as(kit, 0, holds);
    assert_true(kit->layout.islands.items[0].is_net);
    assert_true(kit->layout.islands.items[0].is_swept);
    assert_int_equal(kit->layout.islands.items[0].system_block_count, 0);
    assert_int_equal(kit->layout.vector_count, 0);
    lay_out_as(kit, 0, holds_not);
    assert_true(kit->layout.islands.items[0].is_net);
    assert_false(kit->layout.islands.items[0].is_swept);
    assert_int_equal(kit->layout.islands.items[0].system_block_count, 1);
    lay_out(kit, 0);
    assert_false(kit->layout.islands.items[0].is_net);
    assert_int_equal(kit->layout.islands.items[0].system_block_count, 1);
    end(kit);
}

// By one corner a square net of any size hangs as long as it is wide.
static void a_net_that_hangs_by_a_corner_is_a_net(void **state)
{
    (void)state;
    for (int side = 6; side <= 16; side += 5) {
        Kit *kit = kit_of(side * side);
        join_rectangle(kit, 1, side, side);
        join(kit, WORLD_BODY, 1);
        lay_out_as(kit, 0, holds);
        assert_true(kit->layout.islands.items[0].is_swept);
        end(kit);
    }
}

// 72 by 4 bodies between two walls, and 20 by 4 that one wall holds: a sweep would stretch them.
static void spans_and_cantilevers_are_no_nets(void **state)
{
    (void)state;
    for (int walls = 1; walls <= 2; ++walls) {
        const int length = walls == 2 ? 72 : 20, width = 4;
        Kit *kit = kit_of(length * width);
        join_rectangle(kit, 1, width, length);
        for (int i = 0; i < width; ++i) {
            join(kit, WORLD_BODY, 1 + i);
            if (walls == 2) {
                join(kit, 1 + length * width - width + i, WORLD_BODY);
            }
        }
        lay_out_as(kit, 0, holds);
        assert_false(kit->layout.islands.items[0].is_net);
        assert_int_equal(kit->layout.islands.items[0].system_block_count, 1);
        end(kit);
    }
}

// A frame and four wheels, each on five links: the frame's joints fill the matrix, not the loops.
static void a_frame_with_its_links_is_no_net(void **state)
{
    (void)state;
    enum { WHEELS = 4, LINKS = 5 };
    Kit *kit = kit_of(1 + WHEELS * (1 + LINKS));
    for (int wheel = 0; wheel < WHEELS; ++wheel) {
        const int hub = 2 + wheel * (1 + LINKS);
        for (int link = 1; link <= LINKS; ++link) {
            join(kit, 1, hub + link);
            join(kit, hub + link, hub);
        }
    }
    lay_out_as(kit, 0, holds);
    assert_false(kit->layout.islands.items[0].is_net);
    end(kit);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_chain_is_one_block_with_a_link_a_body),
        cmocka_unit_test(a_ring_is_no_tree_nor_is_one_that_the_world_closes),
        cmocka_unit_test(what_does_not_move_is_listed_in_each_island_and_links_nothing),
        cmocka_unit_test(two_joints_of_one_pair_share_both_bodies),
        cmocka_unit_test(a_chain_too_long_for_a_matrix_is_two_halves),
        cmocka_unit_test(a_net_is_swept_in_small_blocks_or_none),
        cmocka_unit_test(a_net_that_one_matrix_can_hold_is_swept_where_a_sweep_holds_it),
        cmocka_unit_test(a_net_that_hangs_by_a_corner_is_a_net),
        cmocka_unit_test(spans_and_cantilevers_are_no_nets),
        cmocka_unit_test(a_frame_with_its_links_is_no_net),
    };
    return cmocka_run_group_tests_name("joint_layout", tests, NULL, NULL);
}
