// SPDX-License-Identifier: MIT
// add_geometry.c: places, geometry and surfaces that programs add (tumble/scene_builder.h).
#include <stdio.h>

#include "math/linear4.h"
#include "math/shared_transform.h"
#include "scene/author.h"
#include "scene/frame4.h"
#include "scene/hierarchy.h"
#include "scene/scene_builder.h"

// [m] The limit for files, too (scene_builder.c).
#define LARGEST_COORDINATE 1e18

// Largest deviation from 1 of the squares of a rotation's columns.
#define ROTATION_TOLERANCE 1e-6

bool tum_scene_builder_set_gravity(SceneBuilder *builder, const double gravity[4])
{
    if (!tum_scene_builder_is_ready(builder)) {
        return false;
    }
    const bool is_3d = builder->dimension != 4;
    Call call = {.builder = builder, .pointer = "/builder/gravity"};
    if (!tum_call_numbers(&call, "", gravity, is_3d ? 3 : 4, ANY_FINITE)) {
        return false;
    }
    const double acting[4] = {gravity[0], gravity[1], gravity[2], is_3d ? 0.0 : gravity[3]};
    tum_scene_builder_gravity(builder, acting);
    return true;
}

// Nodes. An invalid node gets the identity transform in its parent: its index is already in use.

static void place_node3(Call *call, const TumNodeDef *def, TumTransform *local)
{
    const double *q = def->rotation.q, *s = def->scale;
    const double square = q[0] * q[0] + q[1] * q[1] + q[2] * q[2] + q[3] * q[3];
    bool is_fine = tum_call_numbers(call, "position", def->position, 3, ANY_FINITE);
    is_fine = tum_call_numbers(call, "scale", s, 3, ANY_FINITE) && is_fine;
    if (!(square > 0.0) || !is_finite64(square)) {
        tum_call_refuse(call, CODE_VALUE_NOT_IN_RANGE, "rotation",
                        "(%g, %g, %g, %g) is no rotation.", q[0], q[1], q[2], q[3]);
        is_fine = false;
    }
    if (!is_fine) {
        return;
    }
    const DQuat turn = dquat_normalize((DQuat){q[0], q[1], q[2], q[3]});
    const DMat3 axes = dquat_matrix(turn);
    const double rotation[4] = {turn.x, turn.y, turn.z, turn.w};
    memcpy(local->translation, def->position, sizeof local->translation);
    memcpy(local->rotation, rotation, sizeof local->rotation);
    memcpy(local->scale, s, sizeof local->scale);
    tum_store_matrix(
        (DMat3){dvec3_scale(axes.x, s[0]), dvec3_scale(axes.y, s[1]), dvec3_scale(axes.z, s[2])},
        (DVec3){def->position[0], def->position[1], def->position[2]}, local->matrix);
}

static bool is_rotation4(const double m[16])
{
    for (int a = 0; a < 4; ++a) {
        for (int b = a; b < 4; ++b) {
            double product = 0.0;
            for (int k = 0; k < 4; ++k) {
                product += m[4 * a + k] * m[4 * b + k];
            }
            if (!(absolute64(product - (a == b ? 1.0 : 0.0)) <= ROTATION_TOLERANCE)) {
                return false;
            }
        }
    }
    return tum_linear4_determinant(m) > 0.0;
}

static void place_node4(Call *call, const TumNodeDef *def, TumTransform4 *local)
{
    static const double upright[16] = LINEAR4_IDENTITY;
    const double *m = def->rotation.m != NULL ? def->rotation.m : upright;
    bool is_fine = tum_call_numbers(call, "position", def->position, 4, ANY_FINITE);
    is_fine = tum_call_numbers(call, "scale", def->scale, 4, ANY_FINITE) && is_fine;
    if (!is_rotation4(m)) {
        tum_call_refuse(call, CODE_VALUE_NOT_IN_RANGE, "rotation", "The matrix is no rotation.");
        is_fine = false;
    }
    if (!is_fine) {
        return;
    }
    memcpy(local->position, def->position, sizeof local->position);
    for (int i = 0; i < 16; ++i) {
        local->basis[i] = m[i] * def->scale[i / 4];
    }
}

int32_t tum_scene_builder_add_node(SceneBuilder *builder, const TumNodeDef *def)
{
    Call call;
    Authored *authored = &builder->authored;
    if (!tum_call_is_stamped(builder, def->stamp, NODE_DEF_STAMP) ||
        !tum_call_begin(&call, builder, THING_NODE, NULL)) {
        return -1;
    }
    const size_t index = authored->nodes.count;
    if (index >= INT32_MAX) {
        authored->misuse = TUM_ERROR_CAPACITY;
        return -1;
    }
    TumNode node = {.parent = def->parent,
                    .body = -1,
                    .in_scene = true,
                    .world = tum_transform_identity.matrix,
                    .name = tum_scene_builder_keep_text(builder, def->name)};
    TumTransform local = tum_transform_identity;
    TumTransform4 local4 = tum_transform4_identity;
    tum_call_optional(&call, "parent", THING_NODE, def->parent, index);
    node.parent = call.is_wrong ? -1 : def->parent;
    if (builder->dimension == 4) {
        place_node4(&call, def, &local4);
    } else {
        place_node3(&call, def, &local);
    }
    node.local = tum_transform_keep(&builder->arena, &local);
    TumNode4 node4 = {.local = tum_transform4_keep(&builder->arena, &local4),
                      .world = &tum_transform4_identity};
    TumNode *slot = array_push(&authored->nodes, &builder->allocator);
    unsigned char *marks = array_push(&authored->marks, &builder->allocator);
    TumNode4 *slot4 =
        builder->dimension == 4 ? array_push(&authored->nodes4, &builder->allocator) : &node4;
    if (node.local == NULL || node4.local == NULL || slot == NULL || slot4 == NULL ||
        marks == NULL || builder->is_out_of_memory) {
        builder->is_out_of_memory = true;
        return -1;
    }
    *slot = node;
    *slot4 = node4;
    *marks = 0;
    return (int32_t)index;
}

// Geometry.

int32_t tum_scene_builder_add_mesh(SceneBuilder *builder, const double *points, size_t point_count,
                                   const uint32_t *cells, size_t cell_count)
{
    Call call;
    if (!tum_call_begin(&call, builder, THING_MESH, NULL)) {
        return -1;
    }
    const size_t width = (size_t)builder->dimension;
    if (point_count == 0 || points == NULL || point_count > UINT32_MAX ||
        cell_count > SIZE_MAX / width || (cells == NULL && cell_count > 0)) {
        tum_call_refuse(&call, CODE_PHYSICS_MESH_EMPTY, "", "%zu points and %zu cells are no mesh.",
                        point_count, cell_count);
        (void)tum_call_end(&call);
        return -1;
    }
    for (size_t i = 0; i < point_count * width && !call.is_wrong; ++i) {
        if (!(absolute64(points[i]) <= LARGEST_COORDINATE)) {
            tum_call_refuse(&call, CODE_VALUE_NOT_IN_RANGE, "points",
                            "%g, in point %zu, is not within %g m.", points[i], i / width,
                            LARGEST_COORDINATE);
        }
    }
    for (size_t i = 0; i < cell_count * width && !call.is_wrong; ++i) {
        if (cells[i] >= point_count) {
            tum_call_refuse(&call, CODE_UNRESOLVED_REFERENCE, "cells",
                            "%u, in cell %zu, is no index of the %zu points.", (unsigned)cells[i],
                            i / width, point_count);
        }
    }
    return tum_call_end(&call)
               ? tum_scene_builder_mesh(builder, points, point_count, cells, cell_count)
               : -1;
}

int32_t tum_scene_builder_add_curves(SceneBuilder *builder, const TumCurve *curves, size_t count)
{
    Call call;
    if (!tum_call_begin(&call, builder, THING_CURVES, NULL)) {
        return -1;
    }
    const size_t first = builder->curves.count;
    if (curves == NULL || count == 0 || count > INT32_MAX - first) {
        tum_call_refuse(&call, CODE_VALUE_NOT_IN_RANGE, "", "%zu curves are none.", count);
    }
    for (size_t i = 0; i < count && !call.is_wrong; ++i) {
        const double *r = curves[i].radii;
        char member[48];
        (void)snprintf(member, sizeof member, "%zu/radii", i);
        if (tum_call_numbers(&call, member, r, 4, NOT_NEGATIVE) &&
            !(r[0] > 0.0 || r[1] > 0.0 || r[2] > 0.0 || r[3] > 0.0)) {
            tum_call_refuse(&call, CODE_VALUE_NOT_IN_RANGE, member, "No radius is above 0.");
        }
        (void)snprintf(member, sizeof member, "%zu/exponent", i);
        (void)tum_call_number(&call, member, curves[i].exponent, POSITIVE);
    }
    if (!tum_call_end(&call)) {
        return -1;
    }
    if (!array_reserve(&builder->curves, first + count, &builder->allocator)) {
        builder->is_out_of_memory = true;
        return -1;
    }
    memcpy(&builder->curves.items[first], curves, count * sizeof *curves);
    builder->curves.count += count;
    return (int32_t)first;
}

// Checks the members of a shape with two radii.
static void check_round(Call *call, const TumShape *shape, TumShape *made)
{
    const bool is_capsule = shape->kind == TUM_SHAPE_CAPSULE;
    (void)tum_call_number(call, "height", shape->height, is_capsule ? NOT_NEGATIVE : POSITIVE);
    if (tum_call_number(call, "radius_bottom", shape->radius_bottom, NOT_NEGATIVE) &&
        tum_call_number(call, "radius_top", shape->radius_top, NOT_NEGATIVE) &&
        shape->radius_bottom == 0.0 && shape->radius_top == 0.0) {
        tum_call_refuse(call, CODE_VALUE_NOT_IN_RANGE, "radius_bottom", "Both radii are 0.");
    }
    made->height = shape->height;
    made->radius_bottom = shape->radius_bottom;
    made->radius_top = shape->radius_top;
}

static void check_general(Call *call, const TumShape *shape, TumShape *made)
{
    const size_t width = (size_t)call->builder->dimension, curves = call->builder->curves.count;
    const bool has_curves = shape->curve_count > 0;
    (void)tum_call_numbers(call, "size", shape->size, width, has_curves ? NOT_NEGATIVE : POSITIVE);
    if (has_curves &&
        tum_call_index(call, "curve_first", THING_CURVES, shape->curve_first, curves) &&
        (size_t)shape->curve_count > curves - (size_t)shape->curve_first) {
        tum_call_refuse(call, CODE_UNRESOLVED_REFERENCE, "curve_count",
                        "%d curves from %d on are more than the %zu added so far.",
                        (int)shape->curve_count, (int)shape->curve_first, curves);
    }
    memcpy(made->size, shape->size, sizeof made->size);
}

// Reads the members that belong to the kind.
static void check_shape(Call *call, const TumShape *shape, TumShape *made)
{
    const size_t width = (size_t)call->builder->dimension;
    switch (shape->kind) {
    case TUM_SHAPE_SPHERE:
        (void)tum_call_number(call, "radius", shape->radius, POSITIVE);
        made->radius = shape->radius;
        return;
    case TUM_SHAPE_BOX:
        (void)tum_call_numbers(call, "size", shape->size, width, POSITIVE);
        memcpy(made->size, shape->size, width * sizeof *made->size);
        return;
    case TUM_SHAPE_CAPSULE:
    case TUM_SHAPE_CYLINDER: check_round(call, shape, made); return;
    case TUM_SHAPE_PLANE:
        (void)tum_call_number(call, "size/0", shape->size[0], POSITIVE_OR_INFINITE);
        (void)tum_call_number(call, "size/2", shape->size[2], POSITIVE_OR_INFINITE);
        memcpy(made->size, shape->size, sizeof made->size);
        made->double_sided = shape->double_sided;
        return;
    case TUM_SHAPE_CONVEX:
    case TUM_SHAPE_MESH:
    case TUM_SHAPE_HEIGHTMAP:
        (void)tum_call_index(call, "mesh", THING_MESH, shape->mesh, call->builder->meshes.count);
        made->mesh = shape->mesh;
        return;
    case TUM_SHAPE_GENERAL: check_general(call, shape, made); return;
    case TUM_SHAPE_RAY:
        (void)tum_call_number(call, "height", shape->height, POSITIVE_OR_INFINITE);
        made->height = shape->height;
        return;
    }
    tum_call_choice(call, "kind", (unsigned)shape->kind, TUM_SHAPE_RAY + 1);
}

int32_t tum_scene_builder_add_shape(SceneBuilder *builder, const TumShape *shape)
{
    Call call;
    if (!tum_call_begin(&call, builder, THING_SHAPE, shape->pointer)) {
        return -1;
    }
    TumShape made = {.kind = shape->kind, .mesh = -1, .pointer = call.pointer};
    check_shape(&call, shape, &made);
    const int32_t index = tum_call_end(&call) ? tum_scene_builder_shape(builder, &made) : -1;
    if (index >= 0 && shape->kind == TUM_SHAPE_GENERAL && shape->curve_count > 0) {
        builder->shapes.items[index].curve_first = shape->curve_first;
        builder->shapes.items[index].curve_count = shape->curve_count;
    }
    return index;
}

// Surfaces.

int32_t tum_scene_builder_add_material(SceneBuilder *builder, const TumMaterial *material)
{
    Call call;
    if (!tum_call_begin(&call, builder, THING_MATERIAL, material->pointer)) {
        return -1;
    }
    (void)tum_call_number(&call, "static_friction", material->static_friction, NOT_NEGATIVE);
    (void)tum_call_number(&call, "dynamic_friction", material->dynamic_friction, NOT_NEGATIVE);
    (void)tum_call_number(&call, "restitution", material->restitution, NOT_NEGATIVE);
    tum_call_choice(&call, "friction_combine", (unsigned)material->friction_combine,
                    TUM_COMBINE_MULTIPLY + 1);
    tum_call_choice(&call, "restitution_combine", (unsigned)material->restitution_combine,
                    TUM_COMBINE_MULTIPLY + 1);
    TumMaterial made = *material;
    made.pointer = call.pointer;
    return tum_call_end(&call) ? tum_scene_builder_material(builder, &made) : -1;
}

static void check_names(Call *call, const char *member, const char *const *names, size_t count)
{
    for (size_t i = 0; i < count && !call->is_wrong; ++i) {
        if (names == NULL || names[i] == NULL) {
            tum_call_refuse(call, CODE_VALUE_NOT_IN_RANGE, member, "Name %zu of %zu is none.", i,
                            count);
        }
    }
}

int32_t tum_scene_builder_add_filter(SceneBuilder *builder, const TumFilterDef *def)
{
    Call call;
    if (!tum_call_is_stamped(builder, def->stamp, FILTER_DEF_STAMP) ||
        !tum_call_begin(&call, builder, THING_FILTER, def->pointer)) {
        return -1;
    }
    check_names(&call, "systems", def->systems, def->system_count);
    check_names(&call, "collide_with", def->collide_with, def->collide_with_count);
    check_names(&call, "not_collide_with", def->not_collide_with, def->not_collide_with_count);
    if (def->collide_with_count > 0 && def->not_collide_with_count > 0) {
        tum_call_refuse(&call, CODE_PHYSICS_FILTER_CONFLICT, "",
                        "The filter lists both whom to meet and whom not to meet.");
    }
    const FilterDef filter = {.systems = def->systems,
                              .collide_with = def->collide_with,
                              .not_collide_with = def->not_collide_with,
                              .system_count = def->system_count,
                              .collide_with_count = def->collide_with_count,
                              .not_collide_with_count = def->not_collide_with_count,
                              .pointer = call.pointer};
    return tum_call_end(&call) ? tum_scene_builder_filter(builder, &filter) : -1;
}
