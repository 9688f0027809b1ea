// SPDX-License-Identifier: MIT
/// film_camera.h: a camera that looks down at the bodies of a film and follows them.
#ifndef TUM_CLI_FILM_CAMERA_H
#define TUM_CLI_FILM_CAMERA_H

#include <stdbool.h>

#include "math/math3_64.h"

/// A zeroed camera sees nothing until it follows a box.
typedef struct FilmCamera {
    DVec3 target; ///< [m] Place in the middle of pictures.
    DVec3 eye;    ///< [m] Place of the camera.
    double size;  ///< [m] Diagonal of the first box; 0: the camera follows none yet.
} FilmCamera;

/// Projection of a place.
typedef struct FilmPlace {
    double x, y;  ///< [px] From the left and from the top.
    double depth; ///< [m] Along the view; not positive: behind the camera.
} FilmPlace;

/// Moves the camera as little as keeps a box near the middle. The first box sets its distance.
void film_camera_follow(FilmCamera *camera, DVec3 low, DVec3 high);

/// [m] Way from the eye through a place of the picture, as long as sees far surfaces.
DVec3 film_camera_ray(const FilmCamera *camera, double x, double y);

FilmPlace film_camera_project(const FilmCamera *camera, DVec3 point);

/// [m] Depth of the nearest places that are seen.
double film_camera_near(const FilmCamera *camera);

#endif
