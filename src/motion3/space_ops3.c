// SPDX-License-Identifier: MIT
// space_ops3.c: the table of functions of the 3D space, and its creation and destruction.
#include "motion3/space_ops3.h"

#include <math.h>

#include "contact3/anchor3.h"
#include "contact3/contact_memory3.h"
#include "contact3/contact_solver3.h"
#include "contact3/load3.h"
#include "contact3/narrow3.h"
#include "contact3/passing3.h"
#include "contact3/prefetch3.h"
#include "contact3/recycle3.h"
#include "contact3/restitution3.h"
#include "contact3/stale_pair3.h"
#include "joint3/articulation3.h"
#include "joint3/joint_build3.h"
#include "joint3/joint_jobs3.h"
#include "joint3/joint_sweep3.h"
#include "joint3/joint_system3.h"
#include "motion3/body_kernel3.h"
#include "motion3/bounds3.h"
#include "motion3/integrate3.h"
#include "space3/bodies3.h"
#include "space3/space3.h"

const BodyKernel3 *tum_choose_body_kernel3(CpuInstructions instructions)
{
    return cpu_choose_kernel(instructions, tum_body_kernel3);
}

SpaceKernels3 tum_space_kernels3(CpuInstructions instructions)
{
    return (SpaceKernels3){.trees = spatial_kernels(instructions),
                           .shapes = shape_kernels3(instructions),
                           .pairs = collide_kernels3(instructions),
                           .stale_pairs = stale_pair_kernel3(instructions),
                           .contacts = tum_choose_contact_kernel3(instructions),
                           .joint_sweep = tum_choose_joint_kernel3(instructions),
                           .joint_systems = joint_system_kernel3(instructions),
                           .articulations = tum_choose_articulation_kernel3(instructions),
                           .bodies = tum_choose_body_kernel3(instructions)};
}

static void set_kernels(Space3 *space, SpaceKernels3 kernels)
{
    space->kernels = kernels;
    space->joints.system_kernel = kernels.joint_systems;
    space->joints.articulation_kernel = kernels.articulations;
}

Space3 *tum_space3_create(const TumAllocator *allocator, uint32_t worker_count,
                          CpuInstructions instructions)
{
    Space3 *space = tum_allocate_zeroed(allocator, 1, sizeof *space);
    if (space == NULL) {
        return NULL;
    }
    space->allocator = tum_allocator_or_default(allocator);
    set_kernels(space, tum_space_kernels3(instructions));
    space->solver.worker_count = worker_count;
    space->contacts.finds =
        tum_allocate_zeroed(&space->allocator, worker_count, sizeof *space->contacts.finds);
    space->solver.scratch =
        tum_allocate_zeroed(&space->allocator, worker_count, sizeof *space->solver.scratch);
    if (space->contacts.finds == NULL || space->solver.scratch == NULL) {
        tum_space3_destroy(space);
        return NULL;
    }
    return space;
}

Space3 *tum_space3_create_like(const Space3 *space)
{
    Space3 *made = tum_space3_create(&space->allocator, space->solver.worker_count, CPU_SCALAR);
    if (made != NULL) {
        set_kernels(made, space->kernels);
    }
    return made;
}

static void free_marks(BounceMarks3 *marks, const TumAllocator *allocator)
{
    array_free(&marks->of_blocks, allocator);
    array_free(&marks->neighbors, allocator);
}

void tum_space3_destroy(Space3 *space)
{
    if (space == NULL) {
        return;
    }
    const TumAllocator allocator = space->allocator;
    array_free(&space->bodies.states, &allocator);
    array_free(&space->bodies.state_of, &allocator);
    array_free(&space->bodies.places, &allocator);
    array_free(&space->bodies.masses, &allocator);
    array_free(&space->bodies.contact_bodies, &allocator);
    array_free(&space->bodies.starts, &allocator);
    array_free(&space->bodies.weights, &allocator);
    array_free(&space->bodies.pushes, &allocator);
    array_free(&space->bodies.pulls, &allocator);
    array_free(&space->bodies.rests, &allocator);
    array_free(&space->bodies.bounds, &allocator);
    array_free(&space->bodies.before, &allocator);
    array_free(&space->bodies.spins, &allocator);
    array_free(&space->bodies.resists_anew, &allocator);
    array_free(&space->bodies.margin_left, &allocator);
    array_free(&space->bodies.moved_bodies, &allocator);
    array_free(&space->colliders.shapes, &allocator);
    array_free(&space->colliders.center_from_shapes, &allocator);
    array_free(&space->colliders.surface_velocity_of, &allocator);
    array_free(&space->colliders.surface_velocities, &allocator);
    tum_columns_free(&tum_space3_ops.life, (Space *)space, &allocator);
    array_free(&space->contacts.results, &allocator);
    for (uint32_t i = 0; space->contacts.finds != NULL && i < space->solver.worker_count; ++i) {
        array_free(&space->contacts.finds[i].manifolds, &allocator);
    }
    tum_release(&allocator, space->contacts.finds,
                space->solver.worker_count * sizeof *space->contacts.finds);
    for (uint32_t i = 0; space->solver.scratch != NULL && i < space->solver.worker_count; ++i) {
        array_free(&space->solver.scratch[i].rows, &allocator);
        free_marks(&space->solver.scratch[i].marks, &allocator);
    }
    tum_release(&allocator, space->solver.scratch,
                space->solver.worker_count * sizeof *space->solver.scratch);
    for (size_t i = 0; i < space->solver.blocks.count; ++i) {
        array_free(&space->solver.blocks.items[i], &allocator);
    }
    for (size_t i = 0; i < space->solver.extras.count; ++i) {
        array_free(&space->solver.extras.items[i], &allocator);
    }
    array_free(&space->solver.blocks, &allocator);
    array_free(&space->solver.extras, &allocator);
    array_free(&space->solver.rows, &allocator);
    free_marks(&space->solver.marks, &allocator);
    array_free(&space->solver.neighbors, &allocator);
    tum_joint_set3_clear(&space->joints, &allocator);
    tum_release(&allocator, space, sizeof *space);
}

Pose3 tum_space3_body_pose(const Space3 *space, int32_t body)
{
    const BodyPlace3 *place = &space->bodies.places.items[body];
    const Vec3 back = quat_rotate(place->rotation, space->bodies.masses.items[body].local_center);
    return (Pose3){vec3_sub(place->center, back), place->rotation};
}

static void hash_numbers(Hash *hash, const float *numbers, size_t count)
{
    tum_hash_add(hash, numbers, count * sizeof *numbers);
}

void tum_space3_hash(const Space3 *space, const Topology *topology, Hash *hash)
{
    for (size_t i = 0; i < topology->bodies.count; ++i) {
        const SolverBody3 *state = &space->bodies.states.items[i];
        const BodyPlace3 *place = &space->bodies.places.items[i];
        hash_numbers(hash, &place->center.x, 3);
        hash_numbers(hash, &place->rotation.x, 4);
        hash_numbers(hash, &state->linear.x, 3);
        hash_numbers(hash, &state->angular.x, 3);
    }
    for (size_t i = 0; i < topology->manifolds.count; ++i) {
        const ManifoldRecord *record = &topology->manifolds.items[i];
        tum_hash_add_u64(hash, (uint64_t)(uint32_t)record->color << 32 | (uint32_t)record->lane);
        if (record->color == NONE) {
            continue;
        }
        const ContactMemory3 memory = tum_space3_memory(space, topology, (int32_t)i);
        for (uint32_t k = 0; k < memory.point_count; ++k) {
            hash_numbers(hash, &memory.impulse[k], 1);
            tum_hash_add_u64(hash, memory.feature[k]);
        }
        hash_numbers(hash, memory.friction_impulse, FRICTION_ROWS);
    }
    tum_joint_set3_hash(&space->joints, hash);
}

static void begin_contact(Space *opaque, int32_t contact)
{
    Space3 *space = (Space3 *)opaque;
    space->contacts.caches.items[contact] = (PairCache3){0};
    space->contacts.impacts.items[contact] = (Impact3){.impulse = 0.0f};
    tum_space3_reopen(opaque, contact);
}

static uint32_t list_columns(Space *opaque, ColumnsOf of, Column *columns)
{
    Space3 *space = (Space3 *)opaque;
    uint32_t count = 0;
    if (of == COLUMNS_OF_CONTACTS) {
        columns[count++] = COLUMN(space->contacts.caches);
        columns[count++] = COLUMN(space->contacts.impacts);
        columns[count++] = COLUMN(space->contacts.recycle_budgets);
        columns[count++] = COLUMN(space->contacts.recycle_poses);
    } else {
        columns[count++] = COLUMN(space->contacts.features);
        columns[count++] = COLUMN(space->contacts.anchors);
        columns[count++] = COLUMN(space->contacts.memories);
        columns[count++] = COLUMN(space->contacts.pressures);
    }
    return count;
}

static bool is_still(const Space *opaque, int32_t body)
{
    const SolverBody3 *state = &((const Space3 *)opaque)->bodies.states.items[body];
    const Vec3 v = state->linear, w = state->angular;
    return v.x == 0.0f && v.y == 0.0f && v.z == 0.0f && w.x == 0.0f && w.y == 0.0f && w.z == 0.0f;
}

static ContactPressure pressure(const Space *opaque, const Topology *topology, int32_t contact)
{
    const Space3 *space = (const Space3 *)opaque;
    ContactPressure found = {space->contacts.impacts.items[contact].impulse, INFINITY};
    for (int32_t manifold = topology->contacts.items[contact].first_manifold; manifold != NONE;
         manifold = topology->manifolds.items[manifold].next) {
        const ContactPressure *own = &space->contacts.pressures.items[manifold];
        found.impulse += own->impulse;
        found.separation = minimum(found.separation, own->separation);
    }
    return found;
}

static bool impact(const Space *opaque, int32_t contact, ContactApproach *approach)
{
    const Impact3 *found = &((const Space3 *)opaque)->contacts.impacts.items[contact];
    *approach =
        (ContactApproach){.speed = found->speed,
                          .point = {found->point.x, found->point.y, found->point.z, 0.0f},
                          .normal = {found->normal.x, found->normal.y, found->normal.z, 0.0f}};
    return found->impulse > 0.0f;
}

static Vec3 velocity_at(const SolverBody3 *state, Vec3 arm)
{
    return vec3_add(state->linear, vec3_cross(state->angular, arm));
}

static int approach_points(const Space *opaque, const Topology *topology, int32_t manifold,
                           float normal[4], ApproachPoint *points)
{
    const Space3 *space = (const Space3 *)opaque;
    const Contact *contact = &topology->contacts.items[topology->manifolds.items[manifold].contact];
    const Manifold3 found = tum_space3_manifold(space, topology, manifold);
    const SolverBody3 *a = &space->bodies.states.items[contact->body[0]];
    const SolverBody3 *b = &space->bodies.states.items[contact->body[1]];
    const Vec3 center = space->bodies.places.items[contact->body[0]].center;
    const Vec3 between = vec3_sub(space->bodies.places.items[contact->body[1]].center, center);
    const Vec3 n = found.normal;
    normal[0] = n.x, normal[1] = n.y, normal[2] = n.z, normal[3] = 0.0f;
    for (int32_t i = 0; i < found.point_count; ++i) {
        const Vec3 arm = found.points[i].position, at = vec3_add(center, arm);
        const Vec3 speed = vec3_sub(velocity_at(a, arm), velocity_at(b, vec3_sub(arm, between)));
        points[i] = (ApproachPoint){.position = {at.x, at.y, at.z, 0.0f},
                                    .separation = found.points[i].separation,
                                    .approach = vec3_dot(speed, n)};
    }
    return found.point_count;
}

static uint32_t point_count(const Space *opaque, int32_t manifold)
{
    return (uint32_t)((const Space3 *)opaque)->contacts.anchors.items[manifold].point_count;
}

static void hash_space(const Space *opaque, const Topology *topology, Hash *hash)
{
    tum_space3_hash((const Space3 *)opaque, topology, hash);
}

static Box box_of(const Space *opaque, int32_t body, int32_t collider)
{
    return tum_space3_box((const Space3 *)opaque, body, collider);
}

static void set_dynamic(Space *opaque, int32_t body, bool is_dynamic)
{
    tum_space3_set_dynamic((Space3 *)opaque, body, is_dynamic);
}

static bool has_weight(const Space *opaque, int32_t body)
{
    const BodyWeight3 *weight = &((const Space3 *)opaque)->bodies.weights.items[body];
    const Vec3 inverse = weight->inverse_inertia;
    return weight->inverse_mass > 0.0f || inverse.x > 0.0f || inverse.y > 0.0f || inverse.z > 0.0f;
}

static void lay_down(Space *opaque, int32_t body)
{
    SolverBody3 *state = &((Space3 *)opaque)->bodies.states.items[body];
    state->linear = state->angular = (Vec3){0.0f, 0.0f, 0.0f};
    state->angular_speed_bound = 0.0f;
}

static void stop(Space *opaque, int32_t body)
{
    ((Space3 *)opaque)->bodies.states.items[body] = (SolverBody3){.linear = {0.0f, 0.0f, 0.0f}};
}

static void set_gravity_factor(Space *opaque, int32_t body, float factor)
{
    ((Space3 *)opaque)->bodies.masses.items[body].gravity_factor = factor;
    ((Space3 *)opaque)->bodies.margin_left.items[body] = 0.0f;
}

static void update_bounding_radius(Space *opaque, const Topology *topology, int32_t body)
{
    tum_space3_update_bounding_radius((Space3 *)opaque, topology, body);
}

static bool moves_with_joints(const Space *opaque, const Topology *topology, int32_t body)
{
    return tum_space3_is_measured((const Space3 *)opaque, topology, body);
}

const SpaceOps tum_space3_ops = {
    .life =
        {
            .dimension = 3,
            .begin_contact = begin_contact,
            .list_columns = list_columns,
            .reopen = tum_space3_reopen,
            .reserve_lanes = tum_space3_reserve_lanes,
            .name_lane = tum_space3_name_lane,
            .put_lane = tum_space3_put_lane,
            .take_lane = tum_space3_take_lane,
            .move_lane = tum_space3_move_lane,
            .moves_with_joints = moves_with_joints,
            .find_escaped = tum_space3_find_escaped,
            .bound = tum_space3_bound,
            .passes_by = tum_passes_by3,
            .pressure = pressure,
            .approach_points = approach_points,
            .impact = impact,
            .is_still = is_still,
            .point_count = point_count,
            .hash = hash_space,
            .max_point_speed = tum_space3_max_point_speed,
            .box = box_of,
            .set_dynamic = set_dynamic,
            .has_weight = has_weight,
            .lay_down = lay_down,
            .stop = stop,
            .set_gravity_factor = set_gravity_factor,
            .update_bounding_radius = update_bounding_radius,
        },
    .narrow =
        {
            .begin_step = tum_space3_begin_step,
            .select_stale = tum_space3_select_stale,
            .collide = tum_space3_collide,
            .manifold_changes = tum_space3_manifold_changes,
            .begin_manifold = tum_space3_begin_manifold,
        },
    .solve =
        {
            .repeats_pushes = true,
            .bounces_anew = true,
            .step_splits = tum_space3_step_splits,
            .reserve_rows = tum_space3_reserve_rows,
            .prefetch = tum_space3_prefetch,
            .prepare_bodies = tum_space3_prepare_bodies,
            .substep_demand = tum_space3_substep_demand,
            .weigh_loads = tum_space3_weigh_loads,
            .list_loads = tum_space3_list_loads,
            .prepare = tum_space3_prepare,
            .integrate_velocities = tum_space3_integrate_velocities,
            .solve = tum_space3_solve,
            .restitute = tum_space3_restitute,
            .rows_are_stale = tum_space3_rows_are_stale,
            .rows_are_strained = tum_space3_rows_are_strained,
            .update_inertias = tum_space3_update_inertias,
            .update_rows = tum_space3_update_rows,
            .block_flags = tum_space3_block_flags,
            .list_neighbors = tum_space3_list_neighbors,
            .mark_struck = tum_space3_mark_struck,
            .mark_sunk = tum_space3_mark_sunk,
            .share_restitution = tum_space3_share_restitution,
            .integrate_positions = tum_space3_integrate_positions,
            .finish_bodies = tum_space3_finish_bodies,
            .sum_impulses = tum_space3_sum_impulses,
            .sum_restitution = tum_space3_sum_restitution,
            .keep_impulses = tum_space3_keep_impulses,
            .limit_impulses = tum_space3_limit_impulses,
            .add_impulse = tum_space3_add_impulse,
            .squeeze = tum_space3_squeeze,
            .is_squeezed = tum_space3_is_squeezed,
            .scale_impulses = tum_space3_scale_impulses,
            .is_finite = tum_space3_is_finite,
        },
    .joints =
        {
            .begin_joints = tum_space3_begin_joints,
            .joint_sweep_colors = tum_space3_joint_sweep_colors,
            .joint_sweep_items = tum_space3_joint_sweep_items,
            .run_joint_sweep = tum_space3_run_joint_sweep,
            .move_joints = tum_space3_move_joints,
            .prepare_joints = tum_space3_prepare_joints,
            .solve_joints = tum_space3_solve_joints,
        },
};
