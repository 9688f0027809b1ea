// SPDX-License-Identifier: MIT
// scene_builder.c: collection of the readers' data.
//
// Texts, meshes and nodes are copied to the arena that the scene will own; growing data has arrays
// of its own. Numbers that are not finite and indices out of range are corrected on entry, so that
// later stages need no checks.
#include "scene/scene_builder.h"

#include <math.h> // NAN
#include <string.h>

#include "base/assert.h"
#include "geometry/weld.h"
#include "math/linear4.h"
#include "math/shared_transform.h"
#include "scene/builder_data.h"
#include "scene/filter.h"
#include "scene/mesh4.h"
#include "scene/track_builder.h"

// [m] A simulation in single precision cannot represent a larger coordinate.
#define LARGEST_COORDINATE 1e18

/// A new item; a lack of memory is recorded.
#define PUSH(builder, array)                                                                       \
    note_slot((builder), array_push(&(builder)->array, &(builder)->allocator))

static void *note_slot(SceneBuilder *builder, void *slot)
{
    builder->is_out_of_memory = builder->is_out_of_memory || slot == NULL;
    return slot;
}

static int32_t index_or_none(int32_t index, size_t count)
{
    return index >= 0 && (size_t)index < count ? index : -1;
}

// The index of the newest of `count` items.
static int32_t newest(const SceneBuilder *builder, size_t count)
{
    return builder->is_out_of_memory ? -1 : (int32_t)(count - 1);
}

void tum_scene_builder_node_count(SceneBuilder *builder, size_t count)
{
    if (!tum_scene_builder_is_ready(builder)) {
        return;
    }
    Arena *arena = &builder->arena;
    builder->nodes = tum_arena_zeroed(arena, count, sizeof *builder->nodes);
    builder->nodes4 =
        builder->dimension == 4 ? tum_arena_zeroed(arena, count, sizeof *builder->nodes4) : NULL;
    if (note_slot(builder, builder->nodes) == NULL ||
        (builder->dimension == 4 && note_slot(builder, builder->nodes4) == NULL)) {
        return;
    }
    builder->node_count = count;
    for (size_t i = 0; i < count; ++i) {
        builder->nodes[i] = (TumNode){.parent = -1,
                                      .body = -1,
                                      .local = &tum_transform_identity,
                                      .world = tum_transform_identity.matrix,
                                      .name = ""};
        if (builder->nodes4 != NULL) {
            builder->nodes4[i] = (TumNode4){&tum_transform4_identity, &tum_transform4_identity};
        }
    }
}

void tum_scene_builder_share(SceneBuilder *builder, SharedArena *places)
{
    if (tum_scene_builder_is_ready(builder) && TUM_REQUIRE(builder->places == NULL)) {
        builder->places = tum_shared_arena_join(places, &builder->allocator);
    }
}

void tum_scene_builder_node(SceneBuilder *builder, size_t index, const NodeDef *node)
{
    if (!tum_scene_builder_is_ready(builder) || !TUM_REQUIRE(index < builder->node_count)) {
        return;
    }
    TumNode *made = &builder->nodes[index];
    made->parent = node->parent;
    made->in_scene = node->in_scene;
    made->has_matrix = node->has_matrix;
    memcpy(made->animated, node->animated, sizeof made->animated);
    made->name = tum_scene_builder_keep_text(builder, node->name);
    if (builder->places != NULL && node->local != NULL) {
        made->local = node->local;
    } else if (node->local != NULL) {
        const TumTransform *kept = tum_transform_keep(&builder->arena, node->local);
        made->local = kept != NULL ? kept : made->local;
        builder->is_out_of_memory = builder->is_out_of_memory || kept == NULL;
    }
}

void tum_scene_builder_node4(SceneBuilder *builder, size_t index, const TumTransform4 *local)
{
    if (!tum_scene_builder_is_ready(builder) || !TUM_REQUIRE(builder->dimension == 4) ||
        !TUM_REQUIRE(index < builder->node_count)) {
        return;
    }
    const TumTransform4 *kept =
        builder->places != NULL ? local : tum_transform4_keep(&builder->arena, local);
    builder->nodes4[index].local = kept != NULL ? kept : &tum_transform4_identity;
    builder->is_out_of_memory = builder->is_out_of_memory || kept == NULL;
}

void tum_scene_builder_expect(SceneBuilder *builder, size_t motions, size_t colliders)
{
    if (tum_scene_builder_is_ready(builder) &&
        (!array_reserve(&builder->bodies, motions, &builder->allocator) ||
         !array_reserve(&builder->colliders, colliders, &builder->allocator))) {
        builder->is_out_of_memory = true;
    }
}

const char *tum_scene_builder_text(SceneBuilder *builder, const char *text, size_t bytes)
{
    const char *kept = note_slot(builder, tum_arena_text(&builder->arena, text, bytes));
    builder->newest_text = kept;
    return text_or_empty(kept);
}

void tum_scene_builder_dialects(SceneBuilder *builder, const char *ids)
{
    if (tum_scene_builder_is_ready(builder)) {
        builder->dialects = tum_scene_builder_keep_text(builder, ids);
    }
}

void tum_scene_builder_gravity(SceneBuilder *builder, const double gravity[4])
{
    memcpy(builder->gravity, gravity, sizeof builder->gravity);
    builder->has_gravity = true;
}

static bool is_coordinate(double x)
{
    return absolute64(x) <= LARGEST_COORDINATE; // false for NaN
}

// Points that are not finite are replaced by the first valid one, so that the others keep their
// index; *sound marks the valid points.
static bool copy_points(SceneBuilder *builder, const double *points, size_t count, TumMesh *mesh,
                        bool *sound)
{
    const size_t width = (size_t)builder->dimension;
    mesh->points = tum_arena_zeroed(&builder->arena, count, width * sizeof *mesh->points);
    if (mesh->points == NULL) {
        return false;
    }
    mesh->point_count = count;
    size_t first = count;
    for (size_t i = 0; i < count; ++i) {
        const double *p = &points[width * i];
        sound[i] = true;
        for (size_t k = 0; k < width; ++k) {
            sound[i] = sound[i] && is_coordinate(p[k]);
        }
        first = sound[i] && first == count ? i : first;
    }
    if (first == count) {
        mesh->point_count = 0;
    }
    for (size_t i = 0; i < mesh->point_count; ++i) {
        memcpy(&mesh->points[width * i], &points[width * (sound[i] ? i : first)],
               width * sizeof *points);
    }
    return true;
}

static DVec3 mesh_point(const TumMesh *mesh, uint32_t index)
{
    const double *p = &mesh->points[3 * (size_t)index];
    return (DVec3){p[0], p[1], p[2]};
}

// The test for a closed mesh takes all triangles: a triangle without area still belongs to the
// surface. Triangles without area are dropped afterwards.
static TumStatus copy_cells(SceneBuilder *builder, const uint32_t *cells, size_t count,
                            TumMesh *mesh, const bool *sound)
{
    mesh->cells = tum_arena_zeroed(&builder->arena, count, 3 * sizeof *mesh->cells);
    if (mesh->cells == NULL) {
        return TUM_ERROR_MEMORY;
    }
    size_t kept = 0;
    for (size_t t = 0; t < count; ++t) {
        const uint32_t *c = &cells[3 * t];
        if (c[0] < mesh->point_count && c[1] < mesh->point_count && c[2] < mesh->point_count &&
            sound[c[0]] && sound[c[1]] && sound[c[2]]) {
            memcpy(&mesh->cells[3 * kept++], c, 3 * sizeof *c);
        }
    }
    const TumStatus status = tum_mesh3_is_closed(mesh->points, mesh->point_count, mesh->cells, kept,
                                                 &builder->allocator, &mesh->is_closed);
    for (size_t t = 0; t < kept; ++t) {
        uint32_t c[3];
        memcpy(c, &mesh->cells[3 * t], sizeof c);
        const DVec3 a = mesh_point(mesh, c[0]);
        const DVec3 area =
            dvec3_cross(dvec3_sub(mesh_point(mesh, c[1]), a), dvec3_sub(mesh_point(mesh, c[2]), a));
        if (area.x != 0.0 || area.y != 0.0 || area.z != 0.0) {
            memcpy(&mesh->cells[3 * mesh->cell_count++], c, sizeof c);
        }
    }
    return status;
}

int32_t tum_scene_builder_mesh(SceneBuilder *builder, const double *points, size_t point_count,
                               const uint32_t *cells, size_t cell_count)
{
    if (!tum_scene_builder_is_ready(builder)) {
        return -1;
    }
    bool *sound = tum_allocate_zeroed(&builder->allocator, point_count, sizeof *sound);
    TumMesh mesh = {.document_mesh = -1};
    bool is_built = (sound != NULL || point_count == 0) && point_count <= UINT32_MAX &&
                    copy_points(builder, points, point_count, &mesh, sound);
    if (is_built && builder->dimension == 4) {
        is_built = tum_copy_cells4(builder, cells, cell_count, sound, &mesh) == TUM_OK;
    } else {
        is_built = is_built && copy_cells(builder, cells, cell_count, &mesh, sound) == TUM_OK;
    }
    tum_release(&builder->allocator, sound, point_count * sizeof *sound);
    TumMesh *slot = is_built ? PUSH(builder, meshes) : NULL;
    if (note_slot(builder, slot) != NULL) {
        *slot = mesh;
    }
    return newest(builder, builder->meshes.count);
}

void tum_scene_builder_mesh_source(SceneBuilder *builder, int32_t mesh, int32_t document_mesh)
{
    if (mesh >= 0 && (size_t)mesh < builder->meshes.count) {
        builder->meshes.items[mesh].document_mesh = document_mesh;
    }
}

// A length: negative numbers and NaN count as zero. Planes may be infinite.
static double sound_length(double length, bool may_be_infinite)
{
    if (length > 0.0 && (length <= LARGEST_COORDINATE || may_be_infinite)) {
        return length;
    }
    return length > 0.0 ? LARGEST_COORDINATE : 0.0;
}

int32_t tum_scene_builder_shape(SceneBuilder *builder, const TumShape *shape)
{
    TumShape *slot = tum_scene_builder_is_ready(builder) ? PUSH(builder, shapes) : NULL;
    if (slot == NULL) {
        return -1;
    }
    *slot = *shape;
    const bool is_plane = shape->kind == TUM_SHAPE_PLANE;
    for (size_t i = 0; i < 4; ++i) {
        slot->size[i] = sound_length(shape->size[i], is_plane);
    }
    slot->height = sound_length(shape->height, shape->kind == TUM_SHAPE_RAY);
    slot->radius = sound_length(shape->radius, false);
    slot->radius_bottom = sound_length(shape->radius_bottom, false);
    slot->radius_top = sound_length(shape->radius_top, false);
    const bool has_mesh = shape->kind == TUM_SHAPE_CONVEX || shape->kind == TUM_SHAPE_MESH ||
                          shape->kind == TUM_SHAPE_HEIGHTMAP;
    slot->mesh = has_mesh ? index_or_none(shape->mesh, builder->meshes.count) : -1;
    slot->curve_first = 0;
    slot->curve_count = 0;
    slot->pointer = tum_scene_builder_keep_text(builder, shape->pointer);
    return newest(builder, builder->shapes.count);
}

int32_t tum_scene_builder_general(SceneBuilder *builder, const TumShape *shape,
                                  const TumCurve *curves, size_t curve_count)
{
    const int32_t index = tum_scene_builder_shape(builder, shape);
    if (index < 0 || builder->curves.count + curve_count > INT32_MAX) {
        return -1;
    }
    const size_t first = builder->curves.count;
    for (size_t i = 0; i < curve_count; ++i) {
        TumCurve curve = curves[i];
        bool is_round = false;
        for (int k = 0; k < 4; ++k) {
            curve.radii[k] = sound_length(curve.radii[k], false);
            is_round = is_round || curve.radii[k] > 0.0;
        }
        curve.exponent = curve.exponent > 0.0 && is_finite64(curve.exponent) ? curve.exponent : 2.0;
        TumCurve *slot = is_round ? PUSH(builder, curves) : NULL;
        if (slot != NULL) {
            *slot = curve;
        }
    }
    TumShape *made = &builder->shapes.items[index];
    made->curve_first = (int32_t)first;
    made->curve_count = (int32_t)(builder->curves.count - first);
    return builder->is_out_of_memory ? -1 : index;
}

int32_t tum_scene_builder_material(SceneBuilder *builder, const TumMaterial *material)
{
    TumMaterial *slot = tum_scene_builder_is_ready(builder) ? PUSH(builder, materials) : NULL;
    if (slot == NULL) {
        return -1;
    }
    *slot = *material;
    slot->pointer = tum_scene_builder_keep_text(builder, material->pointer);
    return newest(builder, builder->materials.count);
}

int32_t tum_scene_builder_filter(SceneBuilder *builder, const FilterDef *filter)
{
    TumFilter *slot = tum_scene_builder_is_ready(builder) ? PUSH(builder, filters) : NULL;
    if (slot == NULL) {
        return -1;
    }
    if (!tum_collect_filter(builder, filter, slot)) {
        builder->is_out_of_memory = true;
    }
    slot->pointer = tum_scene_builder_keep_text(builder, filter->pointer);
    return newest(builder, builder->filters.count);
}

MotionDef tum_default_motion_def(void)
{
    return (MotionDef){
        .node = -1,
        .kind = TUM_BODY_DYNAMIC,
        .mass = (double)NAN,
        .center_rule = CENTER_OF_VOLUME,
        .inertia = {(double)NAN, (double)NAN, (double)NAN, (double)NAN, (double)NAN, (double)NAN},
        .inertia_rotation = {0.0, 0.0, 0.0, 1.0},
        .inertia_rotation4 = LINEAR4_IDENTITY,
        .gravity_factor = 1.0,
        .pointer = ""};
}

void tum_scene_builder_motion(SceneBuilder *builder, const MotionDef *motion)
{
    static const TumOrigin center_origins[] = {[CENTER_AUTHORED] = TUM_ORIGIN_AUTHORED,
                                               [CENTER_OF_VOLUME] = TUM_ORIGIN_COMPUTED,
                                               [CENTER_AT_NODE] = TUM_ORIGIN_DEFAULTED};
    TumBody *body = tum_scene_builder_is_ready(builder) ? PUSH(builder, bodies) : NULL;
    if (body == NULL) {
        return;
    }
    const size_t width = (size_t)builder->dimension, planes = width == 3 ? 3 : 6;
    *body = (TumBody){.node = motion->node,
                      .kind = motion->kind,
                      .tag = motion->tag,
                      .mass = motion->mass,
                      .gravity_factor =
                          is_finite64(motion->gravity_factor) ? motion->gravity_factor : 1.0,
                      .velocity_in_world = motion->velocity_space == VELOCITY_IN_WORLD,
                      .mass_origin = motion->mass > 0.0        ? motion->mass_origin
                                     : motion->mass_is_unknown ? TUM_ORIGIN_DEFAULTED
                                                               : TUM_ORIGIN_COMPUTED,
                      .center_of_mass_origin = center_origins[motion->center_rule],
                      .user = motion->user,
                      .pointer = tum_scene_builder_keep_text(builder, motion->pointer)};
    memcpy(body->center_of_mass, motion->center_of_mass, width * sizeof(double));
    memcpy(body->inertia, motion->inertia, planes * sizeof(double));
    memcpy(body->linear_velocity, motion->linear_velocity, width * sizeof(double));
    memcpy(body->angular_velocity, motion->angular_velocity, planes * sizeof(double));
    if (width == 3) {
        memcpy(body->inertia_rotation.q, motion->inertia_rotation, sizeof motion->inertia_rotation);
    } else {
        body->inertia_rotation = tum_store_rotation4(builder, motion->inertia_rotation4);
    }
}

bool tum_scene_builder_motion_at(const SceneBuilder *builder, size_t index, int32_t *node,
                                 TumBodyKind *kind)
{
    if (index >= builder->bodies.count) {
        return false;
    }
    *node = builder->bodies.items[index].node;
    *kind = builder->bodies.items[index].kind;
    return true;
}

void tum_scene_builder_collider(SceneBuilder *builder, const ColliderDef *collider)
{
    TumCollider *slot = tum_scene_builder_is_ready(builder) ? PUSH(builder, colliders) : NULL;
    if (slot != NULL) {
        *slot =
            (TumCollider){.node = collider->node,
                          .body = -1,
                          .shape = -1,
                          .authored_shape = index_or_none(collider->shape, builder->shapes.count),
                          .material = index_or_none(collider->material, builder->materials.count),
                          .filter = index_or_none(collider->filter, builder->filters.count),
                          .group = collider->group,
                          .user = collider->user,
                          .pointer = tum_scene_builder_keep_text(builder, collider->pointer)};
    }
}

void tum_scene_builder_trigger(SceneBuilder *builder, const TriggerDef *trigger)
{
    BuiltTrigger *slot = tum_scene_builder_is_ready(builder) ? PUSH(builder, triggers) : NULL;
    if (slot == NULL) {
        return;
    }
    *slot = (BuiltTrigger){.node = trigger->node,
                           .shape = index_or_none(trigger->shape, builder->shapes.count),
                           .filter = index_or_none(trigger->filter, builder->filters.count),
                           .member_first = builder->members.count,
                           .part_first = builder->trigger_parts.count,
                           .pointer = tum_scene_builder_keep_text(builder, trigger->pointer)};
    for (size_t i = 0; i < trigger->member_count; ++i) {
        int32_t *member = PUSH(builder, members);
        if (member == NULL) {
            return;
        }
        *member = trigger->members[i];
        ++slot->member_count;
    }
    for (size_t i = 0; i < trigger->part_count; ++i) {
        const TriggerPartDef *source = &trigger->parts[i];
        TriggerPartDef *part = PUSH(builder, trigger_parts);
        if (part == NULL) {
            return;
        }
        *part = (TriggerPartDef){.node = source->node,
                                 .shape = index_or_none(source->shape, builder->shapes.count),
                                 .filter = index_or_none(source->filter, builder->filters.count),
                                 .pointer = tum_scene_builder_keep_text(builder, source->pointer)};
        ++slot->part_count;
    }
}

void tum_scene_builder_gravity_volume(SceneBuilder *builder, const GravityVolumeDef *volume)
{
    GravityVolumeDef *slot =
        tum_scene_builder_is_ready(builder) ? PUSH(builder, gravity_volumes) : NULL;
    if (slot == NULL) {
        return;
    }
    *slot = *volume;
    slot->shape = index_or_none(volume->shape, builder->shapes.count);
    slot->pointer = tum_scene_builder_keep_text(builder, volume->pointer);
    double *points = tum_arena_zeroed(&builder->arena, volume->point_count, 3 * sizeof *points);
    if (note_slot(builder, points) != NULL && volume->point_count > 0) {
        memcpy(points, volume->points, volume->point_count * 3 * sizeof *points);
    }
    slot->points = points;
}

void tum_scene_builder_joint(SceneBuilder *builder, const JointDef *joint)
{
    JointSource *slot = tum_scene_builder_is_ready(builder) ? PUSH(builder, joints) : NULL;
    if (slot == NULL) {
        return;
    }
    slot->frame_node = joint->has_frame_node ? joint->frame_node : -1;
    slot->needs_motion = joint->needs_motion;
    slot->joint =
        (TumJoint){.kind4 = joint->kind4,
                   .node_a = joint->node_a,
                   .node_b = joint->node_b,
                   .limit_first = (int32_t)builder->limits.count,
                   .limit_count = (int32_t)joint->limit_count,
                   .drive_first = (int32_t)builder->drives.count,
                   .drive_count = (int32_t)joint->drive_count,
                   .enable_collision = joint->enable_collision,
                   .user = joint->user,
                   .pointer = tum_scene_builder_keep_text(builder, joint->pointer),
                   .description = tum_scene_builder_keep_text(builder, joint->description)};
    for (size_t i = 0; i < joint->limit_count; ++i) {
        TumLimit *limit = PUSH(builder, limits);
        if (limit == NULL) {
            return;
        }
        *limit = joint->limits[i];
        limit->pointer = tum_scene_builder_keep_text(builder, limit->pointer);
    }
    for (size_t i = 0; i < joint->drive_count; ++i) {
        TumDrive *drive = PUSH(builder, drives);
        if (drive == NULL) {
            return;
        }
        *drive = joint->drives[i];
        drive->pointer = tum_scene_builder_keep_text(builder, drive->pointer);
    }
}

bool tum_scene_builder_joint_nodes(const SceneBuilder *builder, size_t index, int32_t nodes[2])
{
    if (index >= builder->joints.count) {
        return false;
    }
    nodes[0] = builder->joints.items[index].joint.node_a;
    nodes[1] = builder->joints.items[index].joint.node_b;
    return true;
}

void tum_scene_builder_track(SceneBuilder *builder, const TrackDef *track)
{
    if (tum_scene_builder_is_ready(builder) && tum_track_is_sound(track) &&
        !tum_collect_track(builder, track)) {
        builder->is_out_of_memory = true;
    }
}
