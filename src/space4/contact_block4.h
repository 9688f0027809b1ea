// SPDX-License-Identifier: MIT
/// contact_block4.h: blocks of eight contacts in 4D, one per lane, with their prepared rows.
///
/// As in 3D, rows and inertia stay fixed during a step, so a contact's velocity and separation are
/// linear in the motion of its two bodies. Spins and torques are stored by halves (Halves4), in
/// which inertia is cheap. The work of a torque on a spin is half the sum of products; rows contain
/// the missing factor of one half:
///
///     velocity    n . (vb - va) + jb . wb - ja . wa        j = halves of (r ^ n) / 2
///     separation  base + the same with the motion since the step began
///     impulse p   va -= ma p n, wa -= ka p; vb += mb p n, wb += kb p      k = I^-1 (2 j)
///
/// Where the inertia of both bodies is isotropic, as for balls and tesseracts, k is j times a
/// number of the body and is not stored. This halves the memory that a pass reads.
///
/// Friction acts at the centre of the contact: along the contact, which has three dimensions, and
/// against rotation within it, which has three as well. Each is a block of three rows in a frame in
/// which its effective mass is diagonal, so that Coulomb's ball is met exactly
/// (docs/simulation.md#11-four-dimensions):
///
///     along     the force's length up to friction * pressure
///     turning   the torque up to friction * pressure * lever: an ellipsoid, since points lie
///               nearer to some axes than to others. Rows are scaled so that it is a ball.
///
/// A lane keeps its features and impulses from step to step; all other data are prepared again
/// (contact_prepare4.inl). Lanes without a contact, and points that a contact does not have, have
/// inert rows: all zero.
#ifndef TUM_SPACE4_CONTACT_BLOCK4_H
#define TUM_SPACE4_CONTACT_BLOCK4_H

#include "base/kernel.h"
#include "collide4/local_manifold4.h"
#include "math/math4.h"
#include "math/wide4.h"
#include "schedule/contact_numbers.h"
#include "space4/body4.h"
#include "system/cpu.h"

/// Motion of a body in the solver: three rows of eight numbers.
typedef struct SolverBody4 {
    Vec4 linear;    ///< [m/s] Velocity of the centre of mass.
    Halves4 spin;   ///< [rad/s] In the world.
    Vec4 moved;     ///< [m] Displacement since the step began.
    Halves4 turned; ///< [rad] Rotation since the step began.
    // Copies for the preparation of rows, valid for awake bodies:
    float inverse_mass; ///< [1/kg]
    float gravity_factor;
    float inverse_inertia; ///< [1/(kg m^2)] For isotropic inertia, else 0.
    float uneven;          ///< 1 for anisotropic inertia, else 0.
} SolverBody4;

_Static_assert(sizeof(SolverBody4) == 96, "a body is three rows of eight");

/// A manifold in the world, relative to the centre of mass of the contact's first body. Its size is
/// whole rows of eight words, so that eight manifolds are read by transposing.
typedef struct Manifold4 {
    Vec4 normal;
    int32_t point_count;
    int32_t unused[3];
    LocalPoint4 points[LOCAL_POINTS_MAX4];
} Manifold4;

_Static_assert(sizeof(Manifold4) % (WIDE * 4) == 0, "rows of eight");

/// One direction in which a contact acts.
typedef struct ContactRow4 {
    LanesHalves4 ja, jb; ///< [m]
} ContactRow4;

/// Change of spin per impulse along a row; only in blocks with anisotropic bodies.
typedef struct ContactTurn4 {
    LanesHalves4 ka, kb;
} ContactTurn4;

/// A point of a manifold. jb is ja less `shift`, which all points of the manifold share: passes are
/// bound by the memory that they read.
typedef struct ContactPointLanes4 {
    LanesHalves4 ja; ///< [m]
    Lanes base;      ///< [m] Separation when the step began.
    Lanes mass;      ///< [kg] Effective mass along the normal; 0: the point does not exist.
    Lanes impulse;   ///< [N s] Of the last substep.
} ContactPointLanes4;

/// Friction along the contact, against the velocity of B relative to A at the centre.
typedef struct FrictionLanes4 {
    Lanes4 tangent[3];
    ContactRow4 row[3];
    Lanes inverse_mass[3]; ///< [1/kg] Of the rows, which are decoupled.
    Lanes impulse[3];      ///< [N s]
} FrictionLanes4;

/// Friction against rotation within the contact.
typedef struct TwistLanes4 {
    LanesHalves4 j[3];     ///< [m] Common to both bodies.
    Lanes inverse_mass[3]; ///< [1/kg]
    Lanes impulse[3];      ///< [N s] Rows include the lever.
} TwistLanes4;

/// Data of contacts with restitution.
typedef struct BounceLanes4 {
    Lanes least; ///< [m/s] Slower approaches do not bounce.
    Lanes load;  ///< Factor of the velocity that a point's impulse adds; the product is added to
                 ///< `least`.
    Lanes fall_a, fall_b;              ///< [m/s^2] Acceleration of a free body along the normal.
    Lanes free_a, free_b;              ///< 1: the body is movable and has no joint.
    Lanes approach[LOCAL_POINTS_MAX4]; ///< [m/s] Normal velocity at the last bounce; 0: none.
    Lanes speed[LOCAL_POINTS_MAX4];    ///< [m/s] Normal velocity at the end of the substep.
    Lanes time[LOCAL_POINTS_MAX4];     ///< [s] Time of that bounce within the substep.
    Lanes parting[LOCAL_POINTS_MAX4];  ///< [m/s] Normal velocity that the bounce was to give.
    Lanes restitution_impulse[LOCAL_POINTS_MAX4]; ///< [N s] Of the last bounce.
    Lanes struck[LOCAL_POINTS_MAX4];              ///< [N s] Of all bounces in the step.
} BounceLanes4;

/// Velocity of a body at the start of a substep, after forces and restitution impulses and before
/// contacts. A body that still has this velocity is in free flight.
typedef struct BodyStart4 {
    Vec4 linear;   ///< [m/s]
    Halves4 spin;  ///< [rad/s]
    float gravity; ///< Gravity factor; 0 for infinite mass.
    float unused;
} BodyStart4;

/// Values of ContactBlock4.slip.
#define SLIP4_SLIDES 1000.0f
#define SLIP4_NEW -1.0f

/// Members are in the order in which passes read them; the later ones are read by fewer passes.
typedef struct ContactBlock4 {
    _Alignas(64) uint32_t store_a;
    uint32_t store_b;     ///< A bit per lane: this side is movable.
    uint32_t point_count; ///< Greatest count of a lane.
    uint32_t deep;        ///< A bit per lane: a point is pushed out faster than DEEP_PUSH.
    uint32_t sweeps;      ///< Sweeps over the points per visit.
    uint32_t uneven;      ///< A body has anisotropic inertia: the `turns` are set.
    uint32_t bounces;     ///< A bit per lane: the contact has restitution.
    uint32_t bounced;     ///< A bit per lane: the contact bounced in the last pass.
    uint32_t presses;     ///< A bit per lane: a point pressed harder than pressing_speed when the
                          ///< step began.
    uint32_t bears;       ///< A point pressed harder than StepTime.light.
    uint32_t squeezed;    ///< A bit per lane: it loses its impulses (squeeze.h),
    uint32_t beside;      ///< or is beside one that does.
    uint32_t slopes;      ///< In a job, a contact is near its friction angle (load.h).
    // Members of eight lanes.
    _Alignas(64) int32_t body_a[WIDE];
    int32_t body_b[WIDE];
    Lanes inverse_mass_a, inverse_mass_b; ///< [1/kg]
    Lanes turn_a,
        turn_b; ///< [1/(kg m^2)] k = j * this, for isotropic inertia.
    Lanes4 normal;
    LanesHalves4 shift; ///< [m] ja - jb of all points: halves of (b - a) ^ n / 2.
    Lanes restitution, static_friction, dynamic_friction;
    Lanes slip; ///< 0: sticks. 1, 2 …: count of relaxations in a row that exceeded sticking.
                ///< SLIP4_SLIDES. SLIP4_NEW: undecided.
    FrictionLanes4 friction;
    ContactPointLanes4 points[LOCAL_POINTS_MAX4];
    TwistLanes4 twist;
    ContactTurn4 point_turns[LOCAL_POINTS_MAX4], friction_turns[3], twist_turns[3];
    // Where a step has more substeps than asked for.
    Lanes start_impulse[LOCAL_POINTS_MAX4]; ///< [N s] Of the points, as the step began.
    // Members used only while a step is prepared.
    uint32_t lane_points[WIDE]; ///< Count of points of each lane.
    uint32_t feature[LOCAL_POINTS_MAX4][WIDE];
    BounceLanes4 bounce;
} ContactBlock4;

_Static_assert(sizeof(ContactBlock4) % 64 == 0, "blocks are whole cache lines");

/// State of a contact without a lane.
typedef struct ContactMemory4 {
    uint32_t feature[LOCAL_POINTS_MAX4];
    float impulse[LOCAL_POINTS_MAX4];
    uint32_t point_count;
    Vec4 friction; ///< [N s] In the world.
    Halves4 twist; ///< [N m s] In the world.
    float slip;
} ContactMemory4;

/// Parameters of a solver pass.
typedef struct ContactPass4 {
    float inverse_substep; ///< [1/s]
    bool pushes;           ///< Pushes overlaps apart; without it, a pass relaxes velocities and
                           ///< applies friction.
    Softness softness;     ///< Valid with pushes.
    float patience; ///< Count of relaxations in a row beyond sticking after which a contact slides.
} ContactPass4;

/// Input for the preparation of lanes.
typedef struct ContactSources4 {
    const Manifold4 *manifolds;
    const int32_t *lanes; ///< Manifold of each lane; with `alone`, of each block.
    uint32_t lane_count;  ///< Lanes of the batch; later lanes are empty.
    bool alone;           ///< One contact per block.
    const SolverBody4 *bodies;
    const InverseInertia4 *inverse_inertias; ///< One per body.
    const float *centers; ///< [m] Eight floats per body, the first four the centre;
                          ///< `center_stride` bytes apart.
    size_t center_stride;
    float impulse_scale; ///< Duration of this substep divided by that of the last.
    float deep;          ///< [m] Greater overlaps are pushed out faster than DEEP_PUSH.
} ContactSources4;

/// Solver passes over blocks, compiled per instruction set.
typedef struct ContactKernel4 {
    const char *name;
    /// Prepares rows, masses and carried impulses of a step; contact_prepare4.inl.
    void (*prepare)(ContactBlock4 *blocks, uint32_t count, const ContactSources4 *sources);
    /// Recomputes changes of spin and masses after inertia has changed.
    void (*weigh)(ContactBlock4 *block, const InverseInertia4 *inverse_inertias);
    /// Decides whether new contacts, and contacts that slid in the last step, slide.
    void (*judge_slip)(ContactBlock4 *blocks, uint32_t count, SolverBody4 *bodies);
    void (*warm_start)(ContactBlock4 *blocks, uint32_t count, SolverBody4 *bodies);
    void (*solve)(ContactBlock4 *blocks, uint32_t count, SolverBody4 *bodies,
                  const ContactPass4 *pass);
    /// Applies restitution within this substep, or only detects it; contact_restitution4.inl.
    void (*bounce)(ContactBlock4 *blocks, uint32_t count, SolverBody4 *bodies, BodyStart4 *starts,
                   float substep, bool only_finds);
} ContactKernel4;

/// The kernel for an instruction set, or the widest kernel below it. All give the same bits.
const ContactKernel4 *tum_choose_contact_kernel4(CpuInstructions instructions);

KERNEL_DECLARE(const ContactKernel4, tum_contact_kernel4);

#endif
