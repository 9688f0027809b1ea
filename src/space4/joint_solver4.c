// SPDX-License-Identifier: MIT
// joint_solver4.c: passes over the joints of an assembly, as in 3D (space3/joint_solver3.c).
#include <math.h>

#include "math/scalar.h"
#include "math/widen4.h"
#include "sim/joint_numbers.h"
#include "space4/gyroscope4.h"
#include "space4/space4.h"

static const double INFINITE = (double)INFINITY;

// Calls `visit` for each joint of an assembly.
typedef void JointVisit4(JointSet4 *set, JointSection4 *section, Joint4 *joint, double substep);

static void visit_joints(JointSet4 *set, const JointAssembly4 *assembly, JointVisit4 *visit,
                         double substep)
{
    for (int32_t i = 0; i < assembly->section_count; ++i) {
        JointSection4 *section = &set->sections.items[assembly->section_first + i];
        for (int32_t k = 0; k < section->joint_count; ++k) {
            visit(set, section, &set->joints.items[set->ordered.items[section->joint_first + k]],
                  substep);
        }
    }
}

// a * diag(d) * b transposed.
static DMat3 between(DMat3 a, DVec3 d, DMat3 b)
{
    const DMat3 scaled = {dvec3_scale(a.x, d.x), dvec3_scale(a.y, d.y), dvec3_scale(a.z, d.z)};
    return dmat3_multiply(scaled, dmat3_transpose(b));
}

static DBivec4 inverse_moments(const Inertness4 *inertness, double least)
{
    const double most = least > 0.0 ? 1.0 / least : INFINITE;
    const DBivec4 i = bivec4_widen(inertness->inverse_inertia);
    return (DBivec4){minimum64(i.xy, most), minimum64(i.xz, most), minimum64(i.yz, most),
                     minimum64(i.xw, most), minimum64(i.yw, most), minimum64(i.zw, most)};
}

// As tum_inverse_inertia4, in double. @param least  [kg m^2] No moment is taken for less.
static DInverseInertia4 inverse_inertia(const Inertness4 *inertness, DRotation4 rotation,
                                        double least)
{
    const DBivec4 i = inverse_moments(inertness, least);
    const DVec3 same = {0.5 * (i.yz + i.xw), 0.5 * (i.xz + i.yw), 0.5 * (i.xy + i.zw)};
    const DVec3 other = {0.5 * (i.yz - i.xw), 0.5 * (i.xz - i.yw), 0.5 * (i.xy - i.zw)};
    if (inertness->is_even) {
        const DMat3 even = {{same.x, 0.0, 0.0}, {0.0, same.x, 0.0}, {0.0, 0.0, same.x}};
        return (DInverseInertia4){.left = even, .right = even};
    }
    const DMat3 left = dquat_matrix(rotation.left), right = dquat_matrix(rotation.right);
    return (DInverseInertia4){between(left, same, left), between(right, same, right),
                              between(left, other, right)};
}

// Linear rows stand along the axes of frame A, so the pull is known without them.
static double pull_of(const Joint4 *joint)
{
    double along[4] = {0.0, 0.0, 0.0, 0.0};
    for (int32_t i = 0; i < joint->row_count; ++i) {
        if (!joint->rows[i].is_angular) {
            along[joint->rows[i].at] += joint->rows[i].impulse;
        }
    }
    return dvec4_length((DVec4){along[0], along[1], along[2], along[3]});
}

static void add_strain(JointSet4 *set, JointSection4 *section, Joint4 *joint, double substep)
{
    (void)section, (void)substep;
    const double pull = pull_of(joint);
    set->bodies.items[joint->body[0]].strain += pull * joint->reach[0];
    set->bodies.items[joint->body[1]].strain += pull * joint->reach[1];
}

// Impulses of a substep of another length.
static void rescale(JointSet4 *set, JointSection4 *section, Joint4 *joint, double scale)
{
    (void)set, (void)section;
    for (int32_t i = 0; i < joint->row_count; ++i) {
        joint->rows[i].impulse *= scale;
    }
}

static void load_poses(Space4 *space, const JointAssembly4 *assembly)
{
    for (int32_t i = 0; i < assembly->body_count; ++i) {
        JointBody4 *body = &space->joints.bodies.items[assembly->body_first + i];
        const BodyPlace4 *place = &space->places.items[body->slot];
        body->center.position =
            dvec4_add(vec4_widen(place->center), vec4_widen(space->states.items[body->slot].moved));
        body->center.rotation = rotation4_widen(place->rotation);
        if (body->is_movable) {
            const Inertness4 *inertness = &space->masses.items[body->slot].inertness;
            body->inverse_mass = (double)inertness->inverse_mass;
            body->inverse_inertia =
                inverse_inertia(inertness, body->center.rotation, body->least_inertia);
        }
    }
}

// Moments are what they are.
static void forget_strain(JointSet4 *set, const JointAssembly4 *assembly)
{
    for (int32_t i = 0; i < assembly->body_count; ++i) {
        set->bodies.items[assembly->body_first + i].least_inertia = 0.0;
    }
}

static double share_of(double before, double now)
{
    return before > now ? now / before : 1.0;
}

// Spin of a body whose moments are taken for larger than they were: no momentum comes of that.
// Where they shrink it stays, and energy falls.
static DHalves4 keep_momentum(const Inertness4 *inertness, const JointBody4 *body, double least)
{
    const DBivec4 before = inverse_moments(inertness, body->least_inertia);
    const DBivec4 now = inverse_moments(inertness, least);
    const DBivec4 share = {share_of(before.xy, now.xy), share_of(before.xz, now.xz),
                           share_of(before.yz, now.yz), share_of(before.xw, now.xw),
                           share_of(before.yw, now.yw), share_of(before.zw, now.zw)};
    const DRotation4 rotation = body->center.rotation;
    const DBivec4 own = drotation4_unrotate_bivec(rotation, dbivec4_from_halves(body->spin));
    return dbivec4_halves(drotation4_rotate_bivec(rotation, dbivec4_multiply(share, own)));
}

static Mat3 narrow(DMat3 m)
{
    return (Mat3){vec3_narrow(m.x), vec3_narrow(m.y), vec3_narrow(m.z)};
}

// Contacts at a body take its moments for what joints do, or energy comes from nowhere.
static void tell_contacts(Space4 *space, const JointBody4 *body)
{
    const DInverseInertia4 *m = &body->inverse_inertia;
    space->inverse_inertias.items[body->slot] =
        (InverseInertia4){narrow(m->left), narrow(m->right), narrow(m->across)};
}

static double least_of(const Inertness4 *inertness, double wanted)
{
    const Bivec4 v = inertness->inverse_inertia;
    const float most =
        maximum(maximum(maximum(v.xy, v.xz), maximum(v.yz, v.xw)), maximum(v.yw, v.zw));
    return wanted * (double)most > 1.0 ? wanted : 0.0;
}

static void measure_strain(JointSet4 *set, const JointAssembly4 *assembly)
{
    for (int32_t i = 0; i < assembly->body_count; ++i) {
        set->bodies.items[assembly->body_first + i].strain = 0.0;
    }
    visit_joints(set, assembly, add_strain, 0.0);
}

// A body pulled with force f at arm r swings about its joint at sqrt(f r / I) or faster; where a
// substep is too long to follow that, its moments are taken for larger (Andrews, Teichmann and Kry,
// "Geometric Stiffness for Real-time Constrained Multibody Dynamics", 2017): I >= h^2 f r, for all
// that pushes it. Between the warm starts of two substeps they only grow.
// @return whether moments have changed.
static bool follow_strain(Space4 *space, JointAssembly4 *assembly, double substep, bool may_shrink)
{
    bool changed = false;
    for (int32_t i = 0; i < assembly->body_count; ++i) {
        JointBody4 *body = &space->joints.bodies.items[assembly->body_first + i];
        if (!body->is_movable) {
            continue;
        }
        const Inertness4 *inertness = &space->masses.items[body->slot].inertness;
        const double own = least_of(inertness, substep * body->strain / SWING_MOST);
        const double least = may_shrink ? own : maximum64(own, body->least_inertia);
        if (least != body->least_inertia) {
            body->spin = keep_momentum(inertness, body, least);
            body->least_inertia = least;
            body->inverse_inertia = inverse_inertia(inertness, body->center.rotation, least);
            changed = true;
        }
    }
    assembly->is_strained |= changed;
    for (int32_t i = 0; i < assembly->body_count && assembly->is_strained; ++i) {
        const JointBody4 *body = &space->joints.bodies.items[assembly->body_first + i];
        if (body->is_movable) {
            tell_contacts(space, body);
        }
    }
    return changed;
}

static void load_velocities(Space4 *space, const JointAssembly4 *assembly)
{
    for (int32_t i = 0; i < assembly->body_count; ++i) {
        JointBody4 *body = &space->joints.bodies.items[assembly->body_first + i];
        const SolverBody4 *state = &space->states.items[body->slot];
        body->linear = vec4_widen(state->linear);
        body->spin = halves4_widen(state->spin);
    }
}

static bool is_same3(Vec3 a, Vec3 b)
{
    return a.x == b.x && a.y == b.y && a.z == b.z;
}

static bool is_stored(const JointBody4 *body, const SolverBody4 *state)
{
    const Vec4 v = vec4_narrow(body->linear);
    const Halves4 spin = halves4_narrow(body->spin);
    return v.x == state->linear.x && v.y == state->linear.y && v.z == state->linear.z &&
           v.w == state->linear.w && is_same3(spin.left, state->spin.left) &&
           is_same3(spin.right, state->spin.right);
}

// Only those that somebody else has changed since they were stored; the others keep their digits.
// @return whether there are any.
static bool load_changed_velocities(Space4 *space, const JointAssembly4 *assembly)
{
    bool changed = false;
    for (int32_t i = 0; i < assembly->body_count; ++i) {
        JointBody4 *body = &space->joints.bodies.items[assembly->body_first + i];
        const SolverBody4 *state = &space->states.items[body->slot];
        if (!is_stored(body, state)) {
            body->linear = vec4_widen(state->linear);
            body->spin = halves4_widen(state->spin);
            changed = true;
        }
    }
    return changed;
}

static void store_velocities(Space4 *space, const JointAssembly4 *assembly)
{
    for (int32_t i = 0; i < assembly->body_count; ++i) {
        const JointBody4 *body = &space->joints.bodies.items[assembly->body_first + i];
        if (body->is_movable) {
            SolverBody4 *state = &space->states.items[body->slot];
            state->linear = vec4_narrow(body->linear);
            state->spin = halves4_narrow(body->spin);
        }
    }
}

// Where bodies get to in a substep, as integrate4.c will turn them.
static void load_poses_ahead(Space4 *space, const JointAssembly4 *assembly, double substep)
{
    for (int32_t i = 0; i < assembly->body_count; ++i) {
        JointBody4 *body = &space->joints.bodies.items[assembly->body_first + i];
        const BodyMass4 *mass = &space->masses.items[body->slot];
        const DBivec4 spin = dbivec4_from_halves(body->spin);
        body->ahead.position = dvec4_add_scaled(body->center.position, body->linear, substep);
        body->ahead.rotation = body->center.rotation;
        if (mass->tumbles) {
            const DBivec4 inertia = bivec4_widen(mass->inertness.inertia);
            tum_turn_tumbling4(&body->ahead.rotation,
                               tum_momentum_of_spin4(body->center.rotation, spin, inertia), inertia,
                               substep);
        } else {
            tum_turn_evenly4(&body->ahead.rotation, spin, substep);
        }
    }
}

static void measure(JointSet4 *set, JointSection4 *section, Joint4 *joint, double substep)
{
    (void)substep;
    tum_joint4_measure(set, joint);
    section->is_stale = true;
}

static void begin_substep(JointSet4 *set, JointSection4 *section, Joint4 *joint, double substep)
{
    section->is_stale |= tum_joint4_begin_substep(joint, substep);
    tum_joint4_apply(set, joint);
}

static void begin_sweeping(JointSet4 *set, JointSection4 *section, Joint4 *joint, double substep)
{
    tum_joint4_begin_sweeping(joint, substep);
    section->is_stale = true;
    tum_joint4_apply(set, joint);
}

static void begin_relaxing(JointSet4 *set, JointSection4 *section, Joint4 *joint, double substep)
{
    (void)set, (void)section;
    tum_joint4_begin_relaxing(joint, substep);
}

static void begin_blows(JointSet4 *set, JointSection4 *section, Joint4 *joint, double substep)
{
    (void)set, (void)section;
    tum_joint4_begin_blows(joint, substep);
}

static double look_ahead(JointSet4 *set, const JointAssembly4 *assembly, double substep)
{
    double turn = 0.0;
    for (int32_t i = 0; i < assembly->joint_count; ++i) {
        Joint4 *joint = &set->joints.items[set->ordered.items[assembly->joint_first + i]];
        turn = maximum64(turn, tum_joint4_look_ahead(set, joint, substep));
    }
    return turn;
}

// Velocities that put hard rows where they belong at the end of the substep. A correction leaves
// about that part of an error by which directions turn until then.
static void solve_positions(Space4 *space, const JointAssembly4 *assembly, double substep)
{
    JointSet4 *set = &space->joints;
    tum_joint4_solve(set, assembly, QUIET_SPEED, INFINITE);
    double loud = CORRECTION_MOST;
    if (assembly->is_swept) {
        return;
    }
    for (int round = 0; round < CORRECTIONS_MOST; ++round) {
        load_poses_ahead(space, assembly, substep);
        const double turn = look_ahead(set, assembly, substep);
        const double wrong = tum_joint4_solve(set, assembly, CORRECTED_SPEED, loud);
        if (wrong > loud || wrong * minimum64(2.0 * turn, 1.0) <= CORRECTED_SPEED) {
            return;
        }
        loud = CONTRACTION * wrong;
    }
}

static double joint_sweep(const Space4 *space, const Sim *sim, int32_t index)
{
    const Joint4 *joint = &space->joints.joints.items[index];
    double most = 0.0;
    for (int side = 0; side < 2; ++side) {
        const int32_t body = sim->joints.joints.items[index].body[side];
        if (sim->bodies.items[body].set == SET_AWAKE) {
            const DVec4 arm = drotation4_rotate(rotation4_widen(space->places.items[body].rotation),
                                                joint->frame[side].position);
            most =
                maximum64(most, tum_arm4_sweep(halves4_widen(space->states.items[body].spin), arm));
        }
    }
    return most;
}

double tum_joints4_sweep(const Space4 *space, const Sim *sim)
{
    double most = 0.0;
    for (size_t i = 0; i < sim->joints.joints.count; ++i) {
        if (sim->joints.joints.items[i].acts) {
            most = maximum64(most, joint_sweep(space, sim, (int32_t)i));
        }
    }
    return most;
}

uint32_t tum_space4_begin_joints(Space *opaque, const Sim *sim, StepTime time)
{
    (void)time;
    JointSet4 *set = &((Space4 *)opaque)->joints;
    set->active.count = sim->joints.active.count; // there is room for all of them
    for (size_t i = 0; i < set->active.count; ++i) {
        set->active.items[i] = sim->joints.active.items[i];
    }
    return (uint32_t)set->active.count;
}

void tum_space4_prepare_joints(Space *opaque, StepTime time, Range units)
{
    Space4 *space = (Space4 *)opaque;
    JointSet4 *set = &space->joints;
    for (uint32_t i = units.begin; i < units.end; ++i) {
        JointAssembly4 *assembly = &set->assemblies.items[set->active.items[i]];
        visit_joints(set, assembly, rescale, (double)time.impulse_scale);
        assembly->is_strained = false;
        forget_strain(set, assembly);
        load_poses(space, assembly);
        visit_joints(set, assembly, measure, (double)time.substep);
    }
}

static void solve_assembly(Space4 *space, JointAssembly4 *assembly, double substep, SolvePass pass)
{
    JointSet4 *set = &space->joints;
    switch (pass) {
    case PASS_WARM_START:
        load_velocities(space, assembly);
        measure_strain(set, assembly);
        if (follow_strain(space, assembly, substep, true)) {
            visit_joints(set, assembly, measure, substep);
        }
        visit_joints(set, assembly, assembly->is_swept ? begin_sweeping : begin_substep, substep);
        break;
    case PASS_SOLVE:
        load_changed_velocities(space, assembly);
        solve_positions(space, assembly, substep);
        break;
    case PASS_SOLVE_AGAIN:
        if (!load_changed_velocities(space, assembly)) {
            return;
        }
        solve_positions(space, assembly, substep);
        break;
    case PASS_SETTLE:
        load_changed_velocities(space, assembly);
        forget_strain(set, assembly); // blows meet true inertias
        load_poses(space, assembly);
        visit_joints(set, assembly, measure, substep);
        visit_joints(set, assembly, begin_blows, substep);
        tum_joint4_solve(set, assembly, QUIET_SPEED, INFINITE);
        break;
    case PASS_RELAX_AGAIN:
        if (!load_changed_velocities(space, assembly)) {
            return;
        }
        tum_joint4_solve(set, assembly, QUIET_SPEED, INFINITE);
        break;
    case PASS_RELAX:
        load_changed_velocities(space, assembly);
        load_poses(space, assembly);
        measure_strain(set, assembly);
        follow_strain(space, assembly, substep, false);
        visit_joints(set, assembly, measure, substep);
        visit_joints(set, assembly, begin_relaxing, substep);
        tum_joint4_solve(set, assembly, QUIET_SPEED, INFINITE);
        break;
    default: return; // of weaves, or of contacts
    }
    store_velocities(space, assembly);
}

void tum_space4_solve_joints(Space *opaque, StepTime time, SolvePass pass, Range units)
{
    Space4 *space = (Space4 *)opaque;
    for (uint32_t i = units.begin; i < units.end; ++i) {
        const int32_t assembly = space->joints.active.items[i];
        solve_assembly(space, &space->joints.assemblies.items[assembly], (double)time.substep,
                       pass);
    }
}
