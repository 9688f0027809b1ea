// SPDX-License-Identifier: MIT
// mass3.c: volume, centre, second moments and inertia of solids.
//
// The basis are plain integrals over the solid, of 1, x_i and x_i x_j: integrals of joined solids
// add up. Shapes of revolution give the integrals by their profile a(y), the radius at height y:
//
//     of 1: pi int a^2    of y: pi int a^2 y    of y^2: pi int a^2 y^2    of x^2, z^2: pi/4 int a^4
#include "geometry/mass3.h"

#include "math/eigen.h"

// A placed solid smaller than a cube of one micrometre has no mass: no smaller shape can collide.
// Before scaling, only a volume that would underflow doubles counts as nothing.
#define SMALLEST_VOLUME 1e-18
#define NO_VOLUME 1e-100

// Moments closer than this share of the largest are equal: their axes are arbitrary.
#define MOMENT_NOISE 1e-6

/// Integrals over a solid of revolution about Y.
typedef struct Revolution {
    double one, y, yy, xx;
} Revolution;

static Volume3 revolution_volume(Revolution r)
{
    if (!(r.one >= NO_VOLUME)) {
        return (Volume3){0};
    }
    const double center = r.y / r.one;
    return (Volume3){.volume = r.one,
                     .center = {0.0, center, 0.0},
                     .second_moments = {.xx = r.xx, .yy = r.yy - r.y * center, .zz = r.xx}};
}

// Moves the integrals about y = 0 up by `height`.
static Revolution raise(Revolution r, double height)
{
    return (Revolution){.one = r.one,
                        .y = r.y + height * r.one,
                        .yy = r.yy + 2.0 * height * r.y + height * height * r.one,
                        .xx = r.xx};
}

static Revolution add_revolutions(Revolution a, Revolution b)
{
    return (Revolution){a.one + b.one, a.y + b.y, a.yy + b.yy, a.xx + b.xx};
}

// A frustum standing on y = 0: a(y) = R + (r - R) y / h, the powers integrated term by term. The
// quotients of docs/dialects.md#mass, (R^5 - r^5) / (R - r) and so on, are multiplied
// out, so that R = r is no special case.
static Revolution frustum(double bottom, double top, double height)
{
    const double R = bottom, r = top, h = height;
    return (Revolution){
        .one = PI * h * (R * R + R * r + r * r) / 3.0,
        .y = PI * h * h * (R * R + 2.0 * R * r + 3.0 * r * r) / 12.0,
        .yy = PI * h * h * h * (R * R + 3.0 * R * r + 6.0 * r * r) / 30.0,
        .xx = PI * h *
              (R * R * R * R + R * R * R * r + R * R * r * r + R * r * r * r + r * r * r * r) /
              20.0,
    };
}

// The part of a ball about the origin between the heights u and v: a(y)^2 = radius^2 - y^2.
static Revolution ball_zone(double radius, double u, double v)
{
    const double q = radius * radius;
    const double d1 = v - u, d2 = (v * v - u * u) / 2.0, d3 = (v * v * v - u * u * u) / 3.0;
    const double d4 = (v * v * v * v - u * u * u * u) / 4.0;
    const double d5 = (v * v * v * v * v - u * u * u * u * u) / 5.0;
    return (Revolution){
        .one = PI * (q * d1 - d3),
        .y = PI * (q * d2 - d4),
        .yy = PI * (q * d3 - d5),
        .xx = PI * (q * q * d1 - 2.0 * q * d3 + d5) / 4.0,
    };
}

static Volume3 box_volume(double a, double b, double c)
{
    const double volume = a * b * c;
    if (!(volume >= NO_VOLUME)) {
        return (Volume3){0};
    }
    return (Volume3){.volume = volume,
                     .second_moments = {.xx = volume * a * a / 12.0,
                                        .yy = volume * b * b / 12.0,
                                        .zz = volume * c * c / 12.0}};
}

static Volume3 sphere_volume(double radius)
{
    return revolution_volume(ball_zone(radius, -radius, radius));
}

// Cap, frustum, cap. The cone touches the bottom ball at y = -h/2 + R c with the radius R sqrt(1 -
// c^2), c = (R - r) / h, and the top ball likewise; with |c| >= 1 the smaller ball lies inside the
// larger one, which is then the whole shape.
static Volume3 capsule_volume(double bottom, double top, double height)
{
    const double half = 0.5 * height;
    if (absolute64(bottom - top) >= height) {
        Volume3 ball = sphere_volume(maximum64(bottom, top));
        ball.center.y = ball.volume > 0.0 ? (bottom > top ? -half : half) : 0.0;
        return ball;
    }
    const double c = (bottom - top) / height, side = square_root64(1.0 - c * c);
    const Revolution low = raise(ball_zone(bottom, -bottom, bottom * c), -half);
    const Revolution high = raise(ball_zone(top, top * c, top), half);
    const Revolution middle =
        raise(frustum(bottom * side, top * side, height - (bottom - top) * c), -half + bottom * c);
    return revolution_volume(add_revolutions(add_revolutions(low, middle), high));
}

static Volume3 cylinder_volume(double bottom, double top, double height)
{
    return revolution_volume(raise(frustum(bottom, top, height), -0.5 * height));
}

static DSym3 outer(DVec3 a, double factor)
{
    return (DSym3){factor * a.x * a.x, factor * a.y * a.y, factor * a.z * a.z,
                   factor * a.x * a.y, factor * a.x * a.z, factor * a.y * a.z};
}

static DSym3 add_symmetric(DSym3 a, DSym3 b)
{
    return (DSym3){a.xx + b.xx, a.yy + b.yy, a.zz + b.zz, a.xy + b.xy, a.xz + b.xz, a.yz + b.yz};
}

static DSym3 scale_symmetric(DSym3 a, double factor)
{
    return (DSym3){a.xx * factor, a.yy * factor, a.zz * factor,
                   a.xy * factor, a.xz * factor, a.yz * factor};
}

/// Sums over the tetrahedra between a point and each triangle.
typedef struct Tetrahedra {
    double six_volumes;
    DVec3 first;   // 24 times the integrals of x
    DSym3 seconds; // 120 times the integrals of x_i x_j
} Tetrahedra;

// With the corners a, b, c and the origin, d = a . (b x c) is six volumes, and over the tetrahedron
// int x = d/24 (a + b + c), int x x^T = d/120 (a a^T + b b^T + c c^T + s s^T), s = a + b + c.
static void add_tetrahedron(Tetrahedra *sum, DVec3 a, DVec3 b, DVec3 c)
{
    const double d = dvec3_dot(a, dvec3_cross(b, c));
    const DVec3 s = dvec3_add(a, dvec3_add(b, c));
    sum->six_volumes += d;
    sum->first = dvec3_add_scaled(sum->first, s, d);
    sum->seconds = add_symmetric(sum->seconds, add_symmetric(outer(a, d), outer(b, d)));
    sum->seconds = add_symmetric(sum->seconds, add_symmetric(outer(c, d), outer(s, d)));
}

// `apex` is the common corner of the tetrahedra: sums about a near point lose no digits to a far
// origin.
static Volume3 tetrahedra_volume(const Tetrahedra *sum, DVec3 apex)
{
    const double volume = sum->six_volumes / 6.0;
    if (!(absolute64(volume) >= NO_VOLUME) || !is_finite64(volume)) {
        return (Volume3){0};
    }
    const DVec3 center = dvec3_scale(sum->first, 1.0 / (24.0 * volume));
    const DSym3 seconds = scale_symmetric(sum->seconds, 1.0 / 120.0);
    return (Volume3){.volume = volume,
                     .center = dvec3_add(center, apex),
                     .second_moments = add_symmetric(seconds, outer(center, -volume))};
}

static DVec3 point_at(const double *points, uint32_t index)
{
    const double *p = &points[3 * (size_t)index];
    return (DVec3){p[0], p[1], p[2]};
}

Volume3 tum_volume3_of_triangles(const double *points, const uint32_t *triangles,
                                 size_t triangle_count)
{
    if (triangle_count == 0) {
        return (Volume3){0};
    }
    const DVec3 apex = point_at(points, triangles[0]);
    Tetrahedra sum = {0};
    for (size_t t = 0; t < triangle_count; ++t) {
        add_tetrahedron(&sum, dvec3_sub(point_at(points, triangles[3 * t]), apex),
                        dvec3_sub(point_at(points, triangles[3 * t + 1]), apex),
                        dvec3_sub(point_at(points, triangles[3 * t + 2]), apex));
    }
    return tetrahedra_volume(&sum, apex);
}

static Volume3 positive(Volume3 volume)
{
    if (volume.volume < 0.0) {
        volume.volume = -volume.volume;
        volume.second_moments = scale_symmetric(volume.second_moments, -1.0);
    }
    return volume;
}

Volume3 tum_volume3_of_hull(const HullMesh3 *hull)
{
    if (hull->is_flat || hull->vertex_count == 0) {
        return (Volume3){0};
    }
    const DVec3 apex = hull->vertices[0];
    Tetrahedra sum = {0};
    for (size_t f = 0; f < hull->face_count; ++f) {
        const uint32_t *face = &hull->face_vertices[hull->face_first[f]];
        const uint32_t corners = hull->face_first[f + 1] - hull->face_first[f];
        const DVec3 first = dvec3_sub(hull->vertices[face[0]], apex);
        for (uint32_t k = 2; k < corners; ++k) {
            add_tetrahedron(&sum, first, dvec3_sub(hull->vertices[face[k - 1]], apex),
                            dvec3_sub(hull->vertices[face[k]], apex));
        }
    }
    return positive(tetrahedra_volume(&sum, apex));
}

static Volume3 convex_volume(const TumMesh *mesh, const TumAllocator *memory)
{
    Arena arena;
    tum_arena_init(&arena, memory);
    HullMesh3 hull;
    Volume3 volume = {0};
    if (tum_hull3_build(mesh->points, mesh->point_count, &arena, &hull) == TUM_OK) {
        volume = tum_volume3_of_hull(&hull);
    }
    tum_arena_clear(&arena);
    return volume;
}

static Volume3 unscaled_volume(const TumShape *shape, const TumMesh *mesh,
                               const TumAllocator *memory)
{
    switch (shape->kind) {
    case TUM_SHAPE_SPHERE: return sphere_volume(shape->radius);
    case TUM_SHAPE_BOX: return box_volume(shape->size[0], shape->size[1], shape->size[2]);
    case TUM_SHAPE_CAPSULE:
        return capsule_volume(shape->radius_bottom, shape->radius_top, shape->height);
    case TUM_SHAPE_CYLINDER:
        return cylinder_volume(shape->radius_bottom, shape->radius_top, shape->height);
    case TUM_SHAPE_CONVEX: return mesh != NULL ? convex_volume(mesh, memory) : (Volume3){0};
    case TUM_SHAPE_MESH:
        if (mesh == NULL || !mesh->is_closed) {
            return (Volume3){0};
        }
        return positive(tum_volume3_of_triangles(mesh->points, mesh->cells, mesh->cell_count));
    case TUM_SHAPE_PLANE:
    case TUM_SHAPE_GENERAL:
    case TUM_SHAPE_HEIGHTMAP:
    case TUM_SHAPE_RAY: break;
    }
    return (Volume3){0};
}

Volume3 tum_volume3_of_shape(const TumShape *shape, const TumMesh *mesh, const double scale[3],
                             const TumAllocator *memory)
{
    const DMat3 map = {{scale[0], 0.0, 0.0}, {0.0, scale[1], 0.0}, {0.0, 0.0, scale[2]}};
    return tum_volume3_map(unscaled_volume(shape, mesh, memory), map);
}

// map * m * map transposed.
static DSym3 map_symmetric(DSym3 m, DMat3 map)
{
    const DMat3 half = dmat3_multiply(map, dsym3_matrix(m));
    const DMat3 turned = dmat3_transpose(map);
    const DMat3 full = dmat3_multiply(half, turned);
    return (DSym3){full.x.x, full.y.y, full.z.z, full.y.x, full.z.x, full.z.y};
}

Volume3 tum_volume3_map(Volume3 volume, DMat3 map)
{
    const double growth = absolute64(dmat3_determinant(map));
    const double grown = volume.volume * growth;
    if (!(absolute64(grown) >= SMALLEST_VOLUME) || !is_finite64(grown)) {
        return (Volume3){0};
    }
    return (Volume3){
        .volume = grown,
        .center = dmat3_transform(map, volume.center),
        .second_moments = scale_symmetric(map_symmetric(volume.second_moments, map), growth),
    };
}

Volume3 tum_volume3_transform(Volume3 volume, DPose3 pose)
{
    if (volume.volume == 0.0) {
        return volume;
    }
    return (Volume3){
        .volume = volume.volume,
        .center = dpose3_transform(pose, volume.center),
        .second_moments = map_symmetric(volume.second_moments, dquat_matrix(pose.rotation)),
    };
}

Volume3 tum_volume3_add(Volume3 a, Volume3 b)
{
    const double volume = a.volume + b.volume;
    if (!(absolute64(volume) >= SMALLEST_VOLUME)) {
        return (Volume3){0};
    }
    // The moments of each part about the common centre: its own moments and those of its volume
    // concentrated at its centre.
    const DVec3 center = dvec3_scale(
        dvec3_add(dvec3_scale(a.center, a.volume), dvec3_scale(b.center, b.volume)), 1.0 / volume);
    const DSym3 from_a =
        add_symmetric(a.second_moments, outer(dvec3_sub(a.center, center), a.volume));
    const DSym3 from_b =
        add_symmetric(b.second_moments, outer(dvec3_sub(b.center, center), b.volume));
    return (Volume3){volume, center, add_symmetric(from_a, from_b)};
}

DSym3 tum_volume3_inertia(Volume3 volume, double mass, DVec3 point)
{
    if (volume.volume == 0.0) {
        return (DSym3){0};
    }
    const DSym3 s = add_symmetric(scale_symmetric(volume.second_moments, mass / volume.volume),
                                  outer(dvec3_sub(volume.center, point), mass));
    return (DSym3){s.yy + s.zz, s.zz + s.xx, s.xx + s.yy, -s.xy, -s.xz, -s.yz};
}

// The smallest rotation that brings an axis onto the line of `axis`; *slot receives the axis.
static DQuat turn_onto(DVec3 axis, int *slot)
{
    const DVec3 size = dvec3_absolute(axis);
    *slot = size.x >= size.y && size.x >= size.z ? 0 : size.y >= size.z ? 1 : 2;
    if (dvec3_part(axis, *slot) < 0.0) {
        axis = dvec3_negate(axis);
    }
    const DVec3 from = {*slot == 0 ? 1.0 : 0.0, *slot == 1 ? 1.0 : 0.0, *slot == 2 ? 1.0 : 0.0};
    const DVec3 cross = dvec3_cross(from, axis);
    return dquat_normalize((DQuat){cross.x, cross.y, cross.z, 1.0 + dvec3_dot(from, axis)});
}

// The diagonal of the tensor in another frame.
static DVec3 moments_in(DSym3 tensor, DQuat rotation)
{
    const DMat3 r = dquat_matrix(rotation);
    return (DVec3){dvec3_dot(r.x, dsym3_transform(tensor, r.x)),
                   dvec3_dot(r.y, dsym3_transform(tensor, r.y)),
                   dvec3_dot(r.z, dsym3_transform(tensor, r.z))};
}

void tum_principal_inertia3(DSym3 tensor, DVec3 *moments, DQuat *rotation)
{
    DVec3 values;
    DMat3 axes;
    tum_eigen_symmetric3(tensor, &values, &axes);
    const double noise =
        MOMENT_NOISE *
        maximum64(absolute64(values.x), maximum64(absolute64(values.y), absolute64(values.z)));
    const bool yz = absolute64(values.y - values.z) <= noise;
    const bool zx = absolute64(values.z - values.x) <= noise;
    const bool xy = absolute64(values.x - values.y) <= noise;
    int slot;
    if ((yz && zx) || (zx && xy) || (xy && yz)) {
        *rotation = DQUAT_IDENTITY;
        *moments = (DVec3){tensor.xx, tensor.yy, tensor.zz};
    } else if (yz || zx || xy) {
        *rotation = turn_onto(yz ? axes.x : zx ? axes.y : axes.z, &slot);
        *moments = moments_in(tensor, *rotation);
    } else {
        *rotation = dquat_from_matrix(axes);
        *moments = values;
    }
}
