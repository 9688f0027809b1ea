// SPDX-License-Identifier: MIT
/// space3.h: three dimensions: where bodies are, how they move and push. The table for sim.
#ifndef TUM_SPACE3_SPACE3_H
#define TUM_SPACE3_SPACE3_H

#include "base/array.h"
#include "base/hash.h"
#include "distance3/gravity3.h"
#include "schedule/space.h"
#include "space3/anchor3.h"
#include "space3/contact_block3.h"
#include "space3/joint3.h"
#include "space3/joint_block3.h"
#include "space3/recycle3.h"
#include "space3/surface_velocity3.h"

// What is faster or farther has run away: a step that ends so has diverged.
#define RUNAWAY_SPEED3 1e6f    ///< [m/s], [rad/s]
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
#define ROTATION_ISOTROPIC                                                                         \
    1.0f                         ///< Its rotation is asked for when the step ends; till then
                                 ///< SolverBody3.turned says how far it has turned.
#define ROTATION_GYROSCOPIC 2.0f ///< The same for a body that tumbles.
#define ROTATION_ALONE 3.0f      ///< Its rotation is that of now, and it is moved by itself.

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

typedef struct WorkerRoom3 {
    ARRAY(ContactRows3) rows; ///< Of the cluster that it solves.
    uint32_t first_state;     ///< Of the unit that it solves, in Space3.states.
    Prefetch3 ahead;          ///< Of the unit that it solves next.
} WorkerRoom3;

typedef ARRAY(ContactBlock3) ContactBlocks3;
typedef ARRAY(ContactRare3) ContactRares3;

struct Space3 {
    TumAllocator allocator;
    Vec3 gravity;                  ///< [m/s^2] Where no field says otherwise.
    const Gravity3 *local_gravity; ///< The world's; NULL: it is the same everywhere.
    const ContactKernel3 *kernel;
    const JointKernel3 *joint_kernel;
    const struct BodyKernel3 *body_kernel;

    // one a body
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

    // one a collider
    ARRAY(Shape3) shapes;
    ARRAY(Pose3) center_from_shapes; ///< Pose of the shape in the body frame moved to the centre.
    ARRAY(int32_t)
    surface_velocity_of; ///< Into drifts, or NONE; later ones have none: surface_velocity3.h.

    ARRAY(SurfaceVelocity3) surface_velocities;

    // one a contact
    ARRAY(PairCache3) caches;
    ARRAY(Impact3) impacts; ///< Of the step (impact3.h); only with Sim.notes_touches.
    ARRAY(RecycleBudget3) recycle_budgets;
    ARRAY(RecyclePose3) recycle_poses;

    // one a manifold
    ARRAY(ManifoldAnchor3) anchors;
    ARRAY(ManifoldFeatures3) features;
    ARRAY(ContactMemory3) memories;
    ARRAY(ContactPressure) pressures; ///< Of the last step; only with Sim.notes_touches.

    // one an active contact, valid in one step
    ARRAY(ContactResult3) results;
    ManifoldFinds3 *finds; ///< One a worker and lap.
    uint32_t finder_count;
    size_t manifolds_max; ///< That collide found in one step, all workers together.

    WorkerRoom3 *margins; ///< One a worker.
    uint32_t worker_count;

    ARRAY(ContactBlocks3) blocks;
    ARRAY(ContactRares3) rares;
    ARRAY(ContactRows3) rows; ///< Of the shared cluster: GraphColor.first_block says where.
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
    const BodyMass3 *mass = &space->masses.items[body];
    const Vec3 gravity = space3_gravity(space, body, space->places.items[body].center);
    const Vec3 falls = vec3_scale(gravity, mass->gravity_factor);
    return space->has_pushes
               ? vec3_add_scaled(falls, space->pushes.items[body].force, mass->inverse_mass)
               : falls;
}

extern const SpaceOps tum_space3_ops;

/// @return NULL when out of memory.
Space3 *tum_space3_create(const TumAllocator *allocator, uint32_t worker_count,
                          CpuInstructions instructions);
/// An empty space that works as another one: same memory, workers and instructions.
Space3 *tum_space3_create_like(const Space3 *space);
void tum_space3_destroy(Space3 *space);

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

/// Adds the body of the next slot. @return false when out of memory.
bool tum_space3_add_body(Space3 *space, const BodyDef3 *body);

/// Makes room for the body of a slot, then fills a slot that has room. Colliders stay where they
/// are in the body frame.
bool tum_space3_reserve_body(Space3 *space, size_t slot);
void tum_space3_set_body(Space3 *space, int32_t slot, const BodyDef3 *body);

/// What the solver uses of a body's weight: all of it, or none where the body is not dynamic.
void tum_space3_set_dynamic(Space3 *space, int32_t body, bool is_dynamic);

/// Adds the collider of the next slot to a body that exists. `box` receives its box in the world.
/// @return false when out of memory.
bool tum_space3_add_collider(Space3 *space, int32_t body, const Shape3 *shape,
                             Pose3 body_from_shape, Box *box);

/// A push lasts one step, also of a body that was not awake to feel it.
void tum_space3_clear_pushes(Space3 *space);

/// Makes room for the collider of a slot, then fills a slot that has room.
bool tum_space3_reserve_collider(Space3 *space, size_t slot);
void tum_space3_set_collider(Space3 *space, int32_t slot, int32_t body, const Shape3 *shape,
                             Pose3 body_from_shape);

/// The box of a collider where its body is, at rest.
Box tum_space3_box(const Space3 *space, int32_t body, int32_t collider);

/// [m] What a body whose colliders are no thinner than this shape may move in a substep: so much of
/// the radius of a ball that fits inside.
#define CCD_DISTANCE_SHARE 0.25f
float tum_space3_ccd_distance(const Shape3 *shape);

/// [m] The radius of a ball that fits inside the thinnest collider; INFINITY: none is known.
static inline float body3_inner(const BodyMass3 *mass)
{
    return mass->ccd_distance > 0.0f ? mass->ccd_distance / CCD_DISTANCE_SHARE : INFINITY;
}

/// Measures again how far a body's colliders reach, and how thin they are.
void tum_space3_update_bounding_radius(Space3 *space, const Topology *topology, int32_t body);

/// The body frame in the world.
Pose3 tum_space3_body_pose(const Space3 *space, int32_t body);

/// Adds poses, velocities and what contacts and joints remember to a hash, in the order of slots.
void tum_space3_hash(const Space3 *space, const Topology *topology, Hash *hash);

// stages: prefetch3.c, recycle3.c, narrow3.c, contact_solver3.c, restitution3.c, impact3.c,
// integrate3.c, bounds3.c

int tum_space3_step_splits(const Space *space, const Sim *sim, StepTime time);
bool tum_space3_begin_step(Space *space, const Sim *sim, StepTime time);
bool tum_space3_reserve_lanes(Space *space, int32_t color, size_t lanes);
bool tum_space3_reserve_rows(Space *space, const Sim *sim, size_t shared, size_t alone);
void tum_space3_collide(Space *space, Sim *sim, StepTime time, Range stale);
ManifoldChanges tum_space3_manifold_changes(const Space *space, uint32_t active_index);
void tum_space3_begin_manifold(Space *space, const Sim *sim, uint32_t active_index, int plane,
                               int32_t manifold);
void tum_space3_name_lane(Space *space, const Topology *topology, int32_t manifold);
void tum_space3_put_lane(Space *space, const Topology *topology, int32_t manifold);
/// What a plane of contact remembers: in its lane, or put aside while its bodies sleep.
ContactMemory3 tum_space3_memory(const Space3 *space, const Topology *topology, int32_t manifold);
void tum_space3_take_lane(Space *space, const Topology *topology, int32_t manifold);
void tum_space3_move_lane(Space *space, GraphPlace from, GraphPlace to);
void tum_space3_prepare(Space *space, const Sim *sim, StepTime time, int32_t color, Range blocks);
void tum_space3_solve(Space *space, const Sim *sim, StepTime time, SolvePass pass, int32_t color,
                      Range blocks);
bool tum_space3_rows_are_stale(const Space *space, const Sim *sim);
bool tum_space3_rows_are_strained(const Space *space, const Sim *sim);
void tum_space3_update_inertias(Space *space, const Sim *sim, Range solver_bodies);
void tum_space3_update_rows(Space *space, const Sim *sim, int32_t color, Range blocks);
uint32_t tum_space3_bounces(const Space *space, const Sim *sim, int32_t color, Range blocks);
void tum_space3_share_restitution(Space *space, const Sim *sim, int32_t color);
void tum_space3_sum_impulses(Space *space, const Sim *sim, int32_t color, bool first, Range blocks);
void tum_space3_sum_restitution(Space *space, const Sim *sim, int32_t color, Range blocks);
void tum_space3_prefetch(Space *space, const Sim *sim, const SolveJob *next, uint32_t worker);
void tum_space3_scale_impulses(Space *space, const Sim *sim, int32_t color, float factor,
                               Range blocks);

// integrate3.c
float tum_space3_haste(const Space *space, const Sim *sim, const int32_t *bodies, uint32_t count,
                       float least, LoadBounds *bounds);
void tum_space3_weigh_loads(const Space *space, const Sim *sim, const int32_t *bodies,
                            LoadGraph *graph);
void tum_space3_list_loads(const Space *space, const Sim *sim, int32_t color, Range blocks,
                           LoadGraph *graph);
void tum_space3_prepare_bodies(Space *space, const Sim *sim, StepTime time, const int32_t *bodies,
                               uint32_t count, uint32_t worker);
void tum_space3_integrate_velocities(Space *space, const Sim *sim, StepTime time,
                                     Range solver_bodies);
void tum_space3_move_joints(Space *space, const Sim *sim, StepTime time, Range jobs);
void tum_space3_integrate_positions(Space *space, const Sim *sim, StepTime time,
                                    Range solver_bodies);
float tum_space3_max_point_speed(const Space *space, int32_t body);
uint32_t tum_space3_find_escaped(Space *space, Topology *topology, StepTime time,
                                 const int32_t *bodies, uint32_t count);
void tum_space3_bound(Space *space, Topology *topology, StepTime time, Range awake);
uint32_t tum_space3_finish_bodies(Space *space, Sim *sim, StepTime time, const int32_t *bodies,
                                  uint32_t count);
bool tum_space3_is_finite(const Space *space, int32_t body);

/// The state of a body, in the middle of a step too.
static inline SolverBody3 *space3_state(const Space3 *space, int32_t body)
{
    return &space->states.items[space->state_of.items[body]];
}

static inline BodyStart3 *space3_start(const Space3 *space, int32_t body)
{
    return &space->starts.items[space->state_of.items[body]];
}

/// What turns it in contacts.
static inline ContactBody3 *space3_weight(const Space3 *space, int32_t body)
{
    return &space->contact_bodies.items[space->state_of.items[body]];
}

/// Whether forces do the same to all that weighs something: gravity alone, one everywhere.
static inline bool space3_pulls_evenly(const Space3 *space)
{
    return space->local_gravity == NULL && !space->has_pushes;
}

/// The velocity that forces gave a body in the substep [m/s].
static inline Vec3 space3_pull(const Space3 *space, int32_t body, float seconds)
{
    return space3_pulls_evenly(space)
               ? vec3_scale(space->gravity, seconds * space3_start(space, body)->fall)
               : space->pulls.items[body];
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

/// Tells how far the parabola of each assembly that nothing touches or holds leads from where
/// velocities lead it: JointIsland3.flight.
void tum_space3_begin_flights(Space3 *space, const Topology *topology, StepTime time);

/// What forces do to a body in a substep.
void tum_accelerate3(Space3 *space, StepTime time, int32_t body);

/// Whether joints measure in each substep where the body is, and so need the spin it has there.
bool tum_space3_is_measured(const Space3 *space, const Topology *topology, int32_t body);

/// Notes whether a body turns so fast that the next step, of so many seconds, may have to be done
/// in parts.
void tum_space3_note_spin(Space3 *space, int32_t body, float seconds);

/// Whether a body no longer resists as it did when its step began: it has turned, or joints have
/// taken its moments for larger.
bool tum_space3_resists_anew(const Space3 *space, int32_t body);

#endif
