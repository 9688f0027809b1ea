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
static GatheredManifold3 *nearest_manifold(MeshGather3 *gather, Vec3 normal, float *cosine)
{
    GatheredManifold3 *nearest = NULL;
    *cosine = -2.0f;
    for (int i = 0; i < gather->manifold_count; i++) {
        const float dot = vec3_dot(gather->manifolds[i].normal, normal);
        if (dot > *cosine) {
            *cosine = dot;
            nearest = &gather->manifolds[i];
        }
    }
    return nearest;
}

static GatheredManifold3 *shallowest_manifold(MeshGather3 *gather)
{
    GatheredManifold3 *shallowest = &gather->manifolds[0];
    for (int i = 1; i < gather->manifold_count; i++) {
        if (gather->manifolds[i].deepest > shallowest->deepest) {
            shallowest = &gather->manifolds[i];
        }
    }
    return shallowest;
}

// Manifold for a point of this normal and depth; NULL: none.
static GatheredManifold3 *choose_manifold(MeshGather3 *gather, Vec3 normal, float separation)
{
    float cosine;
    GatheredManifold3 *manifold = nearest_manifold(gather, normal, &cosine);
    if (cosine >= MESH3_FLAT_COSINE) {
        return manifold;
    }
    if (gather->manifold_count < LOCAL_MANIFOLDS_MAX) {
        manifold = &gather->manifolds[gather->manifold_count++];
    } else if (cosine >= loose_cosine) {
        return manifold;
    } else {
        manifold = shallowest_manifold(gather);
        if (separation >= manifold->deepest) {
            return NULL;
        }
    }
    manifold->normal = manifold->deepest_normal = normal;
    manifold->deepest = INFINITY;
    manifold->count = 0;
    return manifold;
}

// Keeps at most four points of a manifold. tum_reduce_points3 begins with the first of the deepest
// points and continues with the first of the points about as far away. On a floor of many triangles
// these would be arbitrary points of a seam, and corners of the body on the floor would be lost. So
// the outermost of the deepest points come first, then corners among the deepest, then points cut
// by seams, then all others.
static void reduce(GatheredManifold3 *manifold)
{
    if (manifold->count <= LOCAL_POINTS_MAX) {
        return;
    }
    Vec3 sum = {0.0f, 0.0f, 0.0f}, low = manifold->points[0].position, high = low;
    float least = manifold->points[0].separation;
    for (int i = 0; i < manifold->count; i++) {
        const Vec3 position = manifold->points[i].position;
        sum = vec3_add(sum, position);
        low = vec3_minimum(low, position);
        high = vec3_maximum(high, position);
        least = minimum(least, manifold->points[i].separation);
    }
    const Vec3 center = vec3_scale(sum, 1.0f / (float)manifold->count);
    const float level = least + level_depth * vec3_distance(low, high);
    int outermost = 0;
    float farthest = -1.0f;
    for (int i = 0; i < manifold->count; i++) {
        const float distance = vec3_distance(manifold->points[i].position, center);
        if (manifold->points[i].separation <= level && distance > farthest) {
            farthest = distance;
            outermost = i;
        }
    }
    LocalPoint3 ordered[GATHER_POINTS], kept[LOCAL_POINTS_MAX];
    int count = 0;
    ordered[count++] = manifold->points[outermost];
    for (int rank = 0; rank < 3; rank++) {
        for (int i = 0; i < manifold->count; i++) {
            const bool is_cut = (manifold->points[i].feature & MESH_FEATURE_CUT) != 0;
            const int own_rank = manifold->points[i].separation > level ? 2 : is_cut ? 1 : 0;
            if (i != outermost && own_rank == rank) {
                ordered[count++] = manifold->points[i];
            }
        }
    }
    manifold->count = tum_reduce_points3(ordered, count, manifold->deepest_normal, kept);
    memcpy(manifold->points, kept, (size_t)manifold->count * sizeof kept[0]);
}

static bool has_point(const GatheredManifold3 *manifold, const LocalPoint3 *point)
{
    for (int i = 0; i < manifold->count; i++) {
        const Vec3 apart = vec3_sub(manifold->points[i].position, point->position);
        if (manifold->points[i].feature == point->feature && vec3_length_squared(apart) == 0.0f) {
            return true;
        }
    }
    return false;
}

// Frees half of the capacity. The four points that span most so far need not be among the four that
// span most in the end, so corners are kept besides.
static void make_room(GatheredManifold3 *manifold)
{
    LocalPoint3 before[GATHER_POINTS];
    const int count = manifold->count;
    memcpy(before, manifold->points, (size_t)count * sizeof before[0]);
    reduce(manifold);
    for (int i = 0; i < count && manifold->count < GATHER_POINTS / 2; i++) {
        if ((before[i].feature & MESH_FEATURE_CUT) == 0 && !has_point(manifold, &before[i])) {
            manifold->points[manifold->count++] = before[i];
        }
    }
}

void tum_mesh_gather3_add(MeshGather3 *gather, Vec3 normal, Vec3 position, float separation,
                          uint32_t feature)
{
    if (!(separation <= gather->margin) || !vec3_is_finite(position) || !is_finite(separation)) {
        return;
    }
    GatheredManifold3 *manifold = choose_manifold(gather, normal, separation);
    if (manifold == NULL) {
        return;
    }
    if (separation < manifold->deepest) {
        manifold->deepest = separation;
        manifold->deepest_normal = normal;
    }
    const LocalPoint3 point = {position, separation, feature};
    const bool is_cut = (feature & MESH_FEATURE_CUT) != 0;
    for (int i = 0; i < manifold->count; i++) {
        const Vec3 between = vec3_sub(manifold->points[i].position, position);
        const Vec3 apart =
            vec3_add_scaled(between, manifold->normal, -vec3_dot(between, manifold->normal));
        if (vec3_length_squared(apart) <= gather->same_place * gather->same_place) {
            const float deeper = manifold->points[i].separation - separation;
            const float clear = clearly_deeper * gather->same_place;
            const bool was_cut = (manifold->points[i].feature & MESH_FEATURE_CUT) != 0;
            if (deeper > clear || (was_cut && !is_cut && deeper >= -clear)) {
                manifold->points[i] = point;
            }
            return;
        }
    }
    if (manifold->count == GATHER_POINTS) {
        make_room(manifold);
    }
    manifold->points[manifold->count++] = point;
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

static Vec3 point_on_mesh(const GatheredManifold3 *manifold, int i)
{
    return vec3_add_scaled(manifold->points[i].position, manifold->deepest_normal,
                           -0.5f * manifold->points[i].separation);
}

// A manifold is hidden when its center and half of its points are hidden. The center, which hardly
// ever is, comes first.
static bool manifold_is_hidden(const GatheredManifold3 *manifold, const Sight *sight)
{
    Vec3 center = {0.0f, 0.0f, 0.0f};
    for (int i = 0; i < manifold->count; i++) {
        center = vec3_add(center, point_on_mesh(manifold, i));
    }
    if (!is_hidden(sight, vec3_scale(center, 1.0f / (float)manifold->count))) {
        return false;
    }
    int hidden = 0;
    for (int i = 0; i < manifold->count; i++) {
        hidden += is_hidden(sight, point_on_mesh(manifold, i));
    }
    return 2 * hidden >= manifold->count;
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
        GatheredManifold3 *manifold = &gather->manifolds[i];
        reduce(manifold);
        hidden[i] = manifold_is_hidden(manifold, &sight);
        hidden_count += hidden[i];
    }
    if (hidden_count == gather->manifold_count) {
        return;
    }
    int kept = 0;
    for (int i = 0; i < gather->manifold_count; i++) {
        if (!hidden[i]) {
            if (kept != i) {
                gather->manifolds[kept] = gather->manifolds[i];
            }
            kept++;
        }
    }
    gather->manifold_count = kept;
}

static bool is_taken(const LocalManifold3 *manifolds, int manifold, int point, uint32_t feature)
{
    for (int i = 0; i <= manifold; i++) {
        const int count = i < manifold ? manifolds[i].point_count : point;
        for (int k = 0; k < count; k++) {
            if (manifolds[i].points[k].feature == feature) {
                return true;
            }
        }
    }
    return false;
}

int tum_mesh_gather3_finish(MeshGather3 *gather, LocalManifold3 manifolds[LOCAL_MANIFOLDS_MAX])
{
    int order[LOCAL_MANIFOLDS_MAX];
    for (int i = 0; i < gather->manifold_count; i++) {
        int at = i;
        for (; at > 0 && gather->manifolds[order[at - 1]].deepest > gather->manifolds[i].deepest;
             at--) {
            order[at] = order[at - 1];
        }
        order[at] = i;
    }
    for (int i = 0; i < gather->manifold_count; i++) {
        GatheredManifold3 *manifold = &gather->manifolds[order[i]];
        reduce(manifold);
        manifolds[i].normal = manifold->deepest_normal;
        manifolds[i].point_count = manifold->count;
        memcpy(manifolds[i].points, manifold->points,
               (size_t)manifold->count * sizeof manifold->points[0]);
        for (int k = 0; k < manifolds[i].point_count; k++) {
            uint32_t feature = manifolds[i].points[k].feature;
            while (is_taken(manifolds, i, k, feature)) {
                feature++;
            }
            manifolds[i].points[k].feature = feature;
        }
    }
    return gather->manifold_count;
}
