// SPDX-License-Identifier: MIT
/// dialect.h: the shape that every dialect's reader has, and the order in which they are heard.
///
/// A document may say the same thing in several dialects. Per node and aspect the dialect of the
/// highest rank speaks and the others are silent (docs/dialects.md#d1). A
/// reader is one file with one Dialect; ranks are the order of the table in dialect.c.
#ifndef TUM_DIALECTS_DIALECT_H
#define TUM_DIALECTS_DIALECT_H

#include "dialects/scene_reader.h"
#include "tumble/dialect.h"

/// What a node can have. Bits.
typedef enum Aspect {
    ASPECT_MOTION = 1,
    ASPECT_COLLIDER = 2,
    ASPECT_TRIGGER = 4,
    ASPECT_JOINT = 8,
    ASPECT_COMPOUND = 16, ///< Beside TRIGGER: the trigger is made of others.
    ASPECT_GROUP = 32,    ///< A body of early OMI that only gathers the shapes of a trigger.
    ASPECT_GRAVITY = 64   ///< A volume of gravity.
} Aspect;

/// The name of a dialect by which users ask for it, as a bit.
#define DIALECT_BIT(NAME) (1u << TUM_DIALECT_##NAME)

typedef struct Dialect {
    const char *name;              ///< For messages: the extension that nodes carry.
    const char *const *extensions; ///< Every extension it reads; NULL ends them.
    unsigned answers_to;           ///< DIALECT_BITs: heard when one of these is asked for.
    bool is_shy;                   ///< Heard only when asked for.

    /// Reads the root tables into the scene. @return what the other functions get as `state`, in
    /// the reader's arena; NULL when out of memory.
    void *(*open)(SceneReader *reader);

    /// The aspects the node, an item of the document's nodes, gives in this dialect, read or not.
    /// Files what is no object where one is due, and nothing else.
    unsigned (*aspects)(const void *state, const Cursor *node);

    /// Reads the `wanted` ones of them into the scene. The node is in the active scene.
    void (*read_node)(SceneReader *reader, void *state, int32_t node, const Cursor *at,
                      unsigned wanted);

    /// After the last node: adds the ids of the revisions found (section 2.4).
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

/// The extensions that dialects read, one after the other; NULL from their number on.
const char *tum_dialects_extension(size_t index);

/// True when some dialect reads this extension.
bool tum_dialects_read_extension(const char *name);

#endif
