// SPDX-License-Identifier: MIT
// Key reduction: as few keys as a player can do with, and never farther off than allowed.
#include "recording/keys.h"
#include "tests/support/support.h"

enum { MOST = 2000 };

typedef struct Motion {
    float times[MOST], values[4 * MOST];
    size_t keys[MOST];
    size_t count;
} Motion;

static Motion *motion_create(size_t count, double rate)
{
    Motion *motion = calloc(1, sizeof *motion);
    assert_non_null(motion);
    motion->count = count;
    for (size_t i = 0; i < count; ++i) {
        motion->times[i] = (float)((double)i / rate);
    }
    return motion;
}

static KeyTrack track_of(const Motion *motion)
{
    return (KeyTrack){motion->times, motion->values, motion->count, NULL};
}

// Sets a sample to a turn about the axis Y by an angle [rad].
static void turn_about_y(Motion *motion, size_t sample, double angle)
{
    motion->values[4 * sample + 1] = (float)sin(0.5 * angle);
    motion->values[4 * sample + 3] = (float)cos(0.5 * angle);
}

// glTF's slerp by its formula (appendix C.4), with the C library's functions: not the code under
// test.
static void slerp(const float *a, const float *b, double part, double *out)
{
    double dot = 0.0, length = 0.0;
    for (int i = 0; i < 4; ++i) {
        dot += (double)a[i] * (double)b[i];
    }
    const double angle = acos(fmin(fabs(dot), 1.0)), sine = sin(angle);
    for (int i = 0; i < 4; ++i) {
        const double to = dot < 0.0 ? -(double)b[i] : (double)b[i];
        out[i] = sine < 1e-9
                     ? (double)a[i] + part * (to - (double)a[i])
                     : (sin(angle * (1.0 - part)) * (double)a[i] + sin(angle * part) * to) / sine;
        length += out[i] * out[i];
    }
    for (int i = 0; i < 4; ++i) {
        out[i] /= sqrt(length);
    }
}

// The angle between two unit quaternions [rad].
static double angle_between(const double *a, const float *b)
{
    double dot = 0.0, across = 0.0;
    for (int i = 0; i < 4; ++i) {
        dot += a[i] * (double)b[i];
    }
    for (int i = 0; i < 4; ++i) {
        const double way = a[i] - (dot < 0.0 ? -(double)b[i] : (double)b[i]);
        across += way * way;
    }
    return 4.0 * asin(fmin(0.5 * sqrt(across), 1.0));
}

// The farthest any sample is from what a player shows that has only the keys.
static double worst_error(const Motion *motion, size_t key_count, int numbers)
{
    double worst = 0.0;
    size_t key = 0;
    for (size_t i = 0; i < motion->count; ++i) {
        while (key + 1 < key_count && motion->keys[key + 1] <= i) {
            ++key;
        }
        const size_t first = motion->keys[key];
        const size_t last = key + 1 < key_count ? motion->keys[key + 1] : first;
        const double span = (double)motion->times[last] - (double)motion->times[first];
        const double part =
            span > 0.0 ? ((double)motion->times[i] - (double)motion->times[first]) / span : 0.0;
        const float *a = motion->values + (size_t)numbers * first;
        const float *b = motion->values + (size_t)numbers * last;
        const float *wanted = motion->values + (size_t)numbers * i;
        double shown[4] = {0}, error = 0.0;
        if (numbers == 4) {
            slerp(a, b, part, shown);
            error = angle_between(shown, wanted);
        } else {
            for (int k = 0; k < 3; ++k) {
                const double way =
                    (double)a[k] + part * ((double)b[k] - (double)a[k]) - (double)wanted[k];
                error += way * way;
            }
            error = sqrt(error);
        }
        worst = fmax(worst, error);
    }
    return worst;
}

static void no_samples_need_no_keys(void **state)
{
    (void)state;
    size_t keys[1];
    const KeyTrack track = {NULL, NULL, 0, NULL};
    assert_int_equal(tum_keys_translation(&track, 0.1, keys), 0);
    assert_int_equal(tum_keys_rotation(&track, 0.1, keys), 0);
}

static void a_body_that_stays_needs_one_key(void **state)
{
    (void)state;
    Motion *motion = motion_create(600, 60.0);
    for (size_t i = 0; i < motion->count; ++i) {
        motion->values[3 * i] = 5.0f + 1e-5f * (float)(i % 3);
    }
    const KeyTrack track = track_of(motion);
    assert_int_equal(tum_keys_translation(&track, 1e-4, motion->keys), 1);
    assert_int_equal(motion->keys[0], 0);
    free(motion);
}

static void a_straight_way_needs_its_two_ends(void **state)
{
    (void)state;
    Motion *motion = motion_create(601, 60.0);
    for (size_t i = 0; i < motion->count; ++i) {
        motion->values[3 * i] = 2.0f * motion->times[i];
        motion->values[3 * i + 2] = -motion->times[i];
    }
    const KeyTrack track = track_of(motion);
    assert_int_equal(tum_keys_translation(&track, 1e-4, motion->keys), 2);
    assert_int_equal(motion->keys[0], 0);
    assert_int_equal(motion->keys[1], 600);
    free(motion);
}

static void a_fall_takes_the_keys_that_its_curvature_asks_for(void **state)
{
    (void)state;
    Motion *motion = motion_create(1201, 1200.0);
    for (size_t i = 0; i < motion->count; ++i) {
        const double t = (double)motion->times[i];
        motion->values[3 * i + 1] = (float)(-0.5 * 9.81 * t * t);
    }
    const KeyTrack track = track_of(motion);
    const size_t count = tum_keys_translation(&track, 1e-3, motion->keys);
    assert_true(worst_error(motion, count, 3) <= 1e-3);
    // A chord over d seconds of a fall is off by g d^2 / 8 in its middle, so that a millimetre
    // allows 28.56 ms: 35.02 chords in a second. Samples are 0.83 ms apart, hence a few more.
    assert_between(count, 36, 39);
    free(motion);
}

static void a_jolt_keeps_its_sample(void **state)
{
    (void)state;
    Motion *motion = motion_create(200, 100.0);
    for (size_t i = 0; i < motion->count; ++i) {
        motion->values[3 * i] = fabsf(motion->times[i] - 0.73f);
    }
    const KeyTrack track = track_of(motion);
    const size_t count = tum_keys_translation(&track, 1e-5, motion->keys);
    assert_int_equal(count, 3);
    assert_int_equal(motion->keys[1], 73);
    free(motion);
}

static void keys_without_tolerance_bring_back_every_sample(void **state)
{
    (void)state;
    Random random = {7};
    Motion *motion = motion_create(300, 60.0);
    for (size_t i = 0; i < 3 * motion->count; ++i) {
        motion->values[i] = (float)random_in(&random, -1.0, 1.0);
    }
    const KeyTrack track = track_of(motion);
    assert_int_equal(tum_keys_translation(&track, 0.0, motion->keys), 300);
    free(motion);
}

static void any_way_stays_within_tolerance_at_every_sample(void **state)
{
    (void)state;
    Random random = {1};
    for (int round = 0; round < 60; ++round) {
        Motion *motion = motion_create(2 + (size_t)random_in(&random, 0, 500), 60.0);
        const double tolerance = random_in(&random, 1e-4, 0.1);
        const double kick = random_in(&random, 0.0, 0.05);
        double velocity[3] = {0}, place[3] = {0};
        for (size_t i = 0; i < motion->count; ++i) {
            for (int k = 0; k < 3; ++k) {
                velocity[k] = 0.98 * velocity[k] + random_in(&random, -kick, kick);
                place[k] += velocity[k];
                motion->values[3 * i + (size_t)k] = (float)place[k];
            }
        }
        const KeyTrack track = track_of(motion);
        const size_t count = tum_keys_translation(&track, tolerance, motion->keys);
        assert_true(worst_error(motion, count, 3) <= tolerance * (1.0 + 1e-9));
        free(motion);
    }
}

static void a_steady_spin_needs_a_key_each_half_turn(void **state)
{
    (void)state;
    // Slerp turns at a steady rate, but always the shorter way: a segment carries less than half a
    // turn, 175 degrees to be safe. At 3.6 degrees a sample that is 48; 375 / 48 = 7.8.
    Motion *motion = motion_create(376, 100.0);
    for (size_t i = 0; i < motion->count; ++i) {
        turn_about_y(motion, i, (double)i * (2.0 * PI / 100.0));
    }
    const KeyTrack track = track_of(motion);
    const size_t count = tum_keys_rotation(&track, 1e-4, motion->keys);
    assert_int_equal(count, 9);
    for (size_t i = 0; i + 1 < count; ++i) {
        assert_true(motion->keys[i + 1] - motion->keys[i] <= 48);
    }
    assert_true(worst_error(motion, count, 4) <= 1e-4 + 1e-6);
    free(motion);
}

static void any_tumbling_stays_within_tolerance_at_every_sample(void **state)
{
    (void)state;
    Random random = {3};
    for (int round = 0; round < 40; ++round) {
        Motion *motion = motion_create(2 + (size_t)random_in(&random, 0, 400), 60.0);
        const double tolerance = random_in(&random, 1e-3, 0.1);
        double rate[3] = {0};
        DQuat rotation = DQUAT_IDENTITY;
        for (size_t i = 0; i < motion->count; ++i) {
            for (int k = 0; k < 3; ++k) {
                rate[k] = 0.97 * rate[k] + random_in(&random, -0.003, 0.003);
            }
            rotation = dquat_advance(rotation, dvec3(rate[0], rate[1], rate[2]));
            const double parts[4] = {rotation.x, rotation.y, rotation.z, rotation.w};
            for (size_t k = 0; k < 4; ++k) {
                motion->values[4 * i + k] = (float)parts[k];
            }
        }
        const KeyTrack track = track_of(motion);
        const size_t count = tum_keys_rotation(&track, tolerance, motion->keys);
        // Quaternions rounded to float are off by some 1e-7 rad.
        assert_true(worst_error(motion, count, 4) <= tolerance + 1e-6);
        assert_true(motion->count < 20 || count < motion->count);
        free(motion);
    }
}

static void slerp_takes_the_shorter_way(void **state)
{
    (void)state;
    const DQuat a = DQUAT_IDENTITY;
    // Minus a turn of 0.8 rad about X is the same turn; a quarter of the way is 0.2 rad.
    const DQuat b = {-sin(0.4), 0.0, 0.0, -cos(0.4)};
    const DQuat quarter = tum_keys_slerp(a, b, 0.25);
    assert_near(quarter.x, sin(0.1), 1e-15);
    assert_near(quarter.w, cos(0.1), 1e-15);
}

static void slerp_between_near_equals_is_straight(void **state)
{
    (void)state;
    const DQuat b = {4e-8, 0.0, 0.0, 1.0};
    const DQuat half = tum_keys_slerp(DQUAT_IDENTITY, b, 0.5);
    assert_near(half.x, 2e-8, 1e-20);
    assert_near(half.w, 1.0, 1e-15);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(no_samples_need_no_keys),
        cmocka_unit_test(a_body_that_stays_needs_one_key),
        cmocka_unit_test(a_straight_way_needs_its_two_ends),
        cmocka_unit_test(a_fall_takes_the_keys_that_its_curvature_asks_for),
        cmocka_unit_test(a_jolt_keeps_its_sample),
        cmocka_unit_test(keys_without_tolerance_bring_back_every_sample),
        cmocka_unit_test(any_way_stays_within_tolerance_at_every_sample),
        cmocka_unit_test(a_steady_spin_needs_a_key_each_half_turn),
        cmocka_unit_test(any_tumbling_stays_within_tolerance_at_every_sample),
        cmocka_unit_test(slerp_takes_the_shorter_way),
        cmocka_unit_test(slerp_between_near_equals_is_straight),
    };
    return cmocka_run_group_tests_name("keys", tests, NULL, NULL);
}
