// SPDX-License-Identifier: MIT
// mesh_polytope3.c: a box, hull, cylinder or elliptic shape against one triangle.
//
// The normal is the axis of greatest separation (Gottschalk, Lin, Manocha, "OBBTree", 1996, section
// 5; Gregorius, "The Separating Axis Test between Convex Polyhedra", GDC 2013) among the triangle's
// own normal, the shape's faces, and cross products of edges; for shapes with many or no edges, GJK
// and EPA find it. The triangle's normal wins unless another axis is clearly better, the edge or
// corner with which that axis pushes is active, and no neighbouring triangle reaches farther
// (tum_mesh3_is_ridge): otherwise shapes would stumble over the seams of flat ground.

#include "collide3/mesh_convex3.h"
#include "distance3/gjk3.h"

// Another axis has to be better than the triangle's normal by this share of the shape's size [1]:
// tied axes would alternate from step to step.
static const float axis_preference = 1e-3f;

// Share of a triangle's size [1]: corners this close to the farthest count as equally far.
static const float level_corners = 2e-3f;

// Share of the smaller of the triangle's and the shape's size [1]: corners this close beside a
// triangle count as over it.
static const float seam_slack = 3e-6f;

// Cosine of 11 degrees: a face within this angle of the triangle's is in contact with its area.
static const float facing_cosine = 0.98f;

/// Axis of greatest separation.
typedef struct Axis {
    Vec3 direction;   ///< Unit, from the triangle to the shape.
    float separation; ///< [m]
} Axis;

// The triangle is a hull with two faces.
static Distance3 distance_from(const ConvexPass3 *pass, const FacedTriangle3 *triangle)
{
    Vec3 normals[2];
    Vec3 vertices[3] = {triangle->corners[0], triangle->corners[1], triangle->corners[2]};
    normals[0] = vec3_normalize_or(
        vec3_cross(vec3_sub(vertices[1], vertices[0]), vec3_sub(vertices[2], vertices[0])),
        triangle->normal);
    normals[1] = vec3_negate(normals[0]);
    float offsets[2] = {vec3_dot(normals[0], vertices[0]), vec3_dot(normals[1], vertices[0])};
    uint32_t face_first[3] = {0, 3, 6}, face_vertices[6] = {0, 1, 2, 0, 2, 1};
    uint32_t edges[3][4] = {{0, 1, 0, 1}, {1, 2, 0, 1}, {2, 0, 0, 1}};
    uint32_t neighbor_first[4] = {0, 2, 4, 6}, neighbors[6] = {1, 2, 0, 2, 0, 1};
    const Hull3 hull = {
        .vertices = vertices,
        .normals = normals,
        .offsets = offsets,
        .face_first = face_first,
        .face_vertices = face_vertices,
        .edges = edges,
        .neighbor_first = neighbor_first,
        .neighbors = neighbors,
        .vertex_count = 3,
        .face_count = 2,
        .edge_count = 3,
        .center =
            vec3_scale(vec3_add(vec3_add(vertices[0], vertices[1]), vertices[2]), 1.0f / 3.0f)};
    const Shape3 shape = tum_shape3_hull(&hull);
    return tum_distance3(&shape, pass->shape, POSE3_IDENTITY, pass->margin, triangle->normal);
}

/// Corners of the triangle that lead along the direction.
typedef struct Leading {
    int count;
    int corners[3];
    unsigned edges; ///< As an argument of tum_mesh3_is_ridge.
} Leading;

static Leading leading_corners(const FacedTriangle3 *triangle, Vec3 direction)
{
    float heights[3];
    for (int i = 0; i < 3; i++) {
        heights[i] = vec3_dot(direction, triangle->corners[i]);
    }
    const float most = maximum(maximum(heights[0], heights[1]), heights[2]);
    Leading leading = {0};
    for (int i = 0; i < 3; i++) {
        if (heights[i] >= most - level_corners * triangle->size) {
            leading.corners[leading.count++] = i;
        }
    }
    if (leading.count == 1) {
        const int corner = leading.corners[0];
        leading.edges = 1u << corner | 1u << (corner + 2) % 3;
    } else if (leading.count == 2) {
        leading.edges =
            leading.corners[0] == 0 && leading.corners[1] == 2 ? 4u : 1u << leading.corners[0];
    }
    return leading;
}

// Face of the shape toward the mesh; discs are locked to the mesh's axes.
static void leading_face(const ConvexPass3 *pass, Vec3 direction, Face3 *face)
{
    tum_face3_toward(pass->shape, direction, quat_conjugate(pass->mesh_from_shape.rotation), face);
}

// Contact points of the shape's leading face over the triangle.
static void touch_face(const ConvexPass3 *pass, const FacedTriangle3 *triangle)
{
    Face3 front;
    leading_face(pass, vec3_negate(triangle->normal), &front);
    // With the slack a corner exactly over a seam counts on both sides: twice is better than never.
    const float slack = seam_slack * minimum(triangle->size, 2.0f * pass->shape->bounding_radius);
    float offsets[3];
    bool cuts[3];
    for (int i = 0; i < 3; i++) { // Most faces that end here end beside the triangle.
        const Vec3 outward = triangle->outward[i];
        offsets[i] = vec3_dot(outward, triangle->corners[i]) + slack;
        int outside = 0;
        for (int k = 0; k < front.count; k++) {
            outside += vec3_dot(outward, front.points[k]) > offsets[i];
        }
        if (outside == front.count) {
            return;
        }
        cuts[i] = outside > 0;
    }
    Clipper3 clipper;
    clipper.which = 0;
    clipper.polygons[0].count = front.count;
    for (int k = 0; k < front.count; k++) {
        clipper.polygons[0].points[k] = front.points[k];
        clipper.polygons[0].names[k] = front.names[k];
    }
    for (int i = 0; i < 3; i++) {
        if (cuts[i]) {
            tum_mesh_clip3(&clipper, triangle->outward[i], offsets[i],
                           mesh_feature3(triangle->source, (uint32_t)i));
        }
    }
    const Clipped3 *part = clipper3_polygon(&clipper);
    for (int i = 0; i < part->count; i++) {
        const float height =
            vec3_dot(triangle->normal, vec3_sub(part->points[i], triangle->corners[0]));
        tum_mesh_convex3_add(pass, triangle->normal,
                             vec3_add_scaled(part->points[i], triangle->normal, -height), height,
                             part->names[i]);
    }
}

// Contact points of the part of the triangle near a face of the shape.
//
// @return false where the triangle is beside the face.
static bool touch_facing(const ConvexPass3 *pass, const FacedTriangle3 *triangle, Vec3 direction,
                         const Face3 *front)
{
    Clipper3 clipper;
    clipper.which = 0;
    clipper.polygons[0].count = 3;
    for (int i = 0; i < 3; i++) {
        clipper.polygons[0].points[i] = triangle->corners[i];
        clipper.polygons[0].names[i] = mesh_feature3(triangle->source, 8u + (uint32_t)i);
    }
    for (int i = 0; i < front->count && clipper3_polygon(&clipper)->count > 0; i++) {
        const Vec3 a = front->points[i], b = front->points[(i + 1) % front->count];
        const Vec3 out =
            vec3_normalize_or(vec3_cross(vec3_sub(b, a), front->normal), (Vec3){0.0f, 0.0f, 0.0f});
        tum_mesh_clip3(&clipper, out, vec3_dot(out, a), front->names[i]);
    }
    const Clipped3 *part = clipper3_polygon(&clipper);
    const float slope = -vec3_dot(direction, front->normal);
    for (int i = 0; i < part->count; i++) {
        const float height =
            vec3_dot(front->normal, vec3_sub(part->points[i], front->points[0])) / slope;
        tum_mesh_convex3_add(pass, direction, part->points[i], height, part->names[i]);
    }
    return part->count > 0;
}

/// Closest points of two segments (Ericson, "Real-Time Collision Detection", 2005, section 5.1.9).
typedef struct Closest {
    Vec3 a, b;
} Closest;

static Closest closest_of_segments(Vec3 a0, Vec3 a1, Vec3 b0, Vec3 b1)
{
    const Vec3 u = vec3_sub(a1, a0), v = vec3_sub(b1, b0), w = vec3_sub(a0, b0);
    const float uu = vec3_dot(u, u), vv = vec3_dot(v, v), uv = vec3_dot(u, v);
    const float uw = vec3_dot(u, w), vw = vec3_dot(v, w);
    const float determinant = uu * vv - uv * uv;
    float s =
        determinant > 1e-6f * uu * vv ? clamp((uv * vw - uw * vv) / determinant, 0.0f, 1.0f) : 0.5f;
    const float t = vv > 0.0f ? clamp((uv * s + vw) / vv, 0.0f, 1.0f) : 0.0f;
    s = uu > 0.0f ? clamp((uv * t - uw) / uu, 0.0f, 1.0f) : 0.0f;
    return (Closest){vec3_add_scaled(a0, u, s), vec3_add_scaled(b0, v, t)};
}

// Contact of two edges: the lowest edge of the front and the leading edge of the triangle.
static void touch_edges(const ConvexPass3 *pass, const FacedTriangle3 *triangle,
                        const Leading *leading, const Axis *axis, const Face3 *front)
{
    const Vec3 a0 = triangle->corners[leading->corners[0]];
    const Vec3 a1 = triangle->corners[leading->corners[leading->count - 1]];
    Closest closest = {a0, front->points[0]};
    uint32_t name = front->names[0];
    float lowest = __builtin_inff();
    const int edges = front->count < 3 ? 1 : front->count;
    for (int i = 0; i < edges; i++) {
        const int next = (i + 1) % front->count;
        const Closest found = closest_of_segments(a0, a1, front->points[i], front->points[next]);
        const Vec3 apart = vec3_sub(found.b, found.a);
        // The offset of crossing edges is along the axis only.
        const Vec3 aside =
            vec3_add_scaled(apart, axis->direction, -vec3_dot(apart, axis->direction));
        const float miss =
            vec3_length(aside) + absolute(vec3_dot(apart, axis->direction) - axis->separation);
        if (miss < lowest) {
            lowest = miss;
            closest = found;
            name = front->names[i] + 101u * front->names[next];
        }
    }
    tum_mesh_convex3_add(pass, axis->direction, closest.a, axis->separation,
                         mesh_feature3(triangle->source, 32u + name * 8u + leading->edges));
}

static void touch_ridge(const ConvexPass3 *pass, const FacedTriangle3 *triangle,
                        const Leading *leading, const Axis *axis)
{
    Face3 front;
    leading_face(pass, vec3_negate(axis->direction), &front);
    if (front.count >= 3 && -vec3_dot(front.normal, axis->direction) > facing_cosine &&
        touch_facing(pass, triangle, axis->direction, &front)) {
        return;
    }
    touch_edges(pass, triangle, leading, axis, &front);
}

// True when the shape's lowest point stands over the triangle.
static bool stands_within(const FacedTriangle3 *triangle, Vec3 point)
{
    for (int i = 0; i < 3; i++) {
        if (vec3_dot(triangle->outward[i], vec3_sub(point, triangle->corners[i])) > 0.0f) {
            return false;
        }
    }
    return true;
}

bool tum_mesh_polytope3_is_flat(const ConvexPass3 *pass, const FacedTriangle3 *triangle)
{
    return triangle->separation >= -pass->shallow &&
           (triangle->edge_flags == 0 || stands_within(triangle, triangle->lowest));
}

void tum_mesh_polytope3_flat(const ConvexPass3 *pass, const FacedTriangle3 *triangle)
{
    touch_face(pass, triangle);
}

void tum_mesh_polytope3_along(const ConvexPass3 *pass, const FacedTriangle3 *triangle,
                              Vec3 direction, float separation)
{
    const Axis axis = {direction, separation};
    if (axis.separation > pass->margin) {
        return;
    }
    const float preference =
        axis_preference * minimum(triangle->size, 2.0f * pass->shape->bounding_radius);
    const Leading leading = leading_corners(triangle, axis.direction);
    if (axis.separation <= triangle->separation + preference || leading.count == 3) {
        touch_face(pass, triangle);
        return;
    }
    // The other axis pushes with an edge or a corner. Where these must not push, the face has the
    // contact after all, unless the depth is great: a part deep below a face that is not its
    // nearest way out got there through another part of the mesh.
    const Vec3 corner = triangle->corners[leading.corners[0]];
    const bool is_ridge =
        tum_mesh_convex3_is_ridge(pass, triangle, leading.edges, corner, axis.direction);
    if (is_ridge && (triangle->edge_flags & leading.edges) != 0) {
        touch_ridge(pass, triangle, &leading, &axis);
    } else if ((is_ridge || axis.separation <= 0.0f) && triangle->separation >= -pass->shallow &&
               vec3_dot(axis.direction, triangle->normal) > -0.1f) {
        touch_face(pass, triangle);
    }
}

void tum_mesh_polytope3(const ConvexPass3 *pass, const FacedTriangle3 *triangle)
{
    if (tum_mesh_polytope3_is_flat(pass, triangle)) {
        touch_face(pass, triangle);
        return;
    }
    const Distance3 found = distance_from(pass, triangle);
    if (found.distance > triangle->separation) {
        tum_mesh_polytope3_along(pass, triangle, found.normal, found.distance);
    } else {
        tum_mesh_polytope3_along(pass, triangle, triangle->normal, triangle->separation);
    }
}
