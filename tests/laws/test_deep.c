// SPDX-License-Identifier: MIT
// What an impact has driven deep into something comes out of it within a second.
#include "tests/support/joint_support.h"

static const double allowed = 0.01; // [m]

// Each side of a wall thinner than a shape whose middle is inside pushes it against the other one.
static void what_is_stuck_in_a_thin_wall_of_triangles_comes_out(void **state)
{
    (void)state;
    const struct {
        TumShape shape;
        double turn;   // about Z
        double height; // of its middle above what it lies on
    } cases[] = {
        {box_shape(0.5, 0.5, 0.5), 0, 0.25},
        {sphere_shape(0.25), 0, 0.25},
        {capsule_shape(0.5, 0.25, 0.25), PI / 2, 0.25},
        {cylinder_shape(0.4, 0.25, 0.25), 0, 0.2},
        {box_shape(0.3, 0.6, 0.3), 0, 0.3},
    };
    const double walls[] = {0.38, 0.3, 0.2, 0.1, 0.02}, offsets[] = {0, 0.004};
    for (size_t i = 0; i < sizeof cases / sizeof cases[0]; ++i) {
        for (size_t k = 0; k < sizeof walls / sizeof walls[0]; ++k) {
            for (size_t n = 0; n < sizeof offsets / sizeof offsets[0]; ++n) {
                Setup setup = setup_empty();
                const TumShape mesh = {.kind = TUM_SHAPE_MESH, .mesh = -1};
                const int wall = setup_static(&setup, mesh, 0, 0, 0);
                setup_box_mesh(&setup, wall, 10, walls[k] / 2, 10);
                const int body = setup_body(&setup, cases[i].shape, 0.13, offsets[n], 0.21);
                setup_turn(&setup, body, 0, 0, 1, cases[i].turn);
                setup.def.override_gravity = true;
                setup.def.gravity[1] = 0;
                setup_start(&setup);
                setup_run(&setup, 1);
                const double y = (double)setup_pose(&setup, body).position.y;
                print_message("case %zu, wall %g, from %g: at %g\n", i, walls[k], offsets[n], y);
                assert_between(fabs(y), walls[k] / 2 + cases[i].height - allowed, 3);
                setup_end(&setup);
            }
        }
    }
}

// From the frame of a thing.
static void place_in(const TumPose3 *pose, double y, double p[3])
{
    const TumQuat q = pose->rotation;
    const double axis[3] = {2 * ((double)q.x * (double)q.y - (double)q.w * (double)q.z),
                            1 - 2 * ((double)q.x * (double)q.x + (double)q.z * (double)q.z),
                            2 * ((double)q.y * (double)q.z + (double)q.w * (double)q.x)};
    p[0] = (double)pose->position.x + y * axis[0];
    p[1] = (double)pose->position.y + y * axis[1];
    p[2] = (double)pose->position.z + y * axis[2];
}

// Distance of a point from a box with these half edges; negative inside.
static double distance_from_box(const TumPose3 *pose, const double half[3], const double p[3])
{
    const DQuat q = {(double)pose->rotation.x, (double)pose->rotation.y, (double)pose->rotation.z,
                     (double)pose->rotation.w};
    const DVec3 way = {p[0] - (double)pose->position.x, p[1] - (double)pose->position.y,
                       p[2] - (double)pose->position.z};
    const DVec3 own = dquat_unrotate(q, way);
    const double e[3] = {fabs(own.x) - half[0], fabs(own.y) - half[1], fabs(own.z) - half[2]};
    double squared = 0;
    for (int i = 0; i < 3; ++i) {
        squared += e[i] > 0 ? e[i] * e[i] : 0;
    }
    return squared > 0 ? sqrt(squared) : fmax(e[0], fmax(e[1], e[2]));
}

static const double torso_half[3] = {0.18, 0.3, 0.11};

// How deep a capsule is in a torso, by points of its axis.
static double depth_in_torso(const Setup *setup, int torso, int capsule, double height,
                             double radius)
{
    const TumPose3 box = setup_pose(setup, torso), pose = setup_pose(setup, capsule);
    double deepest = -INFINITY;
    for (int i = -20; i <= 20; ++i) {
        double p[3];
        place_in(&pose, 0.5 * height * i / 20, p);
        deepest = fmax(deepest, radius - distance_from_box(&box, torso_half, p));
    }
    return deepest;
}

static int add_torso(Setup *setup, double x, double y, double z)
{
    return setup_body(setup, box_shape(2 * torso_half[0], 2 * torso_half[1], 2 * torso_half[2]), x,
                      y, z);
}

// A joint at a point of each of two things, in their own frames.
static void tie(Joints *joints, int a, const double at_a[3], int b, const double at_b[3])
{
    const double *pa = joints->setup->things[a].position, *pb = joints->setup->things[b].position;
    const int anchor_a =
        joint_anchor(joints->setup, a, pa[0] + at_a[0], pa[1] + at_a[1], pa[2] + at_a[2]);
    const int anchor_b =
        joint_anchor(joints->setup, b, pb[0] + at_b[0], pb[1] + at_b[1], pb[2] + at_b[2]);
    joint_ball(joints, joint_between(joints, anchor_a, anchor_b));
}

// Numbers from 0 to 1, the same in every run.
static double random_next(uint64_t *seed)
{
    *seed = *seed * UINT64_C(6364136223846793005) + UINT64_C(1442695040888963407);
    return (double)(*seed >> 33) / (double)(UINT64_C(1) << 31);
}

// A limb's capsule, where it is seen from the torso, and the joint at its upper end, on the side
// +X.
enum { LIMBS = 4, BODIES = 1 + 2 * LIMBS };
static const struct {
    double height, radius;
    double x, y;
    bool lies; // along X
    int above; // the limb that it hangs on, or -1: the torso
    double joint_x, joint_y;
} limbs[LIMBS] = {{0.22, 0.06, 0.39, 0.22, true, -1, 0.22, 0.22},
                  {0.22, 0.05, 0.72, 0.22, true, 0, 0.56, 0.22},
                  {0.26, 0.08, 0.10, -0.53, false, -1, 0.10, -0.32},
                  {0.28, 0.06, 0.10, -0.95, false, 2, 0.10, -0.74}};

// Of a limb (0 to 3) of a side, or of the torso: a point seen from the torso, in its own frame.
static void point_in(int limb, double side, double x, double y, double own[3])
{
    const double dx = limb < 0 ? x : x - side * limbs[limb].x;
    const double dy = limb < 0 ? y : y - limbs[limb].y;
    const bool lies = limb >= 0 && limbs[limb].lies;
    set3(own, lies ? dy : dx, lies ? -dx : dy, 0);
}

static void add_figure(Joints *joints, DQuat turn, DVec3 at, int bodies[BODIES])
{
    Setup *setup = joints->setup;
    const double half = 0.70710678118654752440;
    for (int i = 0; i < BODIES; ++i) {
        const int limb = i == 0 ? -1 : (i - 1) % LIMBS;
        const double side = i > LIMBS ? -1 : 1;
        const bool lies = i > 0 && limbs[limb].lies;
        const DVec3 center = {i == 0 ? 0 : side * limbs[limb].x, i == 0 ? 0 : limbs[limb].y, 0};
        const DVec3 p = dvec3_add(at, dquat_rotate(turn, center));
        const DQuat own = {0, 0, lies ? half : 0, lies ? half : 1}, q = dquat_multiply(turn, own);
        bodies[i] = i == 0 ? add_torso(setup, p.x, p.y, p.z)
                           : setup_body(setup,
                                        capsule_shape(limbs[limb].height, limbs[limb].radius,
                                                      limbs[limb].radius),
                                        p.x, p.y, p.z);
        double *rotation = setup->things[bodies[i]].rotation;
        set3(rotation, q.x, q.y, q.z);
        rotation[3] = q.w;
    }
    for (int i = 1; i < BODIES; ++i) {
        const int limb = (i - 1) % LIMBS, above = limbs[limb].above;
        const double side = i > LIMBS ? -1 : 1, x = side * limbs[limb].joint_x;
        double here[3], there[3];
        point_in(limb, side, x, limbs[limb].joint_y, here);
        point_in(above, side, x, limbs[limb].joint_y, there);
        tie(joints, above < 0 ? bodies[0] : bodies[i - 1], there, bodies[i], here);
    }
}

static DQuat random_turn(uint64_t *seed)
{
    double q[4], squared = 0;
    for (int i = 0; i < 4; ++i) {
        q[i] = random_next(seed) - 0.5;
        squared += q[i] * q[i];
    }
    const double length = sqrt(squared);
    return (DQuat){q[0] / length, q[1] / length, q[2] / length, q[3] / length};
}

static double deepest_limb(const Setup *setup, const int a[BODIES], const int b[BODIES])
{
    double deepest = 0;
    for (int i = 1; i < BODIES; ++i) {
        const int limb = (i - 1) % LIMBS;
        const double height = limbs[limb].height, radius = limbs[limb].radius;
        deepest = fmax(deepest, depth_in_torso(setup, a[0], b[i], height, radius));
        deepest = fmax(deepest, depth_in_torso(setup, b[0], a[i], height, radius));
    }
    return deepest;
}

// Two figures put into each other any way fall to the floor. In one of ten a limb goes through the
// other's torso: the shortest way out leads along the limb, and what it is joined to is on either
// side and pushed the other way.
static void limbs_come_out_of_the_torso_that_they_go_through(void **state)
{
    (void)state;
    for (uint64_t n = 30; n < 64; ++n) {
        uint64_t seed = n * 7919 + 13;
        Setup setup = setup_empty();
        Joints joints = joints_of(&setup);
        setup.def.no_sleep = true;
        setup_floor(&setup);
        for (int i = 0; i < 5; ++i) {
            random_next(&seed);
        }
        DQuat turn[2];
        turn[0] = random_turn(&seed);
        turn[1] = random_turn(&seed);
        const DVec3 first = {0, 2.2, 0};
        DVec3 second = first;
        second.x += (random_next(&seed) - 0.5) * 0.8;
        second.y += (random_next(&seed) - 0.5) * 0.8;
        second.z += (random_next(&seed) - 0.5) * 0.8;
        int a[BODIES], b[BODIES];
        add_figure(&joints, turn[0], first, a);
        add_figure(&joints, turn[1], second, b);
        setup_start(&setup);
        const double before = deepest_limb(&setup, a, b);
        setup_run(&setup, 1.2);
        const double after = deepest_limb(&setup, a, b);
        print_message("figures %d: %g deep, then %g\n", (int)n, before, after);
        assert_between(after, 0, allowed);
        joints_end(&joints);
    }
}

// Its upper arm, which does not collide with the torso, goes through it: the shortest way out pulls
// the arm taut.
static void a_forearm_in_its_own_torso_comes_out_of_it(void **state)
{
    (void)state;
    for (int i = 0; i < 4; ++i) {
        Setup setup = setup_empty();
        Joints joints = joints_of(&setup);
        setup.def.no_sleep = true;
        setup.def.override_gravity = true;
        setup.def.gravity[1] = 0;
        const double y = 0.2 - 0.1 * i, z = 0.02 * i;
        const int torso = add_torso(&setup, 0, 0, 0);
        const int arm = setup_body(&setup, capsule_shape(0.22, 0.06, 0.06), -0.05, y, z);
        const int forearm = setup_body(&setup, capsule_shape(0.22, 0.05, 0.05), 0.28, y, z);
        setup_turn(&setup, arm, 0, 0, 1, -PI / 2); // their Y is the world's X
        setup_turn(&setup, forearm, 0, 0, 1, -PI / 2);
        tie(&joints, torso, (double[3]){-0.22, y, z}, arm, (double[3]){0, -0.17, 0});
        tie(&joints, arm, (double[3]){0, 0.17, 0}, forearm, (double[3]){0, -0.16, 0});
        setup_start(&setup);
        const double before = depth_in_torso(&setup, torso, forearm, 0.22, 0.05);
        setup_run(&setup, 1);
        const double after = depth_in_torso(&setup, torso, forearm, 0.22, 0.05);
        print_message("forearm at %g %g: %g deep, then %g\n", y, z, before, after);
        assert_between(before, 0.05, 0.3);
        assert_between(after, -INFINITY, allowed);
        joints_end(&joints);
    }
}

// A capsule under a heavy body that is thrown down, deeper in a plane than half of its radius: what
// stops joined bodies that are fast would keep both there for good, ever faster by gravity.
static void a_joined_body_that_is_fast_and_deep_in_a_floor_comes_out_of_it(void **state)
{
    (void)state;
    const double radius = 0.03;
    for (int i = 0; i < 16; ++i) {
        Setup setup = setup_empty();
        Joints joints = joints_of(&setup);
        const double y = radius - (0.55 + 0.1 * (i % 4)) * radius; // [m] of its middle
        setup_static(&setup, plane_shape(), 0, 0, 0);
        const int capsule = setup_body(&setup, capsule_shape(0.1, radius, radius), 0, y, 0);
        setup_turn(&setup, capsule, 0, 0, 1, PI / 2);
        setup.things[capsule].motion.mass = 3;
        const int weight = setup_body(&setup, sphere_shape(0.1), 0.15, y + 0.3, 0);
        setup.things[weight].motion.mass = 60;
        set3(setup.things[weight].motion.linear_velocity, 0, -10 - 10 * (i / 4), 0);
        tie(&joints, capsule, (double[3]){0, -0.05, 0}, weight, (double[3]){-0.1, -0.3, 0});
        setup_start(&setup);
        setup_run(&setup, 1);
        const TumPose3 pose = setup_pose(&setup, capsule);
        double a[3], b[3];
        place_in(&pose, 0.05, a);
        place_in(&pose, -0.05, b);
        const double depth = radius - fmin(a[1], b[1]);
        const double speed = (double)setup_velocity(&setup, weight).y;
        print_message("%g deep, then %g, at %g m/s\n", radius - y, depth, speed);
        assert_between(depth, -INFINITY, allowed);
        joints_end(&joints);
    }
}

static void add_tooth(Setup *setup, TumBodyId gear, double angle)
{
    TumColliderDef3 def = tum_default_collider_def3();
    def.kind = TUM_SHAPE_BOX;
    def.size = (TumVec3){0.15f, 0.12f, 0.1f};
    def.pose.position = (TumVec3){(float)(0.35 * cos(angle)), 0, (float)(0.35 * sin(angle))};
    def.pose.rotation = (TumQuat){0, -(float)sin(angle / 2), 0, (float)cos(angle / 2)};
    def.material.static_friction = def.material.dynamic_friction = 0.3f;
    assert_int_equal(tum_world_add_collider3(setup->world, gear, &def, NULL), TUM_OK);
}

// Gears of 0.1 to 10 kg with six teeth each, put into each other in five layers between walls:
// teeth of two gears press from opposite sides. A fall from the top layer ends with 8 m/s, and
// contacts part at 3 m/s.
static void gears_in_each_other_are_not_flung(void **state)
{
    (void)state;
    enum { GEARS = 45, TEETH = 6 };
    for (int number = 0; number < 12; ++number) {
        Setup setup = setup_empty();
        Random random = {(uint64_t)number + 1};
        setup.def.substeps = 1 + number % 3;
        setup_floor(&setup);
        for (int i = 0; i < 4; ++i) {
            const double x = i < 2 ? 2.5 - 5 * i : 0, z = i < 2 ? 0 : 2.5 - 5 * (i - 2);
            setup_static(&setup, box_shape(i < 2 ? 1 : 6, 40, i < 2 ? 6 : 1), x, 15, z);
        }
        int gears[GEARS];
        for (int i = 0; i < GEARS; ++i) {
            gears[i] = setup_body(&setup, cylinder_shape(0.15, 0.3, 0.3), (i % 3 - 1) * 1.1,
                                  0.6 + 0.5 * (i / 9), (i / 3 % 3 - 1) * 1.1);
            setup.things[gears[i]].motion.mass = pow(10, random_in(&random, -1, 1));
            setup_turn(&setup, gears[i], random_in(&random, -1, 1), random_in(&random, -1, 1),
                       random_in(&random, -1, 1), random_in(&random, 0, 2 * PI));
        }
        setup_all_materials(&setup, 0.3, 0.3, 0);
        setup_start(&setup);
        for (int i = 0; i < GEARS; ++i) {
            for (int k = 0; k < TEETH; ++k) {
                add_tooth(&setup, setup_id(&setup, gears[i]), k * PI / 3);
            }
        }
        double fastest = 0;
        for (int frame = 0; frame < 120; ++frame) {
            setup_step(&setup);
            for (int i = 0; i < GEARS; ++i) {
                const TumVec3 v = setup_velocity(&setup, gears[i]);
                fastest =
                    fmax(fastest, dvec3_length((DVec3){(double)v.x, (double)v.y, (double)v.z}));
            }
        }
        print_message("pile %d, %d substeps: %g m/s at most\n", number, setup.def.substeps,
                      fastest);
        assert_between(fastest, 0, 12);
        setup_end(&setup);
    }
}

// [m] The deepest point of all contacts.
static double deepest(const Setup *setup, TumContact3 *contacts, size_t capacity)
{
    size_t count;
    assert_int_equal(tum_world_contacts3(setup->world, contacts, capacity, &count), TUM_OK);
    assert_true(count <= capacity);
    double depth = 0;
    for (size_t i = 0; i < count; ++i) {
        for (int k = 0; k < contacts[i].point_count; ++k) {
            depth = fmax(depth, -(double)contacts[i].points[k].separation);
        }
    }
    return depth;
}

// Bars that lie nearly along each other touch at both ends (collide3/clip3.h). With one point,
// which jumped from end to end, they rocked into each other: by 0.39 m in these pens, of 0.6.
static void bars_under_a_load_do_not_rock_into_each_other(void **state)
{
    (void)state;
    enum { PENS = 12, LAYERS = 8, CONTACTS_MOST = 1024 };
    static const double radius = 0.3, load = 4.0;
    const TumShape shapes[] = {capsule_shape(2 * radius, radius, radius),
                               cylinder_shape(4 * radius, radius, radius)};
    TumContact3 contacts[CONTACTS_MOST];
    for (size_t shape = 0; shape < sizeof shapes / sizeof shapes[0]; ++shape) {
        Random random = {7};
        for (int pen = 0; pen < PENS; ++pen) {
            Setup setup = setup_empty();
            setup_floor(&setup);
            for (int side = -1; side <= 1; side += 2) {
                setup_static(&setup, box_shape(1, 40, 4), side * 1.2, 20, 0);
                setup_static(&setup, box_shape(4, 40, 1), 0, 20, side * 1.5);
            }
            for (int i = 0; i < LAYERS; ++i) {
                const double x = random_in(&random, -0.2, 0.2), z = random_in(&random, -0.2, 0.2);
                const int bar = setup_body(&setup, shapes[shape], x, 0.4 + 0.7 * i, z);
                setup_turn(&setup, bar, 1, 0, 0, PI / 2);
            }
            setup_body(&setup, box_shape(1.3, load, 1.9), 0, 0.4 + 0.7 * LAYERS + load / 2, 0);
            setup_all_materials(&setup, 0.3, 0.3, 0);
            setup_start(&setup);
            double most = 0;
            for (int frame = 0; frame < 240; ++frame) {
                setup_step(&setup);
                most = fmax(most, deepest(&setup, contacts, CONTACTS_MOST));
            }
            print_message("shape %zu, pen %d: %g m deep\n", shape, pen, most);
            assert_between(most, 0, 0.4 * radius);
            setup_end(&setup);
        }
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(what_is_stuck_in_a_thin_wall_of_triangles_comes_out),
        cmocka_unit_test(limbs_come_out_of_the_torso_that_they_go_through),
        cmocka_unit_test(a_forearm_in_its_own_torso_comes_out_of_it),
        cmocka_unit_test(a_joined_body_that_is_fast_and_deep_in_a_floor_comes_out_of_it),
        cmocka_unit_test(gears_in_each_other_are_not_flung),
        cmocka_unit_test(bars_under_a_load_do_not_rock_into_each_other),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
