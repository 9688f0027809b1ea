// SPDX-License-Identifier: MIT
// contact_restitution3.inl: restitution, eight contacts at a time; part of contact_kernel3.c.
//
// Bounces precede the forces of a substep (Guendelman, Bridson and Fedkiw, "Nonconvex Rigid Bodies
// with Stacking", 2003): a point that would meet within the substep, and approaches faster than its
// threshold, receives e times that speed at once. schedule/restitution_passes.c repeats the pass
// until no point approaches that fast any more, so a restitution impulse travels through bodies in
// contact as through a row of steel balls, one contact after the other (Smith et al., "Reflections
// on Simultaneous Impact", 2012, on why contacts may not share it).
//
// Each visit is an impact that conserves energy or loses some. The approaching points of a manifold
// bounce together: with velocities x before, x' after, and K the matrix that maps impulses to
// velocities,
//
//     x' = x + K p,  x'_k >= -e x_k  and  p_k (x'_k + e x_k) = 0
//     energy gained = p . (x + x') / 2 = (1 - e) p . x / 2 <= 0
//
// Sweeps approximate p. A common factor then makes p . (x' + e x) = 0, which makes the energy exact
// whatever the distribution of p is.

typedef struct BounceVisit {
    const ContactBlock3 *block;
    WideRows rows;
    ContactExtra3 *extra;
    WideFrame frame;
    WidePair pair;
    WideVelocity moved_a, moved_b;
    Wide fall;      // [m/s^2] Of B against A along the normal, for free bodies.
    Wide held_fall; // The same, with joints assumed to bear all joined bodies.
} BounceVisit;

// [m/s^2] Acceleration by forces along the normal of a body in free flight; zero for a supported
// body.
static Wide fall_of(const ContactBatch3 *batch, const uint32_t *place, const WideVelocity *now,
                    Wide fall, Wide substep)
{
    const WideVec3 borne = wide_sub3(now->linear, load_body(batch->starts, place).linear);
    const Wide pull = wide_mul(fall, substep);
    const Wide most = wide_mul(wide_splat(BORNE_SQUARED), wide_mul(pull, pull));
    const WideMask is_borne = wide_greater(wide_length_squared3(borne), most);
    return wide_select(is_borne, wide_splat(0.0f), fall);
}

static void find_falls(BounceVisit *visit, const ContactBatch3 *batch, Wide substep)
{
    const ContactExtra3 *extra = visit->extra;
    const WidePair *pair = &visit->pair;
    const Wide zero = wide_splat(0.0f);
    const WideMask free_a = wide_greater(LOAD_BLOCK(extra, free_a), zero);
    const WideMask free_b = wide_greater(LOAD_BLOCK(extra, free_b), zero);
    const Wide fall_a = LOAD_BLOCK(extra, fall_a), fall_b = LOAD_BLOCK(extra, fall_b);
    const Wide flight_a = fall_of(batch, pair->place_a, &pair->a, fall_a, substep);
    const Wide flight_b = fall_of(batch, pair->place_b, &pair->b, fall_b, substep);
    visit->held_fall =
        wide_sub(wide_select(free_b, flight_b, zero), wide_select(free_a, flight_a, zero));
    visit->fall =
        wide_sub(wide_select(free_b, flight_b, fall_b), wide_select(free_a, flight_a, fall_a));
}

static BounceVisit look_at(const ContactBatch3 *batch, uint32_t i)
{
    const ContactBlock3 *block = &batch->blocks[i];
    const WideRows rows = rows_at(batch, i);
    return (BounceVisit){.block = block,
                         .rows = rows,
                         .extra = &batch->extras[i],
                         .frame = load_frame(block, rows),
                         .pair = load_pair(rows, batch->bodies)};
}

static void load_displacements(BounceVisit *visit)
{
    visit->moved_a = load_body(visit->pair.bodies + DISPLACEMENT, visit->pair.place_a);
    visit->moved_b = load_body(visit->pair.bodies + DISPLACEMENT, visit->pair.place_b);
}

static BounceVisit begin_visit(const ContactBatch3 *batch, uint32_t i)
{
    BounceVisit visit = look_at(batch, i);
    load_displacements(&visit);
    return visit;
}

// Velocity, or displacement, of a point of B against A along the normal.
static Wide along_normal(const BounceVisit *visit, const WideRelative *velocity, uint32_t k)
{
    return wide_add(
        velocity->linear.x,
        wide_add(wide_mul(LOAD_ROW(visit->rows, points[k].arm_t), velocity->angular.y),
                 wide_mul(LOAD_ROW(visit->rows, points[k].arm_c), velocity->angular.z)));
}

static Wide speed_of(const BounceVisit *visit, const WideRelative *velocity, uint32_t k)
{
    const Wide speed = along_normal(visit, velocity, k);
    return visit->block->surface_velocities
               ? wide_add(speed, LOAD_BLOCK(visit->extra, surface_velocity[k]))
               : speed;
}

static Wide normal_speed(const BounceVisit *visit, uint32_t k)
{
    const WideRelative velocity = relative(&visit->frame, &visit->pair.a, &visit->pair.b);
    return speed_of(visit, &velocity, k);
}

// Velocity change by forces until a point meets. Without it, bounces would gain or lose height,
// depending on their time within the substep.
static Wide fallen(const BounceVisit *visit, Wide time, Wide substep)
{
    const Wide later = wide_sub(time, substep); // velocities are those of the substep's end
    // Joints may hold a body or fall with it: the case with the slower bounce is used.
    return wide_maximum(wide_mul(visit->fall, later), wide_mul(visit->held_fall, later));
}

// [s] Root of s + v t + a t^2 / 2 = 0, v < 0 being the velocity at the start.
static Wide time_of_impact(const BounceVisit *visit, Wide gap, Wide speed, Wide substep)
{
    const Wide zero = wide_splat(0.0f), two = wide_splat(2.0f);
    const Wide fall = visit->held_fall;
    const Wide rate = wide_sub(wide_mul(fall, substep), speed); // [m/s] -v
    const Wide squared = wide_sub(wide_mul(rate, rate), wide_mul(two, wide_mul(fall, gap)));
    const Wide sum = wide_add(rate, wide_sqrt(wide_maximum(squared, zero)));
    const WideMask comes = wide_greater(sum, zero);
    return wide_select(comes, wide_div(wide_mul(two, gap), wide_select(comes, sum, two)), zero);
}

// [m/s] Threshold of restitution, negative. A point under load needs a faster approach.
static Wide least_of(const BounceVisit *visit, uint32_t k)
{
    const Wide zero = wide_splat(0.0f), mass = LOAD_ROW(visit->rows, points[k].mass);
    const WideMask exists = wide_greater(mass, zero);
    const Wide load =
        wide_mul(LOAD_BLOCK(visit->extra, load), LOAD_BLOCK(visit->block, impulse[k]));
    const Wide added = wide_div(load, wide_select(exists, mass, wide_splat(1.0f)));
    return wide_sub(zero, wide_add(LOAD_BLOCK(visit->extra, least), added));
}

// Whether a point approaches faster than its threshold. Most contacts rest, and need no more than
// this.
static bool approaches(const BounceVisit *visit)
{
    const WideRelative velocity = relative(&visit->frame, &visit->pair.a, &visit->pair.b);
    uint32_t found = 0;
    for (uint32_t k = 0; k < visit->block->point_count; ++k) {
        found |= wide_bits(wide_greater(least_of(visit, k), speed_of(visit, &velocity, k)));
    }
    return found != 0;
}

// A bounce with e > 1 does not raise the speed beyond BOUNCE_GAIN_MOST.
static Wide parting_speed(Wide e, Wide approach)
{
    const Wide kept = wide_mul(wide_minimum(e, wide_splat(1.0f)), approach);
    return wide_minimum(wide_mul(e, approach), wide_maximum(kept, wide_splat(BOUNCE_GAIN_MOST)));
}

static WideMask find_bounce(BounceVisit *visit, uint32_t k, Wide separation, Wide substep)
{
    ContactExtra3 *extra = visit->extra;
    const Wide zero = wide_splat(0.0f), one = wide_splat(1.0f);
    const Wide least = least_of(visit, k);
    // Only the first bounce of a step may add energy: a body between two such contacts would
    // otherwise bounce without end.
    const Wide authored = LOAD_BLOCK(extra, restitution);
    const WideMask again = wide_greater(LOAD_BLOCK(extra, struck[k]), zero);
    const Wide e = wide_select(again, wide_minimum(authored, one), authored);
    const Wide speed = normal_speed(visit, k);
    const WideMask comes = wide_and(wide_greater(least, speed), wide_greater(e, zero));
    const Wide gap = wide_maximum(separation, zero);
    const Wide depth = wide_div(wide_add(gap, wide_splat(BOUNCE_DEPTH)), wide_add(one, e));
    const Wide is_free = wide_maximum(LOAD_BLOCK(extra, free_a), LOAD_BLOCK(extra, free_b));
    const Wide time =
        wide_mul(is_free, time_of_impact(visit, wide_minimum(gap, depth), speed, substep));
    const Wide approach = wide_add(speed, fallen(visit, time, substep));
    // Separation at the end, as in passes that push, and closer by the motion that gravity
    // takes away.
    const Wide rise =
        wide_mul(wide_maximum(visit->held_fall, zero), wide_mul(wide_splat(0.5f), substep));
    const Wide end = wide_add(separation, wide_mul(wide_sub(speed, rise), substep));
    const Wide mass = LOAD_ROW(visit->rows, points[k].mass);
    const WideMask meets =
        wide_and(wide_and(comes, wide_greater(zero, end)),
                 wide_and(wide_greater(least, approach), wide_greater(mass, zero)));
    STORE_BLOCK(extra, speed[k], speed);
    STORE_BLOCK(extra, time[k], time);
    STORE_BLOCK(extra, approach[k], wide_select(meets, approach, zero));
    STORE_BLOCK(extra, parting[k],
                wide_select(meets, parting_speed(e, wide_sub(zero, approach)), zero));
    STORE_BLOCK(extra, restitution_impulse[k], zero);
    return meets;
}

// @return mask of the lanes that bounce.
static uint32_t find_bounces(BounceVisit *visit, float substep)
{
    const WideRelative displacement = relative(&visit->frame, &visit->moved_a, &visit->moved_b);
    uint32_t bounced = 0;
    for (uint32_t k = 0; k < visit->block->point_count; ++k) {
        const Wide separation =
            wide_add(LOAD_ROW(visit->rows, points[k].base), along_normal(visit, &displacement, k));
        bounced |= wide_bits(find_bounce(visit, k, separation, wide_splat(substep)));
    }
    return bounced;
}

// Adds to the restitution impulses of the points of a manifold.
static void apply_to_points(BounceVisit *visit, const Wide impulse[LOCAL_POINTS_MAX])
{
    ContactExtra3 *extra = visit->extra;
    Wide sum = wide_splat(0.0f), torque_t = sum, torque_c = sum;
    for (uint32_t k = 0; k < visit->block->point_count; ++k) {
        STORE_BLOCK(extra, restitution_impulse[k],
                    wide_add(LOAD_BLOCK(extra, restitution_impulse[k]), impulse[k]));
        STORE_BLOCK(extra, struck[k], wide_add(LOAD_BLOCK(extra, struck[k]), impulse[k]));
        sum = wide_add(sum, impulse[k]);
        torque_t = wide_add(torque_t, wide_mul(LOAD_ROW(visit->rows, points[k].arm_t), impulse[k]));
        torque_c = wide_add(torque_c, wide_mul(LOAD_ROW(visit->rows, points[k].arm_c), impulse[k]));
    }
    apply_normal_impulse(visit->rows, &visit->frame, &visit->pair, sum, torque_t, torque_c);
}

// Intended x' - x.
static Wide wanted_change(const ContactExtra3 *extra, uint32_t k)
{
    return wide_sub(LOAD_BLOCK(extra, parting[k]), LOAD_BLOCK(extra, approach[k]));
}

// Impulses that give each point its change of velocity alone, as far as they push; a point that
// does not bounce gets none. Since `mass` is the impulse that changes a point's velocity by 1 m/s,
// a point lacks nothing once it got what it lacked, and others lack less by their mass times their
// response.
static void distribute(const BounceVisit *visit, Wide lacks[LOCAL_POINTS_MAX],
                       Wide impulse[LOCAL_POINTS_MAX])
{
    const Wide zero = wide_splat(0.0f);
    const uint32_t count = visit->block->point_count;
    uint32_t changed = 1;
    for (uint32_t sweep = 0; sweep < (count > 1 ? BOUNCE_SWEEPS : 1) && changed != 0; ++sweep) {
        changed = 0;
        for (uint32_t k = 0; k < count; ++k) {
            const WideMask meets = wide_greater(zero, LOAD_BLOCK(visit->extra, approach[k]));
            const Wide new = wide_maximum(wide_add(impulse[k], lacks[k]), zero);
            const Wide change = wide_select(meets, wide_sub(new, impulse[k]), zero);
            changed |= wide_bits(wide_greater(wide_mul(change, change), zero));
            impulse[k] = wide_add(impulse[k], change);
            lacks[k] = wide_sub(lacks[k], change);
            for (uint32_t i = 0; i < count; ++i) {
                if (i != k) {
                    const uint32_t high = i > k ? i : k, low = i > k ? k : i;
                    const Wide response =
                        LOAD_ROW(visit->rows, response[high * (high - 1) / 2 + low]);
                    const Wide less = wide_mul(LOAD_ROW(visit->rows, points[i].mass), response);
                    lacks[i] = wide_sub(lacks[i], wide_mul(less, change));
                }
            }
        }
    }
}

static void solve_restitution(BounceVisit *visit)
{
    Wide lacks[LOCAL_POINTS_MAX], impulse[LOCAL_POINTS_MAX];
    for (uint32_t k = 0; k < visit->block->point_count; ++k) {
        impulse[k] = wide_splat(0.0f);
        lacks[k] = wide_mul(LOAD_ROW(visit->rows, points[k].mass), wanted_change(visit->extra, k));
    }
    distribute(visit, lacks, impulse);
    apply_to_points(visit, impulse);
}

static void scale_restitution_of(const BounceVisit *visit)
{
    const WideRelative velocity = relative(&visit->frame, &visit->pair.a, &visit->pair.b);
    Wide wanted = wide_splat(0.0f), got = wanted;
    for (uint32_t k = 0; k < visit->block->point_count; ++k) {
        const Wide restitution_impulse = LOAD_BLOCK(visit->extra, restitution_impulse[k]);
        const Wide change =
            wide_sub(speed_of(visit, &velocity, k), LOAD_BLOCK(visit->extra, speed[k]));
        wanted = wide_add(wanted, wide_mul(restitution_impulse, wanted_change(visit->extra, k)));
        got = wide_add(got, wide_mul(restitution_impulse, change));
    }
    wide_store(visit->extra->wanted, wanted);
    wide_store(visit->extra->got, got);
}

static void increase_restitution(BounceVisit *visit, Wide more)
{
    Wide impulse[LOCAL_POINTS_MAX];
    for (uint32_t k = 0; k < visit->block->point_count; ++k) {
        impulse[k] = wide_mul(more, LOAD_BLOCK(visit->extra, restitution_impulse[k]));
    }
    apply_to_points(visit, impulse);
}

// Scales the impulses so that p . (x' + e x) = 0.
static void correct_restitution(BounceVisit *visit)
{
    const Wide zero = wide_splat(0.0f), one = wide_splat(1.0f);
    scale_restitution_of(visit);
    const Wide wanted = LOAD_BLOCK(visit->extra, wanted), got = LOAD_BLOCK(visit->extra, got);
    const WideMask is_pushed = wide_greater(got, zero);
    const Wide lacks = wide_select(is_pushed, wide_sub(wanted, got), zero);
    increase_restitution(visit, wide_div(lacks, wide_select(is_pushed, got, one)));
}

// Friction of a restitution impulse, in Coulomb's cone of that impulse alone; then about the
// normal.
static void apply_friction(BounceVisit *visit, Wide normal_impulse, Wide leverage)
{
    const ContactBlock3 *block = visit->block;
    const WideRows rows = visit->rows;
    const Wide zero = wide_splat(0.0f), one = wide_splat(1.0f);
    const WideRelative velocity = relative(&visit->frame, &visit->pair.a, &visit->pair.b);
    Wide slide_t = velocity.linear.y, slide_c = velocity.linear.z, spin = velocity.angular.x;
    if (block->surface_velocities) {
        slide_t = wide_add(slide_t, LOAD_BLOCK(visit->extra, slide_surface_velocity[0]));
        slide_c = wide_add(slide_c, LOAD_BLOCK(visit->extra, slide_surface_velocity[1]));
        spin = wide_add(spin, LOAD_BLOCK(visit->extra, spin_surface_velocity));
    }
    const Wide none[2] = {zero, zero};
    Wide sticking[2];
    sticking_friction(rows, slide_t, slide_c, none, sticking);
    const Wide squared =
        wide_add(wide_mul(sticking[0], sticking[0]), wide_mul(sticking[1], sticking[1]));
    const Wide static_limit = wide_mul(LOAD_BLOCK(block, static_friction), normal_impulse);
    const Wide dynamic_limit = wide_mul(LOAD_BLOCK(block, dynamic_friction), normal_impulse);
    const WideMask slid = wide_greater(LOAD_BLOCK(block, slip), wide_splat(0.5f * SLIP_SLIDES));
    const WideMask gives_way =
        wide_or(slid, wide_greater(squared, wide_mul(static_limit, static_limit)));
    const WideMask beyond =
        wide_and(gives_way, wide_greater(squared, wide_mul(dynamic_limit, dynamic_limit)));
    const Wide length = wide_sqrt(wide_select(beyond, squared, one));
    const Wide factor = wide_select(beyond, wide_div(dynamic_limit, length), one);
    const Wide stopped = wide_select(wide_greater(normal_impulse, zero), factor, zero);
    const Wide along_t = wide_mul(sticking[0], stopped), along_c = wide_mul(sticking[1], stopped);

    spin = wide_add(spin, wide_add(wide_mul(LOAD_ROW(rows, spin_from_friction[0]), along_t),
                                   wide_mul(LOAD_ROW(rows, spin_from_friction[1]), along_c)));
    const Wide limit = wide_mul(LOAD_BLOCK(block, dynamic_friction), leverage);
    const Wide stop = wide_sub(zero, wide_mul(LOAD_ROW(rows, twist_mass), spin));
    const Wide twist = wide_minimum(wide_maximum(stop, wide_sub(zero, limit)), limit);
    apply_impulse(rows, &visit->frame, &visit->pair, (WideVec3){zero, along_t, along_c},
                  (WideVec3){twist, zero, zero});
}

// Friction of the last restitution impulses, in the lanes with joined bodies or in the others.
static void apply_friction_to_lanes(BounceVisit *visit, bool joined)
{
    Wide normal_impulse = wide_splat(0.0f), leverage = normal_impulse;
    for (uint32_t k = 0; k < visit->block->point_count; ++k) {
        const Wide restitution_impulse = LOAD_BLOCK(visit->extra, restitution_impulse[k]);
        normal_impulse = wide_add(normal_impulse, restitution_impulse);
        leverage =
            wide_add(leverage, wide_mul(restitution_impulse, LOAD_ROW(visit->rows, lever[k])));
    }
    const Wide zero = wide_splat(0.0f);
    const WideMask is_joined = wide_greater(LOAD_BLOCK(visit->extra, joined), zero);
    apply_friction(
        visit,
        wide_select(is_joined, joined ? normal_impulse : zero, joined ? zero : normal_impulse),
        wide_select(is_joined, joined ? leverage : zero, joined ? zero : leverage));
}

// Moves bodies back by the motion that their new velocities would have caused before they met.
static void move_back(BounceVisit *visit, const WidePair *old)
{
    const ContactExtra3 *extra = visit->extra;
    Wide normal_impulse = wide_splat(0.0f), moment = normal_impulse;
    for (uint32_t k = 0; k < visit->block->point_count; ++k) {
        const Wide restitution_impulse = LOAD_BLOCK(extra, restitution_impulse[k]);
        normal_impulse = wide_add(normal_impulse, restitution_impulse);
        moment = wide_add(moment, wide_mul(restitution_impulse, LOAD_BLOCK(extra, time[k])));
    }
    const WideMask pressed = wide_greater(normal_impulse, wide_splat(0.0f));
    const Wide time = wide_div(moment, wide_select(pressed, normal_impulse, wide_splat(1.0f)));
    visit->moved_a.linear =
        wide_sub_scaled3(visit->moved_a.linear, wide_sub3(visit->pair.a.linear, old->a.linear),
                         wide_mul(time, LOAD_BLOCK(extra, free_a)));
    visit->moved_b.linear =
        wide_sub_scaled3(visit->moved_b.linear, wide_sub3(visit->pair.b.linear, old->b.linear),
                         wide_mul(time, LOAD_BLOCK(extra, free_b)));
}

// Adds restitution to the velocities that BodyStart3 holds: a body in free flight stays so
// after a bounce.
static void add_to_starts(const ContactBatch3 *batch, const uint32_t *place,
                          const WideVelocity *now, const WideVelocity *before, uint32_t mask)
{
    _Alignas(64) Lanes3 more;
    const WideVec3 change = wide_sub3(now->linear, before->linear);
    wide_store(more.x, change.x);
    wide_store(more.y, change.y);
    wide_store(more.z, change.z);
    for (uint32_t slot = 0; mask >> slot != 0; ++slot) {
        if ((mask >> slot & 1) != 0) {
            float *start = (float *)(void *)(batch->starts + place[slot]);
            start[0] += more.x[slot];
            start[1] += more.y[slot];
            start[2] += more.z[slot];
        }
    }
}

static void end_visit(const BounceVisit *visit, const ContactBatch3 *batch, const WidePair *old,
                      uint32_t sweep)
{
    const ContactBlock3 *block = visit->block;
    const uint32_t a = block->store_a & block->bounced, b = block->store_b & block->bounced;
    store_body(visit->pair.bodies, visit->pair.place_a, &visit->pair.a, a);
    store_body(visit->pair.bodies, visit->pair.place_b, &visit->pair.b, b);
    const Wide struck = wide_splat((float)sweep);
    store_row(visit->pair.bodies + DISPLACEMENT, visit->pair.place_a, &visit->moved_a, struck, a);
    store_row(visit->pair.bodies + DISPLACEMENT, visit->pair.place_b, &visit->moved_b, struck, b);
    add_to_starts(batch, visit->pair.place_a, &visit->pair.a, &old->a, a);
    add_to_starts(batch, visit->pair.place_b, &visit->pair.b, &old->b, b);
}

// Whether a lane may bounce that did not in the sweep before: a body of the block was struck in
// that sweep or since, or has joints, which pass impulses on.
static bool is_disturbed(const ContactBatch3 *batch, uint32_t i, uint32_t sweep)
{
    const WideRows rows = rows_at(batch, i);
    const uint32_t *place_a = &rows.of->place_a[rows.first],
                   *place_b = &rows.of->place_b[rows.first];
    const char *motions = (const char *)batch->bodies + DISPLACEMENT;
    float latest = 0.0f;
    for (int slot = 0; slot < WIDE; ++slot) {
        const float a = ((const float *)(const void *)(motions + place_a[slot]))[STRUCK];
        const float b = ((const float *)(const void *)(motions + place_b[slot]))[STRUCK];
        const float later = a > b ? a : b;
        latest = later > latest ? later : latest;
    }
    return latest + 1.5f > (float)sweep ||
           wide_bits(wide_greater(LOAD_BLOCK(&batch->extras[i], joined), wide_splat(0.0f))) != 0;
}

// Whether a block has to be looked at. The first sweep of impulses looks at the blocks that the
// search found, and later ones at those that the sweep before disturbed.
static bool may_bounce(const ContactBatch3 *batch, uint32_t i, RestitutionPass pass, uint32_t sweep)
{
    const ContactBlock3 *block = &batch->blocks[i];
    return block->bounces != 0 &&
           (pass == RESTITUTION_FIND || (pass == RESTITUTION_APPLY && block->bounced != 0) ||
            is_disturbed(batch, i, sweep));
}

// @param pass  RESTITUTION_FIND, RESTITUTION_APPLY or RESTITUTION_GO_ON
static void bounce(ContactBatch3 batch, float substep, RestitutionPass pass, uint32_t sweep)
{
    for (uint32_t i = 0; i < batch.count; ++i) {
        ContactBlock3 *block = &batch.blocks[i];
        const bool is_visited = may_bounce(&batch, i, pass, sweep);
        block->bounced = 0;
        if (!is_visited) {
            continue;
        }
        BounceVisit visit = look_at(&batch, i);
        if (!approaches(&visit)) {
            continue;
        }
        load_displacements(&visit);
        find_falls(&visit, &batch, wide_splat(substep));
        block->bounced = find_bounces(&visit, substep);
        if (block->bounced == 0 || pass == RESTITUTION_FIND) {
            continue;
        }
        const WidePair old = visit.pair;
        solve_restitution(&visit);
        if (block->point_count > 1) {
            correct_restitution(&visit);
        }
        apply_friction_to_lanes(&visit, false);
        move_back(&visit, &old);
        end_visit(&visit, &batch, &old, sweep);
    }
}

static void scale_restitution(ContactBatch3 batch)
{
    for (uint32_t i = 0; i < batch.count; ++i) {
        if (batch.blocks[i].bounced == 0) {
            continue;
        }
        const BounceVisit visit = begin_visit(&batch, i);
        scale_restitution_of(&visit);
    }
}

// Second half of a bounce, after the reaction of joints: increased restitution impulses, then
// friction.
static void repeat_restitution(ContactBatch3 batch, bool with_friction, uint32_t sweep)
{
    for (uint32_t i = 0; i < batch.count; ++i) {
        if (batch.blocks[i].bounced == 0) {
            continue;
        }
        BounceVisit visit = begin_visit(&batch, i);
        const WidePair old = visit.pair;
        if (with_friction) {
            apply_friction_to_lanes(&visit, true);
        } else {
            increase_restitution(&visit, wide_load(visit.extra->more));
        }
        move_back(&visit, &old);
        end_visit(&visit, &batch, &old, sweep);
    }
}
