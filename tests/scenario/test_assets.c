// SPDX-License-Identifier: MIT
// Assets of ours: sound ones pass all scenarios at every rate and from every start, broken ones
// fail the checks that tests/scenario/assets/table.json names, at the place of their cause.
#include "base/arena.h"
#include "document/json.h"
#include "tests/scenario/runs.h"

static const char folder[] = "tests/scenario/assets/";

enum { TABLE_BYTES = 65536, PATH_BYTES = 256 };

typedef struct Table {
    Arena arena;
    char text[TABLE_BYTES];
    JsonValue rows;
} Table;

static Table *table_read(void)
{
    Table *table = calloc(1, sizeof *table);
    FILE *file = fopen("tests/scenario/assets/table.json", "rb");
    assert_non_null(file);
    const size_t bytes = fread(table->text, 1, sizeof table->text, file);
    fclose(file);
    assert_true(bytes < sizeof table->text);
    assert_int_equal(
        tum_json_parse(table->text, bytes, &table->arena, &table->rows, "table.json", NULL),
        TUM_OK);
    return table;
}

static void table_end(Table *table)
{
    tum_arena_clear(&table->arena);
    free(table);
}

static const char *text_of(const JsonValue *row, const char *key)
{
    return tum_json_find(row, key)->text;
}

static Runs runs_of_row(const JsonValue *row)
{
    char path[PATH_BYTES];
    snprintf(path, sizeof path, "%s%s", folder, text_of(row, "file"));
    return runs_of(path);
}

static bool is_sound(const JsonValue *row)
{
    return tum_json_find(row, "checks")->count == 0;
}

static void print(const JsonValue *row, const TumVerdict *verdict)
{
    print_error("%s: %s (%s) is %g, %g to %g %s, at %g s and %g Hz: %s: %s\n", text_of(row, "file"),
                verdict->check, verdict->subject, verdict->value, verdict->least, verdict->most,
                verdict->unit, verdict->time, verdict->rate, verdict->pointer, verdict->message);
}

// Runs the sound assets with these options.
static void assert_sound_assets_pass(const TumScenarioOptions *options, size_t *passed)
{
    Table *table = table_read();
    size_t assets = 0, failures = 0;
    for (uint32_t i = 0; i < table->rows.count; ++i) {
        const JsonValue *row = &table->rows.items[i];
        if (!is_sound(row)) {
            continue;
        }
        Runs runs = runs_of_row(row);
        runs.options = *options;
        runs_start(&runs);
        for (size_t k = 0; k < tum_verdicts_count(runs.verdicts); ++k) {
            const TumVerdict *verdict = tum_verdicts_at(runs.verdicts, k);
            if (verdict->outcome == TUM_OUTCOME_FAILED) {
                print(row, verdict);
                ++failures;
            }
        }
        *passed += tum_verdicts_count_of(runs.verdicts, TUM_OUTCOME_PASSED);
        runs_end(&runs);
        ++assets;
    }
    assert_int_equal(assets, 16);
    assert_int_equal(failures, 0);
    table_end(table);
}

static const double three_rates[] = {60.0, 120.0, 240.0};

static void sound_assets_pass_at_60_120_and_240_hertz(void **state)
{
    (void)state;
    size_t passed = 0;
    assert_sound_assets_pass(&(TumScenarioOptions){.rates = three_rates, .rate_count = 3}, &passed);
    // Each asset passes three checks of a drop or of its own scene at each rate.
    assert_true(passed >= 16 * 3 * 3);
}

static void sound_assets_pass_from_other_starts(void **state)
{
    (void)state;
    size_t passed = 0;
    const TumScenarioOptions options = {
        .rates = three_rates, .rate_count = 3, .jitter = (uint32_t)rounds(8, 2)};
    assert_sound_assets_pass(&options, &passed);
    assert_true(passed >= 16 * 3 * 3);
}

// The checks that fail are those of the row, no other.
static void assert_fails(const JsonValue *row, const Runs *runs)
{
    const JsonValue *checks = tum_json_find(row, "checks");
    for (size_t i = 0; i < tum_verdicts_count(runs->verdicts); ++i) {
        const TumVerdict *verdict = tum_verdicts_at(runs->verdicts, i);
        bool is_named = false;
        for (uint32_t k = 0; k < checks->count; ++k) {
            is_named |= strcmp(checks->items[k].text, verdict->check) == 0;
        }
        if (is_named != (verdict->outcome == TUM_OUTCOME_FAILED)) {
            print(row, verdict);
            fail_msg("%s %s %s", text_of(row, "file"), is_named ? "passes" : "fails",
                     verdict->check);
        }
    }
    for (uint32_t k = 0; k < checks->count; ++k) {
        if (runs_find(runs, checks->items[k].text) == NULL) {
            fail_msg("%s has no check %s", text_of(row, "file"), checks->items[k].text);
        }
    }
}

// Each failure has a value, a bound, a time, a node, the cause at the row's pointer, and a cure.
static void assert_explained(const JsonValue *row, const Runs *runs)
{
    for (size_t i = 0; i < tum_verdicts_count(runs->verdicts); ++i) {
        const TumVerdict *verdict = tum_verdicts_at(runs->verdicts, i);
        if (verdict->outcome != TUM_OUTCOME_FAILED) {
            continue;
        }
        assert_string_equal(verdict->pointer, text_of(row, "pointer"));
        assert_true(isfinite(verdict->value) && isfinite(verdict->time));
        assert_true(isfinite(verdict->least) || isfinite(verdict->most));
        assert_true(verdict->node >= 0 && verdict->subject[0] != '\0');
        assert_near(verdict->rate, 240.0, 0.0);
        assert_non_null(strstr(verdict->message, ": ")); // The cause, then its cure.
    }
}

static void broken_assets_fail_what_the_table_names_with_cause_and_cure(void **state)
{
    (void)state;
    Table *table = table_read();
    size_t assets = 0;
    for (uint32_t i = 0; i < table->rows.count; ++i) {
        const JsonValue *row = &table->rows.items[i];
        if (is_sound(row)) {
            continue;
        }
        Runs runs = runs_of_row(row);
        runs_start(&runs);
        assert_fails(row, &runs);
        assert_explained(row, &runs);
        runs_end(&runs);
        ++assets;
    }
    assert_int_equal(assets, 24);
    table_end(table);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(sound_assets_pass_at_60_120_and_240_hertz),
        cmocka_unit_test(sound_assets_pass_from_other_starts),
        cmocka_unit_test(broken_assets_fail_what_the_table_names_with_cause_and_cure),
    };
    return cmocka_run_group_tests_name("assets", tests, NULL, NULL);
}
