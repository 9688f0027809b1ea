// SPDX-License-Identifier: MIT
// Pairs of boxes, eight at a time: each is answered as it is alone, by every set of instructions.
#include "collide3/box_pair3.h"
#include "collide3/clip3.h"
#include "tests/support/kernels.h"
#include "tests/support/shapes3.h"

enum { ROUNDS = 500 };

static const float MARGIN = 0.03f; // [m] where nothing else is said

// Boxes of all proportions, near each other, of which some remember what won last time. Every
// other one turned little, so that faces lie on each other and edges are parallel.
static void fill(Random *random, float margin, Pairs *pairs)
{
    for (uint32_t i = 0; i < BATCH_PAIRS; ++i) {
        Shape3 *a = &pairs->a[i], *b = &pairs->b[i];
        *a = random_box(random);
        *b = random_box(random);
        Pose3 pose = random_near_pose(random, a, b, 0.2);
        if (i % 2 == 0) {
            pose.rotation = turn_about(1, 2, 3, i == 4 ? 0.0 : random_in(random, 0.0, 0.02));
            pose.position =
                vec3((float)random_in(random, -0.3, 0.3),
                     a->half.y + b->half.y - (float)random_in(random, -0.02, 0.02), 0.1f);
        }
        const uint32_t last = (uint32_t)random_in(random, 0.0, 3.99);
        pairs->caches[i] = (PairCache3){
            .kind = last, .a = last == AXIS3_FACE_A ? 3 : 0, .b = last == AXIS3_FACE_B ? 2 : 0};
        pairs->pairs[i] = (ShapePair3){a, b, pose, margin, &pairs->caches[i]};
    }
}

static void rows_of(const Pairs *pairs, BoxPairRow3 rows[WIDE])
{
    for (uint32_t i = 0; i < WIDE; ++i) {
        const ShapePair3 *pair = &pairs->pairs[i];
        rows[i] = tum_box_pair3_row(pair->a, pair->b, pair->a_from_b, pair->margin, pair->cache);
    }
}

static void fill_and_meet(Random *random, float margin, Pairs *pairs, BoxPairRow3 rows[WIDE],
                          BoxPairResults3 *results)
{
    fill(random, margin, pairs);
    rows_of(pairs, rows);
    widest_pairs3()->boxes->meet(rows, results);
}

static void all_instructions_answer_with_the_same_bits(void **state)
{
    (void)state;
    Random random = {41};
    int kinds[AXIS3_FREE] = {0};
    for (int round = 0; round < ROUNDS; ++round) {
        Pairs pairs;
        fill(&random, MARGIN, &pairs);
        BoxPairRow3 rows[WIDE];
        rows_of(&pairs, rows);
        BoxPairResults3 scalar, other;
        collide_kernels3(CPU_SCALAR)->boxes->meet(rows, &scalar);
        for (CpuInstructions set = CPU_SCALAR; next_set(&set);) {
            collide_kernels3(set)->boxes->meet(rows, &other);
            assert_memory_equal(&scalar, &other, sizeof scalar);
        }
        for (uint32_t i = 0; i < WIDE; ++i) {
            ++kinds[(int)scalar.kind[i]];
        }
    }
    for (int kind = 0; kind < AXIS3_FREE; ++kind) {
        assert_true(kinds[kind] > ROUNDS / 10);
    }
}

static void a_pair_among_others_is_answered_as_alone(void **state)
{
    (void)state;
    Random random = {42};
    int touching = 0;
    for (int round = 0; round < ROUNDS; ++round) {
        Pairs together, alone;
        fill(&random, MARGIN, &together);
        const uint32_t count = 1 + (uint32_t)round % BATCH_PAIRS;
        memcpy(alone.caches, together.caches, sizeof alone.caches);
        LocalManifold3 touches[BATCH_PAIRS];
        int counts[BATCH_PAIRS];
        tum_collide3_together(widest_pairs3(), BATCH3_BOXES, together.pairs, count, touches,
                              counts);
        for (uint32_t i = 0; i < count; ++i) {
            const ShapePair3 *pair = &together.pairs[i];
            LocalManifold3 touch;
            int own;
            const ShapePair3 single = {pair->a, pair->b, pair->a_from_b, pair->margin,
                                       &alone.caches[i]};
            tum_collide3_together(widest_pairs3(), BATCH3_BOXES, &single, 1, &touch, &own);
            assert_int_equal(counts[i], own);
            assert_memory_equal(&together.caches[i], &alone.caches[i], sizeof(PairCache3));
            if (own > 0) {
                assert_int_equal(touches[i].point_count, touch.point_count);
                assert_memory_equal(&touches[i].normal, &touch.normal, sizeof(Vec3));
                assert_memory_equal(touches[i].points, touch.points,
                                    (size_t)touch.point_count * sizeof(LocalPoint3));
                ++touching;
            }
        }
    }
    assert_true(touching > ROUNDS);
}

// The polygon of what lies over a face, as any faces are clipped; along an axis of edges, over A's.
static int clipped(const ShapePair3 *pair, const Axis3 *axis, LocalPoint3 points[CLIP_POINTS_MAX])
{
    const bool is_a = axis->kind != AXIS3_FACE_B;
    const Vec3 toward_a = quat_unrotate(pair->a_from_b.rotation, vec3_negate(axis->normal));
    Face3 a, b;
    tum_face3_toward(pair->a, axis->normal, QUAT_IDENTITY, &a);
    tum_face3_toward(pair->b, toward_a, QUAT_IDENTITY, &b);
    tum_face3_transform(&b, pair->a_from_b);
    return tum_clip3_faces(is_a ? &a : &b, is_a ? &b : &a, is_a, axis->normal, pair->margin,
                           points);
}

static const LocalPoint3 *point_named(const LocalPoint3 *points, int count, uint32_t name)
{
    for (int i = 0; i < count; ++i) {
        if (points[i].feature == name) {
            return &points[i];
        }
    }
    return NULL;
}

// Where a corner is within rounding of a side, either may say that it is beyond it.
static void a_face_over_another_has_the_corners_of_the_clipped_polygon(void **state)
{
    (void)state;
    Random random = {43};
    int faces = 0, points_seen = 0, missing = 0;
    for (int round = 0; round < ROUNDS; ++round) {
        Pairs pairs;
        BoxPairRow3 rows[WIDE];
        BoxPairResults3 results;
        fill_and_meet(&random, MARGIN, &pairs, rows, &results);
        for (uint32_t lane = 0; lane < WIDE; ++lane) {
            Axis3 axis;
            if (!tum_box_pair3_axis(&rows[lane], &results, lane, &axis) ||
                axis.kind == AXIS3_EDGES) {
                continue;
            }
            LocalPoint3 polygon[CLIP_POINTS_MAX], points[BOX_POINTS];
            const int corners = clipped(&pairs.pairs[lane], &axis, polygon);
            const int count = tum_box_pair3_points(&results, lane, points);
            missing += abs(count - corners);
            ++faces;
            // One by one, so that none of them is left out as one too many.
            for (int i = 0; i < count; ++i) {
                LocalManifold3 touch;
                assert_int_equal(tum_box_pair3_manifold(&rows[lane], &results, lane, &axis,
                                                        &points[i], 1, &touch),
                                 1);
                const LocalPoint3 *corner = point_named(polygon, corners, touch.points[0].feature);
                if (corner == NULL) {
                    ++missing;
                    continue;
                }
                // Polygons over a face of B are cut a little wider: by its extent along A's axes.
                // Bounds are those of other random numbers too, which another compiler draws in
                // another order: where two sides are nearly parallel, their corner is uncertain
                // along them.
                const double tolerance = axis.kind == AXIS3_FACE_A ? 5e-5 : 5e-3;
                assert_near(vec3_distance(touch.points[0].position, corner->position), 0.0,
                            tolerance);
                assert_near(touch.points[0].separation, corner->separation, tolerance);
                ++points_seen;
            }
        }
    }
    assert_true(faces > 4 * ROUNDS && points_seen > 12 * ROUNDS);
    assert_true(missing < points_seen / 1000);
}

// Of a point, over the face that it is highest over.
static double height_over_box(const Shape3 *box, Vec3 p)
{
    const Vec3 out = vec3_sub(vec3_absolute(p), box->half);
    return (double)maximum(maximum(out.x, out.y), out.z);
}

// Points are on both surfaces and have the names of the polygon's. Where edges meet is taken to be
// far off, so that no other point is left out for being near it.
static void faces_beside_edges_have_corners_of_the_clipped_polygon(void **state)
{
    (void)state;
    Random random = {44};
    int points_seen = 0, missing = 0;
    for (int round = 0; round < ROUNDS; ++round) {
        Pairs pairs;
        BoxPairRow3 rows[WIDE];
        BoxPairResults3 results;
        fill_and_meet(&random, 0.5f, &pairs, rows, &results);
        for (uint32_t lane = 0; lane < WIDE; ++lane) {
            Axis3 axis;
            if (!tum_box_pair3_axis(&rows[lane], &results, lane, &axis) ||
                axis.kind != AXIS3_EDGES) {
                continue;
            }
            LocalPoint3 polygon[CLIP_POINTS_MAX];
            const int corners = clipped(&pairs.pairs[lane], &axis, polygon);
            LocalManifold3 touch = {.normal = axis.normal,
                                    .point_count = 1,
                                    .points = {{vec3(100.0f, 0.0f, 0.0f), -10.0f, 1}}};
            tum_box_pair3_beside(&rows[lane], &results, lane, 0.0f, &touch);
            assert_int_equal(touch.points[0].feature, 1);
            missing += corners > 0 && touch.point_count == 1;
            for (int i = 1; i < touch.point_count; ++i) {
                const LocalPoint3 *point = &touch.points[i];
                const LocalPoint3 *corner = point_named(polygon, corners, point->feature);
                if (corner == NULL) {
                    ++missing;
                    continue;
                }
                // A polygon is cut wider by as much as A leans: edges that nearly run along each
                // other cross elsewhere.
                assert_near(vec3_distance(point->position, corner->position), 0.0, 0.01);
                const Vec3 half_way = vec3_scale(axis.normal, 0.5f * point->separation);
                const Pose3 b_from_a = pose3_inverse(pairs.pairs[lane].a_from_b);
                const Vec3 on_a = vec3_sub(point->position, half_way);
                const Vec3 on_b = pose3_transform(b_from_a, vec3_add(point->position, half_way));
                assert_between(height_over_box(&pairs.a[lane], on_a), -1e-5, 2e-3);
                assert_between(height_over_box(&pairs.b[lane], on_b), -1e-5, 2e-3);
                ++points_seen;
            }
        }
    }
    assert_true(points_seen > ROUNDS);
    assert_true(missing < points_seen / 100);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(all_instructions_answer_with_the_same_bits),
        cmocka_unit_test(a_pair_among_others_is_answered_as_alone),
        cmocka_unit_test(a_face_over_another_has_the_corners_of_the_clipped_polygon),
        cmocka_unit_test(faces_beside_edges_have_corners_of_the_clipped_polygon),
    };
    return cmocka_run_group_tests_name("box_pair3", tests, NULL, NULL);
}
