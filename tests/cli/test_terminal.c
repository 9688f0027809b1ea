// SPDX-License-Identifier: MIT
// What `tumble` does on a terminal alone: a line while it waits, tables of its width.
#define _XOPEN_SOURCE 700 // posix_openpt
#include <fcntl.h>
#include <poll.h>
#include <sys/ioctl.h>

#include "tests/cli/runner.h"

// A program on a terminal of its own.
typedef struct Session {
    pid_t process;
    int screen;       ///< What the program writes to its terminal comes out here.
    char text[16384]; ///< That, so far.
    size_t count;
} Session;

// Starts `tumble` with these words of a shell; standard error, or output as well, is a terminal.
static void session_begin(Session *session, const Runner *runner, const char *words,
                          bool output_too, unsigned short columns)
{
    session->count = 0;
    session->text[0] = '\0';
    session->screen = posix_openpt(O_RDWR | O_NOCTTY);
    assert_true(session->screen >= 0);
    assert_int_equal(grantpt(session->screen), 0);
    assert_int_equal(unlockpt(session->screen), 0);
    const struct winsize size = {.ws_row = 24, .ws_col = columns};
    assert_int_equal(ioctl(session->screen, TIOCSWINSZ, &size), 0);
    const int terminal = open(ptsname(session->screen), O_RDWR | O_NOCTTY);
    assert_true(terminal >= 0);
    char command[2048];
    snprintf(command, sizeof command, "cd '%s' && exec '%s' %s", runner->folder, runner->program,
             words);
    session->process = fork();
    assert_true(session->process >= 0);
    if (session->process == 0) {
        dup2(terminal, STDERR_FILENO);
        if (output_too) {
            dup2(terminal, STDOUT_FILENO);
        }
        alarm(120);
        execl("/bin/sh", "sh", "-c", command, (char *)NULL);
        _exit(127);
    }
    close(terminal);
}

// Reads on until the text holds `part`, or, where it is NULL, until the program closes the
// terminal.
static void session_read(Session *session, const char *part)
{
    while (part == NULL || strstr(session->text, part) == NULL) {
        struct pollfd ready = {.fd = session->screen, .events = POLLIN};
        assert_int_equal(poll(&ready, 1, 60000), 1);
        const ssize_t got = read(session->screen, session->text + session->count,
                                 sizeof session->text - 1 - session->count);
        if (got <= 0) {
            assert_null(part);
            return;
        }
        session->count += (size_t)got;
        session->text[session->count] = '\0';
    }
}

static int session_end(Session *session)
{
    int status = 0;
    assert_int_equal(waitpid(session->process, &status, 0), session->process);
    close(session->screen);
    return WIFEXITED(status) ? WEXITSTATUS(status) : -WTERMSIG(status);
}

static void a_long_read_is_told_and_the_line_is_gone_afterwards(void **state)
{
    (void)state;
    Runner runner;
    runner_begin(&runner);
    // A pipe whose other end stays open is a file that takes as long as one likes.
    int ends[2];
    assert_int_equal(pipe(ends), 0);
    assert_int_equal(fcntl(ends[1], F_SETFD, FD_CLOEXEC), 0);
    char words[64];
    snprintf(words, sizeof words, "info - <&%d >/dev/null", ends[0]);
    Session session;
    session_begin(&session, &runner, words, false, 80);
    close(ends[0]);
    session_read(&session, "\r\033[Kreading -: 1 s");
    assert_int_equal(write(ends[1], plain, sizeof plain - 1), sizeof plain - 1);
    close(ends[1]);
    session_read(&session, NULL);
    assert_int_equal(session_end(&session), 0);
    // Erased, then the note: nothing of the line is left.
    assert_holds(session.text, " s\r\033[K-: no physics in this file\r\n");
    runner_end(&runner);
}

static void tables_have_the_width_of_the_terminal(void **state)
{
    (void)state;
    Runner runner;
    runner_begin(&runner);
    runner_file(&runner, "crate.gltf", crate);
    assert_int_equal(unsetenv("COLUMNS"), 0);
    Session session;
    session_begin(&session, &runner, "info crate.gltf", true, 60);
    session_read(&session, NULL);
    assert_int_equal(session_end(&session), 0);
    assert_holds(session.text, "\r\n  node  name   kind     mass [kg]  colliders"
                               "\r\n");
    runner_end(&runner);
}

static size_t widest_line(const char *text)
{
    size_t width = 0, most = 0;
    for (const char *c = text; *c != '\0'; ++c) {
        width = *c == '\r' || *c == '\n' ? 0 : width + 1;
        most = width > most ? width : most;
    }
    return most;
}

static void help_is_wrapped_to_the_terminal(void **state)
{
    (void)state;
    Runner runner;
    runner_begin(&runner);
    assert_int_equal(unsetenv("COLUMNS"), 0);
    Session session;
    session_begin(&session, &runner, "convert --help", true, 80);
    session_read(&session, NULL);
    assert_int_equal(session_end(&session), 0);
    assert_true(widest_line(session.text) <= 80);
    assert_holds(session.text,
                 "\r\n  -o, --output OUT          where to write; the name tells text or "
                 "binary (.glb,\r\n                            .g4b); - is ");
    runner_end(&runner);
}

static void rows_of_the_benchmark_fit_a_terminal_of_80_columns(void **state)
{
    (void)state;
    Runner runner;
    runner_begin(&runner);
    Session session;
    session_begin(&session, &runner, "bench family:table:1:40 --frames 2 --phases", true, 80);
    session_read(&session, NULL);
    assert_int_equal(session_end(&session), 0);
    assert_true(widest_line(session.text) < 80);
    assert_holds(session.text, "energy ");
    assert_holds(session.text, "restitution ");
    runner_end(&runner);
}

// Two columns do not fit into 40: the text of an option is below its name. Examples are commands,
// which are not wrapped.
static void help_of_options_fits_a_narrow_terminal(void **state)
{
    (void)state;
    Runner runner;
    runner_begin(&runner);
    assert_int_equal(unsetenv("COLUMNS"), 0);
    Session session;
    session_begin(&session, &runner, "convert --help", true, 40);
    session_read(&session, NULL);
    assert_int_equal(session_end(&session), 0);
    const char *end = strstr(session.text, "examples:");
    assert_non_null(end);
    size_t width = 0;
    for (const char *c = session.text; c != end; ++c) {
        width = *c == '\r' || *c == '\n' ? 0 : width + 1;
        assert_true(width <= 40);
    }
    assert_holds(session.text, "\r\n  -o, --output OUT\r\n      where to write;");
    runner_end(&runner);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_long_read_is_told_and_the_line_is_gone_afterwards),
        cmocka_unit_test(tables_have_the_width_of_the_terminal),
        cmocka_unit_test(help_is_wrapped_to_the_terminal),
        cmocka_unit_test(rows_of_the_benchmark_fit_a_terminal_of_80_columns),
        cmocka_unit_test(help_of_options_fits_a_narrow_terminal),
    };
    return cmocka_run_group_tests_name("terminal", tests, NULL, NULL);
}
