// SPDX-License-Identifier: MIT
// drop.cpp: a ball falls for a second, in a program of C++.
#include <cstdio>

#include "tumble/scene_builder.h"
#include "tumble/world.h"
#include "tumble/world3.h"

static TumScene *ball_at_three_metres()
{
    TumSceneBuilder *builder = tum_scene_builder_create(nullptr, 3, 0.0, "ball", nullptr);
    TumShape sphere = {};
    sphere.kind = TUM_SHAPE_SPHERE;
    sphere.radius = 0.5;
    TumNodeDef node = tum_default_node_def();
    TumBodyDef body = tum_default_body_def();
    TumColliderDef collider = tum_default_collider_def();
    node.position[1] = 3.0;
    body.node = collider.node = tum_scene_builder_add_node(builder, &node);
    collider.shape = tum_scene_builder_add_shape(builder, &sphere);
    tum_scene_builder_add_body(builder, &body);
    tum_scene_builder_add_collider(builder, &collider);
    TumScene *scene = nullptr;
    tum_scene_builder_finish(builder, &scene);
    tum_scene_builder_destroy(builder);
    return scene;
}

int main()
{
    if (!tum_version_fits(TUM_VERSION)) {
        std::printf("tumble %s does not fit its headers\n", tum_version());
        return 1;
    }
    TumScene *scene = ball_at_three_metres();
    TumWorld *world = nullptr;
    TumStatus status = tum_world_create(scene, nullptr, &world, nullptr);
    for (int i = 0; i < 60 && status == TUM_OK; ++i) {
        status = tum_world_step(world, 1.0f / 60.0f);
    }
    if (status != TUM_OK) {
        std::printf("%s\n", tum_status_text(status));
        return 1;
    }
    std::printf("after a second at %.3f m\n",
                static_cast<double>(tum_body_pose3(world, tum_world_body_at(world, 0)).position.y));
    tum_world_destroy(world);
    tum_scene_destroy(scene);
    return 0;
}
