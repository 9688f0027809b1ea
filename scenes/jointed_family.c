// SPDX-License-Identifier: MIT
// jointed_family.c: families held by joints: cars on bridges, wrecking balls, machines, nets.
#include "family.h"
#include "parts.h"

#include <math.h>
#include <stdio.h>

static const double upright[4] = {0.0, 0.0, 0.0, 1.0};
static const double x_axis[3] = {1.0, 0.0, 0.0}, z_axis[3] = {0.0, 0.0, 1.0};
static const double QUARTER = 1.57079632679489661923; // [rad]

typedef struct Yard {
    Gltf *gltf;
    SceneRandom *random;
    int material;
} Yard;

static int add(const Yard *yard, int geometry, double x, double y, double z, const double turn[4],
               GltfMotion motion)
{
    const double at[3] = {x, y, z};
    return scene_add_at(yard->gltf, geometry, at, turn, motion, yard->material);
}

static Yard open_yard(Gltf *gltf, SceneRandom *random, double half)
{
    const Yard yard = {gltf, random, scene_random_material(gltf, random, 0.4, 0.9, 0.1)};
    add(&yard, gltf_box(gltf, half, 1.0, half), 0.0, -1.0, 0.0, upright, GLTF_FIXED);
    return yard;
}

static void set_filter(const Yard *yard, int node, int filter)
{
    if (!yard->gltf->failed) {
        yard->gltf->nodes[node].filter = filter;
    }
}

static const double PLANK = 0.4; // [m] Length.

// A car along x: a box on four cylinders, each on a hinge with a motor.
static void add_car(const Yard *yard, int wheel_joint, int chassis_shape, int wheel_shape,
                    double half, double x, double y, double z, const char *name)
{
    double across[4];
    scene_turn(0, QUARTER, across); // y, the cylinder's axis, to z
    const int filter = gltf_filter(yard->gltf, name);
    const int chassis = add(yard, chassis_shape, x, y, z, upright, GLTF_DYNAMIC);
    set_filter(yard, chassis, filter);
    for (int i = 0; i < 4; ++i) {
        const double at[3] = {x + (i % 2 == 0 ? -0.7 : 0.7), y - 0.2,
                              z + (i / 2 == 0 ? -half : half)};
        const int wheel = add(yard, wheel_shape, at[0], at[1], at[2], across, GLTF_DYNAMIC);
        set_filter(yard, wheel, filter);
        scene_join(yard->gltf, wheel_joint, chassis, wheel, at, z_axis);
    }
}

// A row of planks between two blocks, each plank on two hinges.
static void add_bridge(const Yard *yard, int planks, double y, double z)
{
    Gltf *gltf = yard->gltf;
    const double length = PLANK, start = -0.5 * planks * length, ramp = 6.0;
    const int hinge = scene_hinge(gltf, NULL);
    const int plank = gltf_box(gltf, 0.48 * length, 0.06, 1.2),
              block = gltf_box(gltf, ramp, 0.1, 1.3);
    int before = add(yard, block, start - ramp, y - 0.04, z, upright, GLTF_FIXED);
    for (int i = 0; i <= planks && !gltf->failed; ++i) {
        const double x = start + i * length;
        const int next = i < planks
                             ? add(yard, plank, x + 0.5 * length, y, z, upright, GLTF_DYNAMIC)
                             : add(yard, block, x + ramp, y - 0.04, z, upright, GLTF_FIXED);
        for (int side = -1; side <= 1; side += 2) {
            const double at[3] = {x, y, z + side * 1.0};
            scene_join(gltf, hinge, before, next, at, z_axis);
        }
        before = next;
    }
}

// Bridges of 30 to 60 planks; on each four cars of 200 to 1500 kg, wheels 4 to 12 rad/s.
void scene_family_bridges(Gltf *gltf, SceneRandom *random, int bodies)
{
    enum { CARS = 4 };
    const int bridges = (bodies + 79) / 80;
    const Yard yard = open_yard(gltf, random, 60.0 + 4.0 * bridges);
    for (int i = 0; i < bridges && !gltf->failed; ++i) {
        const int planks = 30 + scene_pick(random, 31);
        const double y = 4.0, z = 4.0 * (i - 0.5 * (bridges - 1));
        add_bridge(&yard, planks, y, z);
        const GltfMotor motor = {.axis = 0,
                                 .velocity = -scene_random(random, 4.0, 12.0),
                                 .damping = 1000.0,
                                 .most = 2000.0};
        const int joint = scene_hinge(gltf, &motor);
        const double thick = scene_random(random, 0.1, 0.2),
                     radius = scene_random(random, 0.3, 0.4);
        const int chassis = gltf_box(gltf, 1.0, 0.2, 0.5);
        const int wheel = gltf_cylinder(gltf, radius, radius, thick);
        for (int car = 0; car < CARS && !gltf->failed; ++car) {
            char name[32];
            snprintf(name, sizeof name, "car %d %d", i, car);
            const double start = -0.5 * planks * PLANK;
            const int first = (int)gltf->node_count;
            add_car(&yard, joint, chassis, wheel, 0.55 + 0.5 * thick, start - 8.0 + 2.6 * car,
                    y + 0.3 + radius, z, name);
            if (!gltf->failed) {
                gltf->nodes[first].mass = scene_random_scale(random, 200.0, 1500.0);
            }
        }
    }
}

// Walls of 98 boxes; before each a ball on a chain of 12 links, up to a thousand times as heavy as
// a link, that swings from 60 degrees.
void scene_family_wrecking(Gltf *gltf, SceneRandom *random, int bodies)
{
    enum { LINKS = 12, COLUMNS = 14, ROWS = 7, A_SITE = LINKS + 1 + COLUMNS * ROWS };
    const int sites = (bodies + A_SITE - 1) / A_SITE;
    const Yard yard = open_yard(gltf, random, 60.0 + 10.0 * sites);
    const GltfLimit point = {.axes = 7, .has_min = true};
    const int ball_joint = gltf_joint(gltf, &point, 1);
    const int brick = gltf_box(gltf, 0.25, 0.25, 0.25), anchor = gltf_sphere(gltf, 0.1);
    const double length = 0.5, sine = 0.8660254037844386, cosine = 0.5; // of 60 degrees
    const int link = gltf_capsule(gltf, 0.08, length - 0.2);
    double along[4];
    scene_turn(2, -QUARTER + 0.5235987755982988, along); // down the rope
    for (int site = 0; site < sites && !gltf->failed; ++site) {
        const double z = 9.0 * (site - 0.5 * (sites - 1)), top = 8.0;
        char name[32];
        snprintf(name, sizeof name, "chain %d", site);
        const int filter = gltf_filter(gltf, name);
        for (int i = 0; i < COLUMNS * ROWS && !gltf->failed; ++i) {
            add(&yard, brick, 0.8, 0.25 + 0.5 * (i / COLUMNS),
                z + 0.51 * (i % COLUMNS - 0.5 * (COLUMNS - 1)), upright, GLTF_DYNAMIC);
        }
        int before = add(&yard, anchor, -0.4, top, z, upright, GLTF_FIXED);
        set_filter(&yard, before, filter);
        for (int i = 0; i <= LINKS && !gltf->failed; ++i) {
            const double to_joint = i * length, radius = 0.6;
            const double to_middle = to_joint + (i < LINKS ? 0.5 * length : radius);
            const int shape = i < LINKS ? link : gltf_sphere(gltf, radius);
            const int node = add(&yard, shape, -0.4 - sine * to_middle, top - cosine * to_middle, z,
                                 along, GLTF_DYNAMIC);
            set_filter(&yard, node, filter);
            if (!gltf->failed) {
                const double ratio = scene_random_scale(random, 100.0, 1000.0);
                gltf->nodes[node].mass = i < LINKS ? 5.0 : 5.0 * ratio;
            }
            const double at[3] = {-0.4 - sine * to_joint, top - cosine * to_joint, z};
            scene_join(gltf, ball_joint, before, node, at, x_axis);
            before = node;
        }
    }
}

// A wheel with eight teeth about z on a hinge to the world. @return the wheel's node.
static int add_gear(const Yard *yard, int post, int joint, int disc, int tooth, double radius,
                    double phase, double x, double y, double z)
{
    enum { TEETH = 8 };
    Gltf *gltf = yard->gltf;
    double across[4];
    scene_turn(0, QUARTER, across);
    const int gear = add(yard, GLTF_NONE, x, y, z, upright, GLTF_DYNAMIC);
    const int middle = add(yard, disc, 0.0, 0.0, 0.0, across, GLTF_FIXED);
    if (gltf->failed) {
        return gear;
    }
    gltf->nodes[middle].parent = gear;
    for (int i = 0; i < TEETH && !gltf->failed; ++i) {
        double turn[4];
        const double out[3] = {radius, 0.0, 0.0};
        double at[3];
        scene_turn(2, phase + i * 4.0 * QUARTER / TEETH, turn);
        scene_turn_vector(turn, out, at);
        const int node = add(yard, tooth, at[0], at[1], at[2], turn, GLTF_FIXED);
        if (!gltf->failed) {
            gltf->nodes[node].parent = gear;
        }
    }
    const double at[3] = {x, y, z};
    scene_join(gltf, joint, post, gear, at, z_axis);
    return gear;
}

// A crank, a coupler and a rocker between two points of the world: four hinges in a loop.
static void add_linkage(const Yard *yard, int post, int driven, int free_joint, double x, double y,
                        double z, int filter)
{
    Gltf *gltf = yard->gltf;
    // Crank 0.4 m upright, coupler 1.2 m, rocker 0.8 m upright-ish, ground between them.
    const double crank = 0.4, rise = 0.4, coupler = 1.2, rocker = crank + rise;
    const double run = sqrt(coupler * coupler - rise * rise);
    const double points[4][3] = {
        {x, y, z}, {x, y + crank, z}, {x + run, y + rocker, z}, {x + run, y, z}};
    const double lengths[3] = {crank, coupler, rocker};
    int before = post;
    for (int i = 0; i < 3 && !gltf->failed; ++i) {
        const double *from = points[i], *to = points[i + 1];
        double turn[4];
        scene_turn_toward(to[0] - from[0], to[1] - from[1], turn);
        const int bar =
            add(yard, gltf_box(gltf, 0.5 * lengths[i], 0.05, 0.15), 0.5 * (from[0] + to[0]),
                0.5 * (from[1] + to[1]), z, turn, GLTF_DYNAMIC);
        set_filter(yard, bar, filter);
        scene_join(gltf, i == 0 ? driven : free_joint, before, bar, from, z_axis);
        before = bar;
    }
    scene_join(gltf, free_joint, post, before, points[3], z_axis);
}

// Machines: a train of three gears, the first with a motor of 1 to 3 rad/s, and four linkages in a
// row, each with a motor of 2 to 6 rad/s; boxes and balls fall on them.
void scene_family_machines(Gltf *gltf, SceneRandom *random, int bodies)
{
    enum { GEARS = 3, LINKAGES = 4, LOAD = 20, A_MACHINE = GEARS + 3 * LINKAGES + LOAD };
    const int machines = (bodies + A_MACHINE - 1) / A_MACHINE, row = (int)ceil(sqrt(machines));
    const Yard yard = open_yard(gltf, random, 40.0 + 8.0 * row);
    const double radius = 0.5;
    double across[4];
    scene_turn(0, QUARTER, across);
    const int disc = gltf_cylinder(gltf, radius, radius, 0.3);
    const int tooth = gltf_box(gltf, 0.12, 0.07, 0.14);
    const int box = gltf_box(gltf, 0.15, 0.12, 0.18), ball = gltf_sphere(gltf, 0.15);
    const int hinge = scene_hinge(gltf, NULL);
    for (int i = 0; i < machines && !gltf->failed; ++i) {
        const double x = 8.0 * (i % row - 0.5 * row), z = 5.0 * (i / row - 0.5 * row), y = 1.2;
        const GltfMotor slow = {
            .velocity = scene_random(random, 1.0, 3.0), .damping = 500.0, .most = 300.0};
        const GltfMotor fast = {
            .velocity = scene_random(random, 2.0, 6.0), .damping = 500.0, .most = 400.0};
        const int slow_joint = scene_hinge(gltf, &slow), fast_joint = scene_hinge(gltf, &fast);
        char name[32];
        snprintf(name, sizeof name, "machine %d", i);
        const int filter = gltf_filter(gltf, name);
        const int post =
            add(&yard, gltf_box(gltf, 0.1, 0.1, 0.1), x - 2.0, 0.1, z - 2.0, upright, GLTF_FIXED);
        for (int k = 0; k < GEARS; ++k) {
            // Teeth of neighbours mesh: half a pitch apart.
            add_gear(&yard, post, k == 0 ? slow_joint : hinge, disc, tooth, radius + 0.08,
                     k % 2 == 0 ? 0.0 : 0.25 * QUARTER, x + 1.22 * k, y, z);
        }
        for (int k = 0; k < LINKAGES; ++k) {
            add_linkage(&yard, post, fast_joint, hinge, x, 0.6, z + 0.8 + 0.5 * k, filter);
        }
        for (int k = 0; k < LOAD && !gltf->failed; ++k) {
            add(&yard, k % 2 == 0 ? box : ball, x + 0.5 * (k % 5), 2.6 + 0.45 * (k / 10),
                z + (k / 5 % 2 == 0 ? 0.0 : 1.5), upright, GLTF_DYNAMIC);
        }
    }
}

// Equal bodies in a grid, each joined to those beside it.
typedef struct Grid {
    int count[3]; // along x, y and z
    double apart; // [m]
    int geometry, joint, filter;
    double mass; // [kg]
} Grid;

typedef enum Hold { HOLD_NOTHING, HOLD_RIM, HOLD_CORNERS, HOLD_TOP } Hold;

static bool is_held(const Grid *grid, Hold hold, int i, int j, int k)
{
    const bool is_side = i == 0 || i == grid->count[0] - 1;
    const bool is_end = k == 0 || k == grid->count[2] - 1;
    return (hold == HOLD_RIM && (is_side || is_end)) ||
           (hold == HOLD_CORNERS && is_side && is_end) ||
           (hold == HOLD_TOP && is_side && j == grid->count[1] - 1);
}

static void join_beside(const Yard *yard, const Grid *grid, int node, int beside, int axis)
{
    const Gltf *gltf = yard->gltf;
    if (gltf->failed ||
        (gltf->nodes[node].motion != GLTF_DYNAMIC && gltf->nodes[beside].motion != GLTF_DYNAMIC)) {
        return;
    }
    const double *from = gltf->nodes[beside].position;
    double at[3] = {from[0], from[1], from[2]};
    at[axis] += 0.5 * grid->apart;
    scene_join(yard->gltf, grid->joint, beside, node, at, x_axis);
}

// @param middle  of the grid.
static void add_grid(const Yard *yard, const Grid *grid, Hold hold, const double middle[3])
{
    enum { SIDE_MOST = 14 };
    static const int axes = 3;
    Gltf *gltf = yard->gltf;
    int before[SIDE_MOST][SIDE_MOST] = {{0}}; // nodes of the last layer, by y and z
    const int *count = grid->count;
    for (int i = 0; i < count[0]; ++i) {
        for (int j = 0; j < count[1]; ++j) {
            for (int k = 0; k < count[2] && !gltf->failed; ++k) {
                const int index[3] = {i, j, k};
                double at[3];
                for (int axis = 0; axis < axes; ++axis) {
                    at[axis] = middle[axis] + (index[axis] - 0.5 * (count[axis] - 1)) * grid->apart;
                }
                const int node = add(yard, grid->geometry, at[0], at[1], at[2], upright,
                                     is_held(grid, hold, i, j, k) ? GLTF_FIXED : GLTF_DYNAMIC);
                set_filter(yard, node, grid->filter);
                if (!gltf->failed) {
                    gltf->nodes[node].mass = grid->mass;
                }
                if (i > 0) {
                    join_beside(yard, grid, node, before[j][k], 0);
                }
                if (j > 0) {
                    join_beside(yard, grid, node, before[j - 1][k], 1);
                }
                if (k > 0) {
                    join_beside(yard, grid, node, before[j][k - 1], 2);
                }
                before[j][k] = node;
            }
        }
    }
}

// Level nets of 5 to 14 knots a side, held by the rim or by the corners, nets that hang by two
// corners, and blocks of 3 to 5 locked cubes a side that fall on the ground; four boxes and balls
// of 0.5 to 8 times a knot's weight fall on each level net and each block.
void scene_family_nets(Gltf *gltf, SceneRandom *random, int bodies)
{
    enum { A_SITE = 90, LOAD = 4, HOLDS = 4 };
    const int sites = (bodies + A_SITE - 1) / A_SITE, row = (int)ceil(sqrt(sites));
    const Yard yard = open_yard(gltf, random, 40.0 + 8.0 * row);
    const GltfLimit locks[2] = {{.axes = 7, .has_min = true},
                                {.is_angular = true, .axes = 7, .has_min = true}};
    const int point = gltf_joint(gltf, locks, 1), lock = gltf_joint(gltf, locks, 2);
    const int box = gltf_box(gltf, 0.3, 0.2, 0.25), ball = gltf_sphere(gltf, 0.35);
    for (int site = 0; site < sites && !gltf->failed; ++site) {
        const Hold hold = (Hold)scene_pick(random, HOLDS);
        const bool is_block = hold == HOLD_NOTHING, hangs = hold == HOLD_TOP;
        const int side = is_block ? 3 + scene_pick(random, 3) : 5 + scene_pick(random, 10);
        const double apart = scene_random(random, 0.3, 0.6);
        char name[32];
        snprintf(name, sizeof name, "net %d", site);
        const Grid grid = {.count = {side, hangs || is_block ? side : 1, hangs ? 1 : side},
                           .apart = apart,
                           .geometry =
                               is_block ? gltf_box(gltf, 0.48 * apart, 0.48 * apart, 0.48 * apart)
                                        : gltf_sphere(gltf, 0.4 * apart),
                           .joint = is_block || scene_pick(random, 3) == 0 ? lock : point,
                           .filter = gltf_filter(gltf, name),
                           .mass = scene_random(random, 0.5, 2.0)};
        const double half = 0.5 * side * apart;
        const double middle[3] = {9.0 * (site % row - 0.5 * row),
                                  is_block ? half + 0.3 : half + 2.0,
                                  9.0 * (site / row - 0.5 * row)};
        add_grid(&yard, &grid, hold, middle);
        for (int k = 0; k < LOAD && !hangs && !gltf->failed; ++k) {
            const double above = is_block ? half + 0.6 : 0.9;
            const int node =
                add(&yard, k % 2 == 0 ? box : ball,
                    middle[0] + scene_random(random, -0.5, 0.5) * half, middle[1] + above + 0.8 * k,
                    middle[2] + scene_random(random, -0.5, 0.5) * half, upright, GLTF_DYNAMIC);
            if (!gltf->failed) {
                gltf->nodes[node].mass = grid.mass * scene_random_scale(random, 0.5, 8.0);
            }
        }
    }
}
