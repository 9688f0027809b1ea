// SPDX-License-Identifier: MIT
// face3.c: the polygon, edge or point of a convex shape that faces a direction.
#include "collide3/face3.h"

#include "base/assert.h"
#include "collide3/manifold_choice3.h"
#include "shape3/core3.h"

// Sine of the angle up to which a cap lies flat: half a degree. Its polygon is then locked to the
// other shape; between two of its corners the rim is at most 0.02 % of the radius deeper.
static const float flat_lean = 0.0087f;

// A cap smaller than this share of the other cap is the tip of a cone.
static const float tip_share = 1e-3f;

// Names of rim corners: bottom or top, locked or leaning. 0 and 1 are the ends of a generator.
enum { NAME_RIM = 16, NAME_TOP = 32, NAME_LEANING = 64 };

void tum_face3_of_box(Vec3 half, int axis, bool positive, Face3 *face)
{
    // u, v, axis are right-handed. Corners are (-,-) (+,-) (+,+) (-,+), in reverse order on the
    // negative side. The name of a corner is the signs of its coordinates.
    const int u = (axis + 1) % 3, v = (axis + 2) % 3;
    const float halves[3] = {half.x, half.y, half.z};
    const float sign = positive ? 1.0f : -1.0f;
    face->count = 4;
    face->is_round = false;
    face->normal = vec3(axis == 0 ? sign : 0.0f, axis == 1 ? sign : 0.0f, axis == 2 ? sign : 0.0f);
    for (int i = 0; i < 4; ++i) {
        const int corner = positive ? i : 3 - i;
        const bool plus_u = corner == 1 || corner == 2, plus_v = corner >= 2;
        float p[3];
        p[axis] = sign * halves[axis];
        p[u] = plus_u ? halves[u] : -halves[u];
        p[v] = plus_v ? halves[v] : -halves[v];
        face->points[i] = vec3(p[0], p[1], p[2]);
        face->names[i] =
            (uint32_t)((plus_u ? 1 << u : 0) | (plus_v ? 1 << v : 0) | (positive ? 1 << axis : 0));
    }
}

static void box_face(Vec3 half, Vec3 d, Face3 *face)
{
    const Vec3 size = vec3_absolute(d);
    const int axis = size.x >= size.y && size.x >= size.z ? 0 : size.y >= size.z ? 1 : 2;
    tum_face3_of_box(half, axis, vec3_part(d, axis) >= 0.0f, face);
}

void tum_face3_of_hull(const Hull3 *hull, uint32_t index, Face3 *face)
{
    const uint32_t first = hull->face_first[index];
    const uint32_t count = hull->face_first[index + 1] - first;
    const uint32_t kept = count < FACE_POINTS_MAX ? count : FACE_POINTS_MAX;
    face->count = (int)kept;
    face->is_round = false;
    face->normal = hull->normals[index];
    for (uint32_t i = 0; i < kept; ++i) {
        const uint32_t corner = (uint32_t)((uint64_t)i * count / kept);
        const uint32_t vertex = hull->face_vertices[first + corner];
        face->points[i] = hull->vertices[vertex];
        face->names[i] = vertex;
    }
}

static uint32_t hull_highest(const Hull3 *hull, Vec3 d)
{
    uint32_t best = 0;
    float height = vec3_dot(hull->vertices[0], d);
    for (uint32_t i = 1; i < hull->vertex_count; ++i) {
        const float other = vec3_dot(hull->vertices[i], d);
        if (other > height) {
            height = other;
            best = i;
        }
    }
    return best;
}

// Chooses the face most perpendicular to the direction among those at the farthest vertex: the best
// aligned of all faces need not contain that vertex.
static void hull_face(const Hull3 *hull, Vec3 d, Face3 *face)
{
    const uint32_t vertex = hull_highest(hull, d);
    uint32_t best = 0;
    float alignment = -2.0f;
    for (uint32_t i = hull->cap_first[vertex]; i < hull->cap_first[vertex + 1]; ++i) {
        const float aligned = vec3_dot(hull->normals[hull->caps[i]], d);
        if (aligned > alignment) {
            alignment = aligned;
            best = hull->caps[i];
        }
    }
    tum_face3_of_hull(hull, best, face);
}

// Ends of a round bar; one end may hide the other.
static void segment_face(Vec3 bottom, Vec3 top, Vec3 d, Face3 *face)
{
    const Vec3 line = vec3_sub(top, bottom);
    const float rise = vec3_dot(line, d);
    const float run = square_root(maximum(vec3_length_squared(line) - rise * rise, 0.0f));
    face->normal = vec3(0.0f, 0.0f, 0.0f);
    face->is_round = false;
    if (absolute(rise) >= STEEP * run) {
        face->count = 1;
        face->points[0] = rise > 0.0f ? top : bottom;
        face->names[0] = rise > 0.0f ? 1 : 0;
        return;
    }
    face->count = 2;
    face->points[0] = bottom;
    face->points[1] = top;
    face->names[0] = 0;
    face->names[1] = 1;
}

// Across the line along a bar.
static void set_curvature(const Shape3 *shape, Face3 *face)
{
    const bool is_even = shape->kind != SHAPE3_ELLIPTIC;
    face->curvature[0] = is_even ? shape->radius_bottom : 0.0f;
    face->curvature[1] = is_even ? shape->radius_top : 0.0f;
}

// The farthest points of both ends, in the unscaled frame and then scaled.
static void capsule_face(const Shape3 *shape, Vec3 scale, Vec3 d, Face3 *face)
{
    const Vec3 along = vec3_normalize_or(vec3_multiply(scale, d), d);
    const Vec3 up = {0.0f, shape->half_height, 0.0f};
    const Vec3 bottom = vec3_add_scaled(vec3_negate(up), along, shape->radius_bottom);
    const Vec3 top = vec3_add_scaled(up, along, shape->radius_top);
    segment_face(vec3_multiply(scale, bottom), vec3_multiply(scale, top), d, face);
    set_curvature(shape, face);
}

// Start of a flat cap's polygon: the first axis of the lock that lies well in the plane of the cap.
// One of three perpendicular axes always has at least two thirds of its squared length in a given
// plane.
static Vec3 locked_start(Vec3 scale, Quat shape_from_lock)
{
    const Mat3 lock = quat_matrix(shape_from_lock);
    const Vec3 axes[3] = {lock.x, lock.z, lock.y};
    for (int i = 0; i < 3; ++i) {
        if (axes[i].x * axes[i].x + axes[i].z * axes[i].z > 0.5f) {
            return vec3_normalize_or(vec3(axes[i].x / scale.x, 0.0f, axes[i].z / scale.z),
                                     vec3(1.0f, 0.0f, 0.0f));
        }
    }
    return vec3(1.0f, 0.0f, 0.0f);
}

static void rim_face(const Shape3 *shape, Vec3 scale, bool is_top, bool leans, Vec3 start,
                     Face3 *face)
{
    // Cosine and sine of k pi / 8.
    static const float turn[RIM_POINTS][2] = {{1.0f, 0.0f},
                                              {0.923879533f, 0.382683432f},
                                              {0.707106781f, 0.707106781f},
                                              {0.382683432f, 0.923879533f},
                                              {0.0f, 1.0f},
                                              {-0.382683432f, 0.923879533f},
                                              {-0.707106781f, 0.707106781f},
                                              {-0.923879533f, 0.382683432f},
                                              {-1.0f, 0.0f},
                                              {-0.923879533f, -0.382683432f},
                                              {-0.707106781f, -0.707106781f},
                                              {-0.382683432f, -0.923879533f},
                                              {0.0f, -1.0f},
                                              {0.382683432f, -0.923879533f},
                                              {0.707106781f, -0.707106781f},
                                              {0.923879533f, -0.382683432f}};
    const float radius = is_top ? shape->radius_top : shape->radius_bottom;
    const float y = is_top ? shape->half_height : -shape->half_height;
    face->count = RIM_POINTS;
    face->is_round = true;
    face->normal = vec3(0.0f, is_top ? 1.0f : -1.0f, 0.0f);
    for (uint32_t i = 0; i < RIM_POINTS; ++i) {
        // Rotation about +Y is counter-clockwise seen from above.
        const float c = turn[i][0] * radius;
        const float s = (is_top ? turn[i][1] : -turn[i][1]) * radius;
        const Vec3 p = {start.x * c + start.z * s, y, start.z * c - start.x * s};
        face->points[i] = vec3_multiply(scale, p);
        face->names[i] = NAME_RIM + i + (is_top ? NAME_TOP : 0u) + (leans ? NAME_LEANING : 0u);
    }
}

static void point_face(Vec3 point, uint32_t name, Face3 *face)
{
    face->count = 1;
    face->points[0] = point;
    face->names[0] = name;
    face->normal = vec3(0.0f, 0.0f, 0.0f);
    face->is_round = false;
}

// Normal of the side at the azimuth `out`. In the unscaled frame it is (out 2h, bottom - top);
// normals scale with the inverse.
static Vec3 side_normal(const Shape3 *shape, Vec3 scale, Vec3 out)
{
    const float rise = 2.0f * shape->half_height, fall = shape->radius_bottom - shape->radius_top;
    return vec3_normalize_or(vec3(out.x * rise / scale.x, fall / scale.y, out.z * rise / scale.z),
                             out);
}

// Generator of the side at the azimuth `out`.
static void generator(const Shape3 *shape, Vec3 scale, Vec3 out, Face3 *face)
{
    const float h = shape->half_height, bottom = shape->radius_bottom, top = shape->radius_top;
    face->count = 2;
    face->is_round = false;
    face->normal = side_normal(shape, scale, out);
    face->points[0] = vec3_multiply(scale, vec3(out.x * bottom, -h, out.z * bottom));
    face->points[1] = vec3_multiply(scale, vec3(out.x * top, h, out.z * top));
    face->names[0] = 0;
    face->names[1] = 1;
    set_curvature(shape, face);
}

static void cylinder_face(const Shape3 *shape, Vec3 scale, Vec3 d, Quat shape_from_lock,
                          Face3 *face)
{
    const Vec3 locked = locked_start(scale, shape_from_lock);
    const Vec3 across = {scale.x * d.x, 0.0f, scale.z * d.z};
    const Vec3 out = vec3_normalize_or(across, locked);
    generator(shape, scale, out, face);
    if (vec3_dot(face->normal, d) > absolute(d.y)) {
        return;
    }
    const bool is_top = d.y > 0.0f;
    const float radius = is_top ? shape->radius_top : shape->radius_bottom;
    if (radius <= tip_share * maximum(shape->radius_top, shape->radius_bottom)) {
        point_face(face->points[is_top ? 1 : 0], is_top ? 1 : 0, face);
        return;
    }
    const bool leans = d.x * d.x + d.z * d.z > flat_lean * flat_lean;
    rim_face(shape, scale, is_top, leans, leans ? out : locked, face);
}

float tum_face3_alignment(const Shape3 *shape, Vec3 direction)
{
    const Vec3 size = vec3_absolute(direction);
    switch (shape->kind) {
    case SHAPE3_BOX: return maximum(size.x, maximum(size.y, size.z));
    case SHAPE3_CYLINDER: return size.y;
    case SHAPE3_ELLIPTIC: return shape->base == SHAPE3_CYLINDER ? size.y : 0.0f;
    case SHAPE3_HULL: return 1.0f;
    default: return 0.0f;
    }
}

Vec3 tum_face3_side_normal(const Shape3 *cylinder, Vec3 direction)
{
    const Vec3 one = {1.0f, 1.0f, 1.0f};
    const Vec3 out =
        vec3_normalize_or(vec3(direction.x, 0.0f, direction.z), vec3(1.0f, 0.0f, 0.0f));
    return side_normal(cylinder, one, out);
}

void tum_face3_toward(const Shape3 *shape, Vec3 direction, Quat shape_from_lock, Face3 *face)
{
    const Vec3 one = {1.0f, 1.0f, 1.0f};
    switch (shape->kind) {
    case SHAPE3_CAPSULE: capsule_face(shape, one, direction, face); return;
    case SHAPE3_BOX: box_face(shape->half, direction, face); return;
    case SHAPE3_CYLINDER: cylinder_face(shape, one, direction, shape_from_lock, face); return;
    case SHAPE3_HULL: hull_face(shape->hull, direction, face); return;
    case SHAPE3_ELLIPTIC:
        if (shape->base == SHAPE3_CYLINDER) {
            cylinder_face(shape, shape->scale, direction, shape_from_lock, face);
            return;
        }
        if (shape->base == SHAPE3_CAPSULE) {
            capsule_face(shape, shape->scale, direction, face);
            return;
        }
        break;
    default: break;
    }
    TUM_ASSERT(shape3_is_convex(shape));
    point_face(tum_shape3_support(shape, direction), 0, face);
}

static void edge_face(Vec3 p, uint32_t p_name, Vec3 q, uint32_t q_name, Vec3 d, Face3 *edge)
{
    const bool in_order = p_name < q_name;
    edge->count = 2;
    edge->is_round = false;
    edge->curvature[0] = edge->curvature[1] = 0.0f;
    edge->normal = d;
    edge->points[0] = in_order ? p : q;
    edge->points[1] = in_order ? q : p;
    edge->names[0] = in_order ? p_name : q_name;
    edge->names[1] = in_order ? q_name : p_name;
}

static bool box_edge(Vec3 half, Vec3 d, float slope, Face3 *edge)
{
    const Vec3 lean = vec3_absolute(d);
    const int axis = lean.x <= lean.y && lean.x <= lean.z ? 0 : lean.y <= lean.z ? 1 : 2;
    if (vec3_part(lean, axis) > slope) {
        return false;
    }
    Vec3 p = {d.x >= 0.0f ? half.x : -half.x, d.y >= 0.0f ? half.y : -half.y,
              d.z >= 0.0f ? half.z : -half.z};
    Vec3 q = p;
    uint32_t name = (d.x >= 0.0f ? 1u : 0u) | (d.y >= 0.0f ? 2u : 0u) | (d.z >= 0.0f ? 4u : 0u);
    if (axis == 0) {
        p.x = -half.x, q.x = half.x;
    } else if (axis == 1) {
        p.y = -half.y, q.y = half.y;
    } else {
        p.z = -half.z, q.z = half.z;
    }
    name &= ~(1u << axis);
    edge_face(p, name, q, name | 1u << axis, d, edge);
    return true;
}

static bool hull_edge(const Hull3 *hull, Vec3 d, float slope, Face3 *edge)
{
    const uint32_t vertex = hull_highest(hull, d);
    const Vec3 p = hull->vertices[vertex];
    uint32_t best = vertex;
    float best_lean = slope;
    for (uint32_t i = hull->neighbor_first[vertex]; i < hull->neighbor_first[vertex + 1]; ++i) {
        const Vec3 line = vec3_sub(hull->vertices[hull->neighbors[i]], p);
        const float length = vec3_length(line);
        const float lean = length > 0.0f ? absolute(vec3_dot(line, d)) / length : 1.0f;
        if (lean < best_lean) {
            best_lean = lean;
            best = hull->neighbors[i];
        }
    }
    if (best == vertex) {
        return false;
    }
    edge_face(p, vertex, hull->vertices[best], best, d, edge);
    return true;
}

// Whether the sides of a shape of revolution lean too much to be edges along a direction.
static bool sides_lean(const Shape3 *shape, Vec3 direction, float slope)
{
    return (shape->kind == SHAPE3_CYLINDER || shape->kind == SHAPE3_CAPSULE) &&
           shape->radius_bottom == shape->radius_top && absolute(direction.y) > slope;
}

bool tum_face3_edge_toward(const Shape3 *shape, Vec3 direction, float slope, Face3 *edge)
{
    if (sides_lean(shape, direction, slope)) {
        return false;
    }
    switch (shape->kind) {
    case SHAPE3_SPHERE: return false;
    case SHAPE3_BOX: return box_edge(shape->half, direction, slope, edge);
    case SHAPE3_HULL: return hull_edge(shape->hull, direction, slope, edge);
    default: break;
    }
    tum_face3_toward(shape, direction, QUAT_IDENTITY, edge);
    if (edge->count != 2) {
        return false;
    }
    const Vec3 line = vec3_sub(edge->points[1], edge->points[0]);
    return absolute(vec3_dot(line, direction)) <= slope * vec3_length(line);
}

void tum_face3_transform(Face3 *face, Pose3 pose)
{
    const Mat3 rotation = quat_matrix(pose.rotation);
    face->normal = mat3_transform(rotation, face->normal);
    for (int i = 0; i < face->count; ++i) {
        face->points[i] = vec3_add(pose.position, mat3_transform(rotation, face->points[i]));
    }
}
