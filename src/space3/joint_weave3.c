// SPDX-License-Identifier: MIT
#include "space3/joint_weave3.h"

#include "base/assert.h"
#include "math/widen3.h"
#include "space3/joint_tune3.h"
#include "space3/space3.h"

#include <math.h>
#include <string.h>

// Hard parts give way like springs of this frequency, a share of the substep rate. Measured on a
// net of 100 by 100: softer or less damped, joints give way by 15 to 25 mm; at 0.35 it never rests.
static const float JOINT_SHARE = 0.27f;
static const float JOINT_DAMPING = 20.0f; // ratio

static const float PULL_SPEED = 4.0f;  // [m/s] Stretches are undone at most so fast.
static const float TURN_SPEED = 10.0f; // [rad/s]

enum { BLOCKS_OF_SMALL = 32 }; // fewer are not worth a barrier for each color

void tum_weave3_clear(JointWeave3 *weave, const TumAllocator *allocator)
{
    array_free(&weave->points, allocator);
    array_free(&weave->parts, allocator);
    array_free(&weave->colors, allocator);
    array_free(&weave->point_joints, allocator);
    array_free(&weave->others, allocator);
}

// What a joint's part becomes, for as long as the layout stands: a part that may become a range
// is none of the points.
static bool is_point_lane(const JointPart3 *part)
{
    return part->form == FORM_POINT && !part->may_lock;
}

bool tum_joint3_fits_weave(const JointSet3 *set, const Joint3 *joint)
{
    for (int32_t i = 0; i < joint->part_count && joint->weave != 0; ++i) {
        const JointPart3 *part = &set->parts.items[joint->part_first + i];
        if ((part->weave == WEAVE_POINT) != is_point_lane(part)) {
            return false;
        }
    }
    return true;
}

// The first color that neither body has; past the first 64 they only grow.
static int32_t choose_color(WeaveUse3 *a, WeaveUse3 *b)
{
    const uint64_t taken = (a != NULL ? a->colors : 0) | (b != NULL ? b->colors : 0);
    int32_t color = 64;
    if (~taken != 0) {
        color = __builtin_ctzll(~taken);
    } else {
        color = a != NULL && a->next > color ? a->next : color;
        color = b != NULL && b->next > color ? b->next : color;
    }
    WeaveUse3 *uses[2] = {a, b};
    for (int side = 0; side < 2; ++side) {
        if (uses[side] != NULL && color < 64) {
            uses[side]->colors |= (uint64_t)1 << color;
        } else if (uses[side] != NULL) {
            uses[side]->next = color + 1;
        }
    }
    return color;
}

static WeaveColor3 *color_at(JointWeave3 *weave, int32_t color, const TumAllocator *allocator)
{
    while (weave->colors.count <= (size_t)color) {
        if (array_push(&weave->colors, allocator) == NULL) {
            return NULL;
        }
    }
    return &weave->colors.items[color];
}

// Gives each part a color and its place among those of the color, both in `lane` and `color`.
static bool color_parts(JointWeave3 *weave, JointSet3 *set, const JointAssembly3 *assembly,
                        const int32_t *joints, int32_t count, WeaveUse3 *uses, int32_t *part_colors,
                        const TumAllocator *allocator)
{
    int32_t next = 0;
    for (int32_t i = 0; i < count; ++i) {
        const Joint3 *joint = &set->joints.items[joints[i]];
        WeaveUse3 *side[2];
        for (int k = 0; k < 2; ++k) {
            const int32_t body = joint->body[k];
            side[k] =
                set->bodies.items[body].is_movable ? &uses[body - assembly->body_first] : NULL;
        }
        for (int32_t k = 0; k < joint->part_count; ++k) {
            JointPart3 *part = &set->parts.items[joint->part_first + k];
            const int32_t color = choose_color(side[0], side[1]);
            WeaveColor3 *lanes = color_at(weave, color, allocator);
            if (lanes == NULL) {
                return false;
            }
            part->weave = is_point_lane(part) ? WEAVE_POINT : WEAVE_PART;
            part->lane =
                (int32_t)(part->weave == WEAVE_POINT ? lanes->point_count++ : lanes->part_count++);
            part_colors[next++] = color;
        }
    }
    return true;
}

static uint32_t blocks_of(uint32_t lanes)
{
    return (lanes + WIDE - 1) / WIDE;
}

// From numbers of lanes to blocks, color after color.
static bool make_blocks(JointWeave3 *weave, const TumAllocator *allocator)
{
    uint32_t points = 0, parts = 0;
    for (size_t i = 0; i < weave->colors.count; ++i) {
        WeaveColor3 *color = &weave->colors.items[i];
        *color = (WeaveColor3){points, blocks_of(color->point_count), parts,
                               blocks_of(color->part_count)};
        points += color->point_count;
        parts += color->part_count;
    }
    if (!array_reserve(&weave->points, points, allocator) ||
        !array_reserve(&weave->parts, parts, allocator) ||
        !array_reserve(&weave->point_joints, (size_t)points * WIDE, allocator)) {
        return false;
    }
    weave->points.count = points;
    weave->parts.count = parts;
    weave->point_joints.count = (size_t)points * WIDE;
    for (size_t i = 0; i < weave->points.count; ++i) {
        weave->points.items[i] = (PointBlock3){0};
    }
    for (size_t i = 0; i < weave->parts.count; ++i) {
        weave->parts.items[i] = (PartBlock3){0};
    }
    for (size_t i = 0; i < weave->point_joints.count; ++i) {
        weave->point_joints.items[i] = NONE;
    }
    return true;
}

static void fill_lane(JointWeave3 *weave, const JointSet3 *set, const Joint3 *joint, int32_t slot,
                      JointPart3 *part, const WeaveColor3 *color)
{
    const JointBody3 *a = &set->bodies.items[joint->body[0]];
    const JointBody3 *b = &set->bodies.items[joint->body[1]];
    const uint32_t lane = (uint32_t)part->lane % WIDE;
    if (part->weave == WEAVE_POINT) {
        part->lane += (int32_t)(color->point_first * WIDE);
        PointBlock3 *block = &weave->points.items[part->lane / WIDE];
        block->body_a[lane] = a->slot;
        block->body_b[lane] = b->slot;
        block->store_a |= (uint32_t)a->is_movable << lane;
        block->store_b |= (uint32_t)b->is_movable << lane;
        weave->point_joints.items[part->lane] = slot;
    } else {
        part->lane += (int32_t)(color->part_first * WIDE);
        PartBlock3 *block = &weave->parts.items[part->lane / WIDE];
        block->body_a[lane] = a->slot;
        block->body_b[lane] = b->slot;
        block->store_a |= (uint32_t)a->is_movable << lane;
        block->store_b |= (uint32_t)b->is_movable << lane;
        if (block->row_count < (uint32_t)part->row_count) {
            block->row_count = (uint32_t)part->row_count;
        }
    }
}

static bool fill_lanes(JointWeave3 *weave, JointSet3 *set, const int32_t *joints, int32_t count,
                       const int32_t *part_colors, const TumAllocator *allocator)
{
    int32_t next = 0;
    for (int32_t i = 0; i < count; ++i) {
        const Joint3 *joint = &set->joints.items[joints[i]];
        bool is_other = false;
        for (int32_t k = 0; k < joint->part_count; ++k) {
            JointPart3 *part = &set->parts.items[joint->part_first + k];
            fill_lane(weave, set, joint, joints[i], part,
                      &weave->colors.items[part_colors[next++]]);
            is_other |= part->weave == WEAVE_PART;
        }
        if (is_other) {
            int32_t *other = array_push(&weave->others, allocator);
            if (other == NULL) {
                return false;
            }
            *other = joints[i];
        }
    }
    return true;
}

bool tum_weave3_lay_out(JointWeave3 *weave, JointSet3 *set, const JointAssembly3 *assembly,
                        const int32_t *joints, int32_t count, const TumAllocator *allocator)
{
    size_t parts = 0;
    for (int32_t i = 0; i < count; ++i) {
        parts += (size_t)set->joints.items[joints[i]].part_count;
    }
    const size_t bodies = (size_t)assembly->body_count;
    WeaveUse3 *uses = tum_allocate_zeroed(allocator, bodies, sizeof *uses);
    int32_t *part_colors = tum_allocate_zeroed(allocator, parts, sizeof *part_colors);
    const bool done =
        uses != NULL && part_colors != NULL &&
        color_parts(weave, set, assembly, joints, count, uses, part_colors, allocator) &&
        make_blocks(weave, allocator) &&
        fill_lanes(weave, set, joints, count, part_colors, allocator);
    tum_release(allocator, uses, bodies * sizeof *uses);
    tum_release(allocator, part_colors, parts * sizeof *part_colors);
    return done;
}

static float *point_impulse(JointWeave3 *weave, int32_t lane, int row)
{
    Lanes3 *impulse = &weave->points.items[lane / WIDE].impulse;
    return &(row == 0 ? impulse->x : row == 1 ? impulse->y : impulse->z)[lane % WIDE];
}

static float *impulse_at(JointWeave3 *weave, const JointPart3 *part, int32_t row)
{
    return part->weave == WEAVE_POINT
               ? point_impulse(weave, part->lane, row)
               : &weave->parts.items[part->lane / WIDE].rows[row].impulse[part->lane % WIDE];
}

typedef enum Way { TO_LANES, TO_ROWS } Way;

static void move_impulses(JointWeave3 *weave, JointSet3 *set, int32_t joint_slot, Way way)
{
    const Joint3 *joint = &set->joints.items[joint_slot];
    for (int32_t i = 0; i < joint->part_count; ++i) {
        const JointPart3 *part = &set->parts.items[joint->part_first + i];
        for (int32_t k = 0; k < part->row_count; ++k) {
            float *lane = impulse_at(weave, part, k);
            JointRow3 *row = &set->rows.items[part->row_first + k];
            if (way == TO_LANES) {
                *lane = (float)row->impulse;
            } else {
                row->impulse = (double)*lane;
            }
        }
    }
}

static void move_all_impulses(JointWeave3 *weave, JointSet3 *set, Way way)
{
    for (size_t i = 0; i < weave->point_joints.count; ++i) {
        if (weave->point_joints.items[i] != NONE) {
            move_impulses(weave, set, weave->point_joints.items[i], way);
        }
    }
    for (size_t i = 0; i < weave->others.count; ++i) {
        move_impulses(weave, set, weave->others.items[i], way);
    }
    weave->holds = way == TO_LANES;
}

void tum_weaves3_release(JointSet3 *set)
{
    for (size_t i = 0; i < set->weaves.count; ++i) {
        JointWeave3 *weave = &set->weaves.items[i];
        if (weave->holds) {
            move_all_impulses(weave, set, TO_ROWS);
        }
    }
}

double tum_weave3_impulse(JointWeave3 *weave, const JointPart3 *part, int32_t row)
{
    return (double)*impulse_at(weave, part, row);
}

static void scale_lanes(Lanes *lanes, float scale)
{
    for (int i = 0; i < WIDE; ++i) {
        (*lanes)[i] *= scale;
    }
}

static void set_inertia(LanesSym3 *lanes, uint32_t lane, Sym3 inverse)
{
    lanes->xx[lane] = inverse.xx;
    lanes->yy[lane] = inverse.yy;
    lanes->zz[lane] = inverse.zz;
    lanes->xy[lane] = inverse.xy;
    lanes->xz[lane] = inverse.xz;
    lanes->yz[lane] = inverse.yz;
}

// What frames that move in their bodies add to the velocity of a point.
static Vec3 point_drift(const Space3 *space, const Joint3 *joint, int32_t body_a, int32_t body_b)
{
    const Quat a = space->places.items[body_a].rotation, b = space->places.items[body_b].rotation;
    return vec3_sub(quat_rotate(b, vec3_narrow(joint->frame_linear[1])),
                    quat_rotate(a, vec3_narrow(joint->frame_linear[0])));
}

// What a point block has of its joints' frames.
static void load_frames(const Space3 *space, JointWeave3 *weave, uint32_t index)
{
    PointBlock3 *block = &weave->points.items[index];
    const int32_t *joints = &weave->point_joints.items[(size_t)index * WIDE];
    block->drifts = 0;
    for (uint32_t lane = 0; lane < WIDE && joints[lane] != NONE; ++lane) {
        const Joint3 *joint = &space->joints.joints.items[joints[lane]];
        set_lane3(&block->local_a, lane, vec3_narrow(joint->frame[0].position));
        set_lane3(&block->local_b, lane, vec3_narrow(joint->frame[1].position));
        const Vec3 drift = point_drift(space, joint, block->body_a[lane], block->body_b[lane]);
        set_lane3(&block->drift, lane, drift);
        block->drifts |= joint->is_moving;
    }
}

static void prepare_point_block(Space3 *space, JointWeave3 *weave, uint32_t index, float scale)
{
    PointBlock3 *block = &weave->points.items[index];
    _Alignas(64) Lanes3 centers;
    _Alignas(64) Lanes rotation_a[4], rotation_b[4];
    // Lanes without a joint have the world's body on both sides.
    for (uint32_t lane = 0; lane < WIDE; ++lane) {
        const int32_t a = block->body_a[lane], b = block->body_b[lane];
        const BodyPlace3 *place_a = &space->places.items[a], *place_b = &space->places.items[b];
        if ((block->store_a >> lane & 1) != 0) {
            block->inverse_mass_a[lane] = space->masses.items[a].inverse_mass;
            set_inertia(&block->inertia_a, lane, space3_weight(space, a)->inverse_inertia);
        }
        if ((block->store_b >> lane & 1) != 0) {
            block->inverse_mass_b[lane] = space->masses.items[b].inverse_mass;
            set_inertia(&block->inertia_b, lane, space3_weight(space, b)->inverse_inertia);
        }
        set_lane3(&centers, lane, vec3_sub(place_b->center, place_a->center));
        for (int i = 0; i < 4; ++i) {
            rotation_a[i][lane] = (&place_a->rotation.x)[i];
            rotation_b[i][lane] = (&place_b->rotation.x)[i];
        }
    }
    if (scale != 1.0f) {
        scale_lanes(&block->impulse.x, scale);
        scale_lanes(&block->impulse.y, scale);
        scale_lanes(&block->impulse.z, scale);
    }
    space->joint_kernel->prepare_points(block, &centers, rotation_a, rotation_b);
}

// A row that does nothing: no mass, no impulse.
static void clear_row(PartRow3 *row, uint32_t lane)
{
    for (size_t i = 0; i < sizeof *row / sizeof(Lanes); ++i) {
        ((float *)row)[i * WIDE + lane] = 0.0f;
    }
}

static void set_spring(PartRow3 *row, uint32_t lane, const JointRow3 *source, double stretch,
                       double stiffness, double damping, double speed, double most, double substep)
{
    const Spring3 spring = tum_joint3_spring(source->diagonal, stiffness, damping, most, substep);
    if (!spring.acts) {
        row->impulse[lane] = 0.0f;
        return;
    }
    row->mass[lane] = (float)(1.0 / (source->diagonal + spring.gamma));
    row->gamma[lane] = (float)spring.gamma;
    row->stretch[lane] = (float)stretch;
    row->rate[lane] = (float)(stiffness / spring.give);
    row->drift[lane] = (float)(-damping * speed / spring.give);
    row->high[lane] = (float)(most * substep);
    row->low[lane] = -row->high[lane];
}

static void set_hard(PartRow3 *row, uint32_t lane, const JointPart3 *part, const JointRow3 *source,
                     double end, double end_rate)
{
    row->mass[lane] = (float)(1.0 / source->diagonal);
    row->stretch[lane] = (float)(source->value - end);
    row->way[lane] = row->drift[lane] = (float)-end_rate;
    row->hard[lane] = 1.0f;
    row->most[lane] = part->is_angular ? TURN_SPEED : PULL_SPEED;
    row->low[lane] = -INFINITY;
    row->high[lane] = INFINITY;
}

// Only one end matters in a step: the nearer.
static void set_hard_range(PartRow3 *row, uint32_t lane, const JointPart3 *part, JointRow3 *source)
{
    const bool is_low = source->value - part->low <= part->high - source->value;
    const uint8_t side = is_low ? SIDE_LOW : SIDE_HIGH;
    if (side != source->side) {
        source->side = side;
        row->impulse[lane] = 0.0f;
    }
    set_hard(row, lane, part, source, is_low ? part->low : part->high,
             is_low ? part->low_rate : part->high_rate);
    row->side[lane] = is_low ? 1.0f : -1.0f;
    if (is_low) {
        row->low[lane] = 0.0f;
    } else {
        row->high[lane] = 0.0f;
    }
}

static void set_drive(PartRow3 *row, uint32_t lane, const JointPart3 *part, const JointRow3 *source,
                      double substep)
{
    const double mass = part->accelerates ? 1.0 / source->diagonal : 1.0;
    set_spring(row, lane, source, part->has_target ? source->value - part->target : 0.0,
               part->has_target ? part->stiffness * mass : 0.0, part->damping * mass, part->speed,
               part->max_force, substep);
    row->way[lane] = part->has_target ? (float)-part->target_rate : 0.0f;
}

static double beyond(double value, double low, double high)
{
    return value < low ? value - low : value > high ? value - high : 0.0;
}

static void set_wish(PartRow3 *row, uint32_t lane, const JointPart3 *part, JointRow3 *source,
                     double substep)
{
    const bool is_equality = part->low == part->high && part->low_rate == part->high_rate;
    const double most = (double)INFINITY;
    if (part->kind == PART_DRIVE) {
        set_drive(row, lane, part, source, substep);
    } else if (source->is_soft && part->kind == PART_LOCK) {
        set_spring(row, lane, source, source->value, part->stiffness, part->damping, 0.0, most,
                   substep);
    } else if (source->is_soft) {
        const double stretch = beyond(source->value, part->low, part->high);
        const double stiffness = stretch == 0.0 ? 0.0 : part->stiffness;
        const double damping = stretch == 0.0 ? 0.0 : part->damping;
        set_spring(row, lane, source, stretch, stiffness, damping, 0.0, most, substep);
    } else if (part->kind == PART_LOCK || is_equality) {
        source->side = SIDE_NONE;
        set_hard(row, lane, part, source, part->kind == PART_LOCK ? 0.0 : part->low,
                 part->low_rate);
    } else {
        set_hard_range(row, lane, part, source);
    }
}

static void set_row(PartRow3 *row, uint32_t lane, const JointPart3 *part, JointRow3 *source,
                    bool is_spare, double drift, StepTime time)
{
    const float impulse = row->impulse[lane] * time.impulse_scale;
    clear_row(row, lane);
    if (!(source->diagonal > 0.0) || is_spare || part->is_open) {
        return;
    }
    row->impulse[lane] = impulse;
    set_wish(row, lane, part, source, (double)time.substep);
    if (row->mass[lane] > 0.0f) {
        set_lane3(&row->n, lane, vec3_narrow(source->n));
        set_lane3(&row->row.ja, lane, vec3_narrow(source->j[0]));
        set_lane3(&row->row.jb, lane, vec3_narrow(source->j[1]));
        set_lane3(&row->row.ka, lane, vec3_narrow(source->k[0]));
        set_lane3(&row->row.kb, lane, vec3_narrow(source->k[1]));
        row->way[lane] += (float)drift;
        row->drift[lane] += (float)drift;
        row->impulse[lane] = minimum(maximum(row->impulse[lane], row->low[lane]), row->high[lane]);
    }
}

static JointBody3 load_body(const Space3 *space, int32_t slot, bool is_movable)
{
    const BodyPlace3 *place = &space->places.items[slot];
    JointBody3 body = {.slot = slot,
                       .is_movable = is_movable,
                       .center = {vec3_widen(place->center), quat_widen(place->rotation)}};
    body.axes = dquat_matrix(body.center.rotation);
    if (is_movable) {
        const Sym3 m = space3_weight(space, slot)->inverse_inertia;
        body.inverse_mass = (double)space->masses.items[slot].inverse_mass;
        body.inverse_inertia = (DSym3){(double)m.xx, (double)m.yy, (double)m.zz,
                                       (double)m.xy, (double)m.xz, (double)m.yz};
    }
    return body;
}

// Parts that are no points are measured as those of other assemblies are, with a set of its own for
// the two bodies: those of a colour are prepared side by side.
static void prepare_other(Space3 *space, JointWeave3 *weave, int32_t slot, StepTime time)
{
    const JointSet3 *set = &space->joints;
    Joint3 joint = set->joints.items[slot];
    JointBody3 bodies[2];
    for (int side = 0; side < 2; ++side) {
        const JointBody3 *body = &set->bodies.items[joint.body[side]];
        bodies[side] = load_body(space, body->slot, body->is_movable);
        joint.body[side] = side;
    }
    JointSet3 own = {.parts = {set->parts.items, set->parts.count, set->parts.count},
                     .rows = {set->rows.items, set->rows.count, set->rows.count},
                     .bodies = {bodies, 2, 2},
                     .by_definition = set->by_definition};
    tum_joint3_measure(&own, &joint);
    for (int32_t i = 0; i < joint.part_count; ++i) {
        const JointPart3 *part = &set->parts.items[joint.part_first + i];
        if (part->weave != WEAVE_PART) {
            continue;
        }
        PartBlock3 *block = &weave->parts.items[part->lane / WIDE];
        const uint32_t lane = (uint32_t)part->lane % WIDE;
        block->inverse_mass_a[lane] = (float)bodies[0].inverse_mass;
        block->inverse_mass_b[lane] = (float)bodies[1].inverse_mass;
        for (int32_t k = 0; k < part->row_count; ++k) {
            JointRow3 *row = &set->rows.items[part->row_first + k];
            const double drift = joint.is_moving ? tum_joint3_drift(&own, &joint, row) : 0.0;
            set_row(&block->rows[k], lane, part, row, k > 0 && part->kind != PART_LOCK, drift,
                    time);
        }
    }
}

static void prepare(Space3 *space, JointWeave3 *weave, StepTime time, Range items)
{
    const uint32_t points = (uint32_t)weave->points.count;
    for (uint32_t i = items.begin; i < items.end; ++i) {
        if (i < points) {
            if (weave->loads_frames) {
                load_frames(space, weave, i);
            }
            prepare_point_block(space, weave, i, time.impulse_scale);
        } else {
            prepare_other(space, weave, weave->others.items[i - points], time);
        }
    }
}

// Blocks of a color: first those of points, then those of other parts.
typedef struct ColorBlocks {
    PointBlock3 *points;
    PartBlock3 *parts;
    uint32_t point_count, part_count;
} ColorBlocks;

static ColorBlocks blocks_in(JointWeave3 *weave, int32_t index, Range items)
{
    const WeaveColor3 *color = &weave->colors.items[index];
    const uint32_t split = color->point_count;
    const uint32_t point_end = items.end < split ? items.end : split;
    const uint32_t part_begin = items.begin > split ? items.begin : split;
    return (ColorBlocks){
        .points = weave->points.items + color->point_first + items.begin,
        .parts = weave->parts.items + color->part_first + (part_begin - split),
        .point_count = point_end > items.begin ? point_end - items.begin : 0,
        .part_count = items.end > part_begin ? items.end - part_begin : 0,
    };
}

static JointPass3 joint_pass(StepTime time, SolvePass pass)
{
    const float omega = 2.0f * PI_F * JOINT_SHARE / time.substep;
    const float a1 = 2.0f * JOINT_DAMPING + time.substep * omega;
    const float a2 = time.substep * omega * a1;
    const float a3 = 1.0f / (1.0f + a2);
    return (JointPass3){.bias = pass == PASS_SOLVE,
                        .inverse_substep = 1.0f / time.substep,
                        .elapsed = time.moved,
                        .bias_rate = omega / a1,
                        .mass_scale = a2 * a3,
                        .impulse_scale = a3};
}

static void run_color(Space3 *space, JointWeave3 *weave, StepTime time, SolvePass pass,
                      int32_t color, Range items)
{
    const JointKernel3 *kernel = space->joint_kernel;
    SolverBody3 *bodies = space->states.items;
    const ColorBlocks blocks = blocks_in(weave, color, items);
    if (pass == PASS_WARM_START) {
        kernel->warm_start_points(blocks.points, blocks.point_count, bodies);
        kernel->warm_start_parts(blocks.parts, blocks.part_count, bodies);
        return;
    }
    const JointPass3 wanted = joint_pass(time, pass);
    kernel->solve_points(blocks.points, blocks.point_count, bodies, &wanted);
    kernel->solve_parts(blocks.parts, blocks.part_count, bodies, &wanted);
}

// Of joints swept once more after contacts only velocities matter.
static bool does_nothing(SolvePass pass)
{
    return pass == PASS_SOLVE_AGAIN || pass == PASS_RESUME;
}

static uint32_t items_of(const JointWeave3 *weave, SolvePass pass, int32_t color)
{
    return pass == PASS_PREPARE
               ? (uint32_t)(weave->points.count + weave->others.count)
               : weave->colors.items[color].point_count + weave->colors.items[color].part_count;
}

bool tum_weave3_is_small(const JointWeave3 *weave)
{
    return weave->points.count + weave->parts.count <= BLOCKS_OF_SMALL;
}

void tum_weave3_run(Space3 *space, StepTime time, SolvePass pass, JointWeave3 *weave)
{
    if (pass == PASS_PREPARE) {
        prepare(space, weave, time, (Range){0, items_of(weave, pass, 0), 0});
        return;
    }
    for (int32_t i = 0; i < (int32_t)weave->colors.count && !does_nothing(pass); ++i) {
        run_color(space, weave, time, pass, i, (Range){0, items_of(weave, pass, i), 0});
    }
}

static const JointWeave3 *weave_of(const Space3 *space, int32_t assembly)
{
    const int32_t index = space->joints.assemblies.items[assembly].weave;
    return index == NONE ? NULL : &space->joints.weaves.items[index];
}

// Moving frames and ranges of a divided step go on from where the part before left them.
static void advance(JointSet3 *set, const JointAssembly3 *assembly, double seconds)
{
    for (int32_t i = 0; i < assembly->joint_count; ++i) {
        const int32_t slot = set->ordered.items[assembly->joint_first + i];
        if (set->joints.items[slot].is_moving) {
            tum_joint3_advance(set, &set->joints.items[slot], seconds);
            ++set->changes;
        }
    }
}

void tum_weaves3_begin(JointSet3 *set, const Sim *sim, StepTime time)
{
    const float before = time.elapsed - set->weaves_elapsed;
    set->weaves_elapsed = time.elapsed;
    for (size_t i = 0; i < sim->joints.active.count && set->weaves.count > 0; ++i) {
        const JointAssembly3 *assembly = &set->assemblies.items[sim->joints.active.items[i]];
        if (assembly->weave == NONE) {
            continue;
        }
        JointWeave3 *weave = &set->weaves.items[assembly->weave];
        if (!weave->holds) {
            move_all_impulses(weave, set, TO_LANES);
        }
        if (time.elapsed > 0.0f) {
            advance(set, assembly, (double)before);
        }
        weave->loads_frames = weave->changes != set->changes;
        weave->changes = set->changes;
    }
}

int32_t tum_space3_weave_colors(const Space *opaque, int32_t assembly, SolvePass pass)
{
    const JointWeave3 *weave = weave_of((const Space3 *)opaque, assembly);
    if (weave == NULL || tum_weave3_is_small(weave) || does_nothing(pass)) {
        return 0;
    }
    return pass == PASS_PREPARE ? 1 : (int32_t)weave->colors.count;
}

uint32_t tum_space3_weave_items(const Space *opaque, int32_t assembly, SolvePass pass,
                                int32_t color)
{
    return items_of(weave_of((const Space3 *)opaque, assembly), pass, color);
}

void tum_space3_run_weave(Space *opaque, StepTime time, SolvePass pass, int32_t assembly,
                          int32_t color, Range items)
{
    Space3 *space = (Space3 *)opaque;
    JointWeave3 *weave =
        &space->joints.weaves.items[space->joints.assemblies.items[assembly].weave];
    if (pass == PASS_PREPARE) {
        prepare(space, weave, time, items);
    } else {
        run_color(space, weave, time, pass, color, items);
    }
}

const JointKernel3 *tum_choose_joint_kernel3(CpuInstructions instructions)
{
    switch (instructions) {
#if defined(__x86_64__) || defined(__i386__)
    case CPU_AVX512:
    case CPU_AVX2: return &tum_joint_kernel3_avx2;
    case CPU_SSE2: return &tum_joint_kernel3_sse2;
#endif
    default: return &tum_joint_kernel3_scalar;
    }
}
