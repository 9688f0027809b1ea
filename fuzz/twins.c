// SPDX-License-Identifier: MIT
// Two worlds of one scene, held against each other.
#include "twins.h"

#include <stdlib.h>
#include <string.h>

#include "tests/support/checkpoint_support.h"

static const float STEP = 1.0f / 60.0f; // [s]

enum { WORKERS = 3, HEADER_BYTES = 48 /**< Of a checkpoint; what is altered comes after it. */ };

// The last range first, each by another worker than the one before.
static void run_backwards(void *user, TumTaskFunction *function, void *context, uint32_t item_count,
                          uint32_t range)
{
    (void)user;
    const uint32_t count = item_count / range + (item_count % range != 0);
    for (uint32_t i = count; i-- > 0;) {
        const uint32_t begin = i * range;
        const uint32_t end = item_count - begin < range ? item_count : begin + range;
        function(context, begin, end, i % WORKERS);
    }
}

static TumStatus create(const Twins *twins, int which, TumWorld **world)
{
    TumWorldDef def = tum_default_world_def();
    def.allocator = twins->allocator;
    def.contact_events = true;
    if (which == 0) {
        def.instructions = TUM_INSTRUCTIONS_SCALAR;
    } else {
        def.tasks = (TumTasks){.run = run_backwards, .worker_count = WORKERS};
    }
    return tum_world_create(twins->scene, &def, world, NULL);
}

TumStatus twins_create(Twins *twins, const TumScene *scene, const TumAllocator *allocator)
{
    *twins = (Twins){.scene = scene, .allocator = *allocator};
    TumStatus status[2];
    for (int i = 0; i < 2; ++i) {
        status[i] = create(twins, i, &twins->worlds[i]);
    }
    FUZZ_CHECK(status[0] == status[1]);
    FUZZ_CHECK((status[0] == TUM_OK) == (twins->worlds[0] != NULL));
    if (status[0] == TUM_OK) {
        twins_check(twins);
    }
    return status[0];
}

void twins_destroy(Twins *twins)
{
    for (int i = 0; i < 2; ++i) {
        tum_world_destroy(twins->worlds[i]);
    }
}

// Ids of two worlds differ by the world's number alone.
static bool same_side(const TumEventSide *a, const TumEventSide *b)
{
    return a->node == b->node && a->motion == b->motion && a->user == b->user &&
           a->body_user == b->body_user && a->collider.index1 == b->collider.index1 &&
           a->collider.generation == b->collider.generation && a->body.index1 == b->body.index1 &&
           a->body.generation == b->body.generation;
}

static bool same_place(TumVec4 a, TumVec4 b)
{
    return a.x == b.x && a.y == b.y && a.z == b.z && a.w == b.w;
}

void twins_check(const Twins *twins)
{
    const TumEvent *events[2];
    const size_t count = tum_world_events(twins->worlds[0], &events[0]);
    FUZZ_CHECK(tum_world_events(twins->worlds[1], &events[1]) == count);
    for (size_t i = 0; i < count; ++i) {
        const TumEvent *a = &events[0][i], *b = &events[1][i];
        FUZZ_CHECK(a->kind == b->kind && a->trigger == b->trigger && same_side(&a->a, &b->a) &&
                   same_side(&a->b, &b->b) && a->impulse == b->impulse && a->speed == b->speed &&
                   same_place(a->point, b->point) && same_place(a->normal, b->normal));
    }
    FUZZ_CHECK(tum_world_hash(twins->worlds[0]) == tum_world_hash(twins->worlds[1]));
}

static uint8_t *checkpoint_of(const TumWorld *world, size_t *count)
{
    *count = tum_checkpoint_bytes(world);
    uint8_t *bytes = malloc(*count);
    FUZZ_CHECK(bytes != NULL && tum_checkpoint_write(world, bytes, *count) == TUM_OK);
    return bytes;
}

// What a hash does not see: free places, orders, what nobody has looked at yet.
static void check_bytes(const Twins *twins)
{
    size_t count[2];
    uint8_t *bytes[2];
    for (int i = 0; i < 2; ++i) {
        bytes[i] = checkpoint_of(twins->worlds[i], &count[i]);
    }
    FUZZ_CHECK(count[0] == count[1] && memcmp(bytes[0], bytes[1], count[0]) == 0);
    free(bytes[0]);
    free(bytes[1]);
}

bool twins_step(Twins *twins)
{
    const TumStatus status = tum_world_step(twins->worlds[0], STEP);
    FUZZ_CHECK(status == TUM_OK || status == TUM_ERROR_DIVERGED);
    FUZZ_CHECK(tum_world_step(twins->worlds[1], STEP) == status);
    if (status == TUM_OK) {
        twins_check(twins);
        check_bytes(twins);
    }
    return status == TUM_OK;
}

void twins_resume(Twins *twins)
{
    size_t count;
    uint8_t *bytes = checkpoint_of(twins->worlds[0], &count);
    tum_world_destroy(twins->worlds[1]);
    twins->worlds[1] = NULL;
    FUZZ_CHECK(create(twins, 1, &twins->worlds[1]) == TUM_OK);
    FUZZ_CHECK(tum_checkpoint_read(twins->worlds[1], bytes, count, NULL, NULL) == TUM_OK);
    free(bytes);
    twins_check(twins);
    check_bytes(twins);
}

void twins_alter(const Twins *twins, const uint8_t *alterations, size_t count)
{
    size_t size;
    uint8_t *bytes = checkpoint_of(twins->worlds[0], &size);
    for (size_t i = 0; i + 3 <= count; i += 3) {
        const size_t share = (size_t)alterations[i] << 8 | alterations[i + 1];
        bytes[HEADER_BYTES + (size - HEADER_BYTES) * share / 65536] ^= alterations[i + 2];
    }
    sign_checkpoint(bytes, size);
    TumWorld *world = NULL;
    FUZZ_CHECK(create(twins, 1, &world) == TUM_OK);
    TumStatus status = tum_checkpoint_read(world, bytes, size, NULL, NULL);
    FUZZ_CHECK(status == TUM_OK || status == TUM_ERROR_INPUT);
    for (int i = 0; i < 2 && status == TUM_OK; ++i) {
        status = tum_world_step(world, STEP);
        FUZZ_CHECK(status == TUM_OK || status == TUM_ERROR_DIVERGED);
    }
    tum_world_destroy(world);
    free(bytes);
}
