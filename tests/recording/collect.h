// SPDX-License-Identifier: MIT
/// collect.h: a sink that keeps what it takes, or refuses after a while; and Python, where there is
/// one, as a second reader.
#ifndef TUM_TESTS_RECORDING_COLLECT_H
#define TUM_TESTS_RECORDING_COLLECT_H

#include "tests/support/folder.h"
#include "tests/support/support.h"
#include "tumble/recording.h"

typedef struct Collected {
    unsigned char *bytes;
    size_t count, capacity;
    size_t most; ///< Bytes it takes before it refuses; 0: any number.
} Collected;

static inline bool collect(void *user, const void *bytes, size_t count)
{
    Collected *collected = user;
    if (collected->most != 0 && collected->count + count > collected->most) {
        return false;
    }
    if (collected->count + count > collected->capacity) {
        collected->capacity = 2 * (collected->count + count);
        collected->bytes = realloc(collected->bytes, collected->capacity);
        assert_non_null(collected->bytes);
    }
    memcpy(collected->bytes + collected->count, bytes, count);
    collected->count += count;
    return true;
}

static inline TumSink collect_sink(Collected *collected)
{
    return (TumSink){collect, collected};
}

static inline void collect_file(const char *path, const void *bytes, size_t count)
{
    FILE *file = fopen(path, "wb");
    assert_non_null(file);
    assert_int_equal(fwrite(bytes, 1, count, file), count);
    fclose(file);
}

/// Runs a Python program over the bytes, which it finds in the file sys.argv[1]. Skips the test
/// where there is no python3. @return what it printed; free it.
static inline char *read_by_python(const Collected *collected, const char *program)
{
    if (system("python3 -c '' 2>/dev/null") != 0) {
        print_message("skipped: no python3 to read with\n");
        skip();
    }
    char folder[TEST_FOLDER_BYTES], path[TEST_FOLDER_BYTES + 8], script[TEST_FOLDER_BYTES + 8];
    char command[512];
    assert_true(test_folder_make(folder));
    snprintf(path, sizeof path, "%s/bytes", folder);
    snprintf(script, sizeof script, "%s/script", folder);
    collect_file(path, collected->bytes, collected->count);
    collect_file(script, program, strlen(program));
    snprintf(command, sizeof command, "python3 %s %s 2>&1", script, path);
    FILE *output = popen(command, "r");
    assert_non_null(output);
    char *text = calloc(1, 65536);
    assert_non_null(text);
    const size_t count = fread(text, 1, 65535, output);
    text[count] = '\0';
    pclose(output);
    test_folder_list(folder, true);
    rmdir(folder);
    return text;
}

#endif
