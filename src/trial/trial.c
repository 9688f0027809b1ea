// SPDX-License-Identifier: MIT
// Whether a scene makes sense: figures that are likely, and a second of simulation.
#include "tumble/trial.h"

#include "base/arena.h"
#include "base/assert.h"
#include "base/report.h"
#include "base/sort.h"
#include "geometry/mass3.h"
#include "math/scalar.h"
#include "space3/limit3.h"
#include "tumble/query3.h"
#include "tumble/query4.h"
#include "tumble/world.h"
#include "tumble/world3.h"
#include "tumble/world4.h"

// [kg/m^3] Aerogel weighs 1 and more, osmium 22590.
static const double least_density = 1.0, most_density = 25000.0;

// [1] Moments that differ more than this from those of the shapes: hollow shells and loads at one
// end stay below.
static const double most_moment_ratio = 10.0;

// What is more than a matter of rounding or of contact margins.
static const double least_open_metres = 1e-3, least_open_radians = 1e-2; // before anything moves
static const double most_left_metres = 0.05, most_left_radians = 0.1;    // after a second
static const double least_overlap = 0.01;                                // [m]

static const float step_seconds = 1.0f / 60.0f;
enum { STEPS = 60, MOST_HITS = 64 };

// [m] How far down it is looked for something to land on.
static const double fall_reach = 10000.0;

// [1] A body in free fall is at least this near to what gravity alone makes of it.
static const double free_fall_share = 0.8;

typedef struct Trial {
    const TumScene *scene;
    TumReport *report;
    Arena arena;
    TumWorld *world;
} Trial;

// Frames.

static DPose3 pose_of(const double position[4], const TumRotation *rotation)
{
    return (DPose3){{position[0], position[1], position[2]},
                    {rotation->q[0], rotation->q[1], rotation->q[2], rotation->q[3]}};
}

// Where a body is, in the world if there is one.
static DPose3 body_pose(const Trial *trial, int32_t body)
{
    const DPose3 identity = {{0.0, 0.0, 0.0}, DQUAT_IDENTITY};
    if (body < 0) {
        return identity;
    }
    if (trial->world == NULL) {
        const TumBody *at = &trial->scene->bodies[body];
        return pose_of(at->position, &at->rotation);
    }
    const TumPose3 at = tum_body_pose3(trial->world, tum_world_body_at(trial->world, (size_t)body));
    return (DPose3){{(double)at.position.x, (double)at.position.y, (double)at.position.z},
                    dquat_normalize((DQuat){(double)at.rotation.x, (double)at.rotation.y,
                                            (double)at.rotation.z, (double)at.rotation.w})};
}

// Mass and inertia.

static Volume3 volume_of(const Trial *trial, const TumCollider *collider)
{
    const TumScene *scene = trial->scene;
    const TumShape *shape = &scene->shapes[collider->shape];
    const TumMesh *mesh = shape->mesh >= 0 ? &scene->meshes[shape->mesh] : NULL;
    const Volume3 own = tum_volume3_of_shape(shape, mesh, collider->scale, &trial->arena.allocator);
    return tum_volume3_transform(own, pose_of(collider->position, &collider->rotation));
}

static void sort3(double v[3])
{
    for (int i = 0; i < 2; ++i) {
        for (int k = 0; k < 2 - i; ++k) {
            if (v[k] > v[k + 1]) {
                const double larger = v[k];
                v[k] = v[k + 1];
                v[k + 1] = larger;
            }
        }
    }
}

static void check_inertia(const Trial *trial, const TumBody *body, Volume3 volume)
{
    const DVec3 center = {body->center_of_mass[0], body->center_of_mass[1],
                          body->center_of_mass[2]};
    DVec3 moments;
    DQuat rotation;
    tum_principal_inertia3(tum_volume3_inertia(volume, body->mass, center), &moments, &rotation);
    double likely[3] = {moments.x, moments.y, moments.z};
    double given[3] = {body->inertia[0], body->inertia[1], body->inertia[2]};
    sort3(likely);
    sort3(given);
    for (int i = 0; i < 3; ++i) {
        if (body->inertia_origin[i] != TUM_ORIGIN_AUTHORED || !is_finite64(given[i])) {
            return;
        }
    }
    for (int i = 0; i < 3; ++i) {
        if (given[i] > likely[i] * most_moment_ratio || given[i] * most_moment_ratio < likely[i]) {
            tum_report_add(trial->report, CODE_TRIAL_INERTIA, trial->scene->file, body->pointer,
                           "Principal moments of %.3g, %.3g and %.3g kg m^2; %g kg spread over the "
                           "shapes have %.3g, %.3g and %.3g.",
                           given[0], given[1], given[2], body->mass, likely[0], likely[1],
                           likely[2]);
            return;
        }
    }
}

static void check_masses(Trial *trial)
{
    const TumScene *scene = trial->scene;
    Volume3 *volumes = tum_arena_zeroed(&trial->arena, scene->body_count, sizeof *volumes);
    for (size_t i = 0; volumes != NULL && i < scene->collider_count; ++i) {
        const int32_t body = scene->colliders[i].body;
        if (body >= 0 && scene->colliders[i].enabled) {
            volumes[body] = tum_volume3_add(volumes[body], volume_of(trial, &scene->colliders[i]));
        }
    }
    for (size_t i = 0; volumes != NULL && i < scene->body_count; ++i) {
        const TumBody *body = &scene->bodies[i];
        if (body->kind != TUM_BODY_DYNAMIC || !is_finite64(body->mass) ||
            !(volumes[i].volume > 0.0)) {
            continue;
        }
        const double density = body->mass / volumes[i].volume;
        if (body->mass_origin == TUM_ORIGIN_AUTHORED &&
            (density < least_density || density > most_density)) {
            tum_report_add(trial->report, CODE_TRIAL_DENSITY, scene->file, body->pointer,
                           "%g kg in %.3g m^3 are %.3g kg/m^3; water has 1000, lead 11340.",
                           body->mass, volumes[i].volume, density);
        }
        check_inertia(trial, body, volumes[i]);
    }
}

// Joints.

static double measure(const Trial *trial, const TumJoint *joint, const TumLimit *limit)
{
    const DPose3 a = dpose3_multiply(body_pose(trial, joint->body_a),
                                     pose_of(joint->position_a, &joint->rotation_a));
    const DPose3 b = dpose3_multiply(body_pose(trial, joint->body_b),
                                     pose_of(joint->position_b, &joint->rotation_b));
    if (limit->space == TUM_SPACE_LINEAR) {
        return tum_limit3_linear(dquat_matrix(a.rotation), dvec3_sub(b.position, a.position),
                                 limit->axes)
            .value;
    }
    const double angle =
        tum_limit3_angle(dquat_multiply(dquat_conjugate(a.rotation), b.rotation), limit->axes);
    return (limit->axes & (limit->axes - 1)) == 0
               ? tum_limit3_unwrap_into(angle, limit->min, limit->max)
               : angle;
}

// How far a value is outside of a range.
static double excess(double value, double low, double high)
{
    return value < low ? low - value : value > high ? value - high : 0.0;
}

static void check_joints(const Trial *trial, DiagnosticCode code, double most_metres,
                         double most_radians)
{
    const TumScene *scene = trial->scene;
    const bool has_run = trial->world != NULL;
    for (size_t i = 0; i < scene->joint_count; ++i) {
        const TumJoint *joint = &scene->joints[i];
        for (int32_t k = 0; k < joint->limit_count; ++k) {
            const TumLimit *limit = &scene->limits[joint->limit_first + k];
            const bool is_linear = limit->space == TUM_SPACE_LINEAR;
            const double value = measure(trial, joint, limit);
            const double open = excess(value, limit->min, limit->max);
            // Soft limits give way as they are meant to.
            if (open <= (is_linear ? most_metres : most_radians) ||
                (has_run && is_finite64(limit->stiffness))) {
                continue;
            }
            tum_report_add(trial->report, code, scene->file, joint->pointer,
                           "%s limit %d is at %.4g %s%s, outside of %.4g to %.4g by %.4g.",
                           is_linear ? "Linear" : "Angular", (int)k, value, is_linear ? "m" : "rad",
                           has_run ? " after a second" : "", limit->min, limit->max, open);
            break;
        }
    }
}

// Overlaps.

typedef struct BodyPair {
    int32_t low, high;
} BodyPair;

static int compare_pairs(const void *a, const void *b)
{
    const BodyPair *first = a, *second = b;
    return first->low != second->low    ? (first->low < second->low ? -1 : 1)
           : first->high < second->high ? -1
                                        : first->high > second->high;
}

static BodyPair body_pair(int32_t a, int32_t b)
{
    return a < b ? (BodyPair){a, b} : (BodyPair){b, a};
}

// Pairs that a joint keeps from colliding, sorted. @return their number.
static size_t joined_pairs(Trial *trial, BodyPair **pairs)
{
    const TumScene *scene = trial->scene;
    size_t count = 0;
    *pairs = tum_arena_zeroed(&trial->arena, scene->joint_count, sizeof **pairs);
    for (size_t i = 0; *pairs != NULL && i < scene->joint_count; ++i) {
        if (!scene->joints[i].enable_collision) {
            (*pairs)[count++] = body_pair(scene->joints[i].body_a, scene->joints[i].body_b);
        }
    }
    if (count > 1) {
        tum_sort_any(*pairs, count, sizeof **pairs, compare_pairs);
    }
    return count;
}

// The shape as queries take it, in the world. @return false where they do not.
static bool query_shape(const TumScene *scene, const TumCollider *collider, TumShape *shape)
{
    const double *s = collider->scale;
    *shape = scene->shapes[collider->shape];
    if (shape->kind == TUM_SHAPE_BOX) {
        for (int i = 0; i < 3; ++i) {
            shape->size[i] *= s[i];
        }
        return shape->size[0] > 0.0 && shape->size[1] > 0.0 && shape->size[2] > 0.0;
    }
    const bool is_round = shape->kind == TUM_SHAPE_SPHERE || shape->kind == TUM_SHAPE_CAPSULE ||
                          shape->kind == TUM_SHAPE_CYLINDER;
    shape->radius *= s[0];
    shape->radius_bottom *= s[0];
    shape->radius_top *= s[0];
    shape->height *= s[1];
    return is_round && s[0] == s[2] && (s[0] == s[1] || shape->kind == TUM_SHAPE_CYLINDER);
}

static bool can_ask(const TumScene *scene, const TumCollider *collider)
{
    TumShape shape;
    return collider->enabled && collider->body >= 0 &&
           scene->bodies[collider->body].kind == TUM_BODY_DYNAMIC &&
           query_shape(scene, collider, &shape);
}

// What all questions about overlaps share.
typedef struct Overlaps {
    const BodyPair *joined;
    size_t joined_count;
    int32_t *body_at; ///< [node_count] Or -1.
    bool *asks;       ///< [node_count] A collider of this node asks for itself.
} Overlaps;

static void check_hit(const Trial *trial, const Overlaps *overlaps, const TumCollider *collider,
                      const TumHit3 *hit)
{
    const int32_t other = hit->motion >= 0 ? overlaps->body_at[hit->motion] : -1;
    const BodyPair pair = body_pair(collider->body, other);
    const bool was_asked =
        hit->node >= 0 && hit->node < collider->node && overlaps->asks[hit->node] && other >= 0;
    if (other == collider->body || was_asked || (double)-hit->distance <= least_overlap ||
        (overlaps->joined_count > 0 &&
         tum_sort_find(&pair, overlaps->joined, overlaps->joined_count, sizeof pair,
                       compare_pairs) != NULL)) {
        return;
    }
    tum_report_add(trial->report, CODE_TRIAL_COLLIDERS_OVERLAP, trial->scene->file,
                   collider->pointer, "The collider stands %.3g m deep in that of node %d.",
                   (double)-hit->distance, (int)hit->node);
}

static void check_collider(const Trial *trial, const Overlaps *overlaps,
                           const TumCollider *collider)
{
    TumShape shape;
    TumHit3 hits[MOST_HITS];
    size_t count = 0;
    if (!can_ask(trial->scene, collider) || !query_shape(trial->scene, collider, &shape)) {
        return;
    }
    const DPose3 at = dpose3_multiply(body_pose(trial, collider->body),
                                      pose_of(collider->position, &collider->rotation));
    const TumPose3 pose = {
        {(float)at.position.x, (float)at.position.y, (float)at.position.z},
        {(float)at.rotation.x, (float)at.rotation.y, (float)at.rotation.z, (float)at.rotation.w}};
    TumQueryFilter3 filter = tum_default_query_filter3();
    filter.filter = collider->filter;
    if (tum_world_overlap_shape3(trial->world, &shape, pose, &filter, hits, MOST_HITS, &count) !=
        TUM_OK) {
        return;
    }
    for (size_t i = 0; i < count && i < MOST_HITS; ++i) {
        check_hit(trial, overlaps, collider, &hits[i]);
    }
}

static void check_overlaps(Trial *trial)
{
    const TumScene *scene = trial->scene;
    BodyPair *joined = NULL;
    Overlaps overlaps = {.joined_count = joined_pairs(trial, &joined)};
    overlaps.joined = joined;
    overlaps.body_at = tum_arena_zeroed(&trial->arena, scene->node_count, sizeof(int32_t));
    overlaps.asks = tum_arena_zeroed(&trial->arena, scene->node_count, sizeof(bool));
    if (overlaps.body_at == NULL || overlaps.asks == NULL) {
        return;
    }
    for (size_t i = 0; i < scene->node_count; ++i) {
        overlaps.body_at[i] = -1;
    }
    for (size_t i = 0; i < scene->body_count; ++i) {
        overlaps.body_at[scene->bodies[i].node] = (int32_t)i;
    }
    for (size_t i = 0; i < scene->collider_count; ++i) {
        overlaps.asks[scene->colliders[i].node] |= can_ask(scene, &scene->colliders[i]);
    }
    for (size_t i = 0; i < scene->collider_count; ++i) {
        check_collider(trial, &overlaps, &scene->colliders[i]);
    }
}

// A second of simulation.

static double along(const double a[4], const double b[4])
{
    return a[0] * b[0] + a[1] * b[1] + a[2] * b[2] + a[3] * b[3];
}

static void gravity_of(const TumScene *scene, double gravity[4])
{
    const TumWorldDef def = tum_default_world_def();
    for (int i = 0; i < 4; ++i) {
        gravity[i] = scene->has_world_gravity ? scene->world_gravity[i] : (double)def.gravity[i];
    }
}

static void put(double out[4], float x, float y, float z, float w)
{
    out[0] = (double)x;
    out[1] = (double)y;
    out[2] = (double)z;
    out[3] = (double)w;
}

// Where a body is and how fast, in as many dimensions as there are.
static void motion_of(const Trial *trial, size_t index, double position[4], double velocity[4])
{
    const TumBodyId id = tum_world_body_at(trial->world, index);
    if (trial->scene->dimension == 4) {
        const TumVec4 p = tum_body_pose4(trial->world, id).position;
        const TumVec4 v = tum_body_linear_velocity4(trial->world, id);
        put(position, p.x, p.y, p.z, p.w);
        put(velocity, v.x, v.y, v.z, v.w);
    } else {
        const TumVec3 p = tum_body_pose3(trial->world, id).position;
        const TumVec3 v = tum_body_linear_velocity3(trial->world, id);
        put(position, p.x, p.y, p.z, 0.0f);
        put(velocity, v.x, v.y, v.z, 0.0f);
    }
}

static bool is_blocked(const Trial *trial, const double from[4], const double way[4],
                       const TumQueryFilter3 *filter)
{
    bool is_hit = true;
    TumStatus status;
    if (trial->scene->dimension == 4) {
        const TumRay4 ray = {{(float)from[0], (float)from[1], (float)from[2], (float)from[3]},
                             {(float)way[0], (float)way[1], (float)way[2], (float)way[3]}};
        status = tum_world_is_ray_blocked4(trial->world, &ray, filter, &is_hit);
    } else {
        const TumRay3 ray = {{(float)from[0], (float)from[1], (float)from[2]},
                             {(float)way[0], (float)way[1], (float)way[2]}};
        status = tum_world_is_ray_blocked3(trial->world, &ray, filter, &is_hit);
    }
    return status != TUM_OK || is_hit;
}

static bool has_ground(const Trial *trial, size_t index, const double from[4], const double down[4])
{
    const size_t word_count = index / 32 + 1;
    double way[4];
    for (int i = 0; i < 4; ++i) {
        way[i] = down[i] * fall_reach;
    }
    bool has = true;
    Arena arena;
    tum_arena_init(&arena, &trial->arena.allocator);
    uint32_t *ignored = tum_arena_zeroed(&arena, word_count, sizeof *ignored);
    if (ignored != NULL) {
        ignored[index / 32] = UINT32_C(1) << (index % 32);
        TumQueryFilter3 filter = tum_default_query_filter3();
        filter.ignored = ignored;
        filter.ignored_words = word_count;
        has = is_blocked(trial, from, way, &filter);
    }
    tum_arena_clear(&arena);
    return has;
}

static void check_fall(const Trial *trial, size_t index, const double gravity[4])
{
    const TumBody *body = &trial->scene->bodies[index];
    const double pull = square_root64(along(gravity, gravity));
    if (body->kind != TUM_BODY_DYNAMIC || body->driven || !(pull > 0.0)) {
        return;
    }
    double down[4], end[4], velocity[4], fallen_by[4];
    motion_of(trial, index, end, velocity);
    for (int i = 0; i < 4; ++i) {
        down[i] = gravity[i] / pull;
        fallen_by[i] = i < trial->scene->dimension ? end[i] - body->position[i] : 0.0;
    }
    const double speed = along(velocity, down), fallen = along(fallen_by, down);
    if (speed > free_fall_share * pull && fallen > free_fall_share * 0.5 * pull &&
        !has_ground(trial, index, end, down)) {
        tum_report_add(trial->report, CODE_TRIAL_BODY_FALLS, trial->scene->file, body->pointer,
                       "The body falls %.3g m in a second, and nothing is below it.", fallen);
    }
}

static void report_divergence(const Trial *trial, double seconds)
{
    const int32_t node = tum_body_node(trial->world, tum_world_diverged_body(trial->world));
    const char *pointer = "";
    for (size_t i = 0; i < trial->scene->body_count; ++i) {
        pointer = trial->scene->bodies[i].node == node ? trial->scene->bodies[i].pointer : pointer;
    }
    tum_report_add(trial->report, CODE_TRIAL_DIVERGED, trial->scene->file, pointer,
                   "After %.3g s of simulation the body leaves the range of sensible numbers.",
                   seconds);
}

static TumStatus run(Trial *trial)
{
    for (int i = 0; i < STEPS; ++i) {
        const TumStatus status = tum_world_step(trial->world, step_seconds);
        if (status == TUM_ERROR_DIVERGED) {
            report_divergence(trial, (double)(i + 1) * (double)step_seconds);
            return TUM_OK;
        }
        if (status != TUM_OK) {
            return status;
        }
    }
    if (trial->scene->dimension == 3) {
        check_joints(trial, CODE_TRIAL_JOINT_OPEN, most_left_metres, most_left_radians);
    }
    double gravity[4];
    gravity_of(trial->scene, gravity);
    for (size_t i = 0; i < trial->scene->body_count; ++i) {
        check_fall(trial, i, gravity);
    }
    return TUM_OK;
}

static TumStatus try_out(Trial *trial)
{
    TumWorldDef def = tum_default_world_def();
    def.allocator = trial->arena.allocator;
    const bool is_3d = trial->scene->dimension == 3;
    if (is_3d) {
        check_masses(trial);
        check_joints(trial, CODE_TRIAL_JOINT_VIOLATED, least_open_metres, least_open_radians);
    }
    TumStatus status = tum_world_create(trial->scene, &def, &trial->world, trial->report);
    if (status != TUM_OK) {
        return status;
    }
    if (is_3d) {
        check_overlaps(trial);
    }
    status = run(trial);
    tum_world_destroy(trial->world);
    return status;
}

TumStatus tum_scene_try(const TumScene *scene, const TumAllocator *allocator, TumReport *report)
{
    if (!TUM_REQUIRE(scene != NULL && report != NULL)) {
        return TUM_ERROR_ARGUMENT;
    }
    if (scene->dimension != 3 && scene->dimension != 4) {
        return TUM_ERROR_UNSUPPORTED;
    }
    const TumAllocator memory = tum_allocator_or_default(allocator);
    Trial trial = {.scene = scene, .report = report};
    tum_arena_init(&trial.arena, &memory);
    TumStatus status = try_out(&trial);
    tum_arena_clear(&trial.arena);
    if (status == TUM_ERROR_DIVERGED) {
        tum_report_add(report, CODE_TRIAL_DIVERGED, scene->file, "",
                       "A body begins outside of the finite numbers of the simulation.");
        status = TUM_OK;
    }
    return status;
}
