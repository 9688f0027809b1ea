// SPDX-License-Identifier: MIT
// serve_connection_posix.c: deadlines of connections.
//
// libmicrohttpd ends connections without traffic. A client that sends one byte now and then has
// traffic; the table here ends it too.
#include <sys/socket.h>

#include "serve_server.h"
#include "system/clock.h"

static const uint64_t second_ns = 1000000000u;

static uint64_t deadline(void)
{
    return tum_clock_nanoseconds() + SERVE_REQUEST_SECONDS * second_ns;
}

static ServeConnection *entry_of(struct MHD_Connection *connection)
{
    const union MHD_ConnectionInfo *info =
        MHD_get_connection_info(connection, MHD_CONNECTION_INFO_SOCKET_CONTEXT);
    return info != NULL ? info->socket_context : NULL;
}

// @return NULL where the table is full, which the limit of connections prevents.
static ServeConnection *begin(Server *server, struct MHD_Connection *connection)
{
    const union MHD_ConnectionInfo *info =
        MHD_get_connection_info(connection, MHD_CONNECTION_INFO_CONNECTION_FD);
    for (size_t i = 0; i < SERVE_MOST_CONNECTIONS && info != NULL; ++i) {
        ServeConnection *entry = &server->connections[i];
        if (!entry->is_open) {
            *entry = (ServeConnection){info->connect_fd, true, deadline()};
            return entry;
        }
    }
    return NULL;
}

void serve_note_connection(void *context, struct MHD_Connection *connection, void **own,
                           enum MHD_ConnectionNotificationCode code)
{
    Server *server = context;
    tum_mutex_lock(&server->lock);
    if (code == MHD_CONNECTION_NOTIFY_STARTED) {
        *own = begin(server, connection);
    } else if (*own != NULL) {
        ((ServeConnection *)*own)->is_open = false;
    }
    tum_mutex_unlock(&server->lock);
}

static void set_deadline(Server *server, struct MHD_Connection *connection, uint64_t deadline_ns)
{
    ServeConnection *entry = entry_of(connection);
    if (entry != NULL) {
        tum_mutex_lock(&server->lock);
        entry->deadline_ns = deadline_ns;
        tum_mutex_unlock(&server->lock);
    }
}

void serve_note_request(Server *server, struct MHD_Connection *connection)
{
    set_deadline(server, connection, 0);
}

void serve_note_completed(void *context, struct MHD_Connection *connection, void **request,
                          enum MHD_RequestTerminationCode code)
{
    (void)request;
    (void)code;
    set_deadline(context, connection, deadline());
}

void serve_expire(Server *server, uint64_t now_ns)
{
    tum_mutex_lock(&server->lock);
    for (size_t i = 0; i < SERVE_MOST_CONNECTIONS; ++i) {
        const ServeConnection *entry = &server->connections[i];
        if (entry->is_open && entry->deadline_ns != 0 && now_ns > entry->deadline_ns) {
            // The thread of libmicrohttpd sees the end of the stream, and closes the socket.
            (void)shutdown(entry->socket, SHUT_RDWR);
        }
    }
    tum_mutex_unlock(&server->lock);
}
