// SPDX-License-Identifier: MIT
/// family.h: families of scenes. A member is drawn from a seed: shapes, sizes, masses, frictions,
/// places and motors lie in the ranges that its function states. The engine is tuned on seeds 1 to
/// 8 and judged by 101 to 108.
#ifndef SCENES_FAMILY_H
#define SCENES_FAMILY_H

#include "scenes.h"

struct SceneFamily {
    const char *name;  ///< With "family:" before it.
    const char *about; ///< A line.
    int bodies;        ///< Of a member whose size is not given, about.
    int frames;        ///< That are timed.
    /// @param bodies  about as many bodies that move are made.
    void (*build)(Gltf *gltf, SceneRandom *random, int bodies);
};

enum { SCENE_FAMILY_COUNT = 14, SCENE_FAMILY_BODIES_MAX = 1000000 };
extern const SceneFamily scene_families[SCENE_FAMILY_COUNT];

/// See scene_plan_find.
bool scene_family_find(const char *name, ScenePlan *plan);

/// One of `count` numbers from 0.
int scene_pick(SceneRandom *random, int count);

/// A number of [low, high) whose logarithm is even: for masses and sizes.
double scene_random_scale(SceneRandom *random, double low, double high);

/// An even rotation (Shoemake, "Uniform random rotations", 1992).
void scene_random_turn(SceneRandom *random, double q[4]);

/// A material of friction [low, high) and restitution [0, most).
int scene_random_material(Gltf *gltf, SceneRandom *random, double low, double high, double most);

// Families of heap_family.c.
void scene_family_logs(Gltf *gltf, SceneRandom *random, int bodies);
void scene_family_heap(Gltf *gltf, SceneRandom *random, int bodies);
void scene_family_compounds(Gltf *gltf, SceneRandom *random, int bodies);
void scene_family_rain(Gltf *gltf, SceneRandom *random, int bodies);
void scene_family_dolls(Gltf *gltf, SceneRandom *random, int bodies);
// Families of moving_family.c.
void scene_family_table(Gltf *gltf, SceneRandom *random, int bodies);
void scene_family_conveyor(Gltf *gltf, SceneRandom *random, int bodies);
void scene_family_rolling(Gltf *gltf, SceneRandom *random, int bodies);
void scene_family_dominoes(Gltf *gltf, SceneRandom *random, int bodies);
void scene_family_shots(Gltf *gltf, SceneRandom *random, int bodies);
// Families of jointed_family.c.
void scene_family_bridges(Gltf *gltf, SceneRandom *random, int bodies);
void scene_family_wrecking(Gltf *gltf, SceneRandom *random, int bodies);
void scene_family_machines(Gltf *gltf, SceneRandom *random, int bodies);
void scene_family_nets(Gltf *gltf, SceneRandom *random, int bodies);

#endif
