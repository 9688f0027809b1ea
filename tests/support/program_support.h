// SPDX-License-Identifier: MIT
/// program_support.h: worlds that a program fills by itself, without a file or a scene's nodes.
///
///     TumWorld *world = program_world(3, NULL);
///     const TumBodyId ball =
///         program_body3(world, TUM_BODY_DYNAMIC, ball_def3(0.5f), (TumVec3){0, 3, 0}, 7);
///     ok(tum_world_step(world, 1.0f / 60.0f));
///     tum_world_destroy(world);
#ifndef TUM_TESTS_PROGRAM_SUPPORT_H
#define TUM_TESTS_PROGRAM_SUPPORT_H

#include "tests/support/support.h"
#include "tumble/world3.h"
#include "tumble/world4.h"

#define ok(call) assert_int_equal((call), TUM_OK)

/// An empty world. @param def  NULL: the defaults.
static inline TumWorld *program_world(int dimension, const TumWorldDef *def)
{
    const TumScene nothing = {.dimension = dimension, .file = ""};
    TumWorld *world = NULL;
    ok(tum_world_create(&nothing, def, &world, NULL));
    return world;
}

/// The defaults with contact events, and without gravity.
static inline TumWorldDef weightless_def(void)
{
    TumWorldDef def = tum_default_world_def();
    def.gravity[1] = 0;
    def.contact_events = true;
    return def;
}

/// A body of 1 kg with one collider. Its number is `user`, that of the collider 100 more.
static inline TumBodyId program_body3(TumWorld *world, TumBodyKind kind, TumColliderDef3 shape,
                                      TumVec3 position, uint64_t user)
{
    TumBodyDef3 def = tum_default_body_def3();
    TumBodyId body;
    def.kind = kind;
    def.pose.position = position;
    def.user = user;
    shape.user = user + 100;
    ok(tum_world_add_body3(world, &def, &body));
    ok(tum_world_add_collider3(world, body, &shape, NULL));
    return body;
}

static inline TumColliderDef3 ball_def3(float radius)
{
    TumColliderDef3 def = tum_default_collider_def3();
    def.radius = radius;
    return def;
}

static inline TumColliderDef3 box_def3(float x, float y, float z)
{
    TumColliderDef3 def = tum_default_collider_def3();
    def.kind = TUM_SHAPE_BOX;
    def.size = (TumVec3){x, y, z};
    return def;
}

static inline TumColliderDef3 plane_def3(void)
{
    TumColliderDef3 def = tum_default_collider_def3();
    def.kind = TUM_SHAPE_PLANE;
    def.size = (TumVec3){INFINITY, 0, INFINITY};
    return def;
}

/// The same in four dimensions.
static inline TumBodyId program_body4(TumWorld *world, TumBodyKind kind, TumColliderDef4 shape,
                                      TumVec4 position, uint64_t user)
{
    TumBodyDef4 def = tum_default_body_def4();
    TumBodyId body;
    def.kind = kind;
    def.pose.position = position;
    def.user = user;
    shape.user = user + 100;
    ok(tum_world_add_body4(world, &def, &body));
    ok(tum_world_add_collider4(world, body, &shape, NULL));
    return body;
}

static inline TumColliderDef4 ball_def4(float radius)
{
    TumColliderDef4 def = tum_default_collider_def4();
    def.radius = radius;
    return def;
}

static inline TumColliderDef4 box_def4(float x, float y, float z, float w)
{
    TumColliderDef4 def = tum_default_collider_def4();
    def.kind = TUM_SHAPE_BOX;
    def.size = (TumVec4){x, y, z, w};
    return def;
}

static inline void program_run(TumWorld *world, int steps)
{
    for (int i = 0; i < steps; ++i) {
        ok(tum_world_step(world, 1.0f / 60.0f));
    }
}

static inline void assert_vec3_near(TumVec3 v, double x, double y, double z, double tolerance)
{
    assert_near(v.x, x, tolerance);
    assert_near(v.y, y, tolerance);
    assert_near(v.z, z, tolerance);
}

static inline void assert_vec4_near(TumVec4 v, double x, double y, double z, double w,
                                    double tolerance)
{
    assert_vec3_near((TumVec3){v.x, v.y, v.z}, x, y, z, tolerance);
    assert_near(v.w, w, tolerance);
}

#endif
