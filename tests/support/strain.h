// SPDX-License-Identifier: MIT
/// strain.h: joined bodies that meet others, made from a number, and the energy that they hold.
///
///     const Strain strain = random_strain(number);
///     const StrainEnd end = strain_run(&strain, 120);
///     assert_between(end.gain, 0, 1.01);
///
/// All is passive: no drives, no animation, restitution 1 at most. The floor is y = 0, and no
/// energy is below it.
#ifndef TUM_TESTS_STRAIN_H
#define TUM_TESTS_STRAIN_H

#include "tests/support/shot.h"

typedef enum StrainKind {
    STRAIN_SPAN, ///< Planks in a row from wall to wall, or from one wall, and what falls on them.
    STRAIN_PENDULUM, ///< Links from a hook with a heavy ball at the end, boxes in its way.
    STRAIN_PRESS,    ///< A figure on the floor, and a plate that comes down on it.
    STRAIN_NET, ///< Balls in a square, held at the corners, and heavier ones that fall on them.
    STRAIN_KINDS
} StrainKind;

typedef struct Strain {
    StrainKind kind;
    uint64_t number;
    int links, weights;
    int copies;       ///< Side by side: more than one are solved as a team.
    double link_mass; ///< [kg]
    double ratio;     ///< Of the heaviest to the lightest.
    double drop;      ///< [m]
    double angle;     ///< [rad] Of pendulums, from hanging.
    double radius;    ///< [m] Of their balls.
    double friction, restitution;
    bool has_hinges, is_doubled, is_open, has_limits;
} Strain;

typedef struct StrainWorld {
    Setup setup;
    Joints joints;
} StrainWorld;

typedef struct StrainEnd {
    double gain; ///< Greatest energy by that of the start.
    double gap;  ///< [m] Widest of a joint.
    int frame;   ///< When there was most energy.
} StrainEnd;

static inline double random_decades(uint64_t *state, double low, double high)
{
    return low * pow(high / low, shot_random(state, 0, 1));
}

static inline bool random_bool(uint64_t *state, double share)
{
    return shot_random(state, 0, 1) < share;
}

/// 1 to 16 links or planks, masses 1 : 1 to 1 : 1000, half of them with restitution and half with
/// copies.
static inline Strain random_strain(uint64_t number)
{
    uint64_t state = number * 0x9e3779b97f4a7c15u + 12345;
    Strain strain = {.number = number, .kind = (StrainKind)(number % STRAIN_KINDS)};
    strain.copies = random_bool(&state, 0.5) ? 1 : 2 + shot_choice(&state, 7);
    strain.friction = random_bool(&state, 0.3) ? 0 : shot_random(&state, 0, 1);
    strain.restitution = random_bool(&state, 0.5) ? 0 : shot_random(&state, 0, 1);
    strain.has_hinges = random_bool(&state, 0.5);
    strain.is_doubled = random_bool(&state, 0.5);
    strain.is_open = random_bool(&state, 0.3);
    strain.has_limits = random_bool(&state, 0.3);
    strain.drop = shot_random(&state, 0.01, 2);
    strain.weights = 1 + shot_choice(&state, 3);
    strain.ratio = random_decades(&state, 1, 1000);
    strain.angle = shot_random(&state, 0.5, 2.1);
    strain.radius = shot_random(&state, 0.3, 1);
    strain.links = 1 + shot_choice(&state, strain.kind == STRAIN_SPAN ? 16 : 12);
    strain.link_mass = random_decades(&state, 1, strain.kind == STRAIN_SPAN ? 1000 : 30);
    if (strain.kind == STRAIN_NET) {
        strain.links = 3 + strain.links % 4;
        strain.copies = 1 + strain.copies % 2;
    } else if (strain.kind == STRAIN_PRESS) {
        strain.ratio = pow(strain.ratio, 2.0 / 3.0); // to 1 : 100, 1 : 1000 by the smallest part
    }
    return strain;
}

static inline int strain_box(StrainWorld *world, double x, double y, double z, const double half[3],
                             double mass)
{
    const int box =
        setup_body(&world->setup, box_shape(2 * half[0], 2 * half[1], 2 * half[2]), x, y, z);
    world->setup.things[box].motion.mass = mass;
    return box;
}

static inline int strain_ball(StrainWorld *world, double x, double y, double z, double radius,
                              double mass)
{
    const int ball = setup_body(&world->setup, sphere_shape(radius), x, y, z);
    world->setup.things[ball].motion.mass = mass;
    return ball;
}

static inline int strain_ball_joint(StrainWorld *world, int a, int b, double x, double y, double z)
{
    const int joint = joint_add(&world->joints, a, b, x, y, z);
    joint_ball(&world->joints, joint);
    return joint;
}

static const double PLANK[3] = {0.35, 0.08, 1.6};

/// Two planks at their edges, in the middle or at both sides.
static inline void strain_pin(StrainWorld *world, const Strain *strain, int a, int b, double x,
                              double z)
{
    for (int side = 0; side < (strain->is_doubled ? 2 : 1); ++side) {
        const double across = strain->is_doubled ? 2.8 * side - 1.4 : 0;
        const int joint = joint_add(&world->joints, a, b, x, 6, z + across);
        if (strain->has_hinges) {
            joint_hinge(&world->joints, joint, 2);
        } else {
            joint_ball(&world->joints, joint);
        }
    }
}

static inline int strain_wall(StrainWorld *world, double x, double z)
{
    return setup_static(&world->setup, box_shape(2 * PLANK[0], 2 * PLANK[1], 2 * PLANK[2]), x, 6,
                        z);
}

static inline void strain_add_span(StrainWorld *world, const Strain *strain, double z)
{
    const double first = -0.375 * (strain->links + 1);
    int before = strain_wall(world, first, z);
    for (int i = 1; i <= strain->links; ++i) {
        const double x = first + 0.75 * i;
        const int plank = strain_box(world, x, 6, z, PLANK, strain->link_mass);
        strain_pin(world, strain, before, plank, x - 0.375, z);
        before = plank;
    }
    if (!strain->is_open) {
        const int wall = strain_wall(world, -first, z);
        strain_pin(world, strain, before, wall, -first - 0.375, z);
    }
    for (int i = 0; i < strain->weights; ++i) {
        const double x = i - 0.5 * (strain->weights - 1), y = 6.08 + 0.3 + strain->drop;
        const double mass = strain->link_mass * strain->ratio;
        if (strain->has_limits) {
            strain_ball(world, x, y, z, 0.3, mass);
        } else {
            strain_box(world, x, y, z, (double[3]){0.3, 0.3, 0.3}, mass);
        }
    }
}

/// A node below a thing, on its axis Y.
static inline int strain_end(StrainWorld *world, int thing, double along)
{
    const int end = setup_node(&world->setup, 0, along, 0);
    setup_parent(&world->setup, end, thing);
    return end;
}

static inline void strain_add_pendulum(StrainWorld *world, const Strain *strain, double z)
{
    Setup *setup = &world->setup;
    const double hook = 0.7 * strain->links + 2 * strain->radius + 0.1;
    const double s = sin(strain->angle), c = cos(strain->angle);
    int end = setup_node(setup, 0, hook, z);
    for (int i = 0; i < strain->links; ++i) {
        const double along = 0.7 * (i + 0.5);
        const int link =
            setup_body(setup, capsule_shape(0.45, 0.1, 0.1), s * along, hook - c * along, z);
        setup_turn(setup, link, 0, 0, 1, strain->angle);
        setup->things[link].motion.mass = strain->link_mass;
        const int joint = joint_between(&world->joints, end, strain_end(world, link, 0.35));
        joint_ball(&world->joints, joint);
        if (strain->has_limits && i > 0) {
            joint_range(&world->joints, joint, TUM_SPACE_ANGULAR, 5, 0, 0.6);
        }
        if (strain->has_limits && strain->is_doubled && i > 0) {
            joint_range(&world->joints, joint, TUM_SPACE_ANGULAR, 2, -0.3, 0.3);
        }
        end = strain_end(world, link, -0.35);
    }
    const double along = 0.7 * strain->links + strain->radius;
    const double mass = strain->link_mass * strain->ratio;
    const int ball = strain_ball(world, s * along, hook - c * along, z, strain->radius, mass);
    setup_turn(setup, ball, 0, 0, 1, strain->angle);
    joint_ball(&world->joints,
               joint_between(&world->joints, end, strain_end(world, ball, strain->radius)));
    for (int i = 1; i < strain->weights; ++i) {
        strain_box(world, -1 - i % 2, i / 2 + 0.5, z, (double[3]){0.4, 0.5, 0.5}, mass / 16);
    }
}

static inline void strain_add_limb(StrainWorld *world, const Strain *strain, int trunk, double side,
                                   double z)
{
    const double m = strain->link_mass;
    const int upper = strain_box(world, side * 0.55, 0.16, z, (double[3]){0.18, 0.06, 0.06}, m);
    const int shoulder = strain_ball_joint(world, trunk, upper, side * 0.36, 0.16, z);
    if (strain->has_limits) {
        joint_range(&world->joints, shoulder, TUM_SPACE_ANGULAR, 6, 0, 0.8);
        joint_range(&world->joints, shoulder, TUM_SPACE_ANGULAR, 1, -0.5, 0.5);
    }
    if (strain->is_doubled) {
        const double half[3] = {0.16, 0.05, 0.05};
        const int lower = strain_box(world, side * 0.91, 0.16, z, half, 0.5 * m);
        const int elbow = joint_add(&world->joints, upper, lower, side * 0.74, 0.16, z);
        joint_hinge(&world->joints, elbow, 2);
        if (strain->has_limits) {
            joint_range(&world->joints, elbow, TUM_SPACE_ANGULAR, 4, -1.0, 0.3);
        }
    }
}

static inline void strain_add_press(StrainWorld *world, const Strain *strain, double z)
{
    const double m = strain->link_mass;
    const int trunk = strain_box(world, 0, 0.16, z, (double[3]){0.35, 0.15, 0.2}, 4 * m);
    for (int i = 0; i < 4; ++i) {
        strain_add_limb(world, strain, trunk, i < 2 ? 1 : -1, z + (i % 2 == 0 ? 0.12 : -0.12));
    }
    strain_box(world, 0.3 * (strain->weights - 2), 0.41 + strain->drop, z,
               (double[3]){0.9, 0.1, 0.6}, 5 * m * strain->ratio);
}

static inline void strain_add_net(StrainWorld *world, const Strain *strain, double z)
{
    enum { SIDE_MOST = 20 };
    const int n = strain->links;
    int knots[SIDE_MOST][SIDE_MOST];
    for (int i = 0; i < n; ++i) {
        for (int k = 0; k < n; ++k) {
            const double x = 0.5 * i - 0.25 * (n - 1), at = z + 0.5 * k - 0.25 * (n - 1);
            const bool is_corner = i % (n - 1) == 0 && k % (n - 1) == 0;
            knots[i][k] = is_corner ? setup_static(&world->setup, sphere_shape(0.12), x, 4, at)
                                    : strain_ball(world, x, 4, at, 0.12, strain->link_mass);
            if (i > 0) {
                strain_ball_joint(world, knots[i - 1][k], knots[i][k], x - 0.25, 4, at);
            }
            if (k > 0) {
                strain_ball_joint(world, knots[i][k - 1], knots[i][k], x, 4, at - 0.25);
            }
        }
    }
    for (int i = 0; i < strain->weights; ++i) {
        strain_ball(world, 0.1 * i, 4.6 + strain->drop + 0.9 * i, z, 0.4,
                    strain->link_mass * strain->ratio);
    }
}

/// Not started yet.
static inline StrainWorld strain_world(void)
{
    StrainWorld world = {.setup = setup_empty()};
    world.joints = joints_of(&world.setup);
    world.setup.def.no_sleep = true;
    setup_floor(&world.setup);
    return world;
}

/// [J] Of all bodies that move freely.
static inline double strain_energy(const Setup *setup)
{
    double sum = 0;
    for (size_t i = 0; i < setup->scene->body_count; ++i) {
        const TumBody *body = &setup->scene->bodies[i];
        if (body->kind != TUM_BODY_DYNAMIC) {
            continue;
        }
        const TumBodyId id = tum_world_body_at(setup->world, i);
        const TumVec3 v = tum_body_linear_velocity3(setup->world, id);
        const TumVec3 w = tum_body_angular_velocity3(setup->world, id);
        const TumQuat q = tum_body_pose3(setup->world, id).rotation;
        const double *p = body->inertia_rotation.q;
        const DQuat principal =
            dquat_multiply((DQuat){(double)q.x, (double)q.y, (double)q.z, (double)q.w},
                           (DQuat){p[0], p[1], p[2], p[3]});
        const DVec3 spin = dquat_rotate(dquat_conjugate(principal),
                                        (DVec3){(double)w.x, (double)w.y, (double)w.z});
        const DVec3 speed = {(double)v.x, (double)v.y, (double)v.z};
        const double height = (double)tum_body_center_of_mass3(setup->world, id).y;
        sum += body->mass * (9.81 * height + 0.5 * dvec3_length_squared(speed)) +
               0.5 * (body->inertia[0] * spin.x * spin.x + body->inertia[1] * spin.y * spin.y +
                      body->inertia[2] * spin.z * spin.z);
    }
    return sum;
}

/// Steps a world that `strain_world` and things added to it made, and ends it.
static inline StrainEnd strain_finish(StrainWorld *world, int frames)
{
    Setup *setup = &world->setup;
    world->joints.setup = setup;
    setup_start(setup);
    const double start = strain_energy(setup);
    StrainEnd end = {.gain = 0};
    for (int i = 0; i < frames; ++i) {
        setup_step(setup);
        const double gain = strain_energy(setup) / start;
        if (!(gain <= end.gain)) {
            end.gain = gain;
            end.frame = i;
        }
        for (int k = 0; k < setup->joint_count; ++k) {
            end.gap = fmax(end.gap, joint_gap(&world->joints, k));
        }
    }
    joints_end(&world->joints);
    return end;
}

/// The world of a scene, not started yet; to be kept where it is from then on.
static inline StrainWorld strain_scene(const Strain *strain)
{
    static void (*const add[STRAIN_KINDS])(StrainWorld *, const Strain *, double) = {
        strain_add_span, strain_add_pendulum, strain_add_press, strain_add_net};
    StrainWorld world = strain_world();
    world.joints.setup = &world.setup;
    for (int i = 0; i < strain->copies; ++i) {
        add[strain->kind](&world, strain, 5.0 * i);
    }
    setup_all_materials(&world.setup, strain->friction, strain->friction, strain->restitution);
    return world;
}

static inline StrainEnd strain_run(const Strain *strain, int frames)
{
    StrainWorld world = strain_scene(strain);
    return strain_finish(&world, frames);
}

#endif
