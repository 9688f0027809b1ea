// SPDX-License-Identifier: MIT
// shapecast4.c: shape casts and nearest points in 4D, in the frame of the target, by GJK.
#include "distance4/shapecast4.h"

#include "distance4/distance4.h"
#include "math/widen4.h"
#include "shape4/mesh4.h"

enum { STEPS_MAX = 64 };

bool tum_advance4(const Placed4 *target, const Placed4 *probe, DVec4 along, double limit,
                  double touch, Advance4 *met)
{
    const double gjk_tolerance = 1e-10;
    DVec4 guess = {0};
    Placed4 moved = *probe;
    *met = (Advance4){.normal = dvec4_negate(along), .point = probe->position};
    for (int i = 0; i < STEPS_MAX; ++i) {
        moved.position = dvec4_add_scaled(probe->position, along, met->fraction);
        Simplex4 simplex;
        Distance4 found;
        const bool is_apart = tum_apart4(target, &moved, guess, gjk_tolerance, &simplex, &found);
        if (!is_apart || found.distance < 0.0) {
            // An overlap at the start, or a result of rounding in later steps.
            if (!is_apart) {
                tum_simplex4_witnesses(&simplex, &met->point, &guess);
            } else {
                met->point = found.point_a;
            }
            return true;
        }
        met->point = found.point_a;
        const double closing = -dvec4_dot(found.normal, along);
        if (!(closing > 0.0)) {
            return false;
        }
        met->normal = guess = found.normal;
        if (found.distance <= touch) {
            return true;
        }
        met->fraction += (found.distance - 0.5 * touch) / closing;
        if (met->fraction > limit) {
            return false;
        }
    }
    return true;
}

/// A cast in the frame of the target.
typedef struct Cast {
    Placed4 probe;
    DVec4 along;
    double limit; ///< The limit decreases with every hit.
    const Mesh4 *mesh;
    Advance4 met;
    int64_t tetrahedron; ///< -1: no hit.
} Cast;

static void tetrahedron_points(const Mesh4 *mesh, uint32_t tetrahedron, double points[16])
{
    for (int k = 0; k < 4; ++k) {
        const DVec4 p = vec4_widen(mesh4_corner(mesh, tetrahedron, k));
        points[4 * k] = p.x;
        points[4 * k + 1] = p.y;
        points[4 * k + 2] = p.z;
        points[4 * k + 3] = p.w;
    }
}

static bool cast_at_tetrahedron(void *user, uint32_t tetrahedron)
{
    Cast *cast = user;
    double points[16];
    tetrahedron_points(cast->mesh, tetrahedron, points);
    const Shape4 shape = tum_shape4_points(points, 4);
    const Placed4 target = {&shape, {.x = 0.0}, DMAT4_IDENTITY};
    Advance4 met;
    if (tum_advance4(&target, &cast->probe, cast->along, cast->limit, SHAPECAST4_TOUCH, &met) &&
        (cast->tetrahedron < 0 || met.fraction < cast->limit)) {
        cast->limit = met.fraction;
        cast->met = met;
        cast->tetrahedron = tetrahedron;
    }
    return true;
}

static bool cast_at_mesh(const Shape4 *target, Cast *cast)
{
    const Bound4 start =
        tum_shape4_bound(cast->probe.shape, cast->probe.position, cast->probe.rotation);
    const DVec4 displacement = dvec4_scale(cast->along, cast->limit), none = {0};
    const double slack =
        1e-6 * (target->bounding_radius + cast->probe.shape->bounding_radius) + SHAPECAST4_TOUCH;
    const DVec4 all = {slack, slack, slack, slack};
    const DVec4 low = dvec4_sub(dvec4_add(start.low, dvec4_minimum(displacement, none)), all);
    const DVec4 high = dvec4_add(dvec4_add(start.high, dvec4_maximum(displacement, none)), all);
    cast->mesh = target->mesh;
    tum_mesh4_query(target->mesh, vec4_narrow(low), vec4_narrow(high), cast_at_tetrahedron, cast);
    return cast->tetrahedron >= 0;
}

// Only the lowest point of the probe can touch the plane first.
static bool cast_at_plane(Cast *cast)
{
    const DVec4 down = {.y = -1.0};
    const DVec4 local = dmat4_transform_transposed(cast->probe.rotation, down);
    const DVec4 lowest = dvec4_add(
        cast->probe.position,
        dmat4_transform(cast->probe.rotation, tum_shape4_support(cast->probe.shape, local)));
    if (!(lowest.y < 0.0) && !(cast->along.y < 0.0)) {
        return false;
    }
    const double fraction = lowest.y < 0.0 ? 0.0 : lowest.y / -cast->along.y;
    cast->met =
        (Advance4){fraction, lowest.y < 0.0 ? dvec4_negate(cast->along) : dvec4_negate(down),
                   dvec4_add_scaled(lowest, cast->along, fraction)};
    return fraction <= cast->limit;
}

static bool cast_at(const Shape4 *target, Cast *cast)
{
    if (target->kind == SHAPE4_PLANE) {
        return cast_at_plane(cast);
    }
    if (target->kind == SHAPE4_MESH) {
        return cast_at_mesh(target, cast);
    }
    const Placed4 placed = {target, {.x = 0.0}, DMAT4_IDENTITY};
    return tum_advance4(&placed, &cast->probe, cast->along, cast->limit, SHAPECAST4_TOUCH,
                        &cast->met);
}

bool tum_shapecast4(const Shape4 *target, Pose4 world_from_target, const Shape4 *probe,
                    Pose4 world_from_probe, Vec4 along, double limit, CastHit4 *hit)
{
    const DMat4 rotation = drotation4_matrix(rotation4_widen(world_from_target.rotation));
    const DMat4 turn = drotation4_matrix(rotation4_widen(world_from_probe.rotation));
    const DVec4 origin = vec4_widen(world_from_target.position);
    const DVec4 apart = dvec4_sub(vec4_widen(world_from_probe.position), origin);
    Cast cast = {.probe = {probe, dmat4_transform_transposed(rotation, apart),
                           dmat4_multiply(dmat4_transpose(rotation), turn)},
                 .along = dmat4_transform_transposed(rotation, vec4_widen(along)),
                 .limit = limit,
                 .tetrahedron = -1};
    if (!cast_at(target, &cast)) {
        return false;
    }
    const DVec4 up = {.y = 1.0};
    const DVec4 normal = dmat4_transform(rotation, dvec4_normalize_or(cast.met.normal, up));
    const bool is_cell = cast.tetrahedron >= 0;
    *hit = (CastHit4){
        .fraction = cast.met.fraction,
        .normal = vec4_narrow(normal),
        .point = vec4_narrow(dvec4_add(origin, dmat4_transform(rotation, cast.met.point))),
        .tetrahedron = is_cell ? (int32_t)target->mesh->source[cast.tetrahedron] : -1};
    return true;
}

/// A search for the nearest point, in the frame of the shape.
typedef struct Search {
    const Mesh4 *mesh;
    Placed4 probe; ///< A point.
    double limit;  ///< The limit decreases with every nearer result.
    Distance4 found;
    int64_t tetrahedron;
} Search;

static double distance_to_box(DVec4 p, Vec4 low, Vec4 high)
{
    const DVec4 none = {0};
    const DVec4 below = dvec4_sub(vec4_widen(low), p), above = dvec4_sub(p, vec4_widen(high));
    return dvec4_length(dvec4_maximum(dvec4_maximum(below, above), none));
}

static void search_tetrahedron(Search *search, uint32_t tetrahedron)
{
    double points[16];
    tetrahedron_points(search->mesh, tetrahedron, points);
    const Shape4 shape = tum_shape4_points(points, 4);
    const Placed4 target = {&shape, {.x = 0.0}, DMAT4_IDENTITY};
    const DVec4 guess = {0};
    const Distance4 found = tum_distance4(&target, &search->probe, guess);
    if (found.distance < search->limit ||
        (search->tetrahedron < 0 && found.distance <= search->limit)) {
        search->limit = maximum64(found.distance, 0.0);
        search->found = found;
        search->tetrahedron = tetrahedron;
    }
}

static bool search_mesh(Search *search)
{
    int32_t stack[MESH4_STACK];
    int depth = 0;
    stack[depth++] = 0;
    const int sides = search->mesh->tetrahedron_count > 1 ? 2 : 1;
    while (depth > 0) {
        const MeshNode4 *node = &search->mesh->nodes[stack[--depth]];
        for (int k = 0; k < sides; ++k) {
            if (distance_to_box(search->probe.position, node->low[k], node->high[k]) >
                search->limit) {
                continue;
            }
            if (node->child[k] >= 0) {
                stack[depth++] = node->child[k];
            } else {
                search_tetrahedron(search, (uint32_t)~node->child[k]);
            }
        }
    }
    return search->tetrahedron >= 0;
}

static bool search_in(const Shape4 *shape, Search *search)
{
    const DVec4 up = {.y = 1.0}, guess = {0}, p = search->probe.position;
    if (shape->kind == SHAPE4_MESH) {
        search->mesh = shape->mesh;
        return search_mesh(search);
    }
    if (shape->kind == SHAPE4_PLANE) {
        search->found = (Distance4){
            .distance = p.y, .normal = up, .point_a = {p.x, 0.0, p.z, p.w}, .point_b = p};
    } else {
        const Placed4 target = {shape, {.x = 0.0}, DMAT4_IDENTITY};
        search->found = tum_distance4(&target, &search->probe, guess);
    }
    return search->found.distance <= search->limit;
}

bool tum_nearest4(const Shape4 *shape, Pose4 world_from_shape, Vec4 point, double limit,
                  Nearest4 *nearest)
{
    const DMat4 rotation = drotation4_matrix(rotation4_widen(world_from_shape.rotation));
    const DVec4 origin = vec4_widen(world_from_shape.position);
    const double here[4] = {0};
    const Shape4 probe = tum_shape4_points(here, 1);
    const DVec4 apart = dvec4_sub(vec4_widen(point), origin);
    Search search = {.probe = {&probe, dmat4_transform_transposed(rotation, apart), DMAT4_IDENTITY},
                     .limit = limit,
                     .tetrahedron = -1};
    if (!search_in(shape, &search)) {
        return false;
    }
    const bool is_cell = search.tetrahedron >= 0;
    *nearest = (Nearest4){
        .distance = search.found.distance,
        .normal = vec4_narrow(dmat4_transform(rotation, search.found.normal)),
        .point = vec4_narrow(dvec4_add(origin, dmat4_transform(rotation, search.found.point_a))),
        .tetrahedron = is_cell ? (int32_t)shape->mesh->source[search.tetrahedron] : -1};
    return true;
}
