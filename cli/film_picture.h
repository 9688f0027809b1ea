// SPDX-License-Identifier: MIT
/// film_picture.h: one picture of a world: its surfaces, and the lines that none of them hides.
#ifndef TUM_CLI_FILM_PICTURE_H
#define TUM_CLI_FILM_PICTURE_H

#include <stddef.h>

#include "film_camera.h"
#include "film_gif.h"
#include "tumble/draw3.h"

typedef struct FilmColor {
    float red, green, blue; ///< [0..255]
} FilmColor;

typedef struct FilmPicture {
    const TumWorld *world; ///< World that is seen.
    FilmCamera camera;
    FilmColor colors[FILM_PIXELS]; ///< Rows from the top.
} FilmPicture;

/// Paints the surfaces that the camera sees. Static ones are chequered.
void film_paint_surfaces(FilmPicture *picture);

/// True where a surface lies before a point.
///
/// @param leeway  [m] Depth of the point below a surface that does not hide it.
bool film_is_hidden(const FilmPicture *picture, DVec3 point, double leeway);

/// Paints lines over the surfaces, where no surface lies before them.
///
/// @param lines  [count] from tum_world_draw3 or tum_world_draw4.
void film_paint_lines(FilmPicture *picture, const TumDrawLine3 *lines, size_t count);

/// Rounds the colours to those of a GIF.
///
/// @param pixels  [FILM_PIXELS] receives them.
void film_round_colors(const FilmPicture *picture, uint8_t *pixels);

#endif
