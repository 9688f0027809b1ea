// SPDX-License-Identifier: MIT
// with-ode FILE [SECONDS]: the physics of a file, simulated by ODE; where every body ends.
#include <stdio.h>
#include <stdlib.h>

#include "ode_scene.h"
#include "tumble/dialect.h"

static void say(void *user, const char *pointer, const char *text)
{
    const TumScene *scene = user;
    fprintf(stderr, "%s: %s: %s\n", scene->file, pointer, text);
}

static int simulate(TumScene *scene, double seconds)
{
    dInitODE2(0);
    OdeScene *physics = ode_scene_create(scene, say, scene);
    if (physics == NULL) {
        return 1;
    }
    for (int i = 0; i < (int)(seconds * 240.0 + 0.5); ++i) {
        ode_scene_step(physics, 1.0 / 240.0);
    }
    for (size_t i = 0; i < scene->body_count; ++i) {
        double p[3], q[4];
        ode_scene_node_pose(physics, i, p, q);
        printf("%d %.4f %.4f %.4f\n", (int)scene->bodies[i].node, p[0], p[1], p[2]);
    }
    for (size_t i = 0; i < scene->trigger_part_count; ++i) {
        if (ode_scene_is_triggered(physics, i)) {
            printf("part %zu is touched\n", i);
        }
    }
    ode_scene_destroy(physics);
    dCloseODE();
    return 0;
}

int main(int argc, char **argv)
{
    TumReport *report = tum_report_create(NULL);
    TumScene *scene = NULL;
    const TumStatus status = tum_scene_open(argc > 1 ? argv[1] : "-", NULL, &scene, report);
    for (size_t i = 0; i < tum_report_count(report); ++i) {
        const TumDiagnostic *found = tum_report_at(report, i);
        if (found->severity <= TUM_SEVERITY_WARNING) {
            fprintf(stderr, "%s: %s: %s\n", found->file, found->pointer ? found->pointer : "",
                    found->message);
        }
    }
    const int result =
        status == TUM_OK ? simulate(scene, argc > 2 ? strtod(argv[2], NULL) : 5.0) : 1;
    tum_scene_destroy(scene);
    tum_report_destroy(report);
    return result;
}
