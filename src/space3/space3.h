// SPDX-License-Identifier: MIT
/// space3.h: the 3D space: poses, velocities and masses of bodies, contacts and joints.
#ifndef TUM_SPACE3_SPACE3_H
#define TUM_SPACE3_SPACE3_H

#include "base/array.h"
#include "base/hash.h"
#include "collide3/collide_kernels3.h"
#include "distance3/gravity3.h"
#include "schedule/space.h"
#include "shape3/shape_kernels3.h"
#include "space3/contact_block3.h"
#include "space3/contact_data3.h"
#include "space3/joint_block3.h"
#include "space3/joint_data3.h"
#include "spatial/spatial_kernels.h"

// A step that ends with a higher speed or a greater distance has diverged: the body has escaped.
#define RUNAWAY_SPEED3 1e6f ///< [m/s], [rad/s]

#define RUNAWAY_DISTANCE3 1e9f ///< [m]

/// Pose of a body.
typedef struct BodyPlace3 {
    Vec3 center;   ///< [m] Centre of mass, in the world; updated at the end of a step.
    Quat rotation; ///< World from body; updated in each substep.
    Quat start;    ///< Rotation whose inertia the angular velocity is expressed in: that at the
                   ///< start of the step; for joined bodies the present one.
    bool is_fast;  ///< Fast body at the start of the step: its contact rows do not foresee its
                   ///< impacts (impact3.h).
} BodyPlace3;

/// Mass properties of a body; constant between changes of the scene.
typedef struct BodyMass3 {
    float inverse_mass;   ///< [1/kg] 0: infinite mass.
    Vec3 inverse_inertia; ///< [1/(kg m^2)] Principal; 0: infinite moment about that axis.
    Vec3 inertia;         ///< [kg m^2] Principal; unused where the inverse is 0.
    Quat body_from_principal;
    Vec3 local_center; ///< [m] Centre of mass in the body frame.
    float gravity_factor;
    float bounding_radius;   ///< [m] From the centre of mass to the farthest point of a collider.
    Vec3 inertia_anisotropy; ///< Per principal axis: relative difference of the two other moments,
                             ///< 0 to 1. A turn about that axis changes the inertia in the world by
                             ///< this share.
    float ccd_distance; ///< [m] A shorter motion in a substep cannot tunnel through a collider: a
                        ///< share of the thickness of the thinnest collider.
    bool is_gyroscopic; ///< Principal moments differ and are finite: a torque-free turn changes the
                        ///< angular velocity.
    bool is_isotropic;  ///< All principal moments are equal: the inertia is the same in any pose.
} BodyMass3;

/// World from body, about the centre of mass: a row of eight numbers.
typedef struct PoseRow3 {
    Pose3 pose;
    float unused;
} PoseRow3;

// Rotation modes, floats so that lanes can compare them.
#define ROTATION_JOINED 0.0f ///< The joint island moves the body.

#define ROTATION_ISOTROPIC 1.0f ///< The rotation is computed at the end of the step; until then

///< SolverBody3.turned holds the turn since the step began.
#define ROTATION_GYROSCOPIC 2.0f ///< As ROTATION_ISOTROPIC, for a gyroscopic body.

#define ROTATION_ALONE 3.0f ///< The rotation is current in each substep; moved alone.

/// Gap between the states of two subdomains: more cache lines than a core prefetches.
enum { STATES_BETWEEN_SUBDOMAINS = 32 };

/// Values of a body during a step; valid in that step.
typedef struct BodyStart3 {
    // Velocities after forces and before contacts of the substep.
    _Alignas(64) Vec3 linear; ///< [m/s]
    float fall;               ///< Factor of gravity; 0 also for infinite mass.
    Vec3 angular;             ///< [rad/s]
    float rotation_mode;      ///< ROTATION_…
    Sym3 inertia; ///< [kg m^2] In the world, at the start of the step; for gyroscopic bodies.
    float bounding_radius;      ///< [m]
    float ccd_distance_squared; ///< [m^2] Squared CCD distance; INFINITY: no CCD for
                                ///< this body.
} BodyStart3;

_Static_assert(sizeof(BodyStart3) == 64, "a cache line");

/// Mass and inertia of a body while it is dynamic; kept while it has another kind.
typedef struct BodyWeight3 {
    float inverse_mass;
    Vec3 inertia, inverse_inertia; ///< As in BodyMass3.
} BodyWeight3;

/// Motion for which the boxes of a body were last computed. The boxes stay valid while the
/// displacement and the changes of the predicted motion add up to no more than their margin.
typedef struct BodyBound3 {
    Vec3 center;
    Quat rotation;
    Vec3 move;                ///< [m] Predicted for the coming step without contacts.
    float other_displacement; ///< [m] Further displacement: by rotation and restitution.
} BodyBound3;

/// Pose of a body at its last test for rest.
typedef struct BodyRest3 {
    Vec3 center;
    Quat rotation;
    RestTrend trend;
} BodyRest3;

/// External force and torque of the next step.
typedef struct Push3 {
    Vec3 force;  ///< [N] At the centre of mass, in the world.
    Vec3 torque; ///< [N m] In the world.
} Push3;

/// Changes of one contact's manifolds in this step.
typedef struct ContactResult3 {
    uint32_t finder, first, count; ///< New manifolds, in the list of worker `finder`.
    uint32_t ended;                ///< ManifoldChanges
} ContactResult3;

/// New manifolds that a worker found in one pass of the narrow phase.
typedef struct ManifoldFinds3 {
    ARRAY(Manifold3) manifolds;
    bool out_of_memory;
} ManifoldFinds3;

/// Sum of all impacts of a contact in a step.
typedef struct Impact3 {
    float impulse; ///< [N s] Sum of the impulses.
    float speed;   ///< [m/s] Highest approach speed; point and normal are those of that impact.
    Vec3 point;    ///< [m] In the world.
    Vec3 normal;   ///< From the contact's first collider to the second.
} Impact3;

/// Restitution of a block in the substep. Several workers disturb the same block.
typedef struct BounceMark3 {
    Atomic32 disturbed; ///< Mask of lanes: a body of the contact was struck since its last visit.
    uint32_t bounced;   ///< Mask of lanes: bounced in the last pass.
    uint32_t anew;      ///< Mask of lanes: rows have the present inertias of their bodies.
} BounceMark3;

/// Restitution of the shared batch, or of the job in work.
typedef struct BounceMarks3 {
    ARRAY(BounceMark3) of_blocks; ///< At GraphColor.first_block.
    ARRAY(uint32_t) neighbors;    ///< Lanes of all bodies: index of the block times WIDE plus slot.
} BounceMarks3;

/// Range of BounceMarks3.neighbors: the lanes with restitution of a body.
typedef struct Neighbors3 {
    uint32_t begin, end;
} Neighbors3;

typedef struct WorkerScratch3 {
    ARRAY(ContactRows3) rows; ///< Rows of the batch in work.
    BounceMarks3 marks;
    uint32_t first_state; ///< First state of the job in work, in Bodies3.states.
    Prefetch3 ahead;      ///< Prefetch list of the next job.
} WorkerScratch3;

typedef ARRAY(ContactBlock3) ContactBlocks3;

typedef ARRAY(ContactExtra3) ContactExtras3;

/// Arrays over bodies, one item per slot.
typedef struct Bodies3 {
    ARRAY(SolverBody3)
    states; ///< While contacts are solved, the states of subdomains follow the last slot, subdomain
            ///< by subdomain and with gaps: the prefetcher of a core would otherwise take cache
            ///< lines from another core. The states of each worker's job follow them.
    ARRAY(uint32_t) state_of; ///< Index of a body's state in `states`.
    ARRAY(BodyPlace3) places;
    ARRAY(BodyMass3) masses;
    ARRAY(BodyWeight3) weights;
    ARRAY(BodyRest3) rests; ///< Pose at the last test for rest.
    ARRAY(Push3) pushes;    ///< All zero unless has_pushes.
    bool has_pushes;
    ARRAY(Vec3) pulls; ///< [m/s] Velocity change by forces in the substep, if not uniform.
    ARRAY(ContactBody3) contact_bodies; ///< In the order of `states`.
    ARRAY(BodyStart3) starts;           ///< In the order of `states`.
    ARRAY(BodyBound3) bounds; ///< Valid where Topology.margins holds a margin of the body.
    ARRAY(float)
    margin_left; ///< [m] A shorter displacement surely stays in the boxes; 0 or less: `bounds`
                 ///< decides.
    ARRAY(PoseRow3)
    before; ///< Pose at the start of the step; set with ROTATION_ALONE and ROTATION_JOINED.
    ARRAY(uint8_t) spins;        ///< The body rotates so fast that a step may have to be split.
    ARRAY(uint8_t) resists_anew; ///< The inertia changed in this substep; rows of contacts follow.
    ARRAY(int32_t) moved_bodies; ///< First the bodies asleep by the last narrow phase, if moved
    size_t resting_count;        ///< before it: their number; then the awake bodies.
} Bodies3;

/// Arrays over colliders, one item per slot.
typedef struct Colliders3 {
    ARRAY(Shape3) shapes;
    ARRAY(Pose3) center_from_shapes; ///< Pose of the shape in the body frame moved to the centre.
    ARRAY(int32_t)
    surface_velocity_of; ///< Index into surface_velocities, or NONE; colliders beyond its end have
                         ///< none (surface_velocity3.h).
    ARRAY(SurfaceVelocity3) surface_velocities;
} Colliders3;

/// Arrays over contacts and manifolds, one item per slot, and the results of the narrow phase.
typedef struct Contacts3 {
    ARRAY(PairCache3) caches;
    ARRAY(Impact3) impacts; ///< Impacts of the step (impact3.h); only with Topology.notes_touches.
    ARRAY(RecycleBudget3) recycle_budgets;
    ARRAY(RecyclePose3) recycle_poses;
    ARRAY(ManifoldAnchor3) anchors;
    ARRAY(ManifoldFeatures3) features;
    ARRAY(ContactMemory3) memories;
    ARRAY(ContactPressure) pressures; ///< Last step; only with Topology.notes_touches.
    ARRAY(ContactResult3) results;
    ManifoldFinds3 *finds; ///< One per worker.
    size_t manifolds_max; ///< Most manifolds that one narrow phase has found, all workers together.
} Contacts3;

/// Lanes of manifolds in the order of the constraint graph, and the scratch memory of workers.
typedef struct ContactSolver3 {
    WorkerScratch3 *scratch; ///< One per worker.
    uint32_t worker_count;
    ARRAY(ContactBlocks3) blocks;
    ARRAY(ContactExtras3) extras;
    ARRAY(ContactRows3) rows; ///< Rows of the shared batch, at GraphColor.first_block.
    BounceMarks3 marks;
    ARRAY(Neighbors3) neighbors; ///< One per state, from the first bounce of a step on.
} ContactSolver3;

/// Kernels of a space, all of one instruction set, which is chosen once per world. Trees have
/// theirs in Bvh.kernels, meshes in Mesh3.kernels.
typedef struct SpaceKernels3 {
    const SpatialKernels *trees;
    const ShapeKernels3 *shapes;
    const CollideKernels3 *pairs;
    const struct StalePairKernel3 *stale_pairs;
    const ContactKernel3 *contacts;
    const JointKernel3 *joint_sweep;
    const struct JointSystemKernel3 *joint_systems;
    const struct ArticulationKernel3 *articulations;
    const struct BodyKernel3 *bodies;
} SpaceKernels3;

struct Space3 {
    TumAllocator allocator;
    Vec3 gravity;                  ///< [m/s^2] Uniform gravity, outside of gravity fields.
    const Gravity3 *local_gravity; ///< Gravity fields of the world; NULL: gravity is uniform.
    SpaceKernels3 kernels;
    Bodies3 bodies;
    Colliders3 colliders;
    Contacts3 contacts;
    ContactSolver3 solver;
    JointSet3 joints;
};

/// [m/s^2] Upper bound of gravity, except within the unit distance of a field.
static inline float space3_strongest_pull(const Space3 *space)
{
    const float even = vec3_length(space->gravity);
    return space->local_gravity == NULL ? even : maximum(even, space->local_gravity->pull_most);
}

/// Gravitational acceleration of a body whose centre of mass is at `center` [m/s^2].
static inline Vec3 space3_gravity(const Space3 *space, int32_t body, Vec3 center)
{
    return space->local_gravity == NULL
               ? space->gravity
               : tum_gravity3_at(space->local_gravity, body, center, space->gravity);
}

/// [m/s^2] Acceleration of a free body by forces, at the start of its step.
static inline Vec3 space3_acceleration(const Space3 *space, int32_t body)
{
    const BodyMass3 *mass = &space->bodies.masses.items[body];
    const Vec3 gravity = space3_gravity(space, body, space->bodies.places.items[body].center);
    const Vec3 falls = vec3_scale(gravity, mass->gravity_factor);
    return space->bodies.has_pushes
               ? vec3_add_scaled(falls, space->bodies.pushes.items[body].force, mass->inverse_mass)
               : falls;
}

/// Definition of a body by world/build.c, rounded to single precision.
typedef struct BodyDef3 {
    Pose3 pose;      ///< Pose of the body frame.
    bool is_dynamic; ///< false: infinite mass.
    float inverse_mass;
    Vec3 inertia, inverse_inertia;
    Quat body_from_principal;
    Vec3 local_center;
    Vec3 linear_velocity, angular_velocity;
    float gravity_factor;
} BodyDef3;

/// [m] CCD distance as a share of the inner radius of the thinnest collider.
#define CCD_DISTANCE_SHARE 0.25f

/// [m] Inner radius of the thinnest collider; INFINITY: unknown.
static inline float body3_inner(const BodyMass3 *mass)
{
    return mass->ccd_distance > 0.0f ? mass->ccd_distance / CCD_DISTANCE_SHARE : INFINITY;
}

/// State of a body, valid also during a step.
static inline SolverBody3 *space3_state(const Space3 *space, int32_t body)
{
    return &space->bodies.states.items[space->bodies.state_of.items[body]];
}

static inline BodyStart3 *space3_start(const Space3 *space, int32_t body)
{
    return &space->bodies.starts.items[space->bodies.state_of.items[body]];
}

/// Inverse mass and inertia of a body in contacts.
static inline ContactBody3 *space3_weight(const Space3 *space, int32_t body)
{
    return &space->bodies.contact_bodies.items[space->bodies.state_of.items[body]];
}

/// Whether forces give all dynamic bodies the same acceleration: uniform gravity alone.
static inline bool space3_pulls_evenly(const Space3 *space)
{
    return space->local_gravity == NULL && !space->bodies.has_pushes;
}

/// Velocity change of a body by forces in the substep [m/s].
static inline Vec3 space3_pull(const Space3 *space, int32_t body, float seconds)
{
    return space3_pulls_evenly(space)
               ? vec3_scale(space->gravity, seconds * space3_start(space, body)->fall)
               : space->bodies.pulls.items[body];
}

/// Whether a body is in free flight: contacts have changed its velocity by next to nothing, besides
/// forces and restitution. The path of such a body is a parabola whose velocities are those of the
/// substep's end: h v - h^2 a / 2. Joined bodies fly together (tum_space3_begin_flights).
///
/// @param pull  space3_pull
static inline bool space3_flies(const Space3 *space, int32_t body, Vec3 pull)
{
    const Vec3 borne =
        vec3_sub(space3_state(space, body)->linear, space3_start(space, body)->linear);
    return vec3_length_squared(borne) <= BORNE_SQUARED * vec3_length_squared(pull) &&
           space3_weight(space, body)->joined == 0.0f;
}

#endif
