// SPDX-License-Identifier: MIT
/// scene_json.h: the physics scene as JSON, docs/scene-json.md; and as a tree for people.
#ifndef TUM_CLI_SCENE_JSON_H
#define TUM_CLI_SCENE_JSON_H

#include <stdio.h>

#include "json_members.h"
#include "tumble/scene.h"

/// Writer of a scene.
typedef struct SceneJson {
    JsonText *json;
    const TumScene *scene;
    size_t axes;  ///< Numbers of a vector: 3 or 4.
    size_t rates; ///< Numbers of an angular velocity: 3 or 6.
} SceneJson;

/// Indices into the table of surfaces, -1 where a solid has none.
typedef struct SceneSurfaces {
    int32_t *of_collider; ///< [collider_count]
    int32_t *of_part;     ///< [trigger_part_count]
} SceneSurfaces;

/// Prints a scene as one line of JSON. Numbers read back to the same bits; the memory in use does
/// not grow with the meshes.
///
/// @return TUM_OK, TUM_ERROR_FILE or TUM_ERROR_MEMORY.
TumStatus scene_print_json(FILE *out, const TumScene *scene);

/// Prints the nodes that have physics, each below the nearest one above it.
///
/// @return TUM_OK or TUM_ERROR_MEMORY.
TumStatus scene_print_tree(FILE *out, const TumScene *scene);

// Members and parts of the page. ---------------------------------------------------------------

/// Begins an array under a key.
void scene_json_begin(SceneJson *out, const char *key);
/// A number; infinite ones are texts, "Infinity" and "-Infinity", which JSON has no number for.
void scene_json_number(SceneJson *out, const char *key, double number);
void scene_json_numbers(SceneJson *out, const char *key, const double *numbers, size_t count);
/// A quaternion in 3D, a matrix of 16 numbers in 4D.
void scene_json_rotation(SceneJson *out, const char *key, const TumRotation *rotation);

/// Tables of meshes and of surfaces. The caller frees the indices with scene_surfaces_clear, also
/// after a failure.
TumStatus scene_json_surfaces(SceneJson *out, SceneSurfaces *surfaces);
void scene_surfaces_clear(SceneSurfaces *surfaces);

/// Tables of shapes, colliders, triggers and their parts.
void scene_json_solids(SceneJson *out, const SceneSurfaces *surfaces);

/// Tables of joints, limits and drives.
void scene_json_joints(SceneJson *out);

/// Tables of gravity: volumes and points.
void scene_json_gravity(SceneJson *out);

/// Table of animated properties.
void scene_json_tracks(SceneJson *out);

#endif
