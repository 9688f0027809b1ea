// SPDX-License-Identifier: MIT
/// serve.h: the loopback server of `tumble view`: a document, what it refers to, and the viewer.
///
/// serve_posix.c and the files beside it are built where libmicrohttpd is found, serve_none.c
/// elsewhere.
#ifndef TUM_CLI_SERVE_H
#define TUM_CLI_SERVE_H

#include <stdbool.h>

#include "console.h"

typedef struct ServeOptions {
    const char *file;   ///< The document.
    const char *viewer; ///< Folder of the viewer's pages; NULL: the one beside this program.
    int port;           ///< 0: a free one.
    bool opens_browser; ///< Also: ends after the browser's last page. Otherwise the address is
                        ///< printed on standard output.
} ServeOptions;

/// The version of libmicrohttpd; NULL where this build has no server.
const char *serve_library_version(void);

/// Serves until a signal comes or the browser's last page is closed. @return an ExitCode.
int serve_run(const ServeOptions *options, Console *console);

#endif
