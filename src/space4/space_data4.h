// SPDX-License-Identifier: MIT
/// space_data4.h: the data of the 4D space: poses, velocities and masses of bodies, shapes and
/// contacts.
#ifndef TUM_SPACE4_SPACE_DATA4_H
#define TUM_SPACE4_SPACE_DATA4_H

#include "base/array.h"
#include "base/hash.h"
#include "collide4/pair_cache4.h"
#include "schedule/space.h"
#include "shape4/shape4.h"
#include "space4/body4.h"
#include "space4/contact_block4.h"
#include "space4/joint4.h"
#include "space4/recycle_data4.h"

/// Pose of a body. Its frame here is the principal frame: origin at the centre of mass, inertia one
/// number per plane.
typedef struct BodyPlace4 {
    Vec4 center;        ///< [m] In the world; changes at the end of a step.
    Rotation4 rotation; ///< World from principal; changes in each substep.
    Rotation4 start;    ///< Rotation at the start of the step, for which the spin's inertia holds.
    Bivec4 momentum;    ///< [kg m^2/s] Angular momentum in the world of a gyroscopic body: constant
                        ///< in free motion, so it is stored, and the spin follows.
    Halves4 spin;       ///< [rad/s] Spin for that momentum and `start`.
} BodyPlace4;

/// Mass properties of a body; constant until the program changes them.
typedef struct BodyMass4 {
    Inertness4 inertness; ///< As the solver uses it: immovable unless the body is dynamic.
    Inertness4 weight;    ///< As it is while the body is dynamic.
    Pose4 body_from_principal;
    float gravity_factor;
    float bounding_radius; ///< [m] From the centre of mass to the farthest point of a collider.
    float lever; ///< [m] Greatest displacement of surfaces per radian: reach, but for balls only
                 ///< the distance of their centres from the centre of mass.
    Bivec4 inertia_anisotropy; ///< Per principal plane, 0 to 1: change of the inertia in the world
                               ///< by rotation in the plane.
    bool is_gyroscopic;        ///< Rotation alone changes the spin.
} BodyMass4;

/// Pose of a body at its last sleep test.
typedef struct BodyRest4 {
    Vec4 center;
    Rotation4 rotation;
    RestTrend trend;
} BodyRest4;

/// External force and torque on a body during the next step.
typedef struct Push4 {
    Vec4 force;    ///< [N] At the centre of mass, in the world.
    Bivec4 torque; ///< [N m] In the world.
} Push4;

/// Size of a collider's shape, which most collision tests read first.
typedef struct ShapeSize4 {
    float bounding_radius;
    float radius; ///< Radius of a ball, else 0.
} ShapeSize4;

/// Changes of one contact's manifolds in this step.
typedef struct ContactResult4 {
    uint32_t finder, first, count; ///< Range of the new manifolds in the arrays of a finder.
    uint32_t ended;                ///< ManifoldChanges
} ContactResult4;

/// New manifolds that a worker found in one narrow batch.
typedef struct ManifoldFinds4 {
    ARRAY(Manifold4) manifolds;
    bool out_of_memory;
} ManifoldFinds4;

typedef ARRAY(ContactBlock4) ContactBlocks4;

typedef struct Space4 {
    TumAllocator allocator;
    Vec4 gravity; ///< [m/s^2]
    const ContactKernel4 *kernel;

    // One per body:
    ARRAY(SolverBody4) states;
    ARRAY(BodyPlace4) places;
    ARRAY(BodyMass4) masses;
    ARRAY(BodyRest4) rests; ///< At the last sleep test.
    ARRAY(Push4) pushes;    ///< All zero unless has_pushes.
    bool has_pushes;
    ARRAY(InverseInertia4) inverse_inertias; ///< In the world, at the start of the step.

    ARRAY(BodyStart4) starts;   ///< Valid in one step.
    ARRAY(Pose4) seen;          ///< World from principal frame at the last narrow phase.
    ARRAY(BodyMotion4) motions; ///< Zero except for `moved_bodies`.
    ARRAY(int32_t)
    moved_bodies; ///< Bodies that moved before the last narrow phase, or may move after it.

    // One per collider:
    ARRAY(Shape4) shapes;
    ARRAY(ShapeSize4) sizes;
    ARRAY(Pose4) principal_from_shapes;

    // One per contact:
    ARRAY(PairCache4) caches;
    ARRAY(RecycleBudget4) recycle_budgets;
    ARRAY(RecyclePose4) recycle_poses;

    // One per manifold:
    ARRAY(Manifold4) manifolds;
    ARRAY(ManifoldAnchor4) anchors; ///< Anchors of manifolds that are updated.
    ARRAY(ContactMemory4) memories;
    ARRAY(float) impulses; ///< [N s] In the step; only with Sim.notes_touches.

    // One per active contact, valid in one step:
    ARRAY(ContactResult4) results;
    ManifoldFinds4 *finds; ///< One per worker.
    size_t manifolds_max;  ///< Greatest count that collide found in one step, over all workers.
    uint32_t worker_count;

    ARRAY(ContactBlocks4) blocks;
    JointSet4 joints;
} Space4;

/// The pose of a body's principal frame.
static inline Pose4 space4_pose(const Space4 *space, int32_t body)
{
    const BodyPlace4 *place = &space->places.items[body];
    return (Pose4){place->center, place->rotation};
}

/// The pose of a collider.
static inline Pose4 space4_shape_pose(const Space4 *space, int32_t body, int32_t collider)
{
    return pose4_multiply(space4_pose(space, body), space->principal_from_shapes.items[collider]);
}

/// The change of spin [rad/s] by an angular impulse [N m s], both by halves.
static inline Halves4 space4_respond(const InverseInertia4 *inverse, Halves4 twist)
{
    return (Halves4){
        vec3_add(mat3_transform(inverse->left, twist.left),
                 mat3_transform(inverse->across, twist.right)),
        vec3_add(mat3_transform_transposed(inverse->across, twist.left),
                 mat3_transform(inverse->right, twist.right)),
    };
}

/// The greatest speed of a point at unit distance from the centre.
static inline float halves4_rate(Halves4 spin)
{
    return 0.5f * (vec3_length(spin.left) + vec3_length(spin.right));
}

/// [m/s^2] Acceleration of a free body by gravity and external forces.
static inline Vec4 space4_acceleration(const Space4 *space, int32_t body)
{
    const SolverBody4 *state = &space->states.items[body];
    const Vec4 falls = vec4_scale(space->gravity, state->gravity_factor);
    return space->has_pushes
               ? vec4_add_scaled(falls, space->pushes.items[body].force, state->inverse_mass)
               : falls;
}

#endif
