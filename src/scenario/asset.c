// SPDX-License-Identifier: MIT
// asset.c: the dynamic bodies of a scene in groups of joined ones, and the extents of their
// colliders.
//
// Extents are those of the shapes, not of a box that turns with the body: the box around a spinning
// ball stands still.
#include "geometry/hull3.h"
#include "scenario/scenario_data.h"

// Points of a hull from which on only its vertices are kept.
enum { MOST_POINTS = 32 };

static DVec4 vec4_of(const double v[4])
{
    return (DVec4){v[0], v[1], v[2], v[3]};
}

static DMat4 axes_of(int dimension, const TumRotation *rotation)
{
    if (dimension == 4) {
        const double *m = rotation->m;
        return (DMat4){{m[0], m[1], m[2], m[3]},
                       {m[4], m[5], m[6], m[7]},
                       {m[8], m[9], m[10], m[11]},
                       {m[12], m[13], m[14], m[15]}};
    }
    const double *q = rotation->q;
    const DMat3 m = dquat_matrix(dquat_normalize((DQuat){q[0], q[1], q[2], q[3]}));
    return (DMat4){{m.x.x, m.x.y, m.x.z, 0.0},
                   {m.y.x, m.y.y, m.y.z, 0.0},
                   {m.z.x, m.z.y, m.z.z, 0.0},
                   {0.0, 0.0, 0.0, 1.0}};
}

Place tum_place_of(int dimension, const double position[4], const TumRotation *rotation)
{
    return (Place){vec4_of(position), axes_of(dimension, rotation)};
}

Place tum_place_multiply(const Place *a_from_b, Place b_from_c)
{
    const DMat4 a = a_from_b->axes, b = b_from_c.axes;
    return (Place){dvec4_add(a_from_b->position, dmat4_transform(a, b_from_c.position)),
                   {dmat4_transform(a, b.x), dmat4_transform(a, b.y), dmat4_transform(a, b.z),
                    dmat4_transform(a, b.w)}};
}

// Vertices of the hull of many points of 3D; otherwise all points.
static TumStatus read_points(const TumScene *scene, const TumCollider *collider,
                             const TumMesh *mesh, Arena *arena, Solid *solid)
{
    const size_t width = scene->dimension == 4 ? 4 : 3;
    size_t count = mesh->point_count;
    HullMesh3 hull = {0};
    const bool is_hull = width == 3 && count > MOST_POINTS &&
                         tum_hull3_build(mesh->points, count, arena, &hull) == TUM_OK;
    count = is_hull ? hull.vertex_count : count;
    DVec4 *points = tum_arena_zeroed(arena, count, sizeof *points);
    if (points == NULL) {
        return TUM_ERROR_MEMORY;
    }
    const DVec4 scale = vec4_of(collider->scale);
    for (size_t i = 0; i < count; ++i) {
        const double *p = &mesh->points[i * width];
        points[i] = is_hull ? (DVec4){hull.vertices[i].x, hull.vertices[i].y, hull.vertices[i].z, 0}
                            : (DVec4){p[0], p[1], p[2], width == 4 ? p[3] : 0.0};
        points[i] = dvec4_multiply(points[i], scale);
        points[i].w = width == 4 ? points[i].w : 0.0;
    }
    solid->points = points;
    solid->point_count = (uint32_t)count;
    return TUM_OK;
}

// A general shape whose curves share axes: the box around it.
static void read_rounded_box(const TumScene *scene, const TumShape *shape, const double scale[4],
                             Shape4 *box)
{
    double half[4];
    for (int i = 0; i < 4; ++i) {
        half[i] = 0.5 * shape->size[i];
        for (int32_t c = 0; c < shape->curve_count; ++c) {
            half[i] = maximum64(half[i], 0.5 * shape->size[i] +
                                             scene->curves[shape->curve_first + c].radii[i]);
        }
        half[i] *= scale[i];
    }
    *box = tum_shape4_box(vec4_of(half));
}

// @return false for shapes without an extent: planes and rays.
static bool read_solid(const TumScene *scene, const TumCollider *collider, Arena *arena,
                       Solid *solid, TumStatus *status)
{
    const TumShape *shape = &scene->shapes[collider->shape];
    const TumMesh *mesh = shape->mesh >= 0 ? &scene->meshes[shape->mesh] : NULL;
    solid->in_body = tum_place_of(scene->dimension, collider->position, &collider->rotation);
    switch (shape->kind) {
    case TUM_SHAPE_CONVEX:
    case TUM_SHAPE_MESH:
    case TUM_SHAPE_HEIGHTMAP:
        if (mesh == NULL || mesh->point_count == 0) {
            return false;
        }
        *status = read_points(scene, collider, mesh, arena, solid);
        return *status == TUM_OK;
    case TUM_SHAPE_PLANE:
    case TUM_SHAPE_RAY: return false;
    default: break;
    }
    double scale[4] = {collider->scale[0], collider->scale[1], collider->scale[2],
                       scene->dimension == 4 ? collider->scale[3] : 1.0};
    if (!tum_shape4_of_scene(shape, scene->curves, NULL, scale, &solid->shape)) {
        read_rounded_box(scene, shape, scale, &solid->shape);
    }
    return true;
}

// Solids of a body lie side by side: the colliders of each are counted first.
static TumStatus read_solids(const TumScene *scene, Arena *arena, AssetBody *bodies)
{
    Solid *solids = tum_arena_zeroed(arena, scene->collider_count, sizeof *solids);
    Solid **next = tum_arena_zeroed(arena, scene->body_count, sizeof *next);
    if (solids == NULL || next == NULL) {
        return TUM_ERROR_MEMORY;
    }
    for (size_t i = 0; i < scene->collider_count; ++i) {
        if (scene->colliders[i].body >= 0) {
            ++bodies[scene->colliders[i].body].solid_count;
        }
    }
    for (size_t b = 0; b < scene->body_count; ++b) {
        bodies[b].solids = next[b] = solids;
        solids += bodies[b].solid_count;
        bodies[b].solid_count = 0;
    }
    for (size_t i = 0; i < scene->collider_count; ++i) {
        const TumCollider *collider = &scene->colliders[i];
        TumStatus status = TUM_OK;
        if (collider->body >= 0 && collider->enabled && collider->shape >= 0 &&
            read_solid(scene, collider, arena, next[collider->body], &status)) {
            (next[collider->body]++)->collider = (int32_t)i;
            ++bodies[collider->body].solid_count;
        }
        if (status != TUM_OK) {
            return status;
        }
    }
    return TUM_OK;
}

static bool is_dynamic(const TumScene *scene, int32_t body)
{
    return body >= 0 && scene->bodies[body].kind == TUM_BODY_DYNAMIC && !scene->bodies[body].driven;
}

static int32_t root_of(AssetBody *bodies, int32_t body)
{
    while (bodies[body].group != body) {
        bodies[body].group = bodies[bodies[body].group].group;
        body = bodies[body].group;
    }
    return body;
}

static bool has_motor(const TumScene *scene, const TumJoint *joint)
{
    bool has = false;
    for (int32_t i = 0; i < joint->drive_count; ++i) {
        has = has || scene->drives[joint->drive_first + i].velocity_target != 0.0;
    }
    return has;
}

static bool does_nothing(const TumJoint *joint)
{
    return joint->limit_count == 0 && joint->drive_count == 0;
}

// Joins bodies by union and find; the root of a group is its lowest body.
static void join_bodies(const TumScene *scene, AssetBody *bodies)
{
    for (size_t i = 0; i < scene->joint_count; ++i) {
        const TumJoint *joint = &scene->joints[i];
        if (is_dynamic(scene, joint->body_a) && is_dynamic(scene, joint->body_b) &&
            !(scene->dimension == 3 && does_nothing(joint))) {
            const int32_t a = root_of(bodies, joint->body_a), b = root_of(bodies, joint->body_b);
            bodies[a < b ? b : a].group = a < b ? a : b;
        }
    }
}

static TumStatus read_groups(const TumScene *scene, Arena *arena, AssetBody *bodies, Asset *asset)
{
    int32_t *group_of = tum_arena_zeroed(arena, scene->body_count, sizeof *group_of);
    Group *groups = tum_arena_zeroed(arena, scene->body_count, sizeof *groups);
    if (group_of == NULL || groups == NULL) {
        return TUM_ERROR_MEMORY;
    }
    for (size_t i = 0; i < scene->body_count; ++i) {
        bodies[i].group = (int32_t)i;
    }
    join_bodies(scene, bodies);
    for (size_t i = 0; i < scene->body_count; ++i) {
        if (is_dynamic(scene, (int32_t)i)) {
            const int32_t root = root_of(bodies, (int32_t)i);
            if (root == (int32_t)i) {
                groups[asset->group_count] = (Group){.body = root};
                group_of[i] = (int32_t)asset->group_count++;
            } else {
                group_of[i] = group_of[root];
            }
            ++asset->dynamic_count;
        } else {
            group_of[i] = -1;
        }
    }
    for (size_t i = 0; i < scene->body_count; ++i) {
        bodies[i].group = group_of[i];
    }
    for (size_t i = 0; i < scene->joint_count; ++i) {
        const TumJoint *joint = &scene->joints[i];
        const int32_t a = joint->body_a >= 0 ? group_of[joint->body_a] : -1;
        const int32_t b = joint->body_b >= 0 ? group_of[joint->body_b] : -1;
        const int32_t group = a >= 0 ? a : b;
        if (group >= 0 && !(scene->dimension == 3 && does_nothing(joint))) {
            groups[group].is_driven |= has_motor(scene, joint);
            if ((a < 0 || b < 0) && groups[group].held_by == NULL) {
                groups[group].held_by = joint->pointer != NULL ? joint->pointer : "";
            }
        }
    }
    asset->groups = groups;
    return TUM_OK;
}

TumStatus tum_asset_read(const TumScene *scene, Arena *arena, Asset *asset)
{
    *asset = (Asset){.scene = scene};
    AssetBody *bodies = tum_arena_zeroed(arena, scene->body_count, sizeof *bodies);
    if (bodies == NULL) {
        return TUM_ERROR_MEMORY;
    }
    TumStatus status = read_solids(scene, arena, bodies);
    status = status == TUM_OK ? read_groups(scene, arena, bodies, asset) : status;
    asset->bodies = bodies;
    for (size_t i = 0; status == TUM_OK && i < scene->body_count; ++i) {
        asset->free_count += is_free(asset, i);
    }
    return status;
}

static double reach_of_solid(const Solid *solid, DVec4 direction)
{
    const DVec4 local = dmat4_transform_transposed(solid->in_body.axes, direction);
    double reach = -INFINITE;
    if (solid->points == NULL) {
        reach = dvec4_dot(tum_shape4_support(&solid->shape, local), local);
    }
    for (uint32_t i = 0; i < solid->point_count; ++i) {
        reach = maximum64(reach, dvec4_dot(solid->points[i], local));
    }
    return reach + dvec4_dot(solid->in_body.position, direction);
}

TumStatus tum_collider_reach(const TumScene *scene, const TumCollider *collider, const Place *owner,
                             DVec4 direction, Arena *arena, double *reach)
{
    Solid solid = {0};
    TumStatus status = TUM_OK;
    *reach = -INFINITE;
    if (read_solid(scene, collider, arena, &solid, &status)) {
        *reach = reach_of_solid(&solid, dmat4_transform_transposed(owner->axes, direction)) +
                 dvec4_dot(owner->position, direction);
    }
    return status;
}

double tum_asset_reach(const Asset *asset, size_t body, const Place *place, DVec4 direction)
{
    const AssetBody *owner = &asset->bodies[body];
    const DVec4 local = dmat4_transform_transposed(place->axes, direction);
    double reach = -INFINITE;
    for (uint32_t i = 0; i < owner->solid_count; ++i) {
        reach = maximum64(reach, reach_of_solid(&owner->solids[i], local));
    }
    if (owner->solid_count == 0) {
        reach = dvec4_dot(vec4_of(asset->scene->bodies[body].center_of_mass), local);
    }
    return reach + dvec4_dot(place->position, direction);
}

Bounds tum_asset_bounds(const Asset *asset, size_t body, const Place *place)
{
    static const DVec4 axes[4] = {{1, 0, 0, 0}, {0, 1, 0, 0}, {0, 0, 1, 0}, {0, 0, 0, 1}};
    double low[4] = {0}, high[4] = {0};
    for (int i = 0; i < asset->scene->dimension; ++i) {
        high[i] = tum_asset_reach(asset, body, place, axes[i]);
        low[i] = -tum_asset_reach(asset, body, place, dvec4_negate(axes[i]));
    }
    return (Bounds){vec4_of(low), vec4_of(high)};
}

Bounds tum_asset_box(const Asset *asset, const Place *places, bool only_free)
{
    Bounds box = {{INFINITE, INFINITE, INFINITE, INFINITE},
                  {-INFINITE, -INFINITE, -INFINITE, -INFINITE}};
    for (size_t i = 0; i < asset->scene->body_count; ++i) {
        if (only_free ? is_free(asset, i) : asset->bodies[i].group >= 0) {
            const Bounds own = tum_asset_bounds(asset, i, &places[i]);
            box.low = dvec4_minimum(box.low, own.low);
            box.high = dvec4_maximum(box.high, own.high);
        }
    }
    return box;
}

double tum_bounds_diagonal(Bounds bounds)
{
    return dvec4_distance(bounds.low, bounds.high);
}

int32_t tum_asset_first(const Asset *asset)
{
    for (size_t i = 0; i < asset->scene->body_count; ++i) {
        if (is_free(asset, i)) {
            return (int32_t)i;
        }
    }
    return -1;
}
