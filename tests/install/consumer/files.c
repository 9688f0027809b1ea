// SPDX-License-Identifier: MIT
// files.c: counts the parts of a file with the half of tumble that reads files.
#include <stdio.h>

#include "tumble/dialect.h"
#include "tumble/scene.h"

int main(int argc, char **argv)
{
    TumScene *scene = NULL;
    const TumStatus status = tum_scene_open(argc > 1 ? argv[1] : "-", NULL, &scene, NULL);
    if (status != TUM_OK) {
        return 1;
    }
    printf("%zu bodies, %zu colliders\n", scene->body_count, scene->collider_count);
    tum_scene_destroy(scene);
    return 0;
}
