// SPDX-License-Identifier: MIT
/// film_gif.h: pictures of 256 colours as an animated GIF, by giflib.
#ifndef TUM_CLI_FILM_GIF_H
#define TUM_CLI_FILM_GIF_H

#include <stdint.h>

#include "output.h"

/// Pictures of one size.
enum { FILM_WIDTH = 400, FILM_HEIGHT = 300, FILM_PIXELS = FILM_WIDTH * FILM_HEIGHT }; // [px]

/// Colours: all combinations of six levels of red, green and blue, then greys between them.
enum { FILM_LEVELS = 6, FILM_CUBE = FILM_LEVELS * FILM_LEVELS * FILM_LEVELS, FILM_GREYS = 40 };

typedef struct FilmGif FilmGif;

/// Opens a film for pictures of FILM_PIXELS.
FileResult film_gif_open(const char *path, FilmGif **gif);

/// Adds a picture. After a failure, which film_gif_commit tells, nothing is added.
///
/// @param pixels  [FILM_PIXELS] rows from the top: (red * FILM_LEVELS + green) * FILM_LEVELS +
/// blue,
///                or FILM_CUBE + grey.
/// @param centiseconds  [0.01 s] Time for which it is seen.
void film_gif_add(FilmGif *gif, const uint8_t *pixels, int centiseconds);

/// Writes the end and moves the file to its name. NULL is fine.
FileResult film_gif_commit(FilmGif *gif);

/// Leaves the target unchanged. NULL is fine.
void film_gif_discard(FilmGif *gif);

#endif
