// SPDX-License-Identifier: MIT
// joint_team_move3.inl: integrate3.c and gyroscope3.c for the bodies of a team. A part of
// joint_team_kernel3.inl.

static QVec3 widen3(const Lanes3 *v, int first)
{
    return (QVec3){quad_widen(v->x + first), quad_widen(v->y + first), quad_widen(v->z + first)};
}

static QQuat widen_rotation(const LanesQuat *q, int first)
{
    return qquat_normalize((QQuat){quad_widen(q->x + first), quad_widen(q->y + first),
                                   quad_widen(q->z + first), quad_widen(q->w + first)});
}

static void narrow3(Lanes3 *to, int first, QVec3 v)
{
    quad_narrow(to->x + first, v.x);
    quad_narrow(to->y + first, v.y);
    quad_narrow(to->z + first, v.z);
}

static QVec3 multiply3(QVec3 a, QVec3 b)
{
    return (QVec3){a.x * b.x, a.y * b.y, a.z * b.z};
}

// How something turns that has an angular momentum, and principal axes somewhere.
static QVec3 spin_of(QVec3 momentum, QQuat world_from_principal, QVec3 inverse)
{
    const QVec3 local = qquat_rotate(qquat_conjugate(world_from_principal), momentum);
    return qquat_rotate(world_from_principal, multiply3(local, inverse));
}

typedef struct Tumble {
    _Alignas(64) Lanes3 middle; // [rad/s] spin in the middle of the substep
    QVec3 momentum[WIDE / QUAD], inverse[WIDE / QUAD];
    QQuat principal[WIDE / QUAD];
} Tumble;

// tum_turn_tumbling3.
static void begin_tumble(const TeamBody3 *body, const float seconds[WIDE], Tumble *tumble)
{
    for (int half = 0; half < WIDE / QUAD; ++half) {
        const int first = half * QUAD;
        const QVec3 inertia = widen3(&body->moments, first);
        const QVec3 inverse = {1.0 / inertia.x, 1.0 / inertia.y, 1.0 / inertia.z};
        const QQuat principal = widen_rotation(&body->body_from_principal, first);
        const QQuat now = qquat_multiply(widen_rotation(&body->rotation, first), principal);
        const QVec3 spin = qquat_rotate(qquat_conjugate(now), widen3(&body->angular, first));
        const QVec3 momentum = qquat_rotate(now, multiply3(spin, inertia));
        const Quad time = 0.5 * quad_widen(seconds + first);
        QVec3 middle = widen3(&body->angular, first);
        for (int i = 0; i < 2; ++i) {
            middle = spin_of(momentum, qquat_advance(now, qvec3_scale(middle, time)), inverse);
        }
        narrow3(&tumble->middle, first, middle);
        tumble->momentum[half] = momentum;
        tumble->inverse[half] = inverse;
        tumble->principal[half] = principal;
    }
}

// tum_end_tumbling3.
static void end_tumble(const TeamBody3 *body, const Tumble *tumble, Lanes3 *spin)
{
    for (int half = 0; half < WIDE / QUAD; ++half) {
        const int first = half * QUAD;
        const QQuat now =
            qquat_multiply(widen_rotation(&body->rotation, first), tumble->principal[half]);
        narrow3(spin, first, spin_of(tumble->momentum[half], now, tumble->inverse[half]));
    }
}

// quat_turn: by the series, or where a turn is larger lane by lane.
static void turn_body(TeamBody3 *body, WideVec3 turn, WideMask moves)
{
    const Wide one = wide_splat(1.0f), half = wide_splat(0.5f);
    const Wide x2 = wide_mul(wide_splat(0.25f), wide_length_squared3(turn));
    Wide stretch = wide_add(wide_splat(2.0f / 15.0f), wide_mul(x2, wide_splat(17.0f / 315.0f)));
    stretch = wide_add(wide_splat(1.0f / 3.0f), wide_mul(x2, stretch));
    stretch = wide_mul(half, wide_add(one, wide_mul(x2, stretch)));
    const WideVec3 by = wide_scale3(turn, stretch);
    const WideQuat before = wide_load_quat(&body->rotation);
    const WideQuat after =
        wide_quat_normalize(wide_quat_multiply((WideQuat){by.x, by.y, by.z, one}, before));
    wide_store_quat(&body->rotation, (WideQuat){wide_select(moves, after.x, before.x),
                                                wide_select(moves, after.y, before.y),
                                                wide_select(moves, after.z, before.z),
                                                wide_select(moves, after.w, before.w)});
    const uint32_t large = wide_bits(wide_greater(x2, wide_splat(0.04f)));
    if (large == 0) {
        return;
    }
    _Alignas(64) LanesQuat from;
    _Alignas(64) Lanes3 turns;
    wide_store_quat(&from, before);
    wide_store3(&turns, turn);
    for (int lane = 0; lane < WIDE; ++lane) {
        if ((large >> lane & 1) != 0) {
            const Quat to =
                quat_turn((Quat){from.x[lane], from.y[lane], from.z[lane], from.w[lane]},
                          (Vec3){turns.x[lane], turns.y[lane], turns.z[lane]});
            body->rotation.x[lane] = to.x;
            body->rotation.y[lane] = to.y;
            body->rotation.z[lane] = to.z;
            body->rotation.w[lane] = to.w;
        }
    }
}

static void store_rotation(const Team *t, const TeamBody3 *body)
{
    _Static_assert(offsetof(BodyPlace3, start) == offsetof(BodyPlace3, rotation) + sizeof(Quat),
                   "where it is, and where its spin is from, are one row");
    const WideQuat q = wide_load_quat(&body->rotation);
    const Wide columns[WIDE] = {q.x, q.y, q.z, q.w, q.x, q.y, q.z, q.w};
    float *rows[WIDE];
    for (int lane = 0; lane < WIDE; ++lane) {
        rows[lane] = &t->space->places.items[body->slot[lane]].rotation.x;
    }
    wide_store_rows(rows, columns, used_lanes(t));
}

static void move_body(const Team *t, TeamBody3 *body, const float seconds[WIDE])
{
    const WideMask moves = wide_greater(wide_load_words(seconds), wide_zero());
    float *rows[WIDE];
    row_pointers(t->space->states.items, body->slot, rows);
    WideMotion motion = load_motions(rows);
    const Wide time = wide_load_words(seconds);
    motion.moved = wide_add_scaled3(motion.moved, wide_load3(&body->linear), time);
    wide_store3(&body->moved, motion.moved);
    const WideVec3 spin = wide_load3(&body->angular);
    WideVec3 turn = wide_scale3(spin, time);
    const Wide far = wide_length_squared3(turn);
    const WideMask tumbles = wide_and(wide_and(moves, does_tumble(body)),
                                      wide_greater(far, wide_splat(TUMBLE_SLOW * TUMBLE_SLOW)));
    const bool any = body->may_tumble && wide_bits(tumbles) != 0;
    Tumble tumble;
    if (any) {
        begin_tumble(body, seconds, &tumble);
        turn = wide_select3(tumbles, wide_scale3(wide_load3(&tumble.middle), time), turn);
    }
    turn_body(body, turn, moves);
    if (any) {
        _Alignas(64) Lanes3 end;
        end_tumble(body, &tumble, &end);
        wide_store3(&body->angular, wide_select3(tumbles, wide_load3(&end), spin));
    }
    motion.turned = wide_add3(motion.turned, turn);
    store_motions(rows, &motion, used_lanes(t));
    store_rotation(t, body);
}

static void move(Space3 *space, JointTeam3 *team, StepTime time, const float seconds[WIDE])
{
    const Team t = open_team(space, team, time);
    for (int32_t i = 0; i < t.body_count; ++i) {
        if (t.bodies[i].is_movable) {
            move_body(&t, &t.bodies[i], seconds);
        }
    }
    store_velocities(&t);
}

// What no push moves is put at the end of the substep only after its last piece.
static void carry_on(const Team *t, WideMask does)
{
    for (int32_t i = 0; i < t->body_count; ++i) {
        TeamBody3 *body = &t->bodies[i];
        if (!body->is_movable) {
            const Wide time = wide_where(does, t->substep);
            const WideVec3 moved = wide_load3(&body->moved);
            wide_store3(&body->moved, wide_add_scaled3(moved, wide_load3(&body->linear), time));
            turn_body(body, wide_scale3(wide_load3(&body->angular), time), does);
        }
    }
}

static void survey(Space3 *space, JointTeam3 *team, StepTime time, TeamWay3 *way)
{
    const Team t = open_team(space, team, time);
    const Wide substep_squared = wide_mul(t.substep, t.substep), zero = wide_zero();
    Wide spin = zero, sweep = zero;
    way->may_pass = 0;
    for (int32_t i = 0; i < t.body_count; ++i) {
        const TeamBody3 *body = &t.bodies[i];
        const Wide w2 = wide_length_squared3(wide_load3(&body->angular));
        const Wide v2 = wide_length_squared3(wide_load3(&body->linear));
        const Wide reach = wide_load(body->reach), guard = wide_load(body->guard);
        const Wide far =
            wide_mul(wide_add(v2, wide_mul(w2, wide_mul(reach, reach))), substep_squared);
        way->may_pass |= wide_bits(wide_greater(far, wide_mul(guard, guard)));
        spin = wide_maximum(spin, w2);
    }
    for (int32_t i = 0; i < t.joint_count; ++i) {
        const TeamJoint3 *joint = &t.joints[i];
        for (int k = 0; k < 2; ++k) {
            const TeamBody3 *body = &t.bodies[k == 0 ? joint->parent : joint->child];
            const WideVec3 arm = wide_load3(&joint->arm[k]);
            const Wide squared = wide_maximum(wide_length_squared3(arm), wide_splat(1e-12f));
            const WideVec3 across = wide_cross3(wide_load3(&body->angular), arm);
            sweep = wide_maximum(sweep, wide_div(wide_length_squared3(across), squared));
        }
    }
    wide_store_words(way->turn, wide_mul(wide_sqrt(spin), t.substep));
    wide_store_words(way->sweep, wide_mul(wide_sqrt(sweep), t.substep));
}
