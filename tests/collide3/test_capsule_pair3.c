// SPDX-License-Identifier: MIT
// Capsules on boxes and on each other, eight pairs at a time: each is answered as it is alone, by
// every set of instructions, and as the search for any two convex shapes answers it.
#include "collide3/capsule_pair3.h"
#include "collide3/manifold3.h"
#include "collide3/pairs3.h"
#include "tests/support/kernels.h"
#include "tests/support/shapes3.h"

enum { ROUNDS = 500 };

static const float MARGIN = 0.03f;

static Shape3 random_capsule(Random *random)
{
    const float half_height = (float)random_in(random, 0.1, 1.0);
    const float radius = (float)random_in(random, 0.05, 0.4);
    return tum_shape3_capsule(half_height, radius, radius);
}

static float random_gap(Random *random, double most)
{
    return (float)random_in(random, -most, most);
}

// Of a capsule in the frame of a box: it lies on a side or along an edge, or it stands.
static Pose3 pose_on_box(Random *random, const Shape3 *capsule, const Shape3 *box,
                         int rotation_mode)
{
    const Quat lying = turn_about(0, 0, 1, PI / 2);
    const Quat little = turn_about(1, 2, 3, random_in(random, -0.03, 0.03));
    const float out = capsule->radius_bottom + random_gap(random, 0.02);
    switch (rotation_mode) {
    case 0:
        return (Pose3){vec3(random_gap(random, 1.0), box->half.y + out, random_gap(random, 0.5)),
                       quat_multiply(little, lying)};
    case 1:
        return (Pose3){
            vec3(random_gap(random, 1.0), box->half.y + 0.8f * out, box->half.z + 0.6f * out),
            quat_multiply(little, lying)};
    default:
        return (Pose3){vec3(random_gap(random, 0.2), box->half.y + capsule->half_height + out,
                            random_gap(random, 0.2)),
                       little};
    }
}

// Of the second capsule in the frame of the first: side by side, or one behind the other.
static Pose3 pose_beside(Random *random, const Shape3 *a, const Shape3 *b, int rotation_mode)
{
    const float out = a->radius_bottom + b->radius_bottom + random_gap(random, 0.02);
    const Quat turn = turn_about(1, 2, 3, random_in(random, -0.03, 0.03));
    const float along = a->half_height + b->half_height;
    switch (rotation_mode) {
    case 0: return (Pose3){vec3(0.6f * out, random_gap(random, 1.0), 0.8f * out), turn};
    case 1: return (Pose3){vec3(out, 0.0f, 0.0f), quat_multiply(turn, turn_about(1, 0, 0, PI))};
    default: return (Pose3){vec3(0.0f, along + out, 0.0f), turn};
    }
}

enum { MANNERS = 3 };

// Every other one in some manner that is easy to get wrong, the others near each other.
static void fill(Random *random, Batch3 batch, Pairs *pairs)
{
    for (int i = 0; i < BATCH_PAIRS; ++i) {
        Shape3 *a = &pairs->a[i], *b = &pairs->b[i];
        const int rotation_mode = i / 2 % MANNERS;
        const bool is_close = i % 2 == 0, box_is_first = i / 2 % 2 == 0;
        *a = random_capsule(random);
        *b = batch == BATCH3_CAPSULES ? random_capsule(random) : random_box(random);
        Pose3 pose = random_near_pose(random, a, b, 0.1);
        if (is_close) {
            pose = batch == BATCH3_CAPSULES
                       ? pose_beside(random, a, b, rotation_mode)
                       : pose3_inverse(pose_on_box(random, a, b, rotation_mode));
        }
        if (batch == BATCH3_CAPSULE_BOXES && box_is_first) {
            const Shape3 capsule = *a;
            *a = *b;
            *b = capsule;
            pose = pose3_inverse(pose);
        }
        pairs->caches[i] = (PairCache3){0};
        pairs->pairs[i] = (ShapePair3){a, b, pose, MARGIN, &pairs->caches[i]};
    }
}

static void random_rows(Random *random, CapsulePairRow3 rows[WIDE])
{
    for (int i = 0; i < WIDE; ++i) {
        const Shape3 a = random_capsule(random), b = random_capsule(random);
        const Shape3 box = random_box(random);
        Pose3 pose = random_near_pose(random, &a, i % 4 == 0 ? &b : &box, 0.1);
        pose = i % 4 == 1 ? pose_on_box(random, &a, &box, i / 2 % MANNERS) : pose;
        pose = i % 4 == 2 ? pose_beside(random, &a, &b, i / 2 % MANNERS) : pose;
        rows[i] = (CapsulePairRow3){.pose = pose,
                                    .margin = MARGIN,
                                    .half_height = a.half_height,
                                    .radius = a.radius_bottom,
                                    .other_height = b.half_height,
                                    .other_radius = b.radius_bottom,
                                    .half = box.half,
                                    .size = 0.5f};
    }
}

static void all_instructions_answer_with_the_same_bits(void **state)
{
    (void)state;
    Random random = {51};
    int kinds[CAPSULE_IS_WITHIN + 1] = {0};
    for (int round = 0; round < ROUNDS; ++round) {
        CapsulePairRow3 rows[WIDE];
        random_rows(&random, rows);
        CapsulePairResults3 scalar[2], other[2];
        collide_kernels3(CPU_SCALAR)->capsules->meet_boxes(rows, &scalar[0]);
        collide_kernels3(CPU_SCALAR)->capsules->meet_capsules(rows, &scalar[1]);
        for (CpuInstructions set = CPU_SCALAR; next_set(&set);) {
            collide_kernels3(set)->capsules->meet_boxes(rows, &other[0]);
            collide_kernels3(set)->capsules->meet_capsules(rows, &other[1]);
            assert_memory_equal(scalar, other, sizeof scalar);
        }
        for (uint32_t i = 0; i < WIDE; ++i) {
            ++kinds[(int)scalar[0].kind[i]];
        }
    }
    for (int kind = 0; kind <= CAPSULE_IS_WITHIN; ++kind) {
        assert_true(kinds[kind] > ROUNDS / 10);
    }
}

static void expect_same_bits(const LocalManifold3 *one, const LocalManifold3 *other)
{
    assert_int_equal(one->point_count, other->point_count);
    assert_memory_equal(&one->normal, &other->normal, sizeof(Vec3));
    assert_memory_equal(one->points, other->points, (size_t)one->point_count * sizeof(LocalPoint3));
}

static void a_pair_among_others_is_answered_as_alone(void **state)
{
    (void)state;
    Random random = {52};
    int touching = 0;
    for (int round = 0; round < 2 * ROUNDS; ++round) {
        const Batch3 batch = round % 2 == 0 ? BATCH3_CAPSULES : BATCH3_CAPSULE_BOXES;
        Pairs pairs;
        fill(&random, batch, &pairs);
        const uint32_t count = 1 + (uint32_t)round % BATCH_PAIRS;
        LocalManifold3 touches[BATCH_PAIRS];
        int counts[BATCH_PAIRS];
        tum_collide3_together(widest_pairs3(), batch, pairs.pairs, count, touches, counts);
        for (uint32_t i = 0; i < count; ++i) {
            const ShapePair3 *pair = &pairs.pairs[i];
            assert_int_equal(tum_collide3_batch(pair->a, pair->b), batch);
            LocalManifold3 alone[LOCAL_MANIFOLDS_MAX];
            PairCache3 cache = {0};
            if (!tum_collide3_may_touch(pair->a, pair->b, pair->a_from_b, MARGIN, &cache)) {
                continue;
            }
            assert_int_equal(counts[i], tum_collide3(widest_pairs3(), pair->a, pair->b,
                                                     pair->a_from_b, MARGIN, &cache, alone));
            assert_memory_equal(&pairs.caches[i], &cache, sizeof cache);
            if (counts[i] > 0) {
                expect_same_bits(&touches[i], &alone[0]);
                ++touching;
            }
        }
    }
    assert_true(touching > ROUNDS);
}

static const LocalPoint3 *point_named(const LocalManifold3 *touch, uint32_t name)
{
    for (int i = 0; i < touch->point_count; ++i) {
        if (touch->points[i].feature == name) {
            return &touch->points[i];
        }
    }
    return NULL;
}

// As two convex shapes of any kind are answered; a capsule comes before a box there.
static int search(const ShapePair3 *pair, LocalManifold3 *touch)
{
    PairCache3 cache = {0};
    if (pair->a->kind == SHAPE3_CAPSULE) {
        return tum_collide_convex3(pair->a, pair->b, pair->a_from_b, pair->margin, &cache, touch);
    }
    const int count = tum_collide_convex3(pair->b, pair->a, pose3_inverse(pair->a_from_b),
                                          pair->margin, &cache, touch);
    tum_local_manifold3_flip(touch, count, pair->a_from_b);
    return count;
}

typedef struct Agreement {
    int pairs, stretches, points, differing;
} Agreement;

// Where a limit of some angle or length is met within rounding, either may say that it is beyond.
static void compare(const ShapePair3 *pair, const LocalManifold3 *touch, int count, Agreement *seen)
{
    LocalManifold3 searched;
    const int other_count = search(pair, &searched);
    if (count == 0 || other_count == 0) {
        seen->differing += count != other_count;
        return;
    }
    ++seen->pairs;
    seen->stretches += touch->point_count > 1;
    seen->differing += touch->point_count != searched.point_count;
    if (vec3_dot(touch->normal, searched.normal) < 0.999999f) {
        ++seen->differing;
        return;
    }
    // Sides of boxes are made a little wider, by a share of a box around them in the frame of A: up
    // to 0.7 mm more there, which a segment that rises twice as fast tells.
    static const double tolerance = 2e-3;
    for (int i = 0; i < touch->point_count; ++i) {
        const LocalPoint3 *point = &touch->points[i];
        const LocalPoint3 *other = point_named(&searched, point->feature);
        if (other == NULL) {
            ++seen->differing;
            continue;
        }
        ++seen->points;
        assert_near(point->separation, other->separation, 1.5e-3);
        // Of two that lie along each other nearly any point is nearest.
        if (point->feature != tum_feature3_single()) {
            assert_near(vec3_distance(point->position, other->position), 0.0, tolerance);
        }
    }
}

static Agreement agreement(Random *random, Batch3 batch)
{
    Agreement seen = {0};
    for (int round = 0; round < 4 * ROUNDS; ++round) {
        Pairs pairs;
        fill(random, batch, &pairs);
        LocalManifold3 touches[BATCH_PAIRS];
        int counts[BATCH_PAIRS];
        tum_collide3_together(widest_pairs3(), batch, pairs.pairs, BATCH_PAIRS, touches, counts);
        for (int i = 0; i < BATCH_PAIRS; ++i) {
            compare(&pairs.pairs[i], &touches[i], counts[i], &seen);
        }
    }
    return seen;
}

static void a_capsule_touches_a_box_where_the_search_finds_it(void **state)
{
    (void)state;
    Random random = {53};
    const Agreement seen = agreement(&random, BATCH3_CAPSULE_BOXES);
    assert_true(seen.pairs > 8 * ROUNDS && seen.stretches > 4 * ROUNDS);
    assert_true(seen.differing < seen.points / 100);
}

static void capsules_touch_each_other_where_the_search_finds_it(void **state)
{
    (void)state;
    Random random = {54};
    const Agreement seen = agreement(&random, BATCH3_CAPSULES);
    assert_true(seen.pairs > 8 * ROUNDS && seen.stretches > 4 * ROUNDS);
    assert_true(seen.differing < seen.points / 100);
}

static void a_capsule_without_length_touches_as_a_ball_does(void **state)
{
    (void)state;
    Random random = {55};
    for (int round = 0; round < ROUNDS; ++round) {
        const Shape3 other = round % 2 == 0 ? random_capsule(&random) : random_box(&random);
        const Shape3 short_capsule = tum_shape3_capsule(0.0f, 0.2f, 0.2f);
        const Shape3 ball = tum_shape3_sphere(0.2f);
        const Pose3 pose = random_near_pose(&random, &ball, &other, 0.1);
        LocalManifold3 touch, expected;
        assert_int_equal(collide(&short_capsule, &other, pose, 0.2f, &touch), 1);
        assert_int_equal(collide(&ball, &other, pose, 0.2f, &expected), 1);
        assert_near(least_separation(&touch), expected.points[0].separation, 1e-4);
        assert_near(vec3_distance(touch.normal, expected.normal), 0.0, 2e-3);
    }
}

static void where_its_core_is_in_a_box_a_capsule_leaves_as_the_search_says(void **state)
{
    (void)state;
    Random random = {56};
    for (int round = 0; round < ROUNDS; ++round) {
        const Shape3 capsule = random_capsule(&random), box = random_box(&random);
        const bool box_is_first = round % 2 == 0;
        Pose3 pose;
        pose.position = random_vec3(&random, 0.05);
        pose.rotation = random_rotation(&random);
        PairCache3 cache = {0};
        const ShapePair3 pair = {box_is_first ? &box : &capsule, box_is_first ? &capsule : &box,
                                 pose, MARGIN, &cache};
        LocalManifold3 touch, expected;
        int count;
        tum_collide3_together(widest_pairs3(), BATCH3_CAPSULE_BOXES, &pair, 1, &touch, &count);
        assert_int_equal(count, 1);
        assert_int_equal(search(&pair, &expected), 1);
        expect_same_bits(&touch, &expected);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(all_instructions_answer_with_the_same_bits),
        cmocka_unit_test(a_pair_among_others_is_answered_as_alone),
        cmocka_unit_test(a_capsule_touches_a_box_where_the_search_finds_it),
        cmocka_unit_test(capsules_touch_each_other_where_the_search_finds_it),
        cmocka_unit_test(a_capsule_without_length_touches_as_a_ball_does),
        cmocka_unit_test(where_its_core_is_in_a_box_a_capsule_leaves_as_the_search_says),
    };
    return cmocka_run_group_tests_name("capsule_pair3", tests, NULL, NULL);
}
