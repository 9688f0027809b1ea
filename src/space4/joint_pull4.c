// SPDX-License-Identifier: MIT
// joint_pull4.c: correction of joint islands that are apart, as in 3D (joint3/joint_pull3.c).
//
// Joints of a loop that cannot close contradict each other, so a joint island with loops that is
// apart is corrected by damped least squares (Wampler, "Manipulator inverse kinematic solutions
// based on vector formulations and damped least-squares methods", 1986). Loads are solved before,
// with rows that do not yield; velocities of a correction are removed once bodies have moved by
// them. A joint island without loops can satisfy all rows and is corrected directly: yielding rows
// would move a far frame at a sixteenth of the speed.
#include <math.h>
#include <string.h>

#include "math/scalar.h"
#include "math/widen4.h"
#include "schedule/joint_numbers.h"
#include "space4/gyroscope4.h"
#include "space4/joint_bodies4.h"
#include "space4/space_data4.h"

enum { PLANES = 6 };

// Multiple of APART_LENGTH or APART_ANGLE beyond which a joint island without loops counts as
// moving to its place.
static const double TREE_APART = 167.0;

static Joint4 *joint_at(JointSet4 *set, const JointIsland4 *joint_island, int32_t index)
{
    return &set->joints.items[set->layout.ordered.items[joint_island->joint_first + index]];
}

// Violation of a hard row [m] or [rad].
static double row_gap(const Joint4 *joint, int32_t index)
{
    const JointRow4 *row = &joint->rows[index];
    if (row->is_soft || row->is_idle) {
        return 0.0;
    }
    if (index < joint->lock_count) {
        return absolute64(row->value);
    }
    const JointTerm4 *term = &joint->terms[index - joint->lock_count];
    return maximum64(maximum64(term->low - row->value, row->value - term->high), 0.0);
}

// Greatest violation of hard rows, in units of APART_LENGTH or APART_ANGLE.
static double widest_gap(JointSet4 *set, const JointIsland4 *joint_island)
{
    double most = 0.0;
    for (int32_t i = 0; i < joint_island->joint_count; ++i) {
        const Joint4 *joint = joint_at(set, joint_island, i);
        for (int32_t k = 0; k < joint->row_count; ++k) {
            const double least = joint->rows[k].is_angular ? APART_ANGLE : APART_LENGTH;
            most = maximum64(most, row_gap(joint, k) / least);
        }
    }
    return most;
}

// Sets the targets of hard rows to their goals again.
static void begin_pulling(Joint4 *joint, double substep)
{
    for (int32_t i = 0; i < joint->row_count; ++i) {
        JointRow4 *row = &joint->rows[i];
        if (!row->is_soft && !row->is_idle) {
            row->bias = (row->value - row->goal) / substep;
        }
    }
}

static DHalves4 halves_less(DHalves4 a, DHalves4 b)
{
    return dhalves4_add_scaled(a, b, -1.0);
}

// Motion of a joint island as if it were rigid, with its momentum and its angular momentum.
typedef struct RigidMotion4 {
    DVec4 center; // [m]
    DVec4 linear;
    DBivec4 spin;
} RigidMotion4;

// Sum of the angular momenta of bodies at the spins of a rigid motion, by planes: the inertia maps
// bivectors, and column k is the angular momentum at the unit spin in plane k.
typedef struct Inertia4 {
    double columns[PLANES][PLANES];
} Inertia4;

static void write_planes(DBivec4 a, double planes[PLANES])
{
    const double six[PLANES] = {a.xy, a.xz, a.yz, a.xw, a.yw, a.zw};
    memcpy(planes, six, sizeof six);
}

static DBivec4 read_planes(const double planes[PLANES])
{
    return (DBivec4){planes[0], planes[1], planes[2], planes[3], planes[4], planes[5]};
}

// Principal moments with which joints act on a body.
static DBivec4 moments_of(const Space4 *space, const JointBody4 *body)
{
    const Inertness4 *inertness = &space->masses.items[body->slot].inertness;
    const DBivec4 i = tum_joint4_inverse_moments(inertness, body->least_inertia);
    return (DBivec4){1.0 / i.xy, 1.0 / i.xz, 1.0 / i.yz, 1.0 / i.xw, 1.0 / i.yw, 1.0 / i.zw};
}

// Angular momentum about a point at -arm from the centre.
static DBivec4 angular_momentum(const JointBody4 *body, DBivec4 moments, DVec4 arm, DVec4 linear,
                                DBivec4 spin)
{
    const DVec4 momentum = dvec4_scale(linear, 1.0 / body->inverse_mass);
    return dbivec4_add(tum_momentum_of_spin4(body->center.rotation, spin, moments),
                       dvec4_wedge(arm, momentum));
}

static void add_inertia(Inertia4 *sum, const JointBody4 *body, DBivec4 moments, DVec4 arm)
{
    for (int k = 0; k < PLANES; ++k) {
        double unit[PLANES] = {0.0}, column[PLANES];
        unit[k] = 1.0;
        const DBivec4 spin = read_planes(unit);
        write_planes(angular_momentum(body, moments, arm, dbivec4_velocity(spin, arm), spin),
                     column);
        for (int i = 0; i < PLANES; ++i) {
            sum->columns[k][i] += column[i];
        }
    }
}

// Spin that has an angular momentum, by L D L^T. Inertia is positive definite: the bodies have
// moments of their own.
static DBivec4 spin_of(Inertia4 *inertia, DBivec4 momentum)
{
    double x[PLANES];
    write_planes(momentum, x);
    for (int k = 0; k < PLANES; ++k) {
        const double *pivot = inertia->columns[k];
        for (int i = k + 1; i < PLANES; ++i) {
            const double share = pivot[i] / pivot[k];
            x[i] -= share * x[k];
            for (int c = i; c < PLANES; ++c) {
                inertia->columns[i][c] -= share * pivot[c];
            }
        }
    }
    for (int k = PLANES - 1; k >= 0; --k) {
        const double *pivot = inertia->columns[k];
        for (int i = k + 1; i < PLANES; ++i) {
            x[k] -= pivot[i] * x[i];
        }
        x[k] /= pivot[k];
    }
    return read_planes(x);
}

static bool has_mass(const JointBody4 *body)
{
    return body->is_movable && body->inverse_mass > 0.0;
}

// True when impulses change all rates of all bodies.
static bool is_free(const Space4 *space, const JointIsland4 *joint_island)
{
    for (int32_t i = 0; i < joint_island->body_count; ++i) {
        const JointBody4 *body = &space->joints.bodies.items[joint_island->body_first + i];
        if (!has_mass(body) || space->masses.items[body->slot].inertness.keeps_spin) {
            return false;
        }
    }
    return true;
}

// Where some body is immovable, nothing has to be conserved: the joint island is taken not to turn.
static RigidMotion4 rigid_motion(const Space4 *space, const JointIsland4 *joint_island)
{
    const JointBody4 *bodies = &space->joints.bodies.items[joint_island->body_first];
    RigidMotion4 motion = {.center = {0.0, 0.0, 0.0, 0.0}};
    DVec4 sum = motion.center, momentum = sum;
    double mass = 0.0;
    for (int32_t i = 0; i < joint_island->body_count; ++i) {
        if (has_mass(&bodies[i])) {
            const double own = 1.0 / bodies[i].inverse_mass;
            mass += own;
            sum = dvec4_add_scaled(sum, bodies[i].center.position, own);
            momentum = dvec4_add_scaled(momentum, bodies[i].linear, own);
        }
    }
    if (!(mass > 0.0)) {
        return motion;
    }
    motion.center = dvec4_scale(sum, 1.0 / mass);
    motion.linear = dvec4_scale(momentum, 1.0 / mass);
    if (!is_free(space, joint_island)) {
        return motion;
    }
    Inertia4 inertia = {{{0.0}}};
    DBivec4 turning = motion.spin;
    for (int32_t i = 0; i < joint_island->body_count; ++i) {
        const DVec4 arm = dvec4_sub(bodies[i].center.position, motion.center);
        const DBivec4 moments = moments_of(space, &bodies[i]);
        add_inertia(&inertia, &bodies[i], moments, arm);
        turning = dbivec4_add(turning, angular_momentum(&bodies[i], moments, arm, bodies[i].linear,
                                                        dbivec4_from_halves(bodies[i].spin)));
    }
    motion.spin = spin_of(&inertia, turning);
    return motion;
}

// Bodies of a separated joint island lose a share of their motion against each other, whatever the
// impulses; momentum and angular momentum stay.
static void calm(Space4 *space, const JointIsland4 *joint_island, double share)
{
    const RigidMotion4 mean = rigid_motion(space, joint_island);
    const DHalves4 spin = dbivec4_halves(mean.spin);
    for (int32_t i = 0; i < joint_island->body_count; ++i) {
        JointBody4 *body = &space->joints.bodies.items[joint_island->body_first + i];
        if (body->is_movable) {
            const DVec4 arm = dvec4_sub(body->center.position, mean.center);
            const DVec4 linear = dvec4_add(mean.linear, dbivec4_velocity(mean.spin, arm));
            body->linear = dvec4_add_scaled(body->linear, dvec4_sub(linear, body->linear), share);
            body->spin = dhalves4_add_scaled(body->spin, halves_less(spin, body->spin), share);
        }
    }
}

// Share of the pull's velocities that contacts have left. All bodies have the same share, so that
// contacts lose no momentum.
static double part_left(const JointSet4 *set, const JointIsland4 *joint_island)
{
    double left = 0.0, whole = 0.0;
    for (int32_t i = 0; i < joint_island->body_count; ++i) {
        const JointBody4 *body = &set->bodies.items[joint_island->body_first + i];
        if (body->is_movable && body->inverse_mass > 0.0) {
            const DVec4 gained = dvec4_sub(body->linear, body->unpulled_linear);
            left += dvec4_dot(gained, body->pulled_linear) / body->inverse_mass;
            whole += dvec4_length_squared(body->pulled_linear) / body->inverse_mass;
        }
    }
    return whole > 0.0 ? clamp64(left / whole, 0.0, 1.0) : 1.0;
}

void tum_joint4_end_pull(JointSet4 *set, JointIsland4 *joint_island)
{
    if (!joint_island->is_pulled) {
        return;
    }
    const double part = part_left(set, joint_island);
    for (int32_t i = 0; i < joint_island->body_count; ++i) {
        JointBody4 *body = &set->bodies.items[joint_island->body_first + i];
        body->linear = dvec4_add_scaled(body->linear, body->pulled_linear, -part);
        body->spin = dhalves4_add_scaled(body->spin, body->pulled_spin, -part);
    }
    joint_island->is_pulled = false;
}

static void note_pull(Space4 *space, JointIsland4 *joint_island)
{
    joint_island->is_pulled = true;
    for (int32_t i = 0; i < joint_island->body_count; ++i) {
        JointBody4 *body = &space->joints.bodies.items[joint_island->body_first + i];
        body->pulled_linear = dvec4_sub(body->linear, body->unpulled_linear);
        body->pulled_spin = halves_less(body->spin, body->unpulled_spin);
        const float speed = (float)dvec4_length(body->pulled_linear) +
                            halves4_rate(halves4_narrow(body->pulled_spin)) *
                                space->masses.items[body->slot].bounding_radius;
        joint_island->pull = maximum(joint_island->pull, speed);
    }
}

bool tum_joint4_pull(Space4 *space, JointIsland4 *joint_island, double quiet, double substep)
{
    JointSet4 *set = &space->joints;
    const double gap = widest_gap(set, joint_island);
    if (joint_island->is_tree && gap > TREE_APART) {
        joint_island->pull = (float)PULL_SPEED; // the joint island is moving, although its
                                                // velocities do not show it
    }
    if (joint_island->is_tree || !(gap > 1.0)) {
        return false;
    }
    const bool is_again = joint_island->is_pulled; // a repeated pull, after contacts were solved
    tum_joint4_end_pull(set, joint_island);
    for (int32_t i = 0; i < joint_island->joint_count; ++i) {
        tum_joint4_begin_relaxing(joint_at(set, joint_island, i), substep);
    }
    tum_joint4_solve(set, joint_island, quiet, (double)INFINITY);
    if (!is_again) {
        calm(space, joint_island, minimum64(gap * CALM_LEAST, CALM_MOST));
    }
    for (int32_t i = 0; i < joint_island->body_count; ++i) {
        JointBody4 *body = &set->bodies.items[joint_island->body_first + i];
        body->unpulled_linear = body->linear;
        body->unpulled_spin = body->spin;
    }
    for (int32_t i = 0; i < joint_island->joint_count; ++i) {
        begin_pulling(joint_at(set, joint_island, i), substep);
    }
    tum_joint4_solve_yielding(set, joint_island, YIELD);
    note_pull(space, joint_island);
    return true;
}
