// SPDX-License-Identifier: MIT
// film_gif.c: writes animated GIFs by giflib. A picture holds the rectangle that changed.
#include "film_gif.h"

#include <gif_lib.h>
#include <stdlib.h>
#include <string.h>

#include "film.h"

enum { COLOR_BITS = 8 };
#define STRINGIFY(x) #x
#define VERSION_TEXT(major, minor, release)                                                        \
    STRINGIFY(major) "." STRINGIFY(minor) "." STRINGIFY(release)

typedef struct Rectangle {
    int left, top, right, bottom; // [px] right and bottom are outside.
} Rectangle;

// The last picture waits for its time to be known: equal ones only lengthen it.
struct FilmGif {
    GifFileType *file;
    Output output;
    uint8_t last[FILM_PIXELS];
    Rectangle changed; // Part of `last` that is to be written.
    int centiseconds;  // Time of `last`; 0: there is none.
    bool is_failed;
};

const char *film_library_version(void)
{
    return VERSION_TEXT(GIFLIB_MAJOR, GIFLIB_MINOR, GIFLIB_RELEASE);
}

bool film_is_built(void)
{
    return true;
}

static int write_bytes(GifFileType *file, const GifByteType *bytes, int count)
{
    FilmGif *gif = file->UserData;
    return output_write(&gif->output, bytes, (size_t)count) ? count : 0;
}

_Static_assert(FILM_CUBE + FILM_GREYS == 1 << COLOR_BITS, "as many colours as a GIF has");

static GifByteType level(int index, int count)
{
    return (GifByteType)(index * 255 / (count - 1));
}

static ColorMapObject *make_colors(void)
{
    ColorMapObject *map = GifMakeMapObject(1 << COLOR_BITS, NULL);
    for (int i = 0; map != NULL && i < FILM_CUBE + FILM_GREYS; ++i) {
        const GifByteType grey = level(i - FILM_CUBE, FILM_GREYS);
        map->Colors[i] = i < FILM_CUBE
                             ? (GifColorType){level(i / (FILM_LEVELS * FILM_LEVELS), FILM_LEVELS),
                                              level(i / FILM_LEVELS % FILM_LEVELS, FILM_LEVELS),
                                              level(i % FILM_LEVELS, FILM_LEVELS)}
                             : (GifColorType){grey, grey, grey};
    }
    return map;
}

// The extension that repeats a film without end (Netscape Navigator 2.0).
static bool write_loop(GifFileType *file)
{
    static const uint8_t forever[3] = {1, 0, 0};
    return EGifPutExtensionLeader(file, APPLICATION_EXT_FUNC_CODE) == GIF_OK &&
           EGifPutExtensionBlock(file, 11, "NETSCAPE2.0") == GIF_OK &&
           EGifPutExtensionBlock(file, sizeof forever, forever) == GIF_OK &&
           EGifPutExtensionTrailer(file) == GIF_OK;
}

static bool write_begin(FilmGif *gif)
{
    ColorMapObject *map = make_colors();
    EGifSetGifVersion(gif->file, true);
    const bool is_written =
        map != NULL &&
        EGifPutScreenDesc(gif->file, FILM_WIDTH, FILM_HEIGHT, COLOR_BITS, 0, map) == GIF_OK &&
        write_loop(gif->file);
    GifFreeMapObject(map);
    return is_written;
}

FileResult film_gif_open(const char *path, FilmGif **opened)
{
    FilmGif *gif = calloc(1, sizeof *gif);
    if (gif == NULL) {
        return FILE_MEMORY;
    }
    const FileResult result = output_open(&gif->output, path);
    if (result != FILE_OK) {
        free(gif);
        return result;
    }
    gif->file = EGifOpen(gif, write_bytes, NULL);
    gif->is_failed = gif->file == NULL || !write_begin(gif);
    *opened = gif;
    return FILE_OK;
}

static bool write_last(FilmGif *gif)
{
    const Rectangle at = gif->changed;
    const GraphicsControlBlock control = {.DisposalMode = DISPOSE_DO_NOT,
                                          .DelayTime = gif->centiseconds,
                                          .TransparentColor = NO_TRANSPARENT_COLOR};
    GifByteType extension[4];
    bool is_written = EGifGCBToExtension(&control, extension) == sizeof extension &&
                      EGifPutExtension(gif->file, GRAPHICS_EXT_FUNC_CODE, sizeof extension,
                                       extension) == GIF_OK &&
                      EGifPutImageDesc(gif->file, at.left, at.top, at.right - at.left,
                                       at.bottom - at.top, false, NULL) == GIF_OK;
    for (int row = at.top; is_written && row < at.bottom; ++row) {
        is_written = EGifPutLine(gif->file, gif->last + row * FILM_WIDTH + at.left,
                                 at.right - at.left) == GIF_OK;
    }
    return is_written;
}

// Rectangle of the pixels that differ; empty where none does.
static Rectangle difference(const uint8_t *a, const uint8_t *b)
{
    Rectangle changed = {FILM_WIDTH, FILM_HEIGHT, 0, 0};
    for (int i = 0; i < FILM_PIXELS; ++i) {
        if (a[i] != b[i]) {
            const int x = i % FILM_WIDTH, y = i / FILM_WIDTH;
            changed.left = x < changed.left ? x : changed.left;
            changed.right = x >= changed.right ? x + 1 : changed.right;
            changed.top = y < changed.top ? y : changed.top;
            changed.bottom = y + 1;
        }
    }
    return changed;
}

void film_gif_add(FilmGif *gif, const uint8_t *pixels, int centiseconds)
{
    Rectangle changed = {0, 0, FILM_WIDTH, FILM_HEIGHT};
    if (gif->centiseconds > 0) {
        changed = difference(gif->last, pixels);
        if (changed.bottom == 0) {
            gif->centiseconds += centiseconds;
            return;
        }
        gif->is_failed = gif->is_failed || !write_last(gif);
    }
    memcpy(gif->last, pixels, FILM_PIXELS);
    gif->changed = changed;
    gif->centiseconds = centiseconds;
}

void film_gif_discard(FilmGif *gif)
{
    if (gif != NULL) {
        EGifCloseFile(gif->file, NULL);
        output_discard(&gif->output);
        free(gif);
    }
}

FileResult film_gif_commit(FilmGif *gif)
{
    if (gif == NULL) {
        return FILE_OK;
    }
    bool is_written = !gif->is_failed && (gif->centiseconds == 0 || write_last(gif));
    is_written = EGifCloseFile(gif->file, NULL) == GIF_OK && is_written;
    gif->file = NULL;
    FileResult result = gif->output.result;
    if (is_written) {
        result = output_commit(&gif->output);
    } else {
        result = result == FILE_OK ? FILE_MEMORY : result;
        output_discard(&gif->output);
    }
    free(gif);
    return result;
}
