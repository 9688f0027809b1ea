// SPDX-License-Identifier: MIT
// contact_solver4.c: lanes of the contact solver in 4D: who is in which, what it remembers, and the
// rows of a step. The passes over them are in contact_kernel4.inl.
#include "space4/space4.h"

#include <string.h>

// The same soft contact as in 3D (space3/contact_solver3.c).
static const float CONTACT_SHARE = 0.25f;  // of the substep rate
static const float CONTACT_DAMPING = 1.0f; // ratio: critical
static const float STICK_SPEED = 0.01f;    // [m/s] below it a sliding contact sticks again

// Sweeps over a plane's points in each visit (spec/physics4d.md section 4.2): more where it is new
// or meets fast, since what they leave uneven there turns a body in planes it never moved in.
enum { SWEEPS = 2, SWEEPS_FIRST = 4 };
static const float FAST_APPROACH = 1.0f; // [m/s]

// How a contact gives way, from its frequency and damping ratio (Catto, "Soft Constraints", 2011).
typedef struct Softness {
    float bias_rate; // [1/s]
    float mass_scale;
    float impulse_scale;
} Softness;

static ContactBlock4 *block_of(Space4 *space, int32_t color, int32_t lane, uint32_t *slot)
{
    *slot = tum_lane_slot(color, lane);
    return &space->blocks.items[color].items[tum_lane_block(color, lane)];
}

// Every eighth word from `slot` on belongs to that lane.
enum { LANE_WORDS = offsetof(ContactBlock4, lanes_end) / (WIDE * 4) };

static void copy_lane(ContactBlock4 *to, uint32_t to_slot, const ContactBlock4 *from,
                      uint32_t from_slot)
{
    for (size_t i = 0; i < LANE_WORDS; ++i) {
        memcpy((char *)to + (i * WIDE + to_slot) * 4,
               (const char *)from + (i * WIDE + from_slot) * 4, 4);
    }
}

// An inert lane: no mass, no rows, the world's own body on both sides.
static void clear_lane(ContactBlock4 *block, uint32_t slot)
{
    for (size_t i = 0; i < LANE_WORDS; ++i) {
        memset((char *)block + (i * WIDE + slot) * 4, 0, 4);
    }
    block->store_a &= ~(1u << slot);
    block->store_b &= ~(1u << slot);
}

bool tum_space4_reserve_lanes(Space *opaque, int32_t color, size_t lanes)
{
    Space4 *space = (Space4 *)opaque;
    const uint32_t wanted = tum_block_count(color, lanes);
    while (space->blocks.count <= (size_t)color) {
        if (array_push(&space->blocks, &space->allocator) == NULL) {
            return false;
        }
    }
    while (space->blocks.items[color].count < wanted) {
        if (array_push(&space->blocks.items[color], &space->allocator) == NULL) {
            return false;
        }
    }
    return true;
}

static Halves4 add_scaled(Halves4 a, Halves4 b, float factor)
{
    return (Halves4){vec3_add_scaled(a.left, b.left, factor),
                     vec3_add_scaled(a.right, b.right, factor)};
}

static Halves4 scaled(Halves4 a, float factor)
{
    return (Halves4){vec3_scale(a.left, factor), vec3_scale(a.right, factor)};
}

// Number by number, as the rows are multiplied.
static float dot_halves(Halves4 a, Halves4 b)
{
    return vec3_dot(a.left, b.left) + vec3_dot(a.right, b.right);
}

static Vec4 friction_in_world(const ContactBlock4 *block, uint32_t slot)
{
    Vec4 sum = {0.0f, 0.0f, 0.0f, 0.0f};
    for (int k = 0; k < 3; ++k) {
        sum = vec4_add_scaled(sum, lane4(&block->friction.tangent[k], slot),
                              block->friction.impulse[k][slot]);
    }
    return sum;
}

static Halves4 twist_in_world(const ContactBlock4 *block, uint32_t slot)
{
    Halves4 sum = {{0.0f, 0.0f, 0.0f}, {0.0f, 0.0f, 0.0f}};
    for (int k = 0; k < 3; ++k) {
        sum = add_scaled(sum, lane_halves(&block->twist.j[k], slot),
                         2.0f * block->twist.impulse[k][slot]);
    }
    return sum;
}

// A lane that has not been prepared keeps friction and twist in the axes of the world: frames that
// hold any such vector as it is.
static void keep_friction(ContactBlock4 *block, uint32_t slot, Vec4 friction, Halves4 twist)
{
    const float length = vec4_length(friction);
    const Vec4 along = length > 0.0f ? vec4_scale(friction, 1.0f / length) : friction;
    set_lane4(&block->friction.tangent[0], slot, along);
    block->friction.impulse[0][slot] = length;
    set_lane_halves(&block->twist.j[0], slot, scaled(twist, 0.5f));
    block->twist.impulse[0][slot] = 1.0f;
}

void tum_space4_put_lane(Space *opaque, const Sim *sim, int32_t manifold)
{
    Space4 *space = (Space4 *)opaque;
    const ManifoldRecord *record = &sim->manifolds.items[manifold];
    const ContactMemory4 *memory = &space->memories.items[manifold];
    uint32_t slot;
    ContactBlock4 *block = block_of(space, record->color, record->lane, &slot);
    clear_lane(block, slot);
    block->lane_points[slot] = memory->point_count;
    for (uint32_t i = 0; i < memory->point_count; ++i) {
        block->points[i].feature[slot] = memory->feature[i];
        block->points[i].impulse[slot] = memory->impulse[i];
    }
    keep_friction(block, slot, memory->friction, memory->twist);
    block->slip[slot] = memory->slip;
}

void tum_space4_take_lane(Space *opaque, const Sim *sim, int32_t manifold)
{
    Space4 *space = (Space4 *)opaque;
    const ManifoldRecord *record = &sim->manifolds.items[manifold];
    ContactMemory4 *memory = &space->memories.items[manifold];
    uint32_t slot;
    const ContactBlock4 *block = block_of(space, record->color, record->lane, &slot);
    *memory = (ContactMemory4){.point_count = block->lane_points[slot],
                               .friction = friction_in_world(block, slot),
                               .twist = twist_in_world(block, slot),
                               .slip = block->slip[slot]};
    for (uint32_t i = 0; i < memory->point_count; ++i) {
        memory->feature[i] = block->points[i].feature[slot];
        memory->impulse[i] = block->points[i].impulse[slot];
    }
}

void tum_space4_move_lane(Space *opaque, GraphPlace from, GraphPlace to)
{
    Space4 *space = (Space4 *)opaque;
    uint32_t from_slot, to_slot;
    ContactBlock4 *from_block = block_of(space, from.color, from.lane, &from_slot);
    ContactBlock4 *to_block = block_of(space, to.color, to.lane, &to_slot);
    if (from.color != to.color || from.lane != to.lane) {
        copy_lane(to_block, to_slot, from_block, from_slot);
    }
    clear_lane(from_block, from_slot);
}

static Softness soft_contact(float hertz, float substep)
{
    const float omega = 2.0f * PI_F * hertz;
    const float a1 = 2.0f * CONTACT_DAMPING + substep * omega;
    const float a2 = substep * omega * a1;
    const float a3 = 1.0f / (1.0f + a2);
    return (Softness){omega / a1, a2 * a3, a3};
}

// What one lane is prepared from.
typedef struct LaneSource {
    const Contact *contact;
    const Manifold4 *manifold;
    int32_t body[2];
    float inverse_mass[2];
    float even[2];                             // inverse inertia of what is alike in all planes
    const InverseInertia4 *inverse_inertia[2]; // NULL: it is that, or nothing turns it
    const SolverBody4 *state[2];
    bool flies[2]; // a push moves it, and no joint holds it
    float fall[2]; // [m/s^2] how gravity moves the bodies along the normal
    Vec4 a_from_b; // centre of B relative to the centre of A
} LaneSource;

// What cannot be moved has no inertia to feel, whatever it is made of.
static LaneSource lane_source(const Space4 *space, const Sim *sim, int32_t manifold)
{
    LaneSource source = {.contact = &sim->contacts.items[sim->manifolds.items[manifold].contact],
                         .manifold = &space->manifolds.items[manifold]};
    for (int side = 0; side < 2; ++side) {
        const int32_t body = source.contact->body[side];
        const SolverBody4 *state = &space->states.items[body];
        source.body[side] = body;
        source.state[side] = state;
        if (sim->bodies.items[body].is_movable) {
            source.inverse_mass[side] = state->inverse_mass;
            source.even[side] = state->inverse_inertia;
            if (!(state->inverse_inertia > 0.0f)) {
                source.inverse_inertia[side] = &space->inverse_inertias.items[body];
            }
        }
        source.flies[side] =
            source.inverse_mass[side] > 0.0f && sim->bodies.items[body].assembly == NONE;
        if (source.inverse_mass[side] > 0.0f) {
            source.fall[side] =
                state->gravity_factor * vec4_dot(space->gravity, source.manifold->normal);
        }
    }
    source.a_from_b = vec4_sub(space->places.items[source.body[1]].center,
                               space->places.items[source.body[0]].center);
    return source;
}

// What a torque, half of it given, turns.
static inline Halves4 respond(const LaneSource *source, int side, Halves4 half)
{
    return source->inverse_inertia[side] == NULL
               ? scaled(half, 2.0f * source->even[side])
               : scaled(space4_respond(source->inverse_inertia[side], half), 2.0f);
}

// What an impulse along a row turns. @return the row's effective inverse mass.
static float weigh_row(ContactRow4 *row, uint32_t slot, const LaneSource *source)
{
    const Halves4 ja = lane_halves(&row->ja, slot), jb = lane_halves(&row->jb, slot);
    const Halves4 ka = respond(source, 0, ja);
    const Halves4 kb = respond(source, 1, jb);
    set_lane_halves(&row->ka, slot, ka);
    set_lane_halves(&row->kb, slot, kb);
    return source->inverse_mass[0] + source->inverse_mass[1] + dot_halves(ja, ka) +
           dot_halves(jb, kb);
}

static Halves4 half_wedge(Vec4 arm, Vec4 direction)
{
    return scaled(bivec4_halves(vec4_wedge(arm, direction)), 0.5f);
}

// Prepares a row along `direction` at `arm` from A's centre. @return its effective inverse mass.
static float prepare_row(ContactRow4 *row, uint32_t slot, const LaneSource *source, Vec4 arm,
                         Vec4 direction)
{
    set_lane_halves(&row->ja, slot, half_wedge(arm, direction));
    set_lane_halves(&row->jb, slot, half_wedge(vec4_sub(arm, source->a_from_b), direction));
    return weigh_row(row, slot, source);
}

static float inverse_or_zero(float x)
{
    return x > 0.0f ? 1.0f / x : 0.0f;
}

static Vec4 point_velocity(const SolverBody4 *state, Vec4 arm)
{
    return vec4_add(state->linear, bivec4_velocity(bivec4_from_halves(state->spin), arm));
}

static Vec4 relative_velocity(const LaneSource *source, Vec4 arm)
{
    return vec4_sub(point_velocity(source->state[1], vec4_sub(arm, source->a_from_b)),
                    point_velocity(source->state[0], arm));
}

// A point keeps its impulse by the name of its feature. Where no name is the same, the points share
// what there was: the bodies rest on each other whatever they rest on.
static void carry_impulses(ContactBlock4 *block, uint32_t slot, const Manifold4 *manifold,
                           float scale)
{
    const uint32_t old_count = block->lane_points[slot];
    float kept[TOUCH_POINTS4] = {0.0f};
    float sum = 0.0f;
    bool any = false;
    for (uint32_t k = 0; k < old_count; ++k) {
        sum += block->points[k].impulse[slot];
        for (int i = 0; i < manifold->point_count; ++i) {
            if (manifold->points[i].feature == block->points[k].feature[slot]) {
                kept[i] = block->points[k].impulse[slot];
                any = true;
            }
        }
    }
    for (int i = 0; i < TOUCH_POINTS4; ++i) {
        const bool exists = i < manifold->point_count;
        const float shared = scale * sum / (float)manifold->point_count;
        block->points[i].impulse[slot] = !exists ? 0.0f : any ? scale * kept[i] : shared;
        block->points[i].feature[slot] = exists ? manifold->points[i].feature : 0;
    }
    block->lane_points[slot] = (uint32_t)manifold->point_count;
}

static Vec4 middle_of(const Manifold4 *manifold)
{
    Vec4 sum = {0.0f, 0.0f, 0.0f, 0.0f};
    for (int i = 0; i < manifold->point_count; ++i) {
        sum = vec4_add(sum, manifold->points[i].position);
    }
    return vec4_scale(sum, 1.0f / (float)manifold->point_count);
}

// @return the fastest approach of a point [m/s].
static float prepare_points(ContactBlock4 *block, uint32_t slot, const LaneSource *source,
                            Vec4 middle)
{
    const Manifold4 *manifold = source->manifold;
    float fastest = 0.0f;
    for (int i = 0; i < TOUCH_POINTS4; ++i) {
        ContactPointLanes4 *point = &block->points[i];
        point->struck[slot] = 0.0f;
        point->approach[slot] = 0.0f;
        point->time[slot] = 0.0f;
        point->blow[slot] = 0.0f;
        if (i >= manifold->point_count) {
            const LaneSource nothing = {.a_from_b = {0.0f, 0.0f, 0.0f, 0.0f}};
            prepare_row(&point->row, slot, &nothing, middle, (Vec4){0.0f, 0.0f, 0.0f, 0.0f});
            point->base[slot] = 0.0f;
            point->mass[slot] = 0.0f;
            continue;
        }
        const Vec4 arm = manifold->points[i].position;
        const float k = prepare_row(&point->row, slot, source, arm, manifold->normal);
        point->mass[slot] = inverse_or_zero(k);
        point->base[slot] = manifold->points[i].separation;
        fastest = maximum(fastest, -vec4_dot(relative_velocity(source, arm), manifold->normal));
    }
    return fastest;
}

// Where its nearest point will be when it touches: friction acts on the surfaces, and does not turn
// bodies by what is between them now.
static LaneSource once_met(const LaneSource *source, Vec4 *middle)
{
    const Manifold4 *manifold = source->manifold;
    float gap = manifold->points[0].separation;
    for (int i = 1; i < manifold->point_count; ++i) {
        gap = minimum(gap, manifold->points[i].separation);
    }
    gap = maximum(gap, 0.0f);
    *middle = vec4_add_scaled(*middle, manifold->normal, -0.5f * gap);
    LaneSource met = *source;
    met.a_from_b = vec4_add_scaled(source->a_from_b, manifold->normal, -gap);
    return met;
}

// A symmetric 3 by 3 matrix and its frame, as arrays: a block's rows are counted.
typedef struct Frame3 {
    float value[3];
    float vector[3][3]; // the k-th eigenvector is vector[k]
} Frame3;

// One rotation of Jacobi's method (Golub and Van Loan, "Matrix Computations", section 8.5).
static void rotate_away(float m[3][3], Frame3 *frame, int p, int q)
{
    const float off = m[p][q];
    // Beside the diagonal it is rounding: blocks that are even keep the axes they are given in.
    if (off * off <= 1e-13f * m[p][p] * m[q][q]) {
        return;
    }
    const float theta = (m[q][q] - m[p][p]) / (2.0f * off);
    const float size = absolute(theta) + square_root(theta * theta + 1.0f);
    const float t = (theta < 0.0f ? -1.0f : 1.0f) / size;
    const float c = 1.0f / square_root(t * t + 1.0f), s = t * c;
    const int r = 3 - p - q;
    const float rp = m[r][p], rq = m[r][q];
    m[p][p] -= t * off;
    m[q][q] += t * off;
    m[p][q] = m[q][p] = 0.0f;
    m[r][p] = m[p][r] = c * rp - s * rq;
    m[r][q] = m[q][r] = s * rp + c * rq;
    for (int i = 0; i < 3; ++i) {
        const float a = frame->vector[p][i], b = frame->vector[q][i];
        frame->vector[p][i] = c * a - s * b;
        frame->vector[q][i] = s * a + c * b;
    }
}

static Frame3 frame_of(float m[3][3])
{
    enum { ROUNDS = 4 }; // it converges quadratically: the fourth finds nothing left
    Frame3 frame = {.vector = {{1.0f, 0.0f, 0.0f}, {0.0f, 1.0f, 0.0f}, {0.0f, 0.0f, 1.0f}}};
    for (int round = 0; round < ROUNDS; ++round) {
        rotate_away(m, &frame, 0, 1);
        rotate_away(m, &frame, 0, 2);
        rotate_away(m, &frame, 1, 2);
    }
    for (int i = 0; i < 3; ++i) {
        frame.value[i] = m[i][i];
    }
    return frame;
}

static Vec4 combine4(const Vec4 vectors[3], const float factors[3])
{
    Vec4 sum = vec4_scale(vectors[0], factors[0]);
    sum = vec4_add_scaled(sum, vectors[1], factors[1]);
    return vec4_add_scaled(sum, vectors[2], factors[2]);
}

static Halves4 combine_halves(const Halves4 parts[3], const float factors[3])
{
    Halves4 sum = scaled(parts[0], factors[0]);
    sum = add_scaled(sum, parts[1], factors[1]);
    return add_scaled(sum, parts[2], factors[2]);
}

static void weigh_block(ContactBlock4 *block, uint32_t slot, const LaneSource *source)
{
    for (int k = 0; k < 3; ++k) {
        block->friction.inverse_mass[k][slot] = weigh_row(&block->friction.row[k], slot, source);
        const Halves4 j = lane_halves(&block->twist.j[k], slot);
        const Halves4 ka = respond(source, 0, j);
        const Halves4 kb = respond(source, 1, j);
        set_lane_halves(&block->twist.ka[k], slot, ka);
        set_lane_halves(&block->twist.kb[k], slot, kb);
        block->twist.inverse_mass[k][slot] = dot_halves(j, ka) + dot_halves(j, kb);
    }
}

// Tangents in which the response at the middle is a diagonal.
static void find_tangents(const LaneSource *source, Vec4 middle, Vec4 tangents[3])
{
    const Vec4 arm_b = vec4_sub(middle, source->a_from_b);
    Vec4 given[3];
    Halves4 ja[3], jb[3];
    float k[3][3];
    vec4_tangents(source->manifold->normal, given);
    for (int i = 0; i < 3; ++i) {
        ja[i] = half_wedge(middle, given[i]);
        jb[i] = half_wedge(arm_b, given[i]);
    }
    for (int i = 0; i < 3; ++i) {
        const Halves4 ka = respond(source, 0, ja[i]);
        const Halves4 kb = respond(source, 1, jb[i]);
        for (int l = 0; l <= i; ++l) {
            const float mass = l == i ? source->inverse_mass[0] + source->inverse_mass[1] : 0.0f;
            k[i][l] = k[l][i] = mass + dot_halves(ja[l], ka) + dot_halves(jb[l], kb);
        }
    }
    const Frame3 frame = frame_of(k);
    for (int i = 0; i < 3; ++i) {
        tangents[i] = combine4(given, frame.vector[i]);
    }
}

static void prepare_friction(ContactBlock4 *block, uint32_t slot, const LaneSource *source,
                             Vec4 middle, Vec4 impulse)
{
    Vec4 tangents[3];
    find_tangents(source, middle, tangents);
    for (int i = 0; i < 3; ++i) {
        set_lane4(&block->friction.tangent[i], slot, tangents[i]);
        block->friction.impulse[i][slot] = vec4_dot(impulse, tangents[i]);
        block->friction.inverse_mass[i][slot] =
            prepare_row(&block->friction.row[i], slot, source, middle, tangents[i]);
    }
}

// Points at d from the middle, in three axes along the contact, turn about an axis a with a speed
// of |a x d|. Their mean square is a . M a; M = mean of |d|^2 - d d^T = G G^T, G lower triangular.
static void lever_factor(const LaneSource *source, Vec4 middle, const Vec4 axes[3], float g[3][3])
{
    const Manifold4 *manifold = source->manifold;
    const float share = 1.0f / (float)manifold->point_count;
    float m[3][3] = {{0.0f}};
    for (int i = 0; i < manifold->point_count; ++i) {
        const Vec4 from_middle = vec4_sub(manifold->points[i].position, middle);
        float d[3];
        for (int k = 0; k < 3; ++k) {
            d[k] = vec4_dot(from_middle, axes[k]);
        }
        const float square = d[0] * d[0] + d[1] * d[1] + d[2] * d[2];
        for (int k = 0; k < 3; ++k) {
            for (int l = 0; l < 3; ++l) {
                m[k][l] += share * ((k == l ? square : 0.0f) - d[k] * d[l]);
            }
        }
    }
    const float least = 1e-6f * (m[0][0] + m[1][1] + m[2][2]);
    for (int k = 0; k < 3; ++k) {
        for (int l = 0; l < 3; ++l) {
            g[k][l] = 0.0f;
        }
    }
    for (int l = 0; l < 3; ++l) {
        float pivot = m[l][l];
        for (int j = 0; j < l; ++j) {
            pivot -= g[l][j] * g[l][j];
        }
        if (!(pivot > least)) {
            continue; // the points are in line with this axis
        }
        g[l][l] = square_root(pivot);
        for (int k = l + 1; k < 3; ++k) {
            float rest = m[k][l];
            for (int j = 0; j < l; ++j) {
                rest -= g[k][j] * g[l][j];
            }
            g[k][l] = rest / g[l][l];
        }
    }
}

// Torques of the three axes along the contact: turning about one is turning in the plane of the
// other two.
static void torques_about(const Vec4 axes[3], Halves4 torques[3])
{
    for (int k = 0; k < 3; ++k) {
        torques[k] = bivec4_halves(vec4_wedge(axes[(k + 1) % 3], axes[(k + 2) % 3]));
    }
}

static void prepare_twist(ContactBlock4 *block, uint32_t slot, const LaneSource *source,
                          Vec4 middle, Halves4 impulse)
{
    Vec4 axes[3];
    Halves4 about[3], half[3];
    float g[3][3], k[3][3];
    vec4_tangents(source->manifold->normal, axes);
    torques_about(axes, about);
    lever_factor(source, middle, axes, g);
    // Rows of unit lever: column l of G says how much of each axis the l-th has.
    for (int l = 0; l < 3; ++l) {
        const float column[3] = {0.5f * g[0][l], 0.5f * g[1][l], 0.5f * g[2][l]};
        half[l] = combine_halves(about, column);
    }
    for (int i = 0; i < 3; ++i) {
        const Halves4 ka = respond(source, 0, half[i]);
        const Halves4 kb = respond(source, 1, half[i]);
        for (int l = 0; l <= i; ++l) {
            k[i][l] = k[l][i] = dot_halves(half[l], ka) + dot_halves(half[l], kb);
        }
    }
    const Frame3 frame = frame_of(k);
    // What was held: G f = its parts about the axes, by forward substitution.
    float held[3];
    for (int l = 0; l < 3; ++l) {
        float rest = 0.5f * dot_halves(impulse, about[l]);
        for (int j = 0; j < l; ++j) {
            rest -= g[l][j] * held[j];
        }
        held[l] = g[l][l] > 0.0f ? rest / g[l][l] : 0.0f;
    }
    for (int i = 0; i < 3; ++i) {
        const Halves4 j = combine_halves(half, frame.vector[i]);
        const Halves4 ka = respond(source, 0, j);
        const Halves4 kb = respond(source, 1, j);
        const float *e = frame.vector[i];
        set_lane_halves(&block->twist.j[i], slot, j);
        set_lane_halves(&block->twist.ka[i], slot, ka);
        set_lane_halves(&block->twist.kb[i], slot, kb);
        block->twist.inverse_mass[i][slot] = dot_halves(j, ka) + dot_halves(j, kb);
        block->twist.impulse[i][slot] = e[0] * held[0] + e[1] * held[1] + e[2] * held[2];
    }
}

// One point, or none that is movable, twists nothing.
static void clear_twist(ContactBlock4 *block, uint32_t slot)
{
    const Halves4 nothing = {{0.0f, 0.0f, 0.0f}, {0.0f, 0.0f, 0.0f}};
    for (int i = 0; i < 3; ++i) {
        set_lane_halves(&block->twist.j[i], slot, nothing);
        set_lane_halves(&block->twist.ka[i], slot, nothing);
        set_lane_halves(&block->twist.kb[i], slot, nothing);
        block->twist.inverse_mass[i][slot] = 0.0f;
        block->twist.impulse[i][slot] = 0.0f;
    }
}

static float sliding_speed(const LaneSource *source, Vec4 middle)
{
    const Vec4 velocity = relative_velocity(source, middle);
    const Vec4 normal = source->manifold->normal;
    return vec4_length(vec4_add_scaled(velocity, normal, -vec4_dot(velocity, normal)));
}

// @return how often each visit is to sweep over the points.
static uint32_t prepare_lane(ContactBlock4 *block, uint32_t slot, const LaneSource *source,
                             const Softness *softness, StepTime time)
{
    const float scale = time.impulse_scale;
    const Manifold4 *manifold = source->manifold;
    const Contact *contact = source->contact;
    const Vec4 middle = middle_of(manifold);
    const bool is_new = block->slip[slot] < 0.0f;
    block->body_a[slot] = source->body[0];
    block->body_b[slot] = source->body[1];
    block->inverse_mass_a[slot] = source->inverse_mass[0];
    block->inverse_mass_b[slot] = source->inverse_mass[1];
    block->bias_rate[slot] = softness->bias_rate;
    block->mass_scale[slot] = softness->mass_scale;
    block->impulse_scale[slot] = softness->impulse_scale;
    block->static_friction[slot] = contact->static_friction;
    block->dynamic_friction[slot] = contact->dynamic_friction;
    block->restitution[slot] = contact->restitution;
    block->fall[slot] = source->fall[1] - source->fall[0];
    block->free_a[slot] = source->flies[0] ? 1.0f : 0.0f;
    block->free_b[slot] = source->flies[1] ? 1.0f : 0.0f;
    const Vec4 friction = vec4_scale(friction_in_world(block, slot), scale);
    const Halves4 twist = scaled(twist_in_world(block, slot), scale);
    set_lane4(&block->normal, slot, manifold->normal);
    carry_impulses(block, slot, manifold, scale);
    const float approach = prepare_points(block, slot, source, middle);
    Vec4 met_middle = middle;
    const LaneSource met = once_met(source, &met_middle);
    prepare_friction(block, slot, &met, met_middle, friction);
    if (manifold->point_count > 1) {
        prepare_twist(block, slot, &met, met_middle, twist);
    } else {
        clear_twist(block, slot);
    }
    if (is_new) {
        block->slip[slot] = sliding_speed(source, middle) > STICK_SPEED ? SLIP4_SLIDES : 0.0f;
    }
    const bool settles = manifold->point_count > 1 && (is_new || approach > FAST_APPROACH);
    return manifold->point_count == 1 ? 1 : settles ? SWEEPS_FIRST : SWEEPS;
}

void tum_space4_prepare(Space *opaque, const Sim *sim, StepTime time, int32_t color, Range blocks)
{
    Space4 *space = (Space4 *)opaque;
    const Softness softness = soft_contact(CONTACT_SHARE / time.substep, time.substep);
    for (uint32_t i = blocks.begin; i < blocks.end; ++i) {
        ContactBlock4 *block = &space->blocks.items[color].items[i];
        const uint32_t lanes = sim_lanes_in_block(sim, color, i);
        block->store_a = 0;
        block->store_b = 0;
        block->point_count = 0;
        block->sweeps = 1;
        block->bounces = 0;
        block->bounced = 0;
        for (uint32_t slot = 0; slot < lanes; ++slot) {
            const int32_t manifold = sim_manifold_in(sim, color, i, slot);
            const LaneSource source = lane_source(space, sim, manifold);
            const bool moves_a = sim->bodies.items[source.body[0]].is_movable;
            const bool moves_b = sim->bodies.items[source.body[1]].is_movable;
            const uint32_t sweeps = prepare_lane(block, slot, &source, &softness, time);
            block->sweeps = sweeps > block->sweeps ? sweeps : block->sweeps;
            block->store_a |= (uint32_t)moves_a << slot;
            block->store_b |= (uint32_t)moves_b << slot;
            block->bounces |= (uint32_t)(source.contact->restitution > 0.0f) << slot;
            if (block->lane_points[slot] > block->point_count) {
                block->point_count = block->lane_points[slot];
            }
        }
    }
}

void tum_space4_solve(Space *opaque, const Sim *sim, StepTime time, SolvePass pass, int32_t color,
                      Range blocks)
{
    (void)sim;
    Space4 *space = (Space4 *)opaque;
    ContactBlock4 *first = &space->blocks.items[color].items[blocks.begin];
    const uint32_t count = blocks.end - blocks.begin;
    SolverBody4 *bodies = space->states.items;
    const float patience = (float)time.substeps;
    switch (pass) {
    case PASS_WARM_START: space->kernel->warm_start(first, count, bodies); break;
    case PASS_SOLVE:
        space->kernel->solve(first, count, bodies, 1.0f / time.substep, true, patience);
        break;
    case PASS_RELAX:
        space->kernel->solve(first, count, bodies, 1.0f / time.substep, false, patience);
        break;
    case PASS_FIND_BOUNCES: space->kernel->bounce(first, count, bodies, time.substep, true); break;
    case PASS_BOUNCE: space->kernel->bounce(first, count, bodies, time.substep, false); break;
    // Of joints; or of blows that joints share, which here they take after each other: a bounce is
    // that of the two bodies alone, and joints take their part of it before the next.
    case PASS_PREPARE:
    case PASS_FINISH:
    case PASS_SETTLE:
    case PASS_RESUME:
    case PASS_SOLVE_AGAIN:
    case PASS_RELAX_AGAIN:
    case PASS_WEIGH_BLOWS:
    case PASS_PRESS_ON:
    case PASS_DRAG: break;
    }
}

void tum_space4_update_rows(Space *opaque, const Sim *sim, int32_t color, Range blocks)
{
    Space4 *space = (Space4 *)opaque;
    for (uint32_t i = blocks.begin; i < blocks.end; ++i) {
        ContactBlock4 *block = &space->blocks.items[color].items[i];
        const uint32_t lanes = sim_lanes_in_block(sim, color, i);
        for (uint32_t slot = 0; slot < lanes; ++slot) {
            if (!tum_space4_has_turned(space, block->body_a[slot]) &&
                !tum_space4_has_turned(space, block->body_b[slot])) {
                continue;
            }
            const LaneSource source = lane_source(space, sim, sim_manifold_in(sim, color, i, slot));
            for (uint32_t k = 0; k < block->lane_points[slot]; ++k) {
                ContactPointLanes4 *point = &block->points[k];
                point->mass[slot] = inverse_or_zero(weigh_row(&point->row, slot, &source));
            }
            // The frames stay: what the rows see of each other now is small beside their masses.
            weigh_block(block, slot, &source);
        }
    }
}

static bool is_joined(const Sim *sim, const ContactBlock4 *block, uint32_t slot)
{
    return sim->bodies.items[block->body_a[slot]].assembly != NONE ||
           sim->bodies.items[block->body_b[slot]].assembly != NONE;
}

uint32_t tum_space4_bounces(const Space *opaque, const Sim *sim, int32_t color)
{
    const Space4 *space = (const Space4 *)opaque;
    const uint32_t count = sim_block_count(sim, color);
    uint32_t found = 0;
    for (uint32_t i = 0; i < count; ++i) {
        const ContactBlock4 *block = &space->blocks.items[color].items[i];
        found |= block->bounces != 0 ? BOUNCE_MAY : 0;
        found |= block->bounced != 0 ? BOUNCE_DID : 0;
        for (uint32_t slot = 0; sim->joints.active.count > 0 && block->bounced >> slot != 0;
             ++slot) {
            const bool bounced = (block->bounced >> slot & 1) != 0;
            found |= bounced && is_joined(sim, block, slot) ? BOUNCE_JOINED : 0;
        }
    }
    return found;
}

void tum_space4_finish(Space *opaque, const Sim *sim, StepTime time, int32_t color, Range blocks)
{
    (void)time;
    Space4 *space = (Space4 *)opaque;
    for (uint32_t i = blocks.begin; i < blocks.end; ++i) {
        ContactBlock4 *block = &space->blocks.items[color].items[i];
        const uint32_t lanes = sim_lanes_in_block(sim, color, i);
        for (uint32_t slot = 0; slot < lanes; ++slot) {
            const int32_t manifold = sim_manifold_in(sim, color, i, slot);
            for (uint32_t k = 0; sim->notes_touches && k < block->lane_points[slot]; ++k) {
                space->impulses.items[manifold] += block->points[k].struck[slot];
            }
            if (block->slip[slot] < SLIP4_SLIDES) {
                block->slip[slot] = 0.0f;
                continue;
            }
            const LaneSource source = lane_source(space, sim, manifold);
            const float speed = sliding_speed(&source, middle_of(source.manifold));
            block->slip[slot] = speed <= STICK_SPEED ? 0.0f : SLIP4_SLIDES;
        }
    }
}

void tum_space4_sum_impulses(Space *opaque, const Sim *sim, int32_t color, bool first, Range blocks)
{
    Space4 *space = (Space4 *)opaque;
    for (uint32_t i = blocks.begin; i < blocks.end; ++i) {
        const ContactBlock4 *block = &space->blocks.items[color].items[i];
        const uint32_t lanes = sim_lanes_in_block(sim, color, i);
        for (uint32_t slot = 0; slot < lanes; ++slot) {
            float sum = 0.0f;
            for (uint32_t k = 0; k < block->lane_points[slot]; ++k) {
                sum += block->points[k].impulse[slot];
            }
            const int32_t manifold = sim_manifold_in(sim, color, i, slot);
            float *total = &space->impulses.items[manifold];
            *total = first ? sum : *total + sum;
        }
    }
}
