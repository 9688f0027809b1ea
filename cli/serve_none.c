// SPDX-License-Identifier: MIT
// serve_none.c: tumble view in a build without libmicrohttpd.
#include <stddef.h>

#include "serve.h"

const char *serve_library_version(void)
{
    return NULL;
}

int serve_run(const ServeOptions *options, Console *console)
{
    console_error(console,
                  "%s: this tumble was built without libmicrohttpd, which tumble view needs; "
                  "docs/dependencies.md has its packages",
                  options->file);
    return EXIT_FILE;
}
