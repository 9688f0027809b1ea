// SPDX-License-Identifier: MIT
// Joints that come, go and change while a world runs.
#include "tests/support/checkpoint_support.h"
#include "tests/support/joint_support.h"
#include "tumble/checkpoint.h"
#include "tumble/draw3.h"

static const TumQuat UPRIGHT = {0, 0, 0, 1};
static const TumBodyId THE_WORLD = {0, 0, 0};

static void ok(TumStatus status)
{
    assert_int_equal(status, TUM_OK);
}

static TumLimit range(TumSpace space, uint32_t axes, double min, double max)
{
    return (TumLimit){
        .space = space, .axes = axes, .min = min, .max = max, .stiffness = (double)INFINITY};
}

static TumLimit lock(TumSpace space, uint32_t axes)
{
    return range(space, axes, 0, 0);
}

// Where a point of the world is in the frame of a body that is not turned.
static TumPose3 frame_at(const Setup *setup, TumBodyId body, TumVec3 at)
{
    const TumVec3 p = tum_body_pose3(setup->world, body).position;
    return (TumPose3){{at.x - p.x, at.y - p.y, at.z - p.z}, UPRIGHT};
}

static TumJointDef3 joint_at(const Setup *setup, TumBodyId a, TumBodyId b, TumVec3 at)
{
    TumJointDef3 def = tum_default_joint_def3();
    def.body_a = a;
    def.body_b = b;
    def.frame_a = frame_at(setup, a, at);
    def.frame_b = frame_at(setup, b, at);
    return def;
}

static TumJointId join(Setup *setup, TumJointDef3 def, const TumLimit *limits, size_t count)
{
    def.limits = limits;
    def.limit_count = count;
    TumJointId joint;
    ok(tum_world_add_joint3(setup->world, &def, &joint));
    return joint;
}

static TumJointId join_ball(Setup *setup, TumBodyId a, TumBodyId b, TumVec3 at)
{
    const TumLimit limits[1] = {lock(TUM_SPACE_LINEAR, 7)};
    return join(setup, joint_at(setup, a, b, at), limits, 1);
}

static TumJointId join_rigidly(Setup *setup, TumBodyId a, TumBodyId b, TumVec3 at)
{
    const TumLimit limits[2] = {lock(TUM_SPACE_LINEAR, 7), lock(TUM_SPACE_ANGULAR, 7)};
    return join(setup, joint_at(setup, a, b, at), limits, 2);
}

// Turns about Z with a drive.
static TumJointId join_motor(Setup *setup, TumBodyId a, TumBodyId b, TumVec3 at, TumDrive drive)
{
    const TumLimit limits[2] = {lock(TUM_SPACE_LINEAR, 7), lock(TUM_SPACE_ANGULAR, 3)};
    TumJointDef3 def = joint_at(setup, a, b, at);
    def.drives = &drive;
    def.drive_count = 1;
    return join(setup, def, limits, 2);
}

static double height(const Setup *setup, int thing)
{
    return (double)setup_pose(setup, thing).position.y;
}

static double distance_from(const Setup *setup, int thing, double x, double y, double z)
{
    const TumVec3 p = setup_pose(setup, thing).position;
    return dvec3_distance(dvec3((double)p.x, (double)p.y, (double)p.z), dvec3(x, y, z));
}

static void an_added_joint_holds_and_a_removed_one_lets_go(void **state)
{
    (void)state;
    Setup setup = setup_empty();
    const int bob = setup_body(&setup, sphere_shape(0.25), 1, 2, 0);
    setup_start(&setup);
    const TumJointId joint =
        join_ball(&setup, THE_WORLD, setup_id(&setup, bob), (TumVec3){0, 2, 0});
    assert_true(tum_joint_exists(setup.world, joint));
    for (int i = 0; i < 60; ++i) {
        setup_step(&setup);
        assert_near(distance_from(&setup, bob, 0, 2, 0), 1, 1e-3);
    }
    ok(tum_world_remove_joint(setup.world, joint));
    assert_false(tum_joint_exists(setup.world, joint));
    const double y = height(&setup, bob), v = (double)setup_velocity(&setup, bob).y;
    setup_run(&setup, 1);
    // Free fall; a quarter of a step's speed is what four substeps are off by.
    assert_near(height(&setup, bob), y + v - 0.5 * 9.81, 0.05);
    setup_end(&setup);
}

static void joined_bodies_collide_again_once_the_joint_is_gone(void **state)
{
    (void)state;
    Setup setup = setup_empty();
    setup_floor(&setup);
    const int low = setup_body(&setup, box_shape(1, 1, 1), 0, 0.5, 0);
    const int high = setup_body(&setup, box_shape(1, 1, 1), 0, 1.5, 0);
    setup_start(&setup);
    setup_run(&setup, 2);
    assert_false(tum_body_is_awake(setup.world, setup_id(&setup, high)));
    const uint32_t contacts = tum_world_counts(setup.world).contacts;
    // Nothing happens but that their contact is gone: they are welded as they stand, and sleep.
    const TumJointId joint =
        join_rigidly(&setup, setup_id(&setup, low), setup_id(&setup, high), (TumVec3){0, 1, 0});
    assert_true(tum_body_is_awake(setup.world, setup_id(&setup, high)));
    assert_int_equal(tum_world_counts(setup.world).contacts, contacts - 1);
    setup_run(&setup, 3);
    assert_int_equal(tum_world_counts(setup.world).contacts, contacts - 1);
    assert_false(tum_body_is_awake(setup.world, setup_id(&setup, high)));
    // Neither moves, so no box leaves its place: the pair is looked for all the same.
    ok(tum_world_remove_joint(setup.world, joint));
    assert_true(tum_body_is_awake(setup.world, setup_id(&setup, high)));
    setup_step(&setup);
    assert_int_equal(tum_world_counts(setup.world).contacts, contacts);
    setup_run(&setup, 1);
    assert_near(height(&setup, high), 1.5, 5e-3);
    setup_end(&setup);
}

static void joined_bodies_collide_or_not_as_the_program_says(void **state)
{
    (void)state;
    Setup setup = setup_empty();
    setup_floor(&setup);
    const int low = setup_body(&setup, box_shape(1, 1, 1), 0, 0.5, 0);
    const int high = setup_body(&setup, box_shape(1, 1, 1), 0, 1.5, 0);
    setup_start(&setup);
    setup_run(&setup, 2);
    const TumBodyId a = setup_id(&setup, low), b = setup_id(&setup, high);
    const uint32_t contacts = tum_world_counts(setup.world).contacts;
    const TumJointId joint = join_rigidly(&setup, a, b, (TumVec3){0, 1, 0});
    setup_run(&setup, 3);
    assert_false(tum_body_is_awake(setup.world, b));
    // The same as before changes nothing and wakes no body.
    ok(tum_joint_set_enables_collision(setup.world, joint, false));
    assert_false(tum_body_is_awake(setup.world, b));
    ok(tum_joint_set_enables_collision(setup.world, joint, true));
    assert_true(tum_body_is_awake(setup.world, b));
    setup_step(&setup);
    assert_int_equal(tum_world_counts(setup.world).contacts, contacts);
    // A checkpoint keeps it.
    setup_run(&setup, 1);
    const size_t bytes = tum_checkpoint_bytes(setup.world);
    void *kept = malloc(bytes);
    ok(tum_checkpoint_write(setup.world, kept, bytes));
    ok(tum_joint_set_enables_collision(setup.world, joint, false));
    assert_int_equal(tum_world_counts(setup.world).contacts, contacts - 1);
    ok(tum_checkpoint_read(setup.world, kept, bytes, "kept", NULL));
    free(kept);
    assert_true(tum_joint_enables_collision(setup.world, joint));
    // Of two joints, the one that forbids counts; a disabled one says nothing.
    const TumJointId other = join_rigidly(&setup, a, b, (TumVec3){0, 1, 0});
    setup_step(&setup);
    assert_int_equal(tum_world_counts(setup.world).contacts, contacts - 1);
    ok(tum_joint_set_enabled(setup.world, other, false));
    ok(tum_joint_set_enables_collision(setup.world, other, true));
    ok(tum_joint_set_enabled(setup.world, other, true));
    setup_step(&setup);
    assert_int_equal(tum_world_counts(setup.world).contacts, contacts);
    setup_end(&setup);
}

// The world's side of an added joint stands for the colliders of its node, also where these could
// collide at first.
static void colliders_of_the_world_are_passed_through_from_then_on(void **state)
{
    (void)state;
    Setup setup = setup_empty();
    const int shelf = setup_static(&setup, box_shape(4, 1, 4), 0, -0.5, 0);
    const int box = setup_body(&setup, box_shape(1, 1, 1), 0, 0.5, 0);
    setup_start(&setup);
    TumJointDef3 def = joint_at(&setup, THE_WORLD, setup_id(&setup, box), (TumVec3){0, 0, 0});
    const TumLimit rail[1] = {lock(TUM_SPACE_LINEAR, 5)};
    def.node_a = shelf;
    def.enable_collision = true;
    const TumJointId joint = join(&setup, def, rail, 1);
    setup_run(&setup, 1);
    assert_near(height(&setup, box), 0.5, 5e-3);
    ok(tum_joint_set_enables_collision(setup.world, joint, false));
    setup_run(&setup, 1);
    assert_near(height(&setup, box), 0.5 - 0.5 * 9.81, 0.1);
    setup_end(&setup);
}

static void of_two_joints_that_forbid_the_last_one_counts(void **state)
{
    (void)state;
    Setup setup = setup_empty();
    setup_floor(&setup);
    const int low = setup_body(&setup, box_shape(1, 1, 1), 0, 0.5, 0);
    const int high = setup_body(&setup, box_shape(1, 1, 1), 0, 1.5, 0);
    setup_start(&setup);
    const TumBodyId a = setup_id(&setup, low), b = setup_id(&setup, high);
    const TumJointId first = join_rigidly(&setup, a, b, (TumVec3){0, 1, 0});
    const TumJointId second = join_rigidly(&setup, b, a, (TumVec3){0, 1, 0});
    setup_run(&setup, 0.5);
    ok(tum_world_remove_joint(setup.world, first));
    setup_run(&setup, 0.5);
    assert_int_equal(tum_world_counts(setup.world).contacts, 1); // the floor's
    ok(tum_world_remove_joint(setup.world, second));
    setup_run(&setup, 0.5);
    assert_int_equal(tum_world_counts(setup.world).contacts, 2);
    setup_end(&setup);
}

static void of_the_world_only_colliders_of_the_node_are_passed_through(void **state)
{
    (void)state;
    Setup setup = setup_empty();
    setup_floor(&setup);
    const int table = setup_static(&setup, box_shape(4, 0.2, 4), 0, 1, 0);
    const int box = setup_body(&setup, box_shape(1, 1, 1), 0, 1.6, 0);
    setup_start(&setup);
    TumJointDef3 def = joint_at(&setup, THE_WORLD, setup_id(&setup, box), (TumVec3){0, 1.6f, 0});
    def.node_a = table;
    const TumJointId joint = join(&setup, def, NULL, 0);
    assert_int_equal(tum_joint_node(setup.world, joint, TUM_JOINT_A), table);
    setup_run(&setup, 2);
    assert_near(height(&setup, box), 0.5, 2e-3); // through the table, onto the floor
    ok(tum_body_set_pose3(setup.world, setup_id(&setup, box), (TumPose3){{0, 1.6f, 0}, UPRIGHT}));
    ok(tum_world_remove_joint(setup.world, joint));
    setup_run(&setup, 1);
    assert_near(height(&setup, box), 1.6, 2e-3);
    setup_end(&setup);
}

static void a_disabled_joint_is_as_good_as_removed_until_it_is_enabled(void **state)
{
    (void)state;
    Setup setup = setup_empty();
    const int bob = setup_body(&setup, sphere_shape(0.25), 0, 1, 0);
    setup_start(&setup);
    const TumBodyId id = setup_id(&setup, bob);
    const TumJointId joint = join_ball(&setup, THE_WORLD, id, (TumVec3){0, 1, 0});
    setup_run(&setup, 2);
    assert_false(tum_body_is_awake(setup.world, id));
    ok(tum_joint_set_enabled(setup.world, joint, false));
    assert_false(tum_joint_is_enabled(setup.world, joint));
    assert_true(tum_body_is_awake(setup.world, id));
    setup_run(&setup, 0.5);
    assert_true(height(&setup, bob) < 0.0);
    ok(tum_joint_set_enabled(setup.world, joint, true));
    setup_run(&setup, 2);
    assert_near(height(&setup, bob), 1, 1e-3); // drawn back
    setup_end(&setup);
}

static void a_drive_follows_the_targets_it_is_given(void **state)
{
    (void)state;
    Setup setup = setup_empty();
    const int wheel = setup_body(&setup, cylinder_shape(0.2, 0.5, 0.5), 0, 0, 0);
    setup_start(&setup);
    const TumBodyId id = setup_id(&setup, wheel);
    const TumJointId joint = join_motor(&setup, THE_WORLD, id, (TumVec3){0, 0, 0},
                                        (TumDrive){.space = TUM_SPACE_ANGULAR,
                                                   .axis = 2,
                                                   .mode = TUM_DRIVE_ACCELERATION,
                                                   .max_force = (double)INFINITY,
                                                   .damping = 50});
    setup_run(&setup, 2);
    assert_false(tum_body_is_awake(setup.world, id));
    ok(tum_joint_set_velocity_target(setup.world, joint, 0, 3));
    assert_true(tum_body_is_awake(setup.world, id));
    setup_run(&setup, 2);
    assert_near(setup_spin(&setup, wheel).z, 3, 1e-3);
    // 2 s at 3 rad/s, but for the start: more than half a turn, and counted.
    const double angle = (double)tum_joint_position3(setup.world, joint, TUM_SPACE_ANGULAR, 4);
    assert_near(angle, 6, 0.1);
    TumDrive drive;
    ok(tum_joint_drive(setup.world, joint, 0, &drive));
    drive.velocity_target = 0;
    drive.has_position_target = true;
    drive.position_target = 11;
    drive.stiffness = 400;
    drive.damping = 40;
    ok(tum_joint_set_drive(setup.world, joint, 0, &drive));
    setup_run(&setup, 2);
    assert_near(tum_joint_position3(setup.world, joint, TUM_SPACE_ANGULAR, 4), 11, 1e-3);
    // Saying again what is so wakes nobody, saying something new does.
    setup_run(&setup, 2);
    assert_false(tum_body_is_awake(setup.world, id));
    ok(tum_joint_set_position_target(setup.world, joint, 0, 11));
    assert_false(tum_body_is_awake(setup.world, id));
    ok(tum_joint_set_position_target(setup.world, joint, 0, -2));
    setup_run(&setup, 3);
    assert_near(tum_joint_position3(setup.world, joint, TUM_SPACE_ANGULAR, 4), -2, 1e-3);
    // Without a force to do it with it turns no more.
    ok(tum_joint_drive(setup.world, joint, 0, &drive));
    drive.max_force = 0;
    drive.position_target = 4;
    ok(tum_joint_set_drive(setup.world, joint, 0, &drive));
    setup_run(&setup, 1);
    assert_near(setup_spin(&setup, wheel).z, 0, 1e-3);
    setup_end(&setup);
}

static void a_limit_gets_another_range_and_another_nature(void **state)
{
    (void)state;
    Setup setup = setup_empty();
    const int bob = setup_body(&setup, box_shape(0.5, 0.5, 0.5), 0, 0, 0);
    setup.things[bob].motion.mass = 2.0;
    setup_start(&setup);
    const TumBodyId id = setup_id(&setup, bob);
    // A lift shaft: it falls to the lower end.
    const TumLimit limits[3] = {lock(TUM_SPACE_LINEAR, 5), lock(TUM_SPACE_ANGULAR, 7),
                                range(TUM_SPACE_LINEAR, 2, -1, 1)};
    const TumJointId joint =
        join(&setup, joint_at(&setup, THE_WORLD, id, (TumVec3){0, 0, 0}), limits, 3);
    setup_run(&setup, 2);
    assert_near(height(&setup, bob), -1, 1e-3);
    TumLimit limit;
    ok(tum_joint_limit(setup.world, joint, 2, &limit));
    limit.min = 0.25;
    ok(tum_joint_set_limit(setup.world, joint, 2, &limit));
    setup_run(&setup, 2);
    assert_near(height(&setup, bob), 0.25, 1e-3);
    // A spring: m g / k below the end, 2 * 9.81 / 100.
    limit.stiffness = 100;
    limit.damping = 30;
    ok(tum_joint_set_limit(setup.world, joint, 2, &limit));
    setup_run(&setup, 4);
    assert_near(height(&setup, bob), 0.25 - 0.1962, 1e-3);
    // Hard again.
    limit.stiffness = (double)INFINITY;
    ok(tum_joint_set_limit(setup.world, joint, 2, &limit));
    setup_run(&setup, 2);
    assert_near(height(&setup, bob), 0.25, 1e-3);
    // A lock at zero is a part of another kind, joined with the one that holds X and Z.
    limit.min = limit.max = 0;
    ok(tum_joint_set_limit(setup.world, joint, 2, &limit));
    setup_run(&setup, 2);
    assert_near(height(&setup, bob), 0, 1e-3);
    // Open, it falls, but along Y alone.
    limit.min = -(double)INFINITY;
    limit.max = (double)INFINITY;
    ok(tum_joint_set_limit(setup.world, joint, 2, &limit));
    setup_run(&setup, 1);
    assert_near(height(&setup, bob), -0.5 * 9.81, 0.05);
    assert_near(setup_pose(&setup, bob).position.x, 0, 1e-4);
    setup_end(&setup);
}

static void a_target_costs_no_layout_and_no_memory(void **state)
{
    (void)state;
    Counting counting;
    Setup setup = setup_empty();
    setup.def.allocator = counting_allocator(&counting);
    const int wheel = setup_body(&setup, sphere_shape(0.5), 0, 0, 0);
    setup_start(&setup);
    const TumJointId joint = join_motor(
        &setup, THE_WORLD, setup_id(&setup, wheel), (TumVec3){0, 0, 0},
        (TumDrive){.space = TUM_SPACE_ANGULAR, .axis = 2, .max_force = 10, .damping = 1});
    setup_run(&setup, 0.5);
    counting.fail_after = 0; // from here on nobody gets any
    for (int i = 1; i < 30; ++i) {
        ok(tum_joint_set_velocity_target(setup.world, joint, 0, 0.1 * i));
        setup_step(&setup);
    }
    counting.fail_after = SIZE_MAX;
    setup_end(&setup);
}

static void a_joint_pulls_with_the_weight_that_hangs_on_it(void **state)
{
    (void)state;
    Setup setup = setup_empty();
    const int bob = setup_body(&setup, box_shape(0.2, 0.2, 0.2), 1, 0, 0);
    setup.things[bob].motion.mass = 3.0;
    setup_start(&setup);
    const TumBodyId id = setup_id(&setup, bob);
    // A bracket: it holds the weight at its end, and the moment of an arm of 1 m.
    const TumJointId joint = join_rigidly(&setup, THE_WORLD, id, (TumVec3){0, 0, 0});
    setup_run(&setup, 0.3);
    TumVec3 force, torque;
    tum_joint_force3(setup.world, joint, &force, &torque);
    assert_near(force.y, 3 * 9.81, 0.01);
    assert_near(force.x, 0, 0.01);
    assert_near(torque.z, 3 * 9.81, 0.01);
    assert_near(tum_joint_frame3(setup.world, joint, TUM_JOINT_B).position.y, 0, 1e-4);
    assert_near(tum_joint_position3(setup.world, joint, TUM_SPACE_LINEAR, 7), 0, 1e-4);
    assert_int_equal(tum_joint_body(setup.world, joint, TUM_JOINT_A).index1, 0);
    assert_int_equal(tum_joint_body(setup.world, joint, TUM_JOINT_B).index1, id.index1);
    setup_end(&setup);
}

// A chain of boxes along X that hangs on the world; `things` receives them.
static void chain(Setup *setup, int count, int *things)
{
    for (int i = 0; i < count; ++i) {
        things[i] = setup_body(setup, box_shape(0.5, 0.25, 0.25), 0.25 + 0.5 * i, 4, 0);
    }
}

static void join_chain(Setup *setup, int count, const int *things, TumJointId *joints)
{
    TumBodyId above = THE_WORLD;
    for (int i = 0; i < count; ++i) {
        const TumBodyId below = setup_id(setup, things[i]);
        joints[i] = join_ball(setup, above, below, (TumVec3){0.5f * (float)i, 4, 0});
        above = below;
    }
}

static void start_chain(Setup *setup, int count, int *things, TumJointId *joints)
{
    chain(setup, count, things);
    setup_start(setup);
    join_chain(setup, count, things, joints);
}

static void a_removed_body_takes_its_joints_along(void **state)
{
    (void)state;
    Setup setup = setup_empty();
    int links[4];
    TumJointId joints[4];
    start_chain(&setup, 4, links, joints);
    setup_run(&setup, 1);
    ok(tum_world_remove_body(setup.world, setup_id(&setup, links[1])));
    assert_true(tum_joint_exists(setup.world, joints[0]));
    assert_false(tum_joint_exists(setup.world, joints[1]));
    assert_false(tum_joint_exists(setup.world, joints[2]));
    assert_true(tum_joint_exists(setup.world, joints[3]));
    setup_run(&setup, 2);
    // The upper half hangs, the lower one is gone, still joined.
    assert_near(distance_from(&setup, links[0], 0, 4, 0), 0.25, 1e-3);
    assert_true(height(&setup, links[2]) < -5.0);
    assert_near(tum_joint_position3(setup.world, joints[3], TUM_SPACE_LINEAR, 7), 0, 1e-3);
    setup_end(&setup);
}

static void joined_bodies_change_their_kind_and_back(void **state)
{
    (void)state;
    Setup setup = setup_empty();
    int links[3];
    TumJointId joints[3];
    start_chain(&setup, 3, links, joints);
    setup_run(&setup, 8);
    const TumBodyId middle = setup_id(&setup, links[1]);
    const double hung = height(&setup, links[1]);
    ok(tum_body_set_kind(setup.world, middle, TUM_BODY_STATIC));
    ok(tum_world_remove_joint(setup.world, joints[0]));
    setup_run(&setup, 2);
    assert_near(height(&setup, links[1]), hung, 1e-6);
    assert_near(tum_joint_position3(setup.world, joints[2], TUM_SPACE_LINEAR, 7), 0, 1e-3);
    // Carried, sleepers and all: what moves the end of a joint wakes the rest, which swings on.
    ok(tum_body_sleep(setup.world, setup_id(&setup, links[2])));
    ok(tum_body_set_kind(setup.world, middle, TUM_BODY_KINEMATIC));
    ok(tum_body_set_linear_velocity3(setup.world, middle, (TumVec3){0, 1, 0}));
    setup_run(&setup, 1);
    assert_near(height(&setup, links[1]), hung + 1, 1e-5);
    assert_near(tum_joint_position3(setup.world, joints[2], TUM_SPACE_LINEAR, 7), 0, 1e-3);
    assert_near(tum_joint_position3(setup.world, joints[1], TUM_SPACE_LINEAR, 7), 0, 1e-3);
    ok(tum_body_set_kind(setup.world, middle, TUM_BODY_DYNAMIC));
    setup_run(&setup, 2);
    assert_true(height(&setup, links[0]) < -5.0);
    assert_near(tum_joint_position3(setup.world, joints[1], TUM_SPACE_LINEAR, 7), 0, 1e-3);
    setup_end(&setup);
}

static void a_disabled_body_holds_nobody(void **state)
{
    (void)state;
    Setup setup = setup_empty();
    int links[3];
    TumJointId joints[3];
    start_chain(&setup, 3, links, joints);
    setup_run(&setup, 2);
    ok(tum_body_set_enabled(setup.world, setup_id(&setup, links[1]), false));
    setup_run(&setup, 0.25);
    assert_near(distance_from(&setup, links[0], 0, 4, 0), 0.25, 1e-3);
    assert_true((double)tum_joint_position3(setup.world, joints[2], TUM_SPACE_LINEAR, 7) > 0.1);
    ok(tum_body_set_enabled(setup.world, setup_id(&setup, links[1]), true));
    setup_run(&setup, 3);
    for (int i = 0; i < 3; ++i) {
        assert_near(tum_joint_position3(setup.world, joints[i], TUM_SPACE_LINEAR, 7), 0, 1e-3);
    }
    setup_end(&setup);
}

static void joints_stay_in_place_when_the_center_of_mass_moves(void **state)
{
    (void)state;
    Setup setup = setup_empty();
    const int bob = setup_body(&setup, box_shape(1, 1, 1), 0, 0, 0);
    setup_start(&setup);
    const TumBodyId id = setup_id(&setup, bob);
    const TumJointId joint = join_ball(&setup, THE_WORLD, id, (TumVec3){0, 0, 0});
    setup_run(&setup, 0.2);
    const TumMass3 mass = {2, {0.5f, 0, 0}, {0.2f, 0.2f, 0.2f}, UPRIGHT};
    ok(tum_body_set_mass3(setup.world, id, &mass));
    assert_near(tum_joint_position3(setup.world, joint, TUM_SPACE_LINEAR, 7), 0, 1e-4);
    setup_run(&setup, 0.5);
    assert_near(tum_joint_position3(setup.world, joint, TUM_SPACE_LINEAR, 7), 0, 1e-3);
    assert_true(tum_body_center_of_mass3(setup.world, id).y < -0.1f); // it swings down
    setup_end(&setup);
}

static void a_chain_told_to_sleep_sleeps_as_one(void **state)
{
    (void)state;
    Setup setup = setup_empty();
    int links[3];
    TumJointId joints[3];
    start_chain(&setup, 3, links, joints);
    setup_run(&setup, 0.5);
    ok(tum_body_sleep(setup.world, setup_id(&setup, links[2])));
    for (int i = 0; i < 3; ++i) {
        assert_false(tum_body_is_awake(setup.world, setup_id(&setup, links[i])));
    }
    setup_step(&setup); // in which nothing is awake
    ok(tum_body_wake(setup.world, setup_id(&setup, links[1])));
    ok(tum_body_sleep(setup.world, setup_id(&setup, links[1])));
    for (int i = 0; i < 3; ++i) {
        assert_false(tum_body_is_awake(setup.world, setup_id(&setup, links[i])));
    }
    setup_end(&setup);
}

static void a_static_body_that_is_moved_draws_what_sleeps_on_its_joint(void **state)
{
    (void)state;
    Setup setup = setup_empty();
    const int bob = setup_body(&setup, sphere_shape(0.25), 0, 1, 0);
    const int hook = setup_body(&setup, sphere_shape(0.1), 0, 2, 0);
    setup.things[hook].motion.kind = TUM_BODY_STATIC;
    setup_start(&setup);
    join_ball(&setup, setup_id(&setup, hook), setup_id(&setup, bob), (TumVec3){0, 2, 0});
    setup_run(&setup, 2);
    assert_false(tum_body_is_awake(setup.world, setup_id(&setup, bob)));
    ok(tum_body_set_pose3(setup.world, setup_id(&setup, hook), (TumPose3){{0, 2.5f, 0}, UPRIGHT}));
    assert_true(tum_body_is_awake(setup.world, setup_id(&setup, bob)));
    setup_run(&setup, 2);
    assert_near(height(&setup, bob), 1.5, 1e-3);
    setup_end(&setup);
}

static void a_frame_that_is_moved_draws_the_body_after_it(void **state)
{
    (void)state;
    Setup setup = setup_empty();
    const int bob = setup_body(&setup, sphere_shape(0.25), 0, 1, 0);
    setup_start(&setup);
    const TumBodyId id = setup_id(&setup, bob);
    const TumMass3 mass = {2, {0.25f, 0, 0}, {0.2f, 0.2f, 0.2f}, UPRIGHT};
    ok(tum_body_set_mass3(setup.world, id, &mass)); // frames are the body's, not its centre's
    const TumJointId joint = join_rigidly(&setup, THE_WORLD, id, (TumVec3){0, 1, 0});
    setup_run(&setup, 2);
    assert_false(tum_body_is_awake(setup.world, id));
    ok(tum_joint_set_frame3(setup.world, joint, TUM_JOINT_A, (TumPose3){{0, 2, 0}, UPRIGHT}));
    ok(tum_joint_set_frame3(setup.world, joint, TUM_JOINT_B, (TumPose3){{0.5f, 0, 0}, UPRIGHT}));
    setup_run(&setup, 2);
    assert_near(height(&setup, bob), 2, 1e-3);
    assert_near(setup_pose(&setup, bob).position.x, -0.5, 1e-3);
    assert_false(tum_body_is_awake(setup.world, id));
    ok(tum_joint_set_frame3(setup.world, joint, TUM_JOINT_A, (TumPose3){{0, 2, 0}, UPRIGHT}));
    assert_false(tum_body_is_awake(setup.world, id)); // nothing new
    const TumPose3 none = {{0, 2, 0}, {0, 0, 0, 0}};
    assert_int_equal(tum_joint_set_frame3(setup.world, joint, TUM_JOINT_A, none),
                     TUM_ERROR_ARGUMENT);
    setup_end(&setup);
}

static void stale_ids_are_an_error_everywhere_and_change_nothing(void **state)
{
    (void)state;
    Setup setup = setup_empty();
    const int a = setup_body(&setup, sphere_shape(0.25), 0, 1, 0);
    const int b = setup_body(&setup, sphere_shape(0.25), 2, 1, 0);
    setup_start(&setup);
    const TumBodyId ids[2] = {setup_id(&setup, a), setup_id(&setup, b)};
    const TumJointId gone = join_ball(&setup, THE_WORLD, ids[0], (TumVec3){0, 1, 0});
    ok(tum_world_remove_joint(setup.world, gone));
    const TumJointId again = join_ball(&setup, THE_WORLD, ids[1], (TumVec3){2, 1, 0});
    assert_int_equal(again.index1, gone.index1); // its slot, another generation
    assert_int_equal(again.generation, gone.generation + 1);
    const uint64_t before = tum_world_hash(setup.world);
    TumLimit limit = lock(TUM_SPACE_LINEAR, 7);
    TumDrive drive = {.damping = 7};
    const TumJointId wrong[3] = {gone, {again.index1, again.generation, again.world ^ 1u}, {0}};
    for (int i = 0; i < 3; ++i) {
        TumWorld *world = setup.world;
        assert_false(tum_joint_exists(world, wrong[i]));
        assert_false(tum_joint_is_enabled(world, wrong[i]));
        assert_int_equal(tum_world_remove_joint(world, wrong[i]), TUM_ERROR_ARGUMENT);
        assert_int_equal(tum_joint_set_enabled(world, wrong[i], false), TUM_ERROR_ARGUMENT);
        assert_int_equal(tum_joint_limit(world, wrong[i], 0, &limit), TUM_ERROR_ARGUMENT);
        assert_int_equal(tum_joint_drive(world, wrong[i], 0, &drive), TUM_ERROR_ARGUMENT);
        assert_int_equal(tum_joint_set_limit(world, wrong[i], 0, &limit), TUM_ERROR_ARGUMENT);
        assert_int_equal(tum_joint_set_drive(world, wrong[i], 0, &drive), TUM_ERROR_ARGUMENT);
        assert_int_equal(tum_joint_set_position_target(world, wrong[i], 0, 1), TUM_ERROR_ARGUMENT);
        assert_int_equal(tum_joint_set_velocity_target(world, wrong[i], 0, 1), TUM_ERROR_ARGUMENT);
        const TumPose3 frame = {{1, 2, 3}, UPRIGHT};
        assert_int_equal(tum_joint_set_frame3(world, wrong[i], TUM_JOINT_A, frame),
                         TUM_ERROR_ARGUMENT);
        assert_int_equal(tum_joint_node(world, wrong[i], TUM_JOINT_A), -1);
        assert_int_equal(tum_joint_body(world, wrong[i], TUM_JOINT_B).index1, 0);
        assert_int_equal(tum_joint_limit_count(world, wrong[i]), 0);
        assert_near(tum_joint_position3(world, wrong[i], TUM_SPACE_LINEAR, 7), 0, 0);
        assert_near(tum_joint_frame3(world, wrong[i], TUM_JOINT_B).rotation.w, 1, 0);
    }
    assert_true(tum_world_hash(setup.world) == before);
    assert_near(drive.damping, 7, 0);
    // A body that is gone joins nothing.
    ok(tum_world_remove_body(setup.world, ids[0]));
    TumJointDef3 def = tum_default_joint_def3();
    def.body_a = ids[0];
    def.body_b = ids[1];
    TumJointId none = again;
    assert_int_equal(tum_world_add_joint3(setup.world, &def, &none), TUM_ERROR_ARGUMENT);
    assert_int_equal(none.index1, 0);
    setup_end(&setup);
}

static void what_makes_no_sense_is_refused(void **state)
{
    (void)state;
    Setup setup = setup_empty();
    const int a = setup_body(&setup, sphere_shape(0.25), 0, 1, 0);
    setup_start(&setup);
    const TumBodyId id = setup_id(&setup, a);
    const TumJointDef3 sound = joint_at(&setup, THE_WORLD, id, (TumVec3){0, 1, 0});
    TumJointDef3 def = sound;
    def.stamp = 0;
    assert_int_equal(tum_world_add_joint3(setup.world, &def, NULL), TUM_ERROR_ARGUMENT);
    def = sound;
    def.body_a = id; // itself
    assert_int_equal(tum_world_add_joint3(setup.world, &def, NULL), TUM_ERROR_ARGUMENT);
    def = sound;
    def.frame_a.rotation = (TumQuat){0, 0, 0, 0};
    assert_int_equal(tum_world_add_joint3(setup.world, &def, NULL), TUM_ERROR_ARGUMENT);
    def = sound;
    def.frame_b.position.x = NAN;
    assert_int_equal(tum_world_add_joint3(setup.world, &def, NULL), TUM_ERROR_ARGUMENT);
    const TumLimit wrong[] = {range(TUM_SPACE_LINEAR, 0, 0, 0),
                              range(TUM_SPACE_LINEAR, 8, 0, 0),
                              range(TUM_SPACE_LINEAR, 1, 1, 0),
                              range(TUM_SPACE_LINEAR, 1, (double)NAN, 0),
                              range(TUM_SPACE_LINEAR, 1, (double)INFINITY, (double)INFINITY),
                              range((TumSpace)2, 1, 0, 0),
                              {.axes = 1, .stiffness = -1},
                              {.axes = 1, .stiffness = 1, .damping = (double)INFINITY}};
    def = sound;
    def.limit_count = 1;
    for (size_t i = 0; i < sizeof wrong / sizeof wrong[0]; ++i) {
        def.limits = &wrong[i];
        assert_int_equal(tum_world_add_joint3(setup.world, &def, NULL), TUM_ERROR_ARGUMENT);
    }
    const TumDrive bad[] = {{.axis = 3},
                            {.axis = -1},
                            {.mode = (TumDriveMode)2},
                            {.max_force = -1},
                            {.stiffness = (double)INFINITY},
                            {.damping = (double)NAN},
                            {.has_position_target = true, .position_target = (double)NAN},
                            {.velocity_target = (double)INFINITY}};
    def = sound;
    def.drive_count = 1;
    for (size_t i = 0; i < sizeof bad / sizeof bad[0]; ++i) {
        def.drives = &bad[i];
        assert_int_equal(tum_world_add_joint3(setup.world, &def, NULL), TUM_ERROR_ARGUMENT);
    }
    // A joint acts in 64 directions at the most.
    TumLimit many[65];
    for (int i = 0; i < 65; ++i) {
        many[i] = range(TUM_SPACE_LINEAR, 1, -1, 1);
    }
    def = sound;
    def.limits = many;
    def.limit_count = 65;
    assert_int_equal(tum_world_add_joint3(setup.world, &def, NULL), TUM_ERROR_CAPACITY);
    many[64].min = -(double)INFINITY;
    many[64].max = (double)INFINITY; // says nothing, so far
    TumJointId joint;
    ok(tum_world_add_joint3(setup.world, &def, &joint));
    const uint64_t before = tum_world_hash(setup.world);
    assert_int_equal(tum_joint_set_limit(setup.world, joint, 64, &many[0]), TUM_ERROR_CAPACITY);
    assert_int_equal(tum_joint_set_limit(setup.world, joint, 65, &many[0]), TUM_ERROR_ARGUMENT);
    assert_true(tum_world_hash(setup.world) == before);
    assert_int_equal(tum_world_joint_count(setup.world), 1);
    setup_end(&setup);
}

// Hinges with ranges, springs and drives, in a ring and on a post; frames in halves and quarters,
// which are the same in float and double.
static Joints fill_scene(Setup *setup)
{
    setup_floor(setup);
    Joints joints = joints_of(setup);
    int before = setup_static(setup, box_shape(0.25, 0.25, 0.25), -0.5, 3, 0);
    for (int i = 0; i < 6; ++i) {
        const int link = setup_body(setup, box_shape(0.5, 0.25, 0.25), 0.25 + 0.75 * i, 3, 0);
        const int joint = joint_add(&joints, before, link, 0.75 * i - 0.125, 3, 0);
        joint_ball(&joints, joint);
        if (i % 2 == 0) {
            joint_range(&joints, joint, TUM_SPACE_ANGULAR, 4, -0.5, 0.25);
        } else {
            TumLimit *spring = joint_range(&joints, joint, TUM_SPACE_ANGULAR, 6, 0, 0.125);
            spring->stiffness = 8;
            spring->damping = 0.5;
        }
        before = link;
    }
    const int wheel = setup_body(setup, cylinder_shape(0.25, 0.5, 0.5), 0, 0.75, 2);
    const int axle = setup_body(setup, box_shape(0.5, 0.5, 0.5), 0, 1.75, 2);
    const int motor = joint_add(&joints, axle, wheel, 0, 0.75, 2);
    joint_hinge(&joints, motor, 1);
    TumDrive *drive = joint_drive(&joints, motor, TUM_SPACE_ANGULAR, 1, TUM_DRIVE_FORCE);
    drive->velocity_target = 5;
    drive->damping = 4;
    drive->max_force = 20;
    return joints;
}

static void narrow(const double p[4], const double q[4], TumPose3 *pose)
{
    *pose = (TumPose3){{(float)p[0], (float)p[1], (float)p[2]},
                       {(float)q[0], (float)q[1], (float)q[2], (float)q[3]}};
}

// As tum_world_create would, one after the other.
static void add_joints_of(Setup *setup, const TumScene *scene)
{
    for (size_t i = 0; i < scene->joint_count; ++i) {
        const TumJoint *joint = &scene->joints[i];
        TumJointDef3 def = tum_default_joint_def3();
        if (joint->body_a >= 0) {
            def.body_a = tum_world_body_at(setup->world, (size_t)joint->body_a);
        }
        if (joint->body_b >= 0) {
            def.body_b = tum_world_body_at(setup->world, (size_t)joint->body_b);
        }
        narrow(joint->position_a, joint->rotation_a.q, &def.frame_a);
        narrow(joint->position_b, joint->rotation_b.q, &def.frame_b);
        def.limits = scene->limits + joint->limit_first;
        def.limit_count = (size_t)joint->limit_count;
        def.drives = scene->drives + joint->drive_first;
        def.drive_count = (size_t)joint->drive_count;
        def.enable_collision = joint->enable_collision;
        // The thing that the joint's own node stands on: of the world, whose collider is meant.
        def.node_a = scene->nodes[joint->node_a].parent;
        def.node_b = scene->nodes[joint->node_b].parent;
        ok(tum_world_add_joint3(setup->world, &def, NULL));
    }
}

static void joints_added_before_the_first_step_equal_those_of_a_scene_to_the_bit(void **state)
{
    (void)state;
    Setup of_scene = setup_empty(), added = setup_empty();
    Joints joints = fill_scene(&of_scene), unused = fill_scene(&added);
    added.joint_count = 0;
    setup_start(&of_scene);
    setup_start(&added);
    assert_int_equal(tum_world_joint_count(of_scene.world), 7);
    assert_int_equal(tum_world_joint_count(added.world), 0);
    add_joints_of(&added, of_scene.scene);
    for (int i = 0; i < 180; ++i) {
        assert_true(tum_world_hash(of_scene.world) == tum_world_hash(added.world));
        setup_step(&of_scene);
        setup_step(&added);
    }
    assert_true(tum_world_hash(of_scene.world) == tum_world_hash(added.world));
    joints_end(&joints);
    joints_end(&unused);
}

static void joints_that_come_and_go_elsewhere_change_no_bit_of_the_others(void **state)
{
    (void)state;
    Setup calm = setup_empty(), busy = setup_empty();
    Joints of_calm = fill_scene(&calm), of_busy = fill_scene(&busy);
    int far = 0;
    for (int i = 0; i < 2; ++i) {
        far = setup_body(i == 0 ? &calm : &busy, sphere_shape(0.25), 50, 1, 0);
        setup_start(i == 0 ? &calm : &busy);
    }
    TumJointId joint = {0, 0, 0};
    for (int step = 0; step < 240; ++step) {
        if (step % 7 == 0) {
            joint = join_ball(&busy, THE_WORLD, setup_id(&busy, far), (TumVec3){50, 2, 0});
            ok(tum_joint_set_enabled(busy.world, tum_world_joint_at(busy.world, 6), true));
        } else if (step % 7 == 4) {
            ok(tum_world_remove_joint(busy.world, joint));
        }
        setup_step(&calm);
        setup_step(&busy);
        for (size_t i = 0; i < 7; ++i) {
            const TumPose3 a = tum_body_pose3(calm.world, tum_world_body_at(calm.world, i));
            const TumPose3 b = tum_body_pose3(busy.world, tum_world_body_at(busy.world, i));
            assert_memory_equal(&a, &b, sizeof a);
        }
    }
    joints_end(&of_calm);
    joints_end(&of_busy);
}

static void turns_are_counted_on_while_the_same_body_is_joined_elsewhere(void **state)
{
    (void)state;
    Setup setup = setup_empty();
    const int wheel = setup_body(&setup, cylinder_shape(0.2, 0.5, 0.5), 0, 0, 0);
    const int rider = setup_body(&setup, sphere_shape(0.1), 0, 0, 1);
    setup.things[rider].motion.gravity_factor = 0;
    setup_start(&setup);
    const TumBodyId id = setup_id(&setup, wheel);
    const TumJointId motor = join_motor(&setup, THE_WORLD, id, (TumVec3){0, 0, 0},
                                        (TumDrive){.space = TUM_SPACE_ANGULAR,
                                                   .axis = 2,
                                                   .mode = TUM_DRIVE_ACCELERATION,
                                                   .max_force = (double)INFINITY,
                                                   .velocity_target = 10,
                                                   .damping = 100});
    setup_run(&setup, 2);
    const float before = tum_joint_position3(setup.world, motor, TUM_SPACE_ANGULAR, 4);
    assert_true(before > 15);
    TumJointDef3 def = tum_default_joint_def3();
    def.body_a = id;
    def.body_b = setup_id(&setup, rider);
    def.frame_a.position.z = 1; // on the axle
    const TumLimit hold = lock(TUM_SPACE_LINEAR, 7);
    join(&setup, def, &hold, 1);
    // The motor's own limits change, too: a lock of two axes becomes one of one.
    const TumLimit free_of_y = lock(TUM_SPACE_ANGULAR, 1);
    ok(tum_joint_set_limit(setup.world, motor, 1, &free_of_y));
    setup_step(&setup);
    assert_near(tum_joint_position3(setup.world, motor, TUM_SPACE_ANGULAR, 4),
                before + 10.0f / 60.0f, 0.05);
    setup_end(&setup);
}

static void joints_of_the_scene_are_found_in_its_order(void **state)
{
    (void)state;
    Setup setup = setup_empty();
    Joints joints = fill_scene(&setup);
    setup_start(&setup);
    const TumScene *scene = setup.scene;
    assert_int_equal(tum_world_joint_count(setup.world), scene->joint_count);
    for (size_t i = 0; i < scene->joint_count; ++i) {
        const TumJointId id = tum_world_joint_at(setup.world, i);
        assert_int_equal(tum_joint_node(setup.world, id, TUM_JOINT_A), scene->joints[i].node_a);
        assert_int_equal(tum_joint_node(setup.world, id, TUM_JOINT_B), scene->joints[i].node_b);
        assert_int_equal(tum_joint_limit_count(setup.world, id), scene->joints[i].limit_count);
        assert_int_equal(tum_joint_drive_count(setup.world, id), scene->joints[i].drive_count);
        assert_int_equal(tum_joint_body(setup.world, id, TUM_JOINT_B).index1,
                         tum_world_body_at(setup.world, (size_t)scene->joints[i].body_b).index1);
    }
    // Removed, its place stays empty: what is added comes after.
    const TumBodyId wheel =
        tum_joint_body(setup.world, tum_world_joint_at(setup.world, 6), TUM_JOINT_B);
    ok(tum_world_remove_joint(setup.world, tum_world_joint_at(setup.world, 6)));
    assert_int_equal(tum_world_joint_at(setup.world, 6).index1, 0);
    const TumJointId added = join_ball(&setup, THE_WORLD, wheel, (TumVec3){0, 1, 2});
    assert_int_equal(added.index1, 8);
    joints_end(&joints);
}

static void joints_are_drawn_with_and_without_a_scene(void **state)
{
    (void)state;
    Setup setup = setup_empty();
    const int bob = setup_body(&setup, sphere_shape(0.25), 0, 1, 0);
    setup_start(&setup);
    TumDraw3 draw = {.flags = TUM_DRAW_JOINTS};
    ok(tum_world_draw3(setup.world, &draw));
    assert_int_equal(draw.line_count, 0);
    const TumJointId joint =
        join_ball(&setup, THE_WORLD, setup_id(&setup, bob), (TumVec3){0, 2, 0});
    ok(tum_world_draw3(setup.world, &draw));
    assert_int_equal(draw.line_count, 7); // two frames of three axes, and what is between
    ok(tum_joint_set_enabled(setup.world, joint, false));
    ok(tum_world_draw3(setup.world, &draw));
    assert_int_equal(draw.line_count, 0);
    setup_end(&setup);
}

// A heap with a chain and a motor of the scene's own.
static Joints fill_heap(Setup *setup)
{
    Joints joints = fill_scene(setup);
    for (int i = 0; i < 12; ++i) {
        setup_body(setup, i % 2 ? sphere_shape(0.4) : box_shape(0.7, 0.7, 0.7), (i % 4) - 1.5,
                   0.5 + i / 4, (i % 3) * 0.3);
    }
    return joints;
}

static TumBodyId some_body(const Setup *setup, Random *random)
{
    const size_t count = tum_world_body_count(setup->world);
    return tum_world_body_at(setup->world, (size_t)random_in(random, 0, (double)count));
}

static TumJointId some_joint(const Setup *setup, Random *random)
{
    const size_t count = tum_world_joint_count(setup->world);
    return tum_world_joint_at(setup->world, (size_t)random_in(random, 0, (double)count));
}

static TumLimit some_limit(Random *random, bool may_be_hard)
{
    TumLimit limit = {.space = random_in(random, 0, 1) < 0.6 ? TUM_SPACE_LINEAR : TUM_SPACE_ANGULAR,
                      .axes = 1u + (uint32_t)random_in(random, 0, 7),
                      .stiffness = (double)INFINITY};
    if (random_in(random, 0, 1) < 0.4) {
        limit.min = random_in(random, -1, 0);
        limit.max = random_in(random, 0, 1);
    }
    if (!may_be_hard || random_in(random, 0, 1) < 0.3) {
        limit.stiffness = random_in(random, 10, 1000);
        limit.damping = random_in(random, 0, 50);
    }
    return limit;
}

static TumDrive some_drive(Random *random)
{
    return (TumDrive){.space = random_in(random, 0, 1) < 0.5 ? TUM_SPACE_LINEAR : TUM_SPACE_ANGULAR,
                      .mode =
                          random_in(random, 0, 1) < 0.5 ? TUM_DRIVE_FORCE : TUM_DRIVE_ACCELERATION,
                      .axis = (int32_t)random_in(random, 0, 3),
                      .max_force = random_in(random, 0, 100),
                      .has_position_target = random_in(random, 0, 1) < 0.5,
                      .position_target = random_in(random, -1, 1),
                      .velocity_target = random_in(random, -2, 2),
                      .stiffness = random_in(random, 0, 200),
                      .damping = random_in(random, 0, 20)};
}

// A new body where its joint wants it: what is joined could always be where all joints hold. Two
// that contradict each other between things that cannot move are another matter.
static void add_something_joined(Setup *setup, Random *random)
{
    TumBodyDef3 body = tum_default_body_def3();
    TumJointDef3 def = tum_default_joint_def3();
    const TumLimit limits[2] = {some_limit(random, true), some_limit(random, true)};
    const TumDrive drive = some_drive(random);
    def.body_a = some_body(setup, random); // may be none: the world
    def.frame_a.position = (TumVec3){(float)random_in(random, -1, 1), 0.5f, 0};
    def.limits = limits;
    def.limit_count = 2;
    def.drives = &drive;
    def.drive_count = 1;
    def.enable_collision = random_in(random, 0, 1) < 0.5;
    def.node_a = 0; // the floor's
    ok(tum_world_add_body3(setup->world, &body, &def.body_b));
    TumJointId joint;
    ok(tum_world_add_joint3(setup->world, &def, &joint));
    ok(tum_body_set_pose3(setup->world, def.body_b,
                          tum_joint_frame3(setup->world, joint, TUM_JOINT_A)));
    TumColliderDef3 collider = tum_default_collider_def3();
    collider.radius = 0.3f;
    ok(tum_world_add_collider3(setup->world, def.body_b, &collider, NULL));
}

// One edit of some sort, from a fixed sequence. What does not exist any more answers so.
static void stir(Setup *setup, Random *random, int step)
{
    TumWorld *world = setup->world;
    const TumBodyId body = some_body(setup, random);
    const TumJointId joint = some_joint(setup, random);
    switch (step % 14) {
    case 0:
    case 7: add_something_joined(setup, random); break;
    case 1: (void)tum_world_remove_joint(world, joint); break;
    case 2: (void)tum_joint_set_enabled(world, joint, step / 14 % 2 == 0); break;
    case 3: {
        const TumLimit limit = some_limit(random, false);
        (void)tum_joint_set_limit(world, joint, (size_t)(step / 14 % 2), &limit);
        break;
    }
    case 4: {
        const TumDrive drive = some_drive(random);
        (void)tum_joint_set_drive(world, joint, 0, &drive);
        break;
    }
    case 5: (void)tum_joint_set_position_target(world, joint, 0, random_in(random, -1, 1)); break;
    case 6:
        (void)tum_body_set_kind(world, body, (TumBodyKind)(step / 14 % 3));
        (void)tum_body_set_linear_velocity3(world, body, (TumVec3){0, 0, 0});
        (void)tum_body_set_angular_velocity3(world, body, (TumVec3){0, 0, 0});
        break;
    case 8: (void)tum_body_set_enabled(world, body, step / 14 % 2 == 0); break;
    case 9: (void)tum_body_sleep(world, body); break;
    case 10: (void)tum_world_remove_body(world, body); break;
    case 11: {
        const TumMass3 mass = {2, {0.1f, 0, 0}, {0.2f, 0.3f, 0.4f}, UPRIGHT};
        (void)tum_body_set_mass3(world, body, &mass);
        break;
    }
    case 12: {
        const TumPose3 pose = {{(float)random_in(random, -2, 2), (float)random_in(random, 1, 3), 0},
                               UPRIGHT};
        if (tum_body_kind(world, body) == TUM_BODY_DYNAMIC) {
            (void)tum_body_set_pose3(world, body, pose);
        }
        break;
    }
    default: {
        // Two that are there already; the same one twice is refused.
        TumJointDef3 def = tum_default_joint_def3();
        const TumLimit limit = some_limit(random, false);
        def.body_a = body;
        def.body_b = some_body(setup, random);
        def.limits = &limit;
        def.limit_count = 1;
        (void)tum_world_add_joint3(world, &def, NULL);
        break;
    }
    }
}

static void edits_of_all_sorts_give_the_same_bits_on_any_number_of_threads(void **state)
{
    (void)state;
    for (uint64_t seed = 1; seed <= 3; ++seed) {
        Setup one = setup_empty(), three = setup_empty();
        Joints of_one = fill_heap(&one), of_three = fill_heap(&three);
        three.def.threads = 3;
        setup_start(&one);
        setup_start(&three);
        Random a = {seed}, b = {seed};
        for (int step = 0; step < 400; ++step) {
            stir(&one, &a, step);
            stir(&three, &b, step);
            assert_true(tum_world_hash(one.world) == tum_world_hash(three.world));
            const TumStatus status = tum_world_step(one.world, 1.0f / 60.0f);
            assert_int_equal(tum_world_step(three.world, 1.0f / 60.0f), status);
            assert_int_equal(status, TUM_OK);
            assert_true(tum_world_hash(one.world) == tum_world_hash(three.world));
        }
        joints_end(&of_one);
        joints_end(&of_three);
    }
}

static void *saved(const Setup *setup, size_t *count)
{
    *count = tum_checkpoint_bytes(setup->world);
    void *bytes = malloc(*count);
    assert_non_null(bytes);
    ok(tum_checkpoint_write(setup->world, bytes, *count));
    return bytes;
}

static void edited_joints_go_on_from_a_checkpoint_to_the_bit(void **state)
{
    (void)state;
    // Taken between an edit and the step that lays it out; later edits come in both.
    for (int moment = 10; moment < 150; moment += 13) {
        Setup unbroken = setup_empty(), resumed = setup_empty();
        Joints a = fill_heap(&unbroken), b = fill_heap(&resumed);
        resumed.def.threads = 2;
        setup_start(&unbroken);
        setup_start(&resumed);
        setup_run(&resumed, 0.1);
        Random random = {5};
        for (int step = 0; step < moment; ++step) {
            setup_step(&unbroken);
            stir(&unbroken, &random, step);
        }
        size_t count, again_count;
        void *bytes = saved(&unbroken, &count);
        ok(tum_checkpoint_read(resumed.world, bytes, count, NULL, NULL));
        assert_true(tum_world_hash(unbroken.world) == tum_world_hash(resumed.world));
        void *again = saved(&resumed, &again_count);
        assert_int_equal(again_count, count);
        assert_memory_equal(again, bytes, count);
        free(again);
        free(bytes);
        Random other = random;
        for (int step = moment; step < moment + 40; ++step) {
            setup_step(&unbroken);
            setup_step(&resumed);
            assert_true(tum_world_hash(unbroken.world) == tum_world_hash(resumed.world));
            stir(&unbroken, &random, step);
            stir(&resumed, &other, step);
        }
        joints_end(&a);
        joints_end(&b);
    }
}

// Their contact has a place of its own until the next step shares it; a world that is taken up in
// between is in the same state, to the hash.
static void bodies_that_touch_and_were_just_joined_go_through_a_checkpoint(void **state)
{
    (void)state;
    Setup unbroken = setup_empty(), resumed = setup_empty();
    for (int i = 0; i < 2; ++i) {
        Setup *setup = i == 0 ? &unbroken : &resumed;
        setup_floor(setup);
        setup_body(setup, box_shape(1, 1, 1), 0, 0.5, 0);
        setup_body(setup, box_shape(1, 1, 1), 0, 1.5, 0);
        setup_start(setup);
    }
    setup_run(&unbroken, 0.2);
    TumJointDef3 def = tum_default_joint_def3();
    const TumLimit limit = {.axes = 7, .stiffness = (double)INFINITY};
    def.body_a = setup_id(&unbroken, 1);
    def.body_b = setup_id(&unbroken, 2);
    def.frame_a.position = (TumVec3){0, 0.5f, 0};
    def.frame_b.position = (TumVec3){0, -0.5f, 0};
    def.limits = &limit;
    def.limit_count = 1;
    def.enable_collision = true;
    ok(tum_world_add_joint3(unbroken.world, &def, NULL));
    size_t count;
    void *bytes = saved(&unbroken, &count);
    ok(tum_checkpoint_read(resumed.world, bytes, count, NULL, NULL));
    free(bytes);
    assert_true(tum_world_hash(unbroken.world) == tum_world_hash(resumed.world));
    setup_step(&unbroken);
    setup_step(&resumed);
    assert_true(tum_world_hash(unbroken.world) == tum_world_hash(resumed.world));
    setup_end(&resumed);
    setup_end(&unbroken);
}

static void a_heavy_chain_goes_on_from_a_checkpoint_in_a_fresh_world(void **state)
{
    (void)state;
    // What its joints pulled with, at which arm, decides how stiff the next step is.
    Setup whole = setup_empty(), fresh = setup_empty();
    int links[8];
    TumJointId joints[8];
    for (int i = 0; i < 2; ++i) {
        Setup *setup = i == 0 ? &whole : &fresh;
        chain(setup, 8, links);
        setup->things[links[7]].motion.mass = 4000.0;
        setup->things[links[7]].motion.linear_velocity[2] = 30;
        setup_start(setup);
    }
    join_chain(&whole, 8, links, joints);
    setup_run(&whole, 0.1);
    size_t count;
    void *bytes = saved(&whole, &count);
    ok(tum_checkpoint_read(fresh.world, bytes, count, NULL, NULL));
    free(bytes);
    for (int i = 0; i < 30; ++i) {
        setup_step(&whole);
        setup_step(&fresh);
        assert_true(tum_world_hash(whole.world) == tum_world_hash(fresh.world));
    }
    // Ids keep their meaning: index and generation.
    const TumJointId there = tum_world_joint_at(fresh.world, joints[3].index1 - 1);
    assert_int_equal(there.generation, joints[3].generation);
    setup_end(&whole);
    setup_end(&fresh);
}

static void altered_joints_are_refused_or_go_on_without_harm(void **state)
{
    (void)state;
    Setup setup = setup_empty();
    int links[3];
    TumJointId joints[3];
    setup_floor(&setup);
    chain(&setup, 3, links);
    setup_start(&setup);
    const size_t without = tum_checkpoint_bytes(setup.world);
    join_chain(&setup, 3, links, joints);
    join_motor(&setup, THE_WORLD, setup_id(&setup, links[2]), (TumVec3){1.5f, 4, 0},
               (TumDrive){.space = TUM_SPACE_ANGULAR, .axis = 2, .max_force = 10, .damping = 1});
    ok(tum_world_remove_joint(setup.world, joints[1]));
    const size_t of_joints = tum_checkpoint_bytes(setup.world) - without;
    setup_run(&setup, 2);
    size_t count;
    unsigned char *bytes = saved(&setup, &count), *altered = malloc(count);
    Random random = {11};
    int refused = 0, accepted = 0;
    assert_true(of_joints > 1000 && of_joints < count);
    for (int i = 0; i < 4000; ++i) {
        memcpy(altered, bytes, count);
        for (int k = 0; k <= i % 3; ++k) {
            // Joints are what comes last.
            altered[(size_t)random_in(&random, (double)(count - of_joints), (double)count)] ^=
                (unsigned char)random_in(&random, 1, 256);
        }
        sign_checkpoint(altered, count);
        const TumStatus status = tum_checkpoint_read(setup.world, altered, count, NULL, NULL);
        if (status != TUM_OK) {
            assert_int_equal(status, TUM_ERROR_INPUT);
            ++refused;
            continue;
        }
        ++accepted;
        for (size_t k = 0; k < tum_world_joint_count(setup.world); ++k) {
            TumVec3 force;
            const TumJointId joint = tum_world_joint_at(setup.world, k);
            tum_joint_force3(setup.world, joint, &force, NULL);
            (void)tum_joint_set_enabled(setup.world, joint, (i + (int)k) % 3 != 0);
        }
        for (int k = 0; k < 3; ++k) {
            const TumStatus stepped = tum_world_step(setup.world, 1.0f / 60.0f);
            assert_true(stepped == TUM_OK || stepped == TUM_ERROR_DIVERGED);
        }
    }
    assert_true(refused > 300 && accepted > 300);
    free(altered);
    free(bytes);
    setup_end(&setup);
}

static void running_out_of_memory_leaves_joints_that_go_on(void **state)
{
    (void)state;
    int successes = 0;
    for (size_t fail_after = 0; fail_after < 80; ++fail_after) {
        Counting counting;
        Setup setup = setup_empty();
        Joints joints = fill_heap(&setup);
        setup.def.allocator = counting_allocator(&counting);
        setup_start(&setup);
        setup_run(&setup, 0.1);
        const TumBodyId body = tum_world_body_at(setup.world, 9);
        counting.fail_after = fail_after;
        const TumLimit limits[2] = {lock(TUM_SPACE_LINEAR, 7), lock(TUM_SPACE_ANGULAR, 3)};
        for (int i = 0; i < 4; ++i) {
            TumJointDef3 def = joint_at(&setup, THE_WORLD, body, (TumVec3){0, 1, 0});
            def.limits = limits;
            def.limit_count = 2;
            TumJointId joint;
            if (tum_world_add_joint3(setup.world, &def, &joint) != TUM_OK) {
                assert_int_equal(joint.index1, 0);
                continue;
            }
            ++successes;
            (void)tum_body_set_kind(setup.world, body, (TumBodyKind)(i % 3));
            (void)tum_joint_set_enabled(setup.world, joint, false);
            (void)tum_joint_set_enabled(setup.world, joint, true);
            const TumStatus status = tum_world_step(setup.world, 1.0f / 60.0f);
            assert_true(status == TUM_OK || status == TUM_ERROR_MEMORY);
        }
        counting.fail_after = SIZE_MAX;
        setup_run(&setup, 0.2);
        joints_end(&joints);
        assert_int_equal(counting.blocks, 0);
    }
    assert_true(successes > 10);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(an_added_joint_holds_and_a_removed_one_lets_go),
        cmocka_unit_test(joined_bodies_collide_again_once_the_joint_is_gone),
        cmocka_unit_test(joined_bodies_collide_or_not_as_the_program_says),
        cmocka_unit_test(colliders_of_the_world_are_passed_through_from_then_on),
        cmocka_unit_test(of_two_joints_that_forbid_the_last_one_counts),
        cmocka_unit_test(of_the_world_only_colliders_of_the_node_are_passed_through),
        cmocka_unit_test(a_disabled_joint_is_as_good_as_removed_until_it_is_enabled),
        cmocka_unit_test(a_drive_follows_the_targets_it_is_given),
        cmocka_unit_test(a_limit_gets_another_range_and_another_nature),
        cmocka_unit_test(a_target_costs_no_layout_and_no_memory),
        cmocka_unit_test(a_joint_pulls_with_the_weight_that_hangs_on_it),
        cmocka_unit_test(a_removed_body_takes_its_joints_along),
        cmocka_unit_test(joined_bodies_change_their_kind_and_back),
        cmocka_unit_test(a_disabled_body_holds_nobody),
        cmocka_unit_test(joints_stay_in_place_when_the_center_of_mass_moves),
        cmocka_unit_test(a_chain_told_to_sleep_sleeps_as_one),
        cmocka_unit_test(a_static_body_that_is_moved_draws_what_sleeps_on_its_joint),
        cmocka_unit_test(a_frame_that_is_moved_draws_the_body_after_it),
        cmocka_unit_test(stale_ids_are_an_error_everywhere_and_change_nothing),
        cmocka_unit_test(what_makes_no_sense_is_refused),
        cmocka_unit_test(joints_added_before_the_first_step_equal_those_of_a_scene_to_the_bit),
        cmocka_unit_test(joints_that_come_and_go_elsewhere_change_no_bit_of_the_others),
        cmocka_unit_test(turns_are_counted_on_while_the_same_body_is_joined_elsewhere),
        cmocka_unit_test(joints_of_the_scene_are_found_in_its_order),
        cmocka_unit_test(joints_are_drawn_with_and_without_a_scene),
        cmocka_unit_test(edits_of_all_sorts_give_the_same_bits_on_any_number_of_threads),
        cmocka_unit_test(edited_joints_go_on_from_a_checkpoint_to_the_bit),
        cmocka_unit_test(bodies_that_touch_and_were_just_joined_go_through_a_checkpoint),
        cmocka_unit_test(a_heavy_chain_goes_on_from_a_checkpoint_in_a_fresh_world),
        cmocka_unit_test(altered_joints_are_refused_or_go_on_without_harm),
        cmocka_unit_test(running_out_of_memory_leaves_joints_that_go_on),
    };
    return cmocka_run_group_tests_name("joint edit", tests, NULL, NULL);
}
