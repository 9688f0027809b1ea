// SPDX-License-Identifier: MIT
// import_minimal.c: the physics of a file, told to an engine of your own.
//
// Replace the printf calls by those of your engine. examples/bullet and examples/ode do.

#include <stdio.h>

#include "tumble/tumble.h"

static void add_collider(const TumScene *scene, const TumCollider *collider)
{
    const TumShape *shape = &scene->shapes[collider->shape];
    const double *p = collider->position, *q = collider->rotation.q, *s = collider->scale;
    TumMesh *surface = NULL;
    printf("  collider at %g %g %g, turned %g %g %g %g, owner %d: ", p[0], p[1], p[2], q[0], q[1],
           q[2], q[3], (int)collider->body);
    if (shape->kind == TUM_SHAPE_SPHERE && s[0] == s[1] && s[1] == s[2]) {
        printf("sphere %g\n", shape->radius * s[0]);
    } else if (shape->kind == TUM_SHAPE_BOX) {
        printf("box %g %g %g\n", shape->size[0] * s[0], shape->size[1] * s[1],
               shape->size[2] * s[2]);
    } else if (shape->kind == TUM_SHAPE_PLANE) {
        printf("plane\n"); // Normal +Y of the collider.
    } else if (tum_scene_surface3(scene, collider->shape, s, 1e-3, NULL, &surface) == TUM_OK) {
        printf("%s of %zu points, %zu triangles\n", shape->kind == TUM_SHAPE_MESH ? "mesh" : "hull",
               surface->point_count, surface->cell_count);
    } else {
        printf("%s: left out\n", collider->pointer); // Say so; drop nothing in silence.
    }
    tum_surface_destroy(surface);
}

int main(int argc, char **argv)
{
    TumReport *report = tum_report_create(NULL);
    TumScene *scene = NULL;
    const TumStatus status = tum_scene_open(argc > 1 ? argv[1] : "-", NULL, &scene, report);
    for (size_t i = 0; status == TUM_OK && i < scene->body_count; ++i) {
        const TumBody *body = &scene->bodies[i];
        const double *p = body->position;
        printf("body %zu, node %s, kind %d: mass %g at %g %g %g\n", i,
               scene->nodes[body->node].name, (int)body->kind, body->mass, p[0], p[1], p[2]);
    }
    for (size_t i = 0; status == TUM_OK && i < scene->collider_count; ++i) {
        add_collider(scene, &scene->colliders[i]);
    }
    for (size_t i = 0; status == TUM_OK && i < scene->joint_count; ++i) {
        const TumJoint *joint = &scene->joints[i];
        printf("  joint of %d and %d: %d limits, %d drives\n", (int)joint->body_a,
               (int)joint->body_b, (int)joint->limit_count, (int)joint->drive_count);
    }
    for (size_t i = 0; i < tum_report_count(report); ++i) {
        const TumDiagnostic *found = tum_report_at(report, i);
        fprintf(stderr, "%s: %s [%s]\n", found->pointer ? found->pointer : "", found->message,
                found->code);
    }
    tum_scene_destroy(scene);
    tum_report_destroy(report);
    return status == TUM_OK ? 0 : 1;
}
