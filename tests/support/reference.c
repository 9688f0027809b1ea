// SPDX-License-Identifier: MIT
// As much JSON as the reference files have: objects, arrays, numbers, words, plain strings.
#include "tests/support/reference.h"

#include <dirent.h>

static const char *skip_space(const char *at)
{
    return at + strspn(at, " \t\r\n,");
}

static const char *skip_value(const char *at)
{
    if (*at == '"') {
        return strchr(at + 1, '"') + 1;
    }
    if (*at != '{' && *at != '[') {
        return at + strcspn(at, ",]} \t\r\n");
    }
    int depth = 0;
    do {
        if (*at == '"') {
            at = strchr(at + 1, '"');
        }
        depth += *at == '{' || *at == '[';
        depth -= *at == '}' || *at == ']';
        ++at;
    } while (depth > 0);
    return at;
}

// Sets of the reference: one stands in a folder of its own, others in the folders of a second.
static const char sets[] = "../shared/spec";
static const char first_set[] = "reference4d";
static const char other_sets[] = "../shared/spec/reference4d-more";

/// The file and case a test reads; told where the test fails.
static struct {
    char path[REFERENCE_PATH]; ///< "": none.
    char *text;
    size_t number;
} open_set;

static void close_set(void)
{
    free(open_set.text);
    open_set.text = NULL;
    open_set.path[0] = '\0';
    open_set.number = 0;
}

static void open_file(const char *path)
{
    close_set();
    FILE *file = fopen(path, "rb");
    assert_non_null(file);
    (void)snprintf(open_set.path, sizeof open_set.path, "%s", path);
    assert_int_equal(fseek(file, 0, SEEK_END), 0);
    const size_t bytes = (size_t)ftell(file);
    rewind(file);
    open_set.text = calloc(bytes + 1, 1);
    assert_non_null(open_set.text);
    assert_int_equal(fread(open_set.text, 1, bytes, file), bytes);
    (void)fclose(file);
}

static void add_path(Reference *reference, const char *folder, const char *set, const char *name)
{
    assert_true(reference->set_count < REFERENCE_SETS);
    char *path = reference->paths[reference->set_count];
    const int length = snprintf(path, REFERENCE_PATH, "%s/%s/%s.json", folder, set, name);
    assert_in_range(length, 1, REFERENCE_PATH - 1);
    FILE *file = fopen(path, "rb");
    if (file != NULL) {
        ++reference->set_count;
        (void)fclose(file);
    }
}

static int compare_paths(const void *a, const void *b)
{
    return strcmp(a, b);
}

Reference reference_open(const char *name)
{
    Reference reference = {.set_count = 0};
    add_path(&reference, sets, first_set, name);
    DIR *folder = opendir(other_sets);
    if (folder != NULL) {
        const struct dirent *entry;
        while ((entry = readdir(folder)) != NULL) {
            if (entry->d_name[0] != '.') {
                add_path(&reference, other_sets, entry->d_name, name);
            }
        }
        (void)closedir(folder);
    }
    if (reference.set_count == 0) {
        print_message("no %s/%s/%s.json: skipped\n", sets, first_set, name);
        skip();
    }
    // The order in which a folder lists its entries is anyone's.
    qsort(reference.paths, reference.set_count, sizeof reference.paths[0], compare_paths);
    return reference;
}

void reference_close(Reference *reference)
{
    close_set();
    assert_true(reference->case_count > 0);
}

int reference_teardown(void **state)
{
    (void)state;
    if (open_set.path[0] != '\0') {
        print_error("in %s, case %zu\n", open_set.path, open_set.number);
    }
    close_set();
    return 0;
}

const char *reference_element(const char *array, const char *item)
{
    const char *at = skip_space(item == NULL ? array + 1 : skip_value(item));
    return *at == ']' ? NULL : at;
}

const char *reference_next(Reference *reference, const char *item)
{
    const char *next = NULL;
    if (item != NULL) {
        next = reference_element(reference->cases, item);
    }
    // No case of this set is left: the first of the next set.
    while (next == NULL && reference->set < reference->set_count) {
        open_file(reference->paths[reference->set++]);
        reference->cases = reference_member(skip_space(open_set.text), "cases");
        assert_non_null(reference->cases);
        next = reference_element(reference->cases, NULL);
    }
    reference->case_count += next != NULL;
    open_set.number += next != NULL;
    return next;
}

const char *reference_member(const char *object, const char *name)
{
    const size_t length = strlen(name);
    const char *at = skip_space(object + 1);
    while (*at == '"') {
        const char *key = at + 1;
        at = skip_value(at);
        const bool found = (size_t)(at - 1 - key) == length && memcmp(key, name, length) == 0;
        at += strspn(at, " :\n");
        if (found) {
            return at;
        }
        at = skip_space(skip_value(at));
    }
    return NULL;
}

size_t reference_list(const char *value, double *numbers, size_t capacity)
{
    const char *end = skip_value(value);
    size_t count = 0;
    while (value < end) {
        value += strspn(value, "[], \t\r\n");
        if (value < end) {
            char *after;
            const double number = strtod(value, &after);
            assert_ptr_not_equal(after, value);
            if (count < capacity) {
                numbers[count] = number;
            }
            ++count;
            value = after;
        }
    }
    return count;
}

void reference_numbers(const char *object, const char *name, double *numbers, size_t count)
{
    const char *value = reference_member(object, name);
    if (value == NULL || reference_list(value, numbers, count) != count) {
        print_error("no %s with %zu numbers\n", name, count);
        fail();
    }
}

double reference_number(const char *object, const char *name)
{
    double number = 0.0;
    reference_numbers(object, name, &number, 1);
    return number;
}

bool reference_is(const char *object, const char *name, const char *text)
{
    const char *value = reference_member(object, name);
    return value != NULL && *value == '"' && strncmp(value + 1, text, strlen(text)) == 0 &&
           value[1 + strlen(text)] == '"';
}
