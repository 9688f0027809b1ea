// SPDX-License-Identifier: MIT
// shapecast3.c: casts of a convex shape by conservative advancement.
#include "distance3/shapecast3.h"

#include "base/assert.h"
#include "distance3/epa3.h"

// Two or three advances end most casts; shapes that graze each other take more.
enum { ADVANCES_MAX = 64 };

/// A cast in the frame of the target.
typedef struct LocalCast3 {
    Core3 probe; // Probe at the start.
    DVec3 along;
    DVec3 low, high; // Box around the probe at the start.
    double limit;
} LocalCast3;

/// Contact in the frame of the target.
typedef struct CastContact3 {
    double fraction;
    DVec3 normal, point;
    int32_t triangle;
} CastContact3;

static void touch_from_start(const LocalCast3 *cast, DVec3 point, CastContact3 *touch)
{
    *touch =
        (CastContact3){0.0, dvec3_scale(cast->along, -1.0 / dvec3_length(cast->along)), point, -1};
}

/// Separation of two cores. The separation along `gap.normal` is at least `apart`; gap.distance
/// less the radii is an upper bound.
typedef struct Apart3 {
    Gap3 gap;
    double apart;
} Apart3;

static Apart3 measure(Core3 *target, Core3 *probe, double limit, DVec3 guess)
{
    Apart3 answer = {.gap = tum_gap3(target, probe, limit, guess)};
    answer.apart = tum_core3_separation(target, probe, answer.gap.normal);
    return answer;
}

// Near contact GJK may run out of digits and end with an inexact normal. A restart from another
// direction seldom does, and the previous normal proves a distance too.
static Apart3 measure_well(Core3 *target, Core3 *probe, double limit, DVec3 before)
{
    Apart3 best = measure(target, probe, limit, before);
    const double radii = target->radius + probe->radius;
    if (best.apart >= best.gap.distance - radii - 0.25 * SHAPECAST3_TOUCH) {
        return best;
    }
    const Apart3 again = measure(target, probe, limit, (DVec3){0.0, 0.0, 0.0});
    best = again.apart > best.apart ? again : best;
    if (dvec3_length_squared(before) > 0.5) {
        const double apart = tum_core3_separation(target, probe, before);
        if (apart > best.apart) {
            best.gap.normal = before;
            best.apart = apart;
        }
    }
    return best;
}

// Along a unit normal both shapes are separated by at least `apart`, so the probe may approach by
// that much along the normal. The separating plane proves it, however inexact the normal.
static bool cast_core(Core3 *target, const LocalCast3 *cast, double limit, CastContact3 *touch)
{
    Core3 probe = cast->probe;
    const double radii = target->radius + probe.radius, cast_length = dvec3_length(cast->along);
    DVec3 before = {0.0, 0.0, 0.0};
    double t = 0.0;
    for (int i = 0; i < ADVANCES_MAX; ++i) {
        probe.position = dvec3_add_scaled(cast->probe.position, cast->along, t);
        const Apart3 now = measure_well(target, &probe, (limit - t) * cast_length + 1e-3, before);
        const DVec3 normal = now.gap.normal;
        const DVec3 point = dvec3_add_scaled(now.gap.a, normal, target->radius);
        if (i == 0 && now.gap.distance - radii < -SHAPECAST3_TOUCH) {
            touch_from_start(cast, point, touch);
            return true;
        }
        const double closing = -dvec3_dot(cast->along, normal);
        const bool touches = now.apart <= SHAPECAST3_TOUCH;
        if (!(closing > 0.0) && !(touches && i > 0)) {
            return false;
        }
        *touch = (CastContact3){t, closing > 0.0 ? normal : before, point, -1};
        if (touches) {
            return true;
        }
        t += (now.apart - 0.5 * SHAPECAST3_TOUCH) / closing;
        if (!(t <= limit)) {
            return false;
        }
        before = normal;
    }
    return true;
}

// The lowest point of the probe moves down to the plane.
static bool cast_to_plane(const LocalCast3 *cast, double limit, CastContact3 *touch)
{
    Core3 probe = cast->probe;
    const DVec3 down = {0.0, -1.0, 0.0};
    const DVec3 lowest = dvec3_add_scaled(tum_core3_support(&probe, down), down, probe.radius);
    if (lowest.y < -SHAPECAST3_TOUCH) {
        touch_from_start(cast, (DVec3){lowest.x, 0.0, lowest.z}, touch);
        return true;
    }
    const double fraction = maximum64(-lowest.y / cast->along.y, 0.0);
    if (!(cast->along.y < 0.0) || !(fraction <= limit)) {
        return false;
    }
    const DVec3 at = dvec3_add_scaled(lowest, cast->along, fraction);
    *touch = (CastContact3){fraction, {0.0, 1.0, 0.0}, {at.x, 0.0, at.z}, -1};
    return true;
}

// [m] An infinite side ends somewhere beyond the reach of the probe.
static float sheet_side(float half, const LocalCast3 *cast, double limit)
{
    const double reach =
        dvec3_length(dvec3_maximum(dvec3_absolute(cast->low), dvec3_absolute(cast->high))) +
        limit * dvec3_length(cast->along);
    return is_finite(half) ? half : (float)(2.0 * reach + 1.0);
}

// A sheet is a box without height.
static bool cast_to_sheet(const Shape3 *sheet, const LocalCast3 *cast, double limit,
                          CastContact3 *touch)
{
    if (!sheet->double_sided && (cast->low.y + cast->high.y < 0.0 || !(cast->along.y < 0.0))) {
        return false;
    }
    const Shape3 flat = {.kind = SHAPE3_BOX,
                         .half = {sheet_side(sheet->half.x, cast, limit), 0.0f,
                                  sheet_side(sheet->half.z, cast, limit)}};
    Core3 target = tum_core3_at_origin(&flat);
    return cast_core(&target, cast, limit, touch);
}

typedef struct MeshCast3 {
    MeshSweep3 walk;
    const Mesh3 *mesh;
    const LocalCast3 *cast;
    CastContact3 touch;
    bool is_hit;
} MeshCast3;

// A triangle is a hull of three vertices; cores read only the vertices of a hull.
static bool cast_to_triangle(const Mesh3 *mesh, uint32_t triangle, const LocalCast3 *cast,
                             double limit, CastContact3 *touch)
{
    Vec3 corners[3];
    for (int i = 0; i < 3; ++i) {
        corners[i] = mesh3_corner(mesh, triangle, i);
    }
    const Hull3 hull = {.vertices = corners, .vertex_count = 3};
    const Shape3 shape = {.kind = SHAPE3_HULL, .hull = &hull};
    Core3 target = tum_core3_at_origin(&shape);
    return cast_core(&target, cast, limit, touch);
}

static void visit_triangle(MeshSweep3 *walk, uint32_t triangle)
{
    MeshCast3 *search = (MeshCast3 *)walk;
    const int32_t source = (int32_t)search->mesh->source[triangle];
    CastContact3 touch;
    if (!cast_to_triangle(search->mesh, triangle, search->cast, walk->limit, &touch) ||
        (search->is_hit && touch.fraction == search->touch.fraction &&
         source > search->touch.triangle)) {
        return;
    }
    search->is_hit = true;
    search->touch = touch;
    search->touch.triangle = source;
    walk->limit = touch.fraction;
}

static void visit_leaf(MeshSweep3 *walk, uint32_t first, uint32_t count)
{
    for (uint32_t i = 0; i < count; ++i) {
        visit_triangle(walk, first + i);
    }
}

static bool cast_to_mesh(const Mesh3 *mesh, const LocalCast3 *cast, CastContact3 *touch)
{
    const DVec3 half = dvec3_scale(dvec3_sub(cast->high, cast->low), 0.5);
    const DVec3 margin = {SHAPECAST3_TOUCH, SHAPECAST3_TOUCH, SHAPECAST3_TOUCH};
    MeshCast3 search = {
        .walk = {.sweep = {.from = dvec3_add(cast->low, half),
                           .along = cast->along,
                           .extent = dvec3_add(dvec3_scale(half, 1.0 + 1e-5), margin)},
                 .limit = cast->limit,
                 .visit = visit_leaf},
        .mesh = mesh,
        .cast = cast};
    tum_mesh3_sweep(mesh, &search.walk);
    *touch = search.touch;
    return search.is_hit;
}

static LocalCast3 local_cast(const Shape3 *probe, DMat3 rotation, Pose3 world_from_target,
                             Pose3 world_from_probe, Vec3 along, double limit)
{
    LocalCast3 cast = {.probe = tum_core3_at_pose(probe, world_from_probe), .limit = limit};
    const DVec3 between = dvec3_sub(cast.probe.position, vec3_widen(world_from_target.position));
    cast.probe.position = dmat3_transform_transposed(rotation, between);
    cast.probe.rotation = dmat3_multiply(dmat3_transpose(rotation), cast.probe.rotation);
    cast.along = dmat3_transform_transposed(rotation, vec3_widen(along));
    const Pose3 target_from_probe = pose3_relative(world_from_target, world_from_probe);
    const Bound3 bound = tum_shape3_bound(probe, &target_from_probe);
    cast.low = vec3_widen(bound.low);
    cast.high = vec3_widen(bound.high);
    return cast;
}

bool tum_shapecast3(const Shape3 *target, Pose3 world_from_target, const Shape3 *probe,
                    Pose3 world_from_probe, Vec3 along, double limit, CastHit3 *hit)
{
    if (!TUM_REQUIRE(shape3_is_convex(probe))) {
        return false;
    }
    const DMat3 rotation = core3_rotation(world_from_target.rotation);
    const LocalCast3 cast =
        local_cast(probe, rotation, world_from_target, world_from_probe, along, limit);
    CastContact3 touch;
    bool is_hit;
    switch (target->kind) {
    case SHAPE3_PLANE: is_hit = cast_to_plane(&cast, limit, &touch); break;
    case SHAPE3_SHEET: is_hit = cast_to_sheet(target, &cast, limit, &touch); break;
    case SHAPE3_MESH: is_hit = cast_to_mesh(target->mesh, &cast, &touch); break;
    default: {
        Core3 core = tum_core3_at_origin(target);
        is_hit = cast_core(&core, &cast, limit, &touch);
        break;
    }
    }
    if (is_hit) {
        const DVec3 point = dvec3_add(vec3_widen(world_from_target.position),
                                      dmat3_transform(rotation, touch.point));
        hit->fraction = touch.fraction;
        hit->normal = vec3_narrow(dmat3_transform(rotation, touch.normal));
        hit->point = vec3_narrow(point);
        hit->triangle = touch.triangle;
    }
    return is_hit;
}
