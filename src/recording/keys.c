// SPDX-License-Identifier: MIT
// keys.c: removal of samples that interpolation reproduces.
#include "recording/keys.h"

// Rotations by less than this angle [rad] are interpolated linearly: the error is below its cube,
// and sin(angle) must not vanish.
static const double straight_angle = 1e-6;

// Between keys half a turn apart, rounding decides the shorter way, and a player rounds
// differently. This constant is the cosine of half the widest rotation, 175 degrees, between two
// keys.
static const double least_dot = 0.0436;

typedef struct Reduction {
    const KeyTrack *track;
    double tolerance; ///< The limit for `near`.
    /// True where sample `middle` lies near the interpolation between the keys `first` and `last`.
    bool (*near)(const struct Reduction *reduction, size_t first, size_t last, size_t middle);
} Reduction;

// The share of the time between two samples at which a third one lies.
static double part_between(const KeyTrack *track, size_t first, size_t last, size_t middle)
{
    const double begin = (double)track->times[first], end = (double)track->times[last];
    return end > begin ? ((double)track->times[middle] - begin) / (end - begin) : 0.0;
}

static bool fits(const Reduction *reduction, size_t first, size_t last)
{
    for (size_t middle = first + 1; middle < last; ++middle) {
        if (!reduction->near(reduction, first, last, middle)) {
            return false;
        }
    }
    return true;
}

// The farthest sample found that can follow `first` as a key; `first` is not the last sample.
static size_t next_key(const Reduction *reduction, size_t first)
{
    const size_t end = reduction->track->count - 1;
    size_t good = first + 1, bad = end + 1;
    for (size_t reach = 2; good < end; reach *= 2) {
        const size_t candidate = reach < end - first ? first + reach : end;
        if (!fits(reduction, first, candidate)) {
            bad = candidate;
            break;
        }
        good = candidate;
    }
    while (bad - good > 1 && good < end) {
        const size_t candidate = good + (bad - good) / 2;
        if (fits(reduction, first, candidate)) {
            good = candidate;
        } else {
            bad = candidate;
        }
    }
    return good;
}

static size_t reduce(const Reduction *reduction, size_t *keys)
{
    const size_t samples = reduction->track->count;
    if (samples == 0) {
        return 0;
    }
    size_t count = 0;
    keys[count++] = 0;
    bool is_still = true;
    for (size_t i = 1; i < samples && is_still; ++i) {
        is_still = reduction->near(reduction, 0, 0, i);
    }
    while (!is_still && keys[count - 1] + 1 < samples) {
        keys[count] = next_key(reduction, keys[count - 1]);
        ++count;
    }
    return count;
}

static DVec3 translation_at(const KeyTrack *track, size_t sample)
{
    const float *value = track->values + 3 * sample;
    return dvec3((double)value[0], (double)value[1], (double)value[2]);
}

double tum_keys_length(const double *world_from_parent, DVec3 v)
{
    const double *m = world_from_parent;
    return m == NULL ? dvec3_length(v)
                     : dvec3_length(dvec3(m[0] * v.x + m[3] * v.y + m[6] * v.z,
                                          m[1] * v.x + m[4] * v.y + m[7] * v.z,
                                          m[2] * v.x + m[5] * v.y + m[8] * v.z));
}

static bool translation_near(const Reduction *reduction, size_t first, size_t last, size_t middle)
{
    const KeyTrack *track = reduction->track;
    const DVec3 a = translation_at(track, first), b = translation_at(track, last);
    const DVec3 shown =
        dvec3_add_scaled(a, dvec3_sub(b, a), part_between(track, first, last, middle));
    const DVec3 off = dvec3_sub(shown, translation_at(track, middle));
    return tum_keys_length(track->world_from_parent, off) <= reduction->tolerance;
}

size_t tum_keys_translation(const KeyTrack *track, double tolerance, size_t *keys)
{
    const Reduction reduction = {track, tolerance, translation_near};
    return reduce(&reduction, keys);
}

static double quat_dot(DQuat a, DQuat b)
{
    return a.x * b.x + a.y * b.y + a.z * b.z + a.w * b.w;
}

static DQuat blend(DQuat a, double a_weight, DQuat b, double b_weight)
{
    return dquat_normalize((DQuat){a.x * a_weight + b.x * b_weight, a.y * a_weight + b.y * b_weight,
                                   a.z * a_weight + b.z * b_weight,
                                   a.w * a_weight + b.w * b_weight});
}

DQuat tum_keys_slerp(DQuat a, DQuat b, double part)
{
    const double sign = quat_dot(a, b) < 0.0 ? -1.0 : 1.0;
    const DQuat difference = {b.x * sign - a.x, b.y * sign - a.y, b.z * sign - a.z,
                              b.w * sign - a.w};
    const DQuat sum = {b.x * sign + a.x, b.y * sign + a.y, b.z * sign + a.z, b.w * sign + a.w};
    // The angle between the two as unit vectors; an arccosine would lose half the digits of a small
    // angle.
    const double angle = 2.0 * tum_atan2_64(square_root64(quat_dot(difference, difference)),
                                            square_root64(quat_dot(sum, sum)));
    if (angle < straight_angle) {
        return blend(a, 1.0 - part, b, sign * part);
    }
    double sine = 0.0, a_sine = 0.0, b_sine = 0.0, cosine = 0.0;
    tum_sine_cosine64(angle, &sine, &cosine);
    tum_sine_cosine64(angle * (1.0 - part), &a_sine, &cosine);
    tum_sine_cosine64(angle * part, &b_sine, &cosine);
    return blend(a, a_sine / sine, b, sign * b_sine / sine);
}

static DQuat rotation_at(const KeyTrack *track, size_t sample)
{
    const float *value = track->values + 4 * sample;
    return dquat_normalize(
        (DQuat){(double)value[0], (double)value[1], (double)value[2], (double)value[3]});
}

// The tolerance is the sine of half the angle: the length of the vector part of the rotation
// between the two.
static bool rotation_near(const Reduction *reduction, size_t first, size_t last, size_t middle)
{
    const KeyTrack *track = reduction->track;
    const DQuat a = rotation_at(track, first), b = rotation_at(track, last);
    if (absolute64(quat_dot(a, b)) < least_dot) {
        return false;
    }
    const DQuat shown =
        first == last ? a : tum_keys_slerp(a, b, part_between(track, first, last, middle));
    const DQuat turn = dquat_multiply(dquat_conjugate(shown), rotation_at(track, middle));
    const double sine = dvec3_length(dvec3(turn.x, turn.y, turn.z));
    return sine <= reduction->tolerance;
}

size_t tum_keys_rotation(const KeyTrack *track, double tolerance, size_t *keys)
{
    double sine = 1.0, cosine = 0.0;
    if (tolerance < PI) {
        tum_sine_cosine64(0.5 * tolerance, &sine, &cosine);
    } else {
        sine = 2.0; // more than any rotation
    }
    const Reduction reduction = {track, sine, rotation_near};
    return reduce(&reduction, keys);
}
