// SPDX-License-Identifier: MIT
/// contact_block3.h: eight contacts as the solver wants them: a lane each, prepared for the step.
///
/// A plane of contact acts at one place, the middle of its points where the surfaces meet, in a
/// frame of its own: normal n, tangent t and across c = n x t. Of the two bodies all that matters
/// there is how B moves against A,
///
///     approach   n . v,  with v = vb + wb x rb - (va + wa x ra)
///     sliding    t . v, c . v
///     turning    n . w (spin), t . w, c . w (tilt), with w = wb - wa
///
/// and in it a point is two numbers, its arms y and -x where it lies x along t and y along c:
///
///     velocity along the normal   approach + y tilt_t - x tilt_c
///     separation                  base + the same of the motion since the step began
///
/// During a step frame, arms and inertia stay fixed, so an impulse at one point changes the others'
/// velocities by constants, `response`; solving the points of a plane needs no body. What they add
/// up to goes to the bodies at the end of a visit, as a push at the middle and a torque.
///
/// Surfaces may drift: colliders that move or change their shape within their bodies add a constant
/// to each velocity, and what it comes to over time to each separation.
///
/// A lane keeps its features and impulses from step to step, and who is in it: its block. All else,
/// its rows, is prepared anew. Lanes without a contact, and points that a contact does not have,
/// have no mass, and press with nothing.
#ifndef TUM_SPACE3_CONTACT_BLOCK3_H
#define TUM_SPACE3_CONTACT_BLOCK3_H

#include "math/wide.h"
#include "schedule/contact_numbers.h"
#include "space3/contact_data3.h"
#include "system/cpu.h"

/// What the solver moves: one cache line a body, two rows of eight numbers. The second half is the
/// motion since the step began; between steps it is that of the step before, for who asks which
/// pairs have hardly moved (recycle3.h).
typedef struct SolverBody3 {
    Vec3 linear;  ///< [m/s] of the centre of mass
    float swing;  ///< [m/s] No point of its colliders is faster by turning; as a step begins.
    Vec3 angular; ///< [rad/s]
    float swung;  ///< [m] No point of its colliders got farther by turning in the step before.
    Vec3 moved;   ///< [m]
    float unused_0;
    Vec3 turned; ///< [rad] Between steps of a finite turn: 2 sin of half the angle.
    float unused_1;
} SolverBody3;

_Static_assert(sizeof(SolverBody3) == 64, "a body is one cache line");

/// Values of ContactBody3.joined; 0: no joint holds it.
#define JOINED 1.0f

#define JOINED_STRAINED 2.0f ///< And in this step they took its moments for larger.

/// What turns a body in a contact, or what it takes to turn it: one row a step and body.
typedef struct ContactBody3 {
    Sym3 inverse_inertia; ///< [1/(kg m^2)] In the world; of the pose when the step began, or that
                          ///< of joints where these strain it.
    float inverse_mass;   ///< [1/kg] All of this is 0 where no push moves the body.
    float joined;         ///< JOINED…
} ContactBody3;

_Static_assert(sizeof(ContactBody3) == 32, "a row of eight numbers");

/// Of two blocks, side by side, so that whoever takes sixteen numbers at once gets both.
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

/// Who is in a block, and what lanes keep from step to step. In the order in which passes walk it:
/// what comes later, fewer of them need.
typedef struct ContactBlock3 {
    _Alignas(64) uint32_t store_a;
    uint32_t store_b;            ///< A bit a lane: this side can be moved.
    uint32_t point_count;        ///< Of the lane that has most.
    uint32_t bounces;            ///< A bit a lane: has restitution.
    uint32_t bounced;            ///< A bit a lane: in the last pass.
    uint32_t surface_velocities; ///< Some lane has drifting surfaces.
    uint32_t presses; ///< Some point pressed harder than pressing_speed as the step began,
    uint32_t bears;   ///< or than StepTime.light.
    // Eight lanes each from here on: lanes are copied and cleared without naming fields.
    _Alignas(64) int32_t body_a[WIDE];
    int32_t body_b[WIDE];
    Lanes3 normal, tangent;          ///< In the world.
    Lanes impulse[LOCAL_POINTS_MAX]; ///< [N s] Of the last substep.
    // Friction: in relaxation, and where contacts are warm-started.
    Lanes friction_impulse[2]; ///< [N s] Along t and c.
    Lanes twist_impulse;       ///< [N m s] About n.
    Lanes slip;                ///< 0: sticks. 1: was pulled beyond sticking once. 2: slides.
                               ///< -1: new, not yet judged.
    Lanes static_friction, dynamic_friction;
    // Only where a step is prepared.
    uint32_t lane_points[WIDE]; ///< Points that a lane has.
    uint32_t feature[LOCAL_POINTS_MAX][WIDE];
} ContactBlock3;

_Static_assert(sizeof(ContactBlock3) % 64 == 0, "blocks are whole cache lines");

typedef struct ContactPointLanes3 {
    PairLanes arm_t, arm_c; ///< [m] y and -x: how tilting about t and c moves the point along n.
    PairLanes base;         ///< [m] Separation when the step began.
    PairLanes mass;         ///< [kg] Effective mass along the normal; 0: no such point.
} ContactPointLanes3;

enum { RESPONSES = LOCAL_POINTS_MAX * (LOCAL_POINTS_MAX - 1) / 2 };

/// The rows of two blocks, the first and second, third and fourth of a colour and so on: what
/// follows from poses and masses when a step begins. Points that no lane of a block has are zeros.
/// Whoever solves a cluster makes them where it made those of the one before, so that they never
/// leave its cache.
typedef struct ContactRows3 {
    _Alignas(64) uint32_t place_a[2 * WIDE];
    uint32_t place_b[2 * WIDE]; ///< [byte] Of the bodies, from the first one on.
    PairLanes inverse_mass_a;
    PairLanes inverse_mass_b;                       ///< [1/kg]
    PairLanes3 arm_a, arm_b;                        ///< [m] From the centres, along n, t, c.
    FrameSym3 inverse_inertia_a, inverse_inertia_b; ///< [1/(kg m^2)]
    ContactPointLanes3 points[LOCAL_POINTS_MAX];
    PairLanes response[RESPONSES]; ///< [1/kg] Of point i to an impulse at k < i: i (i - 1) / 2 + k.
    // Of friction.
    PairLanes3 slide_response[2]; ///< Of sliding along t and c, to a push along n and torques about
    PairLanes3 spin_response;     ///< t and c; and of the spin about n.
    PairLanes friction_mass[3];   ///< [kg] Inverse of the 2 by 2 effective mass: tt, cc, tc.
    PairLanes spin_from_friction[2];   ///< Of the spin to pushes along t and c.
    PairLanes twist_mass;              ///< [kg m^2]
    PairLanes lever[LOCAL_POINTS_MAX]; ///< [m] Of points from the middle, for friction that twists.
} ContactRows3;

/// What few contacts need, of the block with the same number: restitution and drifting surfaces.
/// Made anew in each step, where a block has any of it; else nobody reads it.
typedef struct ContactRare3 {
    _Alignas(64) Lanes restitution;
    Lanes least; ///< [m/s] Slower approaches do not bounce, and what presses has to be faster by
    Lanes load;  ///< so many times what its impulse adds.
    Lanes fall_a, fall_b; ///< [m/s^2] along the normal, by forces, of a body that nothing holds.
    Lanes free_a, free_b; ///< 1: no joint holds that body, and it can be moved.
    Lanes joined;         ///< 1: joints hold one of the bodies.
    Lanes wanted, got;    ///< [J] of the last bounce: p . (x' - x), x' - x as it is to be and is.
    Lanes more;           ///< Blows are to be longer by this factor.
    Lanes approach[LOCAL_POINTS_MAX]; ///< [m/s] velocity along the normal at the last bounce; 0:
                                      ///< was not in it
    Lanes speed[LOCAL_POINTS_MAX];    ///< [m/s] the same as it was at the end of the substep
    Lanes time[LOCAL_POINTS_MAX];     ///< [s] into the substep, when that bounce was
    Lanes parting[LOCAL_POINTS_MAX];  ///< [m/s] velocity along the normal that bounce was to give
    Lanes restitution_impulse[LOCAL_POINTS_MAX]; ///< [N s] of the last bounce
    Lanes struck[LOCAL_POINTS_MAX];              ///< [N s] of all bounces of the step
    Lanes surface_velocity[LOCAL_POINTS_MAX]; ///< [m/s] of the surfaces in their bodies, along the
                                              ///< normal
    Lanes slide_surface_velocity[2];          ///< [m/s] likewise, at the middle, along t and c
    Lanes spin_surface_velocity;              ///< [rad/s] likewise, about the normal
} ContactRare3;

_Static_assert(sizeof(ContactRare3) % 64 == 0, "blocks are whole cache lines");

/// What a contact remembers while it has no lane.
typedef struct ContactMemory3 {
    uint32_t feature[LOCAL_POINTS_MAX];
    float impulse[LOCAL_POINTS_MAX];
    uint32_t point_count;
    Vec3 normal;
    Vec3 friction_impulse; ///< In the world.
    float twist_impulse;
    float slip;
} ContactMemory3;

/// Blocks of one colour, and the bodies that they move.
typedef struct ContactBatch3 {
    ContactBlock3 *blocks;
    ContactRows3 *rows; ///< Of the first block, which is the first or second in them.
    ContactRare3 *rares;
    uint32_t first; ///< 0 or 1: which.
    uint32_t count;
    SolverBody3 *bodies;
    char *starts; ///< A row for each body, in its place, that begins with the velocity [m/s] that
                  ///< forces, and blows, have led to. Where that is the body's own, it flies.
    bool alone;   ///< One contact a block, and blocks that share bodies.
    Prefetch3 *ahead; ///< What to ask for meanwhile, or NULL.
} ContactBatch3;

/// Numbers of a pass that solves.
typedef struct ContactPass3 {
    float inverse_substep; ///< [1/s]
    Softness softness;     ///< Where `pushes`.
    bool pushes;           ///< Overlaps apart; else velocities alone, with friction.
    float patience; ///< Relaxations in a row after which a contact pulled beyond sticking slides.
} ContactPass3;

/// What lanes are prepared from.
typedef struct ContactSources3 {
    ManifoldAnchor3 *anchors; ///< One a manifold: none is new any more once it is prepared,
    const ManifoldFeatures3 *features; ///< and the names of its points.
    const int32_t *lanes;       ///< The manifold of each lane, of each block where they are alone.
    uint32_t lane_count;        ///< Of the batch; lanes beyond are empty.
    const ContactBody3 *bodies; ///< In the order of ContactBatch3.bodies.
    const uint32_t *states;     ///< Where in that the state of a body is.
    const float *places;       ///< Rows of a body each, `place_motion_bound` bytes apart: centre of
    size_t place_motion_bound; ///< mass [m], rotation, and a number that is nobody's.
    float impulse_scale;       ///< This substep by the one before it.
} ContactSources3;

/// The planes of sixteen lanes, or of eight.
typedef struct ContactManifolds3 {
    const ManifoldAnchor3 *anchors[2 * WIDE];
    bool some_are_new; ///< Their lanes do not know the names of their points:
    uint32_t feature[LOCAL_POINTS_MAX][2 * WIDE]; ///< then those of all lanes.
} ContactManifolds3;

typedef struct LoadGraph LoadGraph;

/// Passes over blocks, compiled per instruction set.
typedef struct ContactKernel3 {
    const char *name;
    /// Frames, arms, masses and carried impulses of a step; contact_prepare3.inl.
    void (*prepare)(ContactBatch3 batch, const ContactSources3 *sources);
    /// The same masses again, after inertia has changed.
    void (*weigh)(ContactBatch3 batch, const ContactBody3 *bodies);
    /// Whether contacts slide on: those that are new, and those that did in the step before.
    void (*judge_slip)(ContactBatch3 batch);
    void (*warm_start)(ContactBatch3 batch);
    void (*solve)(ContactBatch3 batch, const ContactPass3 *pass);
    /// Bounces what meets within this substep, or only finds it; contact_restitution3.inl.
    void (*bounce)(ContactBatch3 batch, float substep, bool only_finds);
    /// What the last bounces did, once joints have taken their share: `wanted` and `got`.
    void (*scale_restitution)(ContactBatch3 batch);
    /// Makes the last bounces longer by `more`; or has friction act where bodies are joined.
    void (*repeat_restitution)(ContactBatch3 batch, bool drags);
} ContactKernel3;

/// The passes that take most of a step, at two blocks at once: of one colour, with rows side by
/// side. The same bits. Where contacts bounce or drift they are solved by the block.
typedef struct ContactPairKernel3 {
    void (*prepare)(ContactBlock3 blocks[2], ContactRows3 *rows, const ContactSources3 *sources,
                    const ContactManifolds3 *planes);
    void (*warm_start)(const ContactBlock3 blocks[2], ContactRows3 *rows, SolverBody3 *bodies);
    void (*push)(ContactBlock3 blocks[2], ContactRows3 *rows, SolverBody3 *bodies,
                 const ContactPass3 *pass);
    void (*relax)(ContactBlock3 blocks[2], ContactRows3 *rows, SolverBody3 *bodies,
                  const ContactPass3 *pass);
} ContactPairKernel3;

extern const ContactKernel3 tum_contact_kernel3_scalar;

#if defined(__x86_64__) || defined(__i386__)
extern const ContactKernel3 tum_contact_kernel3_sse2;
extern const ContactKernel3 tum_contact_kernel3_avx2;
extern const ContactKernel3 tum_contact_kernel3_avx512;
extern const ContactPairKernel3 tum_contact_pair_kernel3_avx512;
#endif

#endif
