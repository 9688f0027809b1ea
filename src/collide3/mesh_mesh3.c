// SPDX-License-Identifier: MIT
// mesh_mesh3.c: a mesh on a mesh: pairs of triangles of two shells.
//
// Two crossing triangles alone do not tell the direction in which they push apart. A closed mesh
// pushes out what is outside of it, and in what is inside. An open mesh pushes toward the middle of
// the other mesh if it is the larger one; away from its own middle if it is the smaller one. From
// there on a pair is two faces that face each other; their corners meet the other face, or their
// edges cross (axes as in mesh_polytope3.c).

#include "base/assert.h"
#include "collide3/mesh_convex3.h"
#include "collide3/pairs3.h"
#include "shape3/mesh3.h"
#include "shape3/mesh_build3.h"

enum {
    PAIR_STACK = 2 * MESH3_STACK,
    PAIRS_MAX = 1 << 16, ///< Bound of the pairs of triangles tested, and so of the time taken.
    INSIDE_SAMPLES = 15
};

// Share of the smaller mesh's radius: depth of a corner up to which a face that is not the best
// axis may push.
static const float shallow_part = 0.1f;

// Share of the smaller mesh's radius: depth up to which a face is paired with a face above it,
// unless the two face each other squarely. Beyond that depth the adjacent faces cross the surface
// and push.
static const float sunk_part = 0.02f;

// Share of a mesh's radius by which its triangles are moved inward for the test whether they are
// inside another mesh.
static const float inside_part = 0.05f;

// Cosine between the direction of one face and the opposite of the other's above which two faces
// face each other: slightly below 0, so that upright sides still stand on a floor.
static const float facing = -0.1f;

// Cosine of 60 degrees: below it, a corner that is not a ridge does not belong to the face.
static const float alike = 0.5f;

static const float axis_preference = 1e-3f;

/// The outer side of a mesh.
typedef struct Surface {
    const Mesh3 *mesh;
    int solid;    ///< 1 or -1: along its normals, or against them; 0: by `focus`.
    Vec3 focus;   ///< In the common frame.
    float toward; ///< 1: the outer side is toward the focus; -1: away from it.
} Surface;

/// State of a pair of meshes. The common frame has the axes of A and its origin at that of B:
/// numbers are small near contacts.
typedef struct MeshPass {
    Surface a, b;
    Pose3 a_from_b;
    Mat3 rotation;
    Mat3 sizes; ///< Absolute values of the rotation's elements.
    float margin, shallow, sunk, size;
    bool a_is_ground; ///< A is the larger mesh.
    int pairs;
    MeshGather3 *gather;
} MeshPass;

/// A triangle in the common frame.
typedef struct Side {
    const Mesh3 *mesh;
    uint32_t index;
    Vec3 corners[3];
    Vec3 low, high;
    Vec3 winding; ///< Unit; normal by the right-hand rule.
    Vec3 normal;  ///< Unit; normal toward the outer side: `winding` or its opposite.
    bool is_b;
} Side;

static Vec3 to_a(const MeshPass *pass, Vec3 point)
{
    return vec3_add(point, pass->a_from_b.position);
}

static Vec3 turn(Mat3 m, Vec3 v)
{
    return vec3_add(vec3_add(vec3_scale(m.x, v.x), vec3_scale(m.y, v.y)), vec3_scale(m.z, v.z));
}

static Side side_of(const MeshPass *pass, bool is_b, uint32_t triangle)
{
    const Surface *surface = is_b ? &pass->b : &pass->a;
    Side side = {.mesh = surface->mesh, .index = triangle, .is_b = is_b};
    Vec3 normal = surface->mesh->normals[triangle];
    if (is_b) {
        normal = turn(pass->rotation, normal);
    }
    for (int i = 0; i < 3; i++) {
        const Vec3 corner = mesh3_corner(surface->mesh, triangle, i);
        side.corners[i] =
            is_b ? turn(pass->rotation, corner) : vec3_sub(corner, pass->a_from_b.position);
    }
    side.low = vec3_minimum(vec3_minimum(side.corners[0], side.corners[1]), side.corners[2]);
    side.high = vec3_maximum(vec3_maximum(side.corners[0], side.corners[1]), side.corners[2]);
    side.winding = normal;
    float sign = (float)surface->solid;
    if (surface->solid == 0) {
        const float height = vec3_dot(normal, vec3_sub(surface->focus, side.corners[0]));
        sign = height * surface->toward < 0.0f ? -1.0f : 1.0f;
    }
    side.normal = vec3_scale(normal, sign);
    return side;
}

// Unit vector in the plane of a side, perpendicular to edge i, away from the triangle.
static Vec3 outward(const Side *side, int i)
{
    const Vec3 along = vec3_sub(side->corners[(i + 1) % 3], side->corners[i]);
    return vec3_normalize_or(vec3_cross(along, side->winding), side->winding);
}

static float farthest(const Side *side, Vec3 direction)
{
    return maximum(
        maximum(vec3_dot(direction, side->corners[0]), vec3_dot(direction, side->corners[1])),
        vec3_dot(direction, side->corners[2]));
}

// True when edges or a corner of a side can push along a direction of the common frame.
static bool is_ridge(const MeshPass *pass, const Side *side, unsigned edges, Vec3 point,
                     Vec3 direction)
{
    if (side->is_b) {
        const Quat q = pass->a_from_b.rotation;
        return tum_mesh3_is_ridge(side->mesh, side->index, edges, quat_unrotate(q, point),
                                  quat_unrotate(q, direction));
    }
    return tum_mesh3_is_ridge(side->mesh, side->index, edges, to_a(pass, point), direction);
}

// True when the leading feature along a direction is a ridge, or the face itself.
static bool leads(const MeshPass *pass, const Side *side, Vec3 direction)
{
    const float most = farthest(side, direction);
    unsigned level = 0;
    for (unsigned i = 0; i < 3; i++) {
        if (vec3_dot(direction, side->corners[i]) >= most - 1e-3f * pass->size) {
            level |= 1u << i;
        }
    }
    for (unsigned i = 0; i < 3; i++) {
        if (level == 1u << i) {
            return is_ridge(pass, side, 1u << i | 1u << (i + 2) % 3, side->corners[i], direction);
        }
        if (level == (1u << i | 1u << (i + 1) % 3)) {
            return is_ridge(pass, side, 1u << i, side->corners[i], direction);
        }
    }
    return true;
}

static void add(const MeshPass *pass, Vec3 normal, Vec3 between, float separation, uint32_t feature)
{
    tum_mesh_gather3_add(pass->gather, normal, to_a(pass, between), separation, feature);
}

// Contact points of the corners of one triangle, clipped to the outline of the other, over the
// other's face. `normal` is from A to B.
static void touch_face(const MeshPass *pass, const Side *face, const Side *other, Vec3 normal)
{
    Clipper3 clipper;
    clipper.which = 0;
    clipper.polygons[0].count = 3;
    for (int i = 0; i < 3; i++) {
        clipper.polygons[0].points[i] = other->corners[i];
        // Corners of the body are preferred to corners of the ground (mesh_manifold3.c).
        const uint32_t corner = other->mesh->point_source[other->mesh->triangles[other->index][i]];
        clipper.polygons[0].names[i] = other->is_b == pass->a_is_ground ? corner % MESH_FEATURE_CUT
                                                                        : mesh_feature3(corner, 1u);
    }
    const uint32_t name =
        mesh_feature3(face->mesh->source[face->index], other->mesh->source[other->index] * 4u);
    for (uint32_t i = 0; i < 3; i++) {
        const Vec3 out = outward(face, (int)i);
        tum_mesh_clip3(&clipper, out, vec3_dot(out, face->corners[i]) + 3e-6f * pass->size,
                       name + i);
    }
    const Clipped3 *part = clipper3_polygon(&clipper);
    for (int i = 0; i < part->count; i++) {
        const float height = vec3_dot(face->normal, vec3_sub(part->points[i], face->corners[0]));
        add(pass, normal, vec3_add_scaled(part->points[i], face->normal, -0.5f * height), height,
            part->names[i]);
    }
}

/// The best cross product of edges.
typedef struct Crossing {
    Vec3 direction; ///< Unit, from A to B.
    float separation;
    int edge_a, edge_b;
} Crossing;

// Gap between the triangles along every cross product of edges toward which both outer sides point.
static Crossing best_crossing(const Side *a, const Side *b)
{
    Crossing best = {.separation = -__builtin_inff()};
    for (int i = 0; i < 3; i++) {
        const Vec3 along_a = vec3_sub(a->corners[(i + 1) % 3], a->corners[i]);
        for (int k = 0; k < 3; k++) {
            const Vec3 along_b = vec3_sub(b->corners[(k + 1) % 3], b->corners[k]);
            const Vec3 cross = vec3_cross(along_a, along_b);
            const float squared = vec3_length_squared(cross);
            if (!(squared > 1e-4f * vec3_length_squared(along_a) * vec3_length_squared(along_b))) {
                continue;
            }
            for (int sign = -1; sign <= 1; sign += 2) {
                const Vec3 d = vec3_scale(cross, (float)sign / square_root(squared));
                if (vec3_dot(d, a->normal) < facing || vec3_dot(d, b->normal) > -facing) {
                    continue;
                }
                const float gap = -farthest(b, vec3_negate(d)) - farthest(a, d);
                if (gap > best.separation) {
                    best = (Crossing){d, gap, i, k};
                }
            }
        }
    }
    return best;
}

// Adds the point where two edges cross.
//
// @return false where the edges do not push against each other.
static bool touch_edges(const MeshPass *pass, const Side *a, const Side *b,
                        const Crossing *crossing)
{
    const int i = crossing->edge_a, k = crossing->edge_b;
    if (vec3_dot(crossing->direction, outward(a, i)) < 0.0f ||
        vec3_dot(crossing->direction, outward(b, k)) > 0.0f || // Another corner leads.
        (a->mesh->edge_flags[a->index] & 1u << i) == 0 ||
        (b->mesh->edge_flags[b->index] & 1u << k) == 0 ||
        !is_ridge(pass, a, 1u << i, a->corners[i], crossing->direction) ||
        !is_ridge(pass, b, 1u << k, b->corners[k], vec3_negate(crossing->direction))) {
        return false;
    }
    const Vec3 u = vec3_sub(a->corners[(i + 1) % 3], a->corners[i]);
    const Vec3 v = vec3_sub(b->corners[(k + 1) % 3], b->corners[k]);
    const Vec3 w = vec3_sub(b->corners[k], a->corners[i]);
    const Vec3 cross = vec3_cross(u, v);
    const float scale = 1.0f / vec3_length_squared(cross);
    const float s = vec3_dot(vec3_cross(w, v), cross) * scale;
    const float t = vec3_dot(vec3_cross(w, u), cross) * scale;
    if (s >= 0.0f && s <= 1.0f && t >= 0.0f && t <= 1.0f) {
        const Vec3 on_a = vec3_add_scaled(a->corners[i], u, s);
        const uint32_t name_a = a->mesh->source[a->index] * 4u + (uint32_t)i;
        const uint32_t name_b = b->mesh->source[b->index] * 4u + (uint32_t)k;
        add(pass, crossing->direction,
            vec3_add_scaled(on_a, crossing->direction, 0.5f * crossing->separation),
            crossing->separation, mesh_feature3(name_a + 7u, name_b));
    }
    return true;
}

static void collide_triangles(const MeshPass *pass, const Side *a, const Side *b)
{
    const Vec3 from_a = a->normal, from_b = vec3_negate(b->normal);
    const float looking = vec3_dot(from_a, from_b);
    const float a_plane = vec3_dot(from_a, a->corners[0]);
    const float b_plane = vec3_dot(from_b, b->corners[0]);
    const float a_separation = -farthest(b, vec3_negate(from_a)) - a_plane;
    const float b_separation = b_plane - farthest(a, from_b);
    const float sunk = looking >= alike ? pass->shallow : pass->sunk;
    if (a_separation > pass->margin || b_separation > pass->margin || looking < facing ||
        farthest(b, from_a) - a_plane < -sunk ||
        b_plane + farthest(a, vec3_negate(from_b)) < -sunk) {
        return;
    }
    const float preference = axis_preference * pass->size;
    const float face_separation = maximum(a_separation, b_separation);
    // Where an edge cannot push, and neither face is deep, the search for a crossing is skipped.
    if ((a->mesh->edge_flags[a->index] != 0 && b->mesh->edge_flags[b->index] != 0) ||
        face_separation < -pass->shallow) {
        const Crossing crossing = best_crossing(a, b);
        if (crossing.separation > face_separation + preference &&
            (crossing.separation > pass->margin || touch_edges(pass, a, b, &crossing) ||
             face_separation < -pass->shallow)) {
            return;
        }
    }
    // A face accepts leading corners only, not the seam of a floor that meets a box's side. A
    // corner that does not lead has a neighbor that reaches farther and has the contact instead,
    // unless both faces are sunk and face each other, as on rounded surfaces.
    const bool a_first = a_separation >= b_separation - preference;
    const bool a_valid = leads(pass, b, vec3_negate(from_a)), b_valid = leads(pass, a, from_b);
    const bool any = looking >= alike && face_separation <= 0.0f && !a_valid && !b_valid;
    if (a_first ? a_valid || any : a_valid && !b_valid && a_separation >= -pass->shallow) {
        touch_face(pass, a, b, from_a);
    } else if (b_valid ? !a_first || b_separation >= -pass->shallow : any) {
        touch_face(pass, b, a, from_b);
    }
}

/// Two subtrees that may touch. Boxes are center and half extent, each in the frame of its own
/// mesh.
typedef struct NodePair {
    int32_t a, b;
    uint8_t a_count, b_count;
    Vec3 a_middle, a_half, b_middle, b_half;
} NodePair;

static bool boxes_touch(const MeshPass *pass, const NodePair *pair)
{
    const float reach = pass->margin + pass->shallow;
    const Vec3 apart = vec3_sub(turn(pass->rotation, pair->b_middle),
                                vec3_sub(pair->a_middle, pass->a_from_b.position));
    const Vec3 b_extent = turn(pass->sizes, pair->b_half);
    const Vec3 in_a = vec3_absolute(apart);
    if (in_a.x > pair->a_half.x + b_extent.x + reach ||
        in_a.y > pair->a_half.y + b_extent.y + reach ||
        in_a.z > pair->a_half.z + b_extent.z + reach) {
        return false;
    }
    const Mat3 m = pass->rotation, s = pass->sizes;
    return absolute(vec3_dot(m.x, apart)) <= pair->b_half.x + vec3_dot(s.x, pair->a_half) + reach &&
           absolute(vec3_dot(m.y, apart)) <= pair->b_half.y + vec3_dot(s.y, pair->a_half) + reach &&
           absolute(vec3_dot(m.z, apart)) <= pair->b_half.z + vec3_dot(s.z, pair->a_half) + reach;
}

static bool sides_apart(const MeshPass *pass, const Side *a, const Side *b)
{
    const float reach = pass->margin + pass->shallow;
    return a->low.x > b->high.x + reach || b->low.x > a->high.x + reach ||
           a->low.y > b->high.y + reach || b->low.y > a->high.y + reach ||
           a->low.z > b->high.z + reach || b->low.z > a->high.z + reach;
}

static void collide_leaves(MeshPass *pass, const NodePair *pair)
{
    const uint32_t first_a = (uint32_t)~pair->a, first_b = (uint32_t)~pair->b;
    Side sides_b[MESH3_LEAF_TRIANGLES];
    for (uint32_t i = 0; i < pair->b_count; i++) {
        sides_b[i] = side_of(pass, true, first_b + i);
    }
    for (uint32_t i = 0; i < pair->a_count; i++) {
        const Side a = side_of(pass, false, first_a + i);
        for (uint32_t k = 0; k < pair->b_count; k++) {
            pass->pairs++;
            if (!sides_apart(pass, &a, &sides_b[k])) {
                collide_triangles(pass, &a, &sides_b[k]);
            }
        }
    }
}

// Pushes the children of the larger box, each paired with the other box.
static int descend(const MeshPass *pass, const NodePair *pair, NodePair *stack, int depth)
{
    const bool into_a = pair->b < 0 || (pair->a >= 0 && vec3_length_squared(pair->a_half) >=
                                                            vec3_length_squared(pair->b_half));
    const MeshNode3 *node = into_a ? &pass->a.mesh->nodes[pair->a] : &pass->b.mesh->nodes[pair->b];
    for (int i = MESH3_CHILDREN - 1; i >= 0; i--) {
        if (mesh_node3_is_empty(node, i)) {
            continue;
        }
        const Bound3 box = mesh_node3_bound(node, i);
        const Vec3 low = box.low, high = box.high;
        const Vec3 middle = vec3_scale(vec3_add(low, high), 0.5f);
        const Vec3 half = vec3_scale(vec3_sub(high, low), 0.5f);
        NodePair next = *pair;
        if (into_a) {
            next.a = node->child[i];
            next.a_count = node->count[i];
            next.a_middle = middle;
            next.a_half = half;
        } else {
            next.b = node->child[i];
            next.b_count = node->count[i];
            next.b_middle = middle;
            next.b_half = half;
        }
        if (boxes_touch(pass, &next)) {
            TUM_ASSERT(depth < PAIR_STACK);
            stack[depth++] = next;
        }
    }
    return depth;
}

static void collide_trees(MeshPass *pass)
{
    NodePair stack[PAIR_STACK];
    const Bound3 a = pass->a.mesh->bound, b = pass->b.mesh->bound;
    stack[0] = (NodePair){.a_middle = vec3_scale(vec3_add(a.low, a.high), 0.5f),
                          .a_half = vec3_scale(vec3_sub(a.high, a.low), 0.5f),
                          .b_middle = vec3_scale(vec3_add(b.low, b.high), 0.5f),
                          .b_half = vec3_scale(vec3_sub(b.high, b.low), 0.5f)};
    int depth = boxes_touch(pass, &stack[0]) ? 1 : 0;
    while (depth > 0 && pass->pairs < PAIRS_MAX) {
        const NodePair pair = stack[--depth];
        if (pair.a < 0 && pair.b < 0) {
            collide_leaves(pass, &pair);
        } else {
            depth = descend(pass, &pair, stack, depth);
        }
    }
}

// True when most of a mesh is inside a solid mesh, by the test of a few of its triangles. The
// triangles are moved inward first: those at the bottom of a box are below the surface of the table
// on which the box stands, and no others may be.
static bool is_inside(const Mesh3 *inner, const Mesh3 *outer, Pose3 outer_from_inner)
{
    const float inward = -inside_part * inner->radius * (float)inner->solid;
    int inside = 0;
    for (uint32_t i = 0; i < INSIDE_SAMPLES; i++) {
        const uint32_t t = (uint32_t)((uint64_t)i * inner->triangle_count / INSIDE_SAMPLES);
        const Vec3 sum = vec3_add(vec3_add(mesh3_corner(inner, t, 0), mesh3_corner(inner, t, 1)),
                                  mesh3_corner(inner, t, 2));
        const Vec3 point = vec3_add_scaled(vec3_scale(sum, 1.0f / 3.0f), inner->normals[t], inward);
        inside += tum_mesh3_contains(outer, pose3_transform(outer_from_inner, point));
    }
    return 2 * inside > INSIDE_SAMPLES;
}

static Surface surface_of(const Mesh3 *mesh, const Mesh3 *other, Pose3 mesh_from_other,
                          Vec3 own_middle, Vec3 other_middle, bool is_ground)
{
    Surface surface = {mesh, mesh->solid, is_ground ? other_middle : own_middle,
                       is_ground ? 1.0f : -1.0f};
    if (mesh->solid != 0 && is_inside(other, mesh, mesh_from_other)) {
        surface.solid = -surface.solid;
    }
    return surface;
}

int tum_collide_mesh_mesh3(const Shape3 *a, const Shape3 *b, Pose3 a_from_b, float margin,
                           LocalManifold3 manifolds[LOCAL_MANIFOLDS_MAX])
{
    const Mesh3 *mesh_a = a->mesh, *mesh_b = b->mesh;
    const Mat3 rotation = quat_matrix(a_from_b.rotation);
    const Vec3 middle_a = vec3_sub(mesh_a->middle, a_from_b.position);
    const Vec3 middle_b = turn(rotation, mesh_b->middle);
    const float radius = minimum(mesh_a->radius, mesh_b->radius);
    const bool a_is_ground = mesh_a->radius >= mesh_b->radius;
    MeshGather3 gather;
    tum_mesh_gather3_init(&gather, 2.0f * radius, margin);
    MeshPass pass = {
        .a = surface_of(mesh_a, mesh_b, a_from_b, middle_a, middle_b, a_is_ground),
        .b = surface_of(mesh_b, mesh_a, pose3_inverse(a_from_b), middle_b, middle_a, !a_is_ground),
        .a_from_b = a_from_b,
        .rotation = rotation,
        .sizes = {vec3_absolute(rotation.x), vec3_absolute(rotation.y), vec3_absolute(rotation.z)},
        .margin = margin,
        .shallow = shallow_part * radius,
        .sunk = sunk_part * radius,
        .size = 2.0f * radius,
        .a_is_ground = a_is_ground,
        .gather = &gather};
    collide_trees(&pass);
    return tum_mesh_gather3_finish(&gather, manifolds);
}
