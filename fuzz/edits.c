// SPDX-License-Identifier: MIT
// Any bytes as things done to a world between its steps: twins answer alike and stay alike.
#include "edits.h"

#include <math.h>
#include <string.h>

#include "fuzz.h"
#include "twins.h"

// A floor, a zone above it that tells who comes, a lift, a ball, and a box that hangs on the lift.
static const char scene3[] =
    "{\"asset\":{\"version\":\"2.0\"},\"extensionsUsed\":[\"KHR_implicit_shapes\","
    "\"KHR_physics_rigid_bodies\"],\"extensions\":{\"KHR_implicit_shapes\":{\"shapes\":["
    "{\"type\":\"plane\",\"plane\":{}},{\"type\":\"box\",\"box\":{\"size\":[1,1,1]}},"
    "{\"type\":\"sphere\",\"sphere\":{\"radius\":0.5}}]},\"KHR_physics_rigid_bodies\":{"
    "\"physicsJoints\":[{\"limits\":[{\"linearAxes\":[0,1,2],\"min\":0,\"max\":0}]}]}},"
    "\"scenes\":[{\"nodes\":[0,1,2,3,4]}],\"nodes\":["
    "{\"extensions\":{\"KHR_physics_rigid_bodies\":{\"collider\":{\"geometry\":{\"shape\":0}}}}},"
    "{\"translation\":[0,2,0],\"extensions\":{\"KHR_physics_rigid_bodies\":{"
    "\"trigger\":{\"geometry\":{\"shape\":1}}}}},"
    "{\"translation\":[3,3,0],\"extensions\":{\"KHR_physics_rigid_bodies\":{"
    "\"motion\":{\"isKinematic\":true},\"collider\":{\"geometry\":{\"shape\":1}}}}},"
    "{\"translation\":[0,3,0],\"extensions\":{\"KHR_physics_rigid_bodies\":{"
    "\"motion\":{},\"collider\":{\"geometry\":{\"shape\":2}}}}},"
    "{\"translation\":[4.5,3,0],\"extensions\":{\"KHR_physics_rigid_bodies\":{\"motion\":{},"
    "\"collider\":{\"geometry\":{\"shape\":1}},"
    "\"joint\":{\"connectedNode\":2,\"joint\":0}}}}]}";

static const char scene4[] =
    "{\"asset\":{\"dimension\":4},\"shapes\":[{\"type\":\"plane\"},{\"size\":[1,1,1,1]},"
    "{\"curves\":[{\"radii\":[0.5,0.5,0.5,0.5]}]}],\"nodes\":[{\"children\":[1,2,3,4]},"
    "{\"physics\":{\"collider\":{\"shape\":0}}},"
    "{\"position\":[0,2,0,0],\"physics\":{\"trigger\":{\"shape\":1}}},"
    "{\"position\":[3,3,0,0],\"physics\":{\"motion\":{\"type\":\"kinematic\"},"
    "\"collider\":{\"shape\":1}}},"
    "{\"position\":[0,3,0,0],\"physics\":{\"motion\":{\"type\":\"dynamic\"},"
    "\"collider\":{\"shape\":2}}}]}";

// What fits into the second that an input may take.
enum {
    EDITS_MOST = 128,
    STEPS_MOST = 48,
    WORK_MOST = 80000, ///< Bodies and points of contact that are stepped, in all; twice in 4D.
    EDITS_A_STEP = 16, ///< Edits whose hash costs as much as a step.
    CHECKPOINTS_MOST = 8,
    CARPETS_MOST = 1
};

TumBodyId edit_body(const TumWorld *world, uint8_t number)
{
    const size_t count = tum_world_body_count(world);
    return tum_world_body_at(world, number % (count + 1));
}

TumJointId edit_joint(const TumWorld *world, uint8_t number)
{
    const size_t count = tum_world_joint_count(world);
    return tum_world_joint_at(world, number % (count + 1));
}

TumColliderId edit_collider(const TumWorld *world, uint8_t number)
{
    const size_t count = tum_world_collider_count(world);
    return tum_world_collider_at(world, number % (count + 1));
}

TumLimit edit_limit(const Edit *edit)
{
    const float *n = edit->numbers;
    return (TumLimit){.space = edit->choice & 1 ? TUM_SPACE_ANGULAR : TUM_SPACE_LINEAR,
                      .axes = edit->choice >> 1 & 7,
                      .min = (double)n[0],
                      .max = (double)n[1],
                      .stiffness = edit->choice & 16 ? (double)INFINITY : (double)n[2] * 100.0,
                      .damping = (double)n[3]};
}

TumDrive edit_drive(const Edit *edit)
{
    const float *n = edit->numbers;
    return (TumDrive){.space = edit->choice & 1 ? TUM_SPACE_ANGULAR : TUM_SPACE_LINEAR,
                      .mode = edit->choice & 2 ? TUM_DRIVE_FORCE : TUM_DRIVE_ACCELERATION,
                      .axis = edit->choice >> 2 & 7,
                      .max_force = (double)n[4] * 100.0,
                      .has_position_target = (edit->choice & 32) != 0,
                      .position_target = (double)n[5],
                      .velocity_target = (double)n[6],
                      .stiffness = (double)n[7] * 100.0,
                      .damping = (double)n[3]};
}

static TumStatus edit_world(TumWorld *world, const Edit *edit)
{
    const TumBodyId body = edit_body(world, edit->which);
    const TumJointId joint = edit_joint(world, edit->which);
    const TumColliderId collider = edit_collider(world, edit->which);
    const float *n = edit->numbers;
    const bool yes = (edit->choice & 1) != 0;
    switch (edit->kind) {
    case EDIT_REMOVE_BODY: return tum_world_remove_body(world, body);
    case EDIT_REMOVE_COLLIDER: return tum_world_remove_collider(world, collider);
    case EDIT_REMOVE_JOINT: return tum_world_remove_joint(world, joint);
    case EDIT_BODY_KIND: return tum_body_set_kind(world, body, (TumBodyKind)(edit->choice % 3));
    case EDIT_BODY_ENABLED: return tum_body_set_enabled(world, body, yes);
    case EDIT_COLLIDER_ENABLED: return tum_collider_set_enabled(world, collider, yes);
    case EDIT_JOINT_ENABLED: return tum_joint_set_enabled(world, joint, yes);
    case EDIT_SLEEP: return tum_body_sleep(world, body);
    case EDIT_WAKE: return tum_body_wake(world, body);
    case EDIT_MAY_SLEEP: return tum_body_set_may_sleep(world, body, yes);
    case EDIT_GRAVITY_FACTOR: return tum_body_set_gravity_factor(world, body, n[0]);
    case EDIT_MATERIAL: {
        const TumMaterial material = {.static_friction = (double)n[0],
                                      .dynamic_friction = (double)n[1],
                                      .restitution = (double)n[2]};
        return tum_collider_set_material(world, collider, &material);
    }
    case EDIT_LIMIT: {
        const TumLimit limit = edit_limit(edit);
        return tum_joint_set_limit(world, joint, edit->other % 3, &limit);
    }
    case EDIT_DRIVE: {
        const TumDrive drive = edit_drive(edit);
        return tum_joint_set_drive(world, joint, edit->other % 2, &drive);
    }
    case EDIT_DAMPING: return tum_body_set_damping(world, body, n[0], n[1]);
    case EDIT_GRAVITY:
        return tum_world_dimension(world) == 4
                   ? tum_world_set_gravity4(world, (TumVec4){n[0], n[1], n[2], n[3]})
                   : tum_world_set_gravity3(world, (TumVec3){n[0], n[1], n[2]});
    case EDIT_USER:
        return yes ? tum_body_set_user(world, body, edit->other)
                   : tum_collider_set_user(world, collider, edit->other);
    case EDIT_TARGET:
        return yes ? tum_joint_set_position_target(world, joint, edit->other % 2, (double)n[0])
                   : tum_joint_set_velocity_target(world, joint, edit->other % 2, (double)n[0]);
    default:
        return tum_world_dimension(world) == 4 ? edit_place4(world, edit)
                                               : edit_place3(world, edit);
    }
}

void answer_add(Answer *answer, const void *bytes, size_t count)
{
    FUZZ_CHECK(answer->byte_count + count <= sizeof answer->bytes);
    memcpy(answer->bytes + answer->byte_count, bytes, count);
    answer->byte_count += count;
}

static void ask(const TumWorld *world, const Edit *edit, Answer *answer)
{
    const bool is_4d = tum_world_dimension(world) == 4;
    if (edit->kind == EDIT_CONTACTS) {
        (is_4d ? edit_contacts4 : edit_contacts3)(world, answer);
    } else if (is_4d) {
        edit_query4(world, edit, answer);
    } else {
        edit_query3(world, edit, answer);
    }
}

// Twins answer alike, and are what they were.
static void query_worlds(const Twins *twins, const Edit *edit)
{
    Answer answers[2] = {{.count = 0}, {.count = 0}};
    const uint64_t before = tum_world_hash(twins->worlds[0]);
    for (int i = 0; i < 2; ++i) {
        ask(twins->worlds[i], edit, &answers[i]);
    }
    FUZZ_CHECK(answers[0].status == TUM_OK || answers[0].status == TUM_ERROR_ARGUMENT ||
               answers[0].status == TUM_ERROR_UNSUPPORTED);
    FUZZ_CHECK(answers[0].status == answers[1].status);
    FUZZ_CHECK(answers[0].count == answers[1].count);
    FUZZ_CHECK(answers[0].byte_count == answers[1].byte_count);
    FUZZ_CHECK(memcmp(answers[0].bytes, answers[1].bytes, answers[0].byte_count) == 0);
    FUZZ_CHECK(tum_world_hash(twins->worlds[0]) == before);
}

static float number_of(uint8_t byte)
{
    switch (byte) {
    case 128: return NAN;
    case 127: return INFINITY;
    case 126: return 1e30f;
    case 125: return 1e-30f;
    default: return (float)(int8_t)byte / 16.0f;
    }
}

static Edit edit_of(const uint8_t *bytes)
{
    Edit edit = {.kind = (EditKind)(bytes[0] % EDIT_KINDS),
                 .which = bytes[1],
                 .other = bytes[2],
                 .choice = bytes[3]};
    for (int i = 0; i < EDIT_NUMBERS; ++i) {
        edit.numbers[i] = number_of(bytes[4 + i]);
    }
    return edit;
}

typedef struct Spent {
    int edits, steps, checkpoints, carpets;
    size_t work;
} Spent;

// Steps and hashes take time for points of contact more than for bodies, and for those of four
// dimensions twice as much: 158 boxes in a carpet have 4000.
static size_t size_of(const TumWorld *world)
{
    const TumWorldCounts counts = tum_world_counts(world);
    return ((size_t)counts.bodies + counts.points) * (tum_world_dimension(world) == 4 ? 2 : 1);
}

// @return whether the worlds can go on.
static bool step(Twins *twins, const Edit *edit, Spent *spent)
{
    bool goes_on = true;
    for (int i = 0; i <= edit->choice % 8 && goes_on; ++i) {
        spent->work += size_of(twins->worlds[0]);
        goes_on = ++spent->steps <= STEPS_MOST && spent->work <= WORK_MOST && twins_step(twins);
    }
    return goes_on;
}

static bool run(Twins *twins, const uint8_t *bytes, Spent *spent)
{
    const Edit edit = edit_of(bytes);
    switch (edit.kind) {
    case EDIT_STEP: return step(twins, &edit, spent);
    case EDIT_RESUME:
        if (++spent->checkpoints <= CHECKPOINTS_MOST) {
            twins_resume(twins);
        }
        return true;
    case EDIT_ALTER:
        if (++spent->checkpoints <= CHECKPOINTS_MOST) {
            twins_alter(twins, bytes + 3, EDIT_BYTES - 3);
        }
        return true;
    case EDIT_QUERY:
    case EDIT_CONTACTS: query_worlds(twins, &edit); return true;
    default: {
        if (edit.kind == EDIT_ADD_CARPET && ++spent->carpets > CARPETS_MOST) {
            return true;
        }
        const TumStatus status = edit_world(twins->worlds[0], &edit);
        FUZZ_CHECK(status == TUM_OK || status == TUM_ERROR_ARGUMENT ||
                   status == TUM_ERROR_UNSUPPORTED || status == TUM_ERROR_CAPACITY);
        FUZZ_CHECK(edit_world(twins->worlds[1], &edit) == status);
        twins_check(twins);
        spent->work += size_of(twins->worlds[0]) / EDITS_A_STEP;
        return spent->work <= WORK_MOST;
    }
    }
}

int fuzz_edits(const uint8_t *bytes, size_t count)
{
    // The first byte is the dimension: files of other targets are no scripts.
    if (count == 0 || (bytes[0] != 3 && bytes[0] != 4)) {
        return 0;
    }
    FuzzMemory memory;
    const TumAllocator allocator = fuzz_allocator(&memory);
    const char *text = bytes[0] == 4 ? scene4 : scene3;
    TumDocument *document = fuzz_open((const uint8_t *)text, strlen(text), &allocator, NULL);
    const TumSceneOptions options = {.allocator = allocator};
    TumScene *scene = NULL;
    Twins twins;
    Spent spent = {0};
    FUZZ_CHECK(tum_scene_read(document, &options, &scene, NULL) == TUM_OK);
    FUZZ_CHECK(twins_create(&twins, scene, &allocator) == TUM_OK);
    bool goes_on = true;
    for (size_t at = 1; goes_on && at + EDIT_BYTES <= count; at += EDIT_BYTES) {
        goes_on = ++spent.edits <= EDITS_MOST && run(&twins, bytes + at, &spent);
    }
    twins_destroy(&twins);
    tum_scene_destroy(scene);
    tum_document_destroy(document);
    fuzz_memory_end(&memory);
    return 0;
}
