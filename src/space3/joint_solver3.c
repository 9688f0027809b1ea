// SPDX-License-Identifier: MIT
// joint_solver3.c: passes over the joints of an assembly.
//
// For free rows the impulses dp that make x' + bias + gamma p = 0 follow from
//
//     (J M^-1 J^T + gamma + epsilon) dp = -(x' + bias + (gamma + epsilon) p)
//
// factored once for the poses of a substep. Rows whose impulse is bounded (ranges push one way, a
// drive has its maximum) are free or held at a bound; who is what is found by exchanging those that
// are wrong and solving again (Murty's principal pivoting, all at once and a few times: what is
// left comes right in the next substep, since states are kept).
#include "space3/space3.h"

#include <math.h>

// Of the diagonal: keeps the matrix regular where joints say one thing twice, as loops do. As soft
// as that is a joint between two bodies of 1 kg under 1 MN gives way by a hundredth of a
// millimetre.
static const double EPSILON = 1e-6;

// (h omega)^2 of a body under the pull of its joints.
static const double SWING_MOST = 1.0;
static const double CALMING = 0.05; // part of its spin that such a body loses in a substep

static const double RELEASE_SPEED = 1e-7; // [m/s], [rad/s] what a held row may be wrong by

enum {
    EXCHANGES_MOST = 6,
    CORRECTIONS = 1, // from where bodies would get to
    SWEEPS = 6       // over the sections of an assembly that has several
};

static DVec3 widen(Vec3 v)
{
    return (DVec3){(double)v.x, (double)v.y, (double)v.z};
}

static Vec3 narrow(DVec3 v)
{
    return (Vec3){(float)v.x, (float)v.y, (float)v.z};
}

static DQuat widen_rotation(Quat q)
{
    return dquat_normalize((DQuat){(double)q.x, (double)q.y, (double)q.z, (double)q.w});
}

// Calls `visit` for each joint of an assembly.
typedef void JointVisit(JointSet3 *set, JointSection3 *section, Joint3 *joint, double substep);

static void visit_joints(JointSet3 *set, const JointAssembly3 *assembly, JointVisit *visit,
                         double substep)
{
    for (int32_t i = 0; i < assembly->section_count; ++i) {
        JointSection3 *section = &set->sections.items[assembly->section_first + i];
        for (int32_t k = 0; k < section->joint_count; ++k) {
            visit(set, section, &set->joints.items[set->ordered.items[section->joint_first + k]],
                  substep);
        }
    }
}

// A body pulled with force f at arm r swings about its joint at sqrt(f r / I) or faster. Where a
// substep is too long to follow that, its moments are taken for larger (Andrews, Teichmann and
// Kry, "Geometric Stiffness for Real-time Constrained Multibody Dynamics", 2017): I >= h^2 f r.
static DSym3 inverse_inertia(const BodyMass3 *mass, DQuat rotation, double strain, double substep)
{
    const double most = strain > 0.0 ? SWING_MOST / (substep * strain) : (double)INFINITY;
    const DVec3 inverse = dvec3_minimum(widen(mass->inverse_inertia), (DVec3){most, most, most});
    if (mass->turns_evenly) {
        return (DSym3){inverse.x, inverse.x, inverse.x, 0.0, 0.0, 0.0};
    }
    const DQuat principal = dquat_multiply(rotation, widen_rotation(mass->body_from_principal));
    return dsym3_from_diagonal(dquat_matrix(principal), inverse);
}

static void add_strain(JointSet3 *set, JointSection3 *section, Joint3 *joint, double substep)
{
    (void)section;
    (void)substep;
    DVec3 pull = {0.0, 0.0, 0.0};
    for (int32_t i = 0; i < joint->row_count; ++i) {
        const JointRow3 *row = &set->rows.items[joint->row_first + i];
        pull = dvec3_add_scaled(pull, row->n, row->impulse);
    }
    const double impulse = dvec3_length(pull);
    set->bodies.items[joint->body[0]].strain += impulse * joint->arm[0];
    set->bodies.items[joint->body[1]].strain += impulse * joint->arm[1];
}

// Impulses of a substep of another length.
static void rescale(JointSet3 *set, JointSection3 *section, Joint3 *joint, double scale)
{
    (void)section;
    for (int32_t i = 0; i < joint->row_count; ++i) {
        set->rows.items[joint->row_first + i].impulse *= scale;
    }
}

static void load_poses(Space3 *space, const JointAssembly3 *assembly, double substep)
{
    for (int32_t i = 0; i < assembly->body_count; ++i) {
        space->joints.bodies.items[assembly->body_first + i].strain = 0.0;
    }
    visit_joints(&space->joints, assembly, add_strain, substep);
    for (int32_t i = 0; i < assembly->body_count; ++i) {
        JointBody3 *body = &space->joints.bodies.items[assembly->body_first + i];
        const BodyPlace3 *place = &space->places.items[body->slot];
        const Vec3 moved = space->states.items[body->slot].moved;
        body->center.position = dvec3_add(widen(place->center), widen(moved));
        body->center.rotation = widen_rotation(place->rotation);
        if (body->is_movable) {
            const BodyMass3 *mass = &space->masses.items[body->slot];
            body->inverse_mass = (double)mass->inverse_mass;
            body->inverse_inertia =
                inverse_inertia(mass, body->center.rotation, body->strain, substep);
        }
    }
}

static void load_velocities(Space3 *space, const JointAssembly3 *assembly)
{
    for (int32_t i = 0; i < assembly->body_count; ++i) {
        JointBody3 *body = &space->joints.bodies.items[assembly->body_first + i];
        const SolverBody3 *state = &space->states.items[body->slot];
        body->linear = widen(state->linear);
        body->angular = widen(state->angular);
    }
}

static void store_velocities(Space3 *space, const JointAssembly3 *assembly)
{
    for (int32_t i = 0; i < assembly->body_count; ++i) {
        const JointBody3 *body = &space->joints.bodies.items[assembly->body_first + i];
        if (body->is_movable) {
            SolverBody3 *state = &space->states.items[body->slot];
            state->linear = narrow(body->linear);
            state->angular = narrow(body->angular);
        }
    }
}

// Where bodies get to in a substep: the turn as integrate3.c makes it, but for high powers.
static void load_poses_ahead(Space3 *space, const JointAssembly3 *assembly, double substep)
{
    for (int32_t i = 0; i < assembly->body_count; ++i) {
        JointBody3 *body = &space->joints.bodies.items[assembly->body_first + i];
        const DVec3 turn = dvec3_scale(body->angular, substep);
        const double x2 = minimum64(0.25 * dvec3_length_squared(turn), 1.0);
        const double stretch = 1.0 + x2 * (1.0 / 3.0 + x2 * (2.0 / 15.0 + x2 * (17.0 / 315.0)));
        body->ahead.position = dvec3_add_scaled(body->center.position, body->linear, substep);
        body->ahead.rotation = dquat_advance(body->center.rotation, dvec3_scale(turn, stretch));
    }
}

static void apply(JointSet3 *set, JointRow3 *row, double impulse)
{
    JointBody3 *a = &set->bodies.items[row->a], *b = &set->bodies.items[row->b];
    a->linear = dvec3_add_scaled(a->linear, row->n, -impulse * a->inverse_mass);
    a->angular = dvec3_add_scaled(a->angular, row->ka, -impulse);
    b->linear = dvec3_add_scaled(b->linear, row->n, impulse * b->inverse_mass);
    b->angular = dvec3_add_scaled(b->angular, row->kb, impulse);
}

// What an impulse of one row does to the velocity of another.
static double couple(const JointSet3 *set, const JointRow3 *r, const JointRow3 *s)
{
    const double along = dvec3_dot(r->n, s->n);
    double sum = 0.0;
    if (r->a == s->a) {
        sum += set->bodies.items[r->a].inverse_mass * along + dvec3_dot(r->ja, s->ka);
    }
    if (r->b == s->b) {
        sum += set->bodies.items[r->b].inverse_mass * along + dvec3_dot(r->jb, s->kb);
    }
    if (r->a == s->b) {
        sum -= set->bodies.items[r->a].inverse_mass * along + dvec3_dot(r->ja, s->kb);
    }
    if (r->b == s->a) {
        sum -= set->bodies.items[r->b].inverse_mass * along + dvec3_dot(r->jb, s->ka);
    }
    return sum;
}

// Held rows stand in the matrix as equations of their own: 1 * 0 = 0.
static void fill_diagonal(JointSet3 *set, JointSection3 *section, const Joint3 *joint,
                          int32_t position)
{
    double *values = block_cholesky_diagonal(&section->matrix, position);
    const JointRow3 *rows = &set->rows.items[joint->row_first];
    const int32_t n = joint->row_count;
    for (int32_t i = 0; i < n; ++i) {
        if (rows[i].state != ROW_FREE) {
            values[i * n + i] = 1.0;
            continue;
        }
        values[i * n + i] = rows[i].diagonal * (1.0 + EPSILON) + rows[i].gamma;
        for (int32_t k = 0; k < i; ++k) {
            if (rows[k].state == ROW_FREE) {
                values[i * n + k] = couple(set, &rows[i], &rows[k]);
                values[k * n + i] = values[i * n + k];
            }
        }
    }
}

static void fill_link(JointSet3 *set, JointSection3 *section, const JointLink3 *link)
{
    const Joint3 *a = &set->joints.items[set->ordered.items[link->a]];
    const Joint3 *b = &set->joints.items[set->ordered.items[link->b]];
    double *values = block_cholesky_block(&section->matrix, link->block);
    for (int32_t i = 0; i < a->row_count; ++i) {
        const JointRow3 *row = &set->rows.items[a->row_first + i];
        for (int32_t k = 0; k < b->row_count && row->state == ROW_FREE; ++k) {
            const JointRow3 *other = &set->rows.items[b->row_first + k];
            if (other->state == ROW_FREE) {
                values[i * b->row_count + k] = couple(set, row, other);
            }
        }
    }
}

static void factor(JointSet3 *set, JointSection3 *section)
{
    tum_block_cholesky_clear(&section->matrix);
    for (int32_t i = 0; i < section->joint_count; ++i) {
        fill_diagonal(set, section,
                      &set->joints.items[set->ordered.items[section->joint_first + i]],
                      section->matrix.place[i]);
    }
    for (int32_t i = 0; i < section->link_count; ++i) {
        fill_link(set, section, &set->links.items[section->link_first + i]);
    }
    tum_block_cholesky_factor(&section->matrix);
    section->is_stale = false;
}

static double wanted(const JointSet3 *set, const JointRow3 *row)
{
    return joint_row3_velocity(set, row) + row->bias +
           (row->gamma + EPSILON * row->diagonal) * row->impulse;
}

static void solve_free_rows(JointSet3 *set, JointSection3 *section)
{
    double *x = set->vector.items + section->row_first;
    JointRow3 *rows = &set->rows.items[section->row_first];
    const int32_t count = section->matrix.row_count;
    for (int32_t i = 0; i < count; ++i) {
        x[i] = rows[i].state == ROW_FREE ? -wanted(set, &rows[i]) : 0.0;
    }
    tum_block_cholesky_solve(&section->matrix, x);
    for (int32_t i = 0; i < count; ++i) {
        if (rows[i].state == ROW_FREE) {
            rows[i].impulse += x[i];
            apply(set, &rows[i], x[i]);
        }
    }
}

static void hold(JointSet3 *set, JointRow3 *row, double bound, RowState state)
{
    apply(set, row, bound - row->impulse);
    row->impulse = bound;
    row->state = (uint8_t)state;
}

// @return true when a row is held or let go that was not.
static bool exchange(JointSet3 *set, const JointSection3 *section, bool may_release)
{
    JointRow3 *rows = &set->rows.items[section->row_first];
    bool changed = false;
    for (int32_t i = 0; i < section->matrix.row_count; ++i) {
        JointRow3 *row = &rows[i];
        if (row->state == ROW_FREE) {
            if (row->impulse < row->low) {
                hold(set, row, row->low, ROW_AT_LOW);
                changed = true;
            } else if (row->impulse > row->high) {
                hold(set, row, row->high, ROW_AT_HIGH);
                changed = true;
            }
        } else if (may_release && !row->is_idle) {
            const double speed = wanted(set, row);
            if (row->state == ROW_AT_LOW ? speed < -RELEASE_SPEED : speed > RELEASE_SPEED) {
                row->state = ROW_FREE;
                changed = true;
            }
        }
    }
    return changed;
}

static void solve_section(JointSet3 *set, JointSection3 *section)
{
    for (int round = 0; round < EXCHANGES_MOST; ++round) {
        if (section->is_stale) {
            factor(set, section);
        }
        solve_free_rows(set, section);
        if (!exchange(set, section, round < EXCHANGES_MOST - 2)) {
            return;
        }
        section->is_stale = true;
    }
}

static void solve_assembly(JointSet3 *set, const JointAssembly3 *assembly)
{
    const int sweeps = assembly->section_count > 1 ? SWEEPS : 1;
    for (int sweep = 0; sweep < sweeps; ++sweep) {
        for (int32_t i = 0; i < assembly->section_count; ++i) {
            solve_section(set, &set->sections.items[assembly->section_first + i]);
        }
    }
}

static void measure(JointSet3 *set, JointSection3 *section, Joint3 *joint, double substep)
{
    (void)substep;
    tum_joint3_measure(set, joint);
    section->is_stale = true;
}

static void begin_substep(JointSet3 *set, JointSection3 *section, Joint3 *joint, double substep)
{
    section->is_stale |= tum_joint3_begin_substep(set, joint, substep);
    for (int32_t i = 0; i < joint->row_count; ++i) {
        JointRow3 *row = &set->rows.items[joint->row_first + i];
        apply(set, row, row->impulse);
    }
}

static void look_ahead(JointSet3 *set, JointSection3 *section, Joint3 *joint, double substep)
{
    (void)section;
    tum_joint3_look_ahead(set, joint);
    tum_joint3_correct(set, joint, substep);
}

static void begin_relaxing(JointSet3 *set, JointSection3 *section, Joint3 *joint, double substep)
{
    (void)section;
    tum_joint3_begin_relaxing(set, joint, substep);
}

// Where moments were taken for larger, swings are too fast to be followed: they fade.
static void calm(Space3 *space, const JointAssembly3 *assembly, double substep)
{
    for (int32_t i = 0; i < assembly->body_count; ++i) {
        JointBody3 *body = &space->joints.bodies.items[assembly->body_first + i];
        const Vec3 inverse = space->masses.items[body->slot].inverse_inertia;
        const double most = (double)maximum(inverse.x, maximum(inverse.y, inverse.z));
        const double ratio = substep * body->strain * most / SWING_MOST;
        if (body->is_movable && ratio > 1.0) {
            body->angular =
                dvec3_scale(body->angular, 1.0 / (1.0 + CALMING * minimum64(ratio - 1.0, 1.0)));
        }
    }
}

static const JointAssembly3 *active_assembly(const Space3 *space, const Sim *sim, uint32_t index)
{
    return &space->joints.assemblies.items[sim->joints.active.items[index]];
}

void tum_space3_prepare_joints(Space *opaque, const Sim *sim, StepTime time, Range active)
{
    Space3 *space = (Space3 *)opaque;
    for (uint32_t i = active.begin; i < active.end; ++i) {
        const JointAssembly3 *assembly = active_assembly(space, sim, i);
        visit_joints(&space->joints, assembly, rescale, (double)time.impulse_scale);
        load_poses(space, assembly, (double)time.substep);
        visit_joints(&space->joints, assembly, measure, (double)time.substep);
    }
}

void tum_space3_solve_joints(Space *opaque, const Sim *sim, StepTime time, SolvePass pass,
                             Range active)
{
    Space3 *space = (Space3 *)opaque;
    JointSet3 *set = &space->joints;
    const double substep = (double)time.substep;
    for (uint32_t i = active.begin; i < active.end; ++i) {
        const JointAssembly3 *assembly = active_assembly(space, sim, i);
        load_velocities(space, assembly);
        switch (pass) {
        case PASS_WARM_START:
            calm(space, assembly, substep);
            visit_joints(set, assembly, begin_substep, substep);
            break;
        case PASS_SOLVE:
            solve_assembly(set, assembly);
            for (int round = 0; round < CORRECTIONS; ++round) {
                load_poses_ahead(space, assembly, substep);
                visit_joints(set, assembly, look_ahead, substep);
                solve_assembly(set, assembly);
            }
            break;
        case PASS_SETTLE: solve_assembly(set, assembly); break;
        default:
            load_poses(space, assembly, substep);
            visit_joints(set, assembly, measure, substep);
            visit_joints(set, assembly, begin_relaxing, substep);
            solve_assembly(set, assembly);
            break;
        }
        store_velocities(space, assembly);
    }
}
