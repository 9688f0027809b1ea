// SPDX-License-Identifier: MIT
// `tumble simulate`, from files to files.
#include "tests/cli/runner.h"

// The text from line `line` on, counted from 0.
static const char *line_of(const char *text, size_t line)
{
    for (size_t i = 0; i < line; ++i) {
        text = strchr(text, '\n');
        assert_non_null(text);
        ++text;
    }
    return text;
}

static void assert_begins(const char *text, const char *begin)
{
    if (strncmp(text, begin, strlen(begin)) != 0) {
        print_error("\"%.*s\"\ndoes not begin with \"%s\"\n", (int)strlen(begin) + 20, text, begin);
        fail();
    }
}

static void a_trajectory_has_a_header_and_a_line_for_each_step_and_the_start(void **state)
{
    (void)state;
    Runner runner;
    runner_begin(&runner);
    runner_file(&runner, "crate.gltf", crate);
    assert_int_equal(
        runner_run(&runner, "simulate crate.gltf --duration 0.5 --rate=120 --trajectory out"), 0);
    assert_string_equal(runner.output, "");
    assert_begins(runner.errors, "out: 61 states of 1 body, ");
    char *text = runner_read(&runner, "out", NULL);
    assert_non_null(text);
    assert_int_equal(count_of(text, "\n"), 1 + 1 + 60);
    assert_begins(text, "{\"format\":\"tumble-trajectory\",\"version\":1,\"source\":\"crate.gltf\","
                        "\"dimension\":3,\"rate\":120,\"quaternion\":\"xyzw\","
                        "\"nodes\":[{\"index\":1,\"name\":\"Crate\"}]}\n");
    assert_begins(line_of(text, 1),
                  "{\"t\":0,\"bodies\":[{\"node\":1,\"position\":[0,3,0],\"orientation\":[0,0,0,1],"
                  "\"linearVelocity\":[0,0,0],\"angularVelocity\":[0,0,0],\"asleep\":false}],"
                  "\"events\":[]}\n");
    assert_begins(line_of(text, 61), "{\"t\":0.5,\"bodies\":[{\"node\":1,");
    free(text);
    runner_end(&runner);
}

static void no_duration_is_the_start_alone(void **state)
{
    (void)state;
    Runner runner;
    runner_begin(&runner);
    runner_file(&runner, "crate.gltf", crate);
    assert_int_equal(runner_run(&runner, "simulate crate.gltf --duration 0 --trajectory -"), 0);
    assert_int_equal(count_of(runner.output, "\n"), 2);
    runner_end(&runner);
}

static void a_pipe_gets_the_same_bytes_as_a_file(void **state)
{
    (void)state;
    Runner runner;
    runner_begin(&runner);
    runner_file(&runner, "crate.gltf", crate);
    assert_int_equal(runner_run(&runner, "simulate - --duration 1 --trajectory a < crate.gltf"), 0);
    assert_int_equal(runner_run(&runner, "simulate - --duration 1 --trajectory - < crate.gltf"), 0);
    char *text = runner_read(&runner, "a", NULL);
    assert_non_null(text);
    assert_string_equal(runner.output, text);
    assert_holds(text, "\"source\":\"-\"");
    free(text);
    runner_end(&runner);
}

static void contacts_are_told_where_asked_for(void **state)
{
    (void)state;
    Runner runner;
    runner_begin(&runner);
    runner_file(&runner, "crate.gltf", crate);
    assert_int_equal(runner_run(&runner, "simulate crate.gltf --duration 2 --trajectory -"), 0);
    assert_int_equal(count_of(runner.output, "contact"), 0);
    assert_int_equal(
        runner_run(&runner, "simulate crate.gltf --duration 2 --contacts --trajectory -"), 0);
    // The crate comes to lie on the floor, once.
    assert_int_equal(count_of(runner.output, "contactStarted"), 1);
    assert_holds(runner.output, "\"events\":[{\"type\":\"contactStarted\",\"colliderA\":0,"
                                "\"colliderB\":1,\"impulse\":");
    assert_int_equal(count_of(runner.output, "contactEnded"), 0);
    runner_end(&runner);
}

static void a_resumed_trajectory_is_the_rest_of_the_unbroken_one(void **state)
{
    (void)state;
    Runner runner;
    runner_begin(&runner);
    runner_file(&runner, "crate.gltf", crate);
    assert_int_equal(runner_run(&runner, "simulate crate.gltf --duration 2 --trajectory whole"), 0);
    assert_int_equal(
        runner_run(&runner, "simulate crate.gltf --duration 1 --checkpoint half --quiet"), 0);
    assert_int_equal(
        runner_run(&runner,
                   "simulate crate.gltf --duration 2 --resume half --threads 2 --trajectory -"),
        0);
    char *whole = runner_read(&runner, "whole", NULL);
    assert_non_null(whole);
    // The header, then what the whole run wrote from t = 1 on.
    assert_string_equal(line_of(runner.output, 1), line_of(whole, 61));
    assert_begins(line_of(runner.output, 1), "{\"t\":1,");
    free(whole);
    runner_end(&runner);
}

static void a_checkpoint_appears_while_a_run_goes_on(void **state)
{
    (void)state;
    Runner runner;
    runner_begin(&runner);
    runner_file(&runner, "crate.gltf", crate);
    // Every half second, the last at the end: resuming there leaves nothing to do.
    assert_int_equal(
        runner_run(&runner,
                   "simulate crate.gltf --duration 1.25 --checkpoint c --checkpoint-every .5"),
        0);
    assert_int_equal(
        runner_run(&runner, "simulate crate.gltf --duration 1.25 --resume c --trajectory -"), 0);
    assert_int_equal(count_of(runner.output, "\n"), 2);
    assert_begins(line_of(runner.output, 1), "{\"t\":1.25,");
    runner_end(&runner);
}

static void a_checkpoint_that_does_not_fit_is_refused_with_the_reason(void **state)
{
    (void)state;
    Runner runner;
    runner_begin(&runner);
    runner_file(&runner, "crate.gltf", crate);
    runner_file(&runner, "plain.gltf", plain);
    assert_int_equal(runner_run(&runner, "simulate crate.gltf --duration 1 --checkpoint c"), 0);
    assert_int_equal(runner_run(&runner, "simulate plain.gltf --resume c"), 1);
    assert_holds(runner.errors, "c: error: ");
    assert_holds(runner.errors, "another scene. [CHECKPOINT_MISMATCH]");
    assert_int_equal(runner_run(&runner, "simulate crate.gltf --resume c --substeps 5"), 1);
    assert_holds(runner.errors, "other settings");
    assert_int_equal(runner_run(&runner, "simulate crate.gltf --resume crate.gltf"), 1);
    assert_holds(runner.errors, "no checkpoint. [CHECKPOINT_INVALID]");
    assert_int_equal(runner_run(&runner, "simulate crate.gltf --resume nowhere"), 3);
    assert_int_equal(runner_run(&runner, "simulate crate.gltf --resume c --rate 50"), 1);
    assert_holds(runner.errors, "c: made with other steps");
    assert_int_equal(runner_run(&runner, "simulate crate.gltf --checkpoint-every 1"), 2);
    assert_int_equal(runner_run(&runner, "simulate crate.gltf --checkpoint -"), 2);
    runner_end(&runner);
}

static void threads_and_repetition_change_no_byte(void **state)
{
    (void)state;
    Runner runner;
    runner_begin(&runner);
    runner_file(&runner, "crate.gltf", crate);
    char *first = NULL;
    const char *const runs[] = {"simulate crate.gltf --duration 2 --trajectory -",
                                "simulate crate.gltf --duration 2 --trajectory -",
                                "simulate crate.gltf --duration 2 --trajectory - --threads 2"};
    for (size_t i = 0; i < 3; ++i) {
        assert_int_equal(runner_run(&runner, runs[i]), 0);
        if (i == 0) {
            first = runner.output;
            runner.output = NULL;
        } else {
            assert_string_equal(runner.output, first);
        }
    }
    free(first);
    runner_end(&runner);
}

static void a_name_that_ends_in_npz_gives_a_zip_archive(void **state)
{
    (void)state;
    Runner runner;
    runner_begin(&runner);
    runner_file(&runner, "crate.gltf", crate);
    assert_int_equal(runner_run(&runner, "simulate crate.gltf --duration 0.1 --trajectory run.npz"),
                     0);
    size_t count = 0;
    char *bytes = runner_read(&runner, "run.npz", &count);
    assert_non_null(bytes);
    assert_true(count > 1000);
    assert_memory_equal(bytes, "PK\003\004", 4);
    free(bytes);
    runner_end(&runner);
}

static void a_file_without_physics_gives_steps_without_bodies(void **state)
{
    (void)state;
    Runner runner;
    runner_begin(&runner);
    runner_file(&runner, "plain.gltf", plain);
    assert_int_equal(
        runner_run(&runner, "simulate plain.gltf --duration 0.05 --rate 20 --trajectory -"), 0);
    assert_string_equal(runner.output,
                        "{\"format\":\"tumble-trajectory\",\"version\":1,\"source\":\"plain.gltf\","
                        "\"dimension\":3,\"rate\":20,\"quaternion\":\"xyzw\",\"nodes\":[]}\n"
                        "{\"t\":0,\"bodies\":[],\"events\":[]}\n"
                        "{\"t\":0.05,\"bodies\":[],\"events\":[]}\n");
    runner_end(&runner);
}

static void without_outputs_a_table_tells_what_moved(void **state)
{
    (void)state;
    Runner runner;
    runner_begin(&runner);
    runner_file(&runner, "crate.gltf", crate);
    // Half a second of free fall: 9.81 / 8 = 1.226 m.
    assert_int_equal(runner_run(&runner, "simulate crate.gltf --duration 0.5"), 0);
    assert_string_equal(
        runner.output, "crate.gltf: 0.5 s in 30 steps, 1 body\n"
                       "\n"
                       "  node  name   kind     moved [m]  turned [deg]  ended at [m]       state\n"
                       "     1  Crate  dynamic      1.226           0.0  0.000 1.774 0.000  awake\n"
                       "\n"
                       "0 contacts at 0 points, 1 of 1 body awake\n");
    assert_string_equal(runner.errors, "");
    runner_end(&runner);
}

static void gravity_on_the_command_line_wins(void **state)
{
    (void)state;
    Runner runner;
    runner_begin(&runner);
    runner_file(&runner, "crate.gltf", crate);
    assert_int_equal(runner_run(&runner, "simulate crate.gltf --duration 1 --gravity 0,0,0"), 0);
    assert_holds(runner.output, "nothing moved: gravity is 0\n");
    runner_end(&runner);
}

static void quiet_prints_nothing(void **state)
{
    (void)state;
    Runner runner;
    runner_begin(&runner);
    runner_file(&runner, "crate.gltf", crate);
    assert_int_equal(runner_run(&runner, "simulate crate.gltf --duration 0.1 --quiet"), 0);
    assert_string_equal(runner.output, "");
    assert_string_equal(runner.errors, "");
    runner_end(&runner);
}

static void json_names_the_state_it_ended_in(void **state)
{
    (void)state;
    Runner runner;
    runner_begin(&runner);
    runner_file(&runner, "crate.gltf", crate);
    assert_int_equal(runner_run(&runner, "simulate crate.gltf --duration 0.5 --json"), 0);
    assert_begins(runner.output, "{\n  \"file\": \"crate.gltf\",\n  \"steps\": 30,\n"
                                 "  \"rate\": 60,\n  \"time\": 0.5,\n  \"diverged\": false,\n"
                                 "  \"hash\": \"");
    assert_holds(runner.output, "\"name\": \"Crate\"");
    char *first = runner.output;
    runner.output = NULL;
    assert_int_equal(runner_run(&runner, "simulate crate.gltf --duration 0.5 --json --threads 2"),
                     0);
    assert_string_equal(runner.output, first);
    free(first);
    runner_end(&runner);
}

static void stats_go_where_the_trajectory_does_not(void **state)
{
    (void)state;
    Runner runner;
    runner_begin(&runner);
    runner_file(&runner, "crate.gltf", crate);
    assert_int_equal(
        runner_run(&runner, "simulate crate.gltf --duration 0.1 --trajectory - --stats"), 0);
    assert_int_equal(count_of(runner.output, "\n"), 8);
    assert_holds(runner.errors, "most in one step: 1 awake bodies,");
    runner_end(&runner);
}

static void a_missing_file_is_code_3(void **state)
{
    (void)state;
    Runner runner;
    runner_begin(&runner);
    assert_int_equal(runner_run(&runner, "simulate nowhere.glb"), 3);
    assert_string_equal(runner.output, "");
    assert_holds(runner.errors, "nowhere.glb");
    assert_int_equal(count_of(runner.errors, "\n"), 1);
    runner_end(&runner);
}

static void a_file_that_is_no_document_is_code_1_and_leaves_outputs_alone(void **state)
{
    (void)state;
    Runner runner;
    runner_begin(&runner);
    runner_file(&runner, "broken.gltf", "{\"asset\":");
    runner_file(&runner, "out", "old");
    assert_int_equal(runner_run(&runner, "simulate broken.gltf --trajectory out"), 1);
    assert_holds(runner.errors, "broken.gltf: error: ");
    assert_holds(runner.errors, "[INVALID_JSON]\n");
    char *text = runner_read(&runner, "out", NULL);
    assert_string_equal(text, "old");
    free(text);
    runner_end(&runner);
}

static void an_output_that_cannot_be_written_is_told_before_simulating(void **state)
{
    (void)state;
    Runner runner;
    runner_begin(&runner);
    runner_file(&runner, "crate.gltf", crate);
    // A million seconds would outlast the test.
    assert_int_equal(
        runner_run(&runner, "simulate crate.gltf --duration 1e6 --trajectory no/such/out"), 3);
    assert_string_equal(runner.errors, "tumble: error: no/such/out: no such file or folder\n");
    assert_int_equal(runner_run(&runner, "simulate crate.gltf --duration 1e6 --bake no/out.glb"),
                     3);
    assert_string_equal(runner.errors, "tumble: error: no/out.glb: no such file or folder\n");
    assert_int_equal(runner_run(&runner, "simulate crate.gltf --duration 1e6 --trajectory ."), 3);
    assert_string_equal(runner.errors, "tumble: error: .: a folder, not a file\n");
    runner_end(&runner);
}

static void nothing_is_left_beside_the_outputs(void **state)
{
    (void)state;
    Runner runner;
    runner_begin(&runner);
    runner_file(&runner, "crate.gltf", crate);
    assert_int_equal(runner_run(&runner,
                                "simulate crate.gltf --duration 0.1 --trajectory out.jsonl "
                                "--bake out.glb; ls"),
                     0);
    assert_string_equal(runner.output, "crate.gltf\nout.glb\nout.jsonl\n");
    runner_end(&runner);
}

static void a_link_stays_a_link_and_rights_stay_rights(void **state)
{
    (void)state;
    runner_skip_on_windows("a replaced file takes the permissions of its folder");
    Runner runner;
    runner_begin(&runner);
    runner_file(&runner, "crate.gltf", crate);
    runner_file(&runner, "target", "old");
    assert_int_equal(runner_run(&runner, "--version; ln -s target link; chmod 640 target"), 0);
    assert_int_equal(runner_run(&runner, "simulate crate.gltf --duration 0 --trajectory link; "
                                         "test -L link && stat -c %a target && wc -l < target"),
                     0);
    assert_string_equal(runner.output, "640\n2\n");
    runner_end(&runner);
}

static void a_device_is_written_and_not_replaced(void **state)
{
    (void)state;
    Runner runner;
    runner_begin(&runner);
    runner_file(&runner, "crate.gltf", crate);
    assert_int_equal(
        runner_run(&runner,
                   "simulate crate.gltf --duration 0 --trajectory /dev/null; test -c /dev/null"),
        0);
    runner_end(&runner);
}

static void a_full_disk_is_code_3(void **state)
{
    (void)state;
    Runner runner;
    runner_begin(&runner);
    if (access("/dev/full", W_OK) != 0) {
        print_message("skipped: no /dev/full\n");
        runner_end(&runner);
        skip();
    }
    runner_file(&runner, "crate.gltf", crate);
    assert_int_equal(runner_run(&runner, "simulate crate.gltf --duration 1 --trajectory /dev/full"),
                     3);
    assert_string_equal(runner.errors, "tumble: error: /dev/full: no space left\n");
    assert_int_equal(runner_run(&runner, "simulate crate.gltf --duration 1 >/dev/full"), 3);
    runner_end(&runner);
}

static void a_simulation_that_diverges_is_code_4_and_keeps_what_came_before(void **state)
{
    (void)state;
    Runner runner;
    runner_begin(&runner);
    // 3e38 m/s leave the range of a float, 3.4e38 m, in the 69th step of a sixtieth of a second.
    runner_file(&runner, "fast.gltf",
                "{\"asset\":{\"version\":\"2.0\"},"
                "\"extensionsUsed\":[\"KHR_physics_rigid_bodies\"],"
                "\"scenes\":[{\"nodes\":[0]}],\"nodes\":[{\"name\":\"Dart\",\"extensions\":"
                "{\"KHR_physics_rigid_bodies\":{\"motion\":"
                "{\"mass\":1,\"linearVelocity\":[3e38,0,0]}}}}]}");
    runner_file(&runner, "out.glb", "old");
    assert_int_equal(
        runner_run(&runner, "simulate fast.gltf --duration 2 --trajectory out --bake out.glb"), 4);
    assert_holds(runner.errors, "tumble: error: fast.gltf: the simulation diverged at t = ");
    assert_holds(runner.errors, "body \"Dart\" (node 0) left the sensible numbers\n");
    char *text = runner_read(&runner, "out", NULL);
    assert_non_null(text);
    assert_begins(line_of(text, 1), "{\"t\":0,");
    assert_null(strstr(text, "null"));
    assert_int_equal(text[strlen(text) - 1], '\n');
    free(text);
    char *bake = runner_read(&runner, "out.glb", NULL);
    assert_string_equal(bake, "old");
    free(bake);
    runner_end(&runner);
}

static void each_output_is_confirmed_in_a_line(void **state)
{
    (void)state;
    Runner runner;
    runner_begin(&runner);
    runner_file(&runner, "crate.gltf", crate);
    assert_int_equal(runner_run(&runner, "simulate crate.gltf --duration 0.5 --trajectory out "
                                         "--bake out.glb --checkpoint state --checkpoint-every .1"),
                     0);
    char expected[256];
    size_t sizes[3];
    const char *const names[] = {"out", "out.glb", "state"};
    for (size_t i = 0; i < 3; ++i) {
        free(runner_read(&runner, names[i], &sizes[i]));
    }
    assert_true(sizes[0] >= 1000 && sizes[1] >= 1000 && sizes[2] >= 1000);
    snprintf(expected, sizeof expected, "state: the state at t = 0.5 s, %.1f kB\n",
             (double)sizes[2] / 1000);
    assert_holds(runner.errors, expected);
    snprintf(expected, sizeof expected, "out: 31 states of 1 body, %.1f kB\n",
             (double)sizes[0] / 1000);
    assert_holds(runner.errors, expected);
    snprintf(expected, sizeof expected, " keys, %.1f kB\n", (double)sizes[1] / 1000);
    assert_holds(runner.errors, expected);
    assert_int_equal(count_of(runner.errors, "\n"), 3);
    assert_int_equal(
        runner_run(&runner, "simulate crate.gltf --duration 0.5 --trajectory out --quiet"), 0);
    assert_string_equal(runner.errors, "");
    runner_end(&runner);
}

static void outputs_that_are_the_input_or_each_other_are_refused(void **state)
{
    (void)state;
    Runner runner;
    runner_begin(&runner);
    runner_file(&runner, "crate.gltf", crate);
    static const char *const options[] = {"--bake", "--trajectory", "--checkpoint"};
    for (size_t i = 0; i < 3; ++i) {
        char words[128], message[128];
        snprintf(words, sizeof words, "simulate crate.gltf %s ./crate.gltf", options[i]);
        snprintf(message, sizeof message,
                 "tumble: error: %s ./crate.gltf is the input; --force writes over it\n",
                 options[i]);
        assert_int_equal(runner_run(&runner, words), 2);
        assert_string_equal(runner.errors, message);
    }
    char *text = runner_read(&runner, "crate.gltf", NULL);
    assert_string_equal(text, crate);
    free(text);
    assert_int_equal(runner_run(&runner, "simulate crate.gltf --trajectory out --bake out"), 2);
    assert_string_equal(runner.errors,
                        "tumble: error: --trajectory and --bake name the same file: out\n");
    assert_int_equal(
        runner_run(&runner, "simulate crate.gltf --duration 0.5 --bake crate.gltf --force"), 0);
    text = runner_read(&runner, "crate.gltf", NULL);
    assert_holds(text, "\"Physics\"");
    free(text);
    runner_end(&runner);
}

// Bodies of spheres of 1 m, as motion objects at places, with more members of the document.
static void write_balls(Runner *runner, const char *const *motions, const char *const *places,
                        size_t count, const char *more)
{
    char text[4096];
    int used = snprintf(text, sizeof text,
                        "{\"asset\":{\"version\":\"2.0\"},\"extensionsUsed\":["
                        "\"KHR_implicit_shapes\",\"KHR_physics_rigid_bodies\"],"
                        "\"extensions\":{\"KHR_implicit_shapes\":{\"shapes\":["
                        "{\"type\":\"sphere\",\"sphere\":{\"radius\":0.5}},"
                        "{\"type\":\"box\",\"box\":{\"size\":[4,1,4]}}]}},"
                        "\"scene\":0,\"scenes\":[{\"nodes\":[0");
    for (size_t i = 1; i < count + 1; ++i) {
        used += snprintf(text + used, sizeof text - (size_t)used, ",%zu", i);
    }
    used += snprintf(text + used, sizeof text - (size_t)used,
                     "]}],\"nodes\":[{\"name\":\"Floor\",\"translation\":[0,-0.5,0],"
                     "\"extensions\":{\"KHR_physics_rigid_bodies\":{\"collider\":"
                     "{\"geometry\":{\"shape\":1}}}}}");
    for (size_t i = 0; i < count; ++i) {
        used += snprintf(text + used, sizeof text - (size_t)used,
                         ",{\"name\":\"Ball %zu\",\"translation\":%s,\"extensions\":{"
                         "\"KHR_physics_rigid_bodies\":{\"motion\":%s,\"collider\":"
                         "{\"geometry\":{\"shape\":0}}}}}",
                         i + 1, places[i], motions[i]);
    }
    snprintf(text + used, sizeof text - (size_t)used, "]%s}", more);
    runner_file(runner, "balls.gltf", text);
}

static void bodies_that_leave_the_scene_are_counted(void **state)
{
    (void)state;
    Runner runner;
    runner_begin(&runner);
    // The floor reaches to 2 m: one ball lies on it, two miss it.
    write_balls(&runner, (const char *[]){"{}", "{}", "{}"},
                (const char *[]){"[0,0.5,0]", "[9,1,0]", "[-9,3,0]"}, 3, "");
    // After 2 s they fell 4.9 * 4 = 19.6 m: to -18.6 m and, the higher one, -16.6 m.
    assert_int_equal(runner_run(&runner, "simulate balls.gltf --duration 2"), 0);
    assert_holds(runner.output,
                 "\n2 of 3 bodies fell below -16 m, and nothing is under them: first "
                 "\"Ball 2\" (node 2)\n");
    // With an output the sentence stands beside the line that confirms it; JSON has it too.
    assert_int_equal(runner_run(&runner, "simulate balls.gltf --duration 2 --trajectory out"), 0);
    assert_holds(runner.errors, "\n2 of 3 bodies fell below -16 m, ");
    assert_int_equal(runner_run(&runner, "simulate balls.gltf --duration 2 --json"), 0);
    assert_holds(runner.output, "\"remarks\": [\n    \"2 of 3 bodies fell below -16 m, ");
    // In the air above the floor nobody is lost.
    assert_int_equal(runner_run(&runner, "simulate balls.gltf --duration 0"), 0);
    assert_int_equal(count_of(runner.output, "fell"), 0);
    runner_end(&runner);
}

static void bodies_that_fly_away_are_counted(void **state)
{
    (void)state;
    Runner runner;
    runner_begin(&runner);
    // 60 m/s for two seconds; of two balls 3 m apart, 100 m and ten times that is far: 130 m, so
    // the slower one has not left.
    write_balls(&runner,
                (const char *[]){"{\"gravityFactor\":0,\"linearVelocity\":[70,0,0]}",
                                 "{\"gravityFactor\":0,\"linearVelocity\":[0,0,60]}"},
                (const char *[]){"[0,3,0]", "[0,6,0]"}, 2, "");
    assert_int_equal(runner_run(&runner, "simulate balls.gltf --duration 2"), 0);
    assert_holds(runner.output,
                 "\n1 of 2 bodies is more than 130 m from where it began: \"Ball 1\" (node 1)\n");
    runner_end(&runner);
}

static void a_body_that_hangs_does_not_fall(void **state)
{
    (void)state;
    Runner runner;
    runner_begin(&runner);
    // A pendulum beside the floor, joined to the world at its node 1: a hinge of all linear axes.
    runner_file(&runner, "pendulum.gltf",
                "{\"asset\":{\"version\":\"2.0\"},\"extensionsUsed\":["
                "\"KHR_physics_rigid_bodies\"],\"extensions\":{\"KHR_physics_rigid_bodies\":"
                "{\"physicsJoints\":[{\"limits\":[{\"linearAxes\":[0,1,2],\"min\":0,\"max\":0}]}"
                "]}},\"scene\":0,\"scenes\":[{\"nodes\":[0,1]}],\"nodes\":[{\"name\":\"Bob\","
                "\"translation\":[4,0,0],\"children\":[2],\"extensions\":"
                "{\"KHR_physics_rigid_bodies\":{\"motion\":{\"mass\":1,\"inertiaDiagonal\":"
                "[1,1,1]}}}},{\"name\":\"Hook\"},{\"name\":\"Eye\",\"translation\":[-4,0,0],"
                "\"extensions\":{\"KHR_physics_rigid_bodies\":{\"joint\":{\"connectedNode\":1,"
                "\"joint\":0}}}}]}");
    assert_int_equal(runner_run(&runner, "simulate pendulum.gltf --duration 0.5"), 0);
    assert_holds(runner.output, "Bob");
    assert_int_equal(count_of(runner.output, "fell"), 0);
    runner_end(&runner);
}

static void nothing_moved_has_a_reason(void **state)
{
    (void)state;
    static const struct {
        const char *motion, *options, *sentence;
    } cases[] = {
        {"{\"gravityFactor\":0}", "--duration 1", "nothing moved: gravityFactor is 0\n"},
        {"{\"isKinematic\":true}", "--duration 1", "nothing moved: no body is dynamic\n"},
        {"{}", "--duration 1 --gravity 0,0,0", "nothing moved: gravity is 0\n"},
        {"{\"mass\":0}", "--duration 1", "nothing moved: every mass is infinite\n"},
        {"{}", "--duration 0", "nothing moved: no step was taken\n"},
    };
    for (size_t i = 0; i < sizeof cases / sizeof *cases; ++i) {
        Runner runner;
        runner_begin(&runner);
        write_balls(&runner, (const char *[]){cases[i].motion}, (const char *[]){"[0,3,0]"}, 1, "");
        char words[128];
        snprintf(words, sizeof words, "simulate balls.gltf %s", cases[i].options);
        assert_int_equal(runner_run(&runner, words), 0);
        assert_holds(runner.output, cases[i].sentence);
        runner_end(&runner);
    }
}

// "A" at the origin and "B" a metre beside it, with `count` joints that lock B to places of A that
// are a centimetre apart: no two of them can hold.
static void write_locks(Runner *runner, int count)
{
    char text[8192];
    int used = snprintf(text, sizeof text,
                        "{\"asset\":{\"version\":\"2.0\"},\"extensionsUsed\":["
                        "\"KHR_physics_rigid_bodies\"],\"extensionsRequired\":["
                        "\"KHR_physics_rigid_bodies\"],\"extensions\":{"
                        "\"KHR_physics_rigid_bodies\":{\"physicsJoints\":[{\"limits\":["
                        "{\"linearAxes\":[0,1,2],\"min\":0,\"max\":0},"
                        "{\"angularAxes\":[0,1,2],\"min\":0,\"max\":0}]}]}},"
                        "\"scene\":0,\"scenes\":[{\"nodes\":[0,1]}],\"nodes\":["
                        "{\"name\":\"A\",\"children\":[");
    for (int i = 0; i < count; ++i) {
        used += snprintf(text + used, sizeof text - (size_t)used, "%s%d", i > 0 ? "," : "", 2 + i);
    }
    used += snprintf(text + used, sizeof text - (size_t)used,
                     "],\"extensions\":{\"KHR_physics_rigid_bodies\":{\"motion\":{}}}},"
                     "{\"name\":\"B\",\"translation\":[1,0,0],\"extensions\":{"
                     "\"KHR_physics_rigid_bodies\":{\"motion\":{}}}}");
    for (int i = 0; i < count; ++i) {
        used += snprintf(text + used, sizeof text - (size_t)used,
                         ",{\"translation\":[1,%g,0],\"extensions\":{"
                         "\"KHR_physics_rigid_bodies\":{\"joint\":{\"connectedNode\":1,"
                         "\"joint\":0,\"enableCollision\":false}}}}",
                         0.01 * i);
    }
    snprintf(text + used, sizeof text - (size_t)used, "]}");
    runner_file(runner, "locks.gltf", text);
}

static void joints_that_contradict_each_other_are_told(void **state)
{
    (void)state;
    Runner runner;
    runner_begin(&runner);
    write_locks(&runner, 2);
    assert_int_equal(runner_run(&runner, "simulate locks.gltf --duration 0.1"), 0);
    assert_holds(runner.errors, "locks.gltf: hint: /nodes/3/extensions/KHR_physics_rigid_bodies/");
    assert_int_equal(count_of(runner.errors, "[PHYSICS_JOINTS_CONTRADICT]"), 1);
    assert_int_equal(runner_run(&runner, "simulate locks.gltf --duration 0.1 --quiet"), 0);
    assert_string_equal(runner.errors, "");
    // Each of 15 contradicts the first; ten lines will do.
    write_locks(&runner, 16);
    assert_int_equal(runner_run(&runner, "simulate locks.gltf --duration 0.1"), 0);
    assert_int_equal(count_of(runner.errors, "[PHYSICS_JOINTS_CONTRADICT]"), 10);
    assert_holds(runner.errors, "\n... and 5 more hints\n");
    runner_end(&runner);
}

// TUM_MAX_CROWD is 32: of 40 in one place 8 * 7 / 2 = 28 pairs are beyond it.
static void pairs_that_were_left_out_are_told(void **state)
{
    (void)state;
    enum { CROWD = 40 };
    Runner runner;
    runner_begin(&runner);
    char text[8192];
    int used = snprintf(text, sizeof text,
                        "{\"asset\":{\"version\":\"2.0\"},\"extensionsUsed\":["
                        "\"KHR_implicit_shapes\",\"KHR_physics_rigid_bodies\"],"
                        "\"extensions\":{\"KHR_implicit_shapes\":{\"shapes\":["
                        "{\"type\":\"sphere\",\"sphere\":{\"radius\":0.5}}]}},"
                        "\"scene\":0,\"scenes\":[{\"nodes\":[0");
    for (int i = 1; i < CROWD; ++i) {
        used += snprintf(text + used, sizeof text - (size_t)used, ",%d", i);
    }
    used += snprintf(text + used, sizeof text - (size_t)used, "]}],\"nodes\":[");
    for (int i = 0; i < CROWD; ++i) {
        used += snprintf(text + used, sizeof text - (size_t)used,
                         "%s{\"extensions\":{\"KHR_physics_rigid_bodies\":{\"motion\":{},"
                         "\"collider\":{\"geometry\":{\"shape\":0}}}}}",
                         i > 0 ? "," : "");
    }
    snprintf(text + used, sizeof text - (size_t)used, "]}");
    runner_file(&runner, "crowd.gltf", text);
    const char *sentence = "28 pairs of colliders in crowded places were left out";
    const char *command = "simulate crowd.gltf --duration 0.01 --rate 100";
    assert_int_equal(runner_run(&runner, command), 0);
    assert_holds(runner.output, sentence);
    assert_holds(runner.output,
                 "32 later ones of its place, and 64 that are no smaller, or 256 whose "
                 "surfaces it touches");
    // With an output the sentence stands beside the line that confirms it.
    assert_int_equal(
        runner_run(&runner, "simulate crowd.gltf --duration 0.01 --rate 100 --trajectory out"), 0);
    assert_holds(runner.errors, sentence);
    runner_end(&runner);
}

static void a_bake_tells_that_physics_is_no_longer_required(void **state)
{
    (void)state;
    Runner runner;
    runner_begin(&runner);
    write_locks(&runner, 1);
    assert_int_equal(runner_run(&runner, "simulate locks.gltf --duration 0.1 --bake out.gltf"), 0);
    assert_holds(runner.errors, "locks.gltf: info: /extensionsRequired: ");
    assert_int_equal(count_of(runner.errors, "[PHYSICS_NOT_REQUIRED_NOW]"), 1);
    runner_end(&runner);
}

static void overlaps_at_the_start_are_told(void **state)
{
    (void)state;
    Runner runner;
    runner_begin(&runner);
    // Spheres of 1 m, 0.75 m apart: a quarter of a metre deep. The third stands free.
    write_balls(&runner, (const char *[]){"{}", "{}", "{}"},
                (const char *[]){"[0,3,0]", "[0.75,3,0]", "[-3,3,0]"}, 3, "");
    assert_int_equal(runner_run(&runner, "simulate balls.gltf --duration 0.1"), 0);
    assert_holds(runner.output, "\n1 pair of colliders overlaps at the start, by 0.25 m: ");
    assert_int_equal(runner_run(&runner, "simulate balls.gltf --duration 0.1 --checkpoint c"), 0);
    // Where a run goes on, nothing starts.
    assert_int_equal(runner_run(&runner, "simulate balls.gltf --duration 0.2 --resume c"), 0);
    assert_int_equal(count_of(runner.output, "overlap"), 0);
    runner_end(&runner);
}

static void a_signal_ends_the_run_and_keeps_what_there_is(void **state)
{
    (void)state;
    runner_skip_on_windows("Windows has no signals from other programs");
    static const int signals[] = {SIGINT, SIGTERM, SIGHUP};
    for (size_t i = 0; i < sizeof signals / sizeof *signals; ++i) {
        Runner runner;
        runner_begin(&runner);
        runner_file(&runner, "crate.gltf", crate);
        // Eleven days: only the signal ends it. Bytes in the temporary file are steps that were
        // taken.
        const pid_t process = runner_start(
            &runner, "simulate crate.gltf --duration 1e6 --trajectory out.ndjson --bake out.gltf "
                     "--checkpoint out.state");
        runner_await(&runner, ".tumble-*.tmp");
        assert_int_equal(kill(process, signals[i]), 0);
        assert_int_equal(runner_wait(&runner, process), 128 + signals[i]);
        assert_holds(runner.errors, " ends the run at t = ");
        char names[256];
        runner_list(&runner, names, sizeof names);
        assert_string_equal(names, "crate.gltf out.gltf out.ndjson out.state ");
        char *text = runner_read(&runner, "out.ndjson", NULL);
        assert_non_null(text);
        assert_holds(text, "{\"t\":1,");
        assert_int_equal(text[strlen(text) - 2], '}'); // the last step is whole
        free(text);
        text = runner_read(&runner, "out.gltf", NULL);
        assert_non_null(text);
        assert_holds(text, "\"Physics\"");
        free(text);
        runner_end(&runner);
    }
}

static void json_tells_that_a_signal_ended_the_run(void **state)
{
    (void)state;
    runner_skip_on_windows("Windows has no signals from other programs");
    Runner runner;
    runner_begin(&runner);
    runner_file(&runner, "crate.gltf", crate);
    const pid_t process =
        runner_start(&runner, "simulate crate.gltf --duration 1e6 --trajectory out --json");
    runner_await(&runner, ".tumble-*.tmp");
    assert_int_equal(kill(process, SIGTERM), 0);
    assert_int_equal(runner_wait(&runner, process), 128 + SIGTERM);
    assert_holds(runner.output, "\"interrupted\": true,\n");
    assert_int_equal(runner_run(&runner, "simulate crate.gltf --duration 0.1 --json"), 0);
    assert_holds(runner.output, "\"interrupted\": false,\n");
    runner_end(&runner);
}

static void a_second_signal_ends_the_run_at_once_and_leaves_nothing(void **state)
{
    (void)state;
    runner_skip_on_windows("Windows has no signals from other programs");
    Runner runner;
    runner_begin(&runner);
    runner_file(&runner, "crate.gltf", crate);
    const pid_t process =
        runner_start(&runner, "simulate crate.gltf --duration 1e6 --trajectory out.ndjson");
    runner_await(&runner, ".tumble-*.tmp");
    // Both arrive before the next step can end: the program stands still meanwhile.
    assert_int_equal(kill(process, SIGSTOP), 0);
    assert_int_equal(kill(process, SIGINT), 0);
    assert_int_equal(kill(process, SIGTERM), 0);
    assert_int_equal(kill(process, SIGCONT), 0);
    assert_int_equal(runner_wait(&runner, process), 128 + SIGTERM);
    char names[256];
    runner_list(&runner, names, sizeof names);
    assert_string_equal(names, "crate.gltf ");
    runner_end(&runner);
}

// Waits until the process catches a signal (Linux, proc(5)); a minute at most.
static void await_handler(pid_t process, int number)
{
    char path[64], line[256];
    snprintf(path, sizeof path, "/proc/%d/status", (int)process);
    for (int i = 0; i < 6000; ++i) {
        FILE *file = fopen(path, "r");
        assert_non_null(file);
        unsigned long long caught = 0;
        while (fgets(line, sizeof line, file) != NULL) {
            (void)sscanf(line, "SigCgt: %llx", &caught);
        }
        fclose(file);
        if ((caught >> (number - 1) & 1) != 0) {
            return;
        }
        nanosleep(&(struct timespec){.tv_nsec = 10000000}, NULL);
    }
    fail_msg("signal %d is never caught", number);
}

static void a_signal_before_the_first_step_ends_the_program_at_once(void **state)
{
    (void)state;
    runner_skip_emulated("an emulator catches signals before the program does");
    Runner runner;
    runner_begin(&runner);
    // Nobody writes to this pipe, so the file is never read.
    int ends[2];
    assert_int_equal(pipe(ends), 0);
    char words[64];
    snprintf(words, sizeof words, "simulate - --trajectory out <&%d", ends[0]);
    const pid_t process = runner_start(&runner, words);
    await_handler(process, SIGTERM);
    assert_int_equal(kill(process, SIGTERM), 0);
    assert_int_equal(runner_wait(&runner, process), 128 + SIGTERM);
    close(ends[0]);
    close(ends[1]);
    char names[256];
    runner_list(&runner, names, sizeof names);
    assert_string_equal(names, "");
    runner_end(&runner);
}

static void an_input_with_errors_is_simulated_and_not_baked(void **state)
{
    (void)state;
    Runner runner;
    runner_begin(&runner);
    runner_file(&runner, "faulty.gltf", faulty);
    static const char refusal[] = FAULT "tumble: error: faulty.gltf: not baked: 1 error in the "
                                        "input; --lenient bakes all the same\n";
    assert_int_equal(runner_run(&runner, "simulate faulty.gltf --duration 0.5"), 1);
    assert_string_equal(runner.errors, FAULT);
    assert_holds(runner.output, "faulty.gltf: 0.5 s in 30 steps, 1 body\n");
    // A bake alone is not even simulated; the trajectory beside it is what can be done.
    assert_int_equal(runner_run(&runner, "simulate faulty.gltf --duration 1e6 --bake out.glb"), 1);
    assert_string_equal(runner.errors, refusal);
    assert_int_equal(
        runner_run(&runner, "simulate faulty.gltf --duration 0.5 --bake out.glb --trajectory out"),
        1);
    assert_holds(runner.errors, refusal);
    assert_null(runner_read(&runner, "out.glb", NULL));
    char *text = runner_read(&runner, "out", NULL);
    assert_non_null(text);
    assert_int_equal(count_of(text, "\n"), 1 + 1 + 30);
    free(text);
    assert_int_equal(
        runner_run(&runner, "simulate faulty.gltf --duration 0.5 --bake out.gltf --lenient"), 1);
    text = runner_read(&runner, "out.gltf", NULL);
    assert_non_null(text);
    assert_holds(text, "\"Physics\"");
    free(text);
    runner_end(&runner);
}

static void json_holds_the_findings(void **state)
{
    (void)state;
    Runner runner;
    runner_begin(&runner);
    runner_file(&runner, "faulty.gltf", faulty);
    runner_file(&runner, "broken.gltf", "{");
    assert_int_equal(runner_run(&runner, "simulate faulty.gltf --duration 0.1 --json"), 1);
    assert_holds(runner.output, "\"steps\": 6,\n");
    assert_holds(runner.output, "\"code\": \"UNRESOLVED_REFERENCE\",\n");
    assert_holds(runner.output, "\"name\": \"Ghost\"");
    assert_int_equal(runner_run(&runner, "simulate broken.gltf --json"), 1);
    assert_holds(runner.output, "\"code\": \"INVALID_JSON\",\n");
    runner_end(&runner);
}

static void a_bake_is_the_file_with_an_animation(void **state)
{
    (void)state;
    Runner runner;
    runner_begin(&runner);
    runner_file(&runner, "crate.gltf", crate);
    assert_int_equal(runner_run(&runner, "simulate crate.gltf --duration 1 --bake out.gltf"), 0);
    assert_string_equal(runner.output, "");
    char *text = runner_read(&runner, "out.gltf", NULL);
    assert_non_null(text);
    assert_holds(text, "\"Physics\"");
    assert_holds(text, "KHR_physics_rigid_bodies");
    free(text);
    assert_int_equal(runner_run(&runner, "simulate crate.gltf --duration 1 --bake - --bake-strip"),
                     0);
    assert_holds(runner.output, "\"Physics\"");
    assert_null(strstr(runner.output, "KHR_"));
    runner_end(&runner);
}

// A lift that goes up by 1 m in a second, with a crate on it.
static const char lift[] =
    "{\"asset\":{\"version\":\"2.0\"},"
    "\"extensionsUsed\":[\"KHR_implicit_shapes\",\"KHR_physics_rigid_bodies\"],"
    "\"extensions\":{\"KHR_implicit_shapes\":{\"shapes\":["
    "{\"type\":\"box\",\"box\":{\"size\":[1,1,1]}}]}},"
    "\"scene\":0,\"scenes\":[{\"nodes\":[0,1]}],\"nodes\":["
    "{\"name\":\"Lift\",\"extensions\":{\"KHR_physics_rigid_bodies\":"
    "{\"motion\":{\"isKinematic\":true},\"collider\":{\"geometry\":{\"shape\":0}}}}},"
    "{\"name\":\"Crate\",\"translation\":[0,1,0],\"extensions\":{"
    "\"KHR_physics_rigid_bodies\":{\"motion\":{},"
    "\"collider\":{\"geometry\":{\"shape\":0}}}}}],"
    "\"buffers\":[{\"byteLength\":32,\"uri\":\"data:application/octet-stream;base64,"
    "AAAAAAAAgD8AAAAAAAAAAAAAAAAAAAAAAACAPwAAAAA=\"}],"
    "\"bufferViews\":[{\"buffer\":0,\"byteLength\":8},"
    "{\"buffer\":0,\"byteOffset\":8,\"byteLength\":24}],"
    "\"accessors\":[{\"bufferView\":0,\"componentType\":5126,\"count\":2,\"type\":\"SCALAR\","
    "\"min\":[0],\"max\":[1]},"
    "{\"bufferView\":1,\"componentType\":5126,\"count\":2,\"type\":\"VEC3\"}],"
    "\"animations\":[{\"name\":\"Rise\",\"samplers\":[{\"input\":0,\"output\":1}],"
    "\"channels\":[{\"sampler\":0,\"target\":{\"node\":0,\"path\":\"translation\"}}]}]}";

static void an_animated_node_is_listed_where_its_animation_puts_it(void **state)
{
    (void)state;
    Runner runner;
    runner_begin(&runner);
    runner_file(&runner, "lift.gltf", lift);
    assert_int_equal(
        runner_run(&runner, "simulate lift.gltf --duration 0.5 --rate 64 --trajectory -"), 0);
    // 64 steps of 1/64 s: every number here is exact in single precision.
    const char *last = line_of(runner.output, 1 + 32);
    assert_begins(last, "{\"t\":0.5,\"bodies\":[{\"node\":0,\"position\":[0,0.5,0],"
                        "\"orientation\":[0,0,0,1],\"linearVelocity\":[0,1,0],");
    assert_int_equal(runner_run(&runner, "simulate lift.gltf --duration 0.5 --rate 64 "
                                         "--trajectory - --no-animations"),
                     0);
    last = line_of(runner.output, 1 + 32);
    assert_begins(last, "{\"t\":0.5,\"bodies\":[{\"node\":0,\"position\":[0,0,0],");
    runner_end(&runner);
}

static void a_bake_leaves_an_animated_node_to_its_animation(void **state)
{
    (void)state;
    Runner runner;
    runner_begin(&runner);
    runner_file(&runner, "lift.gltf", lift);
    assert_int_equal(runner_run(&runner, "simulate lift.gltf --duration 1 --bake out.gltf"), 0);
    char *text = runner_read(&runner, "out.gltf", NULL);
    assert_non_null(text);
    const char *physics = strstr(text, "\"Physics\"");
    assert_non_null(physics);
    assert_holds(text, "\"Rise\"");
    // One channel moves the lift, as before; two are new, and move the crate.
    assert_int_equal(count_of(text, "\"node\": 0"), 1);
    assert_int_equal(count_of(text, "\"node\": 1"), 2);
    free(text);
    runner_end(&runner);
}

static void g4mf_has_nothing_to_bake_into(void **state)
{
    (void)state;
    Runner runner;
    runner_begin(&runner);
    runner_file(&runner, "ball.g4tf",
                "{\"asset\":{\"dimension\":3},\"nodes\":[{\"children\":[1]},{\"physics\":{"
                "\"motion\":{\"type\":\"dynamic\"}}}]}");
    assert_int_equal(runner_run(&runner, "simulate ball.g4tf --duration 1 --bake out.g4tf"), 1);
    assert_holds(runner.errors, "G4MF has no animations");
    assert_int_equal(
        runner_run(&runner, "simulate ball.g4tf --duration 1 --trajectory - --rate 60"), 0);
    assert_holds(runner.output, "\"dimension\":3");
    runner_end(&runner);
}

// In three dimensions the planes XY, XZ and YZ are turns about Z, about -Y and about X.
static void planes_of_g4mf_turn_about_their_axes_in_three_dimensions(void **state)
{
    (void)state;
    Runner runner;
    runner_begin(&runner);
    // One body turns by a radian from X toward Z; another is told all planes, and its pose, turned
    // from X toward Z, as a rotor.
    runner_file(
        &runner, "spin.g4tf",
        "{\"asset\":{\"dimension\":3},\"nodes\":[{\"children\":[1,2]},{\"physics\":{"
        "\"motion\":{\"type\":\"dynamic\",\"gravityFactor\":0,\"angularVelocity\":[0,1,0]}}},"
        "{\"position\":[9,0,0],\"rotor\":[0.8,0,0.6,0],\"physics\":{\"motion\":{\"type\":"
        "\"dynamic\",\"gravityFactor\":0,\"angularVelocity\":[1,2,3]}}}]}");
    assert_int_equal(
        runner_run(&runner, "simulate spin.g4tf --duration 1 --rate 60 --trajectory -"), 0);
    assert_holds(line_of(runner.output, 1), "\"orientation\":[0,-0.6,0,0.8],\"linearVelocity\":"
                                            "[0,0,0],\"angularVelocity\":[3,-2,1]");
    const char *end = line_of(runner.output, 61);
    double q[4];
    const char *orientation = strstr(end, "\"orientation\":[");
    assert_non_null(orientation);
    assert_int_equal(
        sscanf(orientation, "\"orientation\":[%lf,%lf,%lf,%lf]", &q[0], &q[1], &q[2], &q[3]), 4);
    assert_near(q[0], 0, 1e-6);
    assert_near(q[1], -sin(0.5), 1e-6);
    assert_near(q[2], 0, 1e-6);
    assert_near(q[3], cos(0.5), 1e-6);
    // glTF has axes: converted, it goes the same way to the last digit.
    char *lines = strdup(line_of(runner.output, 1));
    assert_int_equal(runner_run(&runner, "convert spin.g4tf --to khr -o spin.gltf"), 0);
    assert_int_equal(
        runner_run(&runner, "simulate spin.gltf --duration 1 --rate 60 --trajectory -"), 0);
    assert_string_equal(line_of(runner.output, 1), lines);
    free(lines);
    runner_end(&runner);
}

// A tesseract of 16 kg and a ground, in four dimensions.
static const char tesseract[] =
    "{\"asset\":{\"dimension\":4},\"nodes\":[{\"children\":[1,2]},{\"name\":\"Ground\",\"physics\":"
    "{\"collider\":{\"shape\":1}}},{\"name\":\"Box\",\"position\":[0,2,0,3],\"children\":[3],"
    "\"physics\":{\"motion\":{\"type\":\"dynamic\",\"mass\":16,\"angularVelocity\":[1,2,3,4,5,6]}}}"
    ","
    "{\"physics\":{\"collider\":{\"shape\":0}}}],\"shapes\":[{\"size\":[1,1,1,1]},{\"type\":"
    "\"plane\"}]}";

static void four_dimensions_are_written_with_four_numbers_sixteen_and_six(void **state)
{
    (void)state;
    Runner runner;
    runner_begin(&runner);
    runner_file(&runner, "box.g4tf", tesseract);
    assert_int_equal(
        runner_run(&runner, "simulate box.g4tf --duration 0.1 --rate 10 --trajectory - --contacts"),
        0);
    assert_holds(runner.output, "\"dimension\":4");
    assert_holds(runner.output, "{\"t\":0,\"bodies\":[{\"node\":2,\"position\":[0,2,0,3],"
                                "\"orientation\":[1,0,0,0,0,1,0,0,0,0,1,0,0,0,0,1],"
                                "\"linearVelocity\":[0,0,0,0],\"angularVelocity\":[1,2,3,4,5,6],"
                                "\"asleep\":false}],\"events\":[]}\n");
    // Gravity may have a fourth part: half a second at 2 m/s^2 along W, in binary fractions.
    assert_int_equal(runner_run(&runner, "simulate box.g4tf --duration 0.5 --rate 16 --gravity "
                                         "0,0,0,2 --trajectory -"),
                     0);
    assert_holds(runner.output, "\"linearVelocity\":[0,0,0,1]");
    runner_end(&runner);
}

static void a_resumed_run_of_four_dimensions_is_the_rest_of_the_unbroken_one(void **state)
{
    (void)state;
    Runner runner;
    runner_begin(&runner);
    runner_file(&runner, "box.g4tf", tesseract);
    assert_int_equal(runner_run(&runner, "simulate box.g4tf --duration 1 --trajectory -"), 0);
    char *whole = strdup(runner.output);
    assert_int_equal(runner_run(&runner, "simulate box.g4tf --duration 0.5 --checkpoint half"), 0);
    assert_int_equal(
        runner_run(&runner,
                   "simulate box.g4tf --duration 1 --resume half --threads 2 --trajectory -"),
        0);
    // Its first line of poses is where the other one was after half the time.
    const char *rest = strstr(strchr(runner.output, '\n') + 1, "{\"t\":");
    const char *same = strstr(whole, rest);
    assert_non_null(same);
    assert_string_equal(same, rest);
    free(whole);
    runner_end(&runner);
}

static void a_file_of_four_dimensions_is_baked_by_way_of_a_projection(void **state)
{
    (void)state;
    Runner runner;
    runner_begin(&runner);
    runner_file(&runner, "box.g4tf", tesseract);
    assert_int_equal(runner_run(&runner, "simulate box.g4tf --duration 1 --bake out.gltf"), 1);
    assert_holds(runner.errors, "G4MF has no animations to bake into; --trajectory writes the "
                                "motion down, and convert --to khr --project makes a file that "
                                "--bake can take");
    assert_int_equal(runner_run(&runner, "convert box.g4tf --to khr --project -o flat.gltf"), 0);
    assert_int_equal(runner_run(&runner, "simulate flat.gltf --duration 1 --bake out.gltf"), 0);
    runner_end(&runner);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_trajectory_has_a_header_and_a_line_for_each_step_and_the_start),
        cmocka_unit_test(no_duration_is_the_start_alone),
        cmocka_unit_test(a_pipe_gets_the_same_bytes_as_a_file),
        cmocka_unit_test(contacts_are_told_where_asked_for),
        cmocka_unit_test(a_resumed_trajectory_is_the_rest_of_the_unbroken_one),
        cmocka_unit_test(a_checkpoint_appears_while_a_run_goes_on),
        cmocka_unit_test(a_checkpoint_that_does_not_fit_is_refused_with_the_reason),
        cmocka_unit_test(threads_and_repetition_change_no_byte),
        cmocka_unit_test(a_name_that_ends_in_npz_gives_a_zip_archive),
        cmocka_unit_test(a_file_without_physics_gives_steps_without_bodies),
        cmocka_unit_test(without_outputs_a_table_tells_what_moved),
        cmocka_unit_test(gravity_on_the_command_line_wins),
        cmocka_unit_test(quiet_prints_nothing),
        cmocka_unit_test(json_names_the_state_it_ended_in),
        cmocka_unit_test(stats_go_where_the_trajectory_does_not),
        cmocka_unit_test(a_missing_file_is_code_3),
        cmocka_unit_test(a_file_that_is_no_document_is_code_1_and_leaves_outputs_alone),
        cmocka_unit_test(an_output_that_cannot_be_written_is_told_before_simulating),
        cmocka_unit_test(nothing_is_left_beside_the_outputs),
        cmocka_unit_test(a_link_stays_a_link_and_rights_stay_rights),
        cmocka_unit_test(a_device_is_written_and_not_replaced),
        cmocka_unit_test(a_full_disk_is_code_3),
        cmocka_unit_test(a_simulation_that_diverges_is_code_4_and_keeps_what_came_before),
        cmocka_unit_test(each_output_is_confirmed_in_a_line),
        cmocka_unit_test(outputs_that_are_the_input_or_each_other_are_refused),
        cmocka_unit_test(bodies_that_leave_the_scene_are_counted),
        cmocka_unit_test(bodies_that_fly_away_are_counted),
        cmocka_unit_test(a_body_that_hangs_does_not_fall),
        cmocka_unit_test(nothing_moved_has_a_reason),
        cmocka_unit_test(overlaps_at_the_start_are_told),
        cmocka_unit_test(joints_that_contradict_each_other_are_told),
        cmocka_unit_test(pairs_that_were_left_out_are_told),
        cmocka_unit_test(a_bake_tells_that_physics_is_no_longer_required),
        cmocka_unit_test(a_signal_ends_the_run_and_keeps_what_there_is),
        cmocka_unit_test(json_tells_that_a_signal_ended_the_run),
        cmocka_unit_test(a_second_signal_ends_the_run_at_once_and_leaves_nothing),
        cmocka_unit_test(a_signal_before_the_first_step_ends_the_program_at_once),
        cmocka_unit_test(an_input_with_errors_is_simulated_and_not_baked),
        cmocka_unit_test(json_holds_the_findings),
        cmocka_unit_test(a_bake_is_the_file_with_an_animation),
        cmocka_unit_test(an_animated_node_is_listed_where_its_animation_puts_it),
        cmocka_unit_test(a_bake_leaves_an_animated_node_to_its_animation),
        cmocka_unit_test(g4mf_has_nothing_to_bake_into),
        cmocka_unit_test(planes_of_g4mf_turn_about_their_axes_in_three_dimensions),
        cmocka_unit_test(four_dimensions_are_written_with_four_numbers_sixteen_and_six),
        cmocka_unit_test(a_resumed_run_of_four_dimensions_is_the_rest_of_the_unbroken_one),
        cmocka_unit_test(a_file_of_four_dimensions_is_baked_by_way_of_a_projection),
    };
    return cmocka_run_group_tests_name("simulate", tests, NULL, NULL);
}
