// SPDX-License-Identifier: MIT
/// contact_block3.h: contact constraints of the solver in blocks of eight lanes.
///
/// A manifold acts at one place, the middle of its points on the surfaces, in its own frame: normal
/// n, tangents t and c = n x t. The constraint depends on the relative motion of B against A alone,
///
///     approach   n . v,  with v = vb + wb x rb - (va + wa x ra)
///     sliding    t . v, c . v
///     turning    n . w (spin), t . w, c . w (tilt), with w = wb - wa
///
/// and a contact point is given by two arms, y and -x for a point at x along t and y along c:
///
///     velocity along the normal   approach + y tilt_t - x tilt_c
///     separation                  base + the same of the motion since the step began
///
/// Frame, arms and inertia stay fixed during a step. An impulse at one point therefore changes the
/// velocities of the other points by constants, `response`, and the points of a manifold are solved
/// without access to the bodies. The sum of the impulses acts on the bodies at the end of a visit,
/// as a linear impulse at the middle and an angular impulse.
///
/// Surface velocities: colliders that move or change their shape within their bodies add a constant
/// to each velocity, and its time integral to each separation.
///
/// A block stores bodies, features and impulses, which persist between steps. The rows of a block
/// are prepared anew in each step. Empty lanes and missing points have zero effective mass and zero
/// impulse.
#ifndef TUM_SPACE3_CONTACT_BLOCK3_H
#define TUM_SPACE3_CONTACT_BLOCK3_H

#include "base/kernel.h"
#include "math/wide.h"
#include "schedule/contact_numbers.h"
#include "schedule/space.h"
#include "space3/contact_data3.h"
#include "system/cpu.h"

/// Solver body: one cache line, two rows of eight numbers. The second row is the motion since the
/// step began. Between steps it is the motion of the last step, which recycling reads (recycle3.h).
typedef struct SolverBody3 {
    Vec3 linear;               ///< [m/s] Of the centre of mass.
    float angular_speed_bound; ///< [m/s] Bound of the speed by rotation of any collider point, at
                               ///< the start of the step.
    Vec3 angular;              ///< [rad/s]
    float angular_bound; ///< [m] Bound of the displacement by rotation of any collider point in the
                         ///< step before.
    Vec3 moved;          ///< [m]
    float beside_moved;  ///< Unused.
    Vec3 turned;         ///< [rad] Between steps 2 sin of half the angle of the finite turn.
    float beside_turned; ///< Unused.
} SolverBody3;

_Static_assert(sizeof(SolverBody3) == 64, "a body is one cache line");

/// Values of ContactBody3.joined; 0: no joint.
#define JOINED 1.0f

#define JOINED_STRAINED 2.0f ///< Its joints have enlarged its moments in this step.

/// Inverse mass and inertia of a body in contacts: one row per step and body.
typedef struct ContactBody3 {
    Sym3 inverse_inertia; ///< [1/(kg m^2)] In the world, for the pose at the start of the step, or
                          ///< the inertia that its joints have enlarged.
    float inverse_mass;   ///< [1/kg] A body of infinite mass has zeros in the whole row.
    float joined;         ///< JOINED…
} ContactBody3;

_Static_assert(sizeof(ContactBody3) == 32, "a row of eight numbers");

/// Lanes of two blocks side by side: a kernel of sixteen lanes reads both at once.
typedef float PairLanes[2 * WIDE];

typedef struct PairLanes3 {
    PairLanes x, y, z;
} PairLanes3;

/// Symmetric matrices in the frames of contacts: n, t, c.
typedef struct FrameSym3 {
    PairLanes nn, tt, cc, nt, nc, tc;
} FrameSym3;

/// Values of ContactBlock3.slip.
#define SLIP_SLIDES 1000.0f

#define SLIP_NEW -1.0f

/// Friction impulses of a manifold. They persist from substep to substep and from step to step.
/// Copies of lanes, memories of sleeping contacts, checkpoints, hashes and the change of the
/// substep take all of these rows alike: a further row is declared here, rotated to the frame of a
/// new step by contact_prepare3.inl, and solved by contact_visit3.inl.
typedef enum FrictionRow3 {
    FRICTION_T,     ///< [N s] Along t,
    FRICTION_C,     ///< [N s] along c.
    FRICTION_TWIST, ///< [N m s] About n.
    FRICTION_ROWS
} FrictionRow3;

/// Bodies of a block and the values of lanes that persist between steps. Members are in the order
/// of the passes; the later ones are used by fewer passes.
typedef struct ContactBlock3 {
    _Alignas(64) uint32_t store_a;
    uint32_t store_b;            ///< Masks, a bit per lane: body A, body B has finite mass.
    uint32_t point_count;        ///< Largest number of points of a lane.
    uint32_t bounces;            ///< Mask of lanes: has restitution.
    uint32_t meets;              ///< Mask of lanes: may bounce in this substep.
    uint32_t surface_velocities; ///< Nonzero: some lane has surface velocities.
    uint32_t presses; ///< Mask of lanes: a point pressed harder than pressing_speed at the start of
                      ///< the step.
    uint32_t bears;   ///< Nonzero: some point pressed harder than StepTime.light.
    uint32_t squeezed; ///< Masks of lanes that lose their impulses, and of those beside them:
    uint32_t beside;   ///< squeeze.h.
    uint32_t slopes;   ///< Mask of lanes: both bodies are movable, the slope is near the friction
                       ///< angle.
    uint32_t sinks;    ///< Mask of lanes: a joined body is deep inside the other one.
    // Eight lanes per member from here on: lanes are copied and cleared without naming members.
    _Alignas(64) int32_t body_a[WIDE];
    int32_t body_b[WIDE];
    Lanes3 normal, tangent;          ///< In the world.
    Lanes impulse[LOCAL_POINTS_MAX]; ///< [N s] Of the last substep.
    // Friction: used in relaxation and for warm starting.
    Lanes friction_impulse[FRICTION_ROWS];
    Lanes slip; ///< 0: sticks. 1: has exceeded static friction once. 2: slides. -1: new, undecided.
    Lanes static_friction, dynamic_friction;
    // Used only in the preparation of a step.
    uint32_t lane_points[WIDE]; ///< Number of points of a lane.
    uint32_t feature[LOCAL_POINTS_MAX][WIDE];
} ContactBlock3;

_Static_assert(sizeof(ContactBlock3) % 64 == 0, "blocks are whole cache lines");

typedef struct ContactPointLanes3 {
    PairLanes arm_t, arm_c; ///< [m] y and -x: levers of the tilt about t and c.
    PairLanes base;         ///< [m] Separation at the start of the step.
    PairLanes mass;         ///< [kg] Effective mass along the normal; 0: no point.
} ContactPointLanes3;

enum { RESPONSES = LOCAL_POINTS_MAX * (LOCAL_POINTS_MAX - 1) / 2 };

/// Rows of two blocks (first and second, third and fourth of a color, ...): values that follow
/// from poses and masses at the start of a step. Missing points are zeros. The rows of a batch are
/// built in the memory of the batch before, so that they stay in the worker's cache.
typedef struct ContactRows3 {
    _Alignas(64) uint32_t place_a[2 * WIDE];
    uint32_t place_b[2 * WIDE]; ///< [byte] Offsets of the solver bodies from the first one.
    PairLanes inverse_mass_a;
    PairLanes inverse_mass_b; ///< [1/kg]
    PairLanes3 arm_a, arm_b;  ///< [m] From the centres of mass, along n, t, c.
    FrameSym3 inverse_inertia_a, inverse_inertia_b; ///< [1/(kg m^2)]
    ContactPointLanes3 points[LOCAL_POINTS_MAX];
    PairLanes response[RESPONSES]; ///< [1/kg] Response of point i to an impulse at k < i, at index
                                   ///< i (i - 1) / 2 + k.
    // Friction.
    PairLanes3 slide_response[2];    ///< Sliding along t and c by an impulse along n and by tilts;
    PairLanes3 spin_response;        ///< likewise of the spin about n.
    PairLanes friction_mass[3];      ///< [kg] Inverse of the 2 by 2 matrix of friction: tt, cc, tc.
    PairLanes spin_from_friction[2]; ///< Response of the spin to impulses along t and c.
    PairLanes twist_mass;            ///< [kg m^2]
    PairLanes lever[LOCAL_POINTS_MAX]; ///< [m] Distance of a point from the middle, for twisting
                                       ///< friction.
    // Where a step has more substeps than asked for.
    PairLanes start_impulse[LOCAL_POINTS_MAX]; ///< [N s] ContactBlock3.impulse as the step began.
} ContactRows3;

/// Restitution and surface velocities of the block with the same number. Few contacts have them:
/// the record is filled in each step for blocks that need it, and is not read otherwise.
typedef struct ContactExtra3 {
    _Alignas(64) Lanes restitution;
    Lanes least; ///< [m/s] Threshold of restitution. A contact under pressure has to exceed it by
    Lanes load;  ///< this factor times the speed that its impulse adds.
    Lanes fall_a, fall_b; ///< [m/s^2] Acceleration of the free body by forces, along the normal.
    Lanes free_a, free_b; ///< 1: dynamic body without joints.
    Lanes fall_most;      ///< [m/s^2] Upper bound of the acceleration of B against A along the
                          ///< normal.
    Lanes joined;         ///< 1: at least one of the bodies is joined.
    Lanes struck[LOCAL_POINTS_MAX];           ///< [N s] Sum of all bounces of the step.
    Lanes surface_velocity[LOCAL_POINTS_MAX]; ///< [m/s] Velocity of the surfaces in their bodies,
                                              ///< along the normal.
    Lanes slide_surface_velocity[2];          ///< [m/s] The same along t and c, at the middle.
    Lanes spin_surface_velocity;              ///< [rad/s] The same about the normal.
    // Lanes with joined bodies: their last bounce, which goes on after the reaction of joints.
    Lanes approach[LOCAL_POINTS_MAX]; ///< [m/s] Velocity along the normal before the bounce; 0: the
                                      ///< point did not bounce.
    Lanes speed[LOCAL_POINTS_MAX];    ///< [m/s] The same at the end of the substep.
    Lanes time[LOCAL_POINTS_MAX];     ///< [s] Time of the bounce, since the start of the substep.
    Lanes parting[LOCAL_POINTS_MAX];  ///< [m/s] Velocity along the normal that the bounce aimed at.
    Lanes restitution_impulse[LOCAL_POINTS_MAX]; ///< [N s]
    Lanes wanted, got; ///< [J] Work of the bounce, p . (x' - x): intended and actual.
    Lanes more;        ///< Factor by which restitution impulses are to be increased.
} ContactExtra3;

_Static_assert(sizeof(ContactExtra3) % 64 == 0, "blocks are whole cache lines");

/// State of a manifold that persists between steps: the members of the same name of one lane. A
/// manifold without a lane, one that sleeps, has a memory alone.
typedef struct ContactMemory3 {
    uint32_t point_count; ///< ContactBlock3.lane_points; further features and impulses are 0.
    uint32_t feature[LOCAL_POINTS_MAX];
    float impulse[LOCAL_POINTS_MAX]; ///< [N s]
    Vec3 normal, tangent;
    float friction_impulse[FRICTION_ROWS];
    float slip;
} ContactMemory3;

/// Blocks of one color, and their solver bodies.
typedef struct ContactBatch3 {
    ContactBlock3 *blocks;
    ContactRows3 *rows; ///< Rows of the first block, which is the first or second half of them.
    ContactExtra3 *extras;
    uint32_t first; ///< Half of the first block: 0 or 1.
    uint32_t count;
    SolverBody3 *bodies;
    bool alone;       ///< One contact per block; blocks may share bodies.
    Prefetch3 *ahead; ///< Prefetch list of the next job, or NULL.
} ContactBatch3;

/// Parameters of a solver pass.
typedef struct ContactPass3 {
    float inverse_substep; ///< [1/s]
    Softness softness;     ///< Used with `pushes`, as
    float deep_speed;      ///< this [m/s].
    bool pushes;           ///< true: resolves overlaps; false: velocities alone, with friction.
    float patience; ///< Number of successive relaxations beyond static friction after which a
                    ///< contact slides.
} ContactPass3;

/// Inputs of the preparation of lanes.
typedef struct ContactSources3 {
    ManifoldAnchor3 *anchors;          ///< One per manifold; preparation clears is_new.
    const ManifoldFeatures3 *features; ///< Features of the points.
    const int32_t *lanes;              ///< Manifold of each lane; of each block if `alone`.
    uint32_t lane_count;               ///< Lanes in use; the lanes behind them are empty.
    const ContactBody3 *bodies;        ///< In the order of ContactBatch3.bodies.
    const uint32_t *states;            ///< Index of a body's state in `bodies`.
    const float *places; ///< Rows of bodies, `place_stride` bytes apart: centre of mass [m],
    size_t place_stride; ///< rotation and an unused number.
    float impulse_scale; ///< Length of this substep over that of the one before.
} ContactSources3;

/// Manifolds of eight or sixteen lanes.
typedef struct ContactManifolds3 {
    const ManifoldAnchor3 *anchors[2 * WIDE];
    bool some_are_new; ///< Some lanes still need the features of their points;
    uint32_t feature[LOCAL_POINTS_MAX][2 * WIDE]; ///< `feature` then has those of all lanes.
} ContactManifolds3;

typedef struct LoadGraph LoadGraph;

/// Passes over blocks, compiled per instruction set.
typedef struct ContactKernel3 {
    const char *name;
    /// Frames, arms, masses and warm-start impulses of a step; contact_prepare3.inl.
    void (*prepare)(ContactBatch3 batch, const ContactSources3 *sources);
    /// Masses again, after a change of inertia.
    void (*update_masses)(ContactBatch3 batch, const ContactBody3 *bodies);
    /// Decides whether new contacts, and contacts that slid in the step before, slide; and which
    /// contacts are on a slope near their friction angle (load.h).
    /// @param down  unit vector of gravity; zero: slopes are not looked at.
    void (*judge_slip)(ContactBatch3 batch, Vec3 down);
    void (*warm_start)(ContactBatch3 batch);
    void (*solve)(ContactBatch3 batch, const ContactPass3 *pass);
    /// Finds the lanes that may bounce in this substep: ContactBlock3.meets.
    void (*find_bounces)(ContactBatch3 batch, float substep);
} ContactKernel3;

/// The most expensive passes, for two blocks of one color with rows side by side. The results have
/// the same bits. Blocks with restitution or surface velocities are solved one by one.
typedef struct ContactPairKernel3 {
    void (*prepare)(ContactBlock3 blocks[2], ContactRows3 *rows, const ContactSources3 *sources,
                    const ContactManifolds3 *manifolds);
    void (*warm_start)(const ContactBlock3 blocks[2], ContactRows3 *rows, SolverBody3 *bodies);
    void (*push)(ContactBlock3 blocks[2], ContactRows3 *rows, SolverBody3 *bodies,
                 const ContactPass3 *pass);
    void (*relax)(ContactBlock3 blocks[2], ContactRows3 *rows, SolverBody3 *bodies,
                  const ContactPass3 *pass);
} ContactPairKernel3;

KERNEL_DECLARE(const ContactKernel3, tum_contact_kernel3);
extern const ContactPairKernel3 tum_contact_pair_kernel3_avx512;

#endif
