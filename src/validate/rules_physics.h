// SPDX-License-Identifier: MIT
/// rules_physics.h: rules of physics objects beyond the property tables (docs/diagnostics.md). The
/// reader files faults that affect reading.
#ifndef TUM_VALIDATE_RULES_PHYSICS_H
#define TUM_VALIDATE_RULES_PHYSICS_H

#include "tumble/scene.h"
#include "validate/schema.h"

// The walk calls each function with an object after checking the members.
void tum_check_draft_root(SchemaWalk *walk, const Cursor *root);
void tum_check_mesh_shape(SchemaWalk *walk, const Cursor *shape);
void tum_check_flat_shape(SchemaWalk *walk, const Cursor *shape);
void tum_check_material(SchemaWalk *walk, const Cursor *material);
void tum_check_filter(SchemaWalk *walk, const Cursor *filter);
void tum_check_joint_description(SchemaWalk *walk, const Cursor *description);
void tum_check_omi_joint_node(SchemaWalk *walk, const Cursor *joint);
void tum_check_khr_motion(SchemaWalk *walk, const Cursor *motion);
void tum_check_omi_motion(SchemaWalk *walk, const Cursor *motion);
void tum_check_geometry(SchemaWalk *walk, const Cursor *geometry);
void tum_check_khr_collider(SchemaWalk *walk, const Cursor *collider);
void tum_check_khr_trigger(SchemaWalk *walk, const Cursor *trigger);
void tum_check_msft_node(SchemaWalk *walk, const Cursor *node);
void tum_check_omi_collider(SchemaWalk *walk, const Cursor *collider);

/// Rules about bodies with their colliders, triggers and joints.
void tum_check_scene(const SchemaWalk *walk, const TumScene *scene);

extern const Schema tum_sphere_schema, tum_box_schema, tum_material_schema;
extern const Schema tum_msft_collider_schema;

#endif
