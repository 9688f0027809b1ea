// SPDX-License-Identifier: MIT
// scenes.c: the list of scenes, and from a plan to a document.
#include "scenes.h"

#include <string.h>

#include "parts.h"

const ScenePlan scene_plans[SCENE_PLAN_COUNT] = {
    {"pyramid", 10, 600, scene_build_pyramid},
    {"pyramids", 10, 300, scene_build_pyramids},
    {"wall", 10, 600, scene_build_wall},
    {"pile", 0, 600, scene_build_pile},
    {"rocks", 0, 600, scene_build_rocks},
    {"terrain", 0, 600, scene_build_terrain},
    {"net", 0, 300, scene_build_net},
    {"ragdolls", 0, 600, scene_build_ragdolls},
    {"drum", 0, 600, scene_build_drum},
    {"sparse", 60, 600, scene_build_sparse},
    {"rays", 0, 10, scene_build_rays},
    {"crowd-1k", 10, 60, scene_build_crowd_1k},
    {"crowd-10k", 10, 60, scene_build_crowd_10k},
    {"crowd-100k", 10, 60, scene_build_crowd_100k},
    {"few", 60, 600, scene_build_few},
    {"few-asleep", 60, 600, scene_build_few_asleep},
};

const ScenePlan *scene_plan_find(const char *name)
{
    for (size_t i = 0; i < SCENE_PLAN_COUNT; ++i) {
        if (strcmp(scene_plans[i].name, name) == 0) {
            return &scene_plans[i];
        }
    }
    return NULL;
}

TumStatus scene_plan_document(const ScenePlan *plan, TumDocument **document, TumReport *report)
{
    Gltf gltf = {0};
    plan->build(&gltf);
    const TumStatus status = gltf_document(&gltf, plan->name, document, report);
    gltf_free(&gltf);
    return status;
}

// A linear congruential generator of 64 bits with Knuth's multiplier (MMIX); the upper bits count.
double scene_random(SceneRandom *random, double low, double high)
{
    random->state = random->state * 6364136223846793005u + 1442695040888963407u;
    return low + (high - low) * ((double)(random->state >> 40) / 16777216.0);
}
