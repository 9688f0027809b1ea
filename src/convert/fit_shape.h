// SPDX-License-Identifier: MIT
/// fit_shape.h: shapes in the form of a target.
#ifndef TUM_CONVERT_FIT_SHAPE_H
#define TUM_CONVERT_FIT_SHAPE_H

#include "convert/scene_writer.h"

/// As tum_writer_fit_shape, for a node with an uneven scale: a hull where curved shapes must be
/// baked.
FittedShape tum_writer_fit_scaled_shape(SceneWriter *writer, int32_t shape, const double scale[4],
                                        const char *pointer);

/// The representation of an authored shape in the target: computed once for all its users.
FittedShape tum_writer_fit_shape(SceneWriter *writer, int32_t shape, const char *pointer);

#endif
