// SPDX-License-Identifier: MIT
// joint_sweep_rows3.c: preparation of a joint sweep's blocks for a step: positions of points, and
// rows of other parts.
#include <math.h>

#include "joint3/joint_measure3.h"
#include "joint3/joint_numbers3.h"
#include "joint3/joint_rows3.h"
#include "joint3/joint_sweep3.h"
#include "joint3/joint_tune3.h"
#include "math/widen3.h"
#include "space3/body_motion3.h"
#include "space3/gyroscope3.h"
#include "space3/space3.h"

static void scale_lanes(Lanes *lanes, float scale)
{
    for (int i = 0; i < WIDE; ++i) {
        (*lanes)[i] *= scale;
    }
}

// Velocity of a point by frames that move in their bodies.
static Vec3 point_surface_velocity(const Space3 *space, const Joint3 *joint, int32_t body_a,
                                   int32_t body_b)
{
    const Quat a = space->bodies.places.items[body_a].rotation,
               b = space->bodies.places.items[body_b].rotation;
    return vec3_sub(quat_rotate(b, vec3_narrow(joint->frame_linear[1])),
                    quat_rotate(a, vec3_narrow(joint->frame_linear[0])));
}

// Loads the frames of a point block's joints.
static void load_frames(const Space3 *space, JointSweep3 *joint_sweep, uint32_t index)
{
    PointBlock3 *block = &joint_sweep->points.items[index];
    PointFrames3 *frames = &joint_sweep->frames.items[index];
    const int32_t *joints = &joint_sweep->point_joints.items[(size_t)index * WIDE];
    block->surface_velocities = 0;
    for (uint32_t lane = 0; lane < WIDE && joints[lane] != NONE; ++lane) {
        const Joint3 *joint = &space->joints.joints.items[joints[lane]];
        set_lane3(&frames->local_a, lane, vec3_narrow(joint->frame[0].position));
        set_lane3(&frames->local_b, lane, vec3_narrow(joint->frame[1].position));
        const Vec3 surface_velocity =
            point_surface_velocity(space, joint, block->body_a[lane], block->body_b[lane]);
        set_lane3(&frames->surface_velocity, lane, surface_velocity);
        block->surface_velocities |= joint->is_moving;
    }
}

// Pointers to the bodies of a block. Lanes without a joint have the world's body on both sides.
static void find_sources(const Space3 *space, const PointBlock3 *block, PointSources3 *sources)
{
    static const ContactBody3 unmoved = {0};
    for (uint32_t lane = 0; lane < WIDE; ++lane) {
        const int32_t a = block->body_a[lane], b = block->body_b[lane];
        const bool moves_a = (block->store_a >> lane & 1) != 0;
        const bool moves_b = (block->store_b >> lane & 1) != 0;
        sources->place_a[lane] = &space->bodies.places.items[a].center.x;
        sources->place_b[lane] = &space->bodies.places.items[b].center.x;
        sources->weight_a[lane] =
            &(moves_a ? space3_weight(space, a) : &unmoved)->inverse_inertia.xx;
        sources->weight_b[lane] =
            &(moves_b ? space3_weight(space, b) : &unmoved)->inverse_inertia.xx;
    }
}

static void prepare_point_block(Space3 *space, JointSweep3 *joint_sweep, uint32_t index,
                                float scale)
{
    PointBlock3 *block = &joint_sweep->points.items[index];
    if (scale != 1.0f) {
        scale_lanes(&block->impulse.x, scale);
        scale_lanes(&block->impulse.y, scale);
        scale_lanes(&block->impulse.z, scale);
    }
    PointSources3 sources;
    find_sources(space, block, &sources);
    space->kernels.joint_sweep->prepare_points(block, &joint_sweep->inertia.items[index],
                                               &joint_sweep->frames.items[index], &sources);
}

// Makes a row idle: no mass, no impulse.
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
    row->surface_velocity[lane] = (float)(-damping * speed / spring.give);
    row->high[lane] = (float)(most * substep);
    row->low[lane] = -row->high[lane];
}

static void set_hard(PartRow3 *row, uint32_t lane, const JointPart3 *part, const JointRow3 *source,
                     double end, double end_rate)
{
    row->mass[lane] = (float)(1.0 / source->diagonal);
    row->stretch[lane] = (float)(source->value - end);
    row->rate_at_rest[lane] = row->surface_velocity[lane] = (float)-end_rate;
    row->hard[lane] = 1.0f;
    row->most[lane] = (float)(part->is_angular ? TURN_SPEED : PULL_SPEED);
    row->low[lane] = -INFINITY;
    row->high[lane] = INFINITY;
}

// In a step only the nearer end of a range is a constraint.
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
    row->rate_at_rest[lane] = part->has_target ? (float)-part->target_rate : 0.0f;
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
                    bool is_spare, double surface_velocity, StepTime time)
{
    const float impulse = row->impulse[lane] * time.impulse_scale;
    clear_row(row, lane);
    if (!(source->diagonal > 0.0) || is_spare || part->is_open || part->is_implied) {
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
        row->rate_at_rest[lane] += (float)surface_velocity;
        row->surface_velocity[lane] += (float)surface_velocity;
        row->impulse[lane] = minimum(maximum(row->impulse[lane], row->low[lane]), row->high[lane]);
    }
}

// Motion of a body since its place was stored.
typedef struct Motion3 {
    Vec3 moved;  // [m]
    Vec3 turned; // [rad]
} Motion3;

static JointBody3 load_body(const Space3 *space, int32_t slot, bool is_movable, Motion3 motion)
{
    const BodyPlace3 *place = &space->bodies.places.items[slot];
    const float mode = space3_start(space, slot)->rotation_mode;
    Quat rotation = place->rotation;
    if (mode == ROTATION_ISOTROPIC || mode == ROTATION_GYROSCOPIC) {
        tum_turn_isotropic3(&rotation, motion.turned, 1.0f);
    } // Others are current.
    JointBody3 body = {
        .slot = slot,
        .is_movable = is_movable,
        .center = {vec3_widen(vec3_add(place->center, motion.moved)), quat_widen(rotation)}};
    body.axes = dquat_matrix(body.center.rotation);
    if (is_movable) {
        const Sym3 m = space3_weight(space, slot)->inverse_inertia;
        body.inverse_mass = (double)space->bodies.masses.items[slot].inverse_mass;
        body.inverse_inertia = (DSym3){(double)m.xx, (double)m.yy, (double)m.zz,
                                       (double)m.xy, (double)m.xz, (double)m.yz};
    }
    return body;
}

static bool is_spring(const PartRow3 *row, uint32_t lane)
{
    return row->rate[lane] > 0.0f;
}

// [m] or [rad] How much of a row's stretch passes add by the motion of its bodies.
static float moved_along(const PartRow3 *row, uint32_t lane, const Motion3 motions[2])
{
    const Vec3 moved = vec3_sub(motions[1].moved, motions[0].moved);
    return vec3_dot(lane3(&row->n, lane), moved) +
           vec3_dot(lane3(&row->row.jb, lane), motions[1].turned) -
           vec3_dot(lane3(&row->row.ja, lane), motions[0].turned);
}

static Vec3 turned_by(const Space3 *space, int32_t body, bool is_movable, Vec3 moment)
{
    const Vec3 none = {0.0f, 0.0f, 0.0f};
    return is_movable ? sym3_transform(space3_weight(space, body)->inverse_inertia, moment) : none;
}

// Takes the inertia of bodies that have turned.
static void weigh_part(const Space3 *space, PartBlock3 *block, uint32_t lane)
{
    const int32_t a = block->body_a[lane], b = block->body_b[lane];
    const bool moves_a = (block->store_a >> lane & 1) != 0;
    const bool moves_b = (block->store_b >> lane & 1) != 0;
    if (!(moves_a && space3_resists_anew(space, a, TURN_LEAST)) &&
        !(moves_b && space3_resists_anew(space, b, TURN_LEAST))) {
        return;
    }
    for (uint32_t k = 0; k < block->row_count; ++k) {
        PartRow3 *row = &block->rows[k];
        if (row->mass[lane] > 0.0f) {
            const Vec3 n = lane3(&row->n, lane);
            const Vec3 ja = lane3(&row->row.ja, lane), jb = lane3(&row->row.jb, lane);
            const Vec3 ka = turned_by(space, a, moves_a, ja), kb = turned_by(space, b, moves_b, jb);
            set_lane3(&row->row.ka, lane, ka);
            set_lane3(&row->row.kb, lane, kb);
            row->mass[lane] =
                1.0f /
                (vec3_dot(n, n) * (block->inverse_mass_a[lane] + block->inverse_mass_b[lane]) +
                 vec3_dot(ja, ka) + vec3_dot(jb, kb) + row->gamma[lane]);
        }
    }
}

// Parts other than points are measured like those of other joint islands, in a set with just the
// two bodies: parts of a color are prepared in parallel.
//
// @param of_springs  whose forces depend on the pose; other rows stay as they are.
static void prepare_other(Space3 *space, JointSweep3 *joint_sweep, int32_t slot,
                          const Motion3 motions[2], bool of_springs, StepTime time)
{
    const JointSet3 *set = &space->joints;
    Joint3 joint = set->joints.items[slot];
    JointBody3 bodies[2];
    for (int side = 0; side < 2; ++side) {
        const JointBody3 *body = &set->bodies.items[joint.body[side]];
        bodies[side] = load_body(space, body->slot, body->is_movable, motions[side]);
        joint.body[side] = side;
    }
    JointSet3 own = {.parts = {set->parts.items, set->parts.count, set->parts.count},
                     .rows = {set->rows.items, set->rows.count, set->rows.count},
                     .bodies = {bodies, 2, 2},
                     .by_definition = set->by_definition};
    tum_joint3_measure(&own, &joint);
    Joint3 *counting = &space->joints.joints.items[slot];
    counting->known = joint.known;
    for (int axis = 0; axis < 3; ++axis) {
        counting->angle[axis] = joint.angle[axis];
    }
    for (int32_t i = 0; i < joint.part_count; ++i) {
        const JointPart3 *part = &set->parts.items[joint.part_first + i];
        if (part->joint_sweep != SWEEP_PART) {
            continue;
        }
        PartBlock3 *block = &joint_sweep->parts.items[part->lane / WIDE];
        const uint32_t lane = (uint32_t)part->lane % WIDE;
        block->inverse_mass_a[lane] = (float)bodies[0].inverse_mass;
        block->inverse_mass_b[lane] = (float)bodies[1].inverse_mass;
        for (int32_t k = 0; k < part->row_count; ++k) {
            if (of_springs && !is_spring(&block->rows[k], lane)) {
                continue;
            }
            JointRow3 *row = &set->rows.items[part->row_first + k];
            const double surface_velocity =
                joint.is_moving ? tum_joint3_surface_velocity(&own, &joint, row) : 0.0;
            set_row(&block->rows[k], lane, part, row, k > 0 && part->kind != PART_LOCK,
                    surface_velocity, time);
            block->rows[k].stretch[lane] -= moved_along(&block->rows[k], lane, motions);
        }
    }
}

void tum_joint_sweep3_prepare(Space3 *space, JointSweep3 *joint_sweep, StepTime time, Range items)
{
    const uint32_t points = (uint32_t)joint_sweep->points.count;
    for (uint32_t i = items.begin; i < items.end; ++i) {
        if (i < points) {
            if (joint_sweep->loads_frames) {
                load_frames(space, joint_sweep, i);
            }
            prepare_point_block(space, joint_sweep, i, time.impulse_scale);
        } else {
            const Motion3 none[2] = {0};
            prepare_other(space, joint_sweep, joint_sweep->others.items[i - points], none, false,
                          time);
        }
    }
}

void tum_joint_sweep3_weigh(const Space3 *space, PointBatch3 points, PartBlock3 *parts,
                            uint32_t part_count)
{
    for (uint32_t i = 0; i < points.count; ++i) {
        if (!points.blocks[i].is_round) {
            PointSources3 sources;
            find_sources(space, &points.blocks[i], &sources);
            space->kernels.joint_sweep->weigh_points(&points.blocks[i], &points.inertia[i],
                                                     &sources);
        }
    }
    for (uint32_t i = 0; i < part_count; ++i) {
        for (uint32_t lane = 0; lane < WIDE; ++lane) {
            weigh_part(space, &parts[i], lane);
        }
    }
}

static bool has_springs(const JointSet3 *set, const JointSweep3 *joint_sweep, const Joint3 *joint)
{
    bool found = false;
    for (int32_t i = 0; i < joint->part_count; ++i) {
        const JointPart3 *part = &set->parts.items[joint->part_first + i];
        for (int32_t k = 0; part->joint_sweep == SWEEP_PART && k < part->row_count; ++k) {
            found |= is_spring(&joint_sweep->parts.items[part->lane / WIDE].rows[k],
                               (uint32_t)part->lane % WIDE);
        }
    }
    return found;
}

static bool has_turned(Motion3 motion)
{
    return vec3_length_squared(motion.turned) > TURNED_ARM * TURNED_ARM;
}

void tum_joint_sweep3_follow(Space3 *space, JointSweep3 *joint_sweep, StepTime time, Range others)
{
    time.impulse_scale = 1.0f;
    for (uint32_t i = others.begin; i < others.end; ++i) {
        const int32_t slot = joint_sweep->others.items[i];
        const Joint3 *joint = &space->joints.joints.items[slot];
        if (!has_springs(&space->joints, joint_sweep, joint)) {
            continue;
        }
        Motion3 motions[2];
        for (int side = 0; side < 2; ++side) {
            const int32_t body = space->joints.bodies.items[joint->body[side]].slot;
            const SolverBody3 *state = &space->bodies.states.items[body];
            motions[side] = (Motion3){state->moved, state->turned};
        }
        if (has_turned(motions[0]) || has_turned(motions[1])) {
            prepare_other(space, joint_sweep, slot, motions, true, time);
        }
    }
}
