// SPDX-License-Identifier: MIT
// serve_browser_posix.c: an address opened in the browser of the desktop.
#include <fcntl.h>
#include <spawn.h>
#include <sys/wait.h>
#include <unistd.h>

#include "serve_server.h"

extern char **environ;

#ifdef __APPLE__
static char opener[] = "open";
#else
static char opener[] = "xdg-open";
#endif

bool serve_open_browser(const char *address, int *process)
{
    char *const arguments[] = {opener, (char *)(uintptr_t)address, NULL};
    posix_spawn_file_actions_t actions;
    posix_spawnattr_t attributes;
    *process = 0;
    if (posix_spawn_file_actions_init(&actions) != 0) {
        return false;
    }
    if (posix_spawnattr_init(&attributes) != 0) {
        (void)posix_spawn_file_actions_destroy(&actions);
        return false;
    }
    for (int stream = 0; stream < 3; ++stream) {
        (void)posix_spawn_file_actions_addopen(&actions, stream, "/dev/null", O_RDWR, 0);
    }
    // A group of its own: Ctrl-C ends the server, not the browser.
    (void)posix_spawnattr_setflags(&attributes, POSIX_SPAWN_SETPGROUP);
    pid_t child = 0;
    const int failure = posix_spawnp(&child, opener, &actions, &attributes, arguments, environ);
    (void)posix_spawnattr_destroy(&attributes);
    (void)posix_spawn_file_actions_destroy(&actions);
    *process = failure == 0 ? (int)child : 0;
    return failure == 0;
}

bool serve_browser_failed(int *process)
{
    int status = 0;
    if (*process == 0 || waitpid(*process, &status, WNOHANG) != *process) {
        return false;
    }
    *process = 0;
    return !WIFEXITED(status) || WEXITSTATUS(status) != 0;
}
