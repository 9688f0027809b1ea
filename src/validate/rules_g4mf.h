// SPDX-License-Identifier: MIT
/// rules_g4mf.h: rules of G4MF documents beyond the property tables (docs/diagnostics.md). The
/// reader files faults that affect reading.
#ifndef TUM_VALIDATE_RULES_G4MF_H
#define TUM_VALIDATE_RULES_G4MF_H

#include "validate/schema.h"

// The walk calls each function with an object after checking the members.
void tum_check_g4mf_document(SchemaWalk *walk, const Cursor *root);
void tum_check_g4mf_asset(SchemaWalk *walk, const Cursor *asset);
void tum_check_g4mf_view(SchemaWalk *walk, const Cursor *view);
void tum_check_g4mf_accessor(SchemaWalk *walk, const Cursor *accessor);
void tum_check_g4mf_surface(SchemaWalk *walk, const Cursor *surface);
void tum_check_g4mf_mesh(SchemaWalk *walk, const Cursor *mesh);
void tum_check_g4mf_shape(SchemaWalk *walk, const Cursor *shape);
void tum_check_g4mf_motion(SchemaWalk *walk, const Cursor *motion);
void tum_check_g4mf_trigger(SchemaWalk *walk, const Cursor *trigger);
void tum_check_g4mf_physics(SchemaWalk *walk, const Cursor *physics);
void tum_check_g4mf_model_instance(SchemaWalk *walk, const Cursor *instance);
void tum_check_g4mf_node(SchemaWalk *walk, const Cursor *node);

#endif
