// SPDX-License-Identifier: MIT
// Versions and layouts: which programs may use which library.
#include "base/stamp.h"
#include "tests/support/support.h"

static void a_version_is_a_text_and_a_number(void **state)
{
    (void)state;
    char version[32];
    snprintf(version, sizeof version, "%d.%d.%d", TUM_VERSION_MAJOR, TUM_VERSION_MINOR,
             TUM_VERSION_PATCH);
    assert_string_equal(tum_version(), version);
    assert_int_equal(tum_version_number(), TUM_VERSION);
    assert_int_equal(TUM_VERSION_NUMBER(1, 2, 3), 1002003);
}

#if !TUM_VERSION_AT_LEAST(0, 1, 0) || TUM_VERSION_AT_LEAST(999, 0, 0)
#error "the preprocessor can compare versions"
#endif

// docs/versioning.md: before 1.0 a minor version may change layouts, from 1.0 on a major one.
static void headers_fit_libraries_of_their_series_that_are_no_older(void **state)
{
    (void)state;
    const int major = TUM_VERSION_MAJOR, minor = TUM_VERSION_MINOR, patch = TUM_VERSION_PATCH;
    assert_true(tum_version_fits(TUM_VERSION));
    assert_true(tum_version_fits((uint32_t)TUM_VERSION_NUMBER(major, minor, 0)));
    assert_false(tum_version_fits((uint32_t)TUM_VERSION_NUMBER(major, minor, patch + 1)));
    assert_false(tum_version_fits((uint32_t)TUM_VERSION_NUMBER(major, minor + 1, 0)));
    assert_false(tum_version_fits((uint32_t)TUM_VERSION_NUMBER(major + 1, 0, 0)));
    assert_int_equal(tum_version_fits((uint32_t)TUM_VERSION_NUMBER(major, minor - 1, 0)),
                     major > 0 && minor > 0);
}

/// A definition as the library has it, and as callers compiled it before and after.
typedef struct Def {
    uint32_t stamp;
    int a, b;
} Def;

typedef struct ShorterDef {
    uint32_t stamp;
    int a;
} ShorterDef;

typedef struct LongerDef {
    uint32_t stamp;
    int a, b, c;
} LongerDef;

static const Def defaults = {.stamp = STAMP_OF('x', '3', Def), .a = 5, .b = 7};

static void a_definition_of_the_same_layout_is_filled(void **state)
{
    (void)state;
    Def def;
    tum_stamp_fill(&def, sizeof def, &defaults);
    assert_int_equal(def.a, 5);
    assert_int_equal(def.b, 7);
    assert_int_equal(tum_stamp_status(def.stamp, defaults.stamp), TUM_OK);
}

static void a_definition_of_another_layout_is_told_and_nothing_beyond_it_is_written(void **state)
{
    (void)state;
    struct {
        ShorterDef def;
        int beyond;
    } shorter = {.beyond = 11};
    LongerDef longer = {.c = 13};
    tum_stamp_fill(&shorter.def, sizeof shorter.def, &defaults);
    tum_stamp_fill(&longer, sizeof longer, &defaults);
    assert_int_equal(shorter.beyond, 11);
    assert_int_equal(shorter.def.a, 0);
    assert_int_equal(longer.c, 0);
    assert_int_equal(tum_stamp_status(shorter.def.stamp, defaults.stamp), TUM_ERROR_VERSION);
    assert_int_equal(tum_stamp_status(longer.stamp, defaults.stamp), TUM_ERROR_VERSION);
}

static void a_stamp_that_nobody_wrote_is_an_argument(void **state)
{
    (void)state;
    const uint32_t other_kind = STAMP_OF('x', '4', Def);
    assert_int_equal(tum_stamp_status(0, defaults.stamp), TUM_ERROR_ARGUMENT);
    assert_int_equal(tum_stamp_status(other_kind, defaults.stamp), TUM_ERROR_ARGUMENT);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_version_is_a_text_and_a_number),
        cmocka_unit_test(headers_fit_libraries_of_their_series_that_are_no_older),
        cmocka_unit_test(a_definition_of_the_same_layout_is_filled),
        cmocka_unit_test(a_definition_of_another_layout_is_told_and_nothing_beyond_it_is_written),
        cmocka_unit_test(a_stamp_that_nobody_wrote_is_an_argument),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
