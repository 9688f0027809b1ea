// SPDX-License-Identifier: MIT
/// film.h: a film of a world that moves, as an animated GIF that repeats.
///
///     Film *film = NULL;
///     FileResult result = film_open("drop.gif", &film);
///     while (result == FILE_OK && steps_are_left) {
///         film_show(film, world, seconds, false);
///         tum_world_step(world, 1.0f / 60.0f);
///     }
///     result = film_commit(film);
///
/// Pictures show surfaces, found by rays, and the lines of tum_world_draw3 that no surface hides;
/// of a world of four dimensions, its slice at W = 0. The camera follows all bodies that move. The
/// same world gives the same bytes.
#ifndef TUM_CLI_FILM_H
#define TUM_CLI_FILM_H

#include "output.h"
#include "tumble/world.h"

typedef struct Film Film;

/// False where this build has no giflib.
bool film_is_built(void);

/// Version of giflib; NULL where this build has none.
const char *film_library_version(void);

/// Opens a film, which film_commit or film_discard ends.
FileResult film_open(const char *path, Film **film);

/// Shows a world, 20 times a second of its time and at its end; other calls are for nothing.
/// Failures are kept for film_commit.
///
/// @param seconds  [s] Time of the world; at 0 another world begins.
void film_show(Film *film, const TumWorld *world, double seconds, bool is_last);

/// Writes the end and moves the file to its name. NULL is fine.
FileResult film_commit(Film *film);

/// Leaves the target unchanged. NULL is fine.
void film_discard(Film *film);

#endif
