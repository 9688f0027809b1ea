// SPDX-License-Identifier: MIT
// The scenes of the benchmark have their bodies, and begin whole.
#include "bench/judge.h"
#include "tests/bench/scene_of.h"

static void every_scene_has_its_bodies_and_joints(void **state)
{
    (void)state;
    // 40 layers: 40 * 41 / 2; a hundred of 55; 20 * 40 bricks and 25 towers of 12; a drum and 15^3;
    // 141 * 142 and 64; figures of 10 with 9 joints; a net of 100 * 99 with 99 * 100 joints down
    // and 99 * 99 across; in 4D 7^3 + 6^3 + ... + 1, and a floor with six walls; towers of ten, 10,
    // 32 and 100 squared; ten, and 316 * 317 with them;
    // meshes.
    static const struct {
        const char *name;
        size_t bodies, colliders, joints;
    } expected[] = {
        {"pyramid", 820, 821, 0},
        {"pyramids", 5500, 5501, 0},
        {"wall", 1100, 1101, 0},
        {"pile", 3000, 3005, 0},
        {"rocks", 1500, 1505, 0},
        {"terrain", 2700, 2701, 0},
        {"net", 9900, 10000, 19701},
        {"ragdolls", 1600, 1617, 1440},
        {"drum", 3376, 3375 + 30, 0},
        {"sparse", 20086, 20087, 0},
        {"rays", 0, 1, 0},
        {"pyramid4", 784, 785, 0},
        {"pile4", 1000, 1007, 0},
        {"balls4", 2000, 2007, 0},
        {"crowd-1k", 1000, 1001, 0},
        {"crowd-10k", 10240, 10241, 0},
        {"crowd-100k", 100000, 100001, 0},
        {"few", 10, 11, 0},
        {"few-asleep", 100182, 100183, 0},
        {"mesh", 0, 1, 0},
        {"mesh-split", 0, 1, 0},
    };
    assert_int_equal(sizeof expected / sizeof *expected, SCENE_PLAN_COUNT);
    for (size_t i = 0; i < SCENE_PLAN_COUNT; ++i) {
        BenchScene bench = bench_scene(expected[i].name);
        assert_int_equal(bench.scene->body_count, expected[i].bodies);
        assert_int_equal(bench.scene->collider_count, expected[i].colliders);
        assert_int_equal(bench.scene->joint_count, expected[i].joints);
        assert_int_equal(tum_report_count(bench.report), 0);
        assert_int_equal(bench.scene->dimension, scene_plans[i].build4 != NULL ? 4 : 3);
        bench_scene_end(&bench);
    }
}

static void a_box_weighs_a_thousand_times_its_volume_and_rubs_by_a_half(void **state)
{
    (void)state;
    BenchScene bench = bench_scene("wall");
    const TumScene *scene = bench.scene;
    assert_near(scene->bodies[0].mass, 1000.0 * 1.0 * 0.5 * 0.5, 1e-9);
    for (size_t i = 0; i < scene->collider_count; ++i) {
        const TumMaterial *material = &scene->materials[scene->colliders[i].material];
        assert_near(material->dynamic_friction, 0.5, 0.0);
        assert_near(tum_combine(material->friction_combine, material->static_friction,
                                material->friction_combine, 0.5),
                    0.5, 0.0);
        assert_near(material->restitution, 0.0, 0.0);
    }
    bench_scene_end(&bench);
}

// What the judge says of a scene that nobody has moved.
static BenchQuality quality_at_start(const char *name)
{
    BenchScene bench = bench_scene(name);
    const size_t count = bench.scene->body_count;
    const size_t axes = (size_t)bench.scene->dimension, turns = axes == 4 ? 16 : 4;
    float *positions = malloc((count + 1) * axes * sizeof *positions);
    float *rotations = malloc((count + 1) * turns * sizeof *rotations);
    bool *awake = calloc(count + 1, sizeof *awake);
    assert_true(positions != NULL && rotations != NULL && awake != NULL);
    for (size_t i = 0; i < axes * count; ++i) {
        positions[i] = (float)bench.scene->bodies[i / axes].position[i % axes];
    }
    for (size_t i = 0; i < turns * count; ++i) {
        const TumRotation *rotation = &bench.scene->bodies[i / turns].rotation;
        rotations[i] = (float)(axes == 4 ? rotation->m[i % turns] : rotation->q[i % turns]);
    }
    const BenchPoses poses = {positions, rotations, awake};
    BenchQuality quality;
    assert_true(bench_judge(bench.scene, name, &poses, &poses, &quality));
    assert_int_equal(quality.unmeasured, 0);
    assert_int_equal(quality.lost + quality.outside + quality.disturbed + quality.fallen, 0);
    assert_near(quality.drift_largest, 0.0, 1e-5); // places are rounded to float once
    free(positions);
    free(rotations);
    free(awake);
    bench_scene_end(&bench);
    return quality;
}

static void what_overlaps_at_the_start_is_known(void **state)
{
    (void)state;
    // Boxes that touch exactly overlap by roundings of a float: at 60 m, 4 micrometres.
    static const char *const names[] = {"pyramid", "pyramids", "wall", "sparse", "drum", "rocks"};
    for (size_t i = 0; i < sizeof names / sizeof *names; ++i) {
        assert_between(quality_at_start(names[i]).deepest, 0.0, 1e-5);
    }
    // Things of the pile stand 1.3 m apart less 0.2 by chance and reach up to 0.61 m.
    assert_between(quality_at_start("pile").deepest, 0.01, 2 * 0.61 - 1.1);
    // Tesseracts that touch exactly; balls 1.1 m apart less 0.2 by chance, 0.8 m thick.
    assert_between(quality_at_start("pyramid4").deepest, 0.0, 1e-6);
    assert_near(quality_at_start("balls4").deepest, 0.0, 0.0);
    // Cubes of 1 m stand 1.6 m apart in `terrain` and reach sqrt(3)/2 m: two that turn a corner to
    // each other overlap by up to 0.13 m from the start, and none reaches the ground, 2.05 m high.
    assert_between(quality_at_start("terrain").deepest, 0.01, 0.13);
}

static void joints_begin_closed(void **state)
{
    (void)state;
    assert_between(quality_at_start("net").joint_largest, 0.0, 2e-5);
    assert_between(quality_at_start("ragdolls").joint_largest, 0.0, 2e-6);
}

// The frames of both sides turn alike, so that limits begin in their middle.
static void joint_frames_begin_with_the_same_turn(void **state)
{
    (void)state;
    BenchScene bench = bench_scene("ragdolls");
    const TumScene *scene = bench.scene;
    for (size_t i = 0; i < scene->joint_count; ++i) {
        const TumJoint *joint = &scene->joints[i];
        const TumBody *a = &scene->bodies[joint->body_a], *b = &scene->bodies[joint->body_b];
        double q[2][4];
        const double *outer[2] = {a->rotation.q, b->rotation.q};
        const double *inner[2] = {joint->rotation_a.q, joint->rotation_b.q};
        for (int side = 0; side < 2; ++side) {
            const double *u = outer[side], *v = inner[side];
            q[side][0] = u[3] * v[0] + u[0] * v[3] + u[1] * v[2] - u[2] * v[1];
            q[side][1] = u[3] * v[1] - u[0] * v[2] + u[1] * v[3] + u[2] * v[0];
            q[side][2] = u[3] * v[2] + u[0] * v[1] - u[1] * v[0] + u[2] * v[3];
            q[side][3] = u[3] * v[3] - u[0] * v[0] - u[1] * v[1] - u[2] * v[2];
        }
        double dot = 0;
        for (int k = 0; k < 4; ++k) {
            dot += q[0][k] * q[1][k];
        }
        assert_near(fabs(dot), 1.0, 1e-12);
    }
    bench_scene_end(&bench);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(every_scene_has_its_bodies_and_joints),
        cmocka_unit_test(a_box_weighs_a_thousand_times_its_volume_and_rubs_by_a_half),
        cmocka_unit_test(what_overlaps_at_the_start_is_known),
        cmocka_unit_test(joints_begin_closed),
        cmocka_unit_test(joint_frames_begin_with_the_same_turn),
    };
    return cmocka_run_group_tests_name("scenes", tests, NULL, NULL);
}
