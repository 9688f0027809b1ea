// SPDX-License-Identifier: MIT
// Joints in a four-dimensional world: they come and go, sleep and wake, are told, checkpointed and
// refused; the same bits on any number of threads and every instruction set.
#include "tests/support/checkpoint_support.h"
#include "tests/support/joint_support4.h"
#include "tumble/checkpoint.h"
#include "tumble/scene_builder.h"

static const double ORIGIN[4] = {0, 0, 0, 0};

static void ok(TumStatus status)
{
    assert_int_equal(status, TUM_OK);
}

enum { LINKS = 6, CHAINS = 8 };

// Chains of pins that fall on a floor and swing, and one of each other kind with limits and drives.
static void furnish(Setup4 *setup)
{
    setup4_floor(setup);
    for (int chain = 0; chain < CHAINS; ++chain) {
        for (int i = 0; i < LINKS; ++i) {
            const int link = setup4_body(setup, box4(0.4, 0.1, 0.15, 0.2),
                                         (double[4]){0.25 + 0.5 * i, 2, 1.0 * chain, 0.1 * chain});
            setup4_move(setup, link, (double[4]){0, 0, 0.3 * chain, 0.5},
                        (double[6]){0, 0.1 * i, 0, 0.2, 0, 0});
        }
    }
    for (int i = 0; i < 4; ++i) {
        const int part =
            setup4_body(setup, box4(0.3, 0.4, 0.5, 0.6), (double[4]){-3.0 - i, 3, 0, 0});
        setup4_move(setup, part, (double[4]){0.5, 0, 0, 0}, (double[6]){1, 0.5, 0, 0, 0.3, 2});
    }
}

static void join_all(Setup4 *setup)
{
    for (int chain = 0; chain < CHAINS; ++chain) {
        for (int i = 0; i < LINKS; ++i) {
            const int link = 1 + chain * LINKS + i;
            const bool hangs = chain % 2 == 0;
            if (i > 0 || hangs) {
                joint4_join(setup, i % 3 == 2 ? TUM_JOINT4_LINE_PIN : TUM_JOINT4_PIN,
                            i > 0 ? link - 1 : WORLD4, link,
                            (double[4]){0.5 * i, 2, 1.0 * chain, 0.1 * chain});
            }
        }
    }
    const int first = 1 + CHAINS * LINKS;
    const TumLimit swing = {.space = TUM_SPACE_ANGULAR,
                            .axes = 1u << TUM_PLANE_XY,
                            .min = -0.3,
                            .max = 0.4,
                            .stiffness = (double)INFINITY};
    const TumDrive motor = {.space = TUM_SPACE_ANGULAR,
                            .axis = TUM_PLANE_ZW,
                            .velocity_target = 2,
                            .damping = 50,
                            .max_force = 20};
    const TumLimit bed = {
        .space = TUM_SPACE_LINEAR, .axes = 1, .min = -0.2, .max = 0.2, .stiffness = 500};
    static const TumJointKind4 kinds[4] = {TUM_JOINT4_HINGE, TUM_JOINT4_DUO_HINGE, TUM_JOINT4_WELD,
                                           TUM_JOINT4_SLIDER};
    for (int i = 0; i < 4; ++i) {
        TumJointDef4 def = joint4_def(setup, kinds[i], i == 2 ? first : WORLD4, first + i,
                                      (double[4]){-2.5 - i, 3, 0, 0});
        if (kinds[i] == TUM_JOINT4_SLIDER) {
            def.limits = &bed;
            def.limit_count = 1;
        } else if (kinds[i] != TUM_JOINT4_WELD) {
            def.limits = &swing;
            def.limit_count = 1;
        }
        if (kinds[i] == TUM_JOINT4_DUO_HINGE) {
            def.drives = &motor;
            def.drive_count = 1;
        }
        joint4_add(setup, &def);
    }
}

static uint64_t hash_after(int threads, TumInstructions instructions, double seconds)
{
    Setup4 setup = setup4_empty();
    furnish(&setup);
    setup.def.threads = threads;
    setup.def.instructions = instructions;
    setup4_start(&setup);
    join_all(&setup);
    setup4_run(&setup, seconds);
    const uint64_t hash = tum_world_hash(setup.world);
    setup4_end(&setup);
    return hash;
}

static void any_number_of_threads_gives_the_same_bits(void **state)
{
    (void)state;
    const uint64_t one = hash_after(1, TUM_INSTRUCTIONS_WIDEST, 2);
    assert_true(hash_after(2, TUM_INSTRUCTIONS_WIDEST, 2) == one);
    assert_true(hash_after(3, TUM_INSTRUCTIONS_WIDEST, 2) == one);
    assert_true(hash_after(8, TUM_INSTRUCTIONS_WIDEST, 2) == one);
    assert_true(hash_after(1, TUM_INSTRUCTIONS_WIDEST, 1.9) != one);
}

static void every_instruction_set_gives_the_same_bits(void **state)
{
    (void)state;
    const uint64_t scalar = hash_after(1, TUM_INSTRUCTIONS_SCALAR, 1);
#if defined(__x86_64__) || defined(__i386__)
    assert_true(hash_after(1, TUM_INSTRUCTIONS_SSE2, 1) == scalar);
#endif
    assert_true(hash_after(1, TUM_INSTRUCTIONS_WIDEST, 1) == scalar);
}

static unsigned char *checkpoint_of(const Setup4 *setup, size_t *count)
{
    *count = tum_checkpoint_bytes(setup->world);
    unsigned char *bytes = malloc(*count);
    ok(tum_checkpoint_write(setup->world, bytes, *count));
    return bytes;
}

// Joints are those of the checkpoint, not of the world that reads it.
static void a_resumed_run_equals_an_unbroken_one_to_the_bit(void **state)
{
    (void)state;
    static const double moments[3] = {0, 0.55, 1.3};
    for (int i = 0; i < 3; ++i) {
        Setup4 run = setup4_empty(), resumed = setup4_empty();
        furnish(&run);
        furnish(&resumed);
        setup4_start(&run);
        resumed.def.threads = 2;
        setup4_start(&resumed);
        join_all(&run);
        joint4_join(&resumed, TUM_JOINT4_WELD, 1, 2, ORIGIN);
        setup4_run(&run, moments[i]);
        ok(tum_world_remove_joint(run.world, tum_world_joint_at(run.world, 3)));
        ok(tum_joint_set_enabled(run.world, tum_world_joint_at(run.world, 5), false));
        size_t count;
        unsigned char *bytes = checkpoint_of(&run, &count);
        ok(tum_checkpoint_read(resumed.world, bytes, count, "checkpoint", resumed.report));
        assert_true(tum_world_hash(resumed.world) == tum_world_hash(run.world));
        for (int k = 0; k < 60; ++k) {
            setup4_step(&run);
            setup4_step(&resumed);
            assert_true(tum_world_hash(resumed.world) == tum_world_hash(run.world));
        }
        // What it was asked to be came along as well.
        const size_t last = tum_world_joint_count(run.world) - 1;
        TumLimit limit;
        ok(tum_joint_limit(resumed.world, tum_world_joint_at(resumed.world, last), 0, &limit));
        assert_near(limit.stiffness, 500, 0);
        assert_int_equal(tum_joint_kind4(resumed.world, tum_world_joint_at(resumed.world, last)),
                         TUM_JOINT4_SLIDER);
        free(bytes);
        setup4_end(&run);
        setup4_end(&resumed);
    }
}

// Contacts and joints are relaxed together for longer while a joined body is deep in another: a
// world that has only been read knows so in its first step, as the one that came to it by steps
// does.
static void a_world_that_is_resumed_while_a_joined_body_is_deep_in_another_steps_alike(void **state)
{
    (void)state;
    Setup4 run = setup4_empty(), resumed = setup4_empty();
    Setup4 *both[2] = {&run, &resumed};
    for (int i = 0; i < 2; ++i) {
        setup4_floor(both[i]);
        // A dumbbell of 16 kg and 16 t, a quarter of a metre deep in a box of 0.1 t.
        const int light = setup4_body(both[i], box4(0.5, 0.5, 0.5, 0.5), (double[4]){0, 1.5, 0, 0});
        const int heavy = setup4_body(both[i], box4(2, 2, 2, 2), (double[4]){2, 1, 0, 0});
        setup4_body(both[i], box4(0.6, 0.6, 0.6, 0.6), (double[4]){0.1, 1.2, 0.3, 0.1});
        both[i]->things[light].motion.mass = 16;
        both[i]->things[heavy].motion.mass = 16000;
        setup4_start(both[i]);
        joint4_join(both[i], TUM_JOINT4_PIN, light, heavy, (double[4]){0.5, 1.5, 0, 0});
    }
    setup4_run(&run, 0.05);
    size_t count;
    unsigned char *bytes = checkpoint_of(&run, &count);
    ok(tum_checkpoint_read(resumed.world, bytes, count, "checkpoint", resumed.report));
    for (int k = 0; k < 30; ++k) {
        setup4_step(&run);
        setup4_step(&resumed);
        assert_true(tum_world_hash(resumed.world) == tum_world_hash(run.world));
    }
    free(bytes);
    setup4_end(&run);
    setup4_end(&resumed);
}

static void an_altered_checkpoint_is_refused_or_does_no_harm(void **state)
{
    (void)state;
    Setup4 setup = setup4_empty();
    furnish(&setup);
    setup4_start(&setup);
    join_all(&setup);
    setup4_run(&setup, 0.3);
    size_t count;
    unsigned char *bytes = checkpoint_of(&setup, &count), *altered = malloc(count);
    Random random = {11};
    for (int i = 0; i < 300; ++i) {
        memcpy(altered, bytes, count);
        // Joints are what comes last.
        const size_t at = count - 1 - (size_t)random_in(&random, 0, 30000);
        altered[at] = (unsigned char)random_in(&random, 0, 256);
        sign_checkpoint(altered, count);
        const TumStatus status = tum_checkpoint_read(setup.world, altered, count, "altered", NULL);
        assert_true(status == TUM_OK || status == TUM_ERROR_INPUT);
        if (status == TUM_OK) {
            const TumStatus stepped = tum_world_step(setup.world, 1.0f / 60.0f);
            assert_true(stepped == TUM_OK || stepped == TUM_ERROR_DIVERGED);
            ok(tum_checkpoint_read(setup.world, bytes, count, "original", NULL));
        }
    }
    free(bytes);
    free(altered);
    setup4_end(&setup);
}

// A ball on the floor and one that hangs beside it: they fall asleep as one, and wake as one.
// A node of a scene, turned by a right angle from X to Y where asked.
static int32_t add_place(TumSceneBuilder *builder, int32_t parent, const double position[4],
                         bool is_turned)
{
    TumNodeDef node = tum_default_node_def();
    node.parent = parent;
    memcpy(node.position, position, sizeof node.position);
    const double turn[16] = {0, 1, 0, 0, -1, 0, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1};
    node.rotation.m = is_turned ? turn : NULL;
    return tum_scene_builder_add_node(builder, &node);
}

/// A post, a body of its own or the world's, and a box beside it, with the nodes of a joint.
typedef struct Gate4 {
    TumSceneBuilder *builder;
    int32_t at_post, at_box;
    TumScene *scene;
} Gate4;

static Gate4 gate_begin(bool has_post)
{
    Gate4 gate = {.builder = tum_scene_builder_create(NULL, 4, 0.0, "gate", NULL)};
    const TumShape box = {.kind = TUM_SHAPE_BOX, .size = {1, 1, 1, 1}};
    TumColliderDef collider = tum_default_collider_def();
    TumBodyDef body = tum_default_body_def();
    collider.shape = tum_scene_builder_add_shape(gate.builder, &box);
    for (int i = 0; i < 2; ++i) {
        const int32_t node =
            add_place(gate.builder, -1, (double[4]){0.75 * i, 2, 0.25 * i, 0}, false);
        collider.node = body.node = node;
        body.angular_velocity[0] = i;
        body.angular_velocity[4] = 0.5 * i;
        assert_true(tum_scene_builder_add_collider(gate.builder, &collider));
        assert_true((i == 0 && !has_post) || tum_scene_builder_add_body(gate.builder, &body));
        // Both at (0.5, 2, 0.25, 0), the second turned.
        *(i == 0 ? &gate.at_post : &gate.at_box) = add_place(
            gate.builder, node, (double[4]){i == 0 ? 0.5 : -0.25, 0, i == 0 ? 0.25 : 0, 0}, i == 1);
    }
    return gate;
}

static TumPose4 pose_of(const double position[4], bool is_turned)
{
    return (TumPose4){
        {(float)position[0], (float)position[1], (float)position[2], (float)position[3]},
        {{is_turned ? 0.0f : 1.0f, is_turned ? 1.0f : 0.0f, 0, 0},
         {is_turned ? -1.0f : 0.0f, is_turned ? 0.0f : 1.0f, 0, 0},
         {0, 0, 1, 0},
         {0, 0, 0, 1}}};
}

// Each kind, with a limit and a drive where it measures something, in a scene and added to a world.
static void joints_of_a_scene_are_those_that_a_program_adds(void **state)
{
    (void)state;
    static const struct {
        TumJointKind4 kind;
        TumSpace space;
        int axis; // -1: it measures none
    } kinds[] = {
        {TUM_JOINT4_PIN, TUM_SPACE_ANGULAR, -1},
        {TUM_JOINT4_LINE_PIN, TUM_SPACE_ANGULAR, -1},
        {TUM_JOINT4_HINGE, TUM_SPACE_ANGULAR, TUM_PLANE_XY},
        {TUM_JOINT4_DUO_HINGE, TUM_SPACE_ANGULAR, TUM_PLANE_ZW},
        {TUM_JOINT4_WELD, TUM_SPACE_ANGULAR, -1},
        {TUM_JOINT4_SLIDER, TUM_SPACE_LINEAR, 0},
    };
    for (size_t i = 0; i < 2 * sizeof kinds / sizeof *kinds; ++i) {
        const bool has_post = i % 2 == 1;
        const TumLimit limit = {.space = kinds[i / 2].space,
                                .axes = 1u << (kinds[i / 2].axis & 7),
                                .min = -0.25,
                                .max = 0.5,
                                .stiffness = (double)INFINITY};
        const TumDrive drive = {.space = kinds[i / 2].space,
                                .axis = kinds[i / 2].axis,
                                .velocity_target = 1,
                                .damping = 20,
                                .max_force = 30};
        const size_t count = kinds[i / 2].axis >= 0 ? 1 : 0;
        TumWorld *worlds[2];
        for (int is_added = 0; is_added < 2; ++is_added) {
            Gate4 gate = gate_begin(has_post);
            TumJointDef def = tum_default_joint_def();
            def.kind4 = kinds[i / 2].kind;
            def.node_a = gate.at_post;
            def.node_b = gate.at_box;
            def.limits = &limit;
            def.drives = &drive;
            def.limit_count = def.drive_count = count;
            assert_true(is_added || tum_scene_builder_add_joint(gate.builder, &def));
            ok(tum_scene_builder_finish(gate.builder, &gate.scene));
            ok(tum_world_create(gate.scene, NULL, &worlds[is_added], NULL));
            TumWorld *world = worlds[is_added];
            TumJointDef4 added = tum_default_joint_def4();
            added.kind = def.kind4;
            added.limits = def.limits;
            added.drives = def.drives;
            added.limit_count = added.drive_count = count;
            added.body_a = has_post ? tum_world_body_at(world, 0) : added.body_a;
            added.body_b = tum_world_body_at(world, has_post ? 1 : 0);
            added.frame_a = pose_of(
                has_post ? (double[4]){0.5, 0, 0.25, 0} : (double[4]){0.5, 2, 0.25, 0}, false);
            added.frame_b = pose_of((double[4]){-0.25, 0, 0, 0}, true);
            // Of the world, a scene's joint stands for the colliders of the nodes above, too.
            added.node_a = gate.scene->nodes[gate.at_post].parent;
            if (is_added) {
                ok(tum_world_add_joint4(world, &added, NULL));
            }
            tum_scene_destroy(gate.scene);
            tum_scene_builder_destroy(gate.builder);
        }
        assert_int_equal(tum_world_joint_count(worlds[0]), 1);
        const TumJointId joint = tum_world_joint_at(worlds[0], 0);
        assert_int_equal(tum_joint_kind4(worlds[0], joint), kinds[i / 2].kind);
        assert_int_equal(tum_joint_limit_count(worlds[0], joint), count);
        for (int step = 0; step < 120; ++step) {
            ok(tum_world_step(worlds[0], 1.0f / 60.0f));
            ok(tum_world_step(worlds[1], 1.0f / 60.0f));
            assert_true(tum_world_hash(worlds[0]) == tum_world_hash(worlds[1]));
        }
        // The two boxes overlap, and do not push each other apart.
        assert_int_equal(tum_world_counts(worlds[0]).contacts, 0);
        tum_world_destroy(worlds[0]);
        tum_world_destroy(worlds[1]);
    }
}

static void a_joint_of_a_scene_comes_back_from_a_checkpoint(void **state)
{
    (void)state;
    Gate4 gate = gate_begin(false);
    TumJointDef def = tum_default_joint_def();
    def.kind4 = TUM_JOINT4_DUO_HINGE;
    def.node_a = gate.at_post;
    def.node_b = gate.at_box;
    assert_true(tum_scene_builder_add_joint(gate.builder, &def));
    ok(tum_scene_builder_finish(gate.builder, &gate.scene));
    TumWorld *first = NULL, *second = NULL;
    ok(tum_world_create(gate.scene, NULL, &first, NULL));
    ok(tum_world_create(gate.scene, NULL, &second, NULL));
    const TumJointId joint = tum_world_joint_at(first, 0);
    for (int step = 0; step < 30; ++step) {
        ok(tum_world_step(first, 1.0f / 60.0f));
    }
    // A removed joint of the scene stays removed, too.
    for (int removed = 0; removed < 2; ++removed) {
        const size_t bytes = tum_checkpoint_bytes(first);
        void *kept = malloc(bytes);
        ok(tum_checkpoint_write(first, kept, bytes));
        ok(tum_checkpoint_read(second, kept, bytes, "kept", NULL));
        free(kept);
        for (int step = 0; step < 30; ++step) {
            ok(tum_world_step(first, 1.0f / 60.0f));
            ok(tum_world_step(second, 1.0f / 60.0f));
            assert_true(tum_world_hash(first) == tum_world_hash(second));
        }
        assert_int_equal(tum_world_joint_count(first), tum_world_joint_count(second));
        ok(removed ? TUM_OK : tum_world_remove_joint(first, joint));
    }
    assert_int_equal(tum_body_joint_count(second, tum_world_body_at(second, 0)), 0);
    // Its place stays its own.
    TumJointDef4 other = tum_default_joint_def4();
    other.body_b = tum_world_body_at(second, 0);
    ok(tum_world_add_joint4(second, &other, NULL));
    assert_int_equal(tum_world_joint_count(second), 2);
    tum_world_destroy(first);
    tum_world_destroy(second);
    tum_scene_destroy(gate.scene);
    tum_scene_builder_destroy(gate.builder);
}

static void a_sleeping_joint_island_wakes_as_one(void **state)
{
    (void)state;
    Setup4 setup = setup4_empty();
    setup4_floor(&setup);
    const int a = setup4_body(&setup, box4(0.5, 0.5, 0.5, 0.5), (double[4]){0, 0.25, 0, 0});
    const int b = setup4_body(&setup, box4(0.5, 0.5, 0.5, 0.5), (double[4]){1, 0.25, 0, 0});
    setup4_start(&setup);
    const TumJointId weld =
        joint4_join(&setup, TUM_JOINT4_WELD, a, b, (double[4]){0.5, 0.25, 0, 0});
    setup4_run(&setup, 3);
    assert_false(tum_body_is_awake(setup.world, setup4_id(&setup, a)));
    assert_false(tum_body_is_awake(setup.world, setup4_id(&setup, b)));
    ok(tum_body_apply_impulse4(setup.world, setup4_id(&setup, a), (TumVec4){200, 0, 0, 0},
                               (TumBivec4){0, 0, 0, 0, 0, 0}));
    assert_true(tum_body_is_awake(setup.world, setup4_id(&setup, b)));
    setup4_step(&setup);
    assert_true(setup4_velocity(&setup, b).at[0] > 1);
    setup4_run(&setup, 4);
    assert_false(tum_body_is_awake(setup.world, setup4_id(&setup, b)));
    // A joint that changes wakes both sides.
    ok(tum_world_remove_joint(setup.world, weld));
    assert_true(tum_body_is_awake(setup.world, setup4_id(&setup, a)));
    assert_true(tum_body_is_awake(setup.world, setup4_id(&setup, b)));
    setup4_end(&setup);
}

// Nothing of it can be seen to move, and yet it does.
static void what_turns_without_colliders_does_not_fall_asleep(void **state)
{
    (void)state;
    Setup4 setup = setup4_empty();
    setup4_start(&setup);
    TumBodyDef4 def = tum_default_body_def4();
    TumBodyId wheel;
    def.angular_velocity.zw = 2;
    ok(tum_world_add_body4(setup.world, &def, &wheel));
    TumJointDef4 axle = tum_default_joint_def4();
    axle.kind = TUM_JOINT4_DUO_HINGE;
    axle.body_b = wheel;
    const TumJointId joint = joint4_add(&setup, &axle);
    setup4_run(&setup, 3);
    assert_true(tum_body_is_awake(setup.world, wheel));
    assert_near(joint4_angle(&setup, joint, TUM_PLANE_ZW), 6, 1e-2);
    setup4_end(&setup);
}

// What moves on its own keeps what hangs on it awake, and takes it along.
static void a_kinematic_body_carries_what_is_joined_to_it(void **state)
{
    (void)state;
    Setup4 setup = setup4_empty();
    const int cart = setup4_body(&setup, box4(0.2, 0.2, 0.2, 0.2), (double[4]){0, 5, 0, 0});
    setup.things[cart].motion.kind = TUM_BODY_KINEMATIC;
    setup4_move(&setup, cart, (double[4]){0, 0, 0, 1}, (double[6]){0});
    const int load = setup4_body(&setup, box4(0.2, 0.2, 0.2, 0.2), (double[4]){0, 4, 0, 0});
    setup4_start(&setup);
    joint4_join(&setup, TUM_JOINT4_WELD, cart, load, (double[4]){0, 4.5, 0, 0});
    setup4_run(&setup, 4);
    assert_near(setup4_position(&setup, load).at[3], 4, 1e-3);
    assert_near(setup4_position(&setup, load).at[1], 4, 1e-3);
    assert_true(tum_body_is_awake(setup.world, setup4_id(&setup, load)));
    setup4_end(&setup);
}

static void joined_bodies_collide_where_the_joint_lets_them(void **state)
{
    (void)state;
    for (int lets_collide = 0; lets_collide < 2; ++lets_collide) {
        Setup4 setup = setup4_empty();
        setup.def.gravity[1] = 0;
        setup.def.override_gravity = true;
        // One inside the other, on a slider: pushed apart where they meet.
        const int a = setup4_body(&setup, box4(1, 1, 1, 1), ORIGIN);
        const int b = setup4_body(&setup, box4(1, 1, 1, 1), (double[4]){0.9, 0, 0, 0});
        setup4_start(&setup);
        TumJointDef4 def = joint4_def(&setup, TUM_JOINT4_SLIDER, a, b, (double[4]){0.45, 0, 0, 0});
        def.enable_collision = lets_collide == 1;
        const TumJointId joint = joint4_add(&setup, &def);
        setup4_step(&setup);
        assert_int_equal(tum_world_counts(setup.world).contacts, lets_collide);
        setup4_run(&setup, 1);
        const double apart = (double)tum_joint_position4(setup.world, joint, TUM_SPACE_LINEAR, 1);
        assert_true(lets_collide == 1 ? apart > 0.05 : fabs(apart) < 1e-5);
        ok(tum_world_remove_joint(setup.world, joint));
        setup4_run(&setup, 1);
        assert_true(setup4_position(&setup, b).at[0] - setup4_position(&setup, a).at[0] > 0.95);
        setup4_end(&setup);
    }
}

// A joint that is switched off does nothing; switched on it holds again, and has forgotten turns.
static void a_joint_can_be_switched_off_and_removed_bodies_take_theirs_along(void **state)
{
    (void)state;
    Setup4 setup = setup4_empty();
    setup.def.gravity[1] = 0;
    setup.def.override_gravity = true;
    const int wheel = setup4_body(&setup, box4(0.4, 0.4, 0.4, 0.4), ORIGIN);
    setup4_move(&setup, wheel, ORIGIN, (double[6]){3, 0, 0, 0, 0, 0});
    setup4_start(&setup);
    const TumJointId joint = joint4_join(&setup, TUM_JOINT4_HINGE, WORLD4, wheel, ORIGIN);
    setup4_run(&setup, 4);
    assert_near(joint4_angle(&setup, joint, TUM_PLANE_XY), 12, 0.02);
    ok(tum_joint_set_enabled(setup.world, joint, false));
    assert_false(tum_joint_is_enabled(setup.world, joint));
    ok(tum_body_set_linear_velocity4(setup.world, setup4_id(&setup, wheel),
                                     (TumVec4){0, 0, 0, 0.5f}));
    setup4_run(&setup, 1);
    assert_near(setup4_position(&setup, wheel).at[3], 0.5, 1e-3);
    ok(tum_joint_set_enabled(setup.world, joint, true));
    setup4_run(&setup, 1);
    assert_between(joint4_gap(&setup, joint), 0, 1e-4);
    assert_true(fabs(joint4_angle(&setup, joint, TUM_PLANE_XY)) < 7);
    ok(tum_world_remove_body(setup.world, setup4_id(&setup, wheel)));
    assert_false(tum_joint_exists(setup.world, joint));
    setup4_run(&setup, 0.1);
    setup4_end(&setup);
}

static void a_frame_that_is_moved_takes_what_is_joined_along(void **state)
{
    (void)state;
    Setup4 setup = setup4_empty();
    const int lamp = setup4_body(&setup, box4(0.2, 0.2, 0.2, 0.2), (double[4]){0, -1, 0, 0});
    setup4_start(&setup);
    const TumJointId joint = joint4_join(&setup, TUM_JOINT4_WELD, WORLD4, lamp, ORIGIN);
    setup4_run(&setup, 0.5);
    ok(tum_joint_set_frame4(setup.world, joint, TUM_JOINT_A, pose4_at((double[4]){0, 0, 0, 2})));
    setup4_run(&setup, 2);
    assert_near(setup4_position(&setup, lamp).at[3], 2, 1e-3);
    assert_near(setup4_position(&setup, lamp).at[1], -1, 1e-3);
    setup4_end(&setup);
}

// Frames are the body's: where its centre of mass goes in it is none of theirs.
static void a_body_that_weighs_otherwise_stays_where_it_is_joined(void **state)
{
    (void)state;
    Setup4 setup = setup4_empty();
    const int lamp = setup4_body(&setup, box4(0.2, 0.2, 0.2, 0.2), (double[4]){0, -1, 0, 0});
    setup4_start(&setup);
    const TumJointId joint = joint4_join(&setup, TUM_JOINT4_WELD, WORLD4, lamp, ORIGIN);
    setup4_run(&setup, 0.2);
    TumMass4 mass = tum_default_body_def4().mass;
    mass.center = (TumVec4){0.3f, 0, 0, 0.1f};
    mass.orientation = (TumBasis4){{0, 1, 0, 0}, {-1, 0, 0, 0}, {0, 0, 1, 0}, {0, 0, 0, 1}};
    ok(tum_body_set_mass4(setup.world, setup4_id(&setup, lamp), &mass));
    assert_between(joint4_gap(&setup, joint), 0, 1e-5);
    setup4_run(&setup, 1);
    assert_near(setup4_position(&setup, lamp).at[1], -1, 1e-4);
    TumVec4 force;
    tum_joint_force4(setup.world, joint, &force, NULL);
    assert_near(force.y, 9.81, 1e-3); // 1 kg
    setup4_end(&setup);
}

static TumStatus try_def(const Setup4 *setup, const TumJointDef4 *def)
{
    TumJointId joint = {1, 1, 1};
    const TumStatus status = tum_world_add_joint4(setup->world, def, &joint);
    assert_int_equal(joint.index1, 0);
    return status;
}

static void what_makes_no_sense_is_refused(void **state)
{
    (void)state;
    Setup4 setup = setup4_empty();
    const int a = setup4_body(&setup, ball4(0.5), ORIGIN);
    const int b = setup4_body(&setup, ball4(0.5), (double[4]){2, 0, 0, 0});
    setup4_start(&setup);
    const TumJointDef4 sound = joint4_def(&setup, TUM_JOINT4_HINGE, a, b, (double[4]){1, 0, 0, 0});
    TumJointDef4 def = sound;
    def.stamp = 0;
    assert_int_equal(try_def(&setup, &def), TUM_ERROR_ARGUMENT);
    def = sound;
    def.body_b = def.body_a;
    assert_int_equal(try_def(&setup, &def), TUM_ERROR_ARGUMENT);
    def = sound;
    def.body_a = (TumBodyId){9, 9, 9};
    assert_int_equal(try_def(&setup, &def), TUM_ERROR_ARGUMENT);
    def = sound;
    def.kind = (TumJointKind4)6;
    assert_int_equal(try_def(&setup, &def), TUM_ERROR_ARGUMENT);
    def = sound;
    def.frame_a.position.w = NAN;
    assert_int_equal(try_def(&setup, &def), TUM_ERROR_ARGUMENT);
    def = sound;
    def.frame_b.rotation.y = (TumVec4){0, -1, 0, 0}; // a mirror
    assert_int_equal(try_def(&setup, &def), TUM_ERROR_ARGUMENT);
    def = sound;
    def.node_a = -2;
    assert_int_equal(try_def(&setup, &def), TUM_ERROR_ARGUMENT);

    // Limits and drives of what a hinge does not leave free, or of several things at once.
    TumLimit limit = {.space = TUM_SPACE_ANGULAR, .axes = 1u << TUM_PLANE_ZW, .max = 1};
    def = sound;
    def.limits = &limit;
    def.limit_count = 1;
    assert_int_equal(try_def(&setup, &def), TUM_ERROR_ARGUMENT);
    limit.axes = 1u << TUM_PLANE_XY | 1u << TUM_PLANE_ZW;
    def.kind = TUM_JOINT4_DUO_HINGE;
    assert_int_equal(try_def(&setup, &def), TUM_ERROR_ARGUMENT);
    limit = (TumLimit){.space = TUM_SPACE_LINEAR, .axes = 1, .max = 1};
    assert_int_equal(try_def(&setup, &def), TUM_ERROR_ARGUMENT);
    limit = (TumLimit){.space = TUM_SPACE_ANGULAR, .axes = 1, .min = 2, .max = 1};
    assert_int_equal(try_def(&setup, &def), TUM_ERROR_ARGUMENT);
    def.limits = NULL;
    assert_int_equal(try_def(&setup, &def), TUM_ERROR_ARGUMENT);
    TumDrive drive = {.space = TUM_SPACE_ANGULAR, .axis = TUM_PLANE_XZ, .damping = 1};
    def = sound;
    def.drives = &drive;
    def.drive_count = 1;
    assert_int_equal(try_def(&setup, &def), TUM_ERROR_ARGUMENT);
    drive.axis = TUM_PLANE_XY;
    drive.velocity_target = INFINITY;
    assert_int_equal(try_def(&setup, &def), TUM_ERROR_ARGUMENT);
    drive.velocity_target = 1;
    def.drive_count = 56; // nine directions are locked: 65
    TumDrive drives[56];
    for (int i = 0; i < 56; ++i) {
        drives[i] = drive;
    }
    def.drives = drives;
    assert_int_equal(try_def(&setup, &def), TUM_ERROR_CAPACITY);
    def.drive_count = 55;
    const TumJointId joint = joint4_add(&setup, &def);

    // And of one that is there.
    TumDrive changed = drive;
    changed.axis = TUM_PLANE_ZW;
    assert_int_equal(tum_joint_set_drive(setup.world, joint, 0, &changed), TUM_ERROR_ARGUMENT);
    assert_int_equal(tum_joint_set_drive(setup.world, joint, 55, &drive), TUM_ERROR_ARGUMENT);
    assert_int_equal(tum_joint_set_limit(setup.world, joint, 0, &limit), TUM_ERROR_ARGUMENT);
    assert_int_equal(
        tum_joint_set_frame4(setup.world, joint, TUM_JOINT_A, (TumPose4){.position = {0, 0, 0, 0}}),
        TUM_ERROR_ARGUMENT);
    assert_near(tum_joint_position4(setup.world, joint, TUM_SPACE_LINEAR, 1), 0, 0);
    assert_near(tum_joint_position4(setup.world, joint, TUM_SPACE_ANGULAR, 0), 0, 0);
    const TumJointId gone = {joint.index1, (uint16_t)(joint.generation + 1), joint.world};
    assert_int_equal(tum_world_remove_joint(setup.world, gone), TUM_ERROR_ARGUMENT);
    assert_near(tum_joint_frame4(setup.world, gone, TUM_JOINT_A).rotation.w.w, 1, 0);
    setup4_step(&setup);
    setup4_end(&setup);
}

static void a_settled_step_allocates_nothing(void **state)
{
    (void)state;
    Setup4 setup = setup4_empty();
    furnish(&setup);
    setup4_build(&setup);
    Counting counting;
    setup.def.allocator = counting_allocator(&counting);
    ok(tum_world_create(setup.scene, &setup.def, &setup.world, setup.report));
    join_all(&setup);
    setup4_run(&setup, 3);
    const size_t before = counting.allocations;
    setup4_run(&setup, 0.5);
    assert_int_equal(counting.allocations - before, 0);
    setup4_end(&setup);
}

// Whatever a call has no memory for, it leaves as it was, and all is given back at the end.
static void memory_may_run_out_anywhere(void **state)
{
    (void)state;
    Setup4 setup = setup4_empty();
    const int a = setup4_body(&setup, ball4(0.5), ORIGIN);
    const int b = setup4_body(&setup, ball4(0.5), (double[4]){0.9, 0, 0, 0});
    setup4_build(&setup);
    TumStatus status = TUM_ERROR_MEMORY;
    for (size_t more = 0; status != TUM_OK; ++more) {
        Counting counting;
        setup.def.allocator = counting_allocator(&counting);
        ok(tum_world_create(setup.scene, &setup.def, &setup.world, setup.report));
        setup4_step(&setup);
        const TumDrive drive = {.space = TUM_SPACE_ANGULAR, .damping = 1, .max_force = 1};
        TumJointDef4 def = joint4_def(&setup, TUM_JOINT4_HINGE, a, b, ORIGIN);
        def.drives = &drive;
        def.drive_count = 1;
        TumJointId joint;
        counting.fail_after = counting.allocations + more;
        status = tum_world_add_joint4(setup.world, &def, &joint);
        assert_int_equal(tum_joint_exists(setup.world, joint), status == TUM_OK);
        status = status == TUM_OK ? tum_world_step(setup.world, 1.0f / 60.0f) : status;
        assert_true(status == TUM_OK || status == TUM_ERROR_MEMORY);
        counting.fail_after = SIZE_MAX;
        setup4_step(&setup);
        tum_world_destroy(setup.world);
        setup.world = NULL;
        assert_int_equal(counting.blocks, 0);
        assert_true(more < 100);
    }
    setup4_end(&setup);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(any_number_of_threads_gives_the_same_bits),
        cmocka_unit_test(every_instruction_set_gives_the_same_bits),
        cmocka_unit_test(a_resumed_run_equals_an_unbroken_one_to_the_bit),
        cmocka_unit_test(
            a_world_that_is_resumed_while_a_joined_body_is_deep_in_another_steps_alike),
        cmocka_unit_test(an_altered_checkpoint_is_refused_or_does_no_harm),
        cmocka_unit_test(joints_of_a_scene_are_those_that_a_program_adds),
        cmocka_unit_test(a_joint_of_a_scene_comes_back_from_a_checkpoint),
        cmocka_unit_test(a_sleeping_joint_island_wakes_as_one),
        cmocka_unit_test(what_turns_without_colliders_does_not_fall_asleep),
        cmocka_unit_test(a_kinematic_body_carries_what_is_joined_to_it),
        cmocka_unit_test(joined_bodies_collide_where_the_joint_lets_them),
        cmocka_unit_test(a_joint_can_be_switched_off_and_removed_bodies_take_theirs_along),
        cmocka_unit_test(a_frame_that_is_moved_takes_what_is_joined_along),
        cmocka_unit_test(a_body_that_weighs_otherwise_stays_where_it_is_joined),
        cmocka_unit_test(what_makes_no_sense_is_refused),
        cmocka_unit_test(a_settled_step_allocates_nothing),
        cmocka_unit_test(memory_may_run_out_anywhere),
    };
    return cmocka_run_group_tests_name("joints4", tests, NULL, NULL);
}
