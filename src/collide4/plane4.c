// SPDX-License-Identifier: MIT
// plane4.c: contacts of convex shapes with half-spaces: the normal needs no search.
#include "collide4/pairs4.h"

#include "collide4/face4.h"
#include "collide4/manifold4.h"
#include "math/widen4.h"

// For a hull deep in the ground, corners within this share of its size above the lowest one form
// its underside.
static const float underside_share = 0.05f;

enum { LOWEST = 0x0d54, CORNER = 0x0a55 };

static bool is_named(const Batch4 *batch, uint32_t name)
{
    for (int i = 0; i < batch->count; ++i) {
        if (batch->points[i].feature == name) {
            return true;
        }
    }
    return false;
}

static void add(Batch4 *batch, Vec4 p, uint32_t name, float limit)
{
    if (p.y <= limit) {
        tum_batch4_add(batch, (LocalPoint4){vec4(p.x, 0.5f * p.y, p.z, p.w), p.y, name});
    }
}

static void add_points(const Shape4 *shape, const Mat4 *rotation, Vec4 position, float lowest,
                       float margin, Batch4 *batch)
{
    const float size = 2.0f * (float)shape->bounding_radius;
    const float limit = minimum(margin, lowest + margin + underside_share * size);
    for (size_t i = 0; i < shape->point_count; ++i) {
        const double *p = &shape->points[4 * i];
        const Vec4 local = vec4((float)p[0], (float)p[1], (float)p[2], (float)p[3]);
        add(batch, vec4_add(position, mat4_transform(*rotation, local)),
            tum_feature4(CORNER, (uint32_t)i), limit);
    }
}

int tum_collide_plane4(const Shape4 *a, const Shape4 *b, Pose4 a_from_b, float margin,
                       PairCache4 *cache, LocalManifold4 *manifold)
{
    (void)a;
    const Vec4 up = {.y = 1.0f}, down = {.y = -1.0f};
    const Mat4 rotation = rotation4_matrix(a_from_b.rotation);
    const Vec4 toward = mat4_transform_transposed(rotation, down);
    const Vec4 local = vec4_narrow(tum_shape4_support(b, vec4_widen(toward)));
    const Vec4 lowest = vec4_add(a_from_b.position, mat4_transform(rotation, local));
    if (!(lowest.y <= margin)) {
        cache->apart = lowest.y;
        return 0;
    }
    Batch4 batch;
    batch.normal = up;
    batch.count = 0;
    if (b->kind == SHAPE4_POINTS) {
        add_points(b, &rotation, a_from_b.position, lowest.y, margin, &batch);
        return tum_local_manifold4_of_points(up, batch.points, batch.count, manifold);
    }
    const View4 view = {b, rotation, a_from_b.position};
    Face4 face;
    tum_face4_of_shape(&view, down, up, FACE4_WIDE, 1.0f, 0.0f, &face);
    const float radius = (float)b->radius, near = 1e-4f * (float)b->bounding_radius;
    float least = __builtin_inff();
    for (int e = 0; e < face.edge_count; ++e) {
        for (int end = 0; end < 2; ++end) {
            // Each corner is the end of as many edges as the face has axes.
            const Vec4 p = vec4_add_scaled(face.edges[e].ends[end], down, radius);
            const uint32_t name = tum_feature4(CORNER, face.edges[e].names[end]);
            if (!is_named(&batch, name)) {
                least = minimum(p.y, least);
                add(&batch, p, name, margin);
            }
        }
    }
    // The lowest point of a round face need not be a corner.
    if (least > lowest.y + near) {
        add(&batch, lowest, LOWEST, margin);
    }
    return tum_local_manifold4_of_points(up, batch.points, batch.count, manifold);
}
