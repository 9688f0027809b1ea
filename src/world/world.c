// SPDX-License-Identifier: MIT
// world.c: creation, steps and destruction of a world.
#include "base/assert.h"
#include "base/report.h"
#include "base/stamp.h"
#include "motion3/space_ops3.h"
#include "scene/fingerprint.h"
#include "space3/bodies3.h"
#include "space4/space4.h"
#include "system/clock.h"
#include "system/cpu.h"
#include "tumble/capacity.h"
#include "world/animate.h"
#include "world/gravity.h"
#include "world/world_data.h"

static const uint32_t DEF_STAMP = STAMP_OF('w', 'd', TumWorldDef);

// Converts a public instruction set. @return false where the processor lacks it.
static bool find_instructions(TumInstructions wanted, CpuInstructions *instructions)
{
    switch (wanted) {
    case TUM_INSTRUCTIONS_WIDEST: *instructions = tum_cpu_widest(); return true;
    case TUM_INSTRUCTIONS_SCALAR: *instructions = CPU_SCALAR; return true;
    case TUM_INSTRUCTIONS_SSE2: *instructions = CPU_SSE2; break;
    case TUM_INSTRUCTIONS_AVX2: *instructions = CPU_AVX2; break;
    case TUM_INSTRUCTIONS_AVX512: *instructions = CPU_AVX512; break;
    case TUM_INSTRUCTIONS_NEON: *instructions = CPU_NEON; break;
    default: return false;
    }
    return tum_cpu_has(*instructions);
}

bool tum_instructions_exist(TumInstructions instructions)
{
    CpuInstructions found;
    return find_instructions(instructions, &found);
}

const char *tum_instructions_name(TumInstructions instructions)
{
    static const char *const names[] = {"widest", "scalar", "sse2", "avx2", "avx512", "neon"};
    _Static_assert(sizeof names / sizeof *names == TUM_INSTRUCTIONS_COUNT, "a name each");
    return (unsigned)instructions < TUM_INSTRUCTIONS_COUNT ? names[instructions] : NULL;
}

void tum_world_def_init(TumWorldDef *def, size_t bytes)
{
    const TumWorldDef defaults = {.stamp = DEF_STAMP,
                                  .dimension = 3,
                                  .gravity = {0.0f, -9.81f, 0.0f, 0.0f},
                                  .restitution_threshold = -1.0f,
                                  .substeps = 4,
                                  .threads = 1};
    tum_stamp_fill(def, bytes, &defaults);
}

static bool is_usable(const TumWorldDef *def, CpuInstructions *instructions)
{
    bool finite = is_finite(def->restitution_threshold);
    for (int i = 0; i < 4; ++i) {
        finite &= is_finite(def->gravity[i]);
    }
    return def->substeps >= 1 && def->substeps <= TUM_MAX_SUBSTEPS && def->threads >= 1 &&
           def->threads <= TUM_MAX_THREADS && finite &&
           (def->tasks.run == NULL ||
            (def->tasks.worker_count >= 1 && def->tasks.worker_count <= TUM_MAX_THREADS)) &&
           find_instructions(def->instructions, instructions);
}

// Number of a world from the clock: microseconds in 16 bits, without 0. The number differs from
// those of worlds made in the last 65 ms, and from an older number with a probability of
// 65534/65535. The library has no state in which to count worlds.
static uint16_t number_of_now(void)
{
    return (uint16_t)(tum_clock_nanoseconds() / 1000 % UINT16_MAX + 1);
}

static TumStatus check_scene(const TumScene *scene, TumReport *report)
{
    if (scene->dimension != 3 && scene->dimension != 4) {
        tum_report_add(report, CODE_UNSUPPORTED_DIMENSION, scene->file, "",
                       "Physics in %d dimensions is not simulated; three and four are.",
                       scene->dimension);
        return TUM_ERROR_UNSUPPORTED;
    }
    if (scene->body_count > TUM_MAX_BODIES || scene->collider_count > TUM_MAX_COLLIDERS) {
        tum_report_add(report, CODE_CAPACITY_EXCEEDED, scene->file, "",
                       "%zu bodies and %zu colliders are more than the %d and %d of a world.",
                       scene->body_count, scene->collider_count, TUM_MAX_BODIES, TUM_MAX_COLLIDERS);
        return TUM_ERROR_CAPACITY;
    }
    if (scene->joint_count > TUM_MAX_JOINTS) {
        tum_report_add(report, CODE_CAPACITY_EXCEEDED, scene->file, "",
                       "%zu joints are more than the %d of a world.", scene->joint_count,
                       TUM_MAX_JOINTS);
        return TUM_ERROR_CAPACITY;
    }
    return TUM_OK;
}

static TumTasks choose_tasks(TumWorld *world, const TumWorldDef *def)
{
    if (def->tasks.run != NULL) {
        return def->tasks;
    }
    if (def->threads > 1) {
        world->pool = tum_task_pool_create((uint32_t)def->threads, &world->allocator);
    }
    return world->pool != NULL ? tum_task_pool_tasks(world->pool) : tum_tasks_inline();
}

// Fingerprint of the settings that two worlds must share to move alike; memory and threads are not
// among them.
static uint64_t fingerprint(const TumWorldDef *def)
{
    Hash hash;
    tum_hash_init(&hash, (uint64_t)def->substeps);
    tum_hash_add(&hash, def->gravity, sizeof def->gravity);
    tum_hash_add_u64(&hash, def->override_gravity);
    tum_hash_add(&hash, &def->restitution_threshold, sizeof def->restitution_threshold);
    tum_hash_add_u64(&hash, def->no_sleep);
    tum_hash_add_u64(&hash, def->contact_events);
    return tum_hash_final(&hash);
}

static Vec4 choose_gravity(const TumScene *scene, const TumWorldDef *def)
{
    if (def->override_gravity || !scene->has_world_gravity) {
        return (Vec4){def->gravity[0], def->gravity[1], def->gravity[2], def->gravity[3]};
    }
    return (Vec4){(float)scene->world_gravity[0], (float)scene->world_gravity[1],
                  (float)scene->world_gravity[2], (float)scene->world_gravity[3]};
}

// Makes the space of the bodies.
static TumStatus begin_space(TumWorld *world, Vec4 gravity, TumTasks tasks,
                             CpuInstructions instructions)
{
    if (world->dimension == 4) {
        world->space4 = tum_space4_create(&world->allocator, tasks.worker_count, instructions);
        if (world->space4 != NULL) {
            world->space4->gravity = gravity;
            return tum_sim_init(&world->sim, &world->allocator, tasks,
                                spatial_kernels(instructions), &tum_space4_ops,
                                (Space *)world->space4);
        }
    } else {
        world->space3 = tum_space3_create(&world->allocator, tasks.worker_count, instructions);
        if (world->space3 != NULL) {
            world->space3->gravity = (Vec3){gravity.x, gravity.y, gravity.z};
            return tum_sim_init(&world->sim, &world->allocator, tasks, world->space3->kernels.trees,
                                &tum_space3_ops, (Space *)world->space3);
        }
    }
    return TUM_ERROR_MEMORY;
}

TumStatus tum_world_create(const TumScene *scene, const TumWorldDef *def, TumWorld **world,
                           TumReport *report)
{
    const TumWorldDef defaults = tum_default_world_def();
    def = def != NULL ? def : &defaults;
    *world = NULL;
    TumStatus status = tum_stamp_status(def->stamp, DEF_STAMP);
    if (status != TUM_OK) {
        return status;
    }
    CpuInstructions instructions;
    if (!is_usable(def, &instructions)) {
        return TUM_ERROR_ARGUMENT;
    }
    const TumScene nothing = {.dimension = def->dimension, .file = "", .dialects = ""};
    scene = scene != NULL ? scene : &nothing;
    status = check_scene(scene, report);
    if (status != TUM_OK) {
        return status;
    }
    const TumAllocator allocator = tum_allocator_or_default(&def->allocator);
    TumWorld *made = tum_allocate_zeroed(&allocator, 1, sizeof *made);
    if (made == NULL) {
        return TUM_ERROR_MEMORY;
    }
    made->allocator = allocator;
    made->dimension = scene->dimension;
    made->substeps = def->substeps;
    made->scene_fingerprint = tum_scene_fingerprint(scene);
    made->settings_fingerprint = fingerprint(def);
    made->id = def->number != 0 ? def->number : number_of_now();
    const TumTasks tasks = choose_tasks(made, def);
    status = begin_space(made, choose_gravity(scene, def), tasks, instructions);
    if (status == TUM_OK) {
        made->sim.topology.restitution_threshold = def->restitution_threshold;
        made->sim.topology.may_sleep = !def->no_sleep;
        made->sim.topology.notes_touches = def->contact_events;
        made->sim.notes_times = def->phase_times;
        status = made->dimension == 4 ? tum_world_build4(made, scene, report)
                                      : tum_world_build3(made, scene, report);
    }
    if (status != TUM_OK) {
        tum_world_destroy(made);
        return status;
    }
    *world = made;
    return TUM_OK;
}

void tum_world_destroy(TumWorld *world)
{
    if (world == NULL) {
        return;
    }
    const TumAllocator allocator = world->allocator;
    tum_world_free_animation3(world);
    tum_world_free_gravity3(world);
    array_free(&world->triggers, &allocator);
    array_free(&world->trigger_parts, &allocator);
    array_free(&world->trigger_parts4, &allocator);
    array_free(&world->overlaps, &allocator);
    array_free(&world->overlaps_before, &allocator);
    array_free(&world->overlap_scratch, &allocator);
    array_free(&world->events, &allocator);
    array_free(&world->touch_scratch, &allocator);
    tum_sim_clear(&world->sim);
    tum_space3_destroy(world->space3);
    tum_space4_destroy(world->space4);
    tum_world_free_shapes4(world);
    for (size_t i = 0; i < world->geometry_count; ++i) {
        if (world->hulls != NULL) {
            tum_hull3_destroy(world->hulls[i], &allocator);
        }
        if (world->meshes != NULL) {
            tum_mesh3_destroy(world->meshes[i], &allocator);
        }
    }
    tum_release(&allocator, world->hulls, world->geometry_count * sizeof *world->hulls);
    tum_release(&allocator, world->meshes, world->geometry_count * sizeof *world->meshes);
    tum_world_free_added(world);
    for (size_t i = 0; i < world->joints.count; ++i) {
        tum_joint_source_clear(&world->joints.items[i], &allocator);
    }
    array_free(&world->joints, &allocator);
    array_free(&world->joints4, &allocator);
    tum_task_pool_destroy(world->pool);
    tum_release(&allocator, world, sizeof *world);
}

TumStatus tum_world_step(TumWorld *world, float seconds)
{
    if (!(seconds >= TUM_MIN_STEP_SECONDS) || !(seconds <= TUM_MAX_STEP_SECONDS)) {
        return TUM_ERROR_ARGUMENT;
    }
    TumStatus status = tum_world_animate3(world, seconds);
    status = status == TUM_OK ? tum_world_settle_joints(world) : status;
    if (status == TUM_OK) {
        status = tum_world_pull3(world);
    }
    if (status == TUM_OK) {
        tum_world_damp(world, 0.5f * seconds);
        status = tum_sim_step(&world->sim, seconds, world->substeps);
    }
    if (status == TUM_OK) {
        status = tum_world_land3(world, seconds);
    }
    if (status != TUM_OK) {
        return status;
    }
    if (world->dimension == 4) {
        tum_space4_clear_pushes(world->space4);
    } else {
        tum_space3_clear_pushes(world->space3);
    }
    tum_world_damp(world, 0.5f * seconds);
    world->time += (double)seconds;
    ++world->steps;
    status = tum_world_update_triggers(world);
    return status == TUM_OK ? tum_world_add_contact_events(world) : status;
}

double tum_world_time(const TumWorld *world)
{
    return world->time;
}

uint64_t tum_world_step_count(const TumWorld *world)
{
    return world->steps;
}

int tum_world_dimension(const TumWorld *world)
{
    return world->dimension;
}

uint64_t tum_world_hash(const TumWorld *world)
{
    Hash hash;
    tum_hash_init(&hash, (uint64_t)world->dimension);
    const Topology *topology = &world->sim.topology;
    for (size_t i = 0; i < topology->bodies.count; ++i) {
        tum_hash_add_u64(&hash, topology->bodies.items[i].set);
        tum_hash_add(&hash, &topology->bodies.items[i].sleep_time, sizeof(float));
    }
    topology->life->hash(topology->space, topology, &hash);
    return tum_hash_final(&hash);
}

TumWorldCounts tum_world_counts(const TumWorld *world)
{
    const Topology *topology = &world->sim.topology;
    TumWorldCounts counts = {.bodies = 0,
                             .awake_bodies = (uint32_t)topology->awake.count,
                             .pairs = topology->pairs.count,
                             .islands = topology->island_count,
                             .left_out = topology->dropped_pairs};
    for (size_t i = 1; i < topology->bodies.count; ++i) {
        counts.bodies += topology->bodies.items[i].exists;
    }
    for (size_t i = 0; i < topology->contacts.count; ++i) {
        const Contact *contact = &topology->contacts.items[i];
        counts.contacts += contact->manifold_count > 0;
        counts.manifolds += (uint32_t)contact->manifold_count;
        for (int32_t manifold = contact->first_manifold; manifold != NONE;
             manifold = topology->manifolds.items[manifold].next) {
            counts.points += topology->life->point_count(topology->space, manifold);
        }
    }
    for (size_t color = 0; color < COLOR_COUNT; ++color) {
        bool is_used = false;
        for (size_t i = color; i < topology->graph.colors.count; i += COLOR_COUNT) {
            is_used |= topology->graph.colors.items[i].constraints.count > 0;
        }
        counts.colors += is_used;
    }
    return counts;
}

_Static_assert((int)TUM_PHASE_COUNT == (int)PHASE_COUNT && (int)TUM_PHASE_REST == (int)PHASE_REST &&
                   (int)TUM_PHASE_JOINTS == (int)PHASE_JOINTS,
               "phases are the same list inside and outside");

TumWorldTimes tum_world_times(const TumWorld *world)
{
    TumWorldTimes times = {{0.0}};
    for (int i = 0; i < TUM_PHASE_COUNT; ++i) {
        times.seconds[i] = (double)world->sim.phase_ns[i] * 1e-9;
    }
    return times;
}

const char *tum_phase_name(TumPhase phase)
{
    static const char *const names[] = {
        "pairs",      "collide", "match", "islands",     "prepare", "joints", "integrate",
        "warm start", "solve",   "relax", "restitution", "finish",  "rest",
    };
    _Static_assert(sizeof names / sizeof *names == TUM_PHASE_COUNT, "a name a phase");
    return (unsigned)phase < TUM_PHASE_COUNT ? names[phase] : NULL;
}
