// SPDX-License-Identifier: MIT
/// world_support.h: small worlds in a few lines, for tests.
///
///     Setup setup = setup_empty();
///     setup_floor(&setup);
///     const int ball = setup_body(&setup, sphere_shape(0.5), 0, 3, 0);
///     setup_start(&setup);
///     setup_run(&setup, 2.0);
///     assert_near(setup_pose(&setup, ball).position.y, 0.5, 1e-3);
///     setup_end(&setup);
///
/// Thing number i is node i of the scene.
#ifndef TUM_TESTS_WORLD_SUPPORT_H
#define TUM_TESTS_WORLD_SUPPORT_H

#include "scene/scene_builder.h"
#include "tests/support/support.h"
#include "tumble/world3.h"

enum { THINGS_MAX = 2048, SETUP_TRACKS_MAX = 32 };

typedef struct Thing {
    TumShape shape;
    double position[3]; ///< In its parent.
    double rotation[4];
    double scale[3];     ///< All 0: none.
    int parent_plus_one; ///< 0: none.
    bool is_bare;        ///< A node without a collider.
    bool is_trigger;     ///< Its shape is a trigger, not a collider.
    bool has_volume;
    GravityVolumeDef volume; ///< Of gravity, at its trigger.
    bool has_motion;
    MotionDef motion;
    bool has_material;
    TumMaterial material;
    const double *points; ///< Of convex and mesh shapes.
    size_t point_count;
    const uint32_t *triangles;
    size_t triangle_count;
} Thing;

typedef struct Setup {
    Thing *things;
    int count;
    TrackDef tracks[SETUP_TRACKS_MAX];
    int track_count;
    const JointDef *joints; ///< Between things; see joint_support.h.
    int joint_count;
    TumWorldDef def;
    double rate; ///< [Hz]
    TumReport *report;
    TumScene *scene;
    TumWorld *world;
} Setup;

static inline Setup setup_empty(void)
{
    Setup setup = {.def = tum_default_world_def(), .rate = 60.0};
    setup.things = calloc(THINGS_MAX, sizeof *setup.things);
    setup.report = tum_report_create(NULL);
    return setup;
}

static inline TumShape sphere_shape(double radius)
{
    return (TumShape){.kind = TUM_SHAPE_SPHERE, .radius = radius, .mesh = -1};
}

static inline TumShape box_shape(double x, double y, double z)
{
    return (TumShape){.kind = TUM_SHAPE_BOX, .size = {x, y, z}, .mesh = -1};
}

static inline TumShape capsule_shape(double height, double bottom, double top)
{
    return (TumShape){.kind = TUM_SHAPE_CAPSULE,
                      .height = height,
                      .radius_bottom = bottom,
                      .radius_top = top,
                      .mesh = -1};
}

static inline TumShape cylinder_shape(double height, double bottom, double top)
{
    return (TumShape){.kind = TUM_SHAPE_CYLINDER,
                      .height = height,
                      .radius_bottom = bottom,
                      .radius_top = top,
                      .mesh = -1};
}

static inline TumShape plane_shape(void)
{
    return (TumShape){.kind = TUM_SHAPE_PLANE, .size = {INFINITY, 0, INFINITY}, .mesh = -1};
}

/// A collider of the world's own.
static inline int setup_static(Setup *setup, TumShape shape, double x, double y, double z)
{
    assert_true(setup->count < THINGS_MAX);
    setup->things[setup->count] =
        (Thing){.shape = shape, .position = {x, y, z}, .rotation = {0, 0, 0, 1}};
    return setup->count++;
}

/// A dynamic body of density 1000 kg/m^3 with one collider.
static inline int setup_body(Setup *setup, TumShape shape, double x, double y, double z)
{
    const int thing = setup_static(setup, shape, x, y, z);
    setup->things[thing].has_motion = true;
    setup->things[thing].motion = tum_default_motion_def();
    return thing;
}

/// The half-space y <= 0.
static inline int setup_floor(Setup *setup)
{
    return setup_static(setup, plane_shape(), 0, 0, 0);
}

/// Turns a thing about an axis, from where it was made.
static inline void setup_turn(Setup *setup, int thing, double x, double y, double z, double angle)
{
    const double length = sqrt(x * x + y * y + z * z);
    const double s = sin(angle / 2) / length;
    double *q = setup->things[thing].rotation;
    q[0] = x * s;
    q[1] = y * s;
    q[2] = z * s;
    q[3] = cos(angle / 2);
}

static inline void setup_material(Setup *setup, int thing, double static_friction,
                                  double dynamic_friction, double restitution)
{
    setup->things[thing].has_material = true;
    setup->things[thing].material = (TumMaterial){static_friction,  dynamic_friction, restitution,
                                                  TUM_COMBINE_NONE, TUM_COMBINE_NONE, ""};
}

/// The same material for every thing made so far.
static inline void setup_all_materials(Setup *setup, double static_friction,
                                       double dynamic_friction, double restitution)
{
    for (int i = 0; i < setup->count; ++i) {
        setup_material(setup, i, static_friction, dynamic_friction, restitution);
    }
}

static inline void set3(double v[3], double x, double y, double z)
{
    v[0] = x;
    v[1] = y;
    v[2] = z;
}

/// The eight corners and twelve triangles of a box with these half edges.
static inline void setup_box_mesh(Setup *setup, int thing, double hx, double hy, double hz)
{
    static const uint32_t triangles[36] = {0, 2, 1, 1, 2, 3, 4, 5, 6, 5, 7, 6, 0, 1, 4, 1, 5, 4,
                                           2, 6, 3, 3, 6, 7, 0, 4, 2, 2, 4, 6, 1, 3, 5, 3, 7, 5};
    double *points = calloc(24, sizeof *points);
    for (int i = 0; i < 8; ++i) {
        set3(points + 3 * i, i & 1 ? hx : -hx, i & 2 ? hy : -hy, i & 4 ? hz : -hz);
    }
    Thing *made = &setup->things[thing];
    made->points = points;
    made->point_count = 8;
    made->triangles = triangles;
    made->triangle_count = 12;
}

/// A node without a collider.
static inline int setup_node(Setup *setup, double x, double y, double z)
{
    const int thing = setup_static(setup, sphere_shape(1), x, y, z);
    setup->things[thing].is_bare = true;
    return thing;
}

/// A volume of gravity with this trigger.
static inline int setup_volume(Setup *setup, TumShape shape, double x, double y, double z,
                               GravityVolumeDef volume)
{
    const int thing = setup_static(setup, shape, x, y, z);
    setup->things[thing].is_trigger = true;
    setup->things[thing].has_volume = true;
    setup->things[thing].volume = volume;
    return thing;
}

/// Hangs a thing below another.
static inline void setup_parent(Setup *setup, int thing, int parent)
{
    setup->things[thing].parent_plus_one = parent + 1;
}

/// Animates a thing. `times` and `values` must last until the start.
static inline void setup_track(Setup *setup, int thing, TumTrackTarget target,
                               TumInterpolation interpolation, size_t key_count,
                               const double *times, const double *values)
{
    assert_true(setup->track_count < SETUP_TRACKS_MAX);
    setup->tracks[setup->track_count++] = (TrackDef){.target = target,
                                                     .node = thing,
                                                     .interpolation = interpolation,
                                                     .width = target == TUM_TRACK_ROTATION ? 4 : 3,
                                                     .key_count = key_count,
                                                     .times = times,
                                                     .values = values};
}

/// Animates what a JSON pointer names. All motions here stand at "/motion" and all materials at ""
/// (so "/restitution" is one of the first material's).
static inline void setup_pointer_track(Setup *setup, const char *pointer, size_t width,
                                       TumInterpolation interpolation, size_t key_count,
                                       const double *times, const double *values)
{
    setup_track(setup, -1, TUM_TRACK_TRANSLATION, interpolation, key_count, times, values);
    setup->tracks[setup->track_count - 1].pointer = pointer;
    setup->tracks[setup->track_count - 1].width = width;
}

static inline int32_t setup_shape(Setup *setup, SceneBuilder *builder, const Thing *thing)
{
    (void)setup;
    TumShape shape = thing->shape;
    if (thing->points != NULL) {
        shape.mesh = tum_scene_builder_mesh(builder, thing->points, thing->point_count,
                                            thing->triangles, thing->triangle_count);
    }
    shape.pointer = "/shape";
    return tum_scene_builder_shape(builder, &shape);
}

static inline void setup_local(TumTransform *local, const Thing *thing)
{
    const double *q = thing->rotation;
    const double x = q[0], y = q[1], z = q[2], w = q[3];
    const bool is_scaled = thing->scale[0] > 0;
    const double one[3] = {1, 1, 1}, *s = is_scaled ? thing->scale : one;
    double m[16] = {1 - 2 * (y * y + z * z), 2 * (x * y + z * w),     2 * (x * z - y * w),     0,
                    2 * (x * y - z * w),     1 - 2 * (x * x + z * z), 2 * (y * z + x * w),     0,
                    2 * (x * z + y * w),     2 * (y * z - x * w),     1 - 2 * (x * x + y * y), 0,
                    thing->position[0],      thing->position[1],      thing->position[2],      1};
    for (int i = 0; i < 12; ++i) {
        m[i] *= s[i / 4];
    }
    memcpy(local->matrix, m, sizeof m);
    memcpy(local->translation, thing->position, sizeof local->translation);
    memcpy(local->rotation, thing->rotation, sizeof local->rotation);
    set3(local->scale, s[0], s[1], s[2]);
}

/// Builds scene and world; fails the test when either cannot be.
static inline void setup_start(Setup *setup)
{
    SceneBuilder *builder = tum_scene_builder_create(NULL, 3, 1000.0, "test", setup->report);
    tum_scene_builder_node_count(builder, (size_t)setup->count);
    for (int i = 0; i < setup->count; ++i) {
        TumTransform local = {.matrix = {0}};
        const NodeDef node = {
            .parent = setup->things[i].parent_plus_one - 1, .in_scene = true, .local = &local};
        setup_local(&local, &setup->things[i]);
        tum_scene_builder_node(builder, (size_t)i, &node);
    }
    for (int i = 0; i < setup->count; ++i) {
        const Thing *thing = &setup->things[i];
        ColliderDef collider = {.node = i,
                                .shape = thing->is_bare ? -1 : setup_shape(setup, builder, thing),
                                .material = -1,
                                .filter = -1,
                                .group = -1,
                                .pointer = "/collider"};
        if (thing->has_material) {
            collider.material = tum_scene_builder_material(builder, &thing->material);
        }
        if (thing->is_trigger) {
            tum_scene_builder_trigger(builder, &(TriggerDef){.node = i,
                                                             .shape = collider.shape,
                                                             .filter = -1,
                                                             .pointer = "/trigger"});
        } else if (!thing->is_bare) {
            tum_scene_builder_collider(builder, &collider);
        }
        if (thing->has_volume) {
            GravityVolumeDef volume = thing->volume;
            volume.node = i;
            volume.pointer = "/gravity";
            tum_scene_builder_gravity_volume(builder, &volume);
        }
        if (thing->has_motion) {
            MotionDef motion = thing->motion;
            motion.node = i;
            motion.pointer = "/motion";
            tum_scene_builder_motion(builder, &motion);
        }
    }
    for (int i = 0; i < setup->track_count; ++i) {
        tum_scene_builder_track(builder, &setup->tracks[i]);
    }
    for (int i = 0; i < setup->joint_count; ++i) {
        tum_scene_builder_joint(builder, &setup->joints[i]);
    }
    assert_int_equal(tum_scene_builder_finish(builder, &setup->scene), TUM_OK);
    tum_scene_builder_destroy(builder);
    assert_int_equal(tum_world_create(setup->scene, &setup->def, &setup->world, setup->report),
                     TUM_OK);
    assert_no_errors(setup->report);
}

static inline void setup_end(Setup *setup)
{
    tum_world_destroy(setup->world);
    tum_scene_destroy(setup->scene);
    tum_report_destroy(setup->report);
    for (int i = 0; i < setup->count; ++i) {
        free((double *)(uintptr_t)setup->things[i].points);
    }
    free(setup->things);
}

/// Makes the world of a setup that has started again and again and steps it, with memory for one
/// more allocation each time, until memory lasts: nothing else may fail, and nothing may leak.
static inline void assert_memory_may_run_out(Setup *setup, int steps)
{
    TumStatus status = TUM_ERROR_MEMORY;
    size_t fail_after = 0;
    for (; status != TUM_OK; ++fail_after) {
        Counting counting;
        TumWorld *world = NULL;
        TumWorldDef def = setup->def;
        def.allocator = counting_allocator(&counting);
        counting.fail_after = fail_after;
        status = tum_world_create(setup->scene, &def, &world, NULL);
        for (int i = 0; i < steps && status == TUM_OK; ++i) {
            status = tum_world_step(world, (float)(1.0 / setup->rate));
        }
        tum_world_destroy(world);
        assert_int_equal(counting.blocks, 0);
        assert_true(status == TUM_OK || status == TUM_ERROR_MEMORY);
    }
    assert_true(fail_after > 10);
}

static inline TumBodyId setup_id(const Setup *setup, int thing)
{
    for (size_t i = 0; i < setup->scene->body_count; ++i) {
        if (setup->scene->bodies[i].node == thing) {
            return tum_world_body_at(setup->world, i);
        }
    }
    fail_msg("thing %d is no body", thing);
    return (TumBodyId){0, 0, 0};
}

static inline void setup_step(Setup *setup)
{
    assert_int_equal(tum_world_step(setup->world, (float)(1.0 / setup->rate)), TUM_OK);
}

static inline void setup_run(Setup *setup, double seconds)
{
    const int steps = (int)(seconds * setup->rate + 0.5);
    for (int i = 0; i < steps; ++i) {
        setup_step(setup);
    }
}

static inline TumPose3 setup_pose(const Setup *setup, int thing)
{
    return tum_body_pose3(setup->world, setup_id(setup, thing));
}

static inline TumVec3 setup_velocity(const Setup *setup, int thing)
{
    return tum_body_linear_velocity3(setup->world, setup_id(setup, thing));
}

static inline TumVec3 setup_spin(const Setup *setup, int thing)
{
    return tum_body_angular_velocity3(setup->world, setup_id(setup, thing));
}

/// How far a thing's own Y leans from the world's [rad].
static inline double setup_tilt(const Setup *setup, int thing)
{
    const TumQuat q = setup_pose(setup, thing).rotation;
    const double up = 1.0 - 2.0 * ((double)q.x * (double)q.x + (double)q.z * (double)q.z);
    return acos(up > 1.0 ? 1.0 : up < -1.0 ? -1.0 : up);
}

#endif
