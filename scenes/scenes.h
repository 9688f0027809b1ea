// SPDX-License-Identifier: MIT
/// scenes.h: the scenes of the benchmark, each a document that any engine can be given: glTF, and
/// of the scenes of four dimensions G4MF.
///
///     ScenePlan plan;
///     TumDocument *document = NULL;
///     if (scene_plan_find("pyramid", &plan)) {
///         TumStatus status = scene_plan_document(&plan, &document, report);
///     }
///
/// Y points up, a frame is 1/60 s, sleep is off. What the format has no words for is in the names
/// of nodes: a body called "asleep" sleeps from the start and may sleep again.
#ifndef SCENES_SCENES_H
#define SCENES_SCENES_H

#include "gltf.h"

typedef struct FourText FourText;

typedef struct SceneFamily SceneFamily;

typedef struct ScenePlan {
    char name[48];
    int warm_up; ///< Frames that run before the clock does.
    int frames;  ///< Frames that are timed.
    void (*build)(Gltf *gltf);
    void (*build4)(FourText *text); ///< Of a scene of four dimensions; else NULL.
    const SceneFamily *family;      ///< Of a member of a family (family.h); else NULL.
    uint64_t seed;
    int bodies; ///< Wanted of a member of a family.
} ScenePlan;

enum {
    SCENE_PLAN_COUNT = 21,
    SCENE_BENCH_COUNT = 14 ///< The first of them run where none is named; the rest tell how cost
                           ///< grows, and what meshes take to be made.
};
extern const ScenePlan scene_plans[SCENE_PLAN_COUNT];

/// The plan of a name of scene_plans, or of a member of a family: family:NAME[:SEED[:BODIES]].
/// Members are called with hyphens instead of colons, which are no names of files everywhere; that
/// name is found too.
///
/// @return false where there is no such scene.
bool scene_plan_find(const char *name, ScenePlan *plan);

/// Builds the scene's document; destroy it with tum_document_destroy.
TumStatus scene_plan_document(const ScenePlan *plan, TumDocument **document, TumReport *report);

/// A row of even pseudo-random numbers: the same everywhere.
typedef struct SceneRandom {
    uint64_t state;
} SceneRandom;

/// The next number of [low, high).
double scene_random(SceneRandom *random, double low, double high);

#endif
