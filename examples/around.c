// SPDX-License-Identifier: MIT
// around.c: past a wall that ends in the fourth dimension only.
//
//     around samples/around.g4tf

#include <stdio.h>

#include "tumble/tumble.h"

static const TumVec4 AHEAD = {5, 0, 0, 0};
static const float RADIUS = 0.4f;

// Where a ball begins: before the wall, at some place along W.
static TumPose4 start_at(float w)
{
    return (TumPose4){{-3, RADIUS, -1.5f, w},
                      {{1, 0, 0, 0}, {0, 1, 0, 0}, {0, 0, 1, 0}, {0, 0, 0, 1}}};
}

// Moves a ball ahead without doing it. @return whether nothing is in its way.
static bool is_free(const TumWorld *world, const TumScene *scene, float w)
{
    const TumShape ball = {.kind = TUM_SHAPE_SPHERE, .radius = (double)RADIUS};
    TumHit4 hit;
    if (tum_world_cast_shape4(world, &ball, start_at(w), AHEAD, NULL, &hit) != TUM_OK) {
        return false;
    }
    if (hit.is_hit) {
        printf("W = %.2f m: %s is in the way after %.2f m\n", (double)w,
               hit.node >= 0 ? scene->nodes[hit.node].name : "(no node)", (double)hit.distance);
    }
    return !hit.is_hit;
}

// A ball that weighs what its shape does, on its way.
static TumStatus throw_ball(TumWorld *world, float w, TumBodyId *ball)
{
    TumColliderDef4 collider = tum_default_collider_def4();
    collider.radius = RADIUS;
    TumBodyDef4 body = tum_default_body_def4();
    body.pose = start_at(w);
    body.linear_velocity.x = 3;
    TumStatus status = tum_mass4_of_colliders(&collider, 1, 10.0f, &body.mass);
    status = status ? status : tum_world_add_body4(world, &body, ball);
    return status ? status : tum_world_add_collider4(world, *ball, &collider, NULL);
}

int main(int argc, char **argv)
{
    TumScene *scene = NULL;
    TumWorld *world = NULL;
    TumBodyId ball;
    const TumWorldDef def = tum_default_world_def();
    TumStatus status = tum_scene_open(argc > 1 ? argv[1] : "-", NULL, &scene, NULL);
    status = status ? status : tum_world_create(scene, &def, &world, NULL);
    if (status == TUM_OK && tum_world_dimension(world) != 4) {
        status = TUM_ERROR_UNSUPPORTED;
    }
    float w = 0;
    while (status == TUM_OK && w < 4 && !is_free(world, scene, w)) {
        w += 0.25f;
    }
    status = status ? status : throw_ball(world, w, &ball);
    for (int i = 0; i < 150 && status == TUM_OK; ++i) {
        status = tum_world_step(world, 1.0f / 60.0f);
    }
    if (status == TUM_OK) {
        const TumVec4 at = tum_body_pose4(world, ball).position;
        printf("W = %.2f m: after %.1f s the ball is at X = %.2f m, behind the wall\n", (double)w,
               tum_world_time(world), (double)at.x);
    } else {
        fprintf(stderr, "%s\n", tum_status_text(status));
    }
    tum_world_destroy(world);
    tum_scene_destroy(scene);
    return status == TUM_OK ? 0 : 1;
}
