// SPDX-License-Identifier: MIT
// contact_bounce3.inl: restitution, eight contacts at a time; part of contact_kernel3.inl.
//
// Bounces come before a substep's forces (Guendelman, Bridson and Fedkiw, "Nonconvex Rigid Bodies
// with Stacking", 2003): a point that would touch within the substep, and comes faster than
// BOUNCE_SPEED, is given e times that speed at once. sim/step.c repeats the pass until nothing
// comes that fast any more, so a blow travels through bodies that touch as it does through a row of
// steel balls, one contact after the other (Smith et al., "Reflections on Simultaneous Impact",
// 2012, on why contacts may not share it).
//
// Each visit is an impact that takes energy or keeps it. The points of a plane that come bounce
// together: with velocities x before, x' after, K the matrix that maps impulses to velocities,
//
//     x' = x + K p,  x'_k >= -e x_k  and  p_k (x'_k + e x_k) = 0
//     energy gained = p . (x + x') / 2 = (1 - e) p . x / 2 <= 0
//
// Sweeps find p nearly; made longer or shorter by the factor that makes p . (x' + e x) = 0, the sum
// is right whatever the shares are.

// Points of one contact share a bounce: one sweep over them leaves it uneven.
#define BOUNCE_SWEEPS 8

// Bounces are put where surfaces meet by moving bodies back along their new way. That starts inside
// the other body, no deeper than this: farther ones bounce a moment early.
#define BOUNCE_DEPTH 0.05f // [m]

typedef struct BounceVisit {
    WideBody a, b;
    WideVec3 normal;
    Wide speed[TOUCH_POINTS]; // [m/s] along the normal, before
} BounceVisit;

static Wide normal_speed(const ContactBlock3 *block, const BounceVisit *visit,
                         const ContactPointLanes3 *point)
{
    const Wide speed =
        wide_add(wide_dot3(visit->normal, wide_sub3(visit->b.linear, visit->a.linear)),
                 turning_speed(&visit->a, &visit->b, &point->row));
    return block->drifts ? wide_add(speed, wide_load(point->drift)) : speed;
}

// A bit for each lane that is not zero.
static uint32_t lane_bits(Wide a)
{
    _Alignas(32) Lanes lanes;
    wide_store(lanes, a);
    uint32_t bits = 0;
    for (int i = 0; i < WIDE; ++i) {
        bits |= (uint32_t)(lanes[i] != 0.0f) << i;
    }
    return bits;
}

// Symplectic Euler gives velocities of the middle of a substep; a point that falls meets with that
// of the moment it touches, or bounces would gain and lose height by when in a substep they come.
static Wide fallen(const ContactBlock3 *block, Wide time, Wide substep)
{
    const Wide lag = wide_sub(time, wide_mul(wide_splat(0.5f), substep));
    // Joints may hold a body or fall with it: whichever gives the slower bounce.
    return wide_maximum(wide_mul(wide_load(block->fall), lag),
                        wide_mul(wide_load(block->held_fall), lag));
}

static WideMask find_bounce(const ContactBlock3 *block, ContactPointLanes3 *point,
                            BounceVisit *visit, uint32_t k, Wide separation, Wide substep)
{
    const Wide zero = wide_splat(0.0f), one = wide_splat(1.0f);
    const Wide least = wide_splat(-BOUNCE_SPEED);
    // Only the first bounce of a step may add energy: thrown to and fro, it would never end.
    const Wide authored = wide_load(block->restitution);
    const WideMask again = wide_greater(wide_load(point->struck), zero);
    const Wide e = wide_select(again, wide_minimum(authored, one), authored);
    const Wide speed = normal_speed(block, visit, point);
    const WideMask comes = wide_and(wide_greater(least, speed), wide_greater(e, zero));
    const Wide rate = wide_select(comes, wide_sub(zero, speed), one);
    const Wide gap = wide_maximum(separation, zero);
    const Wide depth = wide_div(wide_add(gap, wide_splat(BOUNCE_DEPTH)), wide_add(one, e));
    const Wide flies = wide_maximum(wide_load(block->free_a), wide_load(block->free_b));
    const Wide time = wide_mul(flies, wide_div(wide_minimum(gap, depth), rate));
    const Wide approach = wide_add(speed, fallen(block, time, substep));
    const Wide end = wide_add(separation, wide_mul(speed, substep));
    const WideMask meets = wide_and(
        wide_and(comes, wide_greater(zero, end)),
        wide_and(wide_greater(least, approach), wide_greater(wide_load(point->mass), zero)));
    visit->speed[k] = speed;
    wide_store(point->time, time);
    wide_store(point->approach, wide_select(meets, approach, zero));
    wide_store(point->parting, wide_select(meets, wide_mul(e, wide_sub(zero, approach)), zero));
    wide_store(point->blow, zero);
    return meets;
}

// @return a bit for each lane that bounces.
static uint32_t find_bounces(ContactBlock3 *block, BounceVisit *visit, const WideMotion *motion_a,
                             const WideMotion *motion_b, float substep)
{
    const Wide moved = wide_dot3(visit->normal, wide_sub3(motion_b->moved, motion_a->moved));
    Wide any = wide_splat(0.0f);
    for (uint32_t k = 0; k < block->point_count; ++k) {
        ContactPointLanes3 *point = &block->points[k];
        const Wide turned = wide_sub(wide_dot3(wide_load3(&point->row.jb), motion_b->turned),
                                     wide_dot3(wide_load3(&point->row.ja), motion_a->turned));
        const Wide separation = wide_add(wide_add(wide_load(point->base), moved), turned);
        const WideMask meets = find_bounce(block, point, visit, k, separation, wide_splat(substep));
        any = wide_select(meets, wide_splat(1.0f), any);
    }
    return lane_bits(any);
}

// Adds to the blow of a point.
static void push_point(ContactBlock3 *block, ContactPointLanes3 *point, BounceVisit *visit,
                       Wide impulse)
{
    wide_store(point->blow, wide_add(wide_load(point->blow), impulse));
    wide_store(point->struck, wide_add(wide_load(point->struck), impulse));
    push_linear(&visit->a, &visit->b, block, visit->normal, impulse);
    push_angular(&visit->a, &visit->b, &point->row, impulse);
}

// What x' - x is to be.
static Wide wanted_change(const ContactPointLanes3 *point)
{
    return wide_sub(wide_load(point->parting), wide_load(point->approach));
}

static void share_blow(ContactBlock3 *block, BounceVisit *visit)
{
    const Wide zero = wide_splat(0.0f);
    const uint32_t sweeps = block->point_count > 1 ? BOUNCE_SWEEPS : 1;
    for (uint32_t turn = 0; turn < sweeps * block->point_count; ++turn) {
        const uint32_t k = turn % block->point_count;
        ContactPointLanes3 *point = &block->points[k];
        const Wide change = wide_sub(normal_speed(block, visit, point), visit->speed[k]);
        const Wide lacks = wide_sub(wanted_change(point), change);
        const Wide old = wide_load(point->blow);
        const Wide new = wide_maximum(wide_add(old, wide_mul(wide_load(point->mass), lacks)), zero);
        const WideMask meets = wide_greater(zero, wide_load(point->approach));
        push_point(block, point, visit, wide_select(meets, wide_sub(new, old), zero));
    }
}

static void weigh_blow(ContactBlock3 *block, const BounceVisit *visit)
{
    Wide wanted = wide_splat(0.0f), got = wanted;
    for (uint32_t k = 0; k < block->point_count; ++k) {
        const ContactPointLanes3 *point = &block->points[k];
        const Wide blow = wide_load(point->blow);
        const Wide change = wide_sub(normal_speed(block, visit, point), visit->speed[k]);
        wanted = wide_add(wanted, wide_mul(blow, wanted_change(point)));
        got = wide_add(got, wide_mul(blow, change));
    }
    wide_store(block->wanted, wanted);
    wide_store(block->got, got);
}

static void lengthen_blow(ContactBlock3 *block, BounceVisit *visit, Wide more)
{
    for (uint32_t k = 0; k < block->point_count; ++k) {
        ContactPointLanes3 *point = &block->points[k];
        push_point(block, point, visit, wide_mul(more, wide_load(point->blow)));
    }
}

// By the factor for which p . (x' + e x) = 0.
static void correct_blow(ContactBlock3 *block, BounceVisit *visit)
{
    const Wide zero = wide_splat(0.0f), one = wide_splat(1.0f);
    weigh_blow(block, visit);
    const Wide wanted = wide_load(block->wanted), got = wide_load(block->got);
    const WideMask pushed = wide_greater(got, zero);
    const Wide lacks = wide_select(pushed, wide_sub(wanted, got), zero);
    lengthen_blow(block, visit, wide_div(lacks, wide_select(pushed, got, one)));
}

// Friction of a blow, in Coulomb's cone of the blow alone.
static void drag(const ContactBlock3 *block, BounceVisit *visit, Wide pressure, Wide leverage)
{
    const Wide zero = wide_splat(0.0f), one = wide_splat(1.0f);
    WideBody *a = &visit->a, *b = &visit->b;
    const WideVec3 tangent = wide_load3(&block->tangent);
    const WideVec3 across = wide_cross3(visit->normal, tangent);
    const WideVec3 speed = wide_sub3(b->linear, a->linear);
    Wide v0 = wide_add(wide_dot3(speed, tangent), turning_speed(a, b, &block->friction[0]));
    Wide v1 = wide_add(wide_dot3(speed, across), turning_speed(a, b, &block->friction[1]));
    if (block->drifts) {
        v0 = wide_add(v0, wide_load(block->friction_drift[0]));
        v1 = wide_add(v1, wide_load(block->friction_drift[1]));
    }
    const Wide xx = wide_load(block->friction_mass[0]), yy = wide_load(block->friction_mass[1]);
    const Wide xy = wide_load(block->friction_mass[2]);
    const Wide f0 = wide_sub(zero, wide_add(wide_mul(xx, v0), wide_mul(xy, v1)));
    const Wide f1 = wide_sub(zero, wide_add(wide_mul(xy, v0), wide_mul(yy, v1)));

    const Wide squared = wide_add(wide_mul(f0, f0), wide_mul(f1, f1));
    const Wide holds = wide_mul(wide_load(block->static_friction), pressure);
    const Wide drags = wide_mul(wide_load(block->dynamic_friction), pressure);
    const WideMask slid = wide_greater(wide_load(block->slip), wide_splat(0.5f * SLIP_SLIDES));
    const WideMask gives_way = wide_or(slid, wide_greater(squared, wide_mul(holds, holds)));
    const WideMask beyond = wide_and(gives_way, wide_greater(squared, wide_mul(drags, drags)));
    const Wide length = wide_sqrt(wide_select(beyond, squared, one));
    const Wide factor = wide_select(beyond, wide_div(drags, length), one);
    const Wide stopped = wide_select(wide_greater(pressure, zero), factor, zero);
    const Wide d0 = wide_mul(f0, stopped), d1 = wide_mul(f1, stopped);
    push_linear(a, b, block, tangent, d0);
    push_linear(a, b, block, across, d1);
    push_angular(a, b, &block->friction[0], d0);
    push_angular(a, b, &block->friction[1], d1);

    Wide spin = wide_dot3(visit->normal, wide_sub3(b->angular, a->angular));
    if (block->drifts) {
        spin = wide_add(spin, wide_load(block->twist_drift));
    }
    const Wide limit = wide_mul(wide_load(block->dynamic_friction), leverage);
    const Wide stop = wide_sub(zero, wide_mul(wide_load(block->twist_mass), spin));
    const Wide twist = wide_minimum(wide_maximum(stop, wide_sub(zero, limit)), limit);
    a->angular = wide_sub_scaled3(a->angular, wide_load3(&block->twist_ka), twist);
    b->angular = wide_add_scaled3(b->angular, wide_load3(&block->twist_kb), twist);
}

// Friction of the last blows of the lanes that are joined, or of those that are not.
static void drag_lanes(const ContactBlock3 *block, BounceVisit *visit, bool joined)
{
    Wide pressure = wide_splat(0.0f), leverage = pressure;
    for (uint32_t k = 0; k < block->point_count; ++k) {
        const Wide blow = wide_load(block->points[k].blow);
        pressure = wide_add(pressure, blow);
        leverage = wide_add(leverage, wide_mul(blow, wide_load(block->points[k].lever)));
    }
    const Wide zero = wide_splat(0.0f);
    const WideMask is_joined = wide_greater(wide_load(block->joined), zero);
    drag(block, visit, wide_select(is_joined, joined ? pressure : zero, joined ? zero : pressure),
         wide_select(is_joined, joined ? leverage : zero, joined ? zero : leverage));
}

// Moves bodies back by what their new velocities would have moved them before they met.
static void move_back(const ContactBlock3 *block, const BounceVisit *visit, const WideBody *old_a,
                      const WideBody *old_b, WideMotion *motion_a, WideMotion *motion_b)
{
    Wide pressure = wide_splat(0.0f), moment = pressure;
    for (uint32_t k = 0; k < block->point_count; ++k) {
        const Wide blow = wide_load(block->points[k].blow);
        pressure = wide_add(pressure, blow);
        moment = wide_add(moment, wide_mul(blow, wide_load(block->points[k].time)));
    }
    const WideMask pressed = wide_greater(pressure, wide_splat(0.0f));
    const Wide time = wide_div(moment, wide_select(pressed, pressure, wide_splat(1.0f)));
    motion_a->moved = wide_sub_scaled3(motion_a->moved, wide_sub3(visit->a.linear, old_a->linear),
                                       wide_mul(time, wide_load(block->free_a)));
    motion_b->moved = wide_sub_scaled3(motion_b->moved, wide_sub3(visit->b.linear, old_b->linear),
                                       wide_mul(time, wide_load(block->free_b)));
}

static void store_visit(const ContactBlock3 *block, const BounceVisit *visit,
                        const WideMotion *motion_a, const WideMotion *motion_b,
                        float *const rows_a[WIDE], float *const rows_b[WIDE])
{
    const uint32_t a = block->store_a & block->bounced, b = block->store_b & block->bounced;
    store_bodies(rows_a, &visit->a, a);
    store_bodies(rows_b, &visit->b, b);
    store_motions(rows_a, motion_a, a);
    store_motions(rows_b, motion_b, b);
}

static void bounce(ContactBlock3 *blocks, uint32_t count, SolverBody3 *bodies, float substep,
                   bool only_finds)
{
    for (uint32_t i = 0; i < count; ++i) {
        ContactBlock3 *block = &blocks[i];
        block->bounced = 0;
        if (block->bounces == 0) {
            continue;
        }
        float *rows_a[WIDE], *rows_b[WIDE];
        row_pointers(bodies, block->body_a, rows_a);
        row_pointers(bodies, block->body_b, rows_b);
        BounceVisit visit = {.a = load_bodies(rows_a),
                             .b = load_bodies(rows_b),
                             .normal = wide_load3(&block->normal)};
        WideMotion motion_a = load_motions(rows_a), motion_b = load_motions(rows_b);
        block->bounced = find_bounces(block, &visit, &motion_a, &motion_b, substep);
        if (block->bounced == 0 || only_finds) {
            continue;
        }
        const WideBody old_a = visit.a, old_b = visit.b;
        share_blow(block, &visit);
        if (block->point_count > 1) {
            correct_blow(block, &visit);
        }
        drag_lanes(block, &visit, false);
        move_back(block, &visit, &old_a, &old_b, &motion_a, &motion_b);
        store_visit(block, &visit, &motion_a, &motion_b, rows_a, rows_b);
    }
}

static void weigh_blows(ContactBlock3 *blocks, uint32_t count, SolverBody3 *bodies, float substep)
{
    for (uint32_t i = 0; i < count; ++i) {
        ContactBlock3 *block = &blocks[i];
        if (block->bounced == 0) {
            continue;
        }
        float *rows_a[WIDE], *rows_b[WIDE];
        row_pointers(bodies, block->body_a, rows_a);
        row_pointers(bodies, block->body_b, rows_b);
        BounceVisit visit = {.a = load_bodies(rows_a),
                             .b = load_bodies(rows_b),
                             .normal = wide_load3(&block->normal)};
        for (uint32_t k = 0; k < block->point_count; ++k) {
            const ContactPointLanes3 *point = &block->points[k];
            const Wide fall = fallen(block, wide_load(point->time), wide_splat(substep));
            visit.speed[k] = wide_sub(wide_load(point->approach), fall);
        }
        weigh_blow(block, &visit);
    }
}

// The rest of a bounce, after joints have answered: longer blows, then their friction.
static void press_on(ContactBlock3 *blocks, uint32_t count, SolverBody3 *bodies, bool drags)
{
    for (uint32_t i = 0; i < count; ++i) {
        ContactBlock3 *block = &blocks[i];
        if (block->bounced == 0) {
            continue;
        }
        float *rows_a[WIDE], *rows_b[WIDE];
        row_pointers(bodies, block->body_a, rows_a);
        row_pointers(bodies, block->body_b, rows_b);
        BounceVisit visit = {.a = load_bodies(rows_a),
                             .b = load_bodies(rows_b),
                             .normal = wide_load3(&block->normal)};
        WideMotion motion_a = load_motions(rows_a), motion_b = load_motions(rows_b);
        const WideBody old_a = visit.a, old_b = visit.b;
        if (drags) {
            drag_lanes(block, &visit, true);
        } else {
            lengthen_blow(block, &visit, wide_load(block->more));
        }
        move_back(block, &visit, &old_a, &old_b, &motion_a, &motion_b);
        store_visit(block, &visit, &motion_a, &motion_b, rows_a, rows_b);
    }
}
