// SPDX-License-Identifier: MIT
// serve_request_posix.c: one request of a page: its checks, and the file that answers.
//
// A page of another site can make the browser send requests here. That page cannot read the token,
// its requests carry no cookie of ours (SameSite=Strict), its name stands in Origin, and a name of
// its own that leads to 127.0.0.1 (DNS rebinding) stands in Host.
#define _GNU_SOURCE
#define _DARWIN_C_SOURCE
#include <fcntl.h>
#include <inttypes.h>
#include <stdio.h>
#include <string.h>
#include <strings.h>
#include <sys/stat.h>
#include <unistd.h>

#include "base/text.h"
#include "serve_server.h"
#include "system/path.h"

static const struct {
    const char *name, *value;
} headers[] = {
    {"Cross-Origin-Opener-Policy", "same-origin"},
    {"Cross-Origin-Embedder-Policy", "require-corp"},
    {"Cross-Origin-Resource-Policy", "same-origin"},
    {"X-Content-Type-Options", "nosniff"},
    {"Cache-Control", "no-store"},
    {"Referrer-Policy", "no-referrer"},
    // Buffers of a document may be data URIs, and textures inside of it become blobs.
    {"Content-Security-Policy",
     "default-src 'self'; script-src 'self' 'wasm-unsafe-eval'; worker-src 'self' blob:; "
     "connect-src 'self' blob: data:; img-src 'self' blob: data:; "
     "style-src 'self' 'unsafe-inline'; frame-ancestors 'none'; base-uri 'none'; "
     "form-action 'none'"},
};

// The type by the extension of a file; all others are bytes.
static const struct {
    const char *extension, *type;
} types[] = {
    {"html", "text/html; charset=utf-8"},
    {"js", "text/javascript; charset=utf-8"},
    {"mjs", "text/javascript; charset=utf-8"},
    {"css", "text/css; charset=utf-8"},
    {"json", "application/json"},
    {"map", "application/json"},
    {"webmanifest", "application/manifest+json"},
    {"wasm", "application/wasm"},
    {"svg", "image/svg+xml"},
    {"png", "image/png"},
    {"jpg", "image/jpeg"},
    {"jpeg", "image/jpeg"},
    {"webp", "image/webp"},
    {"avif", "image/avif"},
    {"ktx2", "image/ktx2"},
    {"ico", "image/x-icon"},
    {"woff2", "font/woff2"},
    {"txt", "text/plain; charset=utf-8"},
    {"gltf", "model/gltf+json"},
    {"glb", "model/gltf-binary"},
    {"g4tf", "model/g4mf+json"},
    {"g4b", "model/g4mf-binary"},
};

static const char no_viewer[] =
    "<!doctype html><html lang=\"en\"><meta charset=\"utf-8\"><title>tumble view</title>"
    "<style>body{font:1rem/1.5 system-ui,sans-serif;margin:4rem auto;max-width:40rem;padding:0 "
    "1rem}</style><h1>The viewer is not installed</h1><p>tumble runs and can serve the file, but "
    "the pages of its viewer are missing beside this program.</p><ul><li>In the sources of tumble, "
    "<code>tools/web.sh viewer</code> builds them into <code>build/web/viewer</code>, where this "
    "program "
    "finds them.</li><li>Where they are in another folder, <code>tumble view --viewer DIR "
    "FILE</code> shows it.</li></ul></html>\n";

enum MHD_Result serve_reply(struct MHD_Connection *connection, unsigned status,
                            struct MHD_Response *response, const char *type)
{
    if (response == NULL) {
        return MHD_NO;
    }
    bool is_complete = MHD_add_response_header(response, "Content-Type", type) == MHD_YES;
    for (size_t i = 0; i < sizeof headers / sizeof *headers; ++i) {
        is_complete = is_complete && MHD_add_response_header(response, headers[i].name,
                                                             headers[i].value) == MHD_YES;
    }
    // A reply without its headers would be less safe than none.
    const enum MHD_Result result =
        is_complete ? MHD_queue_response(connection, status, response) : MHD_NO;
    MHD_destroy_response(response);
    return result;
}

enum MHD_Result serve_reply_text(struct MHD_Connection *connection, unsigned status,
                                 const char *text)
{
    char line[SERVE_TEXT_BYTES];
    const int count = snprintf(line, sizeof line, "tumble view: %s\n", text);
    const size_t bytes = count < (int)sizeof line ? (size_t)count : sizeof line - 1;
    struct MHD_Response *response =
        MHD_create_response_from_buffer(bytes, line, MHD_RESPMEM_MUST_COPY);
    if (response != NULL && status == MHD_HTTP_METHOD_NOT_ALLOWED) {
        (void)MHD_add_response_header(response, "Allow", "GET, HEAD");
    }
    return serve_reply(connection, status, response, "text/plain; charset=utf-8");
}

static const char *type_of(const char *path)
{
    for (size_t i = 0; i < sizeof types / sizeof *types; ++i) {
        if (tum_path_has_extension(path, types[i].extension)) {
            return types[i].type;
        }
    }
    return "application/octet-stream";
}

// Checks of the sender.

typedef struct HeaderCheck {
    const Server *server;
    const char *name;   // "Host"
    const char *before; // "http://" of an Origin.
    size_t count, wrong;
} HeaderCheck;

static enum MHD_Result check_header(void *context, enum MHD_ValueKind kind, const char *key,
                                    const char *value)
{
    static const char *const hosts[] = {"127.0.0.1", "localhost"};
    HeaderCheck *check = context;
    (void)kind;
    if (strcasecmp(key, check->name) != 0) {
        return MHD_YES;
    }
    bool is_own = false;
    for (size_t i = 0; i < sizeof hosts / sizeof *hosts && value != NULL; ++i) {
        char own[64];
        snprintf(own, sizeof own, "%s%s:%u", check->before, hosts[i],
                 (unsigned)check->server->port);
        is_own = is_own || strcasecmp(value, own) == 0;
        // The port of HTTP is left out.
        own[strlen(own) - (check->server->port == 80 ? 3 : 0)] = '\0';
        is_own = is_own || strcasecmp(value, own) == 0;
    }
    ++check->count;
    check->wrong += !is_own;
    return MHD_YES;
}

static bool is_from_here(const Server *server, struct MHD_Connection *connection)
{
    HeaderCheck host = {.server = server, .name = "Host", .before = ""};
    HeaderCheck origin = {.server = server, .name = "Origin", .before = "http://"};
    (void)MHD_get_connection_values(connection, MHD_HEADER_KIND, check_header, &host);
    (void)MHD_get_connection_values(connection, MHD_HEADER_KIND, check_header, &origin);
    return host.count == 1 && host.wrong == 0 && origin.wrong == 0;
}

// Takes the same time for all wrong texts of one length.
static bool is_secret(const char *text, const char *secret)
{
    if (text == NULL || strlen(text) != SERVE_TOKEN_DIGITS) {
        return false;
    }
    unsigned different = 0;
    for (size_t i = 0; i < SERVE_TOKEN_DIGITS; ++i) {
        different |= (unsigned)((unsigned char)text[i] ^ (unsigned char)secret[i]);
    }
    return different == 0;
}

static bool has_cookie(const Server *server, struct MHD_Connection *connection)
{
    // Cookies are shared by all ports of a host, so that the name holds the port.
    char name[32];
    snprintf(name, sizeof name, "tumble-%u", (unsigned)server->port);
    return is_secret(MHD_lookup_connection_value(connection, MHD_COOKIE_KIND, name),
                     server->cookie);
}

// The token of the first address. @return false where it is wrong, or was used up.
static bool take_token(Server *server, const char *token)
{
    if (!is_secret(token, server->token)) {
        return false;
    }
    tum_mutex_lock(&server->lock);
    const bool is_good = !server->is_token_single || !server->is_token_spent;
    server->is_token_spent = true;
    tum_mutex_unlock(&server->lock);
    return is_good;
}

// Percent signs for what is no plain character of a URL's query (RFC 3986, section 2.3).
static void encode(const char *text, char *encoded, size_t room)
{
    size_t used = 0;
    for (; *text != '\0' && used + 4 < room; ++text) {
        const unsigned char c = (unsigned char)*text;
        const bool is_plain = (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') ||
                              (c >= '0' && c <= '9') || strchr("-._~", c) != NULL;
        used += (size_t)snprintf(encoded + used, room - used, is_plain ? "%c" : "%%%02X", c);
    }
    encoded[used] = '\0';
}

// Sends the browser from the first address to the page, with the cookie.
static enum MHD_Result welcome(const Server *server, struct MHD_Connection *connection)
{
    char place[3 * 256 + 32], name[3 * 256 + 1], cookie[160];
    encode(server->name, name, sizeof name);
    snprintf(place, sizeof place, "/?file=doc/%s", name);
    snprintf(cookie, sizeof cookie, "tumble-%u=%s; Path=/; SameSite=Strict; HttpOnly",
             (unsigned)server->port, server->cookie);
    struct MHD_Response *response =
        MHD_create_response_from_buffer(0, (void *)(uintptr_t) "", MHD_RESPMEM_PERSISTENT);
    if (response != NULL && (MHD_add_response_header(response, "Location", place) != MHD_YES ||
                             MHD_add_response_header(response, "Set-Cookie", cookie) != MHD_YES)) {
        MHD_destroy_response(response);
        return MHD_NO;
    }
    return serve_reply(connection, MHD_HTTP_SEE_OTHER, response, "text/plain; charset=utf-8");
}

// Replies.

static enum MHD_Result reply_result(struct MHD_Connection *connection, FileResult result,
                                    const char *name)
{
    char text[SERVE_TEXT_BYTES];
    snprintf(text, sizeof text, "%s: %s", name, tum_file_result_text(result));
    const unsigned status = result == FILE_OUTSIDE || result == FILE_DENIED ? MHD_HTTP_FORBIDDEN
                            : result == FILE_BAD_PATH                       ? MHD_HTTP_BAD_REQUEST
                            : result == FILE_MEMORY ? MHD_HTTP_INTERNAL_SERVER_ERROR
                                                    : MHD_HTTP_NOT_FOUND;
    return serve_reply_text(connection, status, text);
}

// The file behind a descriptor, which belongs to this call.
static enum MHD_Result reply_descriptor(struct MHD_Connection *connection, int descriptor,
                                        const char *name)
{
    struct stat status;
    if (fstat(descriptor, &status) != 0 || !S_ISREG(status.st_mode)) {
        close(descriptor);
        return reply_result(connection, FILE_NOT_PLAIN, name);
    }
    const uint64_t bytes = (uint64_t)status.st_size;
    if (bytes > SERVE_MOST_BYTES) {
        close(descriptor);
        char text[SERVE_TEXT_BYTES];
        snprintf(text, sizeof text,
                 "%s: %" PRIu64 " bytes; files of up to %" PRIu64 " bytes (1 GiB) are served", name,
                 bytes, SERVE_MOST_BYTES);
        return serve_reply_text(connection, MHD_HTTP_CONTENT_TOO_LARGE, text);
    }
    struct MHD_Response *response = MHD_create_response_from_fd64(bytes, descriptor);
    if (response == NULL) {
        close(descriptor);
    }
    return serve_reply(connection, MHD_HTTP_OK, response, type_of(name));
}

// @param flags  more flags of open.
static enum MHD_Result reply_file(struct MHD_Connection *connection, const char *path,
                                  const char *name, int flags)
{
    // A pipe in the place of a file does not block.
    const int descriptor = open(path, O_RDONLY | O_NONBLOCK | O_CLOEXEC | flags);
    return descriptor < 0 ? reply_result(connection, FILE_MISSING, name)
                          : reply_descriptor(connection, descriptor, name);
}

// A file of a folder: no step up, no link out.
static enum MHD_Result reply_inside(struct MHD_Connection *connection, const char *folder,
                                    const char *name)
{
    char *path = NULL;
    const FileResult result = tum_path_inside(folder, name, strlen(name), NULL, &path);
    if (result != FILE_OK) {
        return reply_result(connection, result, name);
    }
    const enum MHD_Result reply = reply_file(connection, path, name, O_NOFOLLOW);
    tum_path_free(path, NULL);
    return reply;
}

static enum MHD_Result reply_document(Server *server, struct MHD_Connection *connection,
                                      const char *name)
{
    if (strcmp(name, server->name) == 0) {
        // The document itself may be a link: its name was given by the user.
        return reply_file(connection, server->file, name, 0);
    }
    char *plain = NULL, path[SERVE_PATH_BYTES];
    if (tum_path_plain(name, strlen(name), NULL, &plain) == FILE_OK &&
        snprintf(path, sizeof path, "%s/%s", server->folder, plain) < (int)sizeof path) {
        // Before it is read, and also where it is missing: it may come.
        watch_add(server->watch, path, plain);
    }
    tum_path_free(plain, NULL);
    return reply_inside(connection, server->folder, name);
}

static enum MHD_Result reply_viewer(Server *server, struct MHD_Connection *connection,
                                    const char *name)
{
    const bool is_page = name[0] == '\0';
    if (server->viewer[0] != '\0') {
        return reply_inside(connection, server->viewer, is_page ? "index.html" : name);
    }
    if (!is_page) {
        return reply_result(connection, FILE_MISSING, name);
    }
    struct MHD_Response *response = MHD_create_response_from_buffer(
        sizeof no_viewer - 1, (void *)(uintptr_t)no_viewer, MHD_RESPMEM_PERSISTENT);
    return serve_reply(connection, MHD_HTTP_SERVICE_UNAVAILABLE, response, type_of("a.html"));
}

static int hex_digit(char c)
{
    return c >= '0' && c <= '9'   ? c - '0'
           : c >= 'a' && c <= 'f' ? c - 'a' + 10
           : c >= 'A' && c <= 'F' ? c - 'A' + 10
                                  : -1;
}

// Decodes percent signs, once. @return false for a bad one, a zero byte, or too long a path.
static bool decode(const char *url, char *path, size_t room)
{
    size_t used = 0;
    for (; *url != '\0' && used + 1 < room; ++url) {
        char c = *url;
        if (c == '%') {
            const int high = hex_digit(url[1]), low = high >= 0 ? hex_digit(url[2]) : -1;
            if (low < 0 || high + low == 0) {
                return false;
            }
            c = (char)(16 * high + low);
            url += 2;
        }
        path[used++] = c;
    }
    path[used] = '\0';
    return *url == '\0';
}

static enum MHD_Result route(Server *server, struct MHD_Connection *connection, const char *path,
                             bool is_get)
{
    if (strncmp(path, "/doc/", 5) == 0) {
        return reply_document(server, connection, path + 5);
    }
    if (strcmp(path, "/events") == 0) {
        return is_get ? serve_open_stream(server, connection)
                      : serve_reply(connection, MHD_HTTP_OK,
                                    MHD_create_response_from_buffer(0, (void *)(uintptr_t) "",
                                                                    MHD_RESPMEM_PERSISTENT),
                                    "text/event-stream");
    }
    return reply_viewer(server, connection, path + 1);
}

static bool has_body(struct MHD_Connection *connection)
{
    static const char *const marks[] = {"Content-Length", "Transfer-Encoding"};
    for (size_t i = 0; i < sizeof marks / sizeof *marks; ++i) {
        if (MHD_lookup_connection_value(connection, MHD_HEADER_KIND, marks[i]) != NULL) {
            return true;
        }
    }
    return false;
}

enum MHD_Result serve_request(void *context, struct MHD_Connection *connection, const char *url,
                              const char *method, const char *version, const char *upload,
                              size_t *upload_bytes, void **request)
{
    (void)version;
    (void)upload;
    (void)upload_bytes;
    Server *server = context;
    if (*request == NULL && !has_body(connection)) {
        // A reply to the first call would close the connection (microhttpd.h), since it may leave
        // a body unread. The second call comes at once.
        *request = server;
        return MHD_YES;
    }
    serve_note_request(server, connection);
    const bool is_get = strcmp(method, MHD_HTTP_METHOD_GET) == 0;
    char path[SERVE_PATH_BYTES];
    if (!is_from_here(server, connection)) {
        return serve_reply_text(connection, MHD_HTTP_FORBIDDEN,
                                "only pages of this server's own address are answered");
    }
    if (!is_get && strcmp(method, MHD_HTTP_METHOD_HEAD) != 0) {
        return serve_reply_text(connection, MHD_HTTP_METHOD_NOT_ALLOWED, "only GET and HEAD");
    }
    if (url[0] != '/' || !decode(url, path, sizeof path)) {
        return serve_reply_text(connection, MHD_HTTP_BAD_REQUEST, "that is no path");
    }
    const char *token = MHD_lookup_connection_value(connection, MHD_GET_ARGUMENT_KIND, "token");
    if (is_get && strcmp(path, "/") == 0 && take_token(server, token)) {
        return welcome(server, connection);
    }
    if (!has_cookie(server, connection)) {
        return serve_reply_text(connection, MHD_HTTP_FORBIDDEN,
                                "the address lacks its token; open the one that tumble printed");
    }
    return route(server, connection, path, is_get);
}
