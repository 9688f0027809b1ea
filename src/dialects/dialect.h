// SPDX-License-Identifier: MIT
/// dialect.h: the interface of a dialect's reader, and the precedence of dialects.
///
/// A document may have the same content in several dialects. For each node and aspect the dialect
/// of the highest rank is read and the others are skipped (docs/dialects.md#d1). A reader is one
/// file with a Dialect for each name on nodes; ranks are the order of tum_dialects.
#ifndef TUM_DIALECTS_DIALECT_H
#define TUM_DIALECTS_DIALECT_H

#include "dialects/scene_reader.h"
#include "tumble/dialect.h"

/// Kinds of content of a node. Bits.
typedef enum Aspect {
    ASPECT_MOTION = 1,
    ASPECT_COLLIDER = 2,
    ASPECT_TRIGGER = 4,
    ASPECT_JOINT = 8,
    ASPECT_COMPOUND = 16, ///< With TRIGGER: the trigger consists of others.
    ASPECT_GROUP = 32,    ///< A body of early OMI that only collects the shapes of a trigger.
    ASPECT_GRAVITY = 64   ///< A volume of gravity.
} Aspect;

/// The name of a dialect in options, as a bit.
#define DIALECT_BIT(NAME) (1u << TUM_DIALECT_##NAME)

typedef struct Dialect {
    const char *name;              ///< For messages: the extension on nodes.
    const char *const *extensions; ///< All extensions of the dialect; NULL ends them.
    unsigned answers_to;           ///< DIALECT_BITs: the options that select this dialect.
    bool is_on_request;            ///< Read only on request.

    /// Reads the root tables into the scene. @return the `state` for the other functions, in the
    /// reader's arena; NULL when out of memory.
    void *(*open)(SceneReader *reader);

    /// The aspects of the node, an item of the document's nodes, in this dialect, whether or not
    /// they are read. Files members of the wrong type in the place of an object, and no other
    /// finding.
    unsigned (*aspects)(const void *state, const Cursor *node);

    /// Reads the `wanted` aspects into the scene. The node is in the active scene.
    void (*read_node)(SceneReader *reader, void *state, int32_t node, const Cursor *at,
                      unsigned wanted);

    /// After the last node: adds the ids of the revisions found.
    void (*close)(SceneReader *reader, void *state);
} Dialect;

extern const Dialect tum_khr_dialect;          ///< KHR_physics_rigid_bodies, K2 to K7
extern const Dialect tum_khr_early_dialect;    ///< KHR_rigid_bodies, K0 and K1
extern const Dialect tum_msft_dialect;         ///< MSFT_rigid_bodies, M2 and M3
extern const Dialect tum_msft_camel_dialect;   ///< MSFT_RigidBodies, M1
extern const Dialect tum_msft_physics_dialect; ///< MSFT_physics, M0
extern const Dialect tum_omi_dialect;          ///< OMI_physics_body, B3 to B5
extern const Dialect tum_omi_draft_dialect;    ///< OMI_physics_body by type, B0 to B2
extern const Dialect tum_omi_collider_dialect; ///< OMI_collider
extern const Dialect tum_omi_joint_dialect;    ///< OMI_physics_joint, J0 and J1
extern const Dialect tum_omi_gravity_dialect;  ///< OMI_physics_gravity
extern const Dialect tum_name_convention;      ///< Names of nodes, on request

/// All dialects, highest rank first (docs/dialects.md#two-dialects-in-one-file).
enum { DIALECT_COUNT = 11 };
extern const Dialect *const tum_dialects[DIALECT_COUNT];

/// Notes for each node the dialects that may read it: SceneReader.extended, .on_nodes and .has_omi.
/// All may read a node whose `extensions` are no object, and file that.
///
/// @return false when out of memory.
bool tum_dialects_mark(SceneReader *reader);

/// True where some node may be read by the dialect, as marked.
bool tum_dialect_is_on_nodes(const SceneReader *reader, const Dialect *dialect);

/// The extensions that dialects read, by index; NULL beyond the last one.
const char *tum_dialects_extension(size_t index);

/// True when a dialect reads this extension.
bool tum_dialects_read_extension(const char *name);

#endif
