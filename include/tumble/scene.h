// SPDX-License-Identifier: MIT
/// scene.h: the physics scene, one form for the physics of every dialect.
///
/// The scene is the waist of tumble. Every dialect is read into a scene, every consumer starts from
/// one: worlds, the converter, another engine. A scene is a value to read: plain arrays, indices
/// instead of pointers (-1 is none), doubles, nothing left to guess: masses, centres of mass and
/// inertia are there whether a file gave them or not.
///
///     for (size_t i = 0; i < scene->body_count; ++i) {
///         const TumBody *body = &scene->bodies[i];
///         engine_add_body(body->kind, body->mass, body->position, body->rotation);
///     }
///
/// Frames, all right-handed, metres, column vectors, matrices column by column:
///
///     node space    a node's full local frame, scale included
///     body frame    rotation and translation of the body's node, without its scale
///     world         the root of the active scene
///
/// In 3D the fourth number of a vector is 0; in 4D rotations are the 16 numbers of a matrix,
/// angular velocities and moments of inertia six numbers, one for each plane: XY XZ YZ XW YW ZW.
///
/// Memory: a scene owns all its arrays and texts; they live until tum_scene_destroy.
///
/// Threads: a scene is constant once built and may be read from any number of threads.
#ifndef TUMBLE_SCENE_H
#define TUMBLE_SCENE_H

#include "tumble/base.h"
#include "tumble/pose.h"
#include "tumble/report.h"

#ifdef __cplusplus
extern "C" {
#endif

/// Rotation of 3D or 4D.
typedef struct TumRotation {
    double q[4];     ///< In 3D the unit quaternion x y z w.
    const double *m; ///< [16] In 4D the matrix, 4 by 4, column by column; in 3D NULL. The
                     ///< identity is shared.
} TumRotation;

/// Node of the document, same index. Equal data is shared: nodes without a transform point to one
/// identity, nodes that stand where their parent does to their parent's matrix.
typedef struct TumNode {
    int32_t parent;            ///< Index, or -1.
    int32_t body;              ///< Index of the body that moves it, or -1: physics never moves it.
    bool in_scene;             ///< Below a root of the active scene.
    bool has_matrix;           ///< Authored as a matrix, and written back as one.
    bool animated[3];          ///< Translation, rotation, scale have an animation channel.
    const TumTransform *local; ///< To the parent, at load.
    const double *world;       ///< [16] 4 by 4, column by column, to the world, at load.
    const char *name;          ///< UTF-8, "" where the document gives none.
} TumNode;

/// Transforms of a node in 4D, same index. The transforms of TumNode are then the identity.
typedef struct TumNode4 {
    const TumTransform4 *local; ///< To the parent, at load.
    const TumTransform4 *world; ///< To the world, at load.
} TumNode4;

/// Part of a body in the simulation.
typedef enum TumBodyKind {
    TUM_BODY_STATIC,    ///< Hit, never moved.
    TUM_BODY_KINEMATIC, ///< Keeps its velocity; pushes and is never pushed.
    TUM_BODY_DYNAMIC    ///< Simulated.
} TumBodyKind;

/// Origin of a mass property.
typedef enum TumOrigin {
    TUM_ORIGIN_AUTHORED,  ///< The file gives it.
    TUM_ORIGIN_DEFAULTED, ///< The dialect's documented default.
    TUM_ORIGIN_COMPUTED   ///< From the colliders.
} TumOrigin;

/// Role that a G4MF file gives to a body.
typedef enum TumBodyTag {
    TUM_BODY_TAG_NONE = 0,      ///< No role.
    TUM_BODY_TAG_CHARACTER = 1, ///< A character.
    TUM_BODY_TAG_VEHICLE = 2    ///< A vehicle.
} TumBodyTag;

/// Body: a node with motion and everything that moves with it.
typedef struct TumBody {
    int32_t node;          ///< Index of its node.
    TumBodyKind kind;      ///< Part in the simulation at load.
    TumBodyTag tag;        ///< Role; it has no influence on the simulation.
    double position[4];    ///< [m] The body frame's origin in the world, at load.
    TumRotation rotation;  ///< World from body frame, at load.
    const double *stretch; ///< [16] World linear part = rotation * stretch; constant for the run.
                           ///< The identity is shared.
    double mass;           ///< [kg] > 0; INFINITY: nothing changes its linear velocity.
    double center_of_mass[4]; ///< [m] In the body frame.
    double inertia[6]; ///< [kg m^2] Principal moments about the centre of mass: 3 in 3D, one per
                       ///< plane in 4D. Each > 0; INFINITY: that rate never changes.
    TumRotation inertia_rotation; ///< Body frame from principal frame.
    double linear_velocity[4];    ///< [m/s] Of the centre of mass, in the world, at load.
    double angular_velocity[6];   ///< [rad/s] In the world, at load; a bivector in 4D.
    double gravity_factor;        ///< Multiple of gravity that acts on the body.
    bool velocity_in_world; ///< The file gives velocities in the world, not in the space of the
                            ///< node.
    bool driven; ///< An animation moves it: its own node's, or, where it is not dynamic, that of a
                 ///< node above.
    TumOrigin mass_origin;           ///< Origin of `mass`.
    TumOrigin center_of_mass_origin; ///< Origin of `center_of_mass`.
    TumOrigin inertia_origin[6];     ///< Origin of each of the moments.
    uint64_t user;                   ///< TumBodyDef.user; 0 in a scene that was read.
    const char *pointer;             ///< JSON pointer of the motion object.
} TumBody;

/// Kind of a shape; each line names the members of TumShape that it uses.
typedef enum TumShapeKind {
    TUM_SHAPE_SPHERE,    ///< radius
    TUM_SHAPE_BOX,       ///< size
    TUM_SHAPE_CAPSULE,   ///< height between the centres of the end spheres, radius_bottom/_top
    TUM_SHAPE_CYLINDER,  ///< height in all, radius_bottom/_top; one of them 0: a cone
    TUM_SHAPE_PLANE,     ///< size[0] and size[2] (INFINITY), double_sided; normal +Y
    TUM_SHAPE_CONVEX,    ///< mesh: the convex hull of its points
    TUM_SHAPE_MESH,      ///< mesh: a thin shell of its cells
    TUM_SHAPE_GENERAL,   ///< size, curves: a rounded box of G4MF; colliders in 3D have its hull
    TUM_SHAPE_HEIGHTMAP, ///< mesh of the grid's cells
    TUM_SHAPE_RAY        ///< height: from the origin down -Y; never solid
} TumShapeKind;

/// Shape in its own frame. The axis of revolution is Y; `_top` is at +Y.
typedef struct TumShape {
    TumShapeKind kind;    ///< Kind, which says the members in use; the others are 0.
    double size[4];       ///< [m] Full edge lengths.
    double height;        ///< [m] Along Y.
    double radius;        ///< [m] Of a sphere.
    double radius_bottom; ///< [m] At -Y. Of a hull of 4D: with size, height and radius_top the
                          ///< tapered shape that the hull stands for, whose mass it has; else 0.
    double radius_top;    ///< [m] At +Y; of a hull as radius_bottom.
    bool double_sided;    ///< A plane is met from both sides.
    int32_t mesh;         ///< Index into meshes, or -1.
    int32_t curve_first;  ///< Index into curves.
    int32_t curve_count;  ///< Number of curves.
    const char *pointer;  ///< JSON pointer of the shape.
} TumShape;

/// Curve of a general shape: rounds the axes whose radius is positive.
typedef struct TumCurve {
    double radii[4]; ///< [m] Half axes; 0: the curve does not round this axis.
    double exponent; ///< 2 is an ellipse.
} TumCurve;

/// Points and simplexes in the shape's frame. Cells are triangles in 3D, tetrahedra in 4D.
typedef struct TumMesh {
    double *points;     ///< [m] [point_count * dimension]
    uint32_t *cells;    ///< [cell_count * dimension] Indices of points, each below point_count.
    size_t point_count; ///< Number of points.
    size_t cell_count;  ///< Number of cells.
    bool is_closed;     ///< After welding, each facet of a cell is shared by exactly two cells that
                        ///< agree on the outside.
    int32_t document_mesh; ///< Index of the document's mesh whose triangles these are, all of them
                           ///< and unchanged; -1: the points were moved, deformed or gathered.
} TumMesh;

/// Rule that joins the coefficients of two materials: tum_combine.
typedef enum TumCombine {
    TUM_COMBINE_NONE,    ///< Abstains: the other side decides.
    TUM_COMBINE_AVERAGE, ///< (a + b) / 2
    TUM_COMBINE_MINIMUM, ///< min(a, b)
    TUM_COMBINE_MAXIMUM, ///< max(a, b)
    TUM_COMBINE_MULTIPLY ///< a b
} TumCombine;

/// Material of a surface.
typedef struct TumMaterial {
    double static_friction;  ///< Coefficient of friction at rest, 0 or more.
    double dynamic_friction; ///< Coefficient of friction in motion, 0 or more.
    double restitution;      ///< Part of the approach speed that is left after an impact, 0 to 1.
    TumCombine friction_combine;    ///< Rule for both frictions.
    TumCombine restitution_combine; ///< Rule for restitution.
    const char *pointer;            ///< JSON pointer of the material.
} TumMaterial;

/// Material of a collider without one: 0.6, 0.6, 0, abstaining.
TUM_API TumMaterial tum_default_material(void);

/// Joins two coefficients: average wins over minimum over maximum over multiply; both none is
/// average (KHR_physics_rigid_bodies; decision D4).
///
/// @return the coefficient of the pair.
TUM_API double tum_combine(TumCombine mode_a, double a, TumCombine mode_b, double b);

/// Filter: decides the pairs of colliders that may touch. Systems are indices into system_names,
/// lists are ranges of filter_systems.
typedef struct TumFilter {
    int32_t system_first;           ///< First membership.
    int32_t system_count;           ///< Number of memberships.
    int32_t collide_with_first;     ///< First system of the whitelist.
    int32_t collide_with_count;     ///< Length of the whitelist; 0: none.
    int32_t not_collide_with_first; ///< First system of the blacklist.
    int32_t not_collide_with_count; ///< Length of the blacklist; 0: none.
    const char *pointer;            ///< JSON pointer of the filter.
} TumFilter;

/// Solid shape that belongs to a body or to the world.
typedef struct TumCollider {
    int32_t node;           ///< Index of its node.
    int32_t body;           ///< Index of its body, or -1: the world owns it.
    int32_t shape;          ///< Index of the simulated shape.
    int32_t authored_shape; ///< Index of the shape as the file gives it, in node space: another one
                            ///< than `shape` where the points went through the node's scale, or
                            ///< where a rarer shape became one of the others.
    double position[4];   ///< [m] Collider frame in the body frame (in the world where body is -1).
    TumRotation rotation; ///< Body frame from collider frame.
    double scale[4];  ///< >= 0: scales the shape in the collider frame. All 1 for meshes and hulls,
                      ///< whose points are baked.
    int32_t material; ///< Index, or -1: tum_default_material.
    int32_t filter;   ///< Index, or -1: it meets every collider.
    bool enabled;     ///< False: it touches nothing.
    bool driven;   ///< An animation moves it in its body frame (in the world where body is -1), or
                   ///< changes its shape.
    int32_t group; ///< Node of the compound it came from, or -1.
    uint64_t user; ///< TumColliderDef.user; 0 in a scene that was read.
    const char *pointer; ///< JSON pointer of the collider object.
} TumCollider;

/// Shape of a trigger.
typedef struct TumTriggerPart {
    int32_t node;           ///< Index of its node.
    int32_t body;           ///< Index of the body that it moves with, or -1.
    int32_t shape;          ///< As in TumCollider.
    int32_t authored_shape; ///< As in TumCollider.
    double position[4];     ///< [m] Its frame in the body frame (in the world where body is -1).
    TumRotation rotation;   ///< Body frame from its frame.
    double scale[4];        ///< As in TumCollider.
    int32_t filter;         ///< Index, or -1: it notices every collider.
    bool enabled;           ///< False: it notices nothing.
    bool driven;            ///< As in TumCollider.
} TumTriggerPart;

/// Volume that detects solid colliders and never pushes.
typedef struct TumTrigger {
    int32_t node;        ///< Index of its node.
    int32_t part_first;  ///< Index into trigger_parts.
    int32_t part_count;  ///< Number of parts.
    int32_t filter;      ///< Index of a compound's own filter, or -1.
    const char *pointer; ///< JSON pointer of the trigger object.
} TumTrigger;

/// Source that a volume of gravity pulls towards; each line names the members of TumGravityVolume
/// that it uses.
typedef enum TumGravityKind {
    TUM_GRAVITY_DIRECTIONAL, ///< direction: the same everywhere
    TUM_GRAVITY_POINT,       ///< the origin of its frame
    TUM_GRAVITY_DISC,        ///< radii: the nearest point of a filled ellipse in its XZ plane
    TUM_GRAVITY_TORUS,       ///< radii: the nearest point of that ellipse's rim
    TUM_GRAVITY_LINE,        ///< points: the nearest point of a line through them
    TUM_GRAVITY_SHAPED       ///< shape: the nearest point of its surface
} TumGravityKind;

/// Gravity inside a trigger (`docs/simulation.md#9-volumes-of-gravity`).
///
/// A body that touches the trigger is pulled with `gravity`, or, where unit_distance is above zero,
/// with gravity * (unit_distance / distance)^2. Volumes count in the order they stand here, and the
/// world's gravity after them, unless one of them stops.
typedef struct TumGravityVolume {
    int32_t node;    ///< Index of its node.
    int32_t trigger; ///< Index of the trigger, or -1: the node has none, so no body is ever inside.
    TumGravityKind kind;  ///< Source of the pull.
    double gravity;       ///< [m/s^2] Negative: away.
    int64_t priority;     ///< Volumes of higher priority count first.
    bool replace;         ///< Takes the place of the volumes before it.
    bool stop;            ///< No volume after it counts, nor the world's gravity.
    double unit_distance; ///< [m] 0: the same at every distance.
    int32_t body;         ///< The source of the pull moves with this body, or -1.
    double position[4];   ///< [m] Its frame in the body frame (in the world where body is -1).
    TumRotation rotation; ///< Body frame from its frame.
    bool driven;          ///< An animation moves it in its body frame (in the world).
    double direction[4];  ///< Unit vector in its frame.
    double radii[2];      ///< [m] Half axes along X and Z of its frame.
    int32_t point_first;  ///< Index into gravity_points.
    int32_t point_count;  ///< Number of points.
    int32_t shape;        ///< Index, or -1.
    double scale[4];      ///< Scale of the shape, as in TumCollider.
    const char *pointer;  ///< JSON pointer of the gravity object.
} TumGravityVolume;

/// Motion that a limit or drive acts on.
typedef enum TumSpace {
    TUM_SPACE_LINEAR, ///< metres
    TUM_SPACE_ANGULAR ///< radians
} TumSpace;

/// Limit: keeps a metric of the two frames within a range (`docs/simulation.md#5-joints`).
typedef struct TumLimit {
    TumSpace space;      ///< Distance or angle.
    uint32_t axes;       ///< Bits 0 to 2: one, two or three axes of frame A. In 4D one bit, of an
                         ///< axis or of a plane (TumPlane4).
    double min;          ///< [m] or [rad] Lower bound; -INFINITY: open.
    double max;          ///< [m] or [rad] Upper bound; INFINITY: open.
    double stiffness;    ///< [N/m] or [N m/rad] Beyond the bounds; INFINITY: hard.
    double damping;      ///< [N s/m] or [N m s/rad] Beyond the bounds.
    const char *pointer; ///< JSON pointer of the limit; joints may share one.
} TumLimit;

/// Unit of a drive.
typedef enum TumDriveMode {
    TUM_DRIVE_FORCE,       ///< Stiffness and damping give a force or torque.
    TUM_DRIVE_ACCELERATION ///< They give an acceleration, whatever the masses are.
} TumDriveMode;

/// Drive: pulls a joint toward a position and a velocity along or about one axis.
typedef struct TumDrive {
    TumSpace space;           ///< Distance or angle.
    TumDriveMode mode;        ///< Unit of stiffness and damping.
    int32_t axis;             ///< 0 to 2, of frame A; in 4D an axis or a plane (TumPlane4).
    double max_force;         ///< [N] or [N m]; INFINITY.
    bool has_position_target; ///< False: position_target and stiffness do not act.
    double position_target;   ///< [m] or [rad]
    double velocity_target;   ///< [m/s] or [rad/s]
    double stiffness;         ///< [N/m] or [N m/rad]; as acceleration [1/s^2].
    double damping;           ///< [N s/m] or [N m s/rad]; as acceleration [1/s].
    const char *pointer;      ///< JSON pointer of the drive; joints may share one.
} TumDrive;

/// Kind of a joint in 4D: the directions that it holds, in the axes of its frames. Two bodies have
/// ten freedoms to each other: four of translation, six of rotation.
///
///     TUM_JOINT4_PIN        a point: free to turn in all six planes
///     TUM_JOINT4_LINE_PIN   the line along W: free to turn in XY, XZ and YZ, as a ball joint of 3D
///     TUM_JOINT4_HINGE      the plane ZW: free to turn in XY, as a door of 3D
///     TUM_JOINT4_DUO_HINGE  a point and both planes: free to turn in XY and in ZW
///     TUM_JOINT4_WELD       all
///     TUM_JOINT4_SLIDER     all but translation along X
typedef enum TumJointKind4 {
    TUM_JOINT4_PIN,       ///< Holds 4 freedoms.
    TUM_JOINT4_LINE_PIN,  ///< Holds 7.
    TUM_JOINT4_HINGE,     ///< Holds 9.
    TUM_JOINT4_DUO_HINGE, ///< Holds 8.
    TUM_JOINT4_WELD,      ///< Holds 10.
    TUM_JOINT4_SLIDER     ///< Holds 9.
} TumJointKind4;

/// Planes of a frame, as TumDrive.axis names them where it is angular; TumLimit.axes has a bit for
/// each, 1u << TUM_PLANE_XY.
typedef enum TumPlane4 {
    TUM_PLANE_XY, ///< A positive angle turns +X toward +Y.
    TUM_PLANE_XZ, ///< A positive angle turns +X toward +Z.
    TUM_PLANE_YZ, ///< A positive angle turns +Y toward +Z.
    TUM_PLANE_XW, ///< A positive angle turns +X toward +W.
    TUM_PLANE_YW, ///< A positive angle turns +Y toward +W.
    TUM_PLANE_ZW  ///< A positive angle turns +Z toward +W.
} TumPlane4;

/// Joint: limits and drives between two frames. A is the joint's node, B the connected one.
typedef struct TumJoint {
    TumJointKind4 kind4;     ///< In 4D: the directions that it holds; its limits and drives act on
                             ///< those that it leaves. In 3D: TUM_JOINT4_PIN, without meaning.
    int32_t node_a;          ///< Index, or -1: the world itself.
    int32_t node_b;          ///< Likewise.
    int32_t body_a;          ///< Index, or -1: the world.
    int32_t body_b;          ///< Likewise.
    double position_a[4];    ///< [m] Origin of frame A in its body frame, or in the world.
    double position_b[4];    ///< [m] Likewise of frame B.
    TumRotation rotation_a;  ///< Body frame, or world, from frame A.
    TumRotation rotation_b;  ///< Likewise from frame B.
    bool is_at_nodes;        ///< Each frame stands where its node does; else at a place of its own.
    bool driven_a;           ///< An animation moves frame A in its body frame (in the world).
    bool driven_b;           ///< Likewise of frame B.
    int32_t limit_first;     ///< Index into limits.
    int32_t limit_count;     ///< Number of limits.
    int32_t drive_first;     ///< Index into drives.
    int32_t drive_count;     ///< Number of drives.
    bool enable_collision;   ///< The two sides may collide with each other.
    uint64_t user;           ///< TumJointDef.user; 0 in a scene that was read.
    const char *pointer;     ///< JSON pointer of the joint.
    const char *description; ///< JSON pointer of the limits and drives, which joints may share.
} TumJoint;

/// Property that a track changes: values are one number where no other width is stated.
typedef enum TumTrackTarget {
    TUM_TRACK_TRANSLATION,      ///< Translation of a node in its parent: 3 numbers [m].
    TUM_TRACK_ROTATION,         ///< Rotation of a node in its parent: a quaternion x y z w.
    TUM_TRACK_STATIC_FRICTION,  ///< Static friction of a material.
    TUM_TRACK_DYNAMIC_FRICTION, ///< Dynamic friction of a material.
    TUM_TRACK_RESTITUTION,      ///< Restitution of a material.
    TUM_TRACK_MASS,             ///< Mass of a body [kg]; 0: nothing changes its linear velocity.
    TUM_TRACK_GRAVITY_FACTOR,   ///< Gravity factor of a body.
    TUM_TRACK_LINEAR_VELOCITY,  ///< Linear velocity of a body: 3 numbers [m/s], in the frame of
                                ///< TumBody.velocity_in_world.
    TUM_TRACK_ANGULAR_VELOCITY, ///< Angular velocity of a body: 3 numbers [rad/s], likewise.
    TUM_TRACK_KINEMATIC,        ///< Kind of a body: kinematic or, at 0, dynamic.
    TUM_TRACK_CENTER_OF_MASS,   ///< Centre of mass of a body: 3 numbers [m], in the body frame.
    TUM_TRACK_INERTIA, ///< Principal moments of a body: 3 numbers [kg m^2]; 0: that rate never
                       ///< changes.
    TUM_TRACK_INERTIA_ROTATION, ///< Principal frame of a body: body frame from principal frame, a
                                ///< quaternion.
    TUM_TRACK_LIMIT_MIN,        ///< Lower bound of a limit [m] or [rad].
    TUM_TRACK_LIMIT_MAX, ///< Upper bound of a limit [m] or [rad]. Below the lower bound the limit
                         ///< does not act.
    TUM_TRACK_LIMIT_STIFFNESS, ///< Stiffness of a limit.
    TUM_TRACK_LIMIT_DAMPING,   ///< Damping of a limit.
    TUM_TRACK_DRIVE_MAX_FORCE, ///< Greatest force of a drive.
    TUM_TRACK_DRIVE_POSITION,  ///< Position target of a drive [m] or [rad].
    TUM_TRACK_DRIVE_VELOCITY,  ///< Velocity target of a drive [m/s] or [rad/s].
    TUM_TRACK_DRIVE_STIFFNESS, ///< Stiffness of a drive.
    TUM_TRACK_DRIVE_DAMPING,   ///< Damping of a drive.
    TUM_TRACK_JOINT_COLLISION, ///< TumJoint.enable_collision: 0 or not.
    TUM_TRACK_SHAPE_SIZE,      ///< Size of a box: 3 numbers [m].
    TUM_TRACK_SHAPE_SIZE_X,    ///< Size of a plane along X [m].
    TUM_TRACK_SHAPE_SIZE_Z,    ///< Size of a plane along Z [m].
    TUM_TRACK_SHAPE_SIDES,     ///< TumShape.double_sided of a plane: 0 or not.
    TUM_TRACK_SHAPE_RADIUS,    ///< Radius of a sphere [m].
    TUM_TRACK_SHAPE_HEIGHT,    ///< Height of a capsule or cylinder [m].
    TUM_TRACK_SHAPE_BOTTOM,    ///< Radius of a capsule or cylinder at -Y [m].
    TUM_TRACK_SHAPE_TOP        ///< Radius of a capsule or cylinder at +Y [m].
} TumTrackTarget;

/// Interpolation between two keys.
typedef enum TumInterpolation {
    TUM_INTERPOLATION_STEP,        ///< The value of the earlier key.
    TUM_INTERPOLATION_LINEAR,      ///< Rotations along the shorter arc, at even speed.
    TUM_INTERPOLATION_CUBIC_SPLINE ///< Hermite; in-tangent, value, out-tangent per key.
} TumInterpolation;

/// Track: one property over time, all animations of the document together; of two that change the
/// same property, the later one counts. Before the first key the property has the first value,
/// after the last the last.
typedef struct TumTrack {
    TumTrackTarget target; ///< Property.
    int32_t index;         ///< Index of the node, material, body, limit, drive, joint or shape.
    TumInterpolation interpolation; ///< Interpolation between keys; of properties that are true or
                                    ///< false always steps.
    int32_t width;    ///< Numbers in a value: 1, 3 or 4. True or false is one number: 0 or not.
    size_t key_count; ///< 1 or more.
    int32_t same_as;  ///< Index of the first track with these times and values: joints that share a
                      ///< description share them. The track's own index where it is the first.
    double *times;    ///< [s] [key_count], rising.
    double *values;   ///< [key_count * width], three times as many for splines.
} TumTrack;

/// Physics scene. Free it with tum_scene_destroy. Its arrays are to be read: a changed scene is
/// built anew (scene_builder.h), a running one is changed in a world. Layouts of these structs may
/// change with every minor version before 1.0: tum_version_fits tells a program whether it was
/// compiled with those of the library (docs/versioning.md).
typedef struct TumScene {
    int dimension;           ///< 3 or 4; any other: nodes and nothing else.
    double world_gravity[4]; ///< [m/s^2] (0, -9.81, 0, 0) where the file has none.
    bool has_world_gravity;  ///< The file sets it.
    double default_density;  ///< [kg/m^3], in 4D [kg/m^4].
    const char *file;        ///< Name of the file as it was opened.
    const char *dialects;    ///< Ids of the dialects found, "K7" or "K7, J1"; "" without physics.

    const TumNode *nodes;                    ///< [node_count]
    const TumNode4 *nodes4;                  ///< [node_count] In 4D, else NULL.
    const TumBody *bodies;                   ///< [body_count] In node order.
    const TumCollider *colliders;            ///< [collider_count] In node order.
    const TumShape *shapes;                  ///< [shape_count]
    const TumCurve *curves;                  ///< [curve_count]
    const TumMesh *meshes;                   ///< [mesh_count]
    const TumMaterial *materials;            ///< [material_count]
    const TumFilter *filters;                ///< [filter_count]
    const int32_t *filter_systems;           ///< [filter_system_count] Indices into system_names.
    const char *const *system_names;         ///< [system_name_count] UTF-8.
    const TumTrigger *triggers;              ///< [trigger_count]
    const TumTriggerPart *trigger_parts;     ///< [trigger_part_count]
    const TumGravityVolume *gravity_volumes; ///< [gravity_volume_count] By priority, the highest
                                             ///< first, then in node order.
    const double *gravity_points; ///< [m] [gravity_point_count * 3] In the frame of their volume.
    const TumJoint *joints;       ///< [joint_count]
    const TumLimit *limits;       ///< [limit_count]
    const TumDrive *drives;       ///< [drive_count]
    const TumTrack *tracks;     ///< [track_count] In order of target, then index; no two have both.
    size_t node_count;          ///< Number of nodes.
    size_t body_count;          ///< Number of bodies.
    size_t collider_count;      ///< Number of colliders.
    size_t shape_count;         ///< Number of shapes.
    size_t curve_count;         ///< Number of curves.
    size_t mesh_count;          ///< Number of meshes.
    size_t material_count;      ///< Number of materials.
    size_t filter_count;        ///< Number of filters.
    size_t filter_system_count; ///< Number of entries of all lists of filters.
    size_t system_name_count;   ///< Number of names of systems.
    size_t trigger_count;       ///< Number of triggers.
    size_t trigger_part_count;  ///< Number of parts of triggers.
    size_t joint_count;         ///< Number of joints.
    size_t limit_count;         ///< Number of limits.
    size_t drive_count;         ///< Number of drives.
    size_t gravity_volume_count; ///< Number of volumes of gravity.
    size_t gravity_point_count;  ///< Number of points of volumes of gravity.
    size_t track_count;          ///< Number of tracks.

    void *memory; ///< Internal: owns everything above.
} TumScene;

/// Frees a scene with all its arrays. Worlds that were made from it stay. NULL is fine.
TUM_API void tum_scene_destroy(TumScene *scene);

/// True when two colliders with these filters (indices, or -1) may meet: both directions must admit
/// (`docs/dialects.md#surfaces-and-filters`).
TUM_API bool tum_scene_filters_admit(const TumScene *scene, int32_t filter_a, int32_t filter_b);

/// Triangulates a shape, counter-clockwise seen from outside: for engines that have no tapered
/// capsule, no ellipsoid, no hull. Points of a convex shape lie on its surface, so a hull of them
/// is the shape, too.
///
/// @param shape  index of a shape of a scene of 3D.
/// @param scale  [3] as TumCollider.scale; NULL: 1.
/// @param deviation  [m] > 0: greatest depth of triangles inside a curved surface.
/// @param allocator  NULL or all zero: malloc and free. Copied.
/// @param surface  receives the triangles; free them with tum_surface_destroy. NULL on failure.
/// @return TUM_OK, TUM_ERROR_UNSUPPORTED (infinite planes, rays, general shapes, points without a
///         hull), TUM_ERROR_MEMORY or TUM_ERROR_ARGUMENT (an index or a deviation out of range, a
///         scene of 4D).
TUM_API TumStatus tum_scene_surface3(const TumScene *scene, int32_t shape, const double *scale,
                                     double deviation, const TumAllocator *allocator,
                                     TumMesh **surface);

/// Frees the triangles of tum_scene_surface3. NULL is fine.
TUM_API void tum_surface_destroy(TumMesh *surface);

/// Computes the node transforms that follow from body poses: those that a simulation writes back
/// into a document.
///
/// A node that belongs to no moving body keeps its local transform. Where the exact local matrix
/// has shear (a parent scaled unevenly) the nearest translation and rotation are given and
/// `sheared` is set for that node.
///
/// @param positions  [m] [body_count * 3] The body frame's origin in the world.
/// @param rotations  [body_count * 4] Quaternions x y z w, world from body frame.
/// @param translation  [m] [node_count * 3] receives local translations.
/// @param rotation  [node_count * 4] receives local rotations.
/// @param sheared  [node_count], or NULL; entries are set, never cleared.
/// @return TUM_OK or TUM_ERROR_MEMORY.
TUM_API TumStatus tum_scene_local_transforms3(const TumScene *scene, const double *positions,
                                              const double *rotations, double *translation,
                                              double *rotation, bool *sheared);

/// Computes the node transforms that follow from body poses and all animations of the document at a
/// time: nodes between the bodies stand where animations put them, and a node that an animation
/// moves has the animation's transform.
///
/// @param seconds  [s] since the start of the animations.
/// @return TUM_OK or TUM_ERROR_MEMORY. The other parameters are those of
///         tum_scene_local_transforms3.
TUM_API TumStatus tum_scene_local_transforms3_at(const TumScene *scene, double seconds,
                                                 const double *positions, const double *rotations,
                                                 double *translation, double *rotation,
                                                 bool *sheared);

#ifdef __cplusplus
}
#endif

#endif
