// SPDX-License-Identifier: MIT
/// world_support4.h: small worlds of four dimensions in a few lines, for tests.
///
///     Setup4 setup = setup4_empty();
///     setup4_floor(&setup);
///     const int ball = setup4_body(&setup, ball4(0.5), (double[4]){0, 3, 0, 0});
///     setup4_start(&setup);
///     setup4_run(&setup, 2.0);
///     assert_near(setup4_position(&setup, ball)[1], 0.5, 1e-3);
///     setup4_end(&setup);
///
/// Thing number i is node i of the scene.
#ifndef TUM_TESTS_WORLD_SUPPORT4_H
#define TUM_TESTS_WORLD_SUPPORT4_H

#include "scene/scene_builder.h"
#include "tests/support/support.h"
#include "tumble/world4.h"

enum { THINGS4_MAX = 2048, CURVES4_MAX = 2 };

/// A shape and the curves of a general one.
typedef struct Form4 {
    TumShape shape;
    TumCurve curves[CURVES4_MAX];
    size_t curve_count;
} Form4;

typedef struct Thing4 {
    Form4 form;
    double position[4];
    double basis[16]; ///< Column by column.
    bool is_trigger;  ///< Its shape is a trigger, not a collider.
    bool has_motion;
    MotionDef motion;
    bool has_material;
    TumMaterial material;
    const char *system; ///< Of its filter; NULL: none.
    const char *avoids; ///< System that the filter refuses; or NULL.
} Thing4;

typedef struct Setup4 {
    Thing4 *things;
    int count;
    TumWorldDef def;
    double rate; ///< [Hz]
    TumReport *report;
    TumScene *scene;
    TumWorld *world;
} Setup4;

static inline Setup4 setup4_empty(void)
{
    Setup4 setup = {.def = tum_default_world_def(), .rate = 60.0};
    setup.things = calloc(THINGS4_MAX, sizeof *setup.things);
    setup.report = tum_report_create(NULL);
    return setup;
}

static inline Form4 ball4(double radius)
{
    return (Form4){.shape = {.kind = TUM_SHAPE_SPHERE, .radius = radius, .mesh = -1}};
}

static inline Form4 box4(double x, double y, double z, double w)
{
    return (Form4){.shape = {.kind = TUM_SHAPE_BOX, .size = {x, y, z, w}, .mesh = -1}};
}

static inline Form4 capsule4(double height, double radius)
{
    return (Form4){.shape = {.kind = TUM_SHAPE_CAPSULE,
                             .height = height,
                             .radius_bottom = radius,
                             .radius_top = radius,
                             .mesh = -1}};
}

/// A disc in X and Y times a disc in Z and W.
static inline Form4 duocylinder4(double radius_xy, double radius_zw)
{
    return (Form4){.shape = {.kind = TUM_SHAPE_GENERAL, .mesh = -1},
                   .curves = {{{radius_xy, radius_xy, 0, 0}, 2}, {{0, 0, radius_zw, radius_zw}, 2}},
                   .curve_count = 2};
}

static inline Form4 plane4(void)
{
    return (Form4){.shape = {.kind = TUM_SHAPE_PLANE, .size = {INFINITY, 0, INFINITY}, .mesh = -1}};
}

/// A collider of the world's own.
static inline int setup4_static(Setup4 *setup, Form4 form, const double position[4])
{
    assert_true(setup->count < THINGS4_MAX);
    Thing4 *thing = &setup->things[setup->count];
    *thing = (Thing4){.form = form};
    memcpy(thing->position, position, sizeof thing->position);
    for (int i = 0; i < 4; ++i) {
        thing->basis[5 * i] = 1;
    }
    return setup->count++;
}

/// A dynamic body of density 1000 kg/m^4 with one collider.
static inline int setup4_body(Setup4 *setup, Form4 form, const double position[4])
{
    const int thing = setup4_static(setup, form, position);
    setup->things[thing].has_motion = true;
    setup->things[thing].motion = tum_default_motion_def();
    setup->things[thing].motion.velocity_space = VELOCITY_IN_WORLD;
    return thing;
}

/// The half-space y <= 0.
static inline int setup4_floor(Setup4 *setup)
{
    return setup4_static(setup, plane4(), (double[4]){0, 0, 0, 0});
}

/// The half-space below the plane through the origin with this normal.
static inline int setup4_slope(Setup4 *setup, const double normal[4])
{
    const int thing = setup4_floor(setup);
    // The rotation that takes Y to n and leaves what is at right angles to both:
    // I - (Y + n)(Y + n)^T / (1 + Y . n) + 2 n Y^T.
    for (int column = 0; column < 4; ++column) {
        for (int row = 0; row < 4; ++row) {
            const double sum_row = normal[row] + (row == 1),
                         sum_column = normal[column] + (column == 1);
            setup->things[thing].basis[4 * column + row] = (row == column) -
                                                           sum_row * sum_column / (1 + normal[1]) +
                                                           (column == 1 ? 2 * normal[row] : 0);
        }
    }
    return thing;
}

/// Turns a thing in the plane of two axes, a toward b, after what turned it before.
static inline void setup4_turn(Setup4 *setup, int thing, int a, int b, double angle)
{
    double *m = setup->things[thing].basis;
    for (int column = 0; column < 4; ++column) {
        const double x = m[4 * column + a], y = m[4 * column + b];
        m[4 * column + a] = cos(angle) * x - sin(angle) * y;
        m[4 * column + b] = sin(angle) * x + cos(angle) * y;
    }
}

static inline void setup4_move(Setup4 *setup, int thing, const double linear[4],
                               const double angular[6])
{
    MotionDef *motion = &setup->things[thing].motion;
    memcpy(motion->linear_velocity, linear, 4 * sizeof *linear);
    memcpy(motion->angular_velocity, angular, 6 * sizeof *angular);
}

static inline void setup4_material(Setup4 *setup, int thing, double static_friction,
                                   double dynamic_friction, double restitution)
{
    setup->things[thing].has_material = true;
    setup->things[thing].material = (TumMaterial){static_friction,  dynamic_friction, restitution,
                                                  TUM_COMBINE_NONE, TUM_COMBINE_NONE, ""};
}

/// The same material for every thing made so far.
static inline void setup4_all_materials(Setup4 *setup, double friction, double restitution)
{
    for (int i = 0; i < setup->count; ++i) {
        setup4_material(setup, i, friction, friction, restitution);
    }
}

static inline int32_t setup4_shape(SceneBuilder *builder, const Form4 *form)
{
    TumShape shape = form->shape;
    shape.pointer = "/shape";
    return form->curve_count > 0
               ? tum_scene_builder_general(builder, &shape, form->curves, form->curve_count)
               : tum_scene_builder_shape(builder, &shape);
}

static inline int32_t setup4_filter(SceneBuilder *builder, const Thing4 *thing)
{
    if (thing->system == NULL) {
        return -1;
    }
    return tum_scene_builder_filter(
        builder, &(FilterDef){.systems = &thing->system,
                              .system_count = 1,
                              .not_collide_with = &thing->avoids,
                              .not_collide_with_count = thing->avoids != NULL ? 1 : 0,
                              .pointer = "/filter"});
}

/// Builds the scene; fails the test when it cannot be.
static inline void setup4_build(Setup4 *setup)
{
    SceneBuilder *builder = tum_scene_builder_create(NULL, 4, 1000.0, "test", setup->report);
    tum_scene_builder_node_count(builder, (size_t)setup->count);
    for (int i = 0; i < setup->count; ++i) {
        TumTransform4 local;
        memcpy(local.position, setup->things[i].position, sizeof local.position);
        memcpy(local.basis, setup->things[i].basis, sizeof local.basis);
        tum_scene_builder_node(builder, (size_t)i, &(NodeDef){.parent = -1, .in_scene = true});
        tum_scene_builder_node4(builder, (size_t)i, &local);
    }
    for (int i = 0; i < setup->count; ++i) {
        const Thing4 *thing = &setup->things[i];
        ColliderDef collider = {.node = i,
                                .shape = setup4_shape(builder, &thing->form),
                                .material = -1,
                                .filter = setup4_filter(builder, thing),
                                .group = -1,
                                .pointer = "/collider"};
        if (thing->has_material) {
            collider.material = tum_scene_builder_material(builder, &thing->material);
        }
        if (thing->is_trigger) {
            tum_scene_builder_trigger(builder, &(TriggerDef){.node = i,
                                                             .shape = collider.shape,
                                                             .filter = collider.filter,
                                                             .pointer = "/trigger"});
        } else {
            tum_scene_builder_collider(builder, &collider);
        }
        if (thing->has_motion) {
            MotionDef motion = thing->motion;
            motion.node = i;
            motion.pointer = "/motion";
            tum_scene_builder_motion(builder, &motion);
        }
    }
    assert_int_equal(tum_scene_builder_finish(builder, &setup->scene), TUM_OK);
    tum_scene_builder_destroy(builder);
}

/// Builds scene and world; fails the test when either cannot be.
static inline void setup4_start(Setup4 *setup)
{
    setup4_build(setup);
    assert_int_equal(tum_world_create(setup->scene, &setup->def, &setup->world, setup->report),
                     TUM_OK);
    assert_no_errors(setup->report);
}

static inline void setup4_end(Setup4 *setup)
{
    tum_world_destroy(setup->world);
    tum_scene_destroy(setup->scene);
    tum_report_destroy(setup->report);
    free(setup->things);
}

static inline size_t setup4_index(const Setup4 *setup, int thing)
{
    for (size_t i = 0; i < setup->scene->body_count; ++i) {
        if (setup->scene->bodies[i].node == thing) {
            return i;
        }
    }
    fail_msg("thing %d is no body", thing);
    return 0;
}

static inline TumBodyId setup4_id(const Setup4 *setup, int thing)
{
    return tum_world_body_at(setup->world, setup4_index(setup, thing));
}

static inline void setup4_step(Setup4 *setup)
{
    assert_int_equal(tum_world_step(setup->world, (float)(1.0 / setup->rate)), TUM_OK);
}

static inline void setup4_run(Setup4 *setup, double seconds)
{
    const int steps = (int)(seconds * setup->rate + 0.5);
    for (int i = 0; i < steps; ++i) {
        setup4_step(setup);
    }
}

/// Four numbers that stay what they are.
typedef struct Place4 {
    double at[4];
} Place4;

static inline Place4 place4(TumVec4 v)
{
    return (Place4){{(double)v.x, (double)v.y, (double)v.z, (double)v.w}};
}

static inline Place4 setup4_position(const Setup4 *setup, int thing)
{
    return place4(tum_body_pose4(setup->world, setup4_id(setup, thing)).position);
}

static inline Place4 setup4_velocity(const Setup4 *setup, int thing)
{
    return place4(tum_body_linear_velocity4(setup->world, setup4_id(setup, thing)));
}

static inline void setup4_spin(const Setup4 *setup, int thing, double planes[6])
{
    const TumBivec4 a = tum_body_angular_velocity4(setup->world, setup4_id(setup, thing));
    const double six[6] = {(double)a.xy, (double)a.xz, (double)a.yz,
                           (double)a.xw, (double)a.yw, (double)a.zw};
    memcpy(planes, six, sizeof six);
}

/// Sets a body's motion in a running world.
static inline void setup4_set_motion(Setup4 *setup, int thing, const double linear[4],
                                     const double angular[6])
{
    const TumBodyId body = setup4_id(setup, thing);
    assert_int_equal(tum_body_set_linear_velocity4(setup->world, body,
                                                   (TumVec4){(float)linear[0], (float)linear[1],
                                                             (float)linear[2], (float)linear[3]}),
                     TUM_OK);
    assert_int_equal(tum_body_set_angular_velocity4(
                         setup->world, body,
                         (TumBivec4){(float)angular[0], (float)angular[1], (float)angular[2],
                                     (float)angular[3], (float)angular[4], (float)angular[5]}),
                     TUM_OK);
}

static inline double dot4(const double a[4], const double b[4])
{
    return a[0] * b[0] + a[1] * b[1] + a[2] * b[2] + a[3] * b[3];
}

#endif
