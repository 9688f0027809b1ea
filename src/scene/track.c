// SPDX-License-Identifier: MIT
// track.c: sampling: STEP, LINEAR and CUBICSPLINE (glTF 2.0, appendix C), in double and without
// libm, since simulated state depends on it.
#include "scene/track.h"

#include <string.h>

#include "math/math3_64.h"

// The order of TumScene.tracks.
static bool is_before(const TumTrack *track, TumTrackTarget target, int32_t index)
{
    return track->target != target ? track->target < target : track->index < index;
}

const TumTrack *tum_scene_track(const TumScene *scene, TumTrackTarget target, int32_t index)
{
    size_t low = 0, high = scene->track_count;
    while (low < high) {
        const size_t middle = low + (high - low) / 2;
        if (is_before(&scene->tracks[middle], target, index)) {
            low = middle + 1;
        } else {
            high = middle;
        }
    }
    const TumTrack *found = &scene->tracks[low];
    return low < scene->track_count && found->target == target && found->index == index ? found
                                                                                        : NULL;
}

static DQuat quat_at(const double *q)
{
    return dquat_normalize((DQuat){q[0], q[1], q[2], q[3]});
}

static void store_quat(DQuat q, double *out)
{
    out[0] = q.x;
    out[1] = q.y;
    out[2] = q.z;
    out[3] = q.w;
}

static bool is_rotation(const TumTrack *track)
{
    return track->target == TUM_TRACK_ROTATION || track->target == TUM_TRACK_INERTIA_ROTATION;
}

static void make_unit(const TumTrack *track, double *value)
{
    if (is_rotation(track)) {
        store_quat(quat_at(value), value);
    }
}

static void copy_key(const TumTrack *track, size_t key, double *value)
{
    const size_t width = (size_t)track->width;
    const bool is_spline = track->interpolation == TUM_INTERPOLATION_CUBIC_SPLINE;
    memcpy(value, track->values + (is_spline ? 3 * key + 1 : key) * width, width * sizeof *value);
    make_unit(track, value);
}

// The rotation along the shorter arc at even speed (appendix C.4): the rotation from one key to the
// next about its own axis, by a share t of its angle. The angle comes from an arctangent, which is
// precise for close keys, too.
static DQuat share_of_arc(DQuat from, DQuat to, double t)
{
    DQuat turn = dquat_multiply(to, dquat_conjugate(from));
    if (turn.w < 0.0) {
        turn = (DQuat){-turn.x, -turn.y, -turn.z, -turn.w};
    }
    const DVec3 axis = {turn.x, turn.y, turn.z};
    const double length = dvec3_length(axis);
    if (!(length > 0.0)) {
        return from;
    }
    double sine, cosine;
    tum_sine_cosine64(t * tum_atan2_64(length, turn.w), &sine, &cosine); // half the angle
    const DVec3 part = dvec3_scale(axis, sine / length);
    return dquat_normalize(dquat_multiply((DQuat){part.x, part.y, part.z, cosine}, from));
}

static void interpolate(const TumTrack *track, size_t key, double t, double *value)
{
    const size_t width = (size_t)track->width;
    const double *from = track->values + key * width, *to = from + width;
    if (is_rotation(track)) {
        store_quat(share_of_arc(quat_at(from), quat_at(to), t), value);
        return;
    }
    for (size_t i = 0; i < width; ++i) {
        value[i] = from[i] + t * (to[i] - from[i]);
    }
}

// Appendix C.5, by powers of t: v₀ + (s b₀) t + (3Δ - s (2b₀ + a₁)) t² + (s (b₀ + a₁) - 2Δ) t³ with
// Δ = v₁ - v₀, out-tangent b₀, in-tangent a₁ and s the seconds between the keys.
static void interpolate_spline(const TumTrack *track, size_t key, double t, double *value)
{
    const size_t width = (size_t)track->width;
    const double *from = track->values + 3 * key * width + width;
    const double *leaving = from + width, *arriving = leaving + width, *to = arriving + width;
    const double seconds = track->times[key + 1] - track->times[key];
    for (size_t i = 0; i < width; ++i) {
        const double b = seconds * leaving[i], a = seconds * arriving[i], d = to[i] - from[i];
        value[i] = from[i] + t * (b + t * (3.0 * d - 2.0 * b - a + t * (a + b - 2.0 * d)));
    }
    make_unit(track, value);
}

// The last key at or before a time between the first key and the last.
static size_t key_before(const TumTrack *track, double seconds)
{
    size_t low = 0, high = track->key_count - 1;
    while (high - low > 1) {
        const size_t middle = low + (high - low) / 2;
        if (track->times[middle] <= seconds) {
            low = middle;
        } else {
            high = middle;
        }
    }
    return low;
}

void tum_track_sample(const TumTrack *track, double seconds, double *value)
{
    const size_t last = track->key_count - 1;
    if (!(seconds > track->times[0])) {
        copy_key(track, 0, value);
        return;
    }
    if (seconds >= track->times[last]) {
        copy_key(track, last, value);
        return;
    }
    const size_t key = key_before(track, seconds);
    const double t = (seconds - track->times[key]) / (track->times[key + 1] - track->times[key]);
    switch (track->interpolation) {
    case TUM_INTERPOLATION_STEP: copy_key(track, key, value); break;
    case TUM_INTERPOLATION_LINEAR: interpolate(track, key, t, value); break;
    case TUM_INTERPOLATION_CUBIC_SPLINE: interpolate_spline(track, key, t, value); break;
    }
}
