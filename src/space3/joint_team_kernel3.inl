// SPDX-License-Identifier: MIT
// joint_team_kernel3.inl: joint_solver3.c, joint_measure3.c, joint_rows3.c, joint_system3.c and
// math/block_cholesky.c for four assemblies at once. What is done, and why, is said there.
//
// Compiled per instruction set; the including file defines KERNEL, the name of the table.
#include "space3/joint_numbers3.h"
#include "space3/joint_team3.h"
#include "space3/limit3.h"
#include "space3/space3.h"

#include <math.h>

#define INFINITE ((double)INFINITY)

// A team and where its things are.
typedef struct Team {
    Space3 *space;
    JointSet3 *set;
    JointTeam3 *team;
    const JointSection3 *section; // of the model
    TeamBody3 *bodies;
    TeamJoint3 *joints;
    TeamPart3 *parts;
    TeamRow3 *rows;
    Quad *values, *x;
    int32_t body_count, joint_count;
    double substep;
} Team;

static Team open_team(Space3 *space, JointTeam3 *team, StepTime time)
{
    JointSet3 *set = &space->joints;
    TeamKind3 *kind = &set->kinds.items[team->kind];
    const size_t index = (size_t)team->index;
    return (Team){
        .space = space,
        .set = set,
        .team = team,
        .section = &set->sections.items[set->assemblies.items[kind->model].section_first],
        .bodies = kind->bodies.items + index * (size_t)kind->body_count,
        .joints = kind->joints.items + index * (size_t)kind->joint_count,
        .parts = kind->parts.items + index * (size_t)kind->part_count,
        .rows = kind->rows.items + index * (size_t)kind->row_count,
        .values = kind->values.items + index * kind->value_count,
        .x = kind->vectors.items + index * (size_t)kind->row_count,
        .body_count = kind->body_count,
        .joint_count = kind->joint_count,
        .substep = (double)time.substep,
    };
}

QUAD_INLINE Quad quad_clamp(Quad x, Quad low, Quad high)
{
    return quad_minimum(quad_maximum(x, low), high);
}

static void set_lane(QVec3 *to, int lane, Vec3 v)
{
    to->x[lane] = (double)v.x;
    to->y[lane] = (double)v.y;
    to->z[lane] = (double)v.z;
}

static void set_lane64(QVec3 *to, int lane, DVec3 v)
{
    to->x[lane] = v.x;
    to->y[lane] = v.y;
    to->z[lane] = v.z;
}

static void set_rotation(QQuat *to, int lane, Quat q)
{
    to->x[lane] = (double)q.x;
    to->y[lane] = (double)q.y;
    to->z[lane] = (double)q.z;
    to->w[lane] = (double)q.w;
}

static DVec3 lane_of(QVec3 v, int lane)
{
    return (DVec3){v.x[lane], v.y[lane], v.z[lane]};
}

static DMat3 matrix_of(QMat3 m, int lane)
{
    return (DMat3){lane_of(m.x, lane), lane_of(m.y, lane), lane_of(m.z, lane)};
}

static Vec3 narrow(DVec3 v)
{
    return (Vec3){(float)v.x, (float)v.y, (float)v.z};
}

// What bodies are, once a step.
static void load_masses(const Team *t)
{
    for (int32_t i = 0; i < t->body_count; ++i) {
        TeamBody3 *body = &t->bodies[i];
        for (int lane = 0; lane < QUAD; ++lane) {
            const BodyMass3 *mass = &t->space->masses.items[body->slot[lane]];
            set_lane(&body->inverse_moments, lane, mass->inverse_inertia);
            set_rotation(&body->body_from_principal, lane, mass->body_from_principal);
            body->turns_evenly[lane] = mass->turns_evenly ? -1 : 0;
            body->inverse_mass[lane] = body->is_movable ? (double)mass->inverse_mass : 0.0;
        }
        body->body_from_principal = qquat_normalize(body->body_from_principal);
    }
}

static void add_strains(const Team *t)
{
    for (int32_t i = 0; i < t->body_count; ++i) {
        t->bodies[i].strain = quad(0.0);
    }
    for (int32_t i = 0; i < t->joint_count; ++i) {
        const TeamJoint3 *joint = &t->joints[i];
        if (!joint->is_point_first) {
            continue;
        }
        const TeamRow3 *rows = t->rows + joint->row_first;
        const QVec3 pull = {rows[0].impulse, rows[1].impulse, rows[2].impulse};
        const Quad impulse = qvec3_length(pull);
        t->bodies[joint->body[0]].strain += impulse * qvec3_length(joint->arm[0]);
        t->bodies[joint->body[1]].strain += impulse * qvec3_length(joint->arm[1]);
    }
}

static QSym3 inverse_inertia(const TeamBody3 *body, double substep)
{
    const QuadMask strained = body->strain > 0.0;
    const Quad most = quad_select(
        strained, SWING_MOST / (substep * quad_select(strained, body->strain, quad(1.0))),
        quad(INFINITE));
    const QVec3 inverse = {quad_minimum(body->inverse_moments.x, most),
                           quad_minimum(body->inverse_moments.y, most),
                           quad_minimum(body->inverse_moments.z, most)};
    const QQuat principal = qquat_multiply(body->rotation, body->body_from_principal);
    const QSym3 turned = qsym3_from_diagonal(qquat_matrix(principal), inverse);
    const QuadMask even = body->turns_evenly;
    return (QSym3){quad_select(even, inverse.x, turned.xx),
                   quad_select(even, inverse.x, turned.yy),
                   quad_select(even, inverse.x, turned.zz),
                   quad_where(~even, turned.xy),
                   quad_where(~even, turned.xz),
                   quad_where(~even, turned.yz)};
}

static void load_poses(const Team *t)
{
    add_strains(t);
    for (int32_t i = 0; i < t->body_count; ++i) {
        TeamBody3 *body = &t->bodies[i];
        QVec3 moved;
        for (int lane = 0; lane < QUAD; ++lane) {
            const BodyPlace3 *place = &t->space->places.items[body->slot[lane]];
            set_lane(&body->position, lane, place->center);
            set_lane(&moved, lane, t->space->states.items[body->slot[lane]].moved);
            set_rotation(&body->rotation, lane, place->rotation);
        }
        body->position = qvec3_add(body->position, moved);
        body->rotation = qquat_normalize(body->rotation);
        body->axes = qquat_matrix(body->rotation);
        if (body->is_movable) {
            body->inverse_inertia = inverse_inertia(body, t->substep);
        }
    }
}

static bool is_same(Vec3 a, Vec3 b)
{
    return a.x == b.x && a.y == b.y && a.z == b.z;
}

// Those that somebody else has changed since they were stored, or all. @return lanes with any.
static QuadMask load_velocities(const Team *t, bool all)
{
    QuadMask any = quad_none();
    for (int32_t i = 0; i < t->body_count; ++i) {
        TeamBody3 *body = &t->bodies[i];
        for (int lane = 0; lane < QUAD; ++lane) {
            const SolverBody3 *state = &t->space->states.items[body->slot[lane]];
            const Vec3 v = state->linear, w = state->angular;
            if (all || !is_same(v, body->stored_linear[lane]) ||
                !is_same(w, body->stored_angular[lane])) {
                set_lane(&body->linear, lane, v);
                set_lane(&body->angular, lane, w);
                body->stored_linear[lane] = v;
                body->stored_angular[lane] = w;
                any[lane] = -1;
            }
        }
    }
    return any;
}

static void store_velocities(const Team *t)
{
    for (int32_t i = 0; i < t->body_count; ++i) {
        TeamBody3 *body = &t->bodies[i];
        for (int lane = 0; lane < QUAD && body->is_movable; ++lane) {
            body->stored_linear[lane] = narrow(lane_of(body->linear, lane));
            body->stored_angular[lane] = narrow(lane_of(body->angular, lane));
        }
        for (int lane = 0; lane < t->team->lanes && body->is_movable; ++lane) {
            SolverBody3 *state = &t->space->states.items[body->slot[lane]];
            state->linear = body->stored_linear[lane];
            state->angular = body->stored_angular[lane];
        }
    }
}

static void load_poses_ahead(const Team *t)
{
    const Quad substep = quad(t->substep);
    for (int32_t i = 0; i < t->body_count; ++i) {
        TeamBody3 *body = &t->bodies[i];
        const QVec3 turn = qvec3_scale(body->angular, substep);
        const Quad x2 = quad_minimum(0.25 * qvec3_length_squared(turn), quad(1.0));
        const Quad stretch = 1.0 + x2 * (1.0 / 3.0 + x2 * (2.0 / 15.0 + x2 * (17.0 / 315.0)));
        body->ahead = qvec3_add_scaled(body->position, body->linear, substep);
        body->axes_ahead = qquat_matrix(qquat_advance(body->rotation, qvec3_scale(turn, stretch)));
    }
}

typedef struct FramePair {
    QVec3 arm[2];
    QVec3 d;
    QMat3 a, b;
} FramePair;

QUAD_INLINE FramePair place_frames(const Team *t, const TeamJoint3 *joint, bool ahead)
{
    const TeamBody3 *a = &t->bodies[joint->body[0]], *b = &t->bodies[joint->body[1]];
    const QMat3 *axes_a = ahead ? &a->axes_ahead : &a->axes;
    const QMat3 *axes_b = ahead ? &b->axes_ahead : &b->axes;
    const QVec3 to_a = qmat3_transform(*axes_a, joint->local[0]);
    const QVec3 to_b = qmat3_transform(*axes_b, joint->local[1]);
    const QVec3 apart = qvec3_sub(ahead ? b->ahead : b->position, ahead ? a->ahead : a->position);
    FramePair frames;
    frames.arm[0] = qvec3_add(apart, to_b);
    frames.arm[1] = to_b;
    frames.d = qvec3_sub(frames.arm[0], to_a);
    if (joint->needs_axes) {
        frames.a = qmat3_multiply(*axes_a, joint->axes[0]);
        frames.b = qmat3_multiply(*axes_b, joint->axes[1]);
    }
    return frames;
}

QUAD_INLINE QVec3 column(const QMat3 *m, int axis)
{
    return axis == 0 ? m->x : axis == 1 ? m->y : m->z;
}

QUAD_INLINE Quad part_of(QVec3 v, int axis)
{
    return axis == 0 ? v.x : axis == 1 ? v.y : v.z;
}

static DQuat turn_of(const FramePair *frames, int lane)
{
    return dquat_from_matrix(
        dmat3_multiply(dmat3_transpose(matrix_of(frames->a, lane)), matrix_of(frames->b, lane)));
}

// tum_joint3_angle_per_sine, of lanes.
QUAD_INLINE Quad angle_per_sine(Quad s)
{
    Quad sum = quad(ARCSINE_TERMS[ARCSINE_COUNT - 1]);
    for (int i = ARCSINE_COUNT - 1; i-- > 0;) {
        sum = ARCSINE_TERMS[i] + s * sum;
    }
    return sum;
}

static QVec3 swing_lock(const TeamPart3 *part, const FramePair *frames)
{
    const int k = first_axis(AXES_ALL & ~part->axes);
    const QVec3 a = column(&frames->a, k), b = column(&frames->b, k);
    const QVec3 across = qvec3_cross(a, b);
    const Quad sine_squared = qvec3_length_squared(across);
    const QVec3 swing = qvec3_scale(across, angle_per_sine(sine_squared));
    QVec3 lock = qmat3_transform_transposed(frames->a, swing);
    const QuadMask small = (sine_squared < SMALL_SINE_SQUARED) & (qvec3_dot(a, b) > 0.0);
    for (int lane = 0; lane < QUAD && quad_any(~small); ++lane) {
        if (small[lane] == 0) {
            set_lane64(&lock, lane, tum_limit3_lock(turn_of(frames, lane), part->axes));
        }
    }
    return lock;
}

typedef struct QMeasure3 {
    Quad value;
    QVec3 direction;
} QMeasure3;

static double whole_angle(const TeamPart3 *part, int lane, double angle, bool is_undefined)
{
    if (part->angle_is_known[lane] == 0) {
        return tum_limit3_unwrap_into(angle, part->low[lane], part->high[lane]);
    }
    const double before = part->angle[lane];
    // Less than half a turn further there is nothing to unwrap.
    return is_undefined                       ? before
           : absolute64(angle - before) < 3.0 ? angle
                                              : tum_limit3_unwrap_after(angle, before);
}

static QMeasure3 measure_twist(const TeamPart3 *part, const FramePair *frames, QuadMask wanted)
{
    const int i = first_axis(part->axes), j = (i + 1) % 3, k = (i + 2) % 3;
    const QVec3 a = column(&frames->a, i), b = column(&frames->b, i);
    const QVec3 aj = column(&frames->a, j), ak = column(&frames->a, k);
    const QVec3 bj = column(&frames->b, j), bk = column(&frames->b, k);
    const Quad along = qvec3_dot(a, b);
    const Quad stretch = 1.0 + along;
    const Quad below = 1.0 + along + qvec3_dot(aj, bj) + qvec3_dot(ak, bk);
    const Quad beside = qvec3_dot(ak, bj) - qvec3_dot(aj, bk);
    Quad angle = quad(0.0);
    for (int lane = 0; lane < QUAD; ++lane) {
        if (wanted[lane] == 0) {
            continue;
        }
        angle[lane] = below[lane] > 0.1 ? 2.0 * tum_atan2_64(beside[lane], below[lane])
                                        : tum_limit3_angle(turn_of(frames, lane), part->axes);
        if (part->counts_turns) {
            angle[lane] = whole_angle(part, lane, angle[lane], stretch[lane] < 0.5e-8);
        }
    }
    const QuadMask flat = stretch < 0.1;
    const QVec3 sum = qvec3_scale(qvec3_add(a, b), 1.0 / quad_select(flat, quad(1.0), stretch));
    return (QMeasure3){angle, qvec3_select(flat, a, sum)};
}

static QMeasure3 measure_cone(const TeamPart3 *part, const FramePair *frames, QuadMask wanted)
{
    const int axis = first_axis(AXES_ALL & ~part->axes);
    const QVec3 a = column(&frames->a, axis), b = column(&frames->b, axis);
    const QVec3 across = qvec3_cross(a, b);
    const Quad sine = qvec3_length(across), cosine = qvec3_dot(a, b);
    Quad angle = quad(0.0);
    for (int lane = 0; lane < QUAD; ++lane) {
        if (wanted[lane] != 0) {
            angle[lane] = tum_atan2_64(sine[lane], cosine[lane]);
        }
    }
    const QuadMask open = sine > SHORTEST;
    return (QMeasure3){
        angle, qvec3_select(open, qvec3_scale(across, 1.0 / quad_select(open, sine, quad(1.0))),
                            column(&frames->a, first_axis(part->axes)))};
}

static void weigh(const Team *t, const TeamJoint3 *joint, TeamRow3 *row)
{
    row->k[0] = qsym3_transform(t->bodies[joint->body[0]].inverse_inertia, row->j);
    row->k[1] = qsym3_transform(t->bodies[joint->body[1]].inverse_inertia, row->j);
    row->diagonal = qvec3_dot(row->j, row->k[0]) + qvec3_dot(row->j, row->k[1]);
}

static void weigh_point(TeamRow3 *rows, int side, const QSym3 *m, QVec3 arm)
{
    const QVec3 x = {m->xx, m->xy, m->xz}, y = {m->xy, m->yy, m->yz}, z = {m->xz, m->yz, m->zz};
    rows[0].k[side] = qvec3_sub(qvec3_scale(y, arm.z), qvec3_scale(z, arm.y));
    rows[1].k[side] = qvec3_sub(qvec3_scale(z, arm.x), qvec3_scale(x, arm.z));
    rows[2].k[side] = qvec3_sub(qvec3_scale(x, arm.y), qvec3_scale(y, arm.x));
    rows[0].diagonal += arm.z * rows[0].k[side].y - arm.y * rows[0].k[side].z;
    rows[1].diagonal += arm.x * rows[1].k[side].z - arm.z * rows[1].k[side].x;
    rows[2].diagonal += arm.y * rows[2].k[side].x - arm.x * rows[2].k[side].y;
}

static void measure_point(const Team *t, const TeamJoint3 *joint, TeamRow3 *rows,
                          const FramePair *frames)
{
    const TeamBody3 *a = &t->bodies[joint->body[0]], *b = &t->bodies[joint->body[1]];
    rows[0].value = frames->d.x;
    rows[1].value = frames->d.y;
    rows[2].value = frames->d.z;
    for (int i = 0; i < 3; ++i) {
        rows[i].diagonal = a->inverse_mass + b->inverse_mass;
    }
    weigh_point(rows, 0, &a->inverse_inertia, frames->arm[0]);
    weigh_point(rows, 1, &b->inverse_inertia, frames->arm[1]);
}

static void measure_part(const Team *t, const TeamJoint3 *joint, const TeamPart3 *part,
                         const FramePair *frames)
{
    TeamRow3 *rows = t->rows + part->row_first;
    if (part->form == FORM_POINT) {
        measure_point(t, joint, rows, frames);
        return;
    }
    if (part->form == FORM_SWING) {
        const QVec3 lock = swing_lock(part, frames);
        for (int axis = 0, row = 0; axis < 3; ++axis) {
            if ((part->axes >> axis & 1u) != 0) {
                rows[row].value = part_of(lock, axis);
                rows[row].j = column(&frames->a, axis);
                weigh(t, joint, &rows[row++]);
            }
        }
        return;
    }
    const QMeasure3 measure = part->form == FORM_CONE ? measure_cone(part, frames, quad_all())
                                                      : measure_twist(part, frames, quad_all());
    rows->value = measure.value;
    rows->j = measure.direction;
    weigh(t, joint, rows);
}

static void measure(const Team *t)
{
    for (int32_t i = 0; i < t->joint_count; ++i) {
        TeamJoint3 *joint = &t->joints[i];
        const FramePair frames = place_frames(t, joint, false);
        joint->arm[0] = frames.arm[0];
        joint->arm[1] = frames.arm[1];
        for (int32_t k = 0; k < joint->part_count; ++k) {
            TeamPart3 *part = &t->parts[joint->part_first + k];
            measure_part(t, joint, part, &frames);
            part->angle = t->rows[part->row_first].value;
            part->angle_is_known = quad_all();
        }
    }
    t->team->is_stale = true;
}

QUAD_INLINE Quad goal_of(double speed, Quad violation, double substep)
{
    const double most = speed * substep;
    return violation - quad_clamp(violation, quad(-most), quad(most));
}

static void begin_equality(const TeamPart3 *part, TeamRow3 *row, double substep)
{
    const double speed = part->form == FORM_POINT ? PULL_SPEED : TURN_SPEED;
    const Quad at = part->low;
    row->goal = at + goal_of(speed, row->value - at, substep);
    row->bias = (row->value - row->goal) / substep;
    row->side_low = row->side_high = quad_none();
    row->is_free = quad_all();
}

static QuadMask begin_range(const TeamPart3 *part, TeamRow3 *row, double substep)
{
    const QuadMask before_free = row->is_free, before_low = row->is_at_low;
    const Quad above = row->value - part->low, below = part->high - row->value;
    const QuadMask low = above <= below;
    const Quad end = quad_select(low, part->low, part->high);
    const QuadMask other = ~((low & row->side_low) | (~low & row->side_high));
    row->side_low = low;
    row->side_high = ~low;
    row->is_free &= ~other;
    row->is_at_low = (other & low) | (~other & row->is_at_low);
    row->impulse = quad_where(~other, row->impulse);
    const QuadMask inside = (low & (above >= 0.0)) | (~low & (below >= 0.0));
    row->goal = quad_select(inside, end, end + goal_of(TURN_SPEED, row->value - end, substep));
    row->bias = (row->value - row->goal) / substep;
    row->low = quad_select(low, quad(0.0), quad(-INFINITE));
    row->high = quad_select(low, quad(INFINITE), quad(0.0));
    // Held at the bound that is none of infinity, or free.
    const QuadMask at_low = ~row->is_free & row->is_at_low,
                   at_high = ~row->is_free & ~row->is_at_low;
    const QuadMask holds = (at_low & low) | (at_high & ~low);
    row->impulse = quad_select(holds, quad(0.0), quad_clamp(row->impulse, row->low, row->high));
    row->is_free = ~holds;
    return (before_free ^ row->is_free) | (~row->is_free & (before_low ^ row->is_at_low));
}

// Rows that nothing could move are held at nothing.
static void rest(TeamRow3 *row)
{
    const QuadMask idle = ~row->acts;
    row->impulse = quad_where(~idle, row->impulse);
    row->low = quad_where(~idle, row->low);
    row->high = quad_where(~idle, row->high);
    row->bias = quad_where(~idle, row->bias);
    row->is_free &= ~idle;
    row->is_at_low |= idle;
    row->side_low &= ~idle;
    row->side_high &= ~idle;
}

static void begin_substep(const Team *t)
{
    for (int32_t i = 0; i < t->joint_count; ++i) {
        const TeamJoint3 *joint = &t->joints[i];
        for (int32_t p = 0; p < joint->part_count; ++p) {
            const TeamPart3 *part = &t->parts[joint->part_first + p];
            for (int32_t k = 0; k < part->row_count; ++k) {
                TeamRow3 *row = &t->rows[part->row_first + k];
                row->acts = row->diagonal > 0.0;
                if (part->is_equality) {
                    begin_equality(part, row, t->substep);
                } else {
                    t->team->is_stale |= quad_any(begin_range(part, row, t->substep));
                }
                if (quad_any(~row->acts)) {
                    rest(row);
                    t->team->is_stale = true;
                }
            }
        }
    }
}

static void begin_relaxing(const Team *t)
{
    for (int32_t i = 0; i < t->joint_count; ++i) {
        const TeamJoint3 *joint = &t->joints[i];
        for (int32_t p = 0; p < joint->part_count; ++p) {
            const TeamPart3 *part = &t->parts[joint->part_first + p];
            for (int32_t k = 0; k < part->row_count; ++k) {
                TeamRow3 *row = &t->rows[part->row_first + k];
                const Quad low = quad_maximum(row->value - part->low, quad(0.0)) / t->substep;
                const Quad high = quad_minimum(row->value - part->high, quad(0.0)) / t->substep;
                const Quad bias = quad_select(row->side_low, low, quad_where(row->side_high, high));
                row->bias = quad_select(row->acts, bias, row->bias);
            }
        }
    }
}

// dv of an impulse along a row, to the bodies of its joint.
QUAD_INLINE void apply_angular(const TeamRow3 *row, TeamBody3 *a, TeamBody3 *b, Quad impulse)
{
    a->angular = qvec3_add_scaled(a->angular, row->k[0], -impulse);
    b->angular = qvec3_add_scaled(b->angular, row->k[1], impulse);
}

static void apply_all(const Team *t)
{
    for (int32_t i = 0; i < t->joint_count; ++i) {
        const TeamJoint3 *joint = &t->joints[i];
        TeamBody3 *a = &t->bodies[joint->body[0]], *b = &t->bodies[joint->body[1]];
        const TeamRow3 *rows = t->rows + joint->row_first;
        if (joint->is_point_first) {
            const QVec3 push = {rows[0].impulse, rows[1].impulse, rows[2].impulse};
            a->linear = qvec3_add_scaled(a->linear, push, -a->inverse_mass);
            b->linear = qvec3_add_scaled(b->linear, push, b->inverse_mass);
        }
        for (int32_t k = 0; k < joint->row_count; ++k) {
            apply_angular(&rows[k], a, b, rows[k].impulse);
        }
    }
}

static void calm(const Team *t)
{
    for (int32_t i = 0; i < t->body_count; ++i) {
        TeamBody3 *body = &t->bodies[i];
        const Quad most =
            quad_maximum(body->inverse_moments.x,
                         quad_maximum(body->inverse_moments.y, body->inverse_moments.z));
        const Quad ratio = t->substep * body->strain * most / SWING_MOST;
        const QuadMask fast = ratio > 1.0;
        if (body->is_movable && quad_any(fast)) {
            const Quad factor = 1.0 / (1.0 + CALMING * quad_minimum(ratio - 1.0, quad(1.0)));
            body->angular = qvec3_select(fast, qvec3_scale(body->angular, factor), body->angular);
        }
    }
}

QUAD_INLINE Quad row_velocity(const TeamRow3 *row, const TeamBody3 *a, const TeamBody3 *b)
{
    return qvec3_dot(row->j, qvec3_sub(b->angular, a->angular));
}

QUAD_INLINE QVec3 point_velocity(const TeamJoint3 *joint, const TeamBody3 *a, const TeamBody3 *b)
{
    return qvec3_sub(qvec3_add(b->linear, qvec3_cross(b->angular, joint->arm[1])),
                     qvec3_add(a->linear, qvec3_cross(a->angular, joint->arm[0])));
}

// How far off rows will be, and what they want for it.
static Quad look_ahead_joint(const Team *t, const TeamJoint3 *joint, QuadMask active)
{
    const TeamBody3 *a = &t->bodies[joint->body[0]], *b = &t->bodies[joint->body[1]];
    const double substep = t->substep;
    Quad sweep_squared = quad(0.0);
    for (int side = 0; side < 2; ++side) {
        const QVec3 w = side == 0 ? a->angular : b->angular;
        const Quad arm = qvec3_length_squared(joint->arm[side]);
        const QuadMask has_arm = arm > 1e-12;
        const Quad squared = qvec3_length_squared(qvec3_cross(w, joint->arm[side])) /
                             quad_select(has_arm, arm, quad(1.0));
        sweep_squared = quad_maximum(sweep_squared, quad_where(has_arm, squared));
    }
    const Quad sweep = substep * quad_square_root(sweep_squared);
    const Quad spin = substep * quad_square_root(quad_maximum(qvec3_length_squared(a->angular),
                                                              qvec3_length_squared(b->angular)));
    const Quad linear_share =
        quad_clamp((FAST_SWEEP - sweep) / (FAST_SWEEP - SLOW_SWEEP), quad(0.0), quad(1.0));
    const Quad angular_share =
        quad_clamp((FAST_SPIN - spin) / (FAST_SPIN - SLOW_SPIN), quad(0.0), quad(1.0));
    const FramePair frames = place_frames(t, joint, true);
    Quad turn_squared = spin * spin;
    for (int32_t p = 0; p < joint->part_count; ++p) {
        const TeamPart3 *part = &t->parts[joint->part_first + p];
        TeamRow3 *rows = t->rows + part->row_first;
        if (part->form == FORM_POINT) {
            const QVec3 moving = point_velocity(joint, a, b);
            for (int k = 0; k < 3; ++k) {
                const Quad bias =
                    (part_of(frames.d, k) - rows[k].goal) / substep - part_of(moving, k);
                const QuadMask on = active & rows[k].acts;
                rows[k].bias = quad_select(on, rows[k].bias + linear_share * (bias - rows[k].bias),
                                           rows[k].bias);
            }
            continue;
        }
        if (part->form == FORM_SWING) {
            const QVec3 lock = swing_lock(part, &frames);
            for (int axis = 0, k = 0; axis < 3; ++axis) {
                if ((part->axes >> axis & 1u) == 0) {
                    continue;
                }
                const Quad bias =
                    (part_of(lock, axis) - rows[k].goal) / substep - row_velocity(&rows[k], a, b);
                const QuadMask on = active & rows[k].acts;
                rows[k].bias = quad_select(on, rows[k].bias + angular_share * (bias - rows[k].bias),
                                           rows[k].bias);
                ++k;
            }
            continue;
        }
        // A range that is held and too far from its end to get there in this substep is left alone.
        const double most = 5.0 * substep;
        const Quad slack = quad_minimum(rows->value - part->low, part->high - rows->value);
        const Quad reach = most * most * qvec3_length_squared(qvec3_sub(b->angular, a->angular));
        QuadMask on = active;
        if (!part->is_equality) {
            on &= ~(~rows->is_free & (slack > 0.0) & (slack * slack > reach));
        }
        if (!quad_any(on)) {
            continue;
        }
        const QMeasure3 measure = part->form == FORM_CONE ? measure_cone(part, &frames, on)
                                                          : measure_twist(part, &frames, on);
        const Quad cosine = qvec3_dot(measure.direction, rows->j) /
                            quad_square_root(qvec3_length_squared(measure.direction) *
                                             qvec3_length_squared(rows->j));
        const Quad share =
            angular_share * quad_clamp((cosine - TURNED_MUCH) / (TURNED_LITTLE - TURNED_MUCH),
                                       quad(0.0), quad(1.0));
        turn_squared =
            quad_select(on, quad_maximum(turn_squared, 2.0 - 2.0 * cosine), turn_squared);
        const Quad bias = (measure.value - rows->goal) / substep - row_velocity(rows, a, b);
        on &= rows->acts;
        rows->bias = quad_select(on, rows->bias + share * (bias - rows->bias), rows->bias);
    }
    return quad_square_root(turn_squared);
}

static Quad look_ahead(const Team *t, QuadMask active)
{
    Quad turn = quad(0.0);
    for (int32_t i = 0; i < t->joint_count; ++i) {
        turn = quad_maximum(turn, look_ahead_joint(t, &t->joints[i], active));
    }
    return turn;
}

// The matrix has the rows that are free in some lane. Where others hold one, it has a diagonal of
// one and nothing else.

static void list_free_rows(const Team *t)
{
    for (int32_t i = 0; i < t->joint_count; ++i) {
        TeamJoint3 *joint = &t->joints[i];
        const TeamRow3 *rows = t->rows + joint->row_first;
        joint->free_count = 0;
        for (int32_t k = 0; k < joint->row_count; ++k) {
            if (quad_any(rows[k].is_free)) {
                joint->free_rows[joint->free_count++] = (uint8_t)k;
            }
        }
    }
}

static bool is_whole_point(const TeamJoint3 *joint)
{
    return joint->is_point_first && joint->free_count >= 3 && joint->free_rows[2] == 2;
}

static void fill_diagonal(const Team *t, const TeamJoint3 *joint, int32_t position)
{
    const BlockCholesky *matrix = &t->section->matrix;
    Quad *values = t->values + matrix->block_value[matrix->block_count + position];
    const TeamRow3 *rows = t->rows + joint->row_first;
    const int32_t n = joint->free_count, points = is_whole_point(joint) ? 3 : 0;
    for (int32_t k = 0; k < n; ++k) {
        const TeamRow3 *other = &rows[joint->free_rows[k]];
        const QVec3 spin = qvec3_add(other->k[0], other->k[1]);
        int32_t i = k + 1;
        if (k < points) {
            const QVec3 moved = qvec3_add(qvec3_cross(other->k[0], joint->arm[0]),
                                          qvec3_cross(other->k[1], joint->arm[1]));
            for (; i < points; ++i) {
                values[i * n + k] = quad_where(rows[i].is_free & other->is_free, part_of(moved, i));
            }
        }
        for (; i < n; ++i) {
            const TeamRow3 *row = &rows[joint->free_rows[i]];
            values[i * n + k] = quad_where(row->is_free & other->is_free, qvec3_dot(row->j, spin));
        }
        values[k * n + k] =
            quad_select(other->is_free, other->diagonal * (1.0 + EPSILON), quad(1.0));
    }
}

static void fill_link(const Team *t, const JointLink3 *link)
{
    const BlockCholesky *matrix = &t->section->matrix;
    const TeamJoint3 *a = &t->joints[link->a - t->section->joint_first];
    const TeamJoint3 *b = &t->joints[link->b - t->section->joint_first];
    const TeamRow3 *rows = t->rows + a->row_first, *others = t->rows + b->row_first;
    const int32_t row_count = a->free_count, columns = b->free_count;
    const int32_t points = is_whole_point(a) ? 3 : 0, other_points = is_whole_point(b) ? 3 : 0;
    Quad *values = t->values + matrix->block_value[link->block];
    for (int32_t i = 0; i < row_count * columns; ++i) {
        values[i] = quad(0.0);
    }
    for (int shared = 0; shared < link->count; ++shared) {
        const int side = link->side[shared][0], other_side = link->side[shared][1];
        const double sign = side == other_side ? 1.0 : -1.0;
        const Quad push = sign * t->bodies[a->body[side]].inverse_mass;
        for (int32_t k = 0; k < columns; ++k) {
            const TeamRow3 *other = &others[b->free_rows[k]];
            const QVec3 spin = qvec3_scale(other->k[other_side], quad(sign));
            int32_t i = 0;
            if (points > 0) {
                QVec3 moved = qvec3_cross(spin, a->arm[side]);
                if (k < other_points) {
                    moved.x += k == 0 ? push : quad(0.0);
                    moved.y += k == 1 ? push : quad(0.0);
                    moved.z += k == 2 ? push : quad(0.0);
                }
                values[k] += quad_where(other->is_free & rows[0].is_free, moved.x);
                values[columns + k] += quad_where(other->is_free & rows[1].is_free, moved.y);
                values[2 * columns + k] += quad_where(other->is_free & rows[2].is_free, moved.z);
                i = 3;
            }
            for (; i < row_count; ++i) {
                const TeamRow3 *row = &rows[a->free_rows[i]];
                values[i * columns + k] +=
                    quad_where(other->is_free & row->is_free, qvec3_dot(row->j, spin));
            }
        }
    }
}

QUAD_INLINE int32_t width_at(const Team *t, int32_t position)
{
    return t->joints[t->section->matrix.node[position]].free_count;
}

QUAD_INLINE void factor_diagonal(Quad *d, const int32_t n)
{
    for (int32_t i = 0; i < n; ++i) {
        const Quad before = d[i * n + i];
        Quad pivot = before;
        for (int32_t k = 0; k < i; ++k) {
            pivot -= d[i * n + k] * d[i * n + k];
        }
        const Quad instead = quad_select(before > 0.0, 1e12 * before, quad(1.0));
        pivot = quad_select(pivot > 1e-14 * before, pivot, instead);
        const Quad inverse = 1.0 / quad_square_root(pivot);
        d[i * n + i] = inverse;
        for (int32_t j = i + 1; j < n; ++j) {
            Quad sum = d[j * n + i];
            for (int32_t k = 0; k < i; ++k) {
                sum -= d[j * n + k] * d[i * n + k];
            }
            d[j * n + i] = sum * inverse;
        }
    }
}

QUAD_INLINE void solve_lower(const Quad *d, const int32_t n, Quad *x)
{
    for (int32_t i = 0; i < n; ++i) {
        Quad sum = x[i];
        for (int32_t k = 0; k < i; ++k) {
            sum -= d[i * n + k] * x[k];
        }
        x[i] = sum * d[i * n + i];
    }
}

QUAD_INLINE void solve_upper(const Quad *d, const int32_t n, Quad *x)
{
    for (int32_t i = n; i-- > 0;) {
        Quad sum = x[i];
        for (int32_t k = i + 1; k < n; ++k) {
            sum -= d[k * n + i] * x[k];
        }
        x[i] = sum * d[i * n + i];
    }
}

QUAD_INLINE void subtract_product(Quad *target, const Quad *lower, const int32_t rows,
                                  const Quad *upper, const int32_t columns, const int32_t width,
                                  const bool is_diagonal)
{
    for (int32_t i = 0; i < rows; ++i) {
        const int32_t end = is_diagonal ? i + 1 : columns;
        for (int32_t j = 0; j < end; ++j) {
            Quad sum = lower[i * width] * upper[j * width];
            for (int32_t k = 1; k < width; ++k) {
                sum += lower[i * width + k] * upper[j * width + k];
            }
            target[i * columns + j] -= sum;
        }
    }
}

QUAD_INLINE const int32_t *eliminate_node(const Team *t, int32_t p, const int32_t *update,
                                          const int32_t width)
{
    const BlockCholesky *matrix = &t->section->matrix;
    Quad *values = t->values;
    const int32_t begin = matrix->column_first[p], end = matrix->column_first[p + 1];
    Quad *diagonal = values + matrix->block_value[matrix->block_count + p];
    factor_diagonal(diagonal, width);
    for (int32_t a = begin; a < end; ++a) {
        Quad *block = values + matrix->block_value[a];
        const int32_t rows = width_at(t, matrix->block_row[a]);
        for (int32_t i = 0; i < rows; ++i) {
            solve_lower(diagonal, width, block + i * width);
        }
    }
    for (int32_t a = begin; a < end; ++a) {
        const int32_t columns = width_at(t, matrix->block_row[a]);
        const Quad *upper = values + matrix->block_value[a];
        subtract_product(values + matrix->block_value[*update++], upper, columns, upper, columns,
                         width, true);
        for (int32_t b = a + 1; b < end; ++b) {
            const int32_t rows = width_at(t, matrix->block_row[b]);
            Quad *target = values + matrix->block_value[*update++];
            const Quad *lower = values + matrix->block_value[b];
            if (rows == width && columns == width) {
                subtract_product(target, lower, width, upper, width, width, false);
            } else {
                subtract_product(target, lower, rows, upper, columns, width, false);
            }
        }
    }
    return update;
}

QUAD_INLINE void solve_down(const Team *t, int32_t p, const int32_t width)
{
    const BlockCholesky *matrix = &t->section->matrix;
    const Quad *values = t->values;
    Quad *x = t->x;
    Quad *own = x + matrix->first_row[p];
    solve_lower(values + matrix->block_value[matrix->block_count + p], width, own);
    for (int32_t a = matrix->column_first[p]; a < matrix->column_first[p + 1]; ++a) {
        const Quad *block = values + matrix->block_value[a];
        Quad *below = x + matrix->first_row[matrix->block_row[a]];
        const int32_t rows = width_at(t, matrix->block_row[a]);
        for (int32_t i = 0; i < rows; ++i) {
            Quad sum = block[i * width] * own[0];
            for (int32_t k = 1; k < width; ++k) {
                sum += block[i * width + k] * own[k];
            }
            below[i] -= sum;
        }
    }
}

QUAD_INLINE void solve_up(const Team *t, int32_t p, const int32_t width)
{
    const BlockCholesky *matrix = &t->section->matrix;
    const Quad *values = t->values;
    Quad *x = t->x;
    Quad *own = x + matrix->first_row[p];
    for (int32_t a = matrix->column_first[p]; a < matrix->column_first[p + 1]; ++a) {
        const Quad *block = values + matrix->block_value[a];
        const Quad *below = x + matrix->first_row[matrix->block_row[a]];
        const int32_t rows = width_at(t, matrix->block_row[a]);
        for (int32_t i = 0; i < rows; ++i) {
            for (int32_t k = 0; k < width; ++k) {
                own[k] -= block[i * width + k] * below[i];
            }
        }
    }
    solve_upper(values + matrix->block_value[matrix->block_count + p], width, own);
}

// Of balls, with an end of a range, hinges, with an end of a range.
#define BY_WIDTH(width, CALL)                                                                      \
    switch (width) {                                                                               \
    case 0: break;                                                                                 \
    case 3: CALL(3); break;                                                                        \
    case 4: CALL(4); break;                                                                        \
    case 5: CALL(5); break;                                                                        \
    case 6: CALL(6); break;                                                                        \
    default: CALL(width); break;                                                                   \
    }

static void factor(const Team *t)
{
    const BlockCholesky *matrix = &t->section->matrix;
    for (int32_t i = 0; i < matrix->fill_count; ++i) {
        const int32_t block = matrix->fill[i];
        const size_t end = matrix->block_value[block + 1]; // of the last: of the first diagonal
        for (size_t k = matrix->block_value[block]; k < end; ++k) {
            t->values[k] = quad(0.0);
        }
    }
    for (int32_t i = 0; i < t->joint_count; ++i) {
        fill_diagonal(t, &t->joints[i], matrix->place[i]);
    }
    for (int32_t i = 0; i < t->section->link_count; ++i) {
        fill_link(t, &t->set->links.items[t->section->link_first + i]);
    }
    const int32_t *update = matrix->update;
    for (int32_t p = 0; p < matrix->count; ++p) {
        const int32_t width = width_at(t, p);
#define ELIMINATE(n) update = eliminate_node(t, p, update, n)
        BY_WIDTH(width, ELIMINATE)
#undef ELIMINATE
        if (width == 0) {
            const int32_t below = matrix->column_first[p + 1] - matrix->column_first[p];
            update += below * (below + 1) / 2;
        }
    }
    t->team->is_stale = false;
}

static void solve_matrix(const Team *t)
{
    const BlockCholesky *matrix = &t->section->matrix;
    for (int32_t p = 0; p < matrix->count; ++p) {
        const int32_t width = width_at(t, p);
#define SOLVE_DOWN(n) solve_down(t, p, n)
        BY_WIDTH(width, SOLVE_DOWN)
#undef SOLVE_DOWN
    }
    for (int32_t p = matrix->count; p-- > 0;) {
        const int32_t width = width_at(t, p);
#define SOLVE_UP(n) solve_up(t, p, n)
        BY_WIDTH(width, SOLVE_UP)
#undef SOLVE_UP
    }
}

// What free rows of a joint are wrong by, into x. @return the most.
static Quad load_wrong(const Team *t, const TeamJoint3 *joint)
{
    const TeamBody3 *a = &t->bodies[joint->body[0]], *b = &t->bodies[joint->body[1]];
    const TeamRow3 *rows = t->rows + joint->row_first;
    const QVec3 moving = joint->is_point_first ? point_velocity(joint, a, b) : qvec3_zero();
    Quad *x = t->x + joint->row_first;
    Quad most = quad(0.0);
    for (int32_t i = 0; i < joint->free_count; ++i) {
        const int32_t k = joint->free_rows[i];
        const TeamRow3 *row = &rows[k];
        const Quad speed =
            joint->is_point_first && k < 3 ? part_of(moving, k) : row_velocity(row, a, b);
        x[i] =
            quad_where(row->is_free, -(speed + row->bias + EPSILON * row->diagonal * row->impulse));
        most = quad_maximum(most, quad_absolute(x[i]));
    }
    return most;
}

static void add_impulses(const Team *t, const TeamJoint3 *joint, QuadMask active)
{
    TeamBody3 *a = &t->bodies[joint->body[0]], *b = &t->bodies[joint->body[1]];
    TeamRow3 *rows = t->rows + joint->row_first;
    const Quad *x = t->x + joint->row_first;
    QVec3 linear = qvec3_zero(), angular_a = linear, angular_b = linear;
    for (int32_t i = 0; i < joint->free_count; ++i) {
        TeamRow3 *row = &rows[joint->free_rows[i]];
        const Quad change = quad_where(active, x[i]);
        row->impulse += change;
        angular_a = qvec3_add_scaled(angular_a, row->k[0], change);
        angular_b = qvec3_add_scaled(angular_b, row->k[1], change);
        if (joint->is_point_first && joint->free_rows[i] < 3) {
            linear.x = joint->free_rows[i] == 0 ? change : linear.x;
            linear.y = joint->free_rows[i] == 1 ? change : linear.y;
            linear.z = joint->free_rows[i] == 2 ? change : linear.z;
        }
    }
    if (joint->is_point_first) {
        a->linear = qvec3_add_scaled(a->linear, linear, -a->inverse_mass);
        b->linear = qvec3_add_scaled(b->linear, linear, b->inverse_mass);
    }
    a->angular = qvec3_sub(a->angular, angular_a);
    b->angular = qvec3_add(b->angular, angular_b);
}

static Quad solve_free_rows(const Team *t, QuadMask active, double quiet, Quad loud)
{
    if (t->team->is_stale) {
        list_free_rows(t);
    }
    Quad most = quad(0.0);
    for (int32_t i = 0; i < t->joint_count; ++i) {
        most = quad_maximum(most, load_wrong(t, &t->joints[i]));
    }
    const QuadMask does = active & ~((most <= quiet) | (most > loud));
    if (!quad_any(does)) {
        return most;
    }
    if (t->team->is_stale) {
        factor(t);
    }
    solve_matrix(t);
    for (int32_t i = 0; i < t->joint_count; ++i) {
        add_impulses(t, &t->joints[i], does);
    }
    return most;
}

static QuadMask exchange_row(TeamRow3 *row, TeamBody3 *a, TeamBody3 *b, QuadMask active,
                             bool may_release)
{
    const QuadMask free = row->is_free & active;
    const QuadMask under = free & (row->impulse < row->low);
    const QuadMask over = free & ~under & (row->impulse > row->high);
    QuadMask changed = under | over;
    if (quad_any(changed)) {
        const Quad bound = quad_select(under, row->low, row->high);
        apply_angular(row, a, b, quad_where(changed, bound - row->impulse));
        row->impulse = quad_select(changed, bound, row->impulse);
        row->is_free &= ~changed;
        row->is_at_low = under | (row->is_at_low & ~over);
    }
    const QuadMask held = active & ~free & row->acts;
    if (may_release && quad_any(held)) {
        const Quad wrong =
            row_velocity(row, a, b) + row->bias + EPSILON * row->diagonal * row->impulse;
        const QuadMask leaves = held & ((row->is_at_low & (wrong < -RELEASE_SPEED)) |
                                        (~row->is_at_low & (wrong > RELEASE_SPEED)));
        row->is_free |= leaves;
        changed |= leaves;
    }
    return changed;
}

static QuadMask exchange(const Team *t, QuadMask active, bool may_release)
{
    QuadMask changed = quad_none();
    for (int32_t i = 0; i < t->joint_count; ++i) {
        const TeamJoint3 *joint = &t->joints[i];
        for (int32_t p = 0; p < joint->part_count && joint->has_bounds; ++p) {
            const TeamPart3 *part = &t->parts[joint->part_first + p];
            if (!part->is_equality) {
                changed |= exchange_row(&t->rows[part->row_first], &t->bodies[joint->body[0]],
                                        &t->bodies[joint->body[1]], active, may_release);
            }
        }
    }
    return changed;
}

static Quad solve_rows(const Team *t, QuadMask active, double quiet, Quad loud)
{
    Quad most = quad(0.0);
    for (int round = 0; round < EXCHANGES_MOST && quad_any(active); ++round) {
        const Quad wrong = solve_free_rows(t, active, quiet, loud);
        most = quad_select(active, quad_maximum(most, wrong), most);
        active &= ~(most > loud);
        active &= exchange(t, active, round < EXCHANGES_MOST - 2);
        t->team->is_stale |= quad_any(active);
    }
    return most;
}

static void solve_positions(const Team *t, QuadMask active)
{
    solve_rows(t, active, QUIET_SPEED, quad(INFINITE));
    Quad loud = quad(CORRECTION_MOST);
    for (int round = 0; round < CORRECTIONS_MOST && quad_any(active); ++round) {
        load_poses_ahead(t);
        const Quad turn = look_ahead(t, active);
        const Quad wrong = solve_rows(t, active, CORRECTED_SPEED, loud);
        active &=
            ~((wrong > loud) | (wrong * quad_minimum(2.0 * turn, quad(1.0)) <= CORRECTED_SPEED));
        loud = CONTRACTION * wrong;
    }
}

static void load_rows(const Team *t, double scale)
{
    for (int32_t i = 0; i < t->joint_count; ++i) {
        TeamJoint3 *joint = &t->joints[i];
        for (int lane = 0; lane < QUAD; ++lane) {
            const Joint3 *source = &t->set->joints.items[joint->joint[lane]];
            for (int side = 0; side < 2; ++side) {
                set_lane64(&joint->local[side], lane, source->frame[side].position);
                set_lane64(&joint->axes[side].x, lane, source->axes[side].x);
                set_lane64(&joint->axes[side].y, lane, source->axes[side].y);
                set_lane64(&joint->axes[side].z, lane, source->axes[side].z);
                set_lane64(&joint->arm[side], lane, source->arm[side]);
            }
            for (int32_t p = 0; p < joint->part_count; ++p) {
                const JointPart3 *part = &t->set->parts.items[source->part_first + p];
                TeamPart3 *own = &t->parts[joint->part_first + p];
                own->low[lane] = part->kind == PART_LOCK ? 0.0 : part->low;
                own->high[lane] = part->kind == PART_LOCK ? 0.0 : part->high;
                own->angle[lane] = part->angle;
                own->angle_is_known[lane] = part->angle_is_known ? -1 : 0;
                for (int32_t k = 0; k < part->row_count; ++k) {
                    const JointRow3 *from = &t->set->rows.items[part->row_first + k];
                    TeamRow3 *row = &t->rows[own->row_first + k];
                    row->impulse[lane] = from->impulse * scale;
                    row->is_free[lane] = from->state == ROW_FREE ? -1 : 0;
                    row->is_at_low[lane] = from->state == ROW_AT_LOW ? -1 : 0;
                    row->side_low[lane] = from->side == SIDE_LOW ? -1 : 0;
                    row->side_high[lane] = from->side == SIDE_HIGH ? -1 : 0;
                    row->low[lane] = -INFINITE;
                    row->high[lane] = INFINITE;
                }
            }
        }
    }
}

static void prepare(Space3 *space, JointTeam3 *team, StepTime time)
{
    const Team t = open_team(space, team, time);
    load_masses(&t);
    load_rows(&t, (double)time.impulse_scale);
    load_poses(&t);
    measure(&t);
}

static void solve(Space3 *space, JointTeam3 *team, StepTime time, SolvePass pass)
{
    const Team t = open_team(space, team, time);
    const QuadMask changed = load_velocities(&t, pass == PASS_WARM_START);
    switch (pass) {
    case PASS_WARM_START:
        calm(&t);
        begin_substep(&t);
        apply_all(&t);
        break;
    case PASS_SOLVE: solve_positions(&t, quad_all()); break;
    case PASS_SETTLE: solve_rows(&t, quad_all(), QUIET_SPEED, quad(INFINITE)); break;
    case PASS_SOLVE_AGAIN:
        if (!quad_any(changed)) {
            return;
        }
        solve_positions(&t, changed);
        break;
    case PASS_RELAX_AGAIN:
        if (!quad_any(changed)) {
            return;
        }
        solve_rows(&t, changed, QUIET_SPEED, quad(INFINITE));
        break;
    default:
        load_poses(&t);
        measure(&t);
        begin_relaxing(&t);
        solve_rows(&t, quad_all(), QUIET_SPEED, quad(INFINITE));
        break;
    }
    store_velocities(&t);
}

const TeamKernel3 KERNEL = {prepare, solve};
