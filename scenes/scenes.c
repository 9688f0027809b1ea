// SPDX-License-Identifier: MIT
// scenes.c: the list of scenes, and from a plan to a document.
#include "scenes.h"

#include <stdlib.h>
#include <string.h>

#include "family.h"
#include "four.h"
#include "parts.h"

const ScenePlan scene_plans[SCENE_PLAN_COUNT] = {
    {"pyramid", 10, 600, .build = scene_build_pyramid},
    {"pyramids", 10, 300, .build = scene_build_pyramids},
    {"wall", 10, 600, .build = scene_build_wall},
    {"pile", 0, 600, .build = scene_build_pile},
    {"rocks", 0, 600, .build = scene_build_rocks},
    {"terrain", 0, 600, .build = scene_build_terrain},
    {"net", 0, 300, .build = scene_build_net},
    {"ragdolls", 0, 600, .build = scene_build_ragdolls},
    {"drum", 0, 600, .build = scene_build_drum},
    {"sparse", 60, 600, .build = scene_build_sparse},
    {"rays", 0, 10, .build = scene_build_rays},
    {"pyramid4", 10, 300, .build4 = scene_build_pyramid4},
    {"pile4", 0, 600, .build4 = scene_build_pile4},
    {"balls4", 0, 600, .build4 = scene_build_balls4},
    {"crowd-1k", 10, 60, .build = scene_build_crowd_1k},
    {"crowd-10k", 10, 60, .build = scene_build_crowd_10k},
    {"crowd-100k", 10, 60, .build = scene_build_crowd_100k},
    {"few", 60, 600, .build = scene_build_few},
    {"few-asleep", 60, 600, .build = scene_build_few_asleep},
    {"mesh", 2, 20, .build = scene_build_rays},
    {"mesh-split", 2, 20, .build = scene_build_mesh_split},
};

bool scene_plan_find(const char *name, ScenePlan *plan)
{
    for (size_t i = 0; i < SCENE_PLAN_COUNT; ++i) {
        if (strcmp(scene_plans[i].name, name) == 0) {
            *plan = scene_plans[i];
            return true;
        }
    }
    return scene_family_find(name, plan);
}

static TumStatus four_document(const ScenePlan *plan, TumDocument **document, TumReport *report)
{
    *document = NULL;
    FourText text = {0};
    plan->build4(&text);
    const TumDocumentOptions options = {.name = plan->name};
    const TumStatus status =
        text.failed ? TUM_ERROR_MEMORY
                    : tum_document_read(text.bytes, text.count, &options, document, report);
    free(text.bytes);
    return status;
}

TumStatus scene_plan_document(const ScenePlan *plan, TumDocument **document, TumReport *report)
{
    if (plan->build4 != NULL) {
        return four_document(plan, document, report);
    }
    Gltf gltf = {0};
    if (plan->family != NULL) {
        SceneRandom random = {plan->seed};
        plan->family->build(&gltf, &random, plan->bodies);
    } else {
        plan->build(&gltf);
    }
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
