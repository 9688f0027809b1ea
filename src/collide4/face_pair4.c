// SPDX-License-Identifier: MIT
// face_pair4.c: contact points of the faces along a contact normal, and of the deepest point where
// the faces miss it.
#include "collide4/face_pair4.h"

#include "collide4/face_clip4.h"

// Half thickness of faces in directions without extent, as a share of the extent; and the same for
// faces of so few dimensions that they rarely meet, such as two parallel edges.
static const float thin_share = 1e-4f, sparse_share = 0.02f;

// Share of the extent by which a corner may lie outside a face and still count as on it. A tilted
// face continues at its tilt: with much more slack, points would be deeper than the shapes.
static const float slack_share = 1e-3f;

// Points nearer than this share of the extent are merged; separations with a smaller difference
// count as equal.
static const float same_share = 2e-3f, deep_share = 1e-4f;

static float deepest_of(const Batch4 *batch)
{
    float deepest = __builtin_inff();
    for (int i = 0; i < batch->count; ++i) {
        deepest = minimum(batch->points[i].separation, deepest);
    }
    return deepest;
}

// Adds the contact points of two faces.
static void meet(const FacePair4 *pair, FaceTolerance4 tolerance, float extent, Batch4 *batch)
{
    const Vec4 n = pair->normal, back = vec4_negate(n);
    const View4 *a = &pair->a, *b = &pair->b;
    const float thin = thin_share * extent, slack = slack_share * extent;
    Face4 face_a, face_b;
    const bool is_tight = tolerance == FACE4_TIGHT;
    tum_face4_of_shape(a, n, n, tolerance, thin, slack, &face_a);
    const bool is_cell = is_tight && face_a.dimension == 3;
    tum_face4_of_shape(b, back, n, is_cell ? FACE4_WIDE : tolerance, thin, slack, &face_b);
    if (is_tight && !is_cell && face_b.dimension == 3) {
        tum_face4_of_shape(a, n, n, FACE4_WIDE, thin, slack, &face_a);
    } else if (face_a.dimension + face_b.dimension < 3) {
        if (face_a.dimension == 0 || face_b.dimension == 0) {
            return;
        }
        tum_face4_of_shape(a, n, n, tolerance, sparse_share * extent, slack, &face_a);
        tum_face4_of_shape(b, back, n, tolerance, sparse_share * extent, slack, &face_b);
    }
    tum_face4_meet(&face_a, &face_b, n, (float)a->shape->radius, (float)b->shape->radius,
                   pair->margin, same_share * extent, batch);
}

bool tum_meet_faces4(const FacePair4 *pair, Batch4 *batch)
{
    const float extent = pair->extent;
    const float deep = pair->separation + deep_share * extent;
    batch->normal = pair->normal;
    batch->count = 0;
    meet(pair, FACE4_TIGHT, extent, batch);
    // Slightly tilted faces, and round ones, may miss the deepest point.
    if (!pair->is_part && deepest_of(batch) > deep) {
        if (pair->middle == NULL) {
            meet(pair, FACE4_EXACT, extent, batch);
            return deepest_of(batch) <= deep;
        }
        tum_batch4_add(batch, (LocalPoint4){*pair->middle, pair->separation, FEATURE4_SINGLE});
    }
    return batch->count > 0;
}

int tum_local_manifold4_of_faces(const FacePair4 *pair, LocalManifold4 *manifold)
{
    Batch4 batch;
    return tum_meet_faces4(pair, &batch)
               ? tum_local_manifold4_of_points(pair->normal, batch.points, batch.count, manifold)
               : 0;
}

bool tum_faces_are_deepest4(const FacePair4 *pair, Batch4 *batch)
{
    FacePair4 faces_only = *pair;
    faces_only.is_part = true;
    return tum_meet_faces4(&faces_only, batch) &&
           deepest_of(batch) <= pair->separation + deep_share * pair->extent;
}
