// SPDX-License-Identifier: MIT
/// surface_writer.h: tables of filters and materials.
#ifndef TUM_CONVERT_SURFACE_WRITER_H
#define TUM_CONVERT_SURFACE_WRITER_H

#include "convert/scene_writer.h"

/// Writes the tables of filters and, with these names of combine modes, of materials, in an object
/// of the root.
void tum_writer_filters(SceneWriter *writer, const Cursor *root);
void tum_writer_materials(SceneWriter *writer, const Cursor *root, const char *const words[5]);

/// Writes a collider's material and filter, in the KHR line and today's OMI; takes its name and
/// extras along, and its pointer.
void tum_writer_collider_surface(SceneWriter *writer, const Cursor *at,
                                 const TumCollider *collider);

#endif
