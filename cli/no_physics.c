// SPDX-License-Identifier: MIT
// no_physics.c: files without physics, and node names that suggest it.
#include "no_physics.h"

#include "safe.h"

static bool has_physics(const TumScene *scene)
{
    return scene->body_count + scene->collider_count + scene->trigger_count + scene->joint_count +
               scene->gravity_volume_count >
           0;
}

// The first node with a suffix for physics in its name.
static const char *first_name(const TumScene *scene)
{
    const int32_t node = scene->body_count > 0       ? scene->bodies[0].node
                         : scene->collider_count > 0 ? scene->colliders[0].node
                                                     : 0;
    return scene->nodes[node].name;
}

// Avoids a second reading of files with millions of nodes where no name has a suffix.
static bool has_names(const TumScene *scene)
{
    for (size_t i = 0; i < scene->node_count; ++i) {
        if (scene->nodes[i].name[0] != '\0') {
            return true;
        }
    }
    return false;
}

// The scene that node names describe. @return NULL where they describe none, or without memory.
static TumScene *read_names(const TumDocument *document, const TumScene *scene)
{
    const TumSceneOptions reading = {.dialect = TUM_DIALECT_NAMES};
    TumScene *named = NULL;
    if (has_names(scene) && tum_scene_read(document, &reading, &named, NULL) == TUM_OK &&
        has_physics(named)) {
        return named;
    }
    tum_scene_destroy(named);
    return NULL;
}

void tell_no_physics(Console *console, const char *file, const TumDocument *document,
                     const TumScene *scene)
{
    if (has_physics(scene) || console->quiet) {
        return;
    }
    TumScene *named = read_names(document, scene);
    if (named != NULL) {
        console_note(
            console,
            "%s: no physics; names such as \"%s\" ask for some: --dialect names reads them", file,
            SAFE_NAME(first_name(named)));
    } else {
        console_note(console, "%s: no physics in this file", file);
    }
    tum_scene_destroy(named);
}

void print_suggestive_names(FILE *out, const char *file, const TumDocument *document,
                            const TumScene *scene)
{
    TumScene *named = has_physics(scene) ? NULL : read_names(document, scene);
    if (named != NULL) {
        fprintf(out, "%s: names such as \"%s\" ask for physics: --dialect names reads them\n",
                SAFE(file), SAFE_NAME(first_name(named)));
    }
    tum_scene_destroy(named);
}
