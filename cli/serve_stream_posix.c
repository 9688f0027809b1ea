// SPDX-License-Identifier: MIT
// serve_stream_posix.c: Server-Sent Events of a page, by which it learns of changes.
//
// A stream without news is suspended, so that it costs nothing, and resumed for a change or a
// heartbeat. A suspended connection does not notice its end; a heartbeat into a closed one does.
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "serve_server.h"
#include "system/clock.h"

enum { BLOCK_BYTES = SERVE_TEXT_BYTES };
static const uint64_t beat_every_ns = 2000000000u;

// The next words of a stream. @return their number; 0: none.
static size_t write_news(const Server *server, ServeStream *stream, uint64_t now_ns, char *text,
                         size_t room)
{
    int count = 0;
    if (!stream->has_begun) {
        // Pages come back a second after the server does.
        count = snprintf(text, room, "retry: 1000\n\n");
        stream->has_begun = true;
    } else if (stream->seen < server->change_count) {
        count = snprintf(text, room, "id: %" PRIu64 "\nevent: change\ndata: %s\n\n",
                         server->change_count, server->changed);
        stream->seen = server->change_count;
    } else if (now_ns - stream->beat_ns >= beat_every_ns) {
        count = snprintf(text, room, ":\n\n");
    }
    if (count > 0) {
        stream->beat_ns = now_ns;
    }
    return count > 0 && (size_t)count < room ? (size_t)count : 0;
}

static ssize_t read_stream(void *context, uint64_t position, char *text, size_t room)
{
    (void)position;
    ServeStream *stream = context;
    Server *server = stream->server;
    tum_mutex_lock(&server->lock);
    ssize_t result = MHD_CONTENT_READER_END_OF_STREAM;
    if (!server->is_over) {
        result = (ssize_t)write_news(server, stream, tum_clock_nanoseconds(), text, room);
        if (result == 0) {
            stream->is_suspended = true;
            MHD_suspend_connection(stream->connection);
        }
    }
    tum_mutex_unlock(&server->lock);
    return result;
}

static void close_stream(void *context)
{
    ServeStream *stream = context;
    Server *server = stream->server;
    tum_mutex_lock(&server->lock);
    *stream = (ServeStream){0};
    --server->page_count;
    server->left_ns = tum_clock_nanoseconds();
    tum_mutex_unlock(&server->lock);
}

// A page that comes back tells the last change that it knows.
static uint64_t changes_known(const Server *server, struct MHD_Connection *connection)
{
    const char *last = MHD_lookup_connection_value(connection, MHD_HEADER_KIND, "Last-Event-ID");
    const uint64_t known = last != NULL ? strtoull(last, NULL, 10) : server->change_count;
    return known < server->change_count ? known : server->change_count;
}

static ServeStream *begin_stream(Server *server, struct MHD_Connection *connection)
{
    ServeStream *free_one = NULL;
    tum_mutex_lock(&server->lock);
    for (size_t i = 0; i < SERVE_MOST_STREAMS && free_one == NULL; ++i) {
        free_one = server->streams[i].server == NULL ? &server->streams[i] : NULL;
    }
    if (free_one != NULL) {
        *free_one = (ServeStream){.server = server,
                                  .connection = connection,
                                  .seen = changes_known(server, connection),
                                  .beat_ns = tum_clock_nanoseconds()};
        ++server->page_count;
        server->has_had_page = true;
    }
    tum_mutex_unlock(&server->lock);
    return free_one;
}

enum MHD_Result serve_open_stream(Server *server, struct MHD_Connection *connection)
{
    ServeStream *stream = begin_stream(server, connection);
    if (stream == NULL) {
        return serve_reply_text(connection, MHD_HTTP_SERVICE_UNAVAILABLE,
                                "too many pages show this file already");
    }
    struct MHD_Response *response = MHD_create_response_from_callback(
        MHD_SIZE_UNKNOWN, BLOCK_BYTES, read_stream, stream, close_stream);
    if (response == NULL) {
        close_stream(stream);
        return MHD_NO;
    }
    (void)MHD_set_connection_option(connection, MHD_CONNECTION_OPTION_TIMEOUT, 0u);
    return serve_reply(connection, MHD_HTTP_OK, response, "text/event-stream");
}

// Needs the lock.
static void resume(ServeStream *stream)
{
    if (stream->server != NULL && stream->is_suspended) {
        stream->is_suspended = false;
        MHD_resume_connection(stream->connection);
    }
}

static void resume_all(Server *server)
{
    for (size_t i = 0; i < SERVE_MOST_STREAMS; ++i) {
        resume(&server->streams[i]);
    }
}

void serve_announce(Server *server, const char *name)
{
    tum_mutex_lock(&server->lock);
    ++server->change_count;
    strncpy(server->changed, name, sizeof server->changed - 1);
    resume_all(server);
    tum_mutex_unlock(&server->lock);
}

void serve_beat(Server *server, uint64_t now_ns)
{
    tum_mutex_lock(&server->lock);
    for (size_t i = 0; i < SERVE_MOST_STREAMS; ++i) {
        if (now_ns - server->streams[i].beat_ns >= beat_every_ns) {
            resume(&server->streams[i]);
        }
    }
    tum_mutex_unlock(&server->lock);
}

void serve_end_streams(Server *server)
{
    tum_mutex_lock(&server->lock);
    server->is_over = true;
    resume_all(server);
    tum_mutex_unlock(&server->lock);
}
