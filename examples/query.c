// SPDX-License-Identifier: MIT
// query.c: what is below, and what is around, by asking a world instead of stepping it.
//
//     query samples/sieves.gltf

#include <stdio.h>

#include "tumble/tumble.h"

static const char *name_of(const TumScene *scene, int32_t node)
{
    return node >= 0 ? scene->nodes[node].name : "(no node)";
}

// Everything on a vertical line, from the top down.
static void print_column(const TumWorld *world, const TumScene *scene, float x, float z)
{
    const TumRay3 ray = {.from = {x, 10, z}, .along = {0, -20, 0}};
    TumHit3 hits[8];
    size_t count = 0;
    tum_world_cast_ray_all3(world, &ray, NULL, hits, 8, &count);
    for (size_t i = 0; i < count && i < 8; ++i) {
        printf("under (%g, %g): %s at a height of %.2f m\n", (double)x, (double)z,
               name_of(scene, hits[i].node), (double)hits[i].point.y);
    }
}

// Every body that a box touches: the world's own colliders have none.
static void print_bodies_in_box(const TumWorld *world, const TumScene *scene, TumVec3 center,
                                TumVec3 size)
{
    const TumShape box = {.kind = TUM_SHAPE_BOX,
                          .size = {(double)size.x, (double)size.y, (double)size.z}};
    const TumPose3 pose = {.position = center, .rotation = {0, 0, 0, 1}};
    TumHit3 hits[32];
    size_t count = 0;
    tum_world_overlap_shape3(world, &box, pose, NULL, hits, 32, &count);
    for (size_t i = 0; i < count && i < 32; ++i) {
        if (hits[i].motion >= 0) {
            printf("in the box: %s, %.2f m deep\n", name_of(scene, hits[i].motion),
                   -(double)hits[i].distance);
        }
    }
}

int main(int argc, char **argv)
{
    TumDocument *document = NULL;
    TumScene *scene = NULL;
    TumWorld *world = NULL;
    const TumWorldDef def = tum_default_world_def();
    TumStatus status = tum_document_open(argc > 1 ? argv[1] : "-", NULL, &document, NULL);
    status = status ? status : tum_scene_read(document, NULL, &scene, NULL);
    status = status ? status : tum_world_create(scene, &def, &world, NULL);
    for (int i = 0; i < 240 && status == TUM_OK; ++i) {
        status = tum_world_step(world, 1.0f / 60.0f);
    }
    if (status == TUM_OK) {
        print_column(world, scene, -2.5f, 0.0f);
        print_bodies_in_box(world, scene, (TumVec3){0, 1.6f, 0}, (TumVec3){6, 0.4f, 2});
    }
    tum_world_destroy(world);
    tum_scene_destroy(scene);
    tum_document_destroy(document);
    return status == TUM_OK ? 0 : 1;
}
