// SPDX-License-Identifier: MIT
// stage.c: a copy of a scene that is changed for a scenario, and the world made of it.
#include <string.h>

#include "scenario/scenario_data.h"
#include "tumble/world3.h"
#include "tumble/world4.h"

const double tum_stage_gravity = 9.81;

static const double radians = 0.017453292519943295; // [rad/deg]

static void *copy_of(Arena *arena, const void *items, size_t count, size_t bytes)
{
    void *copy = tum_arena_zeroed(arena, count, bytes);
    if (copy != NULL && count > 0) {
        memcpy(copy, items, count * bytes);
    }
    return copy;
}

TumStatus tum_stage_copy(const Run *run, Stage *stage)
{
    const TumScene *scene = run->asset->scene;
    *stage = (Stage){.scene = *scene};
    stage->bodies = copy_of(run->arena, scene->bodies, scene->body_count, sizeof *scene->bodies);
    stage->colliders =
        copy_of(run->arena, scene->colliders, scene->collider_count, sizeof *scene->colliders);
    stage->joints = copy_of(run->arena, scene->joints, scene->joint_count, sizeof *scene->joints);
    stage->drives = copy_of(run->arena, scene->drives, scene->drive_count, sizeof *scene->drives);
    stage->places = tum_arena_zeroed(run->arena, scene->body_count, sizeof *stage->places);
    if (stage->bodies == NULL || stage->colliders == NULL || stage->joints == NULL ||
        stage->drives == NULL || stage->places == NULL) {
        return TUM_ERROR_MEMORY;
    }
    stage->scene.bodies = stage->bodies;
    stage->scene.colliders = stage->colliders;
    stage->scene.joints = stage->joints;
    stage->scene.drives = stage->drives;
    for (size_t i = 0; i < scene->body_count; ++i) {
        const TumBody *body = &scene->bodies[i];
        stage->places[i] = tum_place_of(scene->dimension, body->position, &body->rotation);
    }
    return TUM_OK;
}

static bool stays(const Asset *asset, int32_t body, bool keeps_held)
{
    return body >= 0 && asset->bodies[body].group >= 0 &&
           (keeps_held || is_free(asset, (size_t)body));
}

void tum_stage_isolate(const Run *run, Stage *stage, bool keeps_held)
{
    const Asset *asset = run->asset;
    stage->scene.trigger_count = 0;
    stage->scene.gravity_volume_count = 0;
    stage->scene.track_count = 0;
    for (size_t i = 0; i < stage->scene.body_count; ++i) {
        TumBody *body = &stage->bodies[i];
        if (!stays(asset, (int32_t)i, keeps_held)) {
            body->kind = TUM_BODY_STATIC;
            body->driven = false;
        }
        memset(body->linear_velocity, 0, sizeof body->linear_velocity);
        memset(body->angular_velocity, 0, sizeof body->angular_velocity);
    }
    for (size_t i = 0; i < stage->scene.collider_count; ++i) {
        TumCollider *collider = &stage->colliders[i];
        collider->enabled = collider->enabled && stays(asset, collider->body, keeps_held);
        collider->driven = false;
    }
    for (size_t i = 0; i < stage->scene.joint_count; ++i) {
        TumJoint *joint = &stage->joints[i];
        const bool stays_a = stays(asset, joint->body_a, keeps_held);
        const bool stays_b = stays(asset, joint->body_b, keeps_held);
        joint->driven_a = joint->driven_b = false;
        if (keeps_held ? !stays_a && !stays_b : !stays_a || !stays_b) {
            joint->limit_count = joint->drive_count = 0;
        }
    }
    for (size_t i = 0; i < stage->scene.drive_count; ++i) {
        stage->drives[i].velocity_target = 0.0;
    }
}

// The rotation of 4D is that of the place, which lives as long.
static void write_place(const TumScene *scene, const Place *place, TumBody *body)
{
    const DVec4 p = place->position;
    const DMat4 m = place->axes;
    memcpy(body->position, (double[4]){p.x, p.y, p.z, p.w}, sizeof body->position);
    if (scene->dimension == 4) {
        body->rotation.m = (const double *)&place->axes;
    } else {
        const DQuat q = dquat_from_matrix(
            (DMat3){{m.x.x, m.x.y, m.x.z}, {m.y.x, m.y.y, m.y.z}, {m.z.x, m.z.y, m.z.z}});
        memcpy(body->rotation.q, (double[4]){q.x, q.y, q.z, q.w}, sizeof body->rotation.q);
    }
}

void tum_stage_move(const Run *run, Stage *stage, DVec4 by)
{
    for (size_t i = 0; i < stage->scene.body_count; ++i) {
        if (is_free(run->asset, i)) {
            stage->places[i].position = dvec4_add(stage->places[i].position, by);
            write_place(&stage->scene, &stage->places[i], &stage->bodies[i]);
        }
    }
}

// The generator of D. E. Knuth, "MMIX"; in [-1, 1).
static double random_signed(uint64_t *state)
{
    *state = *state * UINT64_C(6364136223846793005) + UINT64_C(1442695040888963407);
    return (double)(*state >> 40) / 8388608.0 - 1.0;
}

// Product of a turn in each plane, by at most `most` radians.
static Place random_turn(int dimension, double most, uint64_t *state)
{
    Place turn = TUM_PLACE_IDENTITY;
    for (int i = 0; i < dimension; ++i) {
        for (int k = i + 1; k < dimension; ++k) {
            double m[16] = {1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1};
            double sine, cosine;
            tum_sine_cosine64(most * random_signed(state), &sine, &cosine);
            m[5 * i] = m[5 * k] = cosine;
            m[4 * i + k] = sine;
            m[4 * k + i] = -sine;
            Place plane = {0};
            memcpy(&plane.axes, m, sizeof plane.axes);
            turn = tum_place_multiply(&plane, turn);
        }
    }
    return turn;
}

// Turns and moves the free bodies of a group, or of all where it is -1, about the middle of their
// box.
static void jitter_group(const Run *run, Stage *stage, int32_t group, double share, uint64_t *state)
{
    const Asset *asset = run->asset;
    const int dimension = stage->scene.dimension;
    Place turn = random_turn(dimension, share * run->profile->jitter_turn * radians, state);
    double by[4] = {0};
    for (int i = 0; i < dimension; ++i) {
        by[i] = share * run->profile->jitter_move * random_signed(state);
    }
    Bounds box = {{INFINITE, INFINITE, INFINITE, INFINITE},
                  {-INFINITE, -INFINITE, -INFINITE, -INFINITE}};
    for (size_t i = 0; i < stage->scene.body_count; ++i) {
        if (is_free(asset, i) && (group < 0 || asset->bodies[i].group == group)) {
            const Bounds own = tum_asset_bounds(asset, i, &stage->places[i]);
            box.low = dvec4_minimum(box.low, own.low);
            box.high = dvec4_maximum(box.high, own.high);
        }
    }
    const DVec4 middle = dvec4_scale(dvec4_add(box.low, box.high), 0.5);
    turn.position = dvec4_add(middle, (DVec4){by[0], by[1], by[2], by[3]});
    for (size_t i = 0; i < stage->scene.body_count; ++i) {
        if (is_free(asset, i) && (group < 0 || asset->bodies[i].group == group)) {
            Place *place = &stage->places[i];
            place->position = dvec4_sub(place->position, middle);
            *place = tum_place_multiply(&turn, *place);
            write_place(&stage->scene, place, &stage->bodies[i]);
        }
    }
}

void tum_stage_jitter(const Run *run, Stage *stage, double share, bool by_group)
{
    if (!run->is_turned) {
        return;
    }
    uint64_t state = run->seed * UINT64_C(0x9e3779b97f4a7c15) + run->attempt;
    for (int i = 0; i < 8; ++i) {
        (void)random_signed(&state); // Near seeds give far numbers after a few.
    }
    if (!by_group) {
        jitter_group(run, stage, -1, share, &state);
        return;
    }
    for (size_t g = 0; g < run->asset->group_count; ++g) {
        if (run->asset->groups[g].held_by == NULL) {
            jitter_group(run, stage, (int32_t)g, share, &state);
        }
    }
}

TumStatus tum_stage_open(const Run *run, Stage *stage, const double *gravity)
{
    TumWorldDef def = tum_default_world_def();
    def.allocator = *run->allocator;
    def.number = 1;
    def.substeps = run->substeps;
    def.override_gravity = gravity != NULL;
    for (int i = 0; gravity != NULL && i < 4; ++i) {
        def.gravity[i] = (float)gravity[i];
    }
    return tum_world_create(&stage->scene, &def, &stage->world, run->report);
}

TumStatus tum_stage_add_ground(Stage *stage, DVec4 normal, double static_friction,
                               double dynamic_friction)
{
    TumMaterial material = tum_default_material();
    material.static_friction = static_friction;
    material.dynamic_friction = dynamic_friction;
    // The plane's normal is +Y, turned about Z by the angle a with cos a = n.y and sin a = -n.x.
    const double half_cosine = square_root64(0.5 * (1.0 + normal.y));
    const double half_sine = -0.5 * normal.x / half_cosine;
    if (stage->scene.dimension == 4) {
        TumColliderDef4 def = tum_default_collider_def4();
        def.kind = TUM_SHAPE_PLANE;
        def.material = material;
        return tum_world_add_collider4(stage->world, (TumBodyId){0}, &def, NULL);
    }
    TumColliderDef3 def = tum_default_collider_def3();
    def.kind = TUM_SHAPE_PLANE;
    def.size = (TumVec3){INFINITY, 0.0f, INFINITY};
    def.material = material;
    def.pose.rotation = (TumQuat){0.0f, 0.0f, (float)half_sine, (float)half_cosine};
    return tum_world_add_collider3(stage->world, (TumBodyId){0}, &def, NULL);
}

static Place place_of(const TumWorld *world, size_t body)
{
    const TumBodyId id = tum_world_body_at(world, body);
    const int dimension = tum_world_dimension(world);
    double position[4], m[16];
    TumRotation rotation = {.m = m};
    if (dimension == 4) {
        const TumPose4 pose = tum_body_pose4(world, id);
        const TumVec4 v[5] = {pose.position, pose.rotation.x, pose.rotation.y, pose.rotation.z,
                              pose.rotation.w};
        for (int i = 0; i < 5; ++i) {
            double *out = i == 0 ? position : &m[4 * (i - 1)];
            memcpy(out, (double[4]){(double)v[i].x, (double)v[i].y, (double)v[i].z, (double)v[i].w},
                   sizeof position);
        }
    } else {
        const TumPose3 pose = tum_body_pose3(world, id);
        const TumVec3 p = pose.position;
        const TumQuat q = pose.rotation;
        memcpy(position, (double[4]){(double)p.x, (double)p.y, (double)p.z, 0.0}, sizeof position);
        memcpy(rotation.q, (double[4]){(double)q.x, (double)q.y, (double)q.z, (double)q.w},
               sizeof rotation.q);
    }
    return tum_place_of(dimension, position, &rotation);
}

static TumStatus step(const Run *run, Stage *stage)
{
    const TumStatus status = tum_world_step(stage->world, (float)(1.0 / run->rate));
    stage->seconds = (double)tum_world_step_count(stage->world) / run->rate;
    for (size_t i = 0; status == TUM_OK && i < stage->scene.body_count; ++i) {
        if (run->asset->bodies[i].group >= 0) {
            stage->places[i] = place_of(stage->world, i);
        }
    }
    return status;
}

static int32_t diverged_body(const Stage *stage)
{
    const TumBodyId id = tum_world_diverged_body(stage->world);
    const int32_t node = tum_body_node(stage->world, id);
    for (size_t i = 0; i < stage->scene.body_count; ++i) {
        if (stage->scene.bodies[i].node == node) {
            return (int32_t)i;
        }
    }
    return -1;
}

static void show(const Run *run, const Stage *stage, bool is_last)
{
    if (run->watch != NULL) {
        const TumScenarioView view = {.scenario = run->scenario,
                                      .rate = run->rate,
                                      .attempt = run->attempt,
                                      .seconds = stage->seconds,
                                      .is_last = is_last,
                                      .world = stage->world};
        run->watch(run->watch_user, &view);
    }
}

TumStatus tum_stage_play(const Run *run, Stage *stage, Observe *observe, void *state)
{
    TumStatus status = TUM_OK;
    bool goes_on = true;
    show(run, stage, false);
    while (status == TUM_OK && goes_on) {
        status = step(run, stage);
        if (status == TUM_OK) {
            goes_on = observe(run, state);
            show(run, stage, !goes_on);
        }
    }
    if (status == TUM_ERROR_DIVERGED) {
        stage->has_diverged = true;
        tum_judge_diverged(run, diverged_body(stage), stage->seconds);
        status = TUM_OK;
    }
    return status;
}

void tum_stage_close(Stage *stage)
{
    tum_world_destroy(stage->world);
    stage->world = NULL;
}
