// SPDX-License-Identifier: MIT
// own_engine.c: a world of tumble as an engine whose run is judged.
//
// Numbers of a world are floats. A run has the doubles that their shortest decimals stand for, so
// that a run and the trajectory that was written of it give the same verdicts to the last bit.
#include <math.h> // rint
#include <string.h>

#include "base/array.h"
#include "base/number_text.h"
#include "expect/run.h"
#include "tumble/world3.h"
#include "tumble/world4.h"

enum { BODY_NUMBERS = 30 }; // Numbers of a body of 4D: place, matrix, two velocities.

typedef struct OwnRun {
    TumRun *run;
    const TumScene *scene;
    TumWorld *world;
    size_t count;
    float *before;      ///< [count * BODY_NUMBERS] Floats of the last step.
    TumRunBody *bodies; ///< [count] Their decimals.
    ARRAY(TumRunEvent) events;
    Arena arena;
} OwnRun;

static bool begin(OwnRun *own)
{
    const size_t count = own->scene->body_count;
    TumRunNode *nodes = tum_arena_zeroed(&own->arena, count + 1, sizeof *nodes);
    own->count = count;
    own->before = tum_arena_zeroed(&own->arena, count * BODY_NUMBERS + 1, sizeof *own->before);
    own->bodies = tum_arena_zeroed(&own->arena, count + 1, sizeof *own->bodies);
    if (nodes == NULL || own->before == NULL || own->bodies == NULL) {
        return false;
    }
    for (size_t i = 0; i < count; ++i) {
        const int32_t node = own->scene->bodies[i].node;
        nodes[i] = (TumRunNode){node, own->scene->nodes[node].name};
        own->bodies[i].node = node;
    }
    const TumRunHeader header = {.rate = own->run->wanted_rate,
                                 .dimension = own->scene->dimension,
                                 .nodes = nodes,
                                 .node_count = count,
                                 .engine = "tumble",
                                 .version = tum_version()};
    (void)tum_run_header(own->run, &header);
    return true;
}

// Sets decimals of floats that changed since the step before.
static void set_decimals(float *before, const float *now, double *decimals, size_t count)
{
    for (size_t i = 0; i < count; ++i) {
        char text[NUMBER_TEXT_BYTES];
        if (memcmp(&before[i], &now[i], sizeof now[i]) != 0) {
            before[i] = now[i];
            (void)tum_number_parse(text, tum_number_text_float(now[i], text), &decimals[i]);
        }
    }
}

// State of a body: place, rotation, velocities, as in files.
static void read_numbers3(const TumWorld *world, TumBodyId id, float numbers[BODY_NUMBERS])
{
    const TumPose3 pose = tum_body_pose3(world, id);
    const TumVec3 v = tum_body_linear_velocity3(world, id);
    const TumVec3 w = tum_body_angular_velocity3(world, id);
    const float all[] = {pose.position.x,
                         pose.position.y,
                         pose.position.z,
                         pose.rotation.x,
                         pose.rotation.y,
                         pose.rotation.z,
                         pose.rotation.w,
                         v.x,
                         v.y,
                         v.z,
                         w.x,
                         w.y,
                         w.z};
    memcpy(numbers, all, sizeof all);
}

static void read_numbers4(const TumWorld *world, TumBodyId id, float numbers[BODY_NUMBERS])
{
    const TumPose4 pose = tum_body_pose4(world, id);
    const TumVec4 v = tum_body_linear_velocity4(world, id);
    const TumBivec4 w = tum_body_angular_velocity4(world, id);
    _Static_assert(sizeof pose.position + sizeof pose.rotation + sizeof v + sizeof w ==
                       BODY_NUMBERS * sizeof(float),
                   "numbers without gaps");
    memcpy(numbers, &pose.position, sizeof pose.position);
    memcpy(numbers + 4, &pose.rotation, sizeof pose.rotation);
    memcpy(numbers + 20, &v, sizeof v);
    memcpy(numbers + 24, &w, sizeof w);
}

static void read_bodies(OwnRun *own)
{
    const int dimension = own->scene->dimension;
    const size_t width = (size_t)dimension, turn = tum_turn_width(dimension);
    for (size_t i = 0; i < own->count; ++i) {
        float numbers[BODY_NUMBERS];
        const TumBodyId id = tum_world_body_at(own->world, i);
        (dimension == 4 ? read_numbers4 : read_numbers3)(own->world, id, numbers);
        const float *now = numbers;
        float *before = own->before + i * BODY_NUMBERS;
        TumRunBody *body = &own->bodies[i];
        set_decimals(before, now, body->position, width);
        set_decimals(before += width, now += width, body->orientation, turn);
        set_decimals(before += turn, now += turn, body->linear_velocity, width);
        set_decimals(before += width, now += width, body->angular_velocity,
                     tum_spin_width(dimension));
        body->asleep =
            tum_body_kind(own->world, id) != TUM_BODY_STATIC && !tum_body_is_awake(own->world, id);
    }
}

static bool read_events(OwnRun *own)
{
    const TumEvent *events;
    const size_t count = tum_world_events(own->world, &events);
    own->events.count = 0;
    for (size_t i = 0; i < count; ++i) {
        static const char *const names[] = {
            [TUM_EVENT_TRIGGER_ENTERED] = "triggerEntered",
            [TUM_EVENT_TRIGGER_EXITED] = "triggerExited",
            [TUM_EVENT_CONTACT_STARTED] = "contactStarted",
            [TUM_EVENT_CONTACT_ENDED] = "contactEnded",
        };
        const bool is_trigger = events[i].kind == TUM_EVENT_TRIGGER_ENTERED ||
                                events[i].kind == TUM_EVENT_TRIGGER_EXITED;
        TumRunEvent *event = array_push(&own->events, &own->run->allocator);
        if (event == NULL) {
            return false;
        }
        *event = (TumRunEvent){.type = names[events[i].kind],
                               .trigger = is_trigger ? events[i].a.node : TUM_RUN_NO_NODE,
                               .collider = is_trigger ? events[i].b.node : TUM_RUN_NO_NODE,
                               .motion = is_trigger ? events[i].b.motion : TUM_RUN_NO_NODE,
                               .collider_a = is_trigger ? TUM_RUN_NO_NODE : events[i].a.node,
                               .collider_b = is_trigger ? TUM_RUN_NO_NODE : events[i].b.node};
    }
    return true;
}

static TumStatus run_steps(OwnRun *own, double duration, double rate)
{
    const uint64_t steps = (uint64_t)rint(duration * rate);
    TumStatus status = begin(own) ? TUM_OK : TUM_ERROR_MEMORY;
    for (uint64_t i = 0; i <= steps && status == TUM_OK; ++i) {
        status = i > 0 ? tum_world_step(own->world, (float)(1.0 / rate)) : TUM_OK;
        if (status != TUM_OK) {
            break;
        }
        read_bodies(own);
        if (!read_events(own)) {
            return TUM_ERROR_MEMORY;
        }
        const TumRunStep step = {.time = (double)i / rate,
                                 .bodies = own->bodies,
                                 .body_count = own->count,
                                 .events = own->events.items,
                                 .event_count = own->events.count};
        if (!tum_run_step(own->run, &step)) {
            return TUM_OK; // The run knows why.
        }
    }
    return status;
}

static TumStatus run_own(void *user, double duration, double rate, TumRun *run)
{
    TumOwnEngine *engine = user;
    OwnRun own = {.run = run, .scene = engine->scene};
    TumStatus status = tum_world_create(engine->scene, &engine->def, &own.world, engine->report);
    if (status == TUM_OK) {
        tum_arena_init(&own.arena, &run->allocator);
        status = run_steps(&own, duration, rate);
        tum_arena_clear(&own.arena);
        array_free(&own.events, &run->allocator);
    }
    if (status == TUM_ERROR_DIVERGED) {
        const int32_t node =
            own.world != NULL ? tum_body_node(own.world, tum_world_diverged_body(own.world)) : -1;
        char label[64];
        tum_run_fail(run, "the simulation diverged at t = %.6g s: %s left the sensible numbers",
                     (double)run->step_count / rate,
                     tum_node_label(engine->scene, node, label, sizeof label));
    }
    tum_world_destroy(own.world);
    return status;
}

TumEngine tum_own_engine(TumOwnEngine *own)
{
    return (TumEngine){.run = run_own, .user = own};
}
