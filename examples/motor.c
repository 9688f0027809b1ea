// SPDX-License-Identifier: MIT
// motor.c: what the joints of a file drive, and how fast it gets there.
//
//     motor samples/drives.gltf

#include <stdio.h>

#include "tumble/tumble.h"

// A scene is plain data: each joint has a range of limits and a range of drives.
static void print_drives(const TumScene *scene)
{
    for (size_t i = 0; i < scene->joint_count; ++i) {
        const TumJoint *joint = &scene->joints[i];
        for (int32_t k = 0; k < joint->drive_count; ++k) {
            const TumDrive *drive = &scene->drives[joint->drive_first + k];
            const char *unit = drive->space == TUM_SPACE_ANGULAR ? "rad" : "m";
            printf("%s: by %s,", scene->nodes[joint->node_a].name,
                   drive->mode == TUM_DRIVE_FORCE ? "force" : "acceleration");
            if (drive->has_position_target) {
                printf(" to %g %s\n", drive->position_target, unit);
            } else {
                printf(" at %g %s/s\n", drive->velocity_target, unit);
            }
        }
    }
}

// Of the connected node's body, along the first drive's axis: here the world's Z, or its Y.
static double speed_now(const TumWorld *world, const TumScene *scene, const TumJoint *joint)
{
    const TumBodyId body = tum_world_body_at(world, (size_t)joint->body_b);
    const bool turns = scene->drives[joint->drive_first].space == TUM_SPACE_ANGULAR;
    return turns ? (double)tum_body_angular_velocity3(world, body).z
                 : (double)tum_body_linear_velocity3(world, body).y;
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
    if (status == TUM_OK) {
        print_drives(scene);
    }
    for (int step = 1; step <= 120 && status == TUM_OK; ++step) {
        status = tum_world_step(world, 1.0f / 60.0f);
        if (status == TUM_OK && step % 30 == 0) {
            printf("%.1f s:", tum_world_time(world));
            for (size_t i = 0; i < scene->joint_count; ++i) {
                const TumJoint *joint = &scene->joints[i];
                if (joint->drive_count > 0 && joint->body_b >= 0) {
                    printf(" %6.2f", speed_now(world, scene, joint));
                }
            }
            printf("\n");
        }
    }
    tum_world_destroy(world);
    tum_scene_destroy(scene);
    tum_document_destroy(document);
    return status == TUM_OK ? 0 : 1;
}
