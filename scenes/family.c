// SPDX-License-Identifier: MIT
// family.c: the list of families, their names, and draws that several of them need.
#include "family.h"

#include <math.h>
#include <stdio.h>
#include <string.h>

#include "numbers.h"

const SceneFamily scene_families[SCENE_FAMILY_COUNT] = {
    {"family:bridges", "cars with motors drive over bridges of hinged planks", 800, 240,
     scene_family_bridges},
    {"family:logs", "cylinders and capsules fall into a pen", 2400, 240, scene_family_logs},
    {"family:rolling", "balls roll over a mesh", 400, 300, scene_family_rolling},
    {"family:table", "boxes and cylinders on a table that turns", 1500, 240, scene_family_table},
    {"family:wrecking", "heavy balls on chains hit walls", 1100, 240, scene_family_wrecking},
    {"family:heap", "shapes of all kinds fall on wide ground", 1500, 240, scene_family_heap},
    {"family:compounds", "bodies of several shapes fall into a pen", 1000, 240,
     scene_family_compounds},
    {"family:machines", "linkages and gears with motors, and what falls on them", 700, 240,
     scene_family_machines},
    {"family:dominoes", "rows of dominoes fall over", 2000, 300, scene_family_dominoes},
    {"family:dolls", "ragdolls fall on a mesh of hills", 1000, 240, scene_family_dolls},
    {"family:conveyor", "rollers carry boxes and cylinders into pens", 600, 300,
     scene_family_conveyor},
    {"family:rain", "small bodies fall one after the other", 2500, 300, scene_family_rain},
    {"family:shots", "fast balls meet thin walls", 900, 240, scene_family_shots},
    {"family:nets", "nets and blocks of joined pieces, and what falls on them", 1000, 240,
     scene_family_nets},
};

enum { PREFIX = sizeof "family:" - 1 };

static const SceneFamily *family_of(const char *name, size_t length)
{
    for (size_t i = 0; i < SCENE_FAMILY_COUNT; ++i) {
        const char *own = scene_families[i].name + PREFIX;
        if (strlen(own) == length && memcmp(own, name, length) == 0) {
            return &scene_families[i];
        }
    }
    return NULL;
}

// The whole number after a separator. @return the text behind it; NULL where there is none.
static const char *read_number(const char *text, uint64_t most, uint64_t *number)
{
    if (*text != ':' && *text != '-') {
        return NULL;
    }
    *number = 0;
    const char *digit = text + 1;
    for (; *digit >= '0' && *digit <= '9' && *number <= most; ++digit) {
        *number = 10 * *number + (uint64_t)(*digit - '0');
    }
    return digit > text + 1 && *number <= most ? digit : NULL;
}

bool scene_family_find(const char *name, ScenePlan *plan)
{
    if (strncmp(name, "family:", PREFIX) != 0 && strncmp(name, "family-", PREFIX) != 0) {
        return false;
    }
    const char *rest = name + PREFIX;
    const size_t length = strcspn(rest, ":-");
    const SceneFamily *family = family_of(rest, length);
    if (family == NULL) {
        return false;
    }
    rest += length;
    uint64_t seed = 1, bodies = (uint64_t)family->bodies;
    if (*rest != '\0') {
        rest = read_number(rest, UINT32_MAX, &seed);
    }
    if (rest != NULL && *rest != '\0') {
        rest = read_number(rest, SCENE_FAMILY_BODIES_MAX, &bodies);
    }
    if (rest == NULL || *rest != '\0' || bodies == 0) {
        return false;
    }
    *plan = (ScenePlan){
        .frames = family->frames, .family = family, .seed = seed, .bodies = (int)bodies};
    snprintf(plan->name, sizeof plan->name, "family-%s-%llu-%d", family->name + PREFIX,
             (unsigned long long)seed, plan->bodies);
    return true;
}

int scene_pick(SceneRandom *random, int count)
{
    return (int)scene_random(random, 0.0, (double)count);
}

double scene_random_scale(SceneRandom *random, double low, double high)
{
    return low * scene_power(high / low, scene_random(random, 0.0, 1.0));
}

void scene_random_turn(SceneRandom *random, double q[4])
{
    const double tau = 6.28318530717958647692;
    const double share = scene_random(random, 0.0, 1.0);
    const double a = scene_random(random, 0.0, tau), b = scene_random(random, 0.0, tau);
    q[0] = sqrt(1.0 - share) * scene_sine(a);
    q[1] = sqrt(1.0 - share) * scene_cosine(a);
    q[2] = sqrt(share) * scene_sine(b);
    q[3] = sqrt(share) * scene_cosine(b);
}

int scene_random_material(Gltf *gltf, SceneRandom *random, double low, double high, double most)
{
    const double friction = scene_random(random, low, high);
    return gltf_material(gltf, friction, scene_random(random, 0.0, most));
}
