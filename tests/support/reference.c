// SPDX-License-Identifier: MIT
// As much JSON as the reference files have: objects, arrays, numbers, words, plain strings.
#include "tests/support/reference.h"

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

Reference reference_open(const char *name)
{
    char path[256];
    (void)snprintf(path, sizeof path, "../shared/spec/reference4d/%s.json", name);
    FILE *file = fopen(path, "rb");
    if (file == NULL) {
        print_message("no %s: skipped\n", path);
        skip();
    }
    assert_int_equal(fseek(file, 0, SEEK_END), 0);
    const size_t bytes = (size_t)ftell(file);
    rewind(file);
    Reference reference = {.text = calloc(bytes + 1, 1)};
    assert_non_null(reference.text);
    assert_int_equal(fread(reference.text, 1, bytes, file), bytes);
    (void)fclose(file);
    return reference;
}

void reference_close(Reference *reference)
{
    free(reference->text);
    assert_true(reference->case_count > 0);
}

const char *reference_element(const char *array, const char *item)
{
    const char *at = skip_space(item == NULL ? array + 1 : skip_value(item));
    return *at == ']' ? NULL : at;
}

const char *reference_next(Reference *reference, const char *item)
{
    const char *cases = reference_member(skip_space(reference->text), "cases");
    assert_non_null(cases);
    const char *next = reference_element(cases, item);
    reference->case_count += next != NULL;
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
