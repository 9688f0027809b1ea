// SPDX-License-Identifier: MIT
/// shot.h: bodies shot at thin walls, by the thousand.
///
///     Shot shot = random_shot(number);
///     const ShotEnd end = shoot(&shot);
///     assert_false(end.passed);
///
/// The wall stands across x = 0, a centimetre thick or without thickness, 40 m wide and high; the
/// body comes from x < 0. There is no gravity.
#ifndef TUM_TESTS_SHOT_H
#define TUM_TESTS_SHOT_H

#include "tests/support/joint_support.h"

typedef enum ShotShape {
    SHOT_SPHERE,
    SHOT_BOX,
    SHOT_PLATE,
    SHOT_ROD,
    SHOT_CAPSULE,
    SHOT_CYLINDER,
    SHOT_CONE,
    SHOT_HULL,
    SHOT_SHAPES
} ShotShape;

typedef enum ShotWall {
    WALL_BOX,    ///< 1 cm
    WALL_QUAD,   ///< Two triangles, wound one way.
    WALL_QUADS,  ///< Four, wound both ways.
    WALL_CLOSED, ///< The triangles of a box of 1 cm.
    WALL_GRID,   ///< A quad of 40 by 40 squares, the inner ones 5 cm.
    WALL_PLANE,  ///< A half-space.
    SHOT_WALLS
} ShotWall;

typedef struct Shot {
    ShotShape shape;
    ShotWall wall;
    double size;               ///< [m] Longest edge.
    double thin;               ///< Of plates and rods: thickness by size.
    double speed;              ///< [m/s]
    double spin;               ///< [rad/s]
    double incidence;          ///< [rad] 0: straight on.
    double distance;           ///< [m] From the wall, along the way.
    double turn_axis[3], turn; ///< Of the body at the start.
    double spin_axis[3];
    double restitution, friction;
    double rate; ///< [Hz]
} Shot;

typedef struct ShotEnd {
    bool passed;    ///< The middle came to the far side.
    bool stopped;   ///< Its way ended before it was at the wall.
    bool diverged;  ///< A step failed.
    double through; ///< [m] The farthest any part reached beyond the wall.
    double gain;    ///< Greatest kinetic energy by what it began with.
    double least;   ///< Kinetic energy at the end by what it began with.
    int steps;
} ShotEnd;

/// Numbers that look random; the same for the same state.
static inline double shot_random(uint64_t *state, double low, double high)
{
    *state += 0x9e3779b97f4a7c15u;
    uint64_t z = *state;
    z = (z ^ z >> 30) * 0xbf58476d1ce4e5b9u;
    z = (z ^ z >> 27) * 0x94d049bb133111ebu;
    z ^= z >> 31;
    return low + (high - low) * ((double)(z >> 11) * 0x1p-53);
}

static inline void shot_axis(uint64_t *state, double axis[3])
{
    double square;
    do {
        square = 0;
        for (int i = 0; i < 3; ++i) {
            axis[i] = shot_random(state, -1, 1);
            square += axis[i] * axis[i];
        }
    } while (square > 1 || square < 0.01);
    for (int i = 0; i < 3; ++i) {
        axis[i] /= sqrt(square);
    }
}

static inline int shot_choice(uint64_t *state, int count)
{
    return (int)shot_random(state, 0, count);
}

/// 1 to 30 cm, 20 to 200 m/s, 0 to 500 rad/s, 0 to 80 degrees from straight on.
static inline Shot random_shot(uint64_t number)
{
    uint64_t state = number * 0x2545f4914f6cdd1du;
    static const double bounces[4] = {0, 0, 0.5, 1}, rates[3] = {60, 60, 120};
    Shot shot = {.shape = (ShotShape)shot_choice(&state, SHOT_SHAPES),
                 .wall = (ShotWall)shot_choice(&state, SHOT_WALLS),
                 .thin = shot_random(&state, 0.05, 0.2),
                 .speed = shot_random(&state, 20, 200),
                 .spin = shot_random(&state, 0, 500),
                 .incidence = shot_random(&state, 0, 80 * acos(-1) / 180),
                 .distance = shot_random(&state, 0.5, 5),
                 .turn = shot_random(&state, 0, 3),
                 .friction = shot_random(&state, 0, 1)};
    const double u = shot_random(&state, 0, 1);
    shot.size = 0.01 * pow(30, u);
    shot_axis(&state, shot.turn_axis);
    shot_axis(&state, shot.spin_axis);
    shot.restitution = bounces[shot_choice(&state, 4)];
    shot.rate = rates[shot_choice(&state, 3)];
    return shot;
}

/// The corners of an octagonal prism, each pulled in by a share of its own.
static inline void shot_hull(Setup *setup, int thing, double size)
{
    double *points = calloc(48, sizeof *points);
    for (int i = 0; i < 16; ++i) {
        const double angle = acos(-1) / 4 * (i % 8 + 0.3 * (i / 8));
        const double radius = size * (0.5 - 0.02 * (i % 5));
        set3(points + 3 * i, radius * cos(angle), (i < 8 ? -0.3 : 0.4) * size, radius * sin(angle));
    }
    setup->things[thing].points = points;
    setup->things[thing].point_count = 16;
}

static inline TumShape shot_shape(const Shot *shot)
{
    const double s = shot->size, t = shot->size * shot->thin;
    switch (shot->shape) {
    case SHOT_SPHERE: return sphere_shape(0.5 * s);
    case SHOT_BOX: return box_shape(s, 0.8 * s, 0.6 * s);
    case SHOT_PLATE: return box_shape(s, t, 0.8 * s);
    case SHOT_ROD: return box_shape(t, s, t);
    case SHOT_CAPSULE: return capsule_shape(0.6 * s, 0.2 * s, 0.2 * s);
    case SHOT_CYLINDER: return cylinder_shape(0.7 * s, 0.35 * s, 0.35 * s);
    case SHOT_CONE: return cylinder_shape(0.8 * s, 0.4 * s, 0);
    default: return (TumShape){.kind = TUM_SHAPE_CONVEX, .mesh = -1};
    }
}

// Inner squares are small, the outer ones go on to the edge.
static inline void shot_grid(Setup *setup, int thing)
{
    enum { SIDE = 41 };
    static uint32_t triangles[(SIDE - 1) * (SIDE - 1) * 6];
    double *points = calloc(SIDE * SIDE * 3, sizeof *points);
    uint32_t *next = triangles;
    for (uint32_t i = 0; i < SIDE * SIDE; ++i) {
        const int row = (int)(i / SIDE) - 20, column = (int)(i % SIDE) - 20;
        const double y = row * (abs(row) == 20 ? 1.0 : 0.05);
        const double z = column * (abs(column) == 20 ? 1.0 : 0.05);
        set3(points + 3 * i, 0, y, z);
        if (row < 20 && column < 20) {
            const uint32_t square[6] = {i, i + 1, i + SIDE, i + 1, i + SIDE + 1, i + SIDE};
            memcpy(next, square, sizeof square);
            next += 6;
        }
    }
    Thing *made = &setup->things[thing];
    made->points = points;
    made->point_count = SIDE * SIDE;
    made->triangles = triangles;
    made->triangle_count = (SIDE - 1) * (SIDE - 1) * 2;
}

static inline int shot_wall(Setup *setup, ShotWall kind)
{
    static const uint32_t quads[12] = {0, 1, 2, 0, 2, 3, 0, 2, 1, 0, 3, 2};
    const TumShape mesh = {.kind = TUM_SHAPE_MESH, .mesh = -1};
    if (kind == WALL_BOX) {
        return setup_static(setup, box_shape(0.01, 40, 40), 0, 0, 0);
    }
    if (kind == WALL_PLANE) {
        const int wall = setup_static(setup, plane_shape(), 0, 0, 0);
        setup_turn(setup, wall, 0, 0, 1, acos(-1) / 2); // Up is where bodies come from.
        return wall;
    }
    const int wall = setup_static(setup, mesh, 0, 0, 0);
    if (kind == WALL_CLOSED) {
        setup_box_mesh(setup, wall, 0.005, 20, 20);
    } else if (kind == WALL_GRID) {
        shot_grid(setup, wall);
    } else {
        double *points = calloc(12, sizeof *points);
        for (int i = 0; i < 4; ++i) {
            set3(points + 3 * i, 0, i == 0 || i == 3 ? -20 : 20, i < 2 ? -20 : 20);
        }
        Thing *made = &setup->things[wall];
        made->points = points;
        made->point_count = 4;
        made->triangles = quads;
        made->triangle_count = kind == WALL_QUAD ? 2 : 4;
    }
    return wall;
}

static inline void shot_rotate(TumQuat q, const double v[3], double out[3])
{
    const double u[3] = {(double)q.x, (double)q.y, (double)q.z}, w = (double)q.w;
    const double t[3] = {2 * (u[1] * v[2] - u[2] * v[1]), 2 * (u[2] * v[0] - u[0] * v[2]),
                         2 * (u[0] * v[1] - u[1] * v[0])};
    out[0] = v[0] + w * t[0] + u[1] * t[2] - u[2] * t[1];
    out[1] = v[1] + w * t[1] + u[2] * t[0] - u[0] * t[2];
    out[2] = v[2] + w * t[2] + u[0] * t[1] - u[1] * t[0];
}

/// The greatest x of any point of the shape. The axis of revolution is Y.
static inline double shot_reach(const Thing *thing, TumPose3 pose)
{
    const TumShape *shape = &thing->shape;
    double farthest = -INFINITY;
    for (size_t i = 0; thing->points != NULL && i < thing->point_count; ++i) {
        double p[3];
        shot_rotate(pose.rotation, thing->points + 3 * i, p);
        farthest = fmax(farthest, p[0]);
    }
    for (int i = 0; shape->kind == TUM_SHAPE_BOX && i < 8; ++i) {
        const double corner[3] = {shape->size[0] * (i & 1 ? 0.5 : -0.5),
                                  shape->size[1] * (i & 2 ? 0.5 : -0.5),
                                  shape->size[2] * (i & 4 ? 0.5 : -0.5)};
        double p[3];
        shot_rotate(pose.rotation, corner, p);
        farthest = fmax(farthest, p[0]);
    }
    const double up[3] = {0, 1, 0};
    double axis[3];
    shot_rotate(pose.rotation, up, axis);
    const double across = sqrt(fmax(0, 1 - axis[0] * axis[0]));
    const double lift = 0.5 * shape->height * axis[0];
    if (shape->kind == TUM_SHAPE_SPHERE) {
        farthest = shape->radius;
    } else if (shape->kind == TUM_SHAPE_CAPSULE) {
        farthest = fmax(lift + shape->radius_top, -lift + shape->radius_bottom);
    } else if (shape->kind == TUM_SHAPE_CYLINDER) {
        farthest = fmax(lift + shape->radius_top * across, -lift + shape->radius_bottom * across);
    }
    return (double)pose.position.x + farthest;
}

/// Kinetic energy [J].
static inline double shot_energy(const Setup *setup, int thing)
{
    const TumBody *body = NULL;
    for (size_t i = 0; i < setup->scene->body_count; ++i) {
        body = setup->scene->bodies[i].node == thing ? &setup->scene->bodies[i] : body;
    }
    const TumVec3 v = setup_velocity(setup, thing), w = setup_spin(setup, thing);
    TumQuat q = setup_pose(setup, thing).rotation;
    double energy = 0.5 * body->mass * (double)(v.x * v.x + v.y * v.y + v.z * v.z);
    // From the world to the body, then to its principal axes.
    double local[3] = {(double)w.x, (double)w.y, (double)w.z};
    q = (TumQuat){-q.x, -q.y, -q.z, q.w};
    double in_body[3], principal[3];
    shot_rotate(q, local, in_body);
    const double *p = body->inertia_rotation.q;
    const TumQuat back = {(float)-p[0], (float)-p[1], (float)-p[2], (float)p[3]};
    shot_rotate(back, in_body, principal);
    for (int i = 0; i < 3; ++i) {
        energy += 0.5 * body->inertia[i] * principal[i] * principal[i];
    }
    return energy;
}

static inline ShotEnd shoot(const Shot *shot)
{
    Setup setup = setup_empty();
    setup.rate = shot->rate;
    shot_wall(&setup, shot->wall);
    const double c = cos(shot->incidence), s = sin(shot->incidence);
    const double away = shot->distance + shot->size / c;
    const int body = setup_body(&setup, shot_shape(shot), -away * c, -away * s, 0.013);
    if (shot->shape == SHOT_HULL) {
        shot_hull(&setup, body, shot->size);
    }
    setup_turn(&setup, body, shot->turn_axis[0], shot->turn_axis[1], shot->turn_axis[2],
               shot->turn);
    setup_all_materials(&setup, shot->friction, shot->friction, shot->restitution);
    MotionDef *motion = &setup.things[body].motion;
    motion->gravity_factor = 0;
    motion->velocity_space = VELOCITY_IN_WORLD;
    set3(motion->linear_velocity, shot->speed * c, shot->speed * s, 0);
    set3(motion->angular_velocity, shot->spin * shot->spin_axis[0], shot->spin * shot->spin_axis[1],
         shot->spin * shot->spin_axis[2]);
    setup_start(&setup);

    const double side = shot->wall == WALL_BOX || shot->wall == WALL_CLOSED ? 0.005 : 0;
    const double begin = shot_energy(&setup, body);
    ShotEnd end = {.through = -INFINITY};
    bool is_free = true;
    double before = (double)setup_pose(&setup, body).position.x;
    const int steps = (int)(away / (shot->speed) * shot->rate) + 25;
    for (; end.steps < steps; ++end.steps) {
        if (tum_world_step(setup.world, (float)(1.0 / setup.rate)) != TUM_OK) {
            end.diverged = true;
            break;
        }
        const TumPose3 pose = setup_pose(&setup, body);
        const TumVec3 v = setup_velocity(&setup, body);
        const double x = (double)pose.position.x;
        if (fabs((double)pose.position.y) > 19 || fabs((double)pose.position.z) > 19) {
            break;
        }
        const double reach = shot_reach(&setup.things[body], pose);
        end.through = fmax(end.through, reach - side);
        end.passed |= before < side && x >= side;
        const double change = hypot((double)v.x - shot->speed * c, (double)v.y - shot->speed * s);
        if (is_free && change > 0.02 * shot->speed) {
            is_free = false;
            const double left = fmax(0, -(double)v.x) / shot->rate;
            end.stopped = reach < -side - 0.005 - 1.05 * left -
                                      (shot->shape == SHOT_SPHERE ? 0 : 0.9 * shot->size);
        }
        end.least = shot_energy(&setup, body) / begin;
        end.gain = fmax(end.gain, end.least);
        before = x;
    }
    setup_end(&setup);
    return end;
}

/// A rod or plate pinned at its middle by a ball joint, spun into a wall that stands within its
/// reach.
/// @return how far any part reached beyond the wall [m], negative: not at all; nor where it began
/// in the wall.
static inline double spin_pinned(uint64_t number)
{
    uint64_t state = number * 0xd1342543de82ef95u;
    Shot shot = random_shot(number);
    shot.shape = shot_choice(&state, 2) ? SHOT_ROD : SHOT_PLATE;
    shot.size = shot_random(&state, 0.1, 2);
    const double spin = shot_random(&state, 5, 500);
    const double away = shot.size * shot_random(&state, 0.15, 0.45);
    Setup setup = setup_empty();
    setup.rate = shot.rate;
    shot_wall(&setup, shot.wall);
    const int body = setup_body(&setup, shot_shape(&shot), -away, 0.013, 0.017);
    // The longest edge along the wall, within the plane in which it turns.
    const double angle = shot_random(&state, -0.3, 0.3);
    setup_turn(&setup, body, 0, 0, 1, angle + (shot.shape == SHOT_PLATE ? acos(-1) / 2 : 0));
    MotionDef *motion = &setup.things[body].motion;
    motion->gravity_factor = 0;
    motion->velocity_space = VELOCITY_IN_WORLD;
    set3(motion->angular_velocity, 0, 0, shot_choice(&state, 2) ? spin : -spin);
    setup_all_materials(&setup, shot.friction, shot.friction, shot.restitution);
    Joints joints = joints_of(&setup);
    const int post = setup_node(&setup, -away, 0.013, 0.017);
    const int joint = joint_between(&joints, post, body);
    joint_lock(&joints, joint, TUM_SPACE_LINEAR, 7);
    setup_start(&setup);
    const double side = shot.wall == WALL_BOX || shot.wall == WALL_CLOSED ? 0.005 : 0;
    const bool begins_in_it = shot_reach(&setup.things[body], setup_pose(&setup, body)) > -side;
    double through = -INFINITY;
    for (int step = 0; step < 120; ++step) {
        setup_step(&setup);
        through = fmax(through, shot_reach(&setup.things[body], setup_pose(&setup, body)) - side);
    }
    joints_end(&joints);
    return begins_in_it ? -INFINITY : through;
}

typedef struct ChainShotEnd {
    double through; ///< [m] The farthest the middle of any link came beyond the wall.
    double gap;     ///< [m] The widest that any joint opened.
    bool diverged;
} ChainShotEnd;

/// Eight rods that hang together by ball joints at their ends, shot at a wall sideways.
static inline ChainShotEnd shoot_chain(uint64_t number)
{
    enum { LINKS = 8 };
    uint64_t state = number * 0xd1342543de82ef95u;
    Shot shot = random_shot(number);
    const double length = shot_random(&state, 0.03, 0.3), width = 0.2 * length;
    Setup setup = setup_empty();
    setup.rate = shot.rate;
    shot_wall(&setup, shot.wall);
    Joints joints = joints_of(&setup);
    const double away = -shot.distance - length;
    const double spin = shot_random(&state, -0.5, 0.5) * shot.speed / (LINKS * length);
    int links[LINKS];
    for (int i = 0; i < LINKS; ++i) {
        const double y = length * (i - 0.5 * (LINKS - 1));
        links[i] = setup_body(&setup, box_shape(width, 0.9 * length, width), away, y, 0.017);
        MotionDef *motion = &setup.things[links[i]].motion;
        motion->gravity_factor = 0;
        set3(motion->linear_velocity, shot.speed - spin * y, 0, 0);
        set3(motion->angular_velocity, 0, 0, spin);
        if (i > 0) {
            const double between = y - 0.5 * length;
            joint_ball(&joints, joint_add(&joints, links[i - 1], links[i], away, between, 0.017));
        }
    }
    setup_all_materials(&setup, shot.friction, shot.friction, shot.restitution);
    setup_start(&setup);
    const double side = shot.wall == WALL_BOX || shot.wall == WALL_CLOSED ? 0.005 : 0;
    ChainShotEnd end = {.through = -INFINITY};
    const int steps = (int)(-away / shot.speed * shot.rate) + 30;
    for (int step = 0; step < steps && !end.diverged; ++step) {
        end.diverged = tum_world_step(setup.world, (float)(1.0 / setup.rate)) != TUM_OK;
        for (int i = 0; i < LINKS; ++i) {
            const TumVec3 at = setup_pose(&setup, links[i]).position;
            if (fabs((double)at.y) < 19 && fabs((double)at.z) < 19) {
                end.through = fmax(end.through, (double)at.x - side);
            }
            end.gap = fmax(end.gap, i > 0 ? joint_gap(&joints, i - 1) : 0);
        }
    }
    joints_end(&joints);
    return end;
}

/// A wall of 1 cm that an animation moves at up to 200 m/s, and turns, against a body at rest.
/// @return whether the body's middle came to the other side of the wall's plane.
static inline bool swat(uint64_t number)
{
    uint64_t state = number * 0xd1342543de82ef95u;
    Shot shot = random_shot(number);
    static const ShotWall walls[3] = {WALL_BOX, WALL_QUADS, WALL_CLOSED};
    const double speed = shot.speed, away = shot.distance, last = away / speed + 0.3;
    const double most = fmin(0.5 * speed / away, 20);
    const double lean = shot_choice(&state, 2) ? shot_random(&state, -most, most) : 0; // [rad/s]
    Setup setup = setup_empty();
    setup.rate = shot.rate;
    const int wall = shot_wall(&setup, walls[shot_choice(&state, 3)]);
    double times[64], places[64 * 3], turns[64 * 4];
    for (int i = 0; i < 64; ++i) {
        times[i] = last * i / 63;
        set3(places + 3 * i, -away + speed * times[i], 0, 0);
        const double half = 0.5 * lean * (times[i] - away / speed);
        set3(turns + 4 * i, 0, 0, sin(half));
        turns[4 * i + 3] = cos(half);
    }
    setup_track(&setup, wall, TUM_TRACK_TRANSLATION, TUM_INTERPOLATION_LINEAR, 64, times, places);
    if (lean != 0) {
        setup_track(&setup, wall, TUM_TRACK_ROTATION, TUM_INTERPOLATION_LINEAR, 64, times, turns);
    }
    const int body = setup_body(&setup, shot_shape(&shot), shot.size, 0.1, 0.2);
    if (shot.shape == SHOT_HULL) {
        shot_hull(&setup, body, shot.size);
    }
    setup_turn(&setup, body, shot.turn_axis[0], shot.turn_axis[1], shot.turn_axis[2], shot.turn);
    MotionDef *motion = &setup.things[body].motion;
    motion->gravity_factor = 0;
    motion->velocity_space = VELOCITY_IN_WORLD;
    const double spin = shot_choice(&state, 2) ? shot.spin : 0;
    set3(motion->angular_velocity, spin * shot.spin_axis[0], spin * shot.spin_axis[1],
         spin * shot.spin_axis[2]);
    setup_all_materials(&setup, shot.friction, shot.friction, shot.restitution);
    setup_start(&setup);
    bool passed = false;
    const int steps = (int)((away / speed + 0.02) * shot.rate + 1);
    for (int i = 1; i <= steps && !passed; ++i) {
        setup_step(&setup);
        const double t = i / shot.rate, angle = lean * (t - away / speed);
        const TumVec3 p = setup_pose(&setup, body).position;
        const double x = (double)p.x - (-away + speed * t), y = (double)p.y;
        passed = x * cos(angle) + y * sin(angle) < 0 && fabs(y) < 15;
    }
    setup_end(&setup);
    return passed;
}

/// A shot at a free board of 1 m by 1 m by 1 cm.
/// `diverged` receives whether the world ended.
/// @return whether the body's middle passed through the board.
static inline bool shoot_at_board(uint64_t number, bool *diverged)
{
    uint64_t state = number * 0xd1342543de82ef95u;
    const Shot shot = random_shot(number);
    Setup setup = setup_empty();
    setup.rate = shot.rate;
    const int board = setup_body(&setup, box_shape(0.01, 1, 1), 0, 0, 0);
    setup.things[board].motion.gravity_factor = 0;
    const double away = shot.distance + shot.size;
    const int body = setup_body(&setup, shot_shape(&shot), -away, 0.1, 0.05);
    if (shot.shape == SHOT_HULL) {
        shot_hull(&setup, body, shot.size);
    }
    setup_turn(&setup, body, shot.turn_axis[0], shot.turn_axis[1], shot.turn_axis[2], shot.turn);
    MotionDef *motion = &setup.things[body].motion;
    motion->gravity_factor = 0;
    motion->velocity_space = VELOCITY_IN_WORLD;
    set3(motion->linear_velocity, shot.speed, 0, 0);
    const double spin = shot_choice(&state, 2) ? shot.spin : 0;
    set3(motion->angular_velocity, spin * shot.spin_axis[0], spin * shot.spin_axis[1],
         spin * shot.spin_axis[2]);
    setup_all_materials(&setup, shot.friction, shot.friction, shot.restitution);
    setup_start(&setup);
    bool passed = false;
    double before = -away;
    const int steps = (int)(away / shot.speed * shot.rate) + 10;
    *diverged = false;
    for (int i = 0; i < steps && !passed && !*diverged; ++i) {
        *diverged = tum_world_step(setup.world, (float)(1.0 / setup.rate)) != TUM_OK;
        const TumPose3 a = setup_pose(&setup, board), b = setup_pose(&setup, body);
        const double between[3] = {(double)(b.position.x - a.position.x),
                                   (double)(b.position.y - a.position.y),
                                   (double)(b.position.z - a.position.z)};
        double local[3];
        const TumQuat back = {-a.rotation.x, -a.rotation.y, -a.rotation.z, a.rotation.w};
        shot_rotate(back, between, local);
        passed = before < 0 && local[0] >= 0 && fabs(local[1]) < 0.45 && fabs(local[2]) < 0.45;
        before = local[0];
    }
    setup_end(&setup);
    return passed;
}

#endif
