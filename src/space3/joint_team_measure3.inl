// SPDX-License-Identifier: MIT
// joint_team_measure3.inl: joint_measure3.c and joint_rows3.c for four assemblies at once: bodies
// are loaded, rows measured, and what rows want. A part of joint_team_kernel3.inl.

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

// What a row wants of a correction from ahead: the given share of it.
QUAD_INLINE void correct(TeamRow3 *row, QuadMask active, Quad share, Quad ahead, Quad velocity,
                         double substep)
{
    const Quad bias = (ahead - row->goal) / substep - velocity;
    row->bias = quad_select(active & row->acts, row->bias + share * (bias - row->bias), row->bias);
}

static void look_ahead_swing(const Team *t, const TeamJoint3 *joint, const TeamPart3 *part,
                             const FramePair *frames, QuadMask active, Quad share)
{
    const TeamBody3 *a = &t->bodies[joint->body[0]], *b = &t->bodies[joint->body[1]];
    TeamRow3 *row = t->rows + part->row_first;
    const QVec3 lock = swing_lock(part, frames);
    for (int axis = 0; axis < 3; ++axis) {
        if ((part->axes >> axis & 1u) != 0) {
            correct(row, active, share, part_of(lock, axis), row_velocity(row, a, b), t->substep);
            ++row;
        }
    }
}

// A range that is held and too far from its end to get there in this substep is left alone.
// @return twice what its direction's turn takes from a cosine of one.
static Quad look_ahead_angle(const Team *t, const TeamJoint3 *joint, const TeamPart3 *part,
                             const FramePair *frames, QuadMask active, Quad share)
{
    const TeamBody3 *a = &t->bodies[joint->body[0]], *b = &t->bodies[joint->body[1]];
    TeamRow3 *row = t->rows + part->row_first;
    const double most = 5.0 * t->substep;
    const Quad slack = quad_minimum(row->value - part->low, part->high - row->value);
    const Quad reach = most * most * qvec3_length_squared(qvec3_sub(b->angular, a->angular));
    if (!part->is_equality) {
        active &= ~(~row->is_free & (slack > 0.0) & (slack * slack > reach));
    }
    if (!quad_any(active)) {
        return quad(0.0);
    }
    const QMeasure3 measure = part->form == FORM_CONE ? measure_cone(part, frames, active)
                                                      : measure_twist(part, frames, active);
    const Quad cosine =
        qvec3_dot(measure.direction, row->j) /
        quad_square_root(qvec3_length_squared(measure.direction) * qvec3_length_squared(row->j));
    const Quad right =
        quad_clamp((cosine - TURNED_MUCH) / (TURNED_LITTLE - TURNED_MUCH), quad(0.0), quad(1.0));
    correct(row, active, share * right, measure.value, row_velocity(row, a, b), t->substep);
    return quad_where(active, 2.0 - 2.0 * cosine);
}

QUAD_INLINE Quad share_of_correction(Quad turn, double slow, double fast)
{
    return quad_clamp((fast - turn) / (fast - slow), quad(0.0), quad(1.0));
}

static Quad sweep_squared(const TeamJoint3 *joint, const TeamBody3 *a, const TeamBody3 *b)
{
    Quad most = quad(0.0);
    for (int side = 0; side < 2; ++side) {
        const QVec3 w = side == 0 ? a->angular : b->angular;
        const Quad arm = qvec3_length_squared(joint->arm[side]);
        const QuadMask has_arm = arm > 1e-12;
        const Quad squared = qvec3_length_squared(qvec3_cross(w, joint->arm[side])) /
                             quad_select(has_arm, arm, quad(1.0));
        most = quad_maximum(most, quad_where(has_arm, squared));
    }
    return most;
}

// @return [rad] how far the joint's directions turn in the substep.
static Quad look_ahead_joint(const Team *t, const TeamJoint3 *joint, QuadMask active)
{
    const TeamBody3 *a = &t->bodies[joint->body[0]], *b = &t->bodies[joint->body[1]];
    const Quad sweep = t->substep * quad_square_root(sweep_squared(joint, a, b));
    const Quad spin = t->substep * quad_square_root(quad_maximum(qvec3_length_squared(a->angular),
                                                                 qvec3_length_squared(b->angular)));
    const Quad linear_share = share_of_correction(sweep, SLOW_SWEEP, FAST_SWEEP);
    const Quad angular_share = share_of_correction(spin, SLOW_SPIN, FAST_SPIN);
    const FramePair frames = place_frames(t, joint, true);
    Quad turn_squared = spin * spin;
    for (int32_t p = 0; p < joint->part_count; ++p) {
        const TeamPart3 *part = &t->parts[joint->part_first + p];
        TeamRow3 *rows = t->rows + part->row_first;
        if (part->form == FORM_POINT) {
            const QVec3 moving = point_velocity(joint, a, b);
            for (int k = 0; k < 3; ++k) {
                correct(&rows[k], active, linear_share, part_of(frames.d, k), part_of(moving, k),
                        t->substep);
            }
        } else if (part->form == FORM_SWING) {
            look_ahead_swing(t, joint, part, &frames, active, angular_share);
        } else {
            turn_squared = quad_maximum(
                turn_squared, look_ahead_angle(t, joint, part, &frames, active, angular_share));
        }
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
