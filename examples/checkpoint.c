// SPDX-License-Identifier: MIT
// checkpoint.c: a world is put aside, and another one goes on from there to the same bits.
//
//     checkpoint samples/tumbling-tower.gltf

#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>

#include "tumble/tumble.h"

static TumStatus run(TumWorld *world, double seconds)
{
    TumStatus status = TUM_OK;
    const uint64_t end = tum_world_step_count(world) + (uint64_t)(seconds * 60.0 + 0.5);
    while (status == TUM_OK && tum_world_step_count(world) < end) {
        status = tum_world_step(world, 1.0f / 60.0f);
    }
    return status;
}

static void print_state(const char *what, const TumWorld *world)
{
    printf("%s: %.2f s, state %016" PRIx64 "\n", what, tum_world_time(world),
           tum_world_hash(world));
}

int main(int argc, char **argv)
{
    TumDocument *document = NULL;
    TumScene *scene = NULL;
    TumWorld *first = NULL, *second = NULL;
    TumWorldDef def = tum_default_world_def();
    TumStatus status = tum_document_open(argc > 1 ? argv[1] : "-", NULL, &document, NULL);
    status = status ? status : tum_scene_read(document, NULL, &scene, NULL);
    status = status ? status : tum_world_create(scene, &def, &first, NULL);
    status = status ? status : run(first, 1.5);

    // The state as bytes: keep them in memory, or write them to a file.
    const size_t count = status ? 0 : tum_checkpoint_bytes(first);
    void *bytes = malloc(count + 1);
    status = status ? status : bytes == NULL ? TUM_ERROR_MEMORY : TUM_OK;
    status = status ? status : tum_checkpoint_write(first, bytes, count);
    status = status ? status : run(first, 1.5);

    // Elsewhere, later: the same scene, on more threads.
    def.threads = 2;
    status = status ? status : tum_world_create(scene, &def, &second, NULL);
    status = status ? status : tum_checkpoint_read(second, bytes, count, "kept", NULL);
    status = status ? status : run(second, 1.5);
    bool is_same = false;
    if (status == TUM_OK) {
        print_state("in one go", first);
        print_state("resumed", second);
        is_same = tum_world_hash(first) == tum_world_hash(second);
        printf("%zu bytes kept; the states are %s\n", count, is_same ? "the same" : "different");
    }
    free(bytes);
    tum_world_destroy(second);
    tum_world_destroy(first);
    tum_scene_destroy(scene);
    tum_document_destroy(document);
    return is_same ? 0 : 1;
}
