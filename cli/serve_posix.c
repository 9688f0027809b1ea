// SPDX-License-Identifier: MIT
// serve_posix.c: the life of the server of `tumble view`, from its port to its last page.
#define _GNU_SOURCE
#define _DARWIN_C_SOURCE
#include "serve.h"

#include <arpa/inet.h>
#include <errno.h>
#include <netinet/in.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/socket.h>
#include <unistd.h>

#include "interrupt.h"
#include "serve_server.h"
#include "system/clock.h"
#include "system/folder.h"
#include "system/path.h"

static const uint64_t last_page_ns = UINT64_C(10000000000);
enum { ROUND_MS = 200 };            // Between two looks at signals, connections and pages.
enum { REQUEST_BYTES = 16 * 1024 }; // Room of libmicrohttpd for the head of a request.

const char *serve_library_version(void)
{
    return MHD_get_version();
}

// The viewer.

static bool is_viewer(const char *folder)
{
    char page[SERVE_PATH_BYTES];
    FileAbout about;
    return snprintf(page, sizeof page, "%s/index.html", folder) < (int)sizeof page &&
           tum_file_about(page, &about) == FILE_OK && about.nature == FILE_NATURE_PLAIN;
}

// The viewer belongs to the program: where both are installed, or built.
static bool find_viewer(char folder[SERVE_PATH_BYTES])
{
    static const char *const beside[] = {TUMBLE_VIEWER_BESIDE, "../../web/viewer"};
    char program[SERVE_PATH_BYTES];
    const ssize_t count = readlink("/proc/self/exe", program, sizeof program - 1);
    if (count > 0) {
        program[count] = '\0';
        program[tum_path_folder_bytes(program)] = '\0';
        for (size_t i = 0; i < sizeof beside / sizeof *beside; ++i) {
            if (snprintf(folder, SERVE_PATH_BYTES, "%s/%s", program, beside[i]) <
                    SERVE_PATH_BYTES &&
                is_viewer(folder)) {
                return true;
            }
        }
    }
    snprintf(folder, SERVE_PATH_BYTES, "%s", TUMBLE_VIEWER_INSTALLED);
    return is_viewer(folder);
}

static int choose_viewer(Server *server, const char *given, Console *console)
{
    if (given != NULL) {
        if (!is_viewer(given) || strlen(given) >= sizeof server->viewer) {
            console_error(console,
                          "--viewer %s: no viewer is there; its first page would be "
                          "index.html",
                          given);
            return EXIT_FILE;
        }
        strcpy(server->viewer, given);
    } else if (!find_viewer(server->viewer)) {
        server->viewer[0] = '\0';
        console_note(console, "tumble: warning: the viewer is not installed; the page tells where "
                              "it is looked for, --viewer DIR shows another");
    }
    return EXIT_DONE;
}

// The document.

static int choose_document(Server *server, const char *file, Console *console)
{
    FileAbout about;
    const FileResult result = tum_file_about(file, &about);
    if (result != FILE_OK || about.nature != FILE_NATURE_PLAIN) {
        console_error(console, "%s: %s", file,
                      tum_file_result_text(result != FILE_OK                    ? result
                                           : about.nature == FILE_NATURE_FOLDER ? FILE_FOLDER
                                                                                : FILE_NOT_PLAIN));
        return EXIT_FILE;
    }
    size_t bytes = tum_path_folder_bytes(file);
    if (bytes >= sizeof server->folder) {
        console_error(console, "%s: %s", file, tum_file_result_text(FILE_BAD_PATH));
        return EXIT_FILE;
    }
    server->file = file;
    server->name = tum_path_name(file);
    memcpy(server->folder, bytes > 0 ? file : ".", bytes > 0 ? bytes : 1);
    watch_add(server->watch, file, server->name);
    return EXIT_DONE;
}

// The port.

static bool draw_secret(char secret[SERVE_TOKEN_DIGITS + 1])
{
    unsigned char bytes[SERVE_TOKEN_DIGITS / 2];
    FILE *source = fopen("/dev/urandom", "rb");
    const bool is_drawn = source != NULL && fread(bytes, sizeof bytes, 1, source) == 1;
    if (source != NULL) {
        fclose(source);
    }
    for (size_t i = 0; i < sizeof bytes && is_drawn; ++i) {
        snprintf(secret + 2 * i, 3, "%02x", bytes[i]);
    }
    return is_drawn;
}

// Paths are decoded by serve_request, once; libmicrohttpd leaves them as they are.
static size_t leave_escaped(void *context, struct MHD_Connection *connection, char *text)
{
    (void)context;
    (void)connection;
    return strlen(text);
}

static bool start(Server *server, int port)
{
    struct sockaddr_in address = {.sin_family = AF_INET, .sin_port = htons((uint16_t)port)};
    address.sin_addr.s_addr = htonl(INADDR_LOOPBACK);
    const unsigned flags =
        MHD_USE_INTERNAL_POLLING_THREAD | MHD_USE_AUTO | MHD_ALLOW_SUSPEND_RESUME;
    server->daemon = MHD_start_daemon(
        flags, 0, NULL, NULL, serve_request, server, MHD_OPTION_SOCK_ADDR,
        (struct sockaddr *)&address, MHD_OPTION_CONNECTION_LIMIT, (unsigned)SERVE_MOST_CONNECTIONS,
        MHD_OPTION_CONNECTION_TIMEOUT, (unsigned)SERVE_IDLE_SECONDS,
        MHD_OPTION_CONNECTION_MEMORY_LIMIT, (size_t)REQUEST_BYTES, MHD_OPTION_STRICT_FOR_CLIENT, 1,
        MHD_OPTION_UNESCAPE_CALLBACK, leave_escaped, NULL, MHD_OPTION_NOTIFY_CONNECTION,
        serve_note_connection, server, MHD_OPTION_NOTIFY_COMPLETED, serve_note_completed, server,
        MHD_OPTION_END);
    const union MHD_DaemonInfo *info =
        server->daemon != NULL ? MHD_get_daemon_info(server->daemon, MHD_DAEMON_INFO_BIND_PORT)
                               : NULL;
    server->port = info != NULL ? info->port : 0;
    return server->port != 0;
}

static void stop(Server *server)
{
    if (server->daemon != NULL) {
        serve_end_streams(server);
        MHD_stop_daemon(server->daemon);
    }
}

// The address.

static int tell_address(const Server *server, bool opens_browser, int *process, Console *console)
{
    char address[64 + SERVE_TOKEN_DIGITS];
    snprintf(address, sizeof address, "http://127.0.0.1:%u/?token=%s", (unsigned)server->port,
             server->token);
    if (!opens_browser) {
        printf("%s\n", address);
        return fflush(stdout) == 0 ? EXIT_DONE : EXIT_FILE;
    }
    if (!serve_open_browser(address, process)) {
        console_error(console, "no browser could be opened; tumble view --no-open prints an "
                               "address for any");
        return EXIT_FILE;
    }
    console_note(console, "%s: in the browser, at http://127.0.0.1:%u/; Ctrl-C ends it",
                 server->file, (unsigned)server->port);
    return EXIT_DONE;
}

static bool has_left(Server *server)
{
    tum_mutex_lock(&server->lock);
    const uint64_t now_ns = tum_clock_nanoseconds();
    const bool is_left =
        server->has_had_page && server->page_count == 0 && now_ns - server->left_ns > last_page_ns;
    tum_mutex_unlock(&server->lock);
    return is_left;
}

// @param process  the program that opens the browser; 0: none.
static int run(Server *server, bool opens_browser, int process, Console *console)
{
    char changed[SERVE_PATH_BYTES];
    while (interrupt_signal() == 0) {
        if (watch_wait(server->watch, ROUND_MS, changed, sizeof changed)) {
            serve_announce(server, changed);
        }
        const uint64_t now_ns = tum_clock_nanoseconds();
        serve_beat(server, now_ns);
        serve_expire(server, now_ns);
        if (serve_browser_failed(&process)) {
            console_error(console, "no browser could be opened; tumble view --no-open prints an "
                                   "address for any");
            return EXIT_FILE;
        }
        if (opens_browser && has_left(server)) {
            return EXIT_DONE;
        }
    }
    // Ctrl-C is how a person ends the server; other signals are told as everywhere.
    const bool is_ctrl_c = strcmp(interrupt_name(interrupt_signal()), "SIGINT") == 0;
    return is_ctrl_c ? EXIT_DONE : 128 + interrupt_signal();
}

static int serve(Server *server, const ServeOptions *options, Console *console)
{
    int process = 0;
    int code = choose_document(server, options->file, console);
    code = code == EXIT_DONE ? choose_viewer(server, options->viewer, console) : code;
    if (code != EXIT_DONE) {
        return code;
    }
    if (!draw_secret(server->token) || !draw_secret(server->cookie)) {
        console_error(console, "/dev/urandom could not be read");
        return EXIT_FILE;
    }
    // Arguments of programs are no secret on this machine, and the browser gets it as one.
    server->is_token_single = options->opens_browser;
    if (!start(server, options->port)) {
        console_error(console, "port %d of 127.0.0.1 could not be opened: %s", options->port,
                      strerror(errno));
        return EXIT_FILE;
    }
    interrupt_defer();
    code = tell_address(server, options->opens_browser, &process, console);
    return code == EXIT_DONE ? run(server, options->opens_browser, process, console) : code;
}

int serve_run(const ServeOptions *options, Console *console)
{
    Server *server = calloc(1, sizeof *server);
    Watch *watch = watch_create();
    int code = EXIT_FILE;
    if (server == NULL || watch == NULL || !tum_mutex_init(&server->lock)) {
        console_error(console, "%s", tum_status_text(TUM_ERROR_MEMORY));
    } else {
        server->watch = watch;
        code = serve(server, options, console);
        stop(server);
        tum_mutex_clear(&server->lock);
    }
    watch_destroy(watch);
    free(server);
    return code;
}
