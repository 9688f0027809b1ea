// SPDX-License-Identifier: MIT
/// edit_data.h: data added to a document: bufferViews, accessors, animations. Results and lifetimes
/// are those of edit.h.
///
///     EditChannel channel = {.node = 4, .path = ANIMATION_TRANSLATION,
///                            .interpolation = ANIMATION_LINEAR, .key_count = 2, .width = 3,
///                            .times = times, .values = values};
///     TumStatus status = tum_edit_add_animation(document, "Physics", &channel, 1, NULL);
#ifndef TUM_DOCUMENT_EDIT_DATA_H
#define TUM_DOCUMENT_EDIT_DATA_H

#include "document/animation.h"
#include "document/edit.h"

/// Appends bytes to the BIN chunk or, without one, to a buffer of their own, at a multiple of 4,
/// and adds a bufferView for them.
///
/// @param count  at least 1.
/// @param index  receives the bufferView; may be NULL.
TumStatus tum_edit_add_view(TumDocument *document, const void *bytes, size_t count, int32_t *index);

/// Adds an accessor of floats with its bufferView, min and max.
///
/// @param values  [count * width], all finite.
/// @param count   elements, at least 1.
/// @param width   1 SCALAR, 2 VEC2, 3 VEC3, 4 VEC4, 16 MAT4.
/// @param index   receives the accessor; may be NULL.
TumStatus tum_edit_add_floats(TumDocument *document, const float *values, size_t count,
                              size_t width, int32_t *index);

/// As tum_edit_add_floats, for doubles, which only G4MF has.
TumStatus tum_edit_add_doubles(TumDocument *document, const double *values, size_t count,
                               size_t width, int32_t *index);

/// As tum_edit_add_floats, for indices or other scalars: UNSIGNED_INT.
TumStatus tum_edit_add_integers(TumDocument *document, const uint32_t *values, size_t count,
                                int32_t *index);

/// As tum_edit_add_floats, for indices in groups of `width`, which only G4MF has.
TumStatus tum_edit_add_simplexes(TumDocument *document, const uint32_t *values, size_t count,
                                 size_t width, int32_t *index);

/// One property of a node over time.
typedef struct EditChannel {
    int32_t node;
    AnimationPath path; ///< Not ANIMATION_POINTER.
    AnimationInterpolation interpolation;
    size_t key_count;    ///< At least 1.
    size_t width;        ///< Numbers per value: 3, 4, or the number of morph targets.
    const float *times;  ///< [s] [key_count] Ascending, not negative.
    const float *values; ///< [key_count * width]; three times as many for splines.
} EditChannel;

/// Adds an animation. Channels with the times of the previous one share its accessor.
///
/// @param name   NULL: none.
/// @param count  at least 1.
/// @param index  receives the animation; may be NULL.
TumStatus tum_edit_add_animation(TumDocument *document, const char *name,
                                 const EditChannel *channels, size_t count, int32_t *index);

#endif
