// SPDX-License-Identifier: MIT
/// animation.h: the animations of a document: targets and keys.
///
///     Animation animation;
///     if (tum_animation_read(document, 0, &arena, &animation, report)) {
///         const AnimationChannel *channel = &animation.channels[0];
///         …                                  // channel->key_count times and values
///     }
///
/// scene/track.h gives the value of an animation at a time.
#ifndef TUM_DOCUMENT_ANIMATION_H
#define TUM_DOCUMENT_ANIMATION_H

#include "base/arena.h"
#include "document/cursor.h"

/// The first three are indices of DocumentNode.animated too.
typedef enum AnimationPath {
    ANIMATION_TRANSLATION, ///< 3 numbers.
    ANIMATION_ROTATION,    ///< 4 numbers: a unit quaternion x y z w.
    ANIMATION_SCALE,       ///< 3 numbers.
    ANIMATION_WEIGHTS,     ///< One number per morph target.
    ANIMATION_POINTER      ///< The property at a JSON pointer (KHR_animation_pointer).
} AnimationPath;

typedef enum AnimationInterpolation {
    ANIMATION_STEP,
    ANIMATION_LINEAR,      ///< Rotations along the shorter arc, at even speed.
    ANIMATION_CUBIC_SPLINE ///< Hermite; three values per key: in-tangent, value, out-tangent.
} AnimationInterpolation;

/// One property over time. Arrays lie in the arena; several channels may share them.
typedef struct AnimationChannel {
    size_t index; ///< In the animation's array of channels.
    int32_t node; ///< -1: no node, as with pointers to other objects.
    AnimationPath path;
    const char *pointer; ///< For ANIMATION_POINTER, else NULL. Lives as long as the document.
    AnimationInterpolation interpolation;
    size_t key_count;     ///< At least 1.
    size_t width;         ///< Numbers per value.
    const double *times;  ///< [s] [key_count] Strictly ascending.
    const double *values; ///< [key_count * width], three times as many for splines.
} AnimationChannel;

typedef struct Animation {
    const char *name; ///< "" without a name. Lives as long as the document.
    AnimationChannel *channels;
    size_t channel_count;
    uint64_t read_count; ///< Numbers read, including those of skipped channels.
    double begin, end;   ///< [s] First and last key of all channels; 0 without keys.
} Animation;

/// The node property that a JSON pointer like /nodes/4/rotation names.
///
/// @param path  receives ANIMATION_TRANSLATION to ANIMATION_WEIGHTS.
/// @return false for any other target, or a node out of range.
bool tum_animation_pointer(const char *pointer, size_t node_count, int32_t *node,
                           AnimationPath *path);

size_t tum_animation_count(const TumDocument *document);

/// Reads one animation. Channels that cannot be read are skipped, with a finding.
///
/// A pointer to the translation, rotation, scale or weights of a node becomes a channel of that
/// node: `pointer` is then set too, and `path` is not ANIMATION_POINTER.
///
/// @param index  below tum_animation_count.
/// @return false when out of memory; the animation is then empty.
bool tum_animation_read(const TumDocument *document, size_t index, Arena *arena,
                        Animation *animation, TumReport *report);

#endif
