// SPDX-License-Identifier: MIT
// checkpoint.c: checkpoints of a world.
//
//     8 bytes   "tumbleCP"
//     u32       version of this layout
//     u32       version of the library: only the same code continues a state with the same bits
//     u64       size in bytes
//     u64       fingerprint of the scene
//     u64       fingerprint of the definition
//     u64       XXH64 of all other bytes
//     …         the state: world, sim, space, as packed by their own functions
#include "tumble/checkpoint.h"

#include <string.h>

#include "base/hash.h"
#include "base/pack.h"
#include "base/report.h"
#include "motion3/space_ops3.h"
#include "motion3/state3.h"
#include "space4/space4.h"
#include "space4/state4.h"
#include "topology/state.h"
#include "world/animate.h"
#include "world/animation_state.h"
#include "world/gravity.h"
#include "world/joint_pack.h"
#include "world/public4.h"
#include "world/world_data.h"

static const unsigned char magic[8] = {'t', 'u', 'm', 'b', 'l', 'e', 'C', 'P'};

enum {
    LAYOUT_VERSION = 26,
    LIBRARY_VERSION = TUM_VERSION_MAJOR << 16 | TUM_VERSION_MINOR << 8 | TUM_VERSION_PATCH,
    CHECKSUM_AT = 40,
    HEADER_BYTES = 48
};

typedef struct Header {
    uint32_t layout, library;
    uint64_t bytes, scene, settings, checksum;
} Header;

static void pack_header(Pack *pack, Header *header)
{
    for (size_t i = 0; i < sizeof magic; ++i) {
        uint8_t byte = magic[i];
        tum_pack_u8(pack, &byte);
    }
    tum_pack_u32(pack, &header->layout);
    tum_pack_u32(pack, &header->library);
    tum_pack_u64(pack, &header->bytes);
    tum_pack_u64(pack, &header->scene);
    tum_pack_u64(pack, &header->settings);
    tum_pack_u64(pack, &header->checksum);
}

static uint64_t checksum_of(const unsigned char *bytes, size_t count)
{
    Hash hash;
    tum_hash_init(&hash, LAYOUT_VERSION);
    tum_hash_add(&hash, bytes, CHECKSUM_AT);
    tum_hash_add(&hash, bytes + HEADER_BYTES, count - HEADER_BYTES);
    return tum_hash_final(&hash);
}

static void pack_numbers(Pack *pack, AddedShape *added, const TumAllocator *allocator)
{
    const size_t points = tum_pack_count(pack, added->point_count, 12);
    const size_t triangles = tum_pack_count(pack, added->triangle_count, 12);
    if (pack_is_reading(pack)) {
        added->points = tum_allocate_zeroed(allocator, points * 3, sizeof(float));
        added->point_count = added->points != NULL ? points : 0;
        added->triangles = tum_allocate_zeroed(allocator, triangles * 3, sizeof(uint32_t));
        added->triangle_count = added->triangles != NULL ? triangles : 0;
        if (added->point_count != points || added->triangle_count != triangles) {
            pack->failed = true;
            pack->out_of_memory = true;
        }
    }
    tum_pack_floats(pack, added->points, added->point_count * 3);
    for (size_t i = 0; i < added->triangle_count * 3; ++i) {
        tum_pack_u32(pack, &added->triangles[i]);
    }
}

// Allocates zeroed memory for items to read. @return the count of items.
static size_t pack_list(Pack *pack, void **items, size_t count, size_t item_bytes,
                        size_t packed_bytes, const TumAllocator *allocator)
{
    const size_t wanted = tum_pack_count(pack, count, packed_bytes);
    if (!pack_is_reading(pack) || wanted == 0) {
        return wanted;
    }
    *items = tum_allocate_zeroed(allocator, wanted, item_bytes);
    if (*items == NULL) {
        pack->failed = true;
        pack->out_of_memory = true;
        return 0;
    }
    return wanted;
}

static void pack_added4(Pack *pack, TumWorld *state)
{
    pack_array(pack, &state->added4, 60, &state->allocator);
    for (size_t i = 0; i < state->added4.count; ++i) {
        AddedShape4 *added = &state->added4.items[i];
        tum_pack_u32(pack, &added->kind);
        tum_pack_floats(pack, added->size, 4);
        tum_pack_f32(pack, &added->height);
        tum_pack_f32(pack, &added->radius);
        tum_pack_f32(pack, &added->radius_bottom);
        tum_pack_f32(pack, &added->radius_top);
        added->curve_count = pack_list(pack, (void **)&added->curves, added->curve_count,
                                       sizeof *added->curves, 40, &state->allocator);
        added->point_count = pack_list(pack, (void **)&added->points, added->point_count,
                                       4 * sizeof(float), 16, &state->allocator);
        added->tetrahedron_count =
            pack_list(pack, (void **)&added->tetrahedra, added->tetrahedron_count,
                      4 * sizeof(uint32_t), 16, &state->allocator);
        for (size_t c = 0; c < added->curve_count; ++c) {
            for (int k = 0; k < 4; ++k) {
                tum_pack_f64(pack, &added->curves[c].radii[k]);
            }
            tum_pack_f64(pack, &added->curves[c].exponent);
        }
        tum_pack_floats(pack, added->points, added->point_count * 4);
        for (size_t t = 0; t < added->tetrahedron_count * 4; ++t) {
            tum_pack_u32(pack, &added->tetrahedra[t]);
        }
    }
    // Poses of triggers are relative to the principal frame, which may change.
    for (size_t i = 0; i < state->trigger_parts4.count; ++i) {
        Pose4 *place = &state->trigger_parts4.items[i].principal_from_shape;
        tum_pack_floats(pack, &place->position.x, 4);
        tum_pack_floats(pack, &place->rotation.left.x, 4);
        tum_pack_floats(pack, &place->rotation.right.x, 4);
        pack_require(pack, pose4_is_finite(*place));
    }
}

// Shapes are rebuilt from their definitions: the same points give the same hull.
static void pack_added(Pack *pack, TumWorld *state)
{
    pack_array(pack, &state->added, 49, &state->allocator);
    for (size_t i = 0; i < state->added.count; ++i) {
        AddedShape *added = &state->added.items[i];
        tum_pack_u32(pack, &added->kind);
        tum_pack_floats(pack, added->size, 3);
        tum_pack_f32(pack, &added->height);
        tum_pack_f32(pack, &added->radius);
        tum_pack_f32(pack, &added->radius_bottom);
        tum_pack_f32(pack, &added->radius_top);
        tum_pack_bool(pack, &added->double_sided);
        pack_numbers(pack, added, &state->allocator);
    }
    // Positions of triggers are relative to the centre of mass, which may change.
    for (size_t i = 0; i < state->trigger_parts.count; ++i) {
        Vec3 *position = &state->trigger_parts.items[i].center_from_shape.position;
        tum_pack_f32(pack, &position->x);
        tum_pack_f32(pack, &position->y);
        tum_pack_f32(pack, &position->z);
        pack_require(pack, vec3_is_finite(*position));
    }
}

static void pack_overlaps(Pack *pack, TumWorld *state)
{
    pack_array(pack, &state->overlaps, 44, &state->allocator);
    for (size_t i = 0; i < state->overlaps.count; ++i) {
        Overlap *overlap = &state->overlaps.items[i];
        tum_pack_u32(pack, &overlap->node);
        tum_pack_u32(pack, &overlap->trigger);
        tum_topology_pack_side(pack, &overlap->side);
    }
}

// Ids that are read get the number of the reading world.
static void pack_event_side(Pack *pack, TumEventSide *side, uint16_t world)
{
    tum_pack_u32(pack, &side->collider.index1);
    tum_pack_u16(pack, &side->collider.generation);
    tum_pack_u32(pack, &side->body.index1);
    tum_pack_u16(pack, &side->body.generation);
    tum_pack_u64(pack, &side->user);
    tum_pack_u64(pack, &side->body_user);
    tum_pack_i32(pack, &side->node);
    tum_pack_i32(pack, &side->motion);
    if (pack_is_reading(pack)) {
        side->collider.world = side->collider.index1 != 0 ? world : 0;
        side->body.world = side->body.index1 != 0 ? world : 0;
    }
}

static void pack_events(Pack *pack, TumWorld *state)
{
    pack_array(pack, &state->events, 117, &state->allocator);
    for (size_t i = 0; i < state->events.count; ++i) {
        TumEvent *event = &state->events.items[i];
        uint8_t kind = (uint8_t)event->kind;
        tum_pack_u8(pack, &kind);
        pack_require(pack, kind <= TUM_EVENT_CONTACT_ENDED);
        pack_event_side(pack, &event->a, state->id);
        pack_event_side(pack, &event->b, state->id);
        tum_pack_i32(pack, &event->trigger);
        tum_pack_f32(pack, &event->impulse);
        tum_pack_f32(pack, &event->speed);
        tum_pack_floats(pack, &event->point.x, 4);
        tum_pack_floats(pack, &event->normal.x, 4);
        if (pack_is_reading(pack)) {
            event->kind =
                kind <= TUM_EVENT_CONTACT_ENDED ? (TumEventKind)kind : TUM_EVENT_TRIGGER_ENTERED;
        }
    }
}

// Packs the whole state of a world. Reading fills `state`, a world that owns only this state.
static void pack_world(Pack *pack, TumWorld *state)
{
    tum_pack_f64(pack, &state->time);
    tum_pack_u64(pack, &state->steps);
    pack_require(pack, is_finite64(state->time) && state->time >= 0.0);
    pack_overlaps(pack, state);
    pack_events(pack, state);
    tum_animation_state_pack(pack, state);
    if (state->space4 != NULL) {
        pack_added4(pack, state);
    } else {
        pack_added(pack, state);
    }
    tum_topology_pack(pack, &state->sim.topology);
    if (state->space4 != NULL) {
        tum_space4_pack(pack, state->space4, &state->sim.topology);
    } else {
        tum_space3_pack(pack, state->space3, &state->sim.topology);
        tum_world_gravity_pack3(pack, state);
    }
    tum_world_pack_joints(pack, state);
}

static size_t measure(TumWorld *world)
{
    Pack pack = tum_pack_measuring();
    pack_world(&pack, world);
    return HEADER_BYTES + pack.at;
}

// Measuring and writing change nothing; the cast is needed since one function packs and unpacks.
static TumWorld *unconst(const TumWorld *world)
{
    return (TumWorld *)(uintptr_t)world;
}

size_t tum_checkpoint_bytes(const TumWorld *world)
{
    return measure(unconst(world));
}

TumStatus tum_checkpoint_write(const TumWorld *world, void *bytes, size_t count)
{
    if (world->sim.topology.diverged != NONE) {
        return TUM_ERROR_DIVERGED;
    }
    const size_t needed = measure(unconst(world));
    if (bytes == NULL || count < needed) {
        return TUM_ERROR_ARGUMENT;
    }
    Header header = {.layout = LAYOUT_VERSION,
                     .library = LIBRARY_VERSION,
                     .bytes = needed,
                     .scene = world->scene_fingerprint,
                     .settings = world->settings_fingerprint};
    Pack pack = tum_pack_writing(bytes, needed);
    pack_header(&pack, &header);
    pack_world(&pack, unconst(world));
    header.checksum = checksum_of(bytes, needed);
    Pack again = tum_pack_writing(bytes, HEADER_BYTES);
    pack_header(&again, &header);
    return pack.failed || pack.at != needed ? TUM_ERROR_INTERNAL : TUM_OK;
}

// Report for refused checkpoints.
typedef struct Findings {
    TumReport *report;
    const char *name;
} Findings;

static TumStatus refuse(Findings to, DiagnosticCode code, TumStatus status, const char *reason)
{
    tum_report_add(to.report, code, to.name, "", "%s", reason);
    return status;
}

static TumStatus check_header(const TumWorld *world, const unsigned char *bytes, size_t count,
                              Findings to)
{
    if (count < sizeof magic || memcmp(bytes, magic, sizeof magic) != 0) {
        return refuse(to, CODE_CHECKPOINT_INVALID, TUM_ERROR_INPUT,
                      "These bytes are no checkpoint.");
    }
    Header header = {0};
    Pack pack = tum_pack_reading(bytes, count);
    pack_header(&pack, &header);
    if (pack.failed) {
        return refuse(to, CODE_CHECKPOINT_INVALID, TUM_ERROR_INPUT,
                      "The checkpoint ends within its header.");
    }
    if (header.layout != LAYOUT_VERSION || header.library != LIBRARY_VERSION) {
        return refuse(to, CODE_CHECKPOINT_MISMATCH, TUM_ERROR_UNSUPPORTED,
                      "The checkpoint was written by another version, which moves differently.");
    }
    if (header.bytes != count || count < HEADER_BYTES) {
        tum_report_add(to.report, CODE_CHECKPOINT_INVALID, to.name, "",
                       "The checkpoint has %zu bytes where it says %llu.", count,
                       (unsigned long long)header.bytes);
        return TUM_ERROR_INPUT;
    }
    if (header.checksum != checksum_of(bytes, count)) {
        return refuse(to, CODE_CHECKPOINT_INVALID, TUM_ERROR_INPUT,
                      "The checkpoint was altered: its checksum is another.");
    }
    if (header.scene != world->scene_fingerprint) {
        return refuse(to, CODE_CHECKPOINT_MISMATCH, TUM_ERROR_INPUT,
                      "The checkpoint was made from another scene.");
    }
    if (header.settings != world->settings_fingerprint) {
        return refuse(to, CODE_CHECKPOINT_MISMATCH, TUM_ERROR_INPUT,
                      "The checkpoint was made with other settings: substeps, gravity, restitution "
                      "threshold, sleep or "
                      "contact events.");
    }
    return TUM_OK;
}

static void clear_joints(TumWorld *world)
{
    for (size_t i = 0; i < world->joints.count; ++i) {
        tum_joint_source_clear(&world->joints.items[i], &world->allocator);
    }
    array_free(&world->joints, &world->allocator);
    array_free(&world->joints4, &world->allocator);
}

static void clear_state(TumWorld *state)
{
    array_free(&state->overlaps, &state->allocator);
    array_free(&state->events, &state->allocator);
    tum_animation_state_end(state);
    tum_world_free_gravity3(state);
    tum_world_free_added(state);
    clear_joints(state);
    array_free(&state->trigger_parts, &state->allocator);
    array_free(&state->trigger_parts4, &state->allocator);
    tum_sim_clear(&state->sim);
    tum_space3_destroy(state->space3);
    tum_space4_destroy(state->space4);
}

// Makes an empty world with the data of the scene against which reading checks: the count of
// filters, animations, volumes and triggers.
static TumStatus begin_state(const TumWorld *world, TumWorld *state)
{
    *state =
        (TumWorld){.allocator = world->allocator, .dimension = world->dimension, .id = world->id};
    Space *space;
    if (world->space4 != NULL) {
        state->space4 = tum_space4_create_like(world->space4);
        space = (Space *)state->space4;
    } else {
        state->space3 = tum_space3_create_like(world->space3);
        space = (Space *)state->space3;
    }
    if (space == NULL) {
        return TUM_ERROR_MEMORY;
    }
    const TumStatus status =
        tum_sim_init(&state->sim, &world->allocator, world->sim.topology.tasks,
                     world->sim.topology.moving.kernels, world->sim.ops, space);
    state->sim.topology.filter_count = world->sim.topology.filter_count;
    if (status == TUM_OK &&
        (!tum_animation_state_begin(world, state) || !tum_world_gravity_begin3(world, state))) {
        return TUM_ERROR_MEMORY;
    }
    for (size_t i = 0; i < world->trigger_parts.count; ++i) {
        TriggerPart3 *part = array_push(&state->trigger_parts, &state->allocator);
        if (part == NULL) {
            return TUM_ERROR_MEMORY;
        }
        *part = world->trigger_parts.items[i];
    }
    for (size_t i = 0; i < world->trigger_parts4.count; ++i) {
        TriggerPart4 *part = array_push(&state->trigger_parts4, &state->allocator);
        if (part == NULL) {
            return TUM_ERROR_MEMORY;
        }
        *part = world->trigger_parts4.items[i];
    }
    return status;
}

// Rebuilds the shape of an added collider from its definition.
static TumStatus build_added(TumWorld *state, size_t collider, size_t index)
{
    TumStatus status;
    if (state->space4 == NULL) {
        status = tum_added_shape_build(&state->added.items[index], state->space3->kernels.shapes,
                                       &state->allocator,
                                       &state->space3->colliders.shapes.items[collider]);
    } else {
        AddedShape4 *added = &state->added4.items[index];
        status = tum_added_shape4_build(added, &state->allocator);
        tum_space4_set_shape(state->space4, collider, &added->shape);
    }
    return status == TUM_OK || status == TUM_ERROR_MEMORY ? status : TUM_ERROR_INPUT;
}

// Takes the shapes of the scene's colliders from the world, and rebuilds those of added colliders.
static TumStatus take_shapes(const TumWorld *world, TumWorld *state)
{
    const size_t count = state->sim.topology.colliders.count, ours = world->scene_collider_count;
    const size_t added = state->space4 != NULL ? state->added4.count : state->added.count;
    if (count < ours || state->sim.topology.bodies.count < world->fixed_body_count ||
        added < count - ours || state->joints.count < world->scene_joint_count) {
        return TUM_ERROR_INPUT;
    }
    for (size_t i = 0; i < ours; ++i) {
        if (state->space4 != NULL) {
            tum_space4_set_shape(state->space4, i, &world->space4->shapes.items[i]);
        } else {
            state->space3->colliders.shapes.items[i] = world->space3->colliders.shapes.items[i];
        }
    }
    TumStatus status = TUM_OK;
    for (size_t i = ours; i < count && status == TUM_OK; ++i) {
        if (state->sim.topology.colliders.items[i].exists) {
            status = build_added(state, i, i - ours);
        }
    }
    return status;
}

// Surfaces do not move between steps; the scene determines which of them can.
static void move_surface_velocities(TumWorld *world, TumWorld *state)
{
    if (state->space3 == NULL) {
        return;
    }
    state->space3->colliders.surface_velocity_of = world->space3->colliders.surface_velocity_of;
    state->space3->colliders.surface_velocities = world->space3->colliders.surface_velocities;
    memset(&world->space3->colliders.surface_velocity_of, 0,
           sizeof world->space3->colliders.surface_velocity_of);
    memset(&world->space3->colliders.surface_velocities, 0,
           sizeof world->space3->colliders.surface_velocities);
}

// From here on no operation can fail.
static void move_state(TumWorld *world, TumWorld *state)
{
    move_surface_velocities(world, state);
    state->sim.topology.filter_matrix = world->sim.topology.filter_matrix;
    state->sim.topology.filter_classes = world->sim.topology.filter_classes;
    state->sim.topology.filter_class_count = world->sim.topology.filter_class_count;
    world->sim.topology.filter_matrix = NULL;
    world->sim.topology.filter_classes = NULL;
    world->sim.topology.filter_count = world->sim.topology.filter_class_count = 0;
    tum_sim_clear(&world->sim);
    tum_space3_destroy(world->space3);
    tum_space4_destroy(world->space4);
    array_free(&world->overlaps, &world->allocator);
    array_free(&world->events, &world->allocator);
    array_free(&world->trigger_parts, &world->allocator);
    array_free(&world->trigger_parts4, &world->allocator);
    tum_world_free_added(world);
    clear_joints(world);
    world->joints.items = state->joints.items;
    world->joints.count = state->joints.count;
    world->joints.capacity = state->joints.capacity;
    world->joints4.items = state->joints4.items;
    world->joints4.count = state->joints4.count;
    world->joints4.capacity = state->joints4.capacity;
    world->added.items = state->added.items;
    world->added.count = state->added.count;
    world->added.capacity = state->added.capacity;
    world->added4.items = state->added4.items;
    world->added4.count = state->added4.count;
    world->added4.capacity = state->added4.capacity;
    world->trigger_parts4.items = state->trigger_parts4.items;
    world->trigger_parts4.count = state->trigger_parts4.count;
    world->trigger_parts4.capacity = state->trigger_parts4.capacity;
    world->trigger_parts.items = state->trigger_parts.items;
    world->trigger_parts.count = state->trigger_parts.count;
    world->trigger_parts.capacity = state->trigger_parts.capacity;
    world->sim = state->sim;
    world->space3 = state->space3;
    world->space4 = state->space4;
    world->overlaps.items = state->overlaps.items;
    world->overlaps.count = state->overlaps.count;
    world->overlaps.capacity = state->overlaps.capacity;
    world->events.items = state->events.items;
    world->events.count = state->events.count;
    world->events.capacity = state->events.capacity;
    tum_animation_state_take(world, state);
    tum_animation_state_end(state);
    tum_world_gravity_take3(world, state);
    tum_world_free_gravity3(state);
    world->time = state->time;
    world->steps = state->steps;
}

TumStatus tum_checkpoint_read(TumWorld *world, const void *bytes, size_t count, const char *name,
                              TumReport *report)
{
    const Findings to = {report, name};
    TumStatus status = check_header(world, bytes, count, to);
    if (status != TUM_OK) {
        return status;
    }
    TumWorld state;
    status = begin_state(world, &state);
    if (status == TUM_OK) {
        Pack pack =
            tum_pack_reading((const unsigned char *)bytes + HEADER_BYTES, count - HEADER_BYTES);
        pack_world(&pack, &state);
        status = pack.out_of_memory                    ? TUM_ERROR_MEMORY
                 : pack.failed || pack.at != pack.size ? TUM_ERROR_INPUT
                                                       : take_shapes(world, &state);
    }
    if (status != TUM_OK) {
        clear_state(&state);
        return status == TUM_ERROR_INPUT ? refuse(to, CODE_CHECKPOINT_INVALID, status,
                                                  "The checkpoint contradicts itself.")
                                         : status;
    }
    move_state(world, &state);
    return tum_world_resume_animation3(world);
}
