// SPDX-License-Identifier: MIT
// The judge's figures, of scenes small enough to work them out by hand.
#include "bench/judge.h"
#include "tests/support/support.h"

enum { BODIES = 3 };

// Three cubes of 1 m on a floor, in a row along x, 2 m apart; the first two joined halfway.
typedef struct Row {
    TumNode nodes[BODIES];
    TumBody bodies[BODIES];
    TumCollider colliders[BODIES + 1];
    TumShape shapes[2];
    TumMesh mesh;
    TumJoint joint;
    TumScene scene;
    float positions[3 * BODIES], before[3 * BODIES], rotations[4 * BODIES];
    bool awake[BODIES];
} Row;

static void row_init(Row *row, TumShapeKind floor)
{
    static double points[12] = {-20, 0, -20, 20, 0, -20, -20, 0, 20, 20, 0, 20};
    static uint32_t cells[6] = {0, 2, 1, 1, 2, 3};
    *row = (Row){0};
    row->mesh = (TumMesh){.points = points, .cells = cells, .point_count = 4, .cell_count = 2};
    row->shapes[0] = (TumShape){.kind = TUM_SHAPE_BOX, .size = {1, 1, 1}};
    row->shapes[1] = (TumShape){.kind = floor, .size = {40, 2, 40}};
    for (int i = 0; i < BODIES; ++i) {
        row->nodes[i].name = "";
        row->bodies[i] = (TumBody){.node = i,
                                   .kind = TUM_BODY_DYNAMIC,
                                   .position = {2.0 * i, 0.5, 0},
                                   .rotation = {.q = {0, 0, 0, 1}}};
        row->colliders[i] = (TumCollider){.body = i, .rotation = {.q = {0, 0, 0, 1}}, .filter = -1};
        row->positions[3 * i] = row->before[3 * i] = 2.0f * (float)i;
        row->positions[3 * i + 1] = row->before[3 * i + 1] = 0.5f;
        row->rotations[4 * i + 3] = 1.0f;
    }
    row->colliders[BODIES] = (TumCollider){.body = -1,
                                           .shape = 1,
                                           .position = {0, floor == TUM_SHAPE_BOX ? -1 : 0, 0},
                                           .rotation = {.q = {0, 0, 0, 1}},
                                           .filter = -1};
    row->joint = (TumJoint){.body_a = 0,
                            .body_b = 1,
                            .position_a = {1, 0, 0},
                            .position_b = {-1, 0, 0},
                            .rotation_a = {.q = {0, 0, 0, 1}},
                            .rotation_b = {.q = {0, 0, 0, 1}}};
    row->scene = (TumScene){.dimension = 3,
                            .nodes = row->nodes,
                            .node_count = BODIES,
                            .bodies = row->bodies,
                            .body_count = BODIES,
                            .colliders = row->colliders,
                            .collider_count = BODIES + 1,
                            .shapes = row->shapes,
                            .shape_count = 2,
                            .meshes = &row->mesh,
                            .mesh_count = 1,
                            .joints = &row->joint,
                            .joint_count = 1};
}

static BenchQuality judge(const Row *row, const char *name)
{
    const BenchPoses now = {row->positions, row->rotations, row->awake};
    const BenchPoses before = {row->before, row->rotations, row->awake};
    BenchQuality quality;
    assert_true(bench_judge(&row->scene, name, &now, &before, &quality));
    assert_int_equal(quality.unmeasured, 0);
    return quality;
}

static void depths_are_of_all_pairs_that_overlap(void **state)
{
    (void)state;
    Row row;
    row_init(&row, TUM_SHAPE_BOX);
    row.positions[1] -= 0.25f;  // into the floor
    row.positions[6] -= 1.125f; // into the second, by an eighth
    const BenchQuality quality = judge(&row, "pile");
    assert_int_equal(quality.overlaps, 2);
    assert_near(quality.deepest, 0.25, 1e-6);
    assert_near(quality.deep99, 0.25, 1e-6); // the 99th percentile of two is the larger
}

static void corners_below_a_mesh_are_as_deep_as_their_distance_from_its_triangle(void **state)
{
    (void)state;
    Row row;
    row_init(&row, TUM_SHAPE_MESH);
    row.positions[1] -= 0.25f;
    const BenchQuality quality = judge(&row, "terrain");
    assert_int_equal(quality.overlaps, 1);
    assert_near(quality.deepest, 0.25, 1e-6);
}

static void drift_is_across_and_a_fall_is_half_a_metre(void **state)
{
    (void)state;
    Row row;
    row_init(&row, TUM_SHAPE_BOX);
    row.positions[0] += 0.75f;
    row.positions[2] += 1.0f; // sqrt(0.75^2 + 1) = 1.25
    row.positions[7] -= 0.75f;
    const BenchQuality quality = judge(&row, "wall");
    assert_near(quality.drift_largest, 1.25, 1e-6);
    assert_near(quality.drift_mean, 1.25 / 3, 1e-6);
    assert_int_equal(quality.fallen, 1);
    assert_int_equal(quality.lost, 0);
}

static void joint_errors_speeds_and_losses_are_counted(void **state)
{
    (void)state;
    Row row;
    row_init(&row, TUM_SHAPE_BOX);
    row.positions[5] = row.before[5] = 0.5f; // the second, aside: the joint opens
    row.positions[7] = row.before[7] = -3.5f;
    row.before[8] = -0.05f; // the third moved 5 cm in the last frame: 3 m/s
    const BenchQuality quality = judge(&row, "ragdolls");
    assert_near(quality.joint_largest, 0.5, 1e-6);
    assert_near(quality.joint_mean, 0.5, 1e-6);
    assert_near(quality.speed, 1.0, 1e-5);
    assert_int_equal(quality.lost, 1);
    assert_int_equal(judge(&row, "net").lost, 0); // nets hang
}

// 2 kg each, and 0.5 kg m^2 about z.
static void give_masses(Row *row)
{
    for (int i = 0; i < BODIES; ++i) {
        row->bodies[i].mass = 2;
        row->bodies[i].gravity_factor = 1;
        row->bodies[i].inertia_rotation = (TumRotation){.q = {0, 0, 0, 1}};
        row->bodies[i].inertia[2] = 0.5;
    }
}

// A metre below the lowest centre the energy is zero: three cubes of 2 kg at rest have
// 3 m g (1 m) of it. One that rises by 3 m and moves at 6 m/s has m g (4 m) and 36 J more.
static void energy_is_that_of_heights_and_speeds_by_that_of_the_start(void **state)
{
    (void)state;
    Row row;
    row_init(&row, TUM_SHAPE_BOX);
    give_masses(&row);
    assert_near(judge(&row, "pile").energy, 1, 1e-6);
    row.positions[1] = row.before[1] = 3.5f;
    row.positions[0] = 0.1f;
    const double weight = 2 * 9.81, start = 3 * weight;
    assert_near(judge(&row, "pile").energy, (start + 3 * weight + 36) / start, 1e-4);
}

// 0.2 rad in a frame about z: 12 rad/s, of 0.5 kg m^2.
static void energy_counts_turning(void **state)
{
    (void)state;
    Row row;
    row_init(&row, TUM_SHAPE_BOX);
    give_masses(&row);
    float turned[4 * BODIES];
    memcpy(turned, row.rotations, sizeof turned);
    turned[2] = (float)sin(0.1);
    turned[3] = (float)cos(0.1);
    const BenchPoses before = {row.before, row.rotations, row.awake};
    const BenchPoses now = {row.positions, turned, row.awake};
    BenchQuality quality;
    assert_true(bench_judge(&row.scene, "pile", &now, &before, &quality));
    assert_near(quality.energy, 1 + 0.5 * 0.5 * 144 / (3 * 2 * 9.81), 1e-4);
}

static void a_sleeper_is_disturbed_when_it_wakes_or_moves(void **state)
{
    (void)state;
    Row row;
    row_init(&row, TUM_SHAPE_BOX);
    row.nodes[0].name = row.nodes[1].name = "asleep";
    assert_int_equal(judge(&row, "sparse").disturbed, 0);
    row.awake[0] = true;
    row.positions[4] += 1e-6f;
    row.awake[2] = true; // nobody said that it sleeps
    assert_int_equal(judge(&row, "sparse").disturbed, 2);
}

static void what_is_no_number_is_told(void **state)
{
    (void)state;
    Row row;
    row_init(&row, TUM_SHAPE_BOX);
    row.positions[4] = NAN;
    assert_int_equal(judge(&row, "pile").not_finite, 1);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(depths_are_of_all_pairs_that_overlap),
        cmocka_unit_test(corners_below_a_mesh_are_as_deep_as_their_distance_from_its_triangle),
        cmocka_unit_test(drift_is_across_and_a_fall_is_half_a_metre),
        cmocka_unit_test(joint_errors_speeds_and_losses_are_counted),
        cmocka_unit_test(energy_is_that_of_heights_and_speeds_by_that_of_the_start),
        cmocka_unit_test(energy_counts_turning),
        cmocka_unit_test(a_sleeper_is_disturbed_when_it_wakes_or_moves),
        cmocka_unit_test(what_is_no_number_is_told),
    };
    return cmocka_run_group_tests_name("judge", tests, NULL, NULL);
}
