// SPDX-License-Identifier: MIT
// bake.c: the motion of bodies as an animation of their nodes.
//
// Physics changes the local transform only of nodes with a body of their own: nodes below move
// along, and a body below another body has a node of its own. Nodes moved by the document's own
// animations keep these; all other motion is recorded as it is while these play.
#include <stdio.h>
#include <string.h>

#include "base/arena.h"
#include "base/report.h"
#include "base/size.h"
#include "document/edit.h"
#include "document/edit_data.h"
#include "document/edit_extension.h"
#include "document/node.h"
#include "math/eigen.h"
#include "math/math3_64.h"
#include "recording/keys.h"
#include "recording/snapshot.h"
#include "tumble/recording.h"

enum { SAMPLE_NUMBERS = 7 }; // three of translation, four of rotation

// [1] Scales of a parent that differ by less count as equal.
static const double even_scale = 1e-9;

/// The tolerance of a body's keys, so that the world stays within the tolerances of the recording.
///
/// The linear part of a parent rotates during a recording, but its stretch stays as at load. A body
/// below another shows the errors of both bodies; the rotation error of the upper one also moves it
/// by its distance. So each body in a nest of n bodies gets the n-th part of the tolerance; upper
/// bodies use half of that for their place, half for the effect of their rotation.
typedef struct Allowance {
    double world_from_parent[9]; ///< Column by column, at load.
    double unevenness;           ///< [1] Greatest scale of the matrix by its least, at least 1.
    int32_t upper;               ///< The nearest body above with keys from this recording, or -1.
    int32_t above, below;        ///< The number of bodies above, and the most below.
    double reach;                ///< [m] Greatest distance of a body below, in all steps so far.
} Allowance;

struct TumBake {
    const TumScene *scene;
    TumBakeOptions options;
    char *name; ///< The animation's name.
    size_t name_bytes;
    double first_time; ///< [s] World time at the beginning.
    size_t key_count;  ///< Keys of the finished animation.
    Snapshot snapshot;
    ARRAY(float) times; ///< [s] One for each step, ascending from 0.
    ARRAY(float)
    samples;               ///< Local transforms: SAMPLE_NUMBERS for each body, step after step.
    Allowance *allowances; ///< One for each body.
    // The arrays below hold one step:
    double *positions, *rotations;              ///< 3 and 4 numbers for each body.
    double *local_translation, *local_rotation; ///< 3 and 4 numbers for each node.
    bool *sheared;                              ///< One for each node.
};

TumBakeOptions tum_default_bake_options(void)
{
    return (TumBakeOptions){
        .position_tolerance = 1e-4,
        .angle_tolerance = 0.01 * PI / 180.0,
        .strip = false,
        .name = NULL,
    };
}

static bool allocate_scratch(TumBake *bake)
{
    const size_t bodies = bake->scene->body_count, nodes = bake->scene->node_count;
    if (bodies == 0) {
        return true;
    }
    bake->allowances = tum_allocate_zeroed(NULL, bodies, sizeof *bake->allowances);
    bake->positions = tum_allocate_zeroed(NULL, bodies, 3 * sizeof(double));
    bake->rotations = tum_allocate_zeroed(NULL, bodies, 4 * sizeof(double));
    bake->local_translation = tum_allocate_zeroed(NULL, nodes, 3 * sizeof(double));
    bake->local_rotation = tum_allocate_zeroed(NULL, nodes, 4 * sizeof(double));
    bake->sheared = tum_allocate_zeroed(NULL, nodes, sizeof(bool));
    return bake->allowances != NULL && bake->positions != NULL && bake->rotations != NULL &&
           bake->local_translation != NULL && bake->local_rotation != NULL && bake->sheared != NULL;
}

static void measure_parent(const TumNode *nodes, int32_t parent, Allowance *allowance)
{
    double *m = allowance->world_from_parent;
    for (int i = 0; i < 9; ++i) {
        m[i] = parent >= 0 ? nodes[parent].world[4 * (i / 3) + i % 3] : i % 4 == 0 ? 1.0 : 0.0;
    }
    const DVec3 x = dvec3(m[0], m[1], m[2]), y = dvec3(m[3], m[4], m[5]),
                z = dvec3(m[6], m[7], m[8]);
    const DSym3 squares = {dvec3_dot(x, x), dvec3_dot(y, y), dvec3_dot(z, z),
                           dvec3_dot(x, y), dvec3_dot(x, z), dvec3_dot(y, z)};
    DVec3 scales;
    DMat3 axes;
    tum_eigen_symmetric3(squares, &scales, &axes);
    const double least = minimum64(minimum64(scales.x, scales.y), scales.z);
    const double most = maximum64(maximum64(scales.x, scales.y), scales.z);
    const double unevenness = least > 0.0 ? square_root64(most / least) : 1.0;
    allowance->unevenness = unevenness > 1.0 + even_scale ? unevenness : 1.0;
}

// Nodes have no particular order, so each chain of parents is followed to its root.
static void measure_nests(TumBake *bake)
{
    const TumScene *scene = bake->scene;
    for (size_t i = 0; i < scene->body_count; ++i) {
        Allowance *allowance = &bake->allowances[i];
        const int32_t parent = scene->nodes[scene->bodies[i].node].parent;
        measure_parent(scene->nodes, parent, allowance);
        allowance->upper = -1;
        for (int32_t at = parent; at >= 0 && allowance->upper < 0; at = scene->nodes[at].parent) {
            const int32_t body = scene->nodes[at].body;
            const bool is_own = body >= 0 && scene->bodies[body].node == at;
            allowance->upper = is_own && !scene->bodies[body].driven ? body : -1;
        }
    }
    for (size_t i = 0; i < scene->body_count; ++i) {
        int32_t distance = 0;
        for (int32_t at = bake->allowances[i].upper; at >= 0; at = bake->allowances[at].upper) {
            Allowance *upper = &bake->allowances[at];
            upper->below = ++distance > upper->below ? distance : upper->below;
        }
        bake->allowances[i].above = distance;
    }
}

static void measure_reaches(TumBake *bake)
{
    for (size_t i = 0; i < bake->scene->body_count; ++i) {
        const double *p = &bake->positions[3 * i];
        for (int32_t at = bake->allowances[i].upper; at >= 0; at = bake->allowances[at].upper) {
            const double *q = &bake->positions[3 * (size_t)at];
            const double distance = dvec3_length(dvec3(p[0] - q[0], p[1] - q[1], p[2] - q[2]));
            Allowance *upper = &bake->allowances[at];
            upper->reach = maximum64(upper->reach, distance);
        }
    }
}

// Tolerances of one body's keys: [m] in the world, and [rad] of its node's rotation.
static void find_tolerances(const TumBake *bake, size_t body, double *position, double *angle)
{
    const Allowance *allowance = &bake->allowances[body];
    const double bodies = 1.0 + (double)allowance->above + (double)allowance->below;
    *position = bake->options.position_tolerance / bodies;
    *angle = bake->options.angle_tolerance / bodies;
    if (allowance->below > 0) {
        *position *= 0.5;
        if (*angle * allowance->reach > *position) {
            *angle = *position / allowance->reach;
        }
    }
    *angle /= allowance->unevenness;
}

TumStatus tum_bake_begin(const TumScene *scene, const TumBakeOptions *options, TumBake **bake)
{
    const TumBakeOptions defaults = tum_default_bake_options();
    options = options != NULL ? options : &defaults;
    *bake = NULL;
    if (!(options->position_tolerance >= 0.0) || !(options->angle_tolerance >= 0.0)) {
        return TUM_ERROR_ARGUMENT;
    }
    if (scene->dimension != 3) {
        return TUM_ERROR_UNSUPPORTED;
    }
    TumBake *made = tum_allocate_zeroed(NULL, 1, sizeof *made);
    if (made == NULL) {
        return TUM_ERROR_MEMORY;
    }
    const char *name = options->name != NULL ? options->name : "Physics";
    made->scene = scene;
    made->options = *options;
    made->name_bytes = strlen(name) + 1;
    made->name = tum_allocate(NULL, made->name_bytes);
    if (made->name == NULL || !allocate_scratch(made)) {
        tum_bake_destroy(made);
        return TUM_ERROR_MEMORY;
    }
    measure_nests(made);
    memcpy(made->name, name, made->name_bytes);
    made->options.name = made->name;
    *bake = made;
    return TUM_OK;
}

void tum_bake_destroy(TumBake *bake)
{
    if (bake == NULL) {
        return;
    }
    const size_t bodies = bake->scene->body_count, nodes = bake->scene->node_count;
    tum_release(NULL, bake->allowances, bodies * sizeof *bake->allowances);
    tum_release(NULL, bake->positions, bodies * 3 * sizeof(double));
    tum_release(NULL, bake->rotations, bodies * 4 * sizeof(double));
    tum_release(NULL, bake->local_translation, nodes * 3 * sizeof(double));
    tum_release(NULL, bake->local_rotation, nodes * 4 * sizeof(double));
    tum_release(NULL, bake->sheared, nodes * sizeof(bool));
    tum_snapshot_clear(&bake->snapshot);
    array_free(&bake->times, NULL);
    array_free(&bake->samples, NULL);
    tum_release(NULL, bake->name, bake->name_bytes);
    tum_release(NULL, bake, sizeof *bake);
}

// Fills local_translation and local_rotation from the world's bodies.
static TumStatus read_locals(TumBake *bake, const TumWorld *world)
{
    const TumScene *scene = bake->scene;
    const TumStatus status = tum_snapshot_read(&bake->snapshot, world, scene->body_count);
    if (status != TUM_OK || scene->body_count == 0) {
        return status;
    }
    for (size_t i = 0; i < 3 * scene->body_count; ++i) {
        bake->positions[i] = (double)bake->snapshot.position.items[i];
    }
    for (size_t i = 0; i < 4 * scene->body_count; ++i) {
        bake->rotations[i] = (double)bake->snapshot.orientation.items[i];
    }
    measure_reaches(bake);
    return tum_scene_local_transforms3_at(scene, tum_world_time(world), bake->positions,
                                          bake->rotations, bake->local_translation,
                                          bake->local_rotation, bake->sheared);
}

static void store_sample(float *sample, const double *translation, const double *rotation)
{
    const DQuat unit = dquat_normalize((DQuat){rotation[0], rotation[1], rotation[2], rotation[3]});
    for (int k = 0; k < 3; ++k) {
        sample[k] = (float)translation[k];
    }
    sample[3] = (float)unit.x;
    sample[4] = (float)unit.y;
    sample[5] = (float)unit.z;
    sample[6] = (float)unit.w;
}

TumStatus tum_bake_add(TumBake *bake, const TumWorld *world)
{
    const TumScene *scene = bake->scene;
    const TumStatus status = read_locals(bake, world);
    if (status != TUM_OK) {
        return status;
    }
    const size_t row = SAMPLE_NUMBERS * scene->body_count;
    size_t wanted = 0;
    if (!size_add(bake->samples.count, row, &wanted) ||
        !array_reserve(&bake->samples, wanted, NULL) ||
        !array_reserve(&bake->times, bake->times.count + 1, NULL)) {
        return TUM_ERROR_MEMORY;
    }
    if (bake->times.count == 0) {
        bake->first_time = tum_world_time(world);
    }
    const float time = (float)(tum_world_time(world) - bake->first_time);
    // glTF demands ascending times: of two samples at the same moment the later one counts.
    if (bake->times.count > 0 && !(time > bake->times.items[bake->times.count - 1])) {
        --bake->times.count;
        bake->samples.count -= row;
    }
    for (size_t i = 0; i < scene->body_count; ++i) {
        const int32_t node = scene->bodies[i].node;
        store_sample(bake->samples.items + bake->samples.count + SAMPLE_NUMBERS * i,
                     bake->local_translation + 3 * node, bake->local_rotation + 4 * node);
    }
    bake->samples.count += row;
    bake->times.items[bake->times.count++] = time;
    return TUM_OK;
}

// The samples of one body during the search for keys.
typedef struct Tracks {
    float *translations; ///< 3 numbers for each step.
    float *rotations;    ///< 4 numbers for each step.
    size_t *keys;        ///< Capacity: one for each step.
} Tracks;

static bool allocate_tracks(Arena *arena, size_t steps, Tracks *tracks)
{
    tracks->translations = tum_arena_zeroed(arena, steps, 3 * sizeof(float));
    tracks->rotations = tum_arena_zeroed(arena, steps, 4 * sizeof(float));
    tracks->keys = tum_arena_zeroed(arena, steps, sizeof(size_t));
    return tracks->translations != NULL && tracks->rotations != NULL && tracks->keys != NULL;
}

static void gather_tracks(const TumBake *bake, size_t body, Tracks *tracks)
{
    const size_t row = SAMPLE_NUMBERS * bake->scene->body_count;
    for (size_t step = 0; step < bake->times.count; ++step) {
        const float *sample = bake->samples.items + step * row + SAMPLE_NUMBERS * body;
        memcpy(tracks->translations + 3 * step, sample, 3 * sizeof(float));
        memcpy(tracks->rotations + 4 * step, sample + 3, 4 * sizeof(float));
    }
}

// True where the document's own transform shows the motion within the tolerances.
static bool stays(const TumBake *bake, size_t body, const Tracks *tracks)
{
    const TumNode *node = &bake->scene->nodes[bake->scene->bodies[body].node];
    double position_tolerance, angle_tolerance;
    find_tolerances(bake, body, &position_tolerance, &angle_tolerance);
    const double *t = node->local->translation, *q = node->local->rotation;
    const DQuat authored = dquat_normalize((DQuat){q[0], q[1], q[2], q[3]});
    for (size_t step = 0; step < bake->times.count; ++step) {
        const float *at = tracks->translations + 3 * step, *turn = tracks->rotations + 4 * step;
        const DVec3 moved = {(double)at[0] - t[0], (double)at[1] - t[1], (double)at[2] - t[2]};
        const DQuat turned =
            dquat_multiply(dquat_conjugate(authored), (DQuat){(double)turn[0], (double)turn[1],
                                                              (double)turn[2], (double)turn[3]});
        const double half_sine = dvec3_length(dvec3(turned.x, turned.y, turned.z));
        const double angle = 2.0 * tum_atan2_64(half_sine, absolute64(turned.w));
        const double distance = tum_keys_length(bake->allowances[body].world_from_parent, moved);
        if (distance > position_tolerance || angle > angle_tolerance) {
            return false;
        }
    }
    return true;
}

// A channel with the samples at `keys`. @return its values, or NULL when out of memory.
static float *make_channel(const TumBake *bake, Arena *arena, EditChannel *channel,
                           const float *values, const size_t *keys)
{
    float *key_times = tum_arena_zeroed(arena, channel->key_count, sizeof(float));
    float *key_values = tum_arena_zeroed(arena, channel->key_count, channel->width * sizeof(float));
    if (key_times == NULL || key_values == NULL) {
        return NULL;
    }
    for (size_t i = 0; i < channel->key_count; ++i) {
        key_times[i] = bake->times.items[keys[i]];
        memcpy(key_values + channel->width * i, values + channel->width * keys[i],
               channel->width * sizeof(float));
    }
    channel->interpolation = ANIMATION_LINEAR;
    channel->times = key_times;
    channel->values = key_values;
    return key_values;
}

// q and -q are one rotation. Every key takes the sign nearer to the previous key, so that players
// that interpolate number by number do not rotate the long way.
static void align_signs(float *keys, size_t count, const double authored[4])
{
    double previous[4];
    memcpy(previous, authored, sizeof previous);
    for (size_t i = 0; i < count; ++i) {
        float *key = keys + 4 * i;
        double dot = 0.0;
        for (int k = 0; k < 4; ++k) {
            dot += (double)key[k] * previous[k];
        }
        for (int k = 0; k < 4; ++k) {
            key[k] = dot < 0.0 ? -key[k] : key[k];
            previous[k] = (double)key[k];
        }
    }
}

// Two channels of one node. @return false when out of memory.
static bool make_channels(const TumBake *bake, Arena *arena, size_t body, Tracks *tracks,
                          EditChannel channels[2])
{
    const int32_t node = bake->scene->bodies[body].node;
    const size_t steps = bake->times.count;
    const KeyTrack translation = {bake->times.items, tracks->translations, steps,
                                  bake->allowances[body].world_from_parent};
    const KeyTrack rotation = {bake->times.items, tracks->rotations, steps, NULL};
    double position_tolerance, angle_tolerance;
    find_tolerances(bake, body, &position_tolerance, &angle_tolerance);
    channels[0] = (EditChannel){.node = node, .path = ANIMATION_TRANSLATION, .width = 3};
    channels[1] = (EditChannel){.node = node, .path = ANIMATION_ROTATION, .width = 4};
    channels[0].key_count = tum_keys_translation(&translation, position_tolerance, tracks->keys);
    if (make_channel(bake, arena, &channels[0], tracks->translations, tracks->keys) == NULL) {
        return false;
    }
    channels[1].key_count = tum_keys_rotation(&rotation, angle_tolerance, tracks->keys);
    float *turns = make_channel(bake, arena, &channels[1], tracks->rotations, tracks->keys);
    if (turns == NULL) {
        return false;
    }
    align_signs(turns, channels[1].key_count, bake->scene->nodes[node].local->rotation);
    return true;
}

// glTF allows no animation of a node with a matrix.
static TumStatus replace_matrix(const TumBake *bake, TumDocument *document, int32_t node)
{
    const TumNode *from = &bake->scene->nodes[node];
    const TumTransform *local = from->local;
    return from->has_matrix ? tum_edit_set_transform(document, (size_t)node, local->translation,
                                                     local->rotation, local->scale)
                            : TUM_OK;
}

static void tell_shear(const TumBake *bake, int32_t node, TumReport *report)
{
    if (bake->sheared[node]) {
        char pointer[32];
        snprintf(pointer, sizeof pointer, "/nodes/%d", (int)node);
        tum_report_add(report, CODE_PHYSICS_SCALE_SHEAR, bake->scene->file, pointer,
                       "turns below a parent that is scaled unevenly: its animation has the "
                       "nearest translation and rotation, without the shear");
    }
}

// Adds the animation, unless no body moved. `channels` has a capacity of two for each body.
static TumStatus add_animation(TumBake *bake, TumDocument *document, Arena *arena,
                               EditChannel *channels, TumReport *report)
{
    Tracks tracks = {0};
    if (!allocate_tracks(arena, bake->times.count, &tracks)) {
        return TUM_ERROR_MEMORY;
    }
    size_t count = 0;
    for (size_t i = 0; i < bake->scene->body_count; ++i) {
        if (bake->scene->bodies[i].driven) {
            continue; // The document's own animations show it.
        }
        gather_tracks(bake, i, &tracks);
        if (stays(bake, i, &tracks)) {
            continue;
        }
        if (!make_channels(bake, arena, i, &tracks, channels + count)) {
            return TUM_ERROR_MEMORY;
        }
        bake->key_count += channels[count].key_count + channels[count + 1].key_count;
        count += 2;
    }
    TumStatus status = TUM_OK;
    for (size_t i = 0; i < count && status == TUM_OK; i += 2) {
        status = replace_matrix(bake, document, channels[i].node);
        tell_shear(bake, channels[i].node, report);
    }
    if (status == TUM_OK && count > 0) {
        status = tum_edit_add_animation(document, bake->options.name, channels, count, NULL);
    }
    return status;
}

// Every published name (docs/dialects.md). The vehicle parts move a physics body and have no
// meaning without it.
static const char physics_names[][32] = {
    "KHR_physics_rigid_bodies",
    "KHR_implicit_shapes",
    "KHR_collision_shapes",
    "KHR_rigid_bodies",
    "MSFT_rigid_bodies",
    "MSFT_collision_primitives",
    "MSFT_RigidBodies",
    "MSFT_CollisionPrimitives",
    "MSFT_physics",
    "OMI_physics_body",
    "OMI_physics_shape",
    "OMI_physics_joint",
    "OMI_physics_gravity",
    "OMI_collider",
    "OMI_vehicle_body",
    "OMI_vehicle_wheel",
    "OMI_vehicle_thruster",
    "OMI_vehicle_hover_thruster",
};
enum { PHYSICS_NAME_COUNT = sizeof physics_names / sizeof *physics_names };

static void strip(TumDocument *document)
{
    for (size_t i = 0; i < PHYSICS_NAME_COUNT; ++i) {
        tum_edit_remove_extension(document, physics_names[i]);
    }
}

// The animation shows the motion to programs without physics; they may then open the file.
static TumStatus relax(const TumBake *bake, TumDocument *document, TumReport *report)
{
    TumStatus status = TUM_OK;
    size_t count = 0;
    for (size_t i = 0; i < PHYSICS_NAME_COUNT && status == TUM_OK; ++i) {
        bool was_required;
        status = tum_edit_relax_extension(document, physics_names[i], &was_required);
        count += was_required ? 1 : 0;
    }
    if (count > 0) {
        tum_report_add(report, CODE_PHYSICS_NOT_REQUIRED_NOW, bake->scene->file,
                       "/extensionsRequired",
                       "%zu extensions of physics are used and no longer required: viewers without "
                       "them play the animation.",
                       count);
    }
    return status;
}

size_t tum_bake_key_count(const TumBake *bake)
{
    return bake->key_count;
}

TumStatus tum_bake_end(TumBake *bake, TumDocument *document, TumReport *report)
{
    if (tum_document_node_count(document) != bake->scene->node_count) {
        return TUM_ERROR_ARGUMENT;
    }
    TumStatus status = TUM_OK;
    if (bake->scene->body_count > 0 && bake->times.count > 0) {
        Arena arena;
        tum_arena_init(&arena, NULL);
        EditChannel *channels =
            tum_arena_zeroed(&arena, bake->scene->body_count, 2 * sizeof *channels);
        status = channels != NULL ? add_animation(bake, document, &arena, channels, report)
                                  : TUM_ERROR_MEMORY;
        tum_arena_clear(&arena);
    }
    if (status == TUM_OK && bake->options.strip) {
        strip(document);
    } else if (status == TUM_OK) {
        status = relax(bake, document, report);
    }
    return status;
}
