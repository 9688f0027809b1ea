// SPDX-License-Identifier: MIT
/// expect_support.h: a scene, motions in closed form as the runs of an engine, and the verdict on
/// one check.
///
///     static void fall(int32_t node, double t, TumRunBody *body)
///     {
///         body->position[1] -= 0.5 * 9.81 * t * t;
///     }
///     Trial trial = judge(fall, "{'type':'within','q':'y','node':'Ball','min':-3}");
///     assert_passes(&trial, -2.905, 1e-6);
#ifndef TUM_TESTS_EXPECT_SUPPORT_H
#define TUM_TESTS_EXPECT_SUPPORT_H

#include "tests/support/support.h"
#include "tumble/dialect.h"
#include "tumble/expect.h"

enum { NODE_FLOOR, NODE_BALL, NODE_BOX, NODE_GHOST, NODE_TIP, NODE_HANDLE, NODE_ZONE };

#define MOTION(members) "\"motion\":{" members "}"
#define COLLIDER(shape) "\"collider\":{\"geometry\":{\"shape\":" #shape "}}"
#define BODY(members) "\"extensions\":{\"KHR_physics_rigid_bodies\":{" members "}}"

/// A floor, a ball of 1 kg two metres up, a box of 3 kg and 2 by 1 by 4 metres beside it, joined to
/// the ball by a lock at (1, 2, 0), a body without a collider, a trigger, two nodes of one name.
static const char expect_scene[] =
    "{\"asset\":{\"version\":\"2.0\"},\"scene\":0,\"scenes\":[{\"nodes\":[0,1,2,3,6,7,8]}],"
    "\"extensionsUsed\":[\"KHR_implicit_shapes\",\"KHR_physics_rigid_bodies\"],"
    "\"extensions\":{\"KHR_implicit_shapes\":{\"shapes\":["
    "{\"type\":\"box\",\"box\":{\"size\":[2,1,4]}},"
    "{\"type\":\"sphere\",\"sphere\":{\"radius\":0.5}}]},"
    "\"KHR_physics_rigid_bodies\":{\"physicsJoints\":[{\"limits\":["
    "{\"linearAxes\":[0,1,2],\"min\":0,\"max\":0},{\"angularAxes\":[0,1,2],\"min\":0,\"max\":0}]}]}"
    "},"
    "\"nodes\":["
    "{\"name\":\"Floor\",\"translation\":[0,-10,0]," BODY(COLLIDER(
        0)) "},"
            "{\"name\":\"Ball\",\"translation\":[0,2,0],\"children\":[4]," BODY(
                MOTION("\"mass\":1") "," COLLIDER(
                    1)) "},"
                        "{\"name\":\"Box\",\"translation\":[3,1,0],\"children\":[5]," BODY(
                            MOTION("\"mass\":3") "," COLLIDER(
                                0)) "},"
                                    "{\"name\":\"Ghost\",\"translation\":[9,1,0]," BODY(
                                        MOTION("\"mass\":1")) "},"
                                                              "{\"name\":\"Tip\",\"translation\":["
                                                              "1,0,0]," BODY(
                                                                  "\"joint\":{\"connectedNode\":5,"
                                                                  "\"joint\":0}") "},"
                                                                                  "{\"name\":"
                                                                                  "\"Handle\","
                                                                                  "\"translation\":"
                                                                                  "[-2,1,0]},"
                                                                                  "{\"name\":"
                                                                                  "\"Zone\"," BODY(
                                                                                      "\"trigger\":"
                                                                                      "{\"geometry"
                                                                                      "\":{"
                                                                                      "\"shape\":0}"
                                                                                      "}") "},"
                                                                                           "{\"name"
                                                                                           "\":"
                                                                                           "\"Twin"
                                                                                           "\"},{"
                                                                                           "\"name"
                                                                                           "\":"
                                                                                           "\"Twin"
                                                                                           "\"}]}";

/// A motion: moves a body, which is at rest in its place at load, to time t [s].
typedef void MotionPath(int32_t node, double t, TumRunBody *body);

/// An engine that follows a path.
typedef struct PathEngine {
    const TumScene *scene;
    MotionPath *path;
    const TumRunEvent *events; ///< [event_count] of the step after half of the run.
    size_t event_count;
    const char *const *unsupported;
    size_t unsupported_count;
    int dimension;  ///< Of the run.
    int runs;       ///< Runs so far.
    double tremble; ///< [m] Every run is so much higher than the one before.
    double creep;   ///< [m s] Every place is this times the rate higher.
} PathEngine;

static inline TumStatus path_run(void *user, double duration, double rate, TumRun *run)
{
    PathEngine *engine = user;
    const TumScene *scene = engine->scene;
    TumRunNode nodes[8];
    TumRunBody bodies[8];
    const size_t count = scene->body_count;
    for (size_t i = 0; i < count; ++i) {
        const int32_t node = scene->bodies[i].node;
        nodes[i] = (TumRunNode){node, scene->nodes[node].name};
    }
    const TumRunHeader header = {.rate = rate,
                                 .dimension = engine->dimension,
                                 .nodes = nodes,
                                 .node_count = count,
                                 .unsupported = engine->unsupported,
                                 .unsupported_count = engine->unsupported_count};
    const int steps = (int)(duration * rate + 0.5);
    tum_run_header(run, &header);
    for (int k = 0; k <= steps; ++k) {
        const double t = k / rate;
        for (size_t i = 0; i < count; ++i) {
            const TumBody *body = &scene->bodies[i];
            bodies[i] = (TumRunBody){.node = body->node};
            for (int axis = 0; axis < 4; ++axis) {
                bodies[i].orientation[scene->dimension == 4 ? 5 * axis : axis] =
                    scene->dimension == 4 || axis == 3;
            }
            memcpy(bodies[i].position, body->position, sizeof bodies[i].position);
            if (k > 0) {
                bodies[i].position[1] += engine->runs * engine->tremble + engine->creep * rate;
            }
            engine->path(body->node, t, &bodies[i]);
        }
        const TumRunStep step = {.time = t,
                                 .bodies = bodies,
                                 .body_count = count,
                                 .events = engine->events,
                                 .event_count = k == steps / 2 ? engine->event_count : 0};
        tum_run_step(run, &step);
    }
    ++engine->runs;
    return TUM_OK;
}

/// A document with its scene, and what was found.
typedef struct Trial {
    TumDocument *document;
    TumScene *scene;
    TumReport *report;
    TumExpectations *expectations;
    TumVerdicts *verdicts;
    PathEngine engine;
    char json[4096];
} Trial;

/// Opens a document of another text than expect_scene.
static inline Trial trial_open_text(const char *text, MotionPath *path)
{
    Trial trial = {.report = tum_report_create(NULL), .verdicts = tum_verdicts_create(NULL)};
    assert_int_equal(tum_document_read(text, strlen(text), NULL, &trial.document, trial.report),
                     TUM_OK);
    assert_int_equal(tum_scene_read(trial.document, NULL, &trial.scene, trial.report), TUM_OK);
    trial.engine =
        (PathEngine){.scene = trial.scene, .path = path, .dimension = trial.scene->dimension};
    return trial;
}

static inline Trial trial_open(MotionPath *path)
{
    return trial_open_text(expect_scene, path);
}

/// Reads expectations from a text with single quotes in place of double ones.
static inline TumStatus trial_read(Trial *trial, const char *text)
{
    size_t length = 0;
    for (; text[length] != '\0'; ++length) {
        trial->json[length] = text[length] == '\'' ? '"' : text[length];
    }
    trial->json[length] = '\0';
    tum_expectations_destroy(trial->expectations);
    return tum_expectations_read(trial->json, length, "", trial->document, trial->scene, NULL,
                                 &trial->expectations, trial->report);
}

static inline void trial_judge(Trial *trial)
{
    const TumEngine engine = {.run = path_run, .user = &trial->engine};
    assert_int_equal(tum_expectations_judge(trial->expectations, &engine, NULL, 0, trial->verdicts),
                     TUM_OK);
}

/// Judges one check over a second at 60 Hz. Close the trial with trial_close.
static inline Trial judge(MotionPath *path, const char *check)
{
    char text[2048];
    Trial trial = trial_open(path);
    (void)snprintf(text, sizeof text,
                   "{'tumbleExpectations':1,'duration':1,'rate':60,'checks':[%s]}", check);
    assert_int_equal(trial_read(&trial, text), TUM_OK);
    trial_judge(&trial);
    return trial;
}

static inline void trial_close(Trial *trial)
{
    tum_verdicts_destroy(trial->verdicts);
    tum_expectations_destroy(trial->expectations);
    tum_scene_destroy(trial->scene);
    tum_document_destroy(trial->document);
    tum_report_destroy(trial->report);
}

/// The verdict on the check; that on the form of the run comes before.
static inline const TumVerdict *trial_verdict(const Trial *trial)
{
    assert_true(tum_verdicts_count(trial->verdicts) >= 2);
    return tum_verdicts_at(trial->verdicts, 1);
}

/// Judges a check, compares outcome and measured value, and closes the trial.
static inline void assert_verdict(MotionPath *path, const char *check, TumOutcome outcome,
                                  double value, double tolerance)
{
    Trial trial = judge(path, check);
    const TumVerdict *verdict = trial_verdict(&trial);
    if (verdict->outcome != outcome) {
        print_error("%s: outcome %d, expected %d: %s\n", check, verdict->outcome, outcome,
                    verdict->message);
    }
    assert_int_equal(verdict->outcome, outcome);
    assert_near(verdict->value, value, tolerance);
    trial_close(&trial);
}

#define PASSES(path, check, value) assert_verdict(path, check, TUM_OUTCOME_PASSED, value, 1e-9)
#define FAILS(path, check, value) assert_verdict(path, check, TUM_OUTCOME_FAILED, value, 1e-9)

static inline void stay(int32_t node, double t, TumRunBody *body)
{
    (void)node;
    (void)t;
    (void)body;
}

/// Free fall from rest under 9.81 m/s^2.
static inline void fall(int32_t node, double t, TumRunBody *body)
{
    (void)node;
    body->position[1] -= 0.5 * 9.81 * t * t;
    body->linear_velocity[1] = -9.81 * t;
}

/// One turn in a second about +Y.
static inline void turn_y(int32_t node, double t, TumRunBody *body)
{
    const double half = 3.14159265358979323846 * t;
    (void)node;
    body->orientation[1] = sin(half);
    body->orientation[3] = cos(half);
    body->angular_velocity[1] = 2.0 * 3.14159265358979323846;
}

#endif
