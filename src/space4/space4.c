// SPDX-License-Identifier: MIT
// space4.c: the 4D space: creation, arrays and the table of its functions.
#include <math.h> // INFINITY

#include "space4/bodies4.h"
#include "space4/contact_solver4.h"
#include "space4/integrate4.h"
#include "space4/load4.h"
#include "space4/narrow4.h"
#include "space4/recycle4.h"
#include "space4/space4.h"

const ContactKernel4 *tum_choose_contact_kernel4(CpuInstructions instructions)
{
    return cpu_choose_kernel_to_avx2(instructions, tum_contact_kernel4);
}

Space4 *tum_space4_create(const TumAllocator *allocator, uint32_t worker_count,
                          CpuInstructions instructions)
{
    Space4 *space = tum_allocate_zeroed(allocator, 1, sizeof *space);
    if (space == NULL) {
        return NULL;
    }
    space->allocator = tum_allocator_or_default(allocator);
    space->kernel = tum_choose_contact_kernel4(instructions);
    space->worker_count = worker_count;
    space->finds = tum_allocate_zeroed(&space->allocator, worker_count, sizeof *space->finds);
    if (space->finds == NULL) {
        tum_space4_destroy(space);
        return NULL;
    }
    return space;
}

Space4 *tum_space4_create_like(const Space4 *space)
{
    Space4 *made = tum_space4_create(&space->allocator, space->worker_count, CPU_SCALAR);
    if (made != NULL) {
        made->kernel = space->kernel;
    }
    return made;
}

void tum_space4_destroy(Space4 *space)
{
    if (space == NULL) {
        return;
    }
    const TumAllocator allocator = space->allocator;
    array_free(&space->states, &allocator);
    array_free(&space->places, &allocator);
    array_free(&space->masses, &allocator);
    array_free(&space->pushes, &allocator);
    array_free(&space->rests, &allocator);
    array_free(&space->inverse_inertias, &allocator);
    array_free(&space->starts, &allocator);
    array_free(&space->seen, &allocator);
    array_free(&space->motions, &allocator);
    array_free(&space->moved_bodies, &allocator);
    array_free(&space->shapes, &allocator);
    array_free(&space->sizes, &allocator);
    array_free(&space->principal_from_shapes, &allocator);
    tum_columns_free(&tum_space4_ops.life, (Space *)space, &allocator);
    array_free(&space->results, &allocator);
    for (uint32_t i = 0; space->finds != NULL && i < space->worker_count; ++i) {
        array_free(&space->finds[i].manifolds, &allocator);
    }
    tum_release(&allocator, space->finds, space->worker_count * sizeof *space->finds);
    for (size_t i = 0; i < space->blocks.count; ++i) {
        array_free(&space->blocks.items[i], &allocator);
    }
    tum_joint_set4_clear(&space->joints, &allocator);
    array_free(&space->blocks, &allocator);
    tum_release(&allocator, space, sizeof *space);
}

static void hash_numbers(Hash *hash, const float *numbers, size_t count)
{
    tum_hash_add(hash, numbers, count * sizeof *numbers);
}

// Hashes poses, velocities and contact state, in the order of slots.
static void hash_space(const Space *opaque, const Topology *topology, Hash *hash)
{
    const Space4 *space = (const Space4 *)opaque;
    for (size_t i = 0; i < topology->bodies.count; ++i) {
        const SolverBody4 *state = &space->states.items[i];
        const BodyPlace4 *place = &space->places.items[i];
        hash_numbers(hash, &place->center.x, 4);
        hash_numbers(hash, &place->rotation.left.x, 4);
        hash_numbers(hash, &place->rotation.right.x, 4);
        hash_numbers(hash, &place->momentum.xy, 6);
        hash_numbers(hash, &state->linear.x, 4);
        hash_numbers(hash, &state->spin.left.x, 3);
        hash_numbers(hash, &state->spin.right.x, 3);
    }
    for (size_t i = 0; i < topology->manifolds.count; ++i) {
        const ManifoldRecord *record = &topology->manifolds.items[i];
        tum_hash_add_u64(hash, (uint64_t)(uint32_t)record->color << 32 | (uint32_t)record->lane);
        if (record->color == NONE) {
            continue;
        }
        const uint32_t slot = tum_lane_slot(record->color, record->lane);
        const ContactBlock4 *block =
            &space->blocks.items[record->color].items[tum_lane_block(record->color, record->lane)];
        for (uint32_t k = 0; k < block->lane_points[slot]; ++k) {
            hash_numbers(hash, &block->points[k].impulse[slot], 1);
            tum_hash_add_u64(hash, block->feature[k][slot]);
        }
        for (int k = 0; k < 3; ++k) {
            hash_numbers(hash, &block->friction.impulse[k][slot], 1);
            hash_numbers(hash, &block->twist.impulse[k][slot], 1);
        }
    }
    tum_joint_set4_hash(&space->joints, hash);
}

static void begin_contact(Space *opaque, int32_t contact)
{
    Space4 *space = (Space4 *)opaque;
    space->caches.items[contact] = (PairCache4){0};
    tum_space4_reopen(opaque, contact);
}

static uint32_t list_columns(Space *opaque, ColumnsOf of, Column *columns)
{
    Space4 *space = (Space4 *)opaque;
    uint32_t count = 0;
    if (of == COLUMNS_OF_CONTACTS) {
        columns[count++] = COLUMN(space->caches);
        columns[count++] = COLUMN(space->recycle_budgets);
        columns[count++] = COLUMN(space->recycle_poses);
    } else {
        columns[count++] = COLUMN(space->manifolds);
        columns[count++] = COLUMN(space->anchors);
        columns[count++] = COLUMN(space->memories);
        columns[count++] = COLUMN(space->impulses);
    }
    return count;
}

static bool is_zero3(Vec3 a)
{
    return a.x == 0.0f && a.y == 0.0f && a.z == 0.0f;
}

static bool is_still(const Space *opaque, int32_t body)
{
    const SolverBody4 *state = &((const Space4 *)opaque)->states.items[body];
    const Vec4 v = state->linear;
    return v.x == 0.0f && v.y == 0.0f && v.z == 0.0f && v.w == 0.0f && is_zero3(state->spin.left) &&
           is_zero3(state->spin.right);
}

static uint32_t point_count(const Space *opaque, int32_t manifold)
{
    return (uint32_t)((const Space4 *)opaque)->manifolds.items[manifold].point_count;
}

static ContactPressure pressure(const Space *opaque, const Topology *topology, int32_t contact)
{
    const Space4 *space = (const Space4 *)opaque;
    ContactPressure found = {0.0f, INFINITY};
    for (int32_t slot = topology->contacts.items[contact].first_manifold; slot != NONE;
         slot = topology->manifolds.items[slot].next) {
        const Manifold4 *manifold = &space->manifolds.items[slot];
        found.impulse += space->impulses.items[slot];
        for (int i = 0; i < manifold->point_count; ++i) {
            found.separation = minimum(found.separation, manifold->points[i].separation);
        }
    }
    return found;
}

static Vec4 velocity_at(const Space4 *space, int32_t body, Vec4 arm)
{
    return vec4_add(space->states.items[body].linear,
                    bivec4_velocity(tum_space4_spin(space, body), arm));
}

static int approach_points(const Space *opaque, const Topology *topology, int32_t slot,
                           float normal[4], ApproachPoint *points)
{
    const Space4 *space = (const Space4 *)opaque;
    const Contact *contact = &topology->contacts.items[topology->manifolds.items[slot].contact];
    const Manifold4 *manifold = &space->manifolds.items[slot];
    const Vec4 center = space->places.items[contact->body[0]].center;
    const Vec4 between = vec4_sub(space->places.items[contact->body[1]].center, center);
    const Vec4 n = manifold->normal;
    normal[0] = n.x, normal[1] = n.y, normal[2] = n.z, normal[3] = n.w;
    for (int i = 0; i < manifold->point_count; ++i) {
        const Vec4 arm = manifold->points[i].position, at = vec4_add(center, arm);
        const Vec4 speed = vec4_sub(velocity_at(space, contact->body[0], arm),
                                    velocity_at(space, contact->body[1], vec4_sub(arm, between)));
        points[i] = (ApproachPoint){.position = {at.x, at.y, at.z, at.w},
                                    .separation = manifold->points[i].separation,
                                    .approach = vec4_dot(speed, n)};
    }
    return manifold->point_count;
}

// Each joint island is solved as a whole by one worker; 4D has no joint sweeps.
static int32_t no_joint_sweeps(const Space *space, int32_t joint_island, JointPass pass)
{
    (void)space, (void)joint_island, (void)pass;
    return 0;
}

static bool moves_with_joints(const Space *space, const Topology *topology, int32_t body)
{
    (void)space;
    return topology->bodies.items[body].joint_island != NONE;
}

static void no_restitution_to_share(Space *space, const Sim *sim, int32_t color)
{
    (void)space, (void)sim, (void)color;
}

// Every sweep looks at all contacts.
static void no_neighbors(Space *space, const Sim *sim, int32_t batch, Range solver_bodies)
{
    (void)space, (void)sim, (void)batch, (void)solver_bodies;
}

static void no_marks(Space *space, const Sim *sim, int32_t color, bool is_marked)
{
    (void)space, (void)sim, (void)color, (void)is_marked;
}

// All contacts are relaxed where some are deep.
static bool all_sink(Space *space, const Sim *sim, int32_t color)
{
    (void)space, (void)sim, (void)color;
    return true;
}

const SpaceOps tum_space4_ops = {
    .life =
        {
            .dimension = 4,
            .begin_contact = begin_contact,
            .reopen = tum_space4_reopen,
            .list_columns = list_columns,
            .reserve_lanes = tum_space4_reserve_lanes,
            .name_lane = tum_space4_name_lane,
            .put_lane = tum_space4_put_lane,
            .take_lane = tum_space4_take_lane,
            .move_lane = tum_space4_move_lane,
            .moves_with_joints = moves_with_joints,
            .bound = tum_space4_bound,
            .pressure = pressure,
            .approach_points = approach_points,
            .is_still = is_still,
            .point_count = point_count,
            .hash = hash_space,
            .max_point_speed = tum_space4_max_point_speed,
            .box = tum_space4_box,
            .set_dynamic = tum_space4_set_dynamic,
            .has_weight = tum_space4_has_weight,
            .lay_down = tum_space4_lay_down,
            .stop = tum_space4_stop,
            .set_gravity_factor = tum_space4_set_gravity_factor,
            .update_bounding_radius = tum_space4_update_bounding_radius,
        },
    .narrow =
        {
            .begin_step = tum_space4_begin_step,
            .select_stale = tum_space4_select_stale,
            .collide = tum_space4_collide,
            .manifold_changes = tum_space4_manifold_changes,
            .begin_manifold = tum_space4_begin_manifold,
        },
    .solve =
        {
            .repeats_pushes = true,
            .step_splits = tum_space4_step_splits,
            .prepare_bodies = tum_space4_prepare_bodies,
            .substep_demand = tum_space4_substep_demand,
            .weigh_loads = tum_space4_weigh_loads,
            .list_loads = tum_space4_list_loads,
            .prepare = tum_space4_prepare,
            .integrate_velocities = tum_space4_integrate_velocities,
            .solve = tum_space4_solve,
            .restitute = tum_space4_restitute,
            .rows_are_stale = tum_space4_rows_are_stale,
            .rows_are_strained = tum_space4_rows_are_strained,
            .update_inertias = tum_space4_update_inertias,
            .update_rows = tum_space4_update_rows,
            .block_flags = tum_space4_block_flags,
            .list_neighbors = no_neighbors,
            .mark_struck = no_marks,
            .mark_sunk = all_sink,
            .share_restitution = no_restitution_to_share,
            .integrate_positions = tum_space4_integrate_positions,
            .finish_bodies = tum_space4_finish_bodies,
            .sum_impulses = tum_space4_sum_impulses,
            .keep_impulses = tum_space4_keep_impulses,
            .limit_impulses = tum_space4_limit_impulses,
            .add_impulse = tum_space4_add_impulse,
            .squeeze = tum_space4_squeeze,
            .is_squeezed = tum_space4_is_squeezed,
            .scale_impulses = tum_space4_scale_impulses,
            .sum_restitution = tum_space4_sum_restitution,
            .is_finite = tum_space4_is_finite,
        },
    .joints =
        {
            .move_joints = tum_space4_move_joints,
            .begin_joints = tum_space4_begin_joints,
            .prepare_joints = tum_space4_prepare_joints,
            .solve_joints = tum_space4_solve_joints,
            .joint_sweep_colors = no_joint_sweeps,
        },
};
