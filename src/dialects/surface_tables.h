// SPDX-License-Identifier: MIT
/// surface_tables.h: the root tables `physicsMaterials` and `collisionFilters`.
///
/// All dialects with these tables share one form (docs/specification.md#khr_physics_rigid_bodies);
/// only the meaning of an absent combine mode differs (decision D4).
#ifndef TUM_DIALECTS_SURFACE_TABLES_H
#define TUM_DIALECTS_SURFACE_TABLES_H

#include "dialects/scene_reader.h"

/// Two root tables. Must not move while in use.
typedef struct SurfaceTables {
    RootTable materials, filters;
    int32_t *material_of; ///< [materials.count] Index in the scene, or -1.
    int32_t *filter_of;   ///< [filters.count] Index in the scene, or -1.
} SurfaceTables;

/// Reads both tables of an extension into the scene.
///
/// @param absent  the meaning of a missing combine mode.
void tum_surface_tables_open(SurfaceTables *tables, SceneReader *reader, const char *extension,
                             TumCombine absent);

/// The scene's material of `physicsMaterial`, and its filter of `collisionFilter`; -1 for an absent
/// or invalid reference.
int32_t tum_surface_material(const SurfaceTables *tables, const Cursor *object);
int32_t tum_surface_filter(const SurfaceTables *tables, const Cursor *object);

/// The texts of an array, in the arena; other items are filed and left out.
/// @return their number.
size_t tum_read_names(SceneReader *reader, const Cursor *object, const char *key,
                      const char *const **names);

#endif
