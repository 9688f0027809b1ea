// SPDX-License-Identifier: MIT
// Runs of strangers: forged and broken motions fail or are refused with a sentence, and content
// that an engine does not support is skipped.
#include "base/array.h"
#include "tests/expect/expect_support.h"
#include "tumble/recording.h"

/// A motion as JSON Lines.
typedef struct Lines {
    ARRAY(char) text;
} Lines;

static bool add_bytes(void *user, const void *bytes, size_t count)
{
    Lines *lines = user;
    for (size_t i = 0; i < count; ++i) {
        *(char *)array_push(&lines->text, NULL) = ((const char *)bytes)[i];
    }
    return true;
}

static void add_text(Lines *lines, const char *text)
{
    add_bytes(lines, text, strlen(text));
}

// A second of the scene in tumble.
static Lines recorded(const TumScene *scene)
{
    Lines lines = {0};
    TumWorld *world = NULL;
    TumTrajectory *trajectory = NULL;
    assert_int_equal(tum_world_create(scene, NULL, &world, NULL), TUM_OK);
    assert_int_equal(tum_trajectory_begin(scene, 60.0, TUM_TRAJECTORY_LINES,
                                          (TumSink){add_bytes, &lines}, &trajectory),
                     TUM_OK);
    for (int i = 0; i <= 60; ++i) {
        assert_int_equal(i > 0 ? tum_world_step(world, 1.0f / 60.0f) : TUM_OK, TUM_OK);
        assert_int_equal(tum_trajectory_add(trajectory, world), TUM_OK);
    }
    assert_int_equal(tum_trajectory_end(trajectory), TUM_OK);
    tum_world_destroy(world);
    return lines;
}

static TumStatus lines_run(void *user, double duration, double rate, TumRun *run)
{
    const Lines *lines = user;
    (void)duration;
    (void)rate;
    for (size_t at = 0; at < lines->text.count; at += 7) { // pieces of any size
        const size_t left = lines->text.count - at;
        if (!tum_run_lines(run, lines->text.items + at, left < 7 ? left : 7)) {
            break;
        }
    }
    return TUM_OK;
}

static const char checks[] =
    "{'tumbleExpectations':1,'duration':1,'rate':60,'checks':["
    "{'type':'ballistic','node':'Ghost'},"
    "{'type':'within','q':'y','node':'Ghost','reduce':'last','max':-3.8,'min':-4.2},"
    "{'type':'within','q':'x','node':'Ghost','min':8.99,'max':9.01},"
    "{'type':'deterministic'}]}";

static Trial judge_lines(Lines *lines)
{
    Trial trial = trial_open(stay);
    const TumEngine engine = {.run = lines_run, .user = lines, .is_recorded = true};
    assert_int_equal(trial_read(&trial, checks), TUM_OK);
    assert_int_equal(tum_expectations_judge(trial.expectations, &engine, NULL, 0, trial.verdicts),
                     TUM_OK);
    array_free(&lines->text, NULL);
    return trial;
}

static Lines recorded_here(void)
{
    Trial trial = trial_open(stay);
    const Lines lines = recorded(trial.scene);
    trial_close(&trial);
    return lines;
}

// The run is refused with these words, and no check is judged.
static void assert_refused(Lines lines, const char *words)
{
    Trial trial = judge_lines(&lines);
    const TumVerdict *run = tum_verdicts_at(trial.verdicts, 0);
    assert_string_equal(run->check, "run");
    if (strstr(run->message, words) == NULL) {
        print_error("refused with \"%s\", expected \"%s\"\n", run->message, words);
    }
    assert_int_equal(run->outcome, TUM_OUTCOME_FAILED);
    assert_non_null(strstr(run->message, words));
    assert_int_equal(tum_verdicts_count_of(trial.verdicts, TUM_OUTCOME_SKIPPED), 4);
    trial_close(&trial);
}

// The n-th occurrence of a text, counted from 0.
static char *find(Lines *lines, const char *text, int n)
{
    *(char *)array_push(&lines->text, NULL) = '\0';
    --lines->text.count;
    char *at = lines->text.items - 1;
    for (int i = 0; i <= n; ++i) {
        at = strstr(at + 1, text);
        assert_non_null(at);
    }
    return at;
}

static void replace(Lines *lines, const char *text, int n, const char *by)
{
    const size_t at = (size_t)(find(lines, text, n) - lines->text.items);
    const size_t rest = at + strlen(text), count = lines->text.count;
    Lines made = {0};
    add_bytes(&made, lines->text.items, at);
    add_text(&made, by);
    add_bytes(&made, lines->text.items + rest, count - rest);
    array_free(&lines->text, NULL);
    *lines = made;
}

static void a_true_motion_passes_as_it_was_recorded(void **state)
{
    (void)state;
    Lines lines = recorded_here();
    Trial trial = judge_lines(&lines);
    assert_int_equal(tum_verdicts_count_of(trial.verdicts, TUM_OUTCOME_PASSED), 4);
    // A recording cannot be run again.
    assert_int_equal(tum_verdicts_at(trial.verdicts, 4)->outcome, TUM_OUTCOME_SKIPPED);
    trial_close(&trial);
}

// tumble's own run and its trajectory give the same verdicts, to the last bit.
static void a_run_and_its_recording_are_judged_alike(void **state)
{
    (void)state;
    Lines lines = recorded_here();
    Trial from_lines = judge_lines(&lines), own = trial_open(stay);
    assert_int_equal(trial_read(&own, checks), TUM_OK);
    assert_int_equal(tum_expectations_judge(own.expectations, NULL, NULL, 0, own.verdicts), TUM_OK);
    for (size_t i = 0; i < 4; ++i) {
        const TumVerdict *a = tum_verdicts_at(own.verdicts, i);
        const TumVerdict *b = tum_verdicts_at(from_lines.verdicts, i);
        assert_int_equal(a->outcome, b->outcome);
        assert_memory_equal(&a->value, &b->value, sizeof a->value);
        assert_memory_equal(&a->time, &b->time, sizeof a->time);
    }
    assert_int_equal(tum_verdicts_count_of(own.verdicts, TUM_OUTCOME_PASSED), 5);
    trial_close(&from_lines);
    trial_close(&own);
}

/// Motions of a path, which the checks see as those of a stranger's engine.
static void shift(int32_t node, double t, TumRunBody *body)
{
    fall(node, t, body);
    body->position[0] += 0.05;
}

static void mirror(int32_t node, double t, TumRunBody *body)
{
    fall(node, t, body);
    body->position[1] += 2.0 * 0.5 * 9.81 * t * t;
}

static void start_turned(int32_t node, double t, TumRunBody *body)
{
    fall(node, t, body);
    body->orientation[2] = 0.01; // 0.02 rad
    body->orientation[3] = sqrt(1.0 - 0.01 * 0.01);
}

static void lose_a_number(int32_t node, double t, TumRunBody *body)
{
    fall(node, t, body);
    body->linear_velocity[2] = t > 0.5 && node == NODE_BOX ? (double)NAN : 0.0;
}

static void assert_path_is_caught(MotionPath *path, const char *words)
{
    Trial trial = trial_open(path);
    const TumEngine engine = {.run = path_run, .user = &trial.engine};
    assert_int_equal(trial_read(&trial, checks), TUM_OK);
    assert_int_equal(tum_expectations_judge(trial.expectations, &engine, NULL, 0, trial.verdicts),
                     TUM_OK);
    assert_true(tum_verdicts_count_of(trial.verdicts, TUM_OUTCOME_FAILED) > 0);
    bool is_said = false;
    for (size_t i = 0; i < tum_verdicts_count(trial.verdicts); ++i) {
        const TumVerdict *verdict = tum_verdicts_at(trial.verdicts, i);
        is_said = is_said || (verdict->outcome == TUM_OUTCOME_FAILED &&
                              strstr(verdict->message, words) != NULL);
    }
    assert_true(is_said);
    trial_close(&trial);
}

static void a_forged_motion_is_caught(void **state)
{
    (void)state;
    assert_path_is_caught(shift, "starts 0.05 m from its place in the file");
    assert_path_is_caught(start_turned, "starts 0.02 rad from its orientation in the file");
    assert_path_is_caught(lose_a_number, "step 31, node 2: a number is not finite");
    assert_path_is_caught(stay, "error of the flight of Ghost is 4.905 m at t = 1 s");
    assert_path_is_caught(mirror, "error of the flight of Ghost is 9.81 m at t = 1 s");
}

// Each fake of a file is refused with a sentence.
static void a_broken_file_is_refused_with_a_sentence(void **state)
{
    (void)state;
    Lines lines = recorded_here();
    replace(&lines, "\"angularVelocity\":[0,", 5, "\"angularVelocity\":[NaN,");
    assert_refused(lines, "is no JSON");
    lines = recorded_here();
    replace(&lines, "\"angularVelocity\":[0,", 5, "\"angularVelocity\":[1e999,");
    assert_refused(lines, "A number is too large for a double");
    lines = recorded_here();
    replace(&lines, "\"angularVelocity\":[0,", 5, "\"angularVelocity\":[null,");
    assert_refused(lines, "are 3, 4, 3 and 3 numbers");
    lines = recorded_here();
    replace(&lines, "\"orientation\":[0,0,0,1]", 3, "\"orientation\":[0,0,0,1.1]");
    assert_refused(lines, "the orientation has length 1.1");
    lines = recorded_here();
    replace(&lines, "\"name\":\"Ball\"", 0, "\"name\":\"Crate\"");
    assert_refused(lines, "node 1 is \"Ball\" in the file, \"Crate\" in the run");
    lines = recorded_here();
    replace(&lines, "\"node\":2,", 7, "\"node\":1,");
    assert_refused(lines, "step 7: body of node 1 is there twice");
    lines = recorded_here();
    replace(&lines, "\"index\":2,", 0, "\"index\":1,");
    assert_refused(lines, "node 1 is listed twice in the header");
    lines = recorded_here();
    replace(&lines, "\"index\":2,", 0, "\"index\":2000,");
    assert_refused(lines, "node 2000 of the run is not in the file");
    lines = recorded_here();
    replace(&lines, "\"version\":1", 0, "\"version\":2");
    assert_refused(lines, "no header of a trajectory, version 1");
    lines = recorded_here();
    replace(&lines, "\"dimension\":3", 0, "\"dimension\":4");
    assert_refused(lines, "4 dimensions");
    lines = recorded_here();
    replace(&lines, "\"rate\":60", 0, "\"rate\":30");
    assert_refused(lines, "the run has 30 Hz, which is none of the rates to judge");
    lines = (Lines){0};
    assert_refused(lines, "the run is empty");
}

// Leaves out every line whose number, from 1 on, `drops`.
static Lines without(bool (*drops)(size_t line))
{
    Lines whole = recorded_here(), part = {0};
    size_t line = 1;
    for (size_t i = 0; i < whole.text.count; ++i) {
        if (!drops(line)) {
            add_bytes(&part, &whole.text.items[i], 1);
        }
        line += whole.text.items[i] == '\n';
    }
    array_free(&whole.text, NULL);
    return part;
}

static bool every_other(size_t line)
{
    return line > 1 && line % 2 == 1;
}

static bool the_last_ones(size_t line)
{
    return line > 50;
}

static bool the_header(size_t line)
{
    return line == 1;
}

static void a_run_with_other_steps_is_refused(void **state)
{
    (void)state;
    assert_refused(without(every_other), "step 1 has t = 0.0333333, expected 0.0166667");
    assert_refused(without(the_last_ones), "the run has 49 steps, expected 61");
    assert_refused(without(the_header), "no header of a trajectory");
    Lines lines = recorded_here();
    for (int i = 0; i < 3; ++i) {
        char text[4096];
        const char *last = find(&lines, "{\"t\":1,", i);
        (void)snprintf(text, sizeof text, "%s", last);
        *strchr(text, '\n') = '\0';
        add_text(&lines, text);
        add_text(&lines, "\n");
    }
    assert_refused(lines, "step 61 has t = 1, expected 1.01667");
}

static void a_run_with_a_body_missing_is_refused(void **state)
{
    (void)state;
    Lines lines = recorded_here();
    char *begin = find(&lines, "{\"node\":2,", 9);
    char *end = strstr(begin, "},") + 2;
    const size_t from = (size_t)(begin - lines.text.items), to = (size_t)(end - lines.text.items);
    memmove(begin, end, lines.text.count - to);
    lines.text.count -= to - from;
    assert_refused(lines, "step 9 has 2 of 3 bodies");
}

// Every truncation of a run is refused, and none harms.
static void a_run_that_ends_anywhere_is_refused(void **state)
{
    (void)state;
    Lines whole = recorded_here();
    for (size_t count = 0; count < 3000; count += 13) {
        Lines part = {0};
        add_bytes(&part, whole.text.items, count);
        Trial trial = judge_lines(&part);
        assert_int_equal(tum_verdicts_at(trial.verdicts, 0)->outcome, TUM_OUTCOME_FAILED);
        assert_true(tum_verdicts_at(trial.verdicts, 0)->message[0] != '\0');
        trial_close(&trial);
    }
    array_free(&whole.text, NULL);
}

static const TumVerdict *judge_unsupported(Trial *trial, const char *pointer)
{
    const char *const pointers[] = {pointer};
    const TumEngine engine = {.run = path_run, .user = &trial->engine};
    *trial = trial_open(fall);
    trial->engine.unsupported = pointers;
    trial->engine.unsupported_count = 1;
    assert_int_equal(trial_read(trial, "{'tumbleExpectations':1,'duration':1,'checks':["
                                       "{'type':'within','q':'y','node':'Ball','max':0}]}"),
                     TUM_OK);
    assert_int_equal(tum_expectations_judge(trial->expectations, &engine, NULL, 0, trial->verdicts),
                     TUM_OK);
    return trial_verdict(trial);
}

static void what_an_engine_does_not_support_is_skipped(void **state)
{
    static const struct {
        const char *pointer;
        TumOutcome outcome;
    } rows[] = {
        {"/extensions/KHR_implicit_shapes/shapes/1", TUM_OUTCOME_SKIPPED}, // of the ball
        {"/extensions/KHR_implicit_shapes/shapes/0", TUM_OUTCOME_SKIPPED}, // of the floor
        {"/extensions/KHR_implicit_shapes/shapes/2", TUM_OUTCOME_FAILED},
        {"/nodes/1/extensions/KHR_physics_rigid_bodies/motion", TUM_OUTCOME_SKIPPED},
        {"/nodes/2", TUM_OUTCOME_SKIPPED}, // joined to the ball
        {"/nodes/3", TUM_OUTCOME_FAILED},  // apart
        {"/nodes/33", TUM_OUTCOME_FAILED}, // no node
        {"/extensions/KHR_physics_rigid_bodies/physicsJoints/0/limits/1", TUM_OUTCOME_SKIPPED},
        {"/nodes/0/extensions", TUM_OUTCOME_SKIPPED}, // anything may fall on the floor
        {"", TUM_OUTCOME_SKIPPED},
    };
    (void)state;
    for (size_t i = 0; i < sizeof rows / sizeof *rows; ++i) {
        Trial trial;
        const TumVerdict *verdict = judge_unsupported(&trial, rows[i].pointer);
        if (verdict->outcome != rows[i].outcome) {
            print_error("%s: outcome %d\n", rows[i].pointer, verdict->outcome);
        }
        assert_int_equal(verdict->outcome, rows[i].outcome);
        if (verdict->outcome == TUM_OUTCOME_SKIPPED) {
            assert_string_equal(verdict->pointer, rows[i].pointer);
        }
        trial_close(&trial);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_true_motion_passes_as_it_was_recorded),
        cmocka_unit_test(a_run_and_its_recording_are_judged_alike),
        cmocka_unit_test(a_forged_motion_is_caught),
        cmocka_unit_test(a_broken_file_is_refused_with_a_sentence),
        cmocka_unit_test(a_run_with_other_steps_is_refused),
        cmocka_unit_test(a_run_with_a_body_missing_is_refused),
        cmocka_unit_test(a_run_that_ends_anywhere_is_refused),
        cmocka_unit_test(what_an_engine_does_not_support_is_skipped),
    };
    return cmocka_run_group_tests_name("runs", tests, NULL, NULL);
}
