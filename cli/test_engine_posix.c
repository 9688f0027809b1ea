// SPDX-License-Identifier: MIT
// test_engine_posix.c: another engine as a program behind a pipe: tumble scene | engine | judge.
#include <errno.h>
#include <math.h>
#include <poll.h>
#include <signal.h>
#include <stdio.h>
#include <string.h>
#include <sys/types.h>
#include <sys/wait.h>
#include <unistd.h>

#include "system/clock.h"
#include "test_engine.h"

enum { PATH_BYTES = 4096, NUMBER_BYTES = 40, NOT_EXECUTABLE = 126, NOT_FOUND = 127 };

// Runs `tumble scene FILE --json` in this process, which it replaces.
static _Noreturn void become_scene(const CommandEngine *engine)
{
    char program[PATH_BYTES];
    const char *words[10] = {"tumble", "scene", "--json", "--quiet"};
    size_t count = 4;
    const ssize_t length = readlink("/proc/self/exe", program, sizeof program - 1);
    if (engine->dialect != NULL) {
        words[count++] = "--dialect";
        words[count++] = engine->dialect;
    }
    if (engine->literal_stiffness) {
        words[count++] = "--literal-stiffness";
    }
    if (engine->no_animations) {
        words[count++] = "--no-animations";
    }
    words[count++] = "--";
    words[count++] = engine->file;
    // The array has room for all of these words and a NULL.
    const char *arguments[12] = {0};
    memcpy(arguments, words, count * sizeof *words);
    if (length > 0) {
        program[length] = '\0';
        execv(program, (char *const *)arguments);
    }
    execvp("tumble", (char *const *)arguments);
    _exit(NOT_FOUND);
}

static _Noreturn void become_engine(const CommandEngine *engine, double duration, double rate)
{
    char script[PATH_BYTES], seconds[NUMBER_BYTES], hertz[NUMBER_BYTES];
    (void)snprintf(script, sizeof script, "exec %s \"$@\"", engine->command);
    (void)snprintf(seconds, sizeof seconds, "%.17g", duration);
    (void)snprintf(hertz, sizeof hertz, "%.17g", rate);
    execl("/bin/sh", "sh", "-c", script, "sh", "--duration", seconds, "--rate", hertz,
          (char *)NULL);
    _exit(NOT_FOUND);
}

// Starts a process between two pipes. @return its id, or -1.
static pid_t start(const CommandEngine *engine, int in, int out, const int to_close[4],
                   bool is_engine, double duration, double rate)
{
    (void)fflush(stdout);
    (void)fflush(stderr);
    const pid_t process = fork();
    if (process != 0) {
        return process;
    }
    if ((in >= 0 && dup2(in, STDIN_FILENO) < 0) || dup2(out, STDOUT_FILENO) < 0) {
        _exit(NOT_FOUND);
    }
    for (int i = 0; i < 4; ++i) {
        close(to_close[i]);
    }
    if (is_engine) {
        become_engine(engine, duration, rate);
    }
    become_scene(engine);
}

static int wait_for(pid_t process)
{
    int status = 0;
    while (process > 0 && waitpid(process, &status, 0) < 0 && errno == EINTR) {
    }
    return status;
}

// [ms] What is left of a limit of seconds; -1: there is none.
static int time_left(double limit, uint64_t began_ns)
{
    if (limit <= 0.0) {
        return -1;
    }
    const double left = limit - 1e-9 * (double)(tum_clock_nanoseconds() - began_ns);
    return left > 0.0 ? (int)ceil(1e3 * left) : 0;
}

// Hands the engine's output to the run. @return whether it ended in time.
static bool read_all(int from, double limit, TumRun *run)
{
    const uint64_t began_ns = tum_clock_nanoseconds();
    struct pollfd motion = {.fd = from, .events = POLLIN};
    char bytes[1 << 16];
    ssize_t count;
    do {
        const int ready = poll(&motion, 1, time_left(limit, began_ns));
        if (ready == 0) {
            return false;
        }
        count = ready < 0 ? -1 : read(from, bytes, sizeof bytes);
    } while ((count < 0 && errno == EINTR) ||
             (count > 0 && tum_run_lines(run, bytes, (size_t)count)));
    return true;
}

static void tell_end(const CommandEngine *engine, bool is_in_time, int status, TumRun *run)
{
    char reason[256];
    if (!is_in_time) {
        (void)snprintf(reason, sizeof reason,
                       "%.120s took longer than %g s, and was ended; --engine-time-limit allows "
                       "more",
                       engine->command, engine->time_limit);
        tum_run_refuse(run, reason);
    } else if (WIFSIGNALED(status) && WTERMSIG(status) != SIGPIPE) {
        (void)snprintf(reason, sizeof reason, "%.120s ended by signal %d", engine->command,
                       WTERMSIG(status));
        tum_run_refuse(run, reason);
    } else if (WIFEXITED(status) && WEXITSTATUS(status) != 0) {
        const int code = WEXITSTATUS(status);
        (void)snprintf(reason, sizeof reason, "%.120s ended with status %d%s", engine->command,
                       code,
                       code == NOT_FOUND        ? ": there is no such program"
                       : code == NOT_EXECUTABLE ? ": the program may not be executed"
                                                : "");
        tum_run_refuse(run, reason);
    }
}

static TumStatus run_command(void *user, double duration, double rate, TumRun *run)
{
    const CommandEngine *engine = user;
    int scene[2], motion[2];
    if (pipe(scene) != 0) {
        console_error(engine->console, "%s: %s", engine->command, strerror(errno));
        return TUM_ERROR_FILE;
    }
    if (pipe(motion) != 0) {
        console_error(engine->console, "%s: %s", engine->command, strerror(errno));
        close(scene[0]);
        close(scene[1]);
        return TUM_ERROR_FILE;
    }
    const int all[4] = {scene[0], scene[1], motion[0], motion[1]};
    const pid_t writer = start(engine, -1, scene[1], all, false, duration, rate);
    const pid_t program =
        writer > 0 ? start(engine, scene[0], motion[1], all, true, duration, rate) : -1;
    close(scene[0]);
    close(scene[1]);
    close(motion[1]);
    bool is_in_time = true;
    if (program > 0) {
        is_in_time = read_all(motion[0], engine->time_limit, run);
        if (!is_in_time) {
            (void)kill(program, SIGKILL);
        }
    }
    close(motion[0]); // A run that is refused ends its engine by SIGPIPE.
    (void)wait_for(writer);
    const int status = wait_for(program);
    if (program < 0) {
        console_error(engine->console, "%s: %s", engine->command, strerror(errno));
        return TUM_ERROR_FILE;
    }
    tell_end(engine, is_in_time, status, run);
    return TUM_OK;
}

TumEngine command_engine(CommandEngine *command)
{
    return (TumEngine){.run = run_command, .user = command, .name = command->command};
}
