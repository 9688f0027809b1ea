// SPDX-License-Identifier: MIT
/// scene_builder.h: the interface through which readers fill a physics scene. Programs use
/// tumble/scene_builder.h, which checks its arguments; a reader has filed its findings already, at
/// places of the file.
///
/// A reader adds the content of the file node by node. Finishing derives the rest: bodies with
/// their colliders, frames, scaled and sheared shapes, masses (docs/dialects.md#bodies and
/// docs/dialects.md#shapes).
///
///     SceneBuilder *builder = tum_scene_builder_create(NULL, 3, 1000.0, "crate.gltf", report);
///     … nodes, then shapes, materials, filters, then motions, colliders, triggers, joints …
///     TumStatus status = tum_scene_builder_finish(builder, &scene);
///     tum_scene_builder_destroy(builder);
///
/// A lack of memory is sticky: adding then returns -1 and finishing returns TUM_ERROR_MEMORY. All
/// inputs are copied, texts too.
#ifndef TUM_SCENE_SCENE_BUILDER_H
#define TUM_SCENE_SCENE_BUILDER_H

#include "base/report.h"
#include "base/shared_arena.h"
#include "scene/item_def.h"
#include "tumble/scene.h"
#include "tumble/scene_builder.h"

/// Sets the number of nodes, before any of them. Until a node is set it has no parent and no
/// transform and is outside the scene.
void tum_scene_builder_node_count(SceneBuilder *builder, size_t count);

/// Makes the scene an owner of an arena: transforms that nodes get from now on are taken from there
/// without a copy. Where the arena has another allocator than the builder, they are copied.
void tum_scene_builder_share(SceneBuilder *builder, SharedArena *places);

/// Sets node `index` of the document. The tree must have no cycle.
void tum_scene_builder_node(SceneBuilder *builder, size_t index, const NodeDef *node);

/// Sets the transform to the parent in 4D, after the node.
void tum_scene_builder_node4(SceneBuilder *builder, size_t index, const TumTransform4 *local);

/// Makes room for motions and colliders, so that adding so many moves none. A hint.
void tum_scene_builder_expect(SceneBuilder *builder, size_t motions, size_t colliders);

/// Keeps a text, for the pointer of the item that is added next: the item then takes this text, not
/// a copy. @return "" when out of memory, which is recorded.
const char *tum_scene_builder_text(SceneBuilder *builder, const char *text, size_t bytes);

/// Ids of the detected dialects, for users: "K7, J1".
void tum_scene_builder_dialects(SceneBuilder *builder, const char *ids);
void tum_scene_builder_gravity(SceneBuilder *builder, const double gravity[4]);

/// @return the index in the finished scene, or -1 when out of memory.
int32_t tum_scene_builder_mesh(SceneBuilder *builder, const double *points, size_t point_count,
                               const uint32_t *cells, size_t cell_count);

/// States that the points are those of a mesh of the document, without changes.
void tum_scene_builder_mesh_source(SceneBuilder *builder, int32_t mesh, int32_t document_mesh);

int32_t tum_scene_builder_shape(SceneBuilder *builder, const TumShape *shape);

/// Adds a TUM_SHAPE_GENERAL with its curves; curves without a radius are left out.
int32_t tum_scene_builder_general(SceneBuilder *builder, const TumShape *shape,
                                  const TumCurve *curves, size_t curve_count);

/// Adds the surface of a sphere, box, capsule, cylinder or hull as a shape of its own: a thin shell
/// of triangles, within half a percent of its smallest radius or 1 mm of the round surface.
///
/// @param item_count  receives the number of points and triangles.
/// @return the index in the finished scene, or -1: another kind of shape, or out of memory.
int32_t tum_scene_builder_shell(SceneBuilder *builder, int32_t shape, size_t *item_count);

int32_t tum_scene_builder_material(SceneBuilder *builder, const TumMaterial *material);

int32_t tum_scene_builder_filter(SceneBuilder *builder, const FilterDef *filter);

/// NAN mass and inertia, CENTER_OF_VOLUME, identity, at rest, gravity factor 1, dynamic.
MotionDef tum_default_motion_def(void);

/// Adds a body. Until the scene is finished it is as authored: NAN for a mass or moment that is to
/// be found, a mass that an invalid one stands for with the origin DEFAULTED, and for the origin of
/// the centre of mass what its rule leads to.
void tum_scene_builder_motion(SceneBuilder *builder, const MotionDef *motion);

/// Node and kind of motion `index` in the order of addition. @return false beyond the last one.
bool tum_scene_builder_motion_at(const SceneBuilder *builder, size_t index, int32_t *node,
                                 TumBodyKind *kind);

void tum_scene_builder_collider(SceneBuilder *builder, const ColliderDef *collider);

void tum_scene_builder_trigger(SceneBuilder *builder, const TriggerDef *trigger);

void tum_scene_builder_gravity_volume(SceneBuilder *builder, const GravityVolumeDef *volume);

void tum_scene_builder_joint(SceneBuilder *builder, const JointDef *joint);

/// The nodes of joint `index` in the order of addition, -1 for none. @return false beyond the last
/// one.
bool tum_scene_builder_joint_nodes(const SceneBuilder *builder, size_t index, int32_t nodes[2]);

/// Tracks of later animations are added later. Invalid tracks are left out: a missing target,
/// values of another width, times that do not ascend. A pointer to a property that no animation can
/// change gets a finding.
void tum_scene_builder_track(SceneBuilder *builder, const TrackDef *track);

#endif
