// SPDX-License-Identifier: MIT
// events.c: who enters and leaves a trigger, and who begins and ceases to touch.
//
//     events samples/triggers.gltf

#include <stdio.h>

#include "tumble/tumble.h"

static void print_event(const TumScene *scene, double seconds, const TumEvent *event)
{
    switch (event->kind) {
    case TUM_EVENT_TRIGGER_ENTERED:
    case TUM_EVENT_TRIGGER_EXITED:
        printf("%5.2f s: %s %s %s\n", seconds, scene->nodes[event->b.node].name,
               event->kind == TUM_EVENT_TRIGGER_ENTERED ? "enters" : "leaves",
               scene->nodes[event->a.node].name);
        break;
    case TUM_EVENT_CONTACT_STARTED:
        printf("%5.2f s: %s meets %s at %.2f m/s, with %.2f N s\n", seconds,
               scene->nodes[event->a.node].name, scene->nodes[event->b.node].name,
               (double)event->speed, (double)event->impulse);
        break;
    case TUM_EVENT_CONTACT_ENDED:
        printf("%5.2f s: %s leaves %s alone\n", seconds, scene->nodes[event->a.node].name,
               scene->nodes[event->b.node].name);
        break;
    }
}

int main(int argc, char **argv)
{
    TumDocument *document = NULL;
    TumScene *scene = NULL;
    TumWorld *world = NULL;
    TumWorldDef def = tum_default_world_def();
    def.contact_events = true; // Triggers tell unasked.
    TumStatus status = tum_document_open(argc > 1 ? argv[1] : "-", NULL, &document, NULL);
    status = status ? status : tum_scene_read(document, NULL, &scene, NULL);
    status = status ? status : tum_world_create(scene, &def, &world, NULL);
    for (int step = 0; step < 180 && status == TUM_OK; ++step) {
        status = tum_world_step(world, 1.0f / 60.0f);
        const TumEvent *events;
        const size_t count = tum_world_events(world, &events); // Valid until the next step.
        for (size_t i = 0; i < count; ++i) {
            print_event(scene, tum_world_time(world), &events[i]);
        }
    }
    tum_world_destroy(world);
    tum_scene_destroy(scene);
    tum_document_destroy(document);
    return status == TUM_OK ? 0 : 1;
}
