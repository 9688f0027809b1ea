// SPDX-License-Identifier: MIT
/// scene.h: the physics scene: what a file says about physics, whatever dialect said it.
///
/// The waist of tumble. Every dialect is read into a scene, every consumer starts from one: our
/// worlds, the converter, another engine. A scene is a value to read: plain arrays, indices instead
/// of pointers (-1 is none), doubles, nothing left to guess: masses, centres of mass and inertia
/// are there whether a file gave them or not.
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
/// Threads: a scene is constant once built and may be read from any number of threads.
#ifndef TUMBLE_SCENE_H
#define TUMBLE_SCENE_H

#include "tumble/base.h"
#include "tumble/pose.h"
#include "tumble/report.h"

#ifdef __cplusplus
extern "C" {
#endif

/// A rotation: in 3D the quaternion x y z w in q; in 4D the matrix m, column by column.
typedef struct TumRotation {
    double q[4];
    double m[16];
} TumRotation;

/// A node of the document, same index. What nodes have in common they share: the identity those
/// without a transform, their parent's place those that stand where it does.
typedef struct TumNode {
    int32_t parent;            ///< Index, or -1.
    int32_t body;              ///< The body that moves it, or -1: it never moves by physics.
    bool in_scene;             ///< Below a root of the active scene.
    bool has_matrix;           ///< Authored as a matrix: written back as one.
    bool animated[3];          ///< Translation, rotation, scale have an animation channel.
    const TumTransform *local; ///< To the parent, at load.
    const double *world;       ///< [16] 4 by 4, column by column, to the world, at load.
    const char *name;          ///< UTF-8, "" where the document gives none.
} TumNode;

/// Where a node stands in 4D, same index. The transforms of TumNode are then the identity.
typedef struct TumNode4 {
    const TumTransform4 *local; ///< To the parent, at load.
    const TumTransform4 *world; ///< To the world, at load.
} TumNode4;

typedef enum TumBodyKind {
    TUM_BODY_STATIC,    ///< Hit, never moved.
    TUM_BODY_KINEMATIC, ///< Keeps its velocity; pushes and is never pushed.
    TUM_BODY_DYNAMIC    ///< Simulated.
} TumBodyKind;

/// Where a mass property came from.
typedef enum TumOrigin {
    TUM_ORIGIN_AUTHORED,  ///< The file gives it.
    TUM_ORIGIN_DEFAULTED, ///< The dialect's documented default.
    TUM_ORIGIN_COMPUTED   ///< From the colliders.
} TumOrigin;

typedef enum TumBodyTag {
    TUM_BODY_TAG_NONE = 0,
    TUM_BODY_TAG_CHARACTER = 1,
    TUM_BODY_TAG_VEHICLE = 2
} TumBodyTag;

/// A node with motion and everything that moves with it.
typedef struct TumBody {
    int32_t node;
    TumBodyKind kind;
    TumBodyTag tag;
    double position[4];       ///< [m] The body frame's origin in the world, at load.
    TumRotation rotation;     ///< World from body frame, at load.
    double stretch[16];       ///< World linear part = rotation * stretch; constant for the run.
    double mass;              ///< [kg] > 0; INFINITY: nothing changes its linear velocity.
    double center_of_mass[4]; ///< [m] In the body frame.
    double inertia[6];        ///< [kg m^2] Principal moments about the centre of mass: 3 in 3D, one
                              ///< per plane in 4D. Each > 0; INFINITY: that rate never changes.
    TumRotation inertia_rotation; ///< Body frame from principal frame.
    double linear_velocity[4];    ///< [m/s] Of the centre of mass, in the world.
    double angular_velocity[6];   ///< [rad/s] In the world; a bivector in 4D.
    double gravity_factor;
    bool velocity_in_world; ///< Authored velocities are the world's, not turned by the node.
    bool driven;            ///< An animation moves it: its own node's, or, where it is not
                            ///< dynamic, that of a node above.
    TumOrigin mass_origin, center_of_mass_origin;
    TumOrigin inertia_origin[6];
    const char *pointer; ///< JSON pointer of the motion object.
} TumBody;

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

/// A shape in its own frame. The axis of revolution is Y; `_top` is at +Y.
typedef struct TumShape {
    TumShapeKind kind;
    double size[4];       ///< [m] Full edge lengths.
    double height;        ///< [m]
    double radius;        ///< [m]
    double radius_bottom; ///< [m] Of a hull of 4D: with size, height and radius_top the tapered
    double radius_top;    ///< [m] shape that it stands for, whose mass it has. Else 0.
    bool double_sided;
    int32_t mesh;                     ///< Into meshes, or -1.
    int32_t curve_first, curve_count; ///< Into curves.
    const char *pointer;              ///< JSON pointer of the shape.
} TumShape;

/// One curve of a general shape: rounds the axes whose radius is positive.
typedef struct TumCurve {
    double radii[4]; ///< [m]
    double exponent; ///< 2 is an ellipse.
} TumCurve;

/// Points and simplexes in the shape's frame. Cells are triangles in 3D, tetrahedra in 4D.
typedef struct TumMesh {
    double *points;  ///< [m] point_count times the dimension.
    uint32_t *cells; ///< cell_count times the dimension; each below point_count.
    size_t point_count, cell_count;
    bool is_closed;        ///< Welded, every facet of a cell is shared by exactly two cells that
                           ///< agree on the outside.
    int32_t document_mesh; ///< Index of the document's mesh that these are all triangles of, as it
                           ///< lies there; -1: they were moved, deformed or gathered.
} TumMesh;

typedef enum TumCombine {
    TUM_COMBINE_NONE, ///< Abstains: the other side decides.
    TUM_COMBINE_AVERAGE,
    TUM_COMBINE_MINIMUM,
    TUM_COMBINE_MAXIMUM,
    TUM_COMBINE_MULTIPLY
} TumCombine;

typedef struct TumMaterial {
    double static_friction, dynamic_friction, restitution;
    TumCombine friction_combine, restitution_combine;
    const char *pointer;
} TumMaterial;

/// The material of a collider without one: 0.6, 0.6, 0, abstaining.
TUM_API TumMaterial tum_default_material(void);

/// Joins two coefficients: average wins over minimum over maximum over multiply; both none is
/// average (KHR_physics_rigid_bodies; decision D4).
TUM_API double tum_combine(TumCombine mode_a, double a, TumCombine mode_b, double b);

/// Names are indices into system_names. Lists are ranges of filter_systems.
typedef struct TumFilter {
    int32_t system_first, system_count;                     ///< Memberships.
    int32_t collide_with_first, collide_with_count;         ///< Whitelist; empty: none.
    int32_t not_collide_with_first, not_collide_with_count; ///< Blacklist; empty: none.
    const char *pointer;
} TumFilter;

/// A solid shape that belongs to a body or to the world.
typedef struct TumCollider {
    int32_t node;
    int32_t body; ///< Or -1: the world owns it.
    int32_t shape;
    int32_t authored_shape; ///< As the file gives it, in node space: another one than `shape` where
                            ///< the points went through the node's scale, or where a rarer shape
                            ///< became one of the others.
    double position[4]; ///< [m] Collider frame in the body frame (in the world where body is -1).
    TumRotation rotation;
    double scale[4];  ///< >= 0: scales the shape in the collider frame. All 1 for meshes and
                      ///< hulls, whose points are baked.
    int32_t material; ///< Or -1: tum_default_material.
    int32_t filter;   ///< Or -1: meets everybody.
    bool enabled;
    bool driven;         ///< An animation moves it in its body frame (in the world), or changes
                         ///< its shape.
    int32_t group;       ///< Node of the compound it came from, or -1.
    const char *pointer; ///< JSON pointer of the collider object.
} TumCollider;

/// One shape of a trigger.
typedef struct TumTriggerPart {
    int32_t node;
    int32_t body;                  ///< It moves with this body, or -1.
    int32_t shape, authored_shape; ///< As in TumCollider.
    double position[4];
    TumRotation rotation;
    double scale[4];
    int32_t filter;
    bool enabled;
    bool driven; ///< As of a collider.
} TumTriggerPart;

/// A volume that notices solid colliders and never pushes.
typedef struct TumTrigger {
    int32_t node;
    int32_t part_first, part_count; ///< Into trigger_parts.
    int32_t filter;                 ///< A compound's own, or -1.
    const char *pointer;
} TumTrigger;

/// What a volume of gravity pulls towards.
typedef enum TumGravityKind {
    TUM_GRAVITY_DIRECTIONAL, ///< direction: the same everywhere
    TUM_GRAVITY_POINT,       ///< the origin of its frame
    TUM_GRAVITY_DISC,        ///< radii: the nearest point of a filled ellipse in its XZ plane
    TUM_GRAVITY_TORUS,       ///< radii: the nearest point of that ellipse's rim
    TUM_GRAVITY_LINE,        ///< points: the nearest point of a line through them
    TUM_GRAVITY_SHAPED       ///< shape: the nearest point of its surface
} TumGravityKind;

/// Gravity inside a trigger (docs/simulation.md#9-volumes-of-gravity).
///
/// A body that touches the trigger is pulled with `gravity`, or, where unit_distance is above zero,
/// with gravity * (unit_distance / distance)^2. Volumes count in the order they stand here, and the
/// world's gravity after them, unless one of them stops.
typedef struct TumGravityVolume {
    int32_t node;
    int32_t trigger; ///< Or -1: the node has none, so nothing is ever inside.
    TumGravityKind kind;
    double gravity; ///< [m/s^2] Negative: away.
    int64_t priority;
    bool replace;         ///< Takes the place of the volumes before it.
    bool stop;            ///< No volume after it counts, nor the world's gravity.
    double unit_distance; ///< [m] 0: the same at every distance.
    int32_t body;         ///< The source of the pull moves with this body, or -1.
    double position[4];   ///< [m] Its frame in the body frame (in the world where body is -1).
    TumRotation rotation;
    bool driven;                      ///< An animation moves it in its body frame (in the world).
    double direction[4];              ///< Of length one, in its frame.
    double radii[2];                  ///< [m] Half axes along X and Z of its frame.
    int32_t point_first, point_count; ///< Into gravity_points.
    int32_t shape;                    ///< Or -1.
    double scale[4];                  ///< Of the shape, as of a collider.
    const char *pointer;
} TumGravityVolume;

typedef enum TumSpace {
    TUM_SPACE_LINEAR, ///< metres
    TUM_SPACE_ANGULAR ///< radians
} TumSpace;

/// Keeps a metric of the two frames within a range (docs/simulation.md#5-joints).
typedef struct TumLimit {
    TumSpace space;
    uint32_t axes;       ///< Bits 0 to 2: one, two or three axes of frame A.
    double min, max;     ///< [m] or [rad]; -INFINITY, INFINITY: open.
    double stiffness;    ///< [N/m] or [N m/rad]; INFINITY: hard.
    double damping;      ///< [N s/m] or [N m s/rad] beyond the limit.
    const char *pointer; ///< JSON pointer of the limit; joints may share one.
} TumLimit;

typedef enum TumDriveMode { TUM_DRIVE_FORCE, TUM_DRIVE_ACCELERATION } TumDriveMode;

typedef struct TumDrive {
    TumSpace space;
    TumDriveMode mode;
    int32_t axis;     ///< 0 to 2, of frame A.
    double max_force; ///< [N] or [N m]; INFINITY.
    bool has_position_target;
    double position_target, velocity_target;
    double stiffness, damping;
    const char *pointer; ///< JSON pointer of the drive; joints may share one.
} TumDrive;

/// Limits and drives between two frames. A is the joint's node, B the connected one.
typedef struct TumJoint {
    int32_t node_a, node_b;              ///< Or -1: the world itself.
    int32_t body_a, body_b;              ///< Or -1: the world.
    double position_a[4], position_b[4]; ///< [m] In the body frame, or in the world.
    TumRotation rotation_a, rotation_b;
    bool is_at_nodes;        ///< Each frame stands where its node does; else at a place of its own.
    bool driven_a, driven_b; ///< An animation moves the frame in its body frame (in the world).
    int32_t limit_first, limit_count;
    int32_t drive_first, drive_count;
    bool enable_collision;
    const char *pointer;
    const char *description; ///< JSON pointer of the limits and drives, which joints may share.
} TumJoint;

/// What an animation changes.
typedef enum TumTrackTarget {
    TUM_TRACK_TRANSLATION,      ///< Of a node: 3 numbers [m], in its parent.
    TUM_TRACK_ROTATION,         ///< Of a node: a quaternion x y z w, in its parent.
    TUM_TRACK_STATIC_FRICTION,  ///< Of a material.
    TUM_TRACK_DYNAMIC_FRICTION, ///< Of a material.
    TUM_TRACK_RESTITUTION,      ///< Of a material.
    TUM_TRACK_MASS,             ///< Of a body [kg]; 0: nothing changes its linear velocity.
    TUM_TRACK_GRAVITY_FACTOR,   ///< Of a body.
    TUM_TRACK_LINEAR_VELOCITY,  ///< Of a body: 3 numbers [m/s], as TumBody.velocity_in_world says.
    TUM_TRACK_ANGULAR_VELOCITY, ///< Of a body: 3 numbers [rad/s], likewise.
    TUM_TRACK_KINEMATIC,        ///< Of a body: whether it is kinematic, else it is dynamic.
    TUM_TRACK_CENTER_OF_MASS,   ///< Of a body: 3 numbers [m], in the body frame.
    TUM_TRACK_INERTIA,          ///< Of a body: 3 principal moments [kg m^2]; 0: that rate never
                                ///< changes.
    TUM_TRACK_INERTIA_ROTATION, ///< Of a body: body frame from principal frame, a quaternion.
    TUM_TRACK_LIMIT_MIN,        ///< Of a limit [m] or [rad].
    TUM_TRACK_LIMIT_MAX,        ///< Of a limit [m] or [rad]. Below the minimum: limits nothing.
    TUM_TRACK_LIMIT_STIFFNESS,  ///< Of a limit.
    TUM_TRACK_LIMIT_DAMPING,    ///< Of a limit.
    TUM_TRACK_DRIVE_MAX_FORCE,  ///< Of a drive.
    TUM_TRACK_DRIVE_POSITION,   ///< Of a drive: its position target [m] or [rad].
    TUM_TRACK_DRIVE_VELOCITY,   ///< Of a drive: its velocity target [m/s] or [rad/s].
    TUM_TRACK_DRIVE_STIFFNESS,  ///< Of a drive.
    TUM_TRACK_DRIVE_DAMPING,    ///< Of a drive.
    TUM_TRACK_JOINT_COLLISION,  ///< Of a joint: whether what it joins collides.
    TUM_TRACK_SHAPE_SIZE,       ///< Of a box: 3 numbers [m].
    TUM_TRACK_SHAPE_SIZE_X,     ///< Of a plane [m].
    TUM_TRACK_SHAPE_SIZE_Z,     ///< Of a plane [m].
    TUM_TRACK_SHAPE_SIDES,      ///< Of a plane: whether it is double-sided.
    TUM_TRACK_SHAPE_RADIUS,     ///< Of a sphere [m].
    TUM_TRACK_SHAPE_HEIGHT,     ///< Of a capsule or cylinder [m].
    TUM_TRACK_SHAPE_BOTTOM,     ///< Of a capsule or cylinder: its radius at -Y [m].
    TUM_TRACK_SHAPE_TOP         ///< Of a capsule or cylinder: its radius at +Y [m].
} TumTrackTarget;

typedef enum TumInterpolation {
    TUM_INTERPOLATION_STEP,
    TUM_INTERPOLATION_LINEAR,      ///< Rotations along the shorter arc, at even speed.
    TUM_INTERPOLATION_CUBIC_SPLINE ///< Hermite; in-tangent, value, out-tangent per key.
} TumInterpolation;

/// One property over time, all animations of the document together: of two that change the same,
/// the later one counts. Before the first key the property has the first value, after the last the
/// last.
typedef struct TumTrack {
    TumTrackTarget target;
    int32_t index;                  ///< Of the node, material, body, limit, drive, joint or shape.
    TumInterpolation interpolation; ///< Of what is either so or not: always steps.
    int32_t width;    ///< Numbers a value: 1, 3 or 4. What is either so or not: 0 or not.
    size_t key_count; ///< 1 or more.
    int32_t same_as;  ///< Index of the first track with these times and values: joints that share
                      ///< a description share them. Its own where it is the first.
    double *times;    ///< [s] [key_count], rising.
    double *values;   ///< [key_count * width], three times as many for splines.
} TumTrack;

/// A physics scene. Free it with tum_scene_destroy. Its arrays are to be read: whatever is to be
/// another way is built another way (scene_builder.h) or changed in a world. Layouts of these
/// structs may change with every minor version before 1.0: tum_version_fits tells a program whether
/// it was compiled with those of the library (docs/versioning.md).
typedef struct TumScene {
    int dimension;           ///< 3 or 4; any other: nodes and nothing else.
    double world_gravity[4]; ///< [m/s^2] (0, -9.81, 0, 0) where the file says nothing.
    bool has_world_gravity;  ///< The file sets it.
    double default_density;  ///< [kg/m^3], in 4D [kg/m^4].
    const char *file;        ///< As it was named when opened.
    const char *dialects;    ///< Ids found, "K7" or "K7, J1"; "" without physics.

    const TumNode *nodes;
    const TumNode4 *nodes4;       ///< [node_count] In 4D, else NULL.
    const TumBody *bodies;        ///< In node order.
    const TumCollider *colliders; ///< In node order.
    const TumShape *shapes;
    const TumCurve *curves;
    const TumMesh *meshes;
    const TumMaterial *materials;
    const TumFilter *filters;
    const int32_t *filter_systems; ///< Indices into system_names.
    const char *const *system_names;
    const TumTrigger *triggers;
    const TumTriggerPart *trigger_parts;
    const TumGravityVolume
        *gravity_volumes;         ///< By priority, the highest first, then in node order.
    const double *gravity_points; ///< [m] 3 numbers each, in the frame of their volume.
    const TumJoint *joints;
    const TumLimit *limits;
    const TumDrive *drives;
    const TumTrack *tracks; ///< In order of target, then index; no two have both.
    size_t node_count, body_count, collider_count, shape_count, curve_count, mesh_count;
    size_t material_count, filter_count, filter_system_count, system_name_count;
    size_t trigger_count, trigger_part_count, joint_count, limit_count, drive_count;
    size_t gravity_volume_count, gravity_point_count, track_count;

    void *memory; ///< Everything above; internal.
} TumScene;

TUM_API void tum_scene_destroy(TumScene *scene);

/// True when two colliders with these filters (indices, or -1) may meet: both directions must admit
/// (docs/dialects.md#surfaces-and-filters).
TUM_API bool tum_scene_filters_admit(const TumScene *scene, int32_t filter_a, int32_t filter_b);

/// A shape as triangles, counter-clockwise seen from outside: for engines that have no tapered
/// capsule, no ellipsoid, no hull. Points of a convex shape lie on its surface, so they are also
/// what its hull is made of.
///
/// @param scale      as TumCollider.scale; NULL: 1.
/// @param deviation  [m] > 0: how far triangles may stay inside a round surface.
/// @param allocator  NULL or all zero: malloc and free. Copied.
/// @param surface    receives the triangles; free them with tum_surface_destroy. NULL on failure.
/// @return TUM_OK, TUM_ERROR_UNSUPPORTED (infinite planes, rays, general shapes, nothing to make a
///         hull of), TUM_ERROR_MEMORY or TUM_ERROR_ARGUMENT.
TUM_API TumStatus tum_scene_surface3(const TumScene *scene, int32_t shape, const double *scale,
                                     double deviation, const TumAllocator *allocator,
                                     TumMesh **surface);
TUM_API void tum_surface_destroy(TumMesh *surface);

/// Node transforms that follow from body poses: what a simulation writes back into a document.
///
/// A node that belongs to no moving body keeps its local transform. Where the exact local matrix
/// has shear (a parent scaled unevenly) the nearest translation and rotation are given and
/// `sheared`, if not NULL, is set for that node.
///
/// @param positions    [m] 3 numbers a body: the body frame's origin in the world.
/// @param rotations    4 numbers a body: x y z w.
/// @param translation  receives 3 numbers a node, local.
/// @param rotation     receives 4 numbers a node, local.
/// @param sheared      one bool a node, or NULL; entries are set, never cleared.
/// @return TUM_OK or TUM_ERROR_MEMORY.
TUM_API TumStatus tum_scene_local_transforms3(const TumScene *scene, const double *positions,
                                              const double *rotations, double *translation,
                                              double *rotation, bool *sheared);

/// The same with all animations of the document at a time [s]: nodes between the bodies stand
/// where animations put them, and a node that an animation moves has the animation's transform.
TUM_API TumStatus tum_scene_local_transforms3_at(const TumScene *scene, double seconds,
                                                 const double *positions, const double *rotations,
                                                 double *translation, double *rotation,
                                                 bool *sheared);

#ifdef __cplusplus
}
#endif

#endif
