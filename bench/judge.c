// SPDX-License-Identifier: MIT
// judge.c: the quality of a simulated scene.
#include "judge.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "judge4.h"
#include "scenes/scenes.h"
#include "solid.h"

static const double LOST_BELOW = -3.0;  // [m]
static const double FALLEN_BY = 0.5;    // [m]
static const double FRAME = 1.0 / 60.0; // [s]
static const double GRAVITY = 9.81;     // [m/s^2] Of all scenes, along -y.
static const double ZERO_BELOW = 1.0;   // [m] Below the lowest body: there the energy is zero.

// One collider, where its body stands.
typedef struct Part {
    Solid solid;
    int32_t collider, body;
    bool moves; ///< Dynamic.
} Part;

typedef struct Judge {
    const TumScene *scene;
    const BenchPoses *now;
    SolidShape *shapes; ///< One a collider's shape; colliders of the benchmark are not scaled.
    Part *parts;
    size_t part_count;
    double *depths;
    size_t depth_count, depth_room;
    BenchQuality *quality;
    bool failed;
} Judge;

static SolidPose body_pose(const BenchPoses *poses, size_t body)
{
    double position[3], q[4];
    for (int k = 0; k < 3; ++k) {
        position[k] = (double)poses->positions[3 * body + (size_t)k];
    }
    for (int k = 0; k < 4; ++k) {
        q[k] = (double)poses->rotations[4 * body + (size_t)k];
    }
    return solid_pose(position, q);
}

// A frame in its body, or in the world where there is none.
static SolidPose frame_pose(const BenchPoses *poses, int32_t body, const double position[3],
                            const double q[4])
{
    const SolidPose own = solid_pose(position, q);
    if (body < 0) {
        return own;
    }
    const SolidPose world_from_body = body_pose(poses, (size_t)body);
    return solid_pose_in(&world_from_body, &own);
}

static void add_depth(Judge *judge, double depth)
{
    if (depth <= 0.0) {
        return;
    }
    if (judge->depth_count == judge->depth_room) {
        const size_t room = judge->depth_room * 2 + 1024;
        double *depths = realloc(judge->depths, room * sizeof *depths);
        if (depths == NULL) {
            judge->failed = true;
            return;
        }
        judge->depths = depths;
        judge->depth_room = room;
    }
    judge->depths[judge->depth_count++] = depth;
}

static int by_low_x(const void *a, const void *b)
{
    const Part *left = a, *right = b;
    const double x = left->solid.low[0], y = right->solid.low[0];
    return x < y ? -1 : x > y ? 1 : left->collider < right->collider ? -1 : 1;
}

static int by_size(const void *a, const void *b)
{
    const double x = *(const double *)a, y = *(const double *)b;
    return x < y ? -1 : x > y;
}

static bool may_meet(const Judge *judge, const Part *a, const Part *b)
{
    const TumCollider *colliders = judge->scene->colliders;
    return (a->moves || b->moves) && a->body != b->body &&
           tum_scene_filters_admit(judge->scene, colliders[a->collider].filter,
                                   colliders[b->collider].filter);
}

static bool boxes_overlap(const Solid *a, const Solid *b)
{
    for (int k = 0; k < 3; ++k) {
        if (a->low[k] > b->high[k] || b->low[k] > a->high[k]) {
            return false;
        }
    }
    return true;
}

// Sweeps along x over the boxes of all parts.
static void measure_pairs(Judge *judge)
{
    qsort(judge->parts, judge->part_count, sizeof *judge->parts, by_low_x);
    for (size_t i = 0; i < judge->part_count; ++i) {
        const Part *a = &judge->parts[i];
        for (size_t k = i + 1; k < judge->part_count; ++k) {
            const Part *b = &judge->parts[k];
            if (b->solid.low[0] > a->solid.high[0]) {
                break;
            }
            if (boxes_overlap(&a->solid, &b->solid) && may_meet(judge, a, b)) {
                add_depth(judge, solid_depth(&a->solid, &b->solid));
            }
        }
    }
}

// A static ground of triangles, by squares of 1 m seen from above.
typedef struct Ground {
    const TumMesh *mesh;
    SolidPose pose;
    int low[2], size[2];
    uint32_t *first;   ///< [size + 1] into `entries`.
    uint32_t *entries; ///< Triangles.
} Ground;

static void ground_corner(const Ground *ground, size_t triangle, int corner, double out[3])
{
    const uint32_t point = ground->mesh->cells[3 * triangle + (size_t)corner];
    solid_pose_point(&ground->pose, ground->mesh->points + 3 * (size_t)point, out);
}

// The squares that a triangle's outline reaches: columns and rows, first and last.
static void ground_squares(const Ground *ground, size_t triangle, int from[2], int to[2])
{
    double low[2] = {INFINITY, INFINITY}, high[2] = {-INFINITY, -INFINITY};
    for (int corner = 0; corner < 3; ++corner) {
        double p[3];
        ground_corner(ground, triangle, corner, p);
        for (int k = 0; k < 2; ++k) {
            low[k] = fmin(low[k], p[2 * k]);
            high[k] = fmax(high[k], p[2 * k]);
        }
    }
    for (int k = 0; k < 2; ++k) {
        from[k] = (int)floor(low[k]) - ground->low[k];
        to[k] = (int)floor(high[k]) - ground->low[k];
    }
}

static bool ground_init(Ground *ground, const TumMesh *mesh, const SolidPose *pose)
{
    *ground = (Ground){.mesh = mesh, .pose = *pose};
    double low[2] = {INFINITY, INFINITY}, high[2] = {-INFINITY, -INFINITY};
    for (size_t i = 0; i < mesh->point_count; ++i) {
        double p[3];
        solid_pose_point(pose, mesh->points + 3 * i, p);
        for (int k = 0; k < 2; ++k) {
            low[k] = fmin(low[k], p[2 * k]);
            high[k] = fmax(high[k], p[2 * k]);
        }
    }
    for (int k = 0; k < 2; ++k) {
        ground->low[k] = (int)floor(low[k]);
        ground->size[k] = (int)floor(high[k]) - ground->low[k] + 1;
    }
    const size_t squares = (size_t)ground->size[0] * (size_t)ground->size[1];
    ground->first = calloc(squares + 2, sizeof *ground->first);
    if (ground->first == NULL) {
        return false;
    }
    // Counted first, two places ahead; then filled, which moves each start to where it belongs.
    for (int pass = 0; pass < 2; ++pass) {
        for (size_t i = 0; i < mesh->cell_count; ++i) {
            int from[2], to[2];
            ground_squares(ground, i, from, to);
            for (int z = from[1]; z <= to[1]; ++z) {
                for (int x = from[0]; x <= to[0]; ++x) {
                    const size_t square = (size_t)z * (size_t)ground->size[0] + (size_t)x;
                    if (pass == 0) {
                        ++ground->first[square + 2];
                    } else {
                        ground->entries[ground->first[square + 1]++] = (uint32_t)i;
                    }
                }
            }
        }
        if (pass == 0) {
            for (size_t i = 2; i < squares + 2; ++i) {
                ground->first[i] += ground->first[i - 1];
            }
            ground->entries = malloc((ground->first[squares + 1] + 1) * sizeof *ground->entries);
            if (ground->entries == NULL) {
                return false;
            }
        }
    }
    return true;
}

static void ground_free(Ground *ground)
{
    free(ground->first);
    free(ground->entries);
}

// How far a point is behind the plane of the triangle above or below it [m]; less than 0: before.
static double depth_in_triangle(const Ground *ground, size_t triangle, const double p[3])
{
    double a[3], b[3], c[3];
    ground_corner(ground, triangle, 0, a);
    ground_corner(ground, triangle, 1, b);
    ground_corner(ground, triangle, 2, c);
    const double *corners[3] = {a, b, c};
    for (int i = 0; i < 3; ++i) {
        // Seen from above, counterclockwise about -y: inside is where no side says otherwise.
        const double *from = corners[i], *to = corners[(i + 1) % 3];
        if ((to[2] - from[2]) * (p[0] - from[0]) - (to[0] - from[0]) * (p[2] - from[2]) < 0.0) {
            return -INFINITY;
        }
    }
    const double u[3] = {b[0] - a[0], b[1] - a[1], b[2] - a[2]};
    const double v[3] = {c[0] - a[0], c[1] - a[1], c[2] - a[2]};
    const double n[3] = {u[1] * v[2] - u[2] * v[1], u[2] * v[0] - u[0] * v[2],
                         u[0] * v[1] - u[1] * v[0]};
    const double length = sqrt(n[0] * n[0] + n[1] * n[1] + n[2] * n[2]);
    return -((p[0] - a[0]) * n[0] + (p[1] - a[1]) * n[1] + (p[2] - a[2]) * n[2]) / length;
}

// @param radius  [m] around the point.
static double depth_in_ground(const Ground *ground, const double p[3], double radius)
{
    const int x = (int)floor(p[0]) - ground->low[0], z = (int)floor(p[2]) - ground->low[1];
    double deepest = 0.0;
    if (!(x >= 0 && x < ground->size[0] && z >= 0 && z < ground->size[1])) {
        return deepest;
    }
    const size_t square = (size_t)z * (size_t)ground->size[0] + (size_t)x;
    for (uint32_t i = ground->first[square]; i < ground->first[square + 1]; ++i) {
        deepest = fmax(deepest, depth_in_triangle(ground, ground->entries[i], p) + radius);
    }
    return deepest;
}

// Corners of bodies, with the radius around them, below the triangles of the ground; the deepest
// counts.
static void measure_ground(Judge *judge, const TumMesh *mesh, const SolidPose *pose)
{
    Ground ground;
    if (!ground_init(&ground, mesh, pose)) {
        judge->failed = true;
    }
    for (size_t i = 0; i < judge->part_count && !judge->failed; ++i) {
        const Part *part = &judge->parts[i];
        double deepest = 0.0;
        for (int k = 0; k < part->solid.shape->corner_count && part->moves; ++k) {
            double corner[3];
            solid_pose_point(&part->solid.pose, part->solid.shape->corners[k], corner);
            deepest = fmax(deepest, depth_in_ground(&ground, corner,
                                                    k == 0 ? part->solid.shape->radius
                                                           : part->solid.shape->radius_end));
        }
        add_depth(judge, deepest);
    }
    ground_free(&ground);
}

static void measure_overlaps(Judge *judge)
{
    const TumScene *scene = judge->scene;
    for (size_t i = 0; i < scene->shape_count; ++i) {
        const double one[3] = {1.0, 1.0, 1.0};
        solid_shape_init(&judge->shapes[i], scene, (int32_t)i, one);
    }
    for (size_t i = 0; i < scene->collider_count; ++i) {
        const TumCollider *collider = &scene->colliders[i];
        const SolidShape *shape = &judge->shapes[collider->shape];
        const bool is_mesh = scene->shapes[collider->shape].kind == TUM_SHAPE_MESH;
        if (!shape->is_known) {
            judge->quality->unmeasured += !is_mesh || collider->body >= 0;
            continue;
        }
        const SolidPose pose =
            frame_pose(judge->now, collider->body, collider->position, collider->rotation.q);
        Part *part = &judge->parts[judge->part_count++];
        *part = (Part){.collider = (int32_t)i, .body = collider->body};
        part->moves = collider->body >= 0 && scene->bodies[collider->body].kind == TUM_BODY_DYNAMIC;
        solid_place(&part->solid, shape, &pose);
    }
    measure_pairs(judge);
    for (size_t i = 0; i < scene->collider_count; ++i) {
        const TumCollider *collider = &scene->colliders[i];
        const TumShape *shape = &scene->shapes[collider->shape];
        if (shape->kind == TUM_SHAPE_MESH && collider->body < 0) {
            const SolidPose pose = solid_pose(collider->position, collider->rotation.q);
            measure_ground(judge, &scene->meshes[shape->mesh], &pose);
        }
    }
    BenchQuality *quality = judge->quality;
    quality->overlaps = judge->depth_count;
    if (judge->depth_count > 0) {
        qsort(judge->depths, judge->depth_count, sizeof *judge->depths, by_size);
        quality->deepest = judge->depths[judge->depth_count - 1];
        quality->deep99 = judge->depths[(judge->depth_count * 99 + 99) / 100 - 1];
    }
}

static void measure_joints(const TumScene *scene, const BenchPoses *now, BenchQuality *quality)
{
    double sum = 0.0;
    for (size_t i = 0; i < scene->joint_count; ++i) {
        const TumJoint *joint = &scene->joints[i];
        const SolidPose a = frame_pose(now, joint->body_a, joint->position_a, joint->rotation_a.q);
        const SolidPose b = frame_pose(now, joint->body_b, joint->position_b, joint->rotation_b.q);
        const double x = a.position[0] - b.position[0], y = a.position[1] - b.position[1];
        const double z = a.position[2] - b.position[2];
        const double apart = sqrt(x * x + y * y + z * z);
        sum += apart;
        quality->joint_largest = fmax(quality->joint_largest, apart);
    }
    quality->joint_mean = scene->joint_count > 0 ? sum / (double)scene->joint_count : 0.0;
}

// The drum's inside: a circle of 10 m that its panels' outer faces touch, lids at 6.5 m.
static bool is_outside_drum(const float *position)
{
    const double x = (double)position[0], y = (double)position[1] - 12.0;
    return x * x + y * y > 100.0 || fabs((double)position[2]) > 6.5;
}

static bool is_disturbed(const TumBody *body, const float *position, const float *rotation,
                         bool awake)
{
    bool moved = awake;
    for (int k = 0; k < 3; ++k) {
        moved |= position[k] != (float)body->position[k];
    }
    for (int k = 0; k < 4; ++k) {
        moved |= rotation[k] != (float)body->rotation.q[k];
    }
    return moved;
}

static void measure_bodies(const TumScene *scene, const char *name, const BenchPoses *now,
                           const BenchPoses *before, BenchQuality *quality)
{
    const bool may_hang = strcmp(name, "net") == 0, is_drum = strcmp(name, "drum") == 0;
    double drift_sum = 0.0, way_sum = 0.0;
    size_t count = 0;
    for (size_t i = 0; i < scene->body_count; ++i) {
        const TumBody *body = &scene->bodies[i];
        const float *p = now->positions + 3 * i, *q = before->positions + 3 * i;
        if (body->kind != TUM_BODY_DYNAMIC) {
            continue;
        }
        if (!isfinite(p[0] + p[1] + p[2])) {
            ++quality->not_finite;
            continue;
        }
        ++count;
        const double x = (double)p[0] - body->position[0], z = (double)p[2] - body->position[2];
        const double drift = sqrt(x * x + z * z);
        drift_sum += drift;
        quality->drift_largest = fmax(quality->drift_largest, drift);
        quality->fallen += (double)p[1] < body->position[1] - FALLEN_BY;
        quality->lost += !may_hang && (double)p[1] < LOST_BELOW;
        quality->outside += is_drum && is_outside_drum(p);
        quality->disturbed += strcmp(scene->nodes[body->node].name, "asleep") == 0 &&
                              is_disturbed(body, p, now->rotations + 4 * i, now->awake[i]);
        const double dx = (double)p[0] - (double)q[0], dy = (double)p[1] - (double)q[1];
        const double dz = (double)p[2] - (double)q[2];
        way_sum += sqrt(dx * dx + dy * dy + dz * dz);
    }
    quality->drift_mean = count > 0 ? drift_sum / (double)count : 0.0;
    quality->speed = count > 0 ? way_sum / (double)count / FRAME : 0.0;
}

// Motion of a body: of its centre of mass, and about it in its principal frame.
typedef struct Motion {
    double height; // [m]
    double linear[3], angular[3];
} Motion;

// [J] Kinetic. An infinite mass or moment has none.
static double kinetic_energy(const TumBody *body, const Motion *motion)
{
    double sum = 0.0;
    for (int k = 0; k < 3; ++k) {
        const double v = motion->linear[k], w = motion->angular[k];
        sum += isfinite(body->mass) ? 0.5 * body->mass * v * v : 0.0;
        sum += isfinite(body->inertia[k]) ? 0.5 * body->inertia[k] * w * w : 0.0;
    }
    return sum;
}

// Components along the axes of a frame.
static void into_frame(const SolidPose *frame, const double v[3], double out[3])
{
    for (int k = 0; k < 3; ++k) {
        out[k] = frame->rotation[k] * v[0] + frame->rotation[3 + k] * v[1] +
                 frame->rotation[6 + k] * v[2];
    }
}

static SolidPose principal_frame(const TumBody *body, const SolidPose *world_from_body)
{
    const SolidPose own = solid_pose(body->center_of_mass, body->inertia_rotation.q);
    return solid_pose_in(world_from_body, &own);
}

static Motion motion_at_start(const TumBody *body)
{
    const SolidPose world_from_body = solid_pose(body->position, body->rotation.q);
    const SolidPose frame = principal_frame(body, &world_from_body);
    Motion motion = {.height = frame.position[1]};
    memcpy(motion.linear, body->linear_velocity, sizeof motion.linear);
    into_frame(&frame, body->angular_velocity, motion.angular);
    return motion;
}

// Of the last frame, from its two poses: both are at its middle, also the height.
static Motion motion_between(const TumBody *body, const SolidPose *before, const SolidPose *now)
{
    const SolidPose a = principal_frame(body, before), b = principal_frame(body, now);
    Motion motion = {.height = 0.5 * (a.position[1] + b.position[1])};
    double turn[9]; // of frame A: A^T B
    for (int i = 0; i < 9; ++i) {
        const int row = i / 3, column = i % 3;
        turn[i] = a.rotation[row] * b.rotation[column] +
                  a.rotation[3 + row] * b.rotation[3 + column] +
                  a.rotation[6 + row] * b.rotation[6 + column];
    }
    const double axis[3] = {turn[7] - turn[5], turn[2] - turn[6], turn[3] - turn[1]};
    const double sine = 0.5 * sqrt(axis[0] * axis[0] + axis[1] * axis[1] + axis[2] * axis[2]);
    const double angle = atan2(sine, 0.5 * (turn[0] + turn[4] + turn[8] - 1.0));
    for (int k = 0; k < 3; ++k) {
        motion.linear[k] = (b.position[k] - a.position[k]) / FRAME;
        motion.angular[k] = sine > 0.0 ? 0.5 * axis[k] / sine * angle / FRAME : 0.0;
    }
    return motion;
}

// Motors, moving surfaces and animated bodies add to it. A body that turns by more than half a turn
// in a frame seems to turn by less.
static void measure_energy(const TumScene *scene, const BenchPoses *now, const BenchPoses *before,
                           BenchQuality *quality)
{
    double lowest = INFINITY, start = 0.0, end = 0.0, weight = 0.0;
    for (size_t i = 0; i < scene->body_count; ++i) {
        const TumBody *body = &scene->bodies[i];
        if (body->kind != TUM_BODY_DYNAMIC) {
            continue;
        }
        const Motion at_start = motion_at_start(body);
        const SolidPose a = body_pose(before, i), b = body_pose(now, i);
        const Motion at_end = motion_between(body, &a, &b);
        const double pull =
            isfinite(body->mass) ? body->mass * body->gravity_factor * GRAVITY : 0.0;
        lowest = fmin(lowest, at_start.height);
        weight += pull;
        start += kinetic_energy(body, &at_start) + pull * at_start.height;
        end += kinetic_energy(body, &at_end) + pull * at_end.height;
    }
    const double zero = weight > 0.0 ? weight * (lowest - ZERO_BELOW) : 0.0;
    quality->energy = start > zero ? (end - zero) / (start - zero) : 0.0;
}

bool bench_judge(const TumScene *scene, const char *name, const BenchPoses *now,
                 const BenchPoses *before, BenchQuality *quality)
{
    *quality = (BenchQuality){0};
    if (scene->dimension == 4) {
        return bench_judge4(scene, now, before, quality);
    }
    measure_bodies(scene, name, now, before, quality);
    measure_joints(scene, now, quality);
    measure_energy(scene, now, before, quality);
    Judge judge = {.scene = scene, .now = now, .quality = quality};
    judge.shapes = malloc((scene->shape_count + 1) * sizeof *judge.shapes);
    judge.parts = malloc((scene->collider_count + 1) * sizeof *judge.parts);
    judge.failed = judge.shapes == NULL || judge.parts == NULL;
    // Boxes of what is not finite have no order.
    if (!judge.failed && quality->not_finite == 0) {
        measure_overlaps(&judge);
    }
    free(judge.shapes);
    free(judge.parts);
    free(judge.depths);
    return !judge.failed;
}

bool bench_rays_init(BenchRays *rays)
{
    enum { RAYS = 200000 };
    static const double reach = 100.0; // [m]
    *rays = (BenchRays){.count = RAYS};
    rays->from = malloc(RAYS * 3 * sizeof *rays->from);
    rays->along = malloc(RAYS * 3 * sizeof *rays->along);
    if (rays->from == NULL || rays->along == NULL) {
        bench_rays_free(rays);
        return false;
    }
    SceneRandom random = {4};
    for (size_t i = 0; i < RAYS; ++i) {
        static const double from[3][2] = {{-100.0, 100.0}, {5.0, 20.0}, {-100.0, 100.0}};
        static const double toward[3][2] = {{-1.0, 1.0}, {-1.0, 0.1}, {-1.0, 1.0}};
        double d[3], squares = 0.0;
        for (size_t k = 0; k < 3; ++k) {
            rays->from[3 * i + k] = (float)scene_random(&random, from[k][0], from[k][1]);
        }
        for (size_t k = 0; k < 3; ++k) {
            d[k] = scene_random(&random, toward[k][0], toward[k][1]);
            squares += d[k] * d[k];
        }
        for (size_t k = 0; k < 3; ++k) {
            rays->along[3 * i + k] = (float)(d[k] / sqrt(squares) * reach);
        }
    }
    return true;
}

void bench_rays_free(BenchRays *rays)
{
    free(rays->from);
    free(rays->along);
    *rays = (BenchRays){0};
}
