// SPDX-License-Identifier: MIT
/// dialect_writer.h: the interface of a dialect's writer, and the objects of a scene in the
/// target's form.
#ifndef TUM_CONVERT_DIALECT_WRITER_H
#define TUM_CONVERT_DIALECT_WRITER_H

#include "math/math3_64.h"
#include "tumble/dialect.h"

typedef struct SceneWriter SceneWriter;
typedef struct DialectWriter DialectWriter;

/// [m] or [rad] The replacement for "no bound" where both ends of a range are required.
#define WRITER_UNBOUNDED 1e9

/// A shape in the target's form.
typedef struct WrittenShape {
    TumShapeKind kind; ///< TUM_SHAPE_CONVEX and TUM_SHAPE_MESH refer to a mesh of the document.
    double size[3], height, radius, radius_bottom, radius_top; ///< [m] As in TumShape.
    bool double_sided;
    bool is_trigger;     ///< For targets with separate shapes of triggers.
    bool is_hull;        ///< The hull of the mesh.
    int32_t mesh;        ///< Index in the document's meshes, or -1.
    const char *pointer; ///< The shape's pointer in the source, for its name and extras.
} WrittenShape;

/// The representation of an authored shape in the target.
typedef enum FitResult {
    FIT_NONE,     ///< None; the loss has been reported.
    FIT_IN_PLACE, ///< In the frame of the node.
    FIT_BELOW     ///< In another frame, `node_from_shape`: the shape needs a node of its own.
} FitResult;

typedef struct FittedShape {
    FitResult result;
    int32_t index; ///< Index in the target's table of shapes, or in the meshes where that table has
                   ///< no meshes.
    bool is_mesh;  ///< `index` refers to the document's meshes.
    bool is_hull;  ///< The hull of that mesh.
    DPose3 node_from_shape;
} FittedShape;

/// A joint in the target's form: limits and drives of its kinds, frames at its places.
typedef struct WrittenJoint {
    const TumJoint *source;
    int32_t node_a, node_b; ///< The nodes of the two frames.
    int32_t body_a, body_b; ///< The nodes of the two bodies, for targets that name these.
    const TumLimit *limits;
    const TumDrive *drives;
    int32_t limit_count, drive_count;
    int32_t description; ///< Index in the table of limits and drives.
} WrittenJoint;

/// A dialect's places for the frames of a joint.
typedef enum JointPlace {
    JOINT_AT_NODES,  ///< Two arbitrary nodes; a node without a body is fixed to the world.
    JOINT_ON_BODIES, ///< The first on a node of its own below a dynamic body, the second on or
                     ///< below any body.
    JOINT_AT_ONE     ///< Both on one node of its own, with the names of two bodies.
} JointPlace;

/// Features of a dialect. Bits.
typedef enum Ability {
    CAN_TAPER = 1 << 0,          ///< Capsules and cylinders of two radii.
    CAN_INFINITE_PLANE = 1 << 1, ///< Single-sided.
    CAN_FINITE_PLANE = 1 << 2,   ///< Single- and double-sided.
    CAN_TABLE_MESH = 1 << 3,     ///< Meshes are entries of the table of shapes.
    CAN_INFINITE_MASS = 1 << 4,  ///< Infinite mass and moments of inertia.
    CAN_LEAVE_MASS = 1 << 5,     ///< Mass and centre of mass may be left to the engine.
    CAN_GRAVITY_FACTOR = 1 << 6,
    CAN_STATIC_BODY = 1 << 7, ///< Bodies that never move, to group colliders.
    CAN_TAG = 1 << 8,         ///< Characters and vehicles.
    CAN_MATERIAL = 1 << 9,
    CAN_ABSTAIN = 1 << 10, ///< A material without a combine mode, which leaves it to the other
                           ///< side.
    CAN_FILTER = 1 << 11,
    CAN_COMPOUND = 1 << 12,       ///< Triggers that consist of other nodes.
    CAN_COMPOUND_SHAPE = 1 << 13, ///< ... with a shape and a filter of their own.
    CAN_JOIN = 1 << 14,           ///< Joints at all.
    CAN_COLLIDE_JOINED = 1 << 15, ///< Joined bodies may collide.
    CAN_DRIVE = 1 << 16,
    CAN_RADIAL = 1 << 17,     ///< Limits on distances and cones.
    CAN_OPEN_END = 1 << 18,   ///< Limits without a minimum or without a maximum.
    CAN_OPEN_RANGE = 1 << 19, ///< Limits without both.
    CAN_NO_SPRING = 1 << 20,  ///< Soft limits without stiffness.
    CAN_HULL_255 = 1 << 21,   ///< Hulls of no more than 255 points.
    CAN_DISABLE = 1 << 22     ///< A collider under a node of scale zero is disabled.
} Ability;

/// A trigger in the target's form.
typedef struct WrittenTrigger {
    int32_t node;
    FittedShape shape;      ///< The trigger's own shape; FIT_NONE: it consists of its members.
    int32_t filter;         ///< Or -1.
    const int32_t *members; ///< Nodes with triggers of their own.
    size_t member_count;
    const char *pointer; ///< The trigger's pointer in the source; "" for a part without one.
} WrittenTrigger;

/// A shape before its node is chosen.
typedef struct ShapePlacement {
    int32_t node, body;            ///< In the scene; body -1: the world.
    int32_t authored_shape, shape; ///< As in TumCollider.
    const double *position, *rotation, *scale;
    bool enabled;
    const char *role; ///< "Collider" or "Trigger", for the name of a new node.
    const char *pointer;
} ShapePlacement;

/// The object model of animation pointers.
typedef enum PointerSpace { POINTERS_NONE, POINTERS_KHR, POINTERS_OMI } PointerSpace;

/// The interface of a dialect's writer. Each function writes one object when the driver
/// (scene_write.c) calls it; the driver has then replaced all features that the target lacks.
struct DialectWriter {
    const char *name;            ///< Its name on the command line: "khr".
    const char *revisions;       ///< Ids in TumScene.dialects that the target covers: "K7 GR".
    const char *keeps_shapes_in; ///< The extension with the shapes of gravity volumes, where it
                                 ///< belongs to the target; else NULL.
    unsigned can;                ///< Abilities.
    JointPlace joints;
    PointerSpace pointers; ///< Properties that KHR_animation_pointer can target.
    /// Called first: writes tables with the scene's indices (materials, filters).
    void (*begin)(SceneWriter *writer);
    /// Appends a shape to the table of shapes. @return its index, -1 on failure.
    int32_t (*shape)(SceneWriter *writer, const WrittenShape *shape);
    void (*body)(SceneWriter *writer, const TumBody *body);
    /// @param node  the collider's own node, or a new one for it.
    void (*collider)(SceneWriter *writer, const TumCollider *collider, int32_t node,
                     const FittedShape *shape);
    void (*trigger)(SceneWriter *writer, const WrittenTrigger *trigger);
    /// Writes all triggers, for targets with another grouping of shapes; NULL: `trigger` is used.
    void (*triggers)(SceneWriter *writer);
    /// Makes a node without shapes a static body, as an anchor of a joint; NULL where joints attach
    /// to the world.
    void (*anchor)(SceneWriter *writer, int32_t node);
    /// Appends the limits and drives of a joint to their table; NULL for targets with a list in
    /// each joint.
    /// @return the index.
    int32_t (*description)(SceneWriter *writer, const WrittenJoint *joint);
    void (*joint)(SceneWriter *writer, const WrittenJoint *joint);
    /// Chooses node and shape for a collider or trigger, where the target has further rules for
    /// nodes. NULL: the node itself, or one below it.
    /// @return the node that carries the shape.
    int32_t (*place_shape)(SceneWriter *writer, const ShapePlacement *placement,
                           FittedShape *shape);
    /// Writes a pose and a scale in the target's form; NULL: glTF's.
    void (*transform)(SceneWriter *writer, int32_t node, DPose3 pose, DVec3 scale);
    /// Called last. @param is_required  the source required its physics.
    void (*finish)(SceneWriter *writer, bool is_required);
};

extern const DialectWriter tum_omi_writer;                 ///< B5, S4, J1
extern const DialectWriter *const tum_omi_draft_writer;    ///< B1, S2, J0
extern const DialectWriter *const tum_omi_collider_writer; ///< B0, OC, J0
extern const DialectWriter tum_g4mf_writer;                ///< F

#endif
