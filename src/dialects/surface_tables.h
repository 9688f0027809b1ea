// SPDX-License-Identifier: MIT
/// surface_tables.h: the root tables `physicsMaterials` and `collisionFilters`.
///
/// Every dialect that has them has the same two (docs/specification.md#khr_physics_rigid_bodies);
/// only what an absent combine mode means differs (decision D4).
#ifndef TUM_DIALECTS_SURFACE_TABLES_H
#define TUM_DIALECTS_SURFACE_TABLES_H

#include "dialects/scene_reader.h"

/// Must not move while in use.
typedef struct SurfaceTables {
    RootTable materials, filters;
    int32_t *material_of; ///< [materials.count] Into the scene, or -1.
    int32_t *filter_of;   ///< [filters.count] Into the scene, or -1.
} SurfaceTables;

/// Reads both tables of an extension into the scene.
///
/// @param absent  what a material without a combine mode says.
void tum_surface_tables_open(SurfaceTables *tables, SceneReader *reader, const char *extension,
                             TumCombine absent);

/// The scene's material of `physicsMaterial`, its filter of `collisionFilter`; -1 where the object
/// names none or names it wrongly.
int32_t tum_surface_material(const SurfaceTables *tables, const Cursor *object);
int32_t tum_surface_filter(const SurfaceTables *tables, const Cursor *object);

/// The texts of an array, in the arena; items that are none are filed and left out.
/// @return their number.
size_t tum_read_names(SceneReader *reader, const Cursor *object, const char *key,
                      const char *const **names);

#endif
