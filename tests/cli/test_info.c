// SPDX-License-Identifier: MIT
// `tumble info`: what physics is in a file.
#include "tests/cli/runner.h"

static void a_page_tells_what_there_is(void **state)
{
    (void)state;
    Runner runner;
    runner_begin(&runner);
    runner_file(&runner, "crate.gltf", crate);
    assert_int_equal(runner_run(&runner, "info crate.gltf"), 0);
    // A cube of 12 kg and 1 m has moments m a^2 / 6 = 2.
    assert_string_equal(runner.output,
                        "crate.gltf\n"
                        "  dialects    khr (K6)\n"
                        "  nodes       2, 2 in the scene\n"
                        "  bodies      1: 1 dynamic\n"
                        "  colliders   2: 2 box\n"
                        "              1 of the colliders belongs to no body and never moves\n"
                        "  findings    0 errors, 0 warnings, 0 infos, 0 hints\n"
                        "\n"
                        "  node  name   kind     mass [kg]  center of mass [m]  inertia [kg m^2]  "
                        "colliders\n"
                        "     1  Crate  dynamic         12  0 0 0               2 2 2             "
                        "        1\n");
    assert_string_equal(runner.errors, "");
    runner_end(&runner);
}

// The centre of a cylinder of height 0.9 m comes out 4e-17 m beside its middle.
static void rounding_is_no_place(void **state)
{
    (void)state;
    Runner runner;
    runner_begin(&runner);
    runner_file(&runner, "pillar.gltf",
                "{\"asset\":{\"version\":\"2.0\"},"
                "\"extensionsUsed\":[\"KHR_implicit_shapes\",\"KHR_physics_rigid_bodies\"],"
                "\"extensions\":{\"KHR_implicit_shapes\":{\"shapes\":[{\"type\":\"cylinder\","
                "\"cylinder\":{\"height\":0.9,\"radiusBottom\":0.2,\"radiusTop\":0.2}}]}},"
                "\"scene\":0,\"scenes\":[{\"nodes\":[0]}],\"nodes\":[{\"name\":\"Pillar\","
                "\"extensions\":{\"KHR_physics_rigid_bodies\":{\"motion\":{\"mass\":12},"
                "\"collider\":{\"geometry\":{\"shape\":0}}}}}]}");
    assert_int_equal(runner_run(&runner, "info pillar.gltf"), 0);
    assert_holds(runner.output, "dynamic         12  0 0 0    ");
    runner_end(&runner);
}

static void other_dimensions_are_told(void **state)
{
    (void)state;
    Runner runner;
    runner_begin(&runner);
    runner_file(&runner, "five.g4tf", "{\"asset\":{\"dimension\":5},\"nodes\":[{}]}");
    assert_int_equal(runner_run(&runner, "info five.g4tf --quiet"), 0);
    assert_string_equal(runner.output, "five.g4tf\n"
                                       "  dialects    g4mf (F)\n"
                                       "  dimension   5: physics is read in 3 and 4\n"
                                       "  nodes       1, 1 in the scene\n"
                                       "  findings    0 errors, 1 warning, 0 infos, 0 hints\n");
    assert_int_equal(runner_run(&runner, "simulate five.g4tf"), 1);
    assert_holds(runner.errors, "Physics in 5 dimensions is not simulated; three and four are.");
    runner_end(&runner);
}

static void four_dimensions_have_a_moment_for_each_plane(void **state)
{
    (void)state;
    Runner runner;
    runner_begin(&runner);
    // 12 kg over edges of 1, 1, 2 and 3 m: mass / 12 times the squares of a plane's two edges.
    runner_file(&runner, "box.g4tf",
                "{\"asset\":{\"dimension\":4},\"nodes\":[{\"children\":[1]},{\"name\":\"Box\","
                "\"physics\":{\"motion\":{\"type\":\"dynamic\",\"mass\":12}},\"children\":[2]},"
                "{\"physics\":{\"collider\":{\"shape\":0}}}],\"shapes\":[{\"size\":[1,1,2,3]}]}");
    assert_int_equal(runner_run(&runner, "info box.g4tf"), 0);
    assert_holds(runner.output, "  dimension   4\n");
    assert_holds(runner.output, "  node  name  kind     mass [kg]  center of mass [m]  "
                                "inertia XY XZ YZ XW YW ZW [kg m^2]  colliders\n"
                                "     1  Box   dynamic         12  0 0 0 0             "
                                "2 5 5 10 10 13                              1\n");
    runner_end(&runner);
}

static void a_file_without_physics_says_so(void **state)
{
    (void)state;
    Runner runner;
    runner_begin(&runner);
    runner_file(&runner, "plain.gltf", plain);
    assert_int_equal(runner_run(&runner, "info - < plain.gltf"), 0);
    assert_string_equal(runner.output, "-\n"
                                       "  dialects    none: no physics\n"
                                       "  nodes       1, 1 in the scene\n"
                                       "  findings    0 errors, 0 warnings, 0 infos, 0 hints\n");
    assert_string_equal(runner.errors, "-: no physics in this file\n");
    runner_end(&runner);
}

// Names as Godot and its exporters have them; the mesh has no triangle to be a collider of.
static const char named[] =
    "{\"asset\":{\"version\":\"2.0\"},\"scenes\":[{\"nodes\":[0]}],"
    "\"nodes\":[{\"name\":\"Barrel-rigid\",\"mesh\":0}],"
    "\"meshes\":[{\"primitives\":[{\"attributes\":{\"POSITION\":0}}]}],"
    "\"accessors\":[{\"componentType\":5126,\"count\":3,\"type\":\"VEC3\",\"min\":[0,0,0],"
    "\"max\":[0,0,0]}]}";

static void names_that_ask_for_physics_are_told(void **state)
{
    (void)state;
    Runner runner;
    runner_begin(&runner);
    runner_file(&runner, "named.gltf", named);
    static const char note[] = "named.gltf: no physics; names such as \"Barrel-rigid\" ask for "
                               "some: --dialect names reads them\n";
    assert_int_equal(runner_run(&runner, "info named.gltf"), 0);
    assert_string_equal(runner.errors, note);
    assert_int_equal(runner_run(&runner, "simulate named.gltf --duration 0.1 --bake out.glb"), 0);
    assert_holds(runner.errors, note);
    assert_int_equal(runner_run(&runner, "convert named.gltf --to khr -o out.gltf"), 0);
    assert_string_equal(runner.errors, note);
    static const char line[] = "named.gltf: names such as \"Barrel-rigid\" ask for physics: "
                               "--dialect names reads them\n";
    assert_int_equal(runner_run(&runner, "validate named.gltf"), 0);
    assert_holds(runner.output, line);
    assert_int_equal(runner_run(&runner, "validate named.gltf --quiet"), 0);
    assert_string_equal(runner.output, "");
    assert_int_equal(runner_run(&runner, "info named.gltf --dialect names"), 0);
    assert_null(strstr(runner.errors, "no physics"));
    assert_int_equal(runner_run(&runner, "info named.gltf --quiet"), 0);
    assert_string_equal(runner.errors, "");
    runner_end(&runner);
}

static void what_a_terminal_would_obey_is_escaped(void **state)
{
    (void)state;
    runner_skip_on_windows("file names are Unicode");
    Runner runner;
    runner_begin(&runner);
    // A name that clears the screen, breaks the line, turns the text around and is wide.
    runner_file(&runner, "odd.gltf",
                "{\"asset\":{\"version\":\"2.0\"},"
                "\"extensionsUsed\":[\"KHR_physics_rigid_bodies\"],"
                "\"scenes\":[{\"nodes\":[0,1]}],\"nodes\":["
                "{\"name\":\"a\\u001b[2J\\nb\\u202ec\\u009b\\u7bb1\",\"extensions\":"
                "{\"KHR_physics_rigid_bodies\":{\"motion\":{\"mass\":\"heavy\"}}}},"
                "{\"name\":\"Crate\",\"extensions\":"
                "{\"KHR_physics_rigid_bodies\":{\"motion\":{\"mass\":1}}}}]}");
    static const char name[] = "a\\x1b[2J\\nb\\u{202e}c\\u{9b}\xe7\xae\xb1";
    const char *const runs[] = {"info odd.gltf",
                                "simulate odd.gltf --duration 0.5",
                                "validate odd.gltf",
                                "convert odd.gltf --to omi -o out.gltf",
                                "info \"$(printf 'no\\033[2J\\377')\"",
                                "simulate odd.gltf --trajectory 'a\nb/c'"};
    for (size_t i = 0; i < sizeof runs / sizeof *runs; ++i) {
        runner_run(&runner, runs[i]);
        assert_int_equal(count_of(runner.output, "\033") + count_of(runner.errors, "\033"), 0);
        assert_int_equal(
            count_of(runner.output, "\xe2\x80\xae") + count_of(runner.errors, "\xe2\x80\xae"), 0);
        if (i == 4) {
            assert_holds(runner.errors, "no\\x1b[2J\\xff: error: ");
        }
        if (i < 4) {
            assert_true(strstr(runner.output, name) != NULL || strstr(runner.errors, name) != NULL);
        }
    }
    assert_holds(runner.errors, "a\\nb/c");
    // Two columns for the wide character: what stands to the right is aligned.
    assert_int_equal(runner_run(&runner, "info odd.gltf"), 1);
    assert_holds(runner.output, "a\\x1b[2J\\nb\\u{202e}c\\u{9b}\xe7\xae\xb1  dynamic");
    assert_holds(runner.output, "Crate                         dynamic");
    runner_end(&runner);
}

// The widest line of a text of single columns.
static size_t widest(const char *text)
{
    size_t most = 0;
    for (const char *line = text; *line != '\0'; line += strcspn(line, "\n") + 1) {
        const size_t width = strcspn(line, "\n");
        most = width > most ? width : most;
        if (line[width] == '\0') {
            break;
        }
    }
    return most;
}

static void tables_are_as_wide_as_the_terminal(void **state)
{
    (void)state;
    Runner runner;
    runner_begin(&runner);
    runner_file(&runner, "long.gltf",
                "{\"asset\":{\"version\":\"2.0\"},"
                "\"extensionsUsed\":[\"KHR_physics_rigid_bodies\"],"
                "\"scenes\":[{\"nodes\":[0]}],\"nodes\":["
                "{\"name\":\"A name of more than forty columns, to its end\",\"extensions\":"
                "{\"KHR_physics_rigid_bodies\":{\"motion\":{\"mass\":1}}}}]}");
    // Into a file goes all of it.
    assert_int_equal(runner_run(&runner, "info long.gltf"), 0);
    assert_holds(runner.output, "A name of more than forty columns, to its end  dynamic");
    // The name gives way first, then the column that is read least.
    char command[2048];
    for (int width = 120; width >= 40; width -= 20) {
        snprintf(command, sizeof command, "--version; COLUMNS=%d '%s' info long.gltf", width,
                 runner.program);
        assert_int_equal(runner_run(&runner, command), 0);
        const char *table = strstr(runner.output, "\n  node  name");
        assert_non_null(table);
        // The ellipsis has three bytes and one column.
        assert_true(widest(table + 1) <= (size_t)width + 2);
        assert_holds(runner.output, "  dynamic  ");
    }
    assert_holds(runner.output, " columns left out (--json has all)\n");
    assert_holds(runner.output, "\xe2\x80\xa6  dynamic");
    runner_end(&runner);
}

static void json_has_every_number(void **state)
{
    (void)state;
    Runner runner;
    runner_begin(&runner);
    runner_file(&runner, "crate.gltf", crate);
    assert_int_equal(runner_run(&runner, "info crate.gltf --json"), 0);
    assert_holds(runner.output, "\"dimension\": 3,\n");
    assert_holds(runner.output, "\"mass\": 12,\n");
    assert_holds(runner.output, "\"massOrigin\": \"authored\",\n");
    assert_holds(runner.output, "\"type\": \"box\",\n");
    assert_holds(runner.output, "\"joints\": [],\n");
    assert_holds(runner.output, "\"errors\": 0,\n");
    runner_end(&runner);
}

static void joints_limits_and_drives_are_told(void **state)
{
    (void)state;
    Runner runner;
    runner_begin(&runner);
    runner_file(
        &runner, "door.gltf",
        "{\"asset\":{\"version\":\"2.0\"},\"extensionsUsed\":[\"KHR_physics_rigid_bodies\"],"
        "\"extensions\":{\"KHR_physics_rigid_bodies\":{\"physicsJoints\":[{"
        "\"limits\":[{\"linearAxes\":[0,1,2],\"min\":0,\"max\":0},"
        "{\"angularAxes\":[0,2],\"min\":0,\"max\":0}],"
        "\"drives\":[{\"type\":\"angular\",\"mode\":\"force\",\"axis\":1,\"velocityTarget\":2,"
        "\"damping\":3}]}]}},"
        "\"scenes\":[{\"nodes\":[0,1]}],\"nodes\":["
        "{\"name\":\"Frame\",\"extensions\":{\"KHR_physics_rigid_bodies\":"
        "{\"joint\":{\"connectedNode\":1,\"joint\":0}}}},"
        "{\"name\":\"Door\",\"extensions\":{\"KHR_physics_rigid_bodies\":"
        "{\"motion\":{\"mass\":5}}}}]}");
    assert_int_equal(runner_run(&runner, "info door.gltf"), 0);
    assert_holds(runner.output, "  joints      1: 2 limits, 1 drive\n");
    assert_int_equal(runner_run(&runner, "info door.gltf --json"), 0);
    assert_holds(runner.output, "\"velocityTarget\": 2,\n");
    // A drive without maxForce is unlimited, which JSON can only call null.
    assert_holds(runner.output, "\"maxForce\": null,\n");
    runner_end(&runner);
}

static void findings_are_lines_on_standard_error(void **state)
{
    (void)state;
    Runner runner;
    runner_begin(&runner);
    runner_file(&runner, "odd.gltf",
                "{\"asset\":{\"version\":\"2.0\"},"
                "\"extensionsUsed\":[\"KHR_physics_rigid_bodies\"],"
                "\"scenes\":[{\"nodes\":[0]}],\"nodes\":[{\"extensions\":"
                "{\"KHR_physics_rigid_bodies\":{\"motion\":{\"mass\":\"heavy\"}}}}]}");
    assert_int_equal(runner_run(&runner, "info odd.gltf"), 1);
    assert_holds(runner.errors,
                 "odd.gltf: error: /nodes/0/extensions/KHR_physics_rigid_bodies/motion/mass: ");
    assert_holds(runner.errors, "[TYPE_MISMATCH]\n");
    assert_holds(runner.output, "  findings    1 error, ");
    runner_end(&runner);
}

static void errors_are_code_1_and_what_can_be_told_is_told(void **state)
{
    (void)state;
    Runner runner;
    runner_begin(&runner);
    runner_file(&runner, "faulty.gltf", faulty);
    runner_file(&runner, "broken.gltf", "{");
    assert_int_equal(runner_run(&runner, "info faulty.gltf"), 1);
    assert_string_equal(runner.errors, FAULT);
    assert_holds(runner.output, "  bodies      1: 1 dynamic\n");
    assert_int_equal(runner_run(&runner, "info faulty.gltf --json"), 1);
    assert_holds(runner.output, "\"mass\": 12,\n");
    assert_holds(runner.output, "\"errors\": 1,\n");
    assert_holds(runner.output, "\"code\": \"UNRESOLVED_REFERENCE\",\n");
    assert_int_equal(runner_run(&runner, "info broken.gltf --json"), 1);
    assert_holds(runner.output, "\"file\": \"broken.gltf\",\n");
    assert_holds(runner.output, "\"code\": \"INVALID_JSON\",\n");
    assert_int_equal(runner_run(&runner, "info nowhere.gltf --json"), 3);
    assert_holds(runner.output, "\"code\": \"IO_ERROR\",\n");
    runner_end(&runner);
}

static void an_error_is_not_hidden_by_a_hundred_warnings(void **state)
{
    (void)state;
    Runner runner;
    runner_begin(&runner);
    // 120 bodies of no mass and no shape, then one whose mass is a word.
    static char text[1 << 14];
    int used = snprintf(text, sizeof text,
                        "{\"asset\":{\"version\":\"2.0\"},\"extensionsUsed\":["
                        "\"KHR_physics_rigid_bodies\"],\"scenes\":[{\"nodes\":[0");
    for (int i = 1; i < 121; ++i) {
        used += snprintf(text + used, sizeof text - (size_t)used, ",%d", i);
    }
    used += snprintf(text + used, sizeof text - (size_t)used, "]}],\"nodes\":[");
    for (int i = 0; i < 120; ++i) {
        used += snprintf(text + used, sizeof text - (size_t)used,
                         "{\"extensions\":{\"KHR_physics_rigid_bodies\":{\"motion\":{}}}},");
    }
    snprintf(text + used, sizeof text - (size_t)used,
             "{\"extensions\":{\"KHR_physics_rigid_bodies\":{\"motion\":{\"mass\":\"heavy\"}}}}]}");
    runner_file(&runner, "many.gltf", text);
    assert_int_equal(runner_run(&runner, "info many.gltf"), 1);
    assert_int_equal(count_of(runner.errors, ": warning: "), 100);
    assert_int_equal(count_of(runner.errors, ": error: "), 1);
    assert_holds(runner.errors, " more warnings\n");
    runner_end(&runner);
}

// A body in each of two dialects, and a wall by its name.
static const char mixed[] =
    "{\"asset\":{\"version\":\"2.0\"},"
    "\"extensionsUsed\":[\"KHR_physics_rigid_bodies\",\"MSFT_rigid_bodies\","
    "\"MSFT_collision_primitives\"],"
    "\"extensions\":{\"MSFT_collision_primitives\":{\"colliders\":["
    "{\"type\":\"sphere\",\"sphere\":{\"radius\":1}}]}},"
    "\"scenes\":[{\"nodes\":[0,1]}],\"nodes\":["
    "{\"name\":\"A\",\"extensions\":{\"KHR_physics_rigid_bodies\":{\"motion\":{\"mass\":5}}}},"
    "{\"name\":\"B\",\"extensions\":{\"MSFT_rigid_bodies\":"
    "{\"motion\":{},\"collider\":{\"collider\":0}}}}]}";

static void each_dialect_is_told_with_what_it_says(void **state)
{
    (void)state;
    Runner runner;
    runner_begin(&runner);
    runner_file(&runner, "mixed.gltf", mixed);
    assert_int_equal(runner_run(&runner, "info mixed.gltf"), 0);
    assert_holds(runner.output,
                 "  dialects    khr (K6), msft (M3)\n"
                 "              KHR_physics_rigid_bodies: 1 body, 0 colliders, 0 triggers, 0 "
                 "joints\n"
                 "              MSFT_rigid_bodies: 1 body, 1 collider, 0 triggers, 0 joints\n"
                 "  nodes       2, 2 in the scene\n"
                 "  bodies      2: 2 dynamic\n");
    assert_holds(runner.errors, "[PHYSICS_DIALECT_MIXED]\n");
    assert_int_equal(runner_run(&runner, "info mixed.gltf --json"), 0);
    assert_holds(runner.output, "\"name\": \"MSFT_rigid_bodies\",\n");
    runner_end(&runner);
}

static void a_dialect_that_is_asked_for_is_the_only_one(void **state)
{
    (void)state;
    Runner runner;
    runner_begin(&runner);
    runner_file(&runner, "mixed.gltf", mixed);
    assert_int_equal(runner_run(&runner, "info mixed.gltf --dialect msft"), 0);
    assert_holds(runner.output, "  dialects    msft (M3)\n  nodes ");
    assert_holds(runner.output, "  bodies      1: 1 dynamic\n");
    assert_string_equal(runner.errors, "");
    // The id that is printed names it too.
    assert_int_equal(runner_run(&runner, "info mixed.gltf --dialect M3"), 0);
    assert_holds(runner.output, "  dialects    msft (M3)\n  nodes ");
    assert_int_equal(runner_run(&runner, "info mixed.gltf --dialect names"), 0);
    assert_holds(runner.output, "  dialects    none: no physics\n");
    assert_string_equal(runner.errors,
                        "mixed.gltf: warning: No node in the scene has physics in the "
                        "dialect 'names', which was asked for. [PHYSICS_DIALECT_FORCED]\n"
                        "mixed.gltf: no physics in this file\n");
    assert_int_equal(runner_run(&runner, "simulate mixed.gltf --duration 0 --dialect msft "
                                         "--trajectory -"),
                     0);
    assert_holds(runner.output, "\"nodes\":[{\"index\":1,\"name\":\"B\"}]");
    assert_int_equal(runner_run(&runner, "info mixed.gltf --dialect mfst"), 2);
    assert_string_equal(runner.errors,
                        "tumble: error: --dialect mfst: did you mean msft? There are khr, "
                        "khr-draft, msft, omi, omi-draft, omi-collider, g4mf, gltf21, names.\n");
    runner_end(&runner);
}

static void a_directory_is_no_file(void **state)
{
    (void)state;
    Runner runner;
    runner_begin(&runner);
    assert_int_equal(runner_run(&runner, "info ."), 3);
    assert_string_equal(runner.output, "");
    runner_end(&runner);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_page_tells_what_there_is),
        cmocka_unit_test(rounding_is_no_place),
        cmocka_unit_test(other_dimensions_are_told),
        cmocka_unit_test(four_dimensions_have_a_moment_for_each_plane),
        cmocka_unit_test(a_file_without_physics_says_so),
        cmocka_unit_test(names_that_ask_for_physics_are_told),
        cmocka_unit_test(what_a_terminal_would_obey_is_escaped),
        cmocka_unit_test(tables_are_as_wide_as_the_terminal),
        cmocka_unit_test(json_has_every_number),
        cmocka_unit_test(joints_limits_and_drives_are_told),
        cmocka_unit_test(findings_are_lines_on_standard_error),
        cmocka_unit_test(errors_are_code_1_and_what_can_be_told_is_told),
        cmocka_unit_test(an_error_is_not_hidden_by_a_hundred_warnings),
        cmocka_unit_test(each_dialect_is_told_with_what_it_says),
        cmocka_unit_test(a_dialect_that_is_asked_for_is_the_only_one),
        cmocka_unit_test(a_directory_is_no_file),
    };
    return cmocka_run_group_tests_name("info", tests, NULL, NULL);
}
