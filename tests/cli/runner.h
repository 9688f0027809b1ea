// SPDX-License-Identifier: MIT
/// runner.h: runs `tumble` in a folder of its own and keeps what it printed.
///
///     Runner runner;
///     runner_begin(&runner);
///     runner_file(&runner, "crate.gltf", crate);
///     assert_int_equal(runner_run(&runner, "info crate.gltf"), 0);
///     assert_string_equal(runner.output, "…");
///     runner_end(&runner);
#ifndef TUM_TESTS_CLI_RUNNER_H
#define TUM_TESTS_CLI_RUNNER_H

#include <glob.h>
#include <signal.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

#include "tests/support/support.h"

typedef struct Runner {
    char program[1024]; ///< The program under test.
    char folder[64];    ///< Where it runs; removed at the end.
    char *output, *errors;
} Runner;

/// The content of a file in the runner's folder, ended by a zero; NULL where there is none. Free
/// it.
static inline char *runner_read(const Runner *runner, const char *name, size_t *count)
{
    char path[256];
    snprintf(path, sizeof path, "%s/%s", runner->folder, name);
    FILE *file = fopen(path, "rb");
    if (file == NULL) {
        return NULL;
    }
    size_t used = 0, room = 1 << 16;
    char *text = malloc(room);
    assert_non_null(text);
    for (size_t got = 1; got > 0; used += got) {
        if (room - used < 2) {
            text = realloc(text, room *= 2);
            assert_non_null(text);
        }
        got = fread(text + used, 1, room - used - 1, file);
    }
    text[used] = '\0';
    fclose(file);
    if (count != NULL) {
        *count = used;
    }
    return text;
}

static inline void runner_file(const Runner *runner, const char *name, const char *text)
{
    char path[256];
    snprintf(path, sizeof path, "%s/%s", runner->folder, name);
    FILE *file = fopen(path, "wb");
    assert_non_null(file);
    assert_int_equal(fwrite(text, 1, strlen(text), file), strlen(text));
    assert_int_equal(fclose(file), 0);
}

/// Skips the test where the program was not built. The program stands in bin/ beside the folder of
/// this test; TUMBLE_PROGRAM names another.
static inline void runner_begin(Runner *runner)
{
    *runner = (Runner){0};
    const char *named = getenv("TUMBLE_PROGRAM");
    if (named != NULL) {
        snprintf(runner->program, sizeof runner->program, "%s", named);
    } else {
        char self[512] = {0};
        const ssize_t length = readlink("/proc/self/exe", self, sizeof self - 1);
        assert_true(length > 0);
        for (int i = 0; i < 2; ++i) {
            char *slash = strrchr(self, '/');
            assert_non_null(slash);
            *slash = '\0';
        }
        snprintf(runner->program, sizeof runner->program, "%s/bin/tumble", self);
    }
    if (access(runner->program, X_OK) != 0) {
        print_message("skipped: %s was not built\n", runner->program);
        skip();
    }
    snprintf(runner->folder, sizeof runner->folder, "/tmp/tumble-cli-XXXXXX");
    assert_non_null(mkdtemp(runner->folder));
}

/// Skips a test that does not hold for a program of Windows (docs/platforms.md). These tests are
/// programs of this machine also where the program under test is one of Windows, run by Wine.
static inline void runner_skip_on_windows(const char *reason)
{
    const char *system_of_program = getenv("TUMBLE_PROGRAM_SYSTEM");
    if (system_of_program != NULL && strcmp(system_of_program, "Windows") == 0) {
        print_message("skipped: %s\n", reason);
        skip();
    }
}

/// Skips a test that looks at the process of the program, where that is an emulator's.
static inline void runner_skip_emulated(const char *reason)
{
    if (getenv("TUMBLE_PROGRAM") != NULL) {
        print_message("skipped: %s\n", reason);
        skip();
    }
}

/// Runs `tumble` with these words of a shell, which may name it again as "$TUMBLE".
/// @return its exit code.
static inline int runner_run(Runner *runner, const char *words)
{
    free(runner->output);
    free(runner->errors);
    const size_t room = strlen(words) + strlen(runner->program) + 256;
    char *command = malloc(room);
    assert_non_null(command);
    snprintf(command, room, "cd '%s' && { TUMBLE='%s'; \"$TUMBLE\" %s; } >.output 2>.errors",
             runner->folder, runner->program, words);
    const int status = system(command);
    free(command);
    assert_true(WIFEXITED(status));
    runner->output = runner_read(runner, ".output", NULL);
    runner->errors = runner_read(runner, ".errors", NULL);
    assert_non_null(runner->output);
    assert_non_null(runner->errors);
    return WEXITSTATUS(status);
}

/// Starts `tumble` with these words of a shell and goes on; two minutes later it is ended, whatever
/// became of the test. @return its process.
static inline pid_t runner_start(const Runner *runner, const char *words)
{
    char command[2048];
    assert_true((size_t)snprintf(command, sizeof command,
                                 "cd '%s' && exec '%s' %s >.output 2>.errors", runner->folder,
                                 runner->program, words) < sizeof command);
    const pid_t process = fork();
    assert_true(process >= 0);
    if (process == 0) {
        alarm(120);
        execl("/bin/sh", "sh", "-c", command, (char *)NULL);
        _exit(127);
    }
    return process;
}

/// Waits until a file in the folder that matches the pattern has bytes; a minute at most.
static inline void runner_await(const Runner *runner, const char *pattern)
{
    char path[256];
    snprintf(path, sizeof path, "%s/%s", runner->folder, pattern);
    for (int i = 0; i < 6000; ++i) {
        glob_t found = {0};
        struct stat about;
        const bool is_there = glob(path, 0, NULL, &found) == 0 &&
                              stat(found.gl_pathv[0], &about) == 0 && about.st_size > 0;
        globfree(&found);
        if (is_there) {
            return;
        }
        nanosleep(&(struct timespec){.tv_nsec = 10000000}, NULL);
    }
    fail_msg("nothing matches %s", path);
}

/// Waits for the end of a process that runner_start began. @return its exit code, or minus the
/// signal that killed it.
static inline int runner_wait(Runner *runner, pid_t process)
{
    int status = 0;
    assert_int_equal(waitpid(process, &status, 0), process);
    free(runner->output);
    free(runner->errors);
    runner->output = runner_read(runner, ".output", NULL);
    runner->errors = runner_read(runner, ".errors", NULL);
    assert_non_null(runner->output);
    assert_non_null(runner->errors);
    return WIFEXITED(status) ? WEXITSTATUS(status) : -WTERMSIG(status);
}

/// The names in the folder, hidden ones included, each followed by a blank.
static inline void runner_list(const Runner *runner, char *names, size_t room)
{
    char command[256];
    snprintf(command, sizeof command, "ls -A '%s' | grep -vx '.output\\|.errors'", runner->folder);
    FILE *list = popen(command, "r");
    assert_non_null(list);
    const size_t used = fread(names, 1, room - 1, list);
    names[used] = '\0';
    pclose(list);
    for (char *c = names; *c != '\0'; ++c) {
        *c = *c == '\n' ? ' ' : *c;
    }
}

static inline void runner_end(Runner *runner)
{
    char command[256];
    snprintf(command, sizeof command, "chmod -R u+w '%s' && rm -r '%s'", runner->folder,
             runner->folder);
    assert_int_equal(system(command), 0);
    free(runner->output);
    free(runner->errors);
}

/// Fails and shows the text unless it holds `part`.
static inline void assert_holds(const char *text, const char *part)
{
    if (strstr(text, part) == NULL) {
        print_error("\"%s\"\ndoes not hold \"%s\"\n", text, part);
        fail();
    }
}

static inline size_t count_of(const char *text, const char *part)
{
    size_t count = 0;
    for (const char *at = strstr(text, part); at != NULL; at = strstr(at + 1, part)) {
        ++count;
    }
    return count;
}

/// A crate three metres above a floor.
static const char crate[] =
    "{\"asset\":{\"version\":\"2.0\"},"
    "\"extensionsUsed\":[\"KHR_implicit_shapes\",\"KHR_physics_rigid_bodies\"],"
    "\"extensions\":{\"KHR_implicit_shapes\":{\"shapes\":["
    "{\"type\":\"box\",\"box\":{\"size\":[1,1,1]}},"
    "{\"type\":\"box\",\"box\":{\"size\":[20,1,20]}}]}},"
    "\"scene\":0,\"scenes\":[{\"nodes\":[0,1]}],\"nodes\":["
    "{\"name\":\"Floor\",\"translation\":[0,-0.5,0],\"extensions\":{\"KHR_physics_rigid_bodies\":"
    "{\"collider\":{\"geometry\":{\"shape\":1}}}}},"
    "{\"name\":\"Crate\",\"translation\":[0,3,0],\"extensions\":{\"KHR_physics_rigid_bodies\":"
    "{\"motion\":{\"mass\":12},\"collider\":{\"geometry\":{\"shape\":0}}}}}]}";

/// A crate that falls, and a node whose collider has a shape that is not there: an error.
static const char faulty[] =
    "{\"asset\":{\"version\":\"2.0\"},"
    "\"extensionsUsed\":[\"KHR_implicit_shapes\",\"KHR_physics_rigid_bodies\"],"
    "\"extensions\":{\"KHR_implicit_shapes\":{\"shapes\":["
    "{\"type\":\"box\",\"box\":{\"size\":[1,1,1]}}]}},"
    "\"scene\":0,\"scenes\":[{\"nodes\":[0,1]}],\"nodes\":["
    "{\"name\":\"Ghost\",\"extensions\":{\"KHR_physics_rigid_bodies\":"
    "{\"collider\":{\"geometry\":{\"shape\":7}}}}},"
    "{\"name\":\"Crate\",\"translation\":[0,3,0],\"extensions\":{\"KHR_physics_rigid_bodies\":"
    "{\"motion\":{\"mass\":12},\"collider\":{\"geometry\":{\"shape\":0}}}}}]}";
#define FAULT                                                                                      \
    "faulty.gltf: error: /nodes/0/extensions/KHR_physics_rigid_bodies/collider/geometry/shape "    \
    "(\"Ghost\"): Unresolved reference: 7, in a table of length 1. [UNRESOLVED_REFERENCE]\n"

/// Nodes and nothing else.
static const char plain[] = "{\"asset\":{\"version\":\"2.0\"},\"scenes\":[{\"nodes\":[0]}],"
                            "\"nodes\":[{\"name\":\"Lamp\"}]}";

#endif
