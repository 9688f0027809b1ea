// SPDX-License-Identifier: MIT
// film_none.c: films in a build without giflib: there are none.
#include <stddef.h>

#include "film.h"

bool film_is_built(void)
{
    return false;
}

const char *film_library_version(void)
{
    return NULL;
}

FileResult film_open(const char *path, Film **film)
{
    (void)path;
    *film = NULL;
    return FILE_FAILED;
}

void film_show(Film *film, const TumWorld *world, double seconds, bool is_last)
{
    (void)film;
    (void)world;
    (void)seconds;
    (void)is_last;
}

FileResult film_commit(Film *film)
{
    (void)film;
    return FILE_OK;
}

void film_discard(Film *film)
{
    (void)film;
}
