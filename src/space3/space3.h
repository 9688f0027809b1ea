// SPDX-License-Identifier: MIT
/// space3.h: three dimensions: where bodies are, how they move and push. The table for sim.
#ifndef TUM_SPACE3_SPACE3_H
#define TUM_SPACE3_SPACE3_H

#include "base/array.h"
#include "base/hash.h"
#include "distance3/gravity3.h"
#include "schedule/space.h"
#include "space3/contact_block3.h"
#include "space3/contact_data3.h"
#include "space3/joint_block3.h"
#include "space3/joint_data3.h"

// What is faster or farther has run away: a step that ends so has diverged.
#define RUNAWAY_SPEED3 1e6f ///< [m/s], [rad/s]

#define RUNAWAY_DISTANCE3 1e9f ///< [m]

/// Whether a body touches, or may soon, anything that could stop it for good (impact3.h).
typedef enum Obstacles3 { OBSTACLES_UNKNOWN, OBSTACLES_NONE, OBSTACLES_SOME } Obstacles3;

/// Where a body is.
typedef struct BodyPlace3 {
    Vec3 center;   ///< [m] Centre of mass, in the world; moves at the end of a step.
    Quat rotation; ///< World from body; turns in each substep.
    Quat start;    ///< The rotation whose inertia the spin is in: when the step began; of joined
                   ///< bodies now.
    bool is_fast;  ///< When the step began: rows know nothing of what it may meet (impact3.h).
    uint8_t obstacles; ///< Obstacles3, once somebody has asked in a step.
} BodyPlace3;

/// What a body is; constant while nobody changes it.
typedef struct BodyMass3 {
    float inverse_mass;   ///< [1/kg] 0: no push moves it.
    Vec3 inverse_inertia; ///< [1/(kg m^2)] Principal; 0: no push turns it about that axis.
    Vec3 inertia;         ///< [kg m^2] Principal; unused where the inverse is 0.
    Quat body_from_principal;
    Vec3 local_center; ///< [m] Centre of mass in the body frame.
    float gravity_factor;
    float reach;             ///< [m] From the centre of mass to the farthest point of a collider.
    Vec3 inertia_anisotropy; ///< Per principal axis: how much the two other moments differ, 0 to 1.
                             ///< Turning about that axis changes the inertia in the world by it.
    float ccd_distance; ///< [m] Moving less in a substep it cannot jump through anything: a share
                        ///< of the thickness of its thinnest collider.
    bool is_gyroscopic; ///< Principal moments differ and are finite: turning alone changes
                        ///< the angular velocity.
    bool is_isotropic;  ///< All principal moments are equal: inertia is the same in any pose.
} BodyMass3;

/// How a body goes through a substep. Numbers, because lanes are told apart by them.
/// World from body, about its centre of mass: a row of eight numbers.
typedef struct PoseRow3 {
    Pose3 pose;
    float unused;
} PoseRow3;

#define ROTATION_JOINED 0.0f ///< Its assembly moves it.

#define ROTATION_ISOTROPIC 1.0f ///< Its rotation is asked for when the step ends; till then

///< SolverBody3.turned says how far it has turned.
#define ROTATION_GYROSCOPIC 2.0f ///< The same for a body that tumbles.

#define ROTATION_ALONE 3.0f ///< Its rotation is that of now, and it is moved by itself.

/// Between those of two parts: more lines than a core fetches ahead.
enum { STATES_BETWEEN_SUBDOMAINS = 32 };

/// What a body goes through a step with; valid in that step.
typedef struct BodyStart3 {
    // Where a substep began: once forces had acted, and before contacts did.
    _Alignas(64) Vec3 linear;   ///< [m/s]
    float fall;                 ///< Factor of gravity; 0 also where mass is infinite.
    Vec3 angular;               ///< [rad/s]
    float rotation_mode;        ///< MANNER_…
    Sym3 inertia;               ///< [kg m^2] In the world, when the step began; where it tumbles.
    float reach;                ///< [m]
    float ccd_distance_squared; ///< [m^2] It may pass through something where it moves farther in a
                                ///< substep; INFINITY: nobody follows it.
} BodyStart3;

_Static_assert(sizeof(BodyStart3) == 64, "a cache line");

/// What a body weighs where it is dynamic; kept while it is of another kind.
typedef struct BodyWeight3 {
    float inverse_mass;
    Vec3 inertia, inverse_inertia; ///< As in BodyMass3.
} BodyWeight3;

/// A body as its boxes were last made for. They have grown by no more since than it has moved, and
/// than what it is about to do has changed.
typedef struct BodyBound3 {
    Vec3 center;
    Quat rotation;
    Vec3 move;      ///< [m] In the coming step, if nothing stops it.
    float all_ways; ///< [m] Besides: by turning, and where it may bounce.
} BodyBound3;

/// Where a body was at the last look at whether it rests.
typedef struct BodyRest3 {
    Vec3 center;
    Quat rotation;
    RestTrend trend;
} BodyRest3;

/// What pulls at a body during the next step.
typedef struct Push3 {
    Vec3 force;  ///< [N] At the centre of mass, in the world.
    Vec3 torque; ///< [N m] In the world.
} Push3;

/// How the planes found for one contact in this step differ from what it had.
typedef struct ContactResult3 {
    uint32_t finder, first, count; ///< New ones, among the finder's.
    uint32_t ended;                ///< ManifoldChanges
} ContactResult3;

/// New planes that a worker found in one of the laps of collide.
typedef struct ManifoldFinds3 {
    ARRAY(Manifold3) planes;
    bool out_of_memory;
} ManifoldFinds3;

/// All impacts of a contact in a step.
typedef struct Impact3 {
    float impulse; ///< [N s] Of all of them.
    float speed;   ///< [m/s] Of approach, in the fastest, and of that:
    Vec3 point;    ///< [m] In the world.
    Vec3 normal;   ///< From the contact's first collider to the second.
} Impact3;

typedef struct WorkerScratch3 {
    ARRAY(ContactRows3) rows; ///< Of the cluster that it solves.
    uint32_t first_state;     ///< Of the unit that it solves, in Space3.states.
    Prefetch3 ahead;          ///< Of the unit that it solves next.
} WorkerScratch3;

typedef ARRAY(ContactBlock3) ContactBlocks3;

typedef ARRAY(ContactRare3) ContactRares3;

/// Bodies, an item a slot.
typedef struct Bodies3 {
    ARRAY(SolverBody3)
    states;                   ///< While contacts are solved, those of bodies of parts are behind
                              ///< the last, part by part and apart from each other: a core that
                              ///< reads one fetches its neighbours too, and would take them from
                              ///< another core. Behind them, those of the unit that each worker
                              ///< solves.
    ARRAY(uint32_t) state_of; ///< Where in `states` a body's is.
    ARRAY(BodyPlace3) places;
    ARRAY(BodyMass3) masses;
    ARRAY(BodyWeight3) weights;
    ARRAY(BodyRest3) rests; ///< As of the last look.
    ARRAY(Push3) pushes;    ///< All zero unless has_pushes.
    bool has_pushes;
    ARRAY(Vec3) pulls; ///< [m/s] What forces gave in the substep; where they do not pull evenly.
    ARRAY(ContactBody3) contact_bodies; ///< In the order of states.
    ARRAY(BodyStart3) starts;           ///< Likewise.
    ARRAY(BodyBound3) bounds;           ///< Valid where Sim.rooms says so.
    ARRAY(float)
    spare; ///< [m] As long as it moves by less, it surely has not left its boxes; 0 or
           ///< less: `bounds` tell.
    ARRAY(PoseRow3)
    before; ///< Where the step found it, once it is ROTATION_ALONE or ROTATION_JOINED.
    ARRAY(uint8_t) spins;        ///< It turns so fast that a step may have to be done in parts.
    ARRAY(int32_t) moved_bodies; ///< First those who were asleep by the last narrow phase and had
    size_t resting_count;        ///< moved before it, so many, then who was awake.
} Bodies3;

/// Colliders, an item a slot.
typedef struct Colliders3 {
    ARRAY(Shape3) shapes;
    ARRAY(Pose3) center_from_shapes; ///< Pose of the shape in the body frame moved to the centre.
    ARRAY(int32_t)
    surface_velocity_of; ///< Into drifts, or NONE; later ones have none: surface_velocity3.h.
    ARRAY(SurfaceVelocity3) surface_velocities;
} Colliders3;

/// Contacts and manifolds, an item a slot, and what a step finds out about the active contacts.
typedef struct Contacts3 {
    ARRAY(PairCache3) caches;
    ARRAY(Impact3) impacts; ///< Of the step (impact3.h); only with Sim.notes_touches.
    ARRAY(RecycleBudget3) recycle_budgets;
    ARRAY(RecyclePose3) recycle_poses;
    ARRAY(ManifoldAnchor3) anchors;
    ARRAY(ManifoldFeatures3) features;
    ARRAY(ContactMemory3) memories;
    ARRAY(ContactPressure) pressures; ///< Of the last step; only with Sim.notes_touches.
    ARRAY(ContactResult3) results;
    ManifoldFinds3 *finds; ///< One a worker and lap.
    uint32_t finder_count;
    size_t manifolds_max; ///< That collide found in one step, all workers together.
} Contacts3;

/// Lanes of manifolds in the order of the constraint graph, and what each worker has for itself.
typedef struct ContactSolver3 {
    WorkerScratch3 *scratch; ///< One a worker.
    uint32_t worker_count;
    ARRAY(ContactBlocks3) blocks;
    ARRAY(ContactRares3) rares;
    ARRAY(ContactRows3) rows; ///< Of the shared cluster: GraphColor.first_block says where.
} ContactSolver3;

struct Space3 {
    TumAllocator allocator;
    Vec3 gravity;                  ///< [m/s^2] Where no field says otherwise.
    const Gravity3 *local_gravity; ///< The world's; NULL: it is the same everywhere.
    const ContactKernel3 *kernel;
    const JointKernel3 *joint_kernel;
    const struct BodyKernel3 *body_kernel;
    Bodies3 bodies;
    Colliders3 colliders;
    Contacts3 contacts;
    ContactSolver3 solver;
    JointSet3 joints;
};

/// [m/s^2] No gravity is stronger, but for that of fields within their unit distance.
static inline float space3_strongest_pull(const Space3 *space)
{
    const float even = vec3_length(space->gravity);
    return space->local_gravity == NULL ? even : maximum(even, space->local_gravity->pull_most);
}

/// The acceleration by gravity of a body whose centre of mass is at `center` [m/s^2].
static inline Vec3 space3_gravity(const Space3 *space, int32_t body, Vec3 center)
{
    return space->local_gravity == NULL
               ? space->gravity
               : tum_gravity3_at(space->local_gravity, body, center, space->gravity);
}

/// [m/s^2] What forces do to a body that nothing holds, where its step began.
static inline Vec3 space3_acceleration(const Space3 *space, int32_t body)
{
    const BodyMass3 *mass = &space->bodies.masses.items[body];
    const Vec3 gravity = space3_gravity(space, body, space->bodies.places.items[body].center);
    const Vec3 falls = vec3_scale(gravity, mass->gravity_factor);
    return space->bodies.has_pushes
               ? vec3_add_scaled(falls, space->bodies.pushes.items[body].force, mass->inverse_mass)
               : falls;
}

/// A body as world/build.c knows it, rounded to single precision.
typedef struct BodyDef3 {
    Pose3 pose;      ///< Of the body frame.
    bool is_dynamic; ///< Else it weighs nothing that a push could move.
    float inverse_mass;
    Vec3 inertia, inverse_inertia;
    Quat body_from_principal;
    Vec3 local_center;
    Vec3 linear_velocity, angular_velocity;
    float gravity_factor;
} BodyDef3;

/// [m] What a body whose colliders are no thinner than this shape may move in a substep: so much of
/// the radius of a ball that fits inside.
#define CCD_DISTANCE_SHARE 0.25f

/// [m] The radius of a ball that fits inside the thinnest collider; INFINITY: none is known.
static inline float body3_inner(const BodyMass3 *mass)
{
    return mass->ccd_distance > 0.0f ? mass->ccd_distance / CCD_DISTANCE_SHARE : INFINITY;
}

/// The state of a body, in the middle of a step too.
static inline SolverBody3 *space3_state(const Space3 *space, int32_t body)
{
    return &space->bodies.states.items[space->bodies.state_of.items[body]];
}

static inline BodyStart3 *space3_start(const Space3 *space, int32_t body)
{
    return &space->bodies.starts.items[space->bodies.state_of.items[body]];
}

/// What turns it in contacts.
static inline ContactBody3 *space3_weight(const Space3 *space, int32_t body)
{
    return &space->bodies.contact_bodies.items[space->bodies.state_of.items[body]];
}

/// Whether forces do the same to all that weighs something: gravity alone, one everywhere.
static inline bool space3_pulls_evenly(const Space3 *space)
{
    return space->local_gravity == NULL && !space->bodies.has_pushes;
}

/// The velocity that forces gave a body in the substep [m/s].
static inline Vec3 space3_pull(const Space3 *space, int32_t body, float seconds)
{
    return space3_pulls_evenly(space)
               ? vec3_scale(space->gravity, seconds * space3_start(space, body)->fall)
               : space->bodies.pulls.items[body];
}

/// Whether contacts bear next to nothing of a body: but for forces, and blows, its velocity has
/// stayed what it was. Its way is then a parabola, of which velocities are those at the end:
/// h v - h^2 a / 2. Joined bodies fly together: tum_space3_begin_flights.
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
