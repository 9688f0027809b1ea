// SPDX-License-Identifier: MIT
/// serve_server.h: the parts of the server of `tumble view`.
///
/// libmicrohttpd answers requests on a thread of its own; the main thread waits for changes,
/// signals and the end of the last page. Data of both threads is behind `lock`.
#ifndef TUM_CLI_SERVE_SERVER_H
#define TUM_CLI_SERVE_SERVER_H

#include <limits.h>
#include <microhttpd.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "serve_watch.h"
#include "system/thread.h"

enum {
    SERVE_MOST_CONNECTIONS = 32,
    SERVE_MOST_STREAMS = 16,     ///< Pages: the rest of the connections is left for files.
    SERVE_TOKEN_DIGITS = 32,     ///< 128 bits.
    SERVE_IDLE_SECONDS = 10,     ///< A connection without traffic ends.
    SERVE_REQUEST_SECONDS = 10,  ///< So does one whose request is not complete by then.
    SERVE_PATH_BYTES = PATH_MAX, ///< With the zero.
    SERVE_TEXT_BYTES = SERVE_PATH_BYTES + 256
};
#define SERVE_MOST_BYTES ((uint64_t)1 << 30) ///< [bytes] Of one file.

/// A connection, from its begin to its end.
typedef struct ServeConnection {
    int socket;
    bool is_open;
    uint64_t deadline_ns; ///< The next request is to be complete by then; 0: it is answered now.
} ServeConnection;

/// The stream of events of one page.
typedef struct ServeStream {
    struct Server *server; ///< NULL: the entry is unused.
    struct MHD_Connection *connection;
    uint64_t seen;    ///< Changes that the page knows.
    uint64_t beat_ns; ///< Time of the last words.
    bool has_begun;
    bool is_suspended; ///< Nothing to say.
} ServeStream;

typedef struct Server {
    const char *file;              ///< The document, as it was named.
    const char *name;              ///< Its last part.
    char folder[SERVE_PATH_BYTES]; ///< Its folder, "." for the current one.
    char viewer[SERVE_PATH_BYTES]; ///< Folder of the viewer; "": there is none.
    uint16_t port;
    char token[SERVE_TOKEN_DIGITS + 1];  ///< Of the first address.
    char cookie[SERVE_TOKEN_DIGITS + 1]; ///< Of all requests after it.
    bool is_token_single;                ///< The token is good for one request.
    struct MHD_Daemon *daemon;
    Watch *watch;
    Mutex lock; ///< Guards the members below.
    bool is_token_spent;
    bool is_over; ///< Streams end.
    uint64_t change_count;
    char changed[SERVE_PATH_BYTES]; ///< File of the last change.
    size_t page_count;              ///< Streams that are open.
    bool has_had_page;
    uint64_t left_ns; ///< Time at which the last page was closed.
    ServeConnection connections[SERVE_MOST_CONNECTIONS];
    ServeStream streams[SERVE_MOST_STREAMS];
} Server;

/// Answers a request: MHD_AccessHandlerCallback with the Server as its context.
enum MHD_Result serve_request(void *server, struct MHD_Connection *connection, const char *url,
                              const char *method, const char *version, const char *upload,
                              size_t *upload_bytes, void **request);

/// A reply with the headers that all replies have.
///
/// @param response  NULL gives MHD_NO; else it belongs to this call.
/// @param type      the content type.
enum MHD_Result serve_reply(struct MHD_Connection *connection, unsigned status,
                            struct MHD_Response *response, const char *type);

/// A reply of one line of text.
enum MHD_Result serve_reply_text(struct MHD_Connection *connection, unsigned status,
                                 const char *text);

/// Opens the stream of events of a page.
enum MHD_Result serve_open_stream(Server *server, struct MHD_Connection *connection);

/// Tells all pages of a change.
void serve_announce(Server *server, const char *name);

/// Gives streams a sign of life every 2 s, by which closed ones are noticed.
void serve_beat(Server *server, uint64_t now_ns);

/// Ends all streams.
void serve_end_streams(Server *server);

/// Keeps the table of connections: MHD_NotifyConnectionCallback and MHD_RequestCompletedCallback
/// with the Server as their context.
void serve_note_connection(void *server, struct MHD_Connection *connection, void **own,
                           enum MHD_ConnectionNotificationCode code);
void serve_note_completed(void *server, struct MHD_Connection *connection, void **request,
                          enum MHD_RequestTerminationCode code);

/// The request of the connection is complete: no deadline until it is answered.
void serve_note_request(Server *server, struct MHD_Connection *connection);

/// Shuts connections whose requests are late.
void serve_expire(Server *server, uint64_t now_ns);

/// Opens an address in the browser of the desktop. @return false where no program does it.
bool serve_open_browser(const char *address, int *process);

/// @return true once the program that opens the browser has failed; asks each process once.
bool serve_browser_failed(int *process);

#endif
