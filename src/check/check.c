// SPDX-License-Identifier: MIT
// check.c: plausibility of a scene: likely figures, and a second of simulation.
#include "base/assert.h"
#include "check/check_data.h"
#include "math/scalar.h"
#include "tumble/capacity.h"
#include "tumble/query3.h"
#include "tumble/query4.h"
#include "tumble/world3.h"
#include "tumble/world4.h"

// Limits beyond rounding errors and contact margins.
static const double least_open_metres = 1e-3, least_open_radians = 1e-2; // before the first step
static const double most_left_metres = 0.05, most_left_radians = 0.1;    // after a second

static const float step_seconds = 1.0f / 60.0f;
enum { STEPS = 60 };

// [m] Length of the search downward for a surface to land on.
static const double fall_reach = 10000.0;

// [1] Least share of the free-fall motion that counts as free fall.
static const double free_fall_share = 0.8;

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

// Position and velocity of a body, in all dimensions.
static void motion_of(const SceneCheck *check, size_t index, double position[4], double velocity[4])
{
    const TumBodyId id = tum_world_body_at(check->world, index);
    if (check->scene->dimension == 4) {
        const TumVec4 p = tum_body_pose4(check->world, id).position;
        const TumVec4 v = tum_body_linear_velocity4(check->world, id);
        put(position, p.x, p.y, p.z, p.w);
        put(velocity, v.x, v.y, v.z, v.w);
    } else {
        const TumVec3 p = tum_body_pose3(check->world, id).position;
        const TumVec3 v = tum_body_linear_velocity3(check->world, id);
        put(position, p.x, p.y, p.z, 0.0f);
        put(velocity, v.x, v.y, v.z, 0.0f);
    }
}

static bool is_blocked(const SceneCheck *check, const double from[4], const double along[4],
                       const TumQueryFilter *filter)
{
    bool is_hit = true;
    TumStatus status;
    if (check->scene->dimension == 4) {
        const TumRay4 ray = {{(float)from[0], (float)from[1], (float)from[2], (float)from[3]},
                             {(float)along[0], (float)along[1], (float)along[2], (float)along[3]}};
        status = tum_world_is_ray_blocked4(check->world, &ray, filter, &is_hit);
    } else {
        const TumRay3 ray = {{(float)from[0], (float)from[1], (float)from[2]},
                             {(float)along[0], (float)along[1], (float)along[2]}};
        status = tum_world_is_ray_blocked3(check->world, &ray, filter, &is_hit);
    }
    return status != TUM_OK || is_hit;
}

static bool has_ground(const SceneCheck *check, size_t index, const double from[4],
                       const double down[4])
{
    const size_t word_count = index / 32 + 1;
    double along[4];
    for (int i = 0; i < 4; ++i) {
        along[i] = down[i] * fall_reach;
    }
    bool has = true;
    Arena arena;
    tum_arena_init(&arena, &check->arena.allocator);
    uint32_t *ignored = tum_arena_zeroed(&arena, word_count, sizeof *ignored);
    if (ignored != NULL) {
        ignored[index / 32] = UINT32_C(1) << (index % 32);
        TumQueryFilter filter = tum_default_query_filter();
        filter.ignored = ignored;
        filter.ignored_words = word_count;
        has = is_blocked(check, from, along, &filter);
    }
    tum_arena_clear(&arena);
    return has;
}

static void check_fall(const SceneCheck *check, size_t index, const double gravity[4])
{
    const TumBody *body = &check->scene->bodies[index];
    const double pull = square_root64(along(gravity, gravity));
    if (body->kind != TUM_BODY_DYNAMIC || body->driven || !(pull > 0.0)) {
        return;
    }
    double down[4], end[4], velocity[4], fallen_by[4];
    motion_of(check, index, end, velocity);
    for (int i = 0; i < 4; ++i) {
        down[i] = gravity[i] / pull;
        fallen_by[i] = i < check->scene->dimension ? end[i] - body->position[i] : 0.0;
    }
    const double speed = along(velocity, down), fallen = along(fallen_by, down);
    if (speed > free_fall_share * pull && fallen > free_fall_share * 0.5 * pull &&
        !has_ground(check, index, end, down)) {
        tum_report_add(check->report, CODE_CHECK_BODY_FALLS, check->scene->file, body->pointer,
                       "The body falls %.3g m in a second, and nothing is below it.", fallen);
    }
}

static void report_divergence(const SceneCheck *check, double seconds)
{
    const int32_t node = tum_body_node(check->world, tum_world_diverged_body(check->world));
    const char *pointer = "";
    for (size_t i = 0; i < check->scene->body_count; ++i) {
        pointer = check->scene->bodies[i].node == node ? check->scene->bodies[i].pointer : pointer;
    }
    tum_report_add(check->report, CODE_CHECK_DIVERGED, check->scene->file, pointer,
                   "After %.3g s of simulation the body leaves the range of sensible numbers.",
                   seconds);
}

static void report_crowd(const SceneCheck *check, const TumWorld *world)
{
    const uint64_t left_out = tum_world_counts(world).left_out;
    if (left_out > 0) {
        tum_report_add(
            check->report, CODE_CHECK_CROWDED, check->scene->file, "",
            "%llu pairs of colliders that stand in one place are left out: a collider "
            "meets %d later ones there, and %d that are no smaller, or %d whose surfaces it "
            "touches.",
            (unsigned long long)left_out, TUM_MAX_CROWD, TUM_MAX_NEIGHBORS,
            TUM_MAX_SURFACE_NEIGHBORS);
    }
}

static TumStatus run(SceneCheck *check, TumWorld *world)
{
    for (int i = 0; i < STEPS; ++i) {
        if (i == 1) {
            report_crowd(check, world);
        }
        const TumStatus status = tum_world_step(world, step_seconds);
        if (status == TUM_ERROR_DIVERGED) {
            report_divergence(check, (double)(i + 1) * (double)step_seconds);
            return TUM_OK;
        }
        if (status != TUM_OK) {
            return status;
        }
    }
    if (check->scene->dimension == 3) {
        tum_check_joints(check, CODE_CHECK_JOINT_OPEN, most_left_metres, most_left_radians);
    }
    double gravity[4];
    gravity_of(check->scene, gravity);
    for (size_t i = 0; i < check->scene->body_count; ++i) {
        check_fall(check, i, gravity);
    }
    return TUM_OK;
}

static TumStatus check_scene(SceneCheck *check)
{
    TumWorldDef def = tum_default_world_def();
    def.allocator = check->arena.allocator;
    tum_check_masses(check);
    if (check->scene->dimension == 3) {
        tum_check_joints(check, CODE_CHECK_JOINT_VIOLATED, least_open_metres, least_open_radians);
    }
    TumWorld *world = NULL;
    TumStatus status = tum_world_create(check->scene, &def, &world, check->report);
    if (status != TUM_OK) {
        return status;
    }
    check->world = world;
    status = tum_check_overlaps(check);
    status = status == TUM_OK ? run(check, world) : status;
    tum_world_destroy(world);
    return status;
}

TumStatus tum_scene_check(const TumScene *scene, const TumAllocator *allocator, TumReport *report)
{
    if (!TUM_REQUIRE(scene != NULL && report != NULL)) {
        return TUM_ERROR_ARGUMENT;
    }
    if (scene->dimension != 3 && scene->dimension != 4) {
        return TUM_ERROR_UNSUPPORTED;
    }
    const TumAllocator memory = tum_allocator_or_default(allocator);
    SceneCheck check = {.scene = scene, .report = report};
    tum_arena_init(&check.arena, &memory);
    TumStatus status = check_scene(&check);
    tum_arena_clear(&check.arena);
    if (status == TUM_ERROR_DIVERGED) {
        tum_report_add(report, CODE_CHECK_DIVERGED, scene->file, "",
                       "A body begins outside of the finite numbers of the simulation.");
        status = TUM_OK;
    }
    return status;
}
