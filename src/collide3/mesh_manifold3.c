// SPDX-License-Identifier: MIT
// mesh_manifold3.c: contact points of many triangles merged into few manifolds.

#include "collide3/mesh_manifold3.h"

#include "collide3/manifold3.h"
#include "shape3/mesh3.h"

#include <math.h>

// Cosine of 25 degrees: angle of normals that still share a manifold when there are more normals
// than manifolds, as on a finely rounded surface.
static const float loose_cosine = 0.90631f;

// The later of two points in one place replaces the earlier only when it is clearly deeper, or a
// corner: a feature that changed with every rounding would lose the impulse that the solver keeps
// under it.
static const float clearly_deeper = 0.02f; // share of same_place

// Share of the manifold's extent within which separations are equal.
static const float level_depth = 9e-5f;

void tum_mesh_gather3_init(MeshGather3 *gather, float extent, float margin)
{
    gather->same_place = is_finite(extent) ? 0.002f * extent : 0.0f;
    gather->margin = margin;
    gather->manifold_count = 0;
}

// Manifold with the nearest normal.
static GatheredManifold3 *nearest_plane(MeshGather3 *gather, Vec3 normal, float *cosine)
{
    GatheredManifold3 *nearest = NULL;
    *cosine = -2.0f;
    for (int i = 0; i < gather->manifold_count; i++) {
        const float dot = vec3_dot(gather->planes[i].normal, normal);
        if (dot > *cosine) {
            *cosine = dot;
            nearest = &gather->planes[i];
        }
    }
    return nearest;
}

static GatheredManifold3 *shallowest_plane(MeshGather3 *gather)
{
    GatheredManifold3 *shallowest = &gather->planes[0];
    for (int i = 1; i < gather->manifold_count; i++) {
        if (gather->planes[i].deepest > shallowest->deepest) {
            shallowest = &gather->planes[i];
        }
    }
    return shallowest;
}

// Manifold for a point of this normal and depth; NULL: none.
static GatheredManifold3 *choose_plane(MeshGather3 *gather, Vec3 normal, float separation)
{
    float cosine;
    GatheredManifold3 *plane = nearest_plane(gather, normal, &cosine);
    if (cosine >= MESH3_FLAT_COSINE) {
        return plane;
    }
    if (gather->manifold_count < LOCAL_MANIFOLDS_MAX) {
        plane = &gather->planes[gather->manifold_count++];
    } else if (cosine >= loose_cosine) {
        return plane;
    } else {
        plane = shallowest_plane(gather);
        if (separation >= plane->deepest) {
            return NULL;
        }
    }
    plane->normal = plane->deepest_normal = normal;
    plane->deepest = INFINITY;
    plane->count = 0;
    return plane;
}

// Keeps at most four points of a manifold. tum_reduce_points3 begins with the first of the deepest
// points and continues with the first of the points about as far away. On a floor of many triangles
// these would be arbitrary points of a seam, and corners of the body on the floor would be lost. So
// the outermost of the deepest points come first, then corners among the deepest, then points cut
// by seams, then all others.
static void reduce(GatheredManifold3 *plane)
{
    if (plane->count <= LOCAL_POINTS_MAX) {
        return;
    }
    Vec3 sum = {0.0f, 0.0f, 0.0f}, low = plane->points[0].position, high = low;
    float least = plane->points[0].separation;
    for (int i = 0; i < plane->count; i++) {
        const Vec3 position = plane->points[i].position;
        sum = vec3_add(sum, position);
        low = vec3_minimum(low, position);
        high = vec3_maximum(high, position);
        least = minimum(least, plane->points[i].separation);
    }
    const Vec3 center = vec3_scale(sum, 1.0f / (float)plane->count);
    const float level = least + level_depth * vec3_distance(low, high);
    int outermost = 0;
    float farthest = -1.0f;
    for (int i = 0; i < plane->count; i++) {
        const float distance = vec3_distance(plane->points[i].position, center);
        if (plane->points[i].separation <= level && distance > farthest) {
            farthest = distance;
            outermost = i;
        }
    }
    LocalPoint3 ordered[GATHER_POINTS], kept[LOCAL_POINTS_MAX];
    int count = 0;
    ordered[count++] = plane->points[outermost];
    for (int rank = 0; rank < 3; rank++) {
        for (int i = 0; i < plane->count; i++) {
            const bool is_cut = (plane->points[i].feature & MESH_FEATURE_CUT) != 0;
            const int own_rank = plane->points[i].separation > level ? 2 : is_cut ? 1 : 0;
            if (i != outermost && own_rank == rank) {
                ordered[count++] = plane->points[i];
            }
        }
    }
    plane->count = tum_reduce_points3(ordered, count, plane->deepest_normal, kept);
    memcpy(plane->points, kept, (size_t)plane->count * sizeof kept[0]);
}

static bool has_point(const GatheredManifold3 *plane, const LocalPoint3 *point)
{
    for (int i = 0; i < plane->count; i++) {
        const Vec3 apart = vec3_sub(plane->points[i].position, point->position);
        if (plane->points[i].feature == point->feature && vec3_length_squared(apart) == 0.0f) {
            return true;
        }
    }
    return false;
}

// Frees half of the capacity. The four points that span most so far need not be among the four that
// span most in the end, so corners are kept besides.
static void make_room(GatheredManifold3 *plane)
{
    LocalPoint3 before[GATHER_POINTS];
    const int count = plane->count;
    memcpy(before, plane->points, (size_t)count * sizeof before[0]);
    reduce(plane);
    for (int i = 0; i < count && plane->count < GATHER_POINTS / 2; i++) {
        if ((before[i].feature & MESH_FEATURE_CUT) == 0 && !has_point(plane, &before[i])) {
            plane->points[plane->count++] = before[i];
        }
    }
}

void tum_mesh_gather3_add(MeshGather3 *gather, Vec3 normal, Vec3 position, float separation,
                          uint32_t feature)
{
    if (!(separation <= gather->margin) || !vec3_is_finite(position) || !is_finite(separation)) {
        return;
    }
    GatheredManifold3 *plane = choose_plane(gather, normal, separation);
    if (plane == NULL) {
        return;
    }
    if (separation < plane->deepest) {
        plane->deepest = separation;
        plane->deepest_normal = normal;
    }
    const LocalPoint3 point = {position, separation, feature};
    const bool is_cut = (feature & MESH_FEATURE_CUT) != 0;
    for (int i = 0; i < plane->count; i++) {
        const Vec3 between = vec3_sub(plane->points[i].position, position);
        const Vec3 apart =
            vec3_add_scaled(between, plane->normal, -vec3_dot(between, plane->normal));
        if (vec3_length_squared(apart) <= gather->same_place * gather->same_place) {
            const float deeper = plane->points[i].separation - separation;
            const float clear = clearly_deeper * gather->same_place;
            const bool was_cut = (plane->points[i].feature & MESH_FEATURE_CUT) != 0;
            if (deeper > clear || (was_cut && !is_cut && deeper >= -clear)) {
                plane->points[i] = point;
            }
            return;
        }
    }
    if (plane->count == GATHER_POINTS) {
        make_room(plane);
    }
    plane->points[plane->count++] = point;
}

/// A view of the mesh from the middle of the body.
typedef struct Sight {
    const NearKernel3 *kernel;
    const Mesh3 *mesh;
    const NearTriangles3 *near;
    Vec3 middle;
} Sight;

static bool is_within(Bound3 bound, Vec3 p)
{
    return p.x >= bound.low.x && p.y >= bound.low.y && p.z >= bound.low.z && p.x <= bound.high.x &&
           p.y <= bound.high.y && p.z <= bound.high.z;
}

// True when a point of the mesh is behind another part of the mesh. A point in the fold between two
// faces is visible from both sides, so the end of the sight line does not count: the part by which
// rounding may put the point beyond the other face.
static bool is_hidden(const Sight *sight, Vec3 point)
{
    const NearTriangles3 *near = sight->near;
    const Vec3 end = vec3_add_scaled(point, vec3_sub(sight->middle, point), 3e-5f);
    if (near->is_whole && is_within(near->bound, sight->middle) && is_within(near->bound, end)) {
        return sight->kernel->hides(near, sight->middle, end);
    }
    return tum_mesh3_hides(sight->mesh, sight->middle, end);
}

static Vec3 point_on_mesh(const GatheredManifold3 *plane, int i)
{
    return vec3_add_scaled(plane->points[i].position, plane->deepest_normal,
                           -0.5f * plane->points[i].separation);
}

// A manifold is hidden when its center and half of its points are hidden. The center, which hardly
// ever is, comes first.
static bool plane_is_hidden(const GatheredManifold3 *plane, const Sight *sight)
{
    Vec3 center = {0.0f, 0.0f, 0.0f};
    for (int i = 0; i < plane->count; i++) {
        center = vec3_add(center, point_on_mesh(plane, i));
    }
    if (!is_hidden(sight, vec3_scale(center, 1.0f / (float)plane->count))) {
        return false;
    }
    int hidden = 0;
    for (int i = 0; i < plane->count; i++) {
        hidden += is_hidden(sight, point_on_mesh(plane, i));
    }
    return 2 * hidden >= plane->count;
}

void tum_mesh_gather3_drop_hidden(MeshGather3 *gather, const NearKernel3 *kernel, const Mesh3 *mesh,
                                  const NearTriangles3 *near, Vec3 middle)
{
    // A part that hides another one is in contact itself, so a single manifold is visible.
    if (gather->manifold_count < 2) {
        return;
    }
    const Sight sight = {kernel, mesh, near, middle};
    bool hidden[LOCAL_MANIFOLDS_MAX];
    int hidden_count = 0;
    for (int i = 0; i < gather->manifold_count; i++) {
        GatheredManifold3 *plane = &gather->planes[i];
        reduce(plane);
        hidden[i] = plane_is_hidden(plane, &sight);
        hidden_count += hidden[i];
    }
    if (hidden_count == gather->manifold_count) {
        return;
    }
    int kept = 0;
    for (int i = 0; i < gather->manifold_count; i++) {
        if (!hidden[i]) {
            if (kept != i) {
                gather->planes[kept] = gather->planes[i];
            }
            kept++;
        }
    }
    gather->manifold_count = kept;
}

static bool is_taken(const LocalManifold3 *touches, int touch, int point, uint32_t feature)
{
    for (int i = 0; i <= touch; i++) {
        const int count = i < touch ? touches[i].point_count : point;
        for (int k = 0; k < count; k++) {
            if (touches[i].points[k].feature == feature) {
                return true;
            }
        }
    }
    return false;
}

int tum_mesh_gather3_finish(MeshGather3 *gather, LocalManifold3 touches[LOCAL_MANIFOLDS_MAX])
{
    int order[LOCAL_MANIFOLDS_MAX];
    for (int i = 0; i < gather->manifold_count; i++) {
        int at = i;
        for (; at > 0 && gather->planes[order[at - 1]].deepest > gather->planes[i].deepest; at--) {
            order[at] = order[at - 1];
        }
        order[at] = i;
    }
    for (int i = 0; i < gather->manifold_count; i++) {
        GatheredManifold3 *plane = &gather->planes[order[i]];
        reduce(plane);
        touches[i].normal = plane->deepest_normal;
        touches[i].point_count = plane->count;
        memcpy(touches[i].points, plane->points, (size_t)plane->count * sizeof plane->points[0]);
        for (int k = 0; k < touches[i].point_count; k++) {
            uint32_t feature = touches[i].points[k].feature;
            while (is_taken(touches, i, k, feature)) {
                feature++;
            }
            touches[i].points[k].feature = feature;
        }
    }
    return gather->manifold_count;
}
