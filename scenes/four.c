// SPDX-License-Identifier: MIT
// four.c: scenes of four dimensions, as G4MF: a pyramid of tesseracts, a pile of them, a pit of
// balls.
#include "four.h"

#include <math.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "numbers.h"

// Appends formatted text.
__attribute__((format(__printf__, 2, 3))) static void say(FourText *text, const char *format, ...)
{
    char line[512];
    va_list arguments;
    va_start(arguments, format);
    const int length = vsnprintf(line, sizeof line, format, arguments);
    va_end(arguments);
    if (text->failed || length < 0 || (size_t)length >= sizeof line) {
        text->failed = true;
        return;
    }
    if (text->count + (size_t)length > text->room) {
        const size_t room = text->room * 2 + 65536;
        char *bytes = realloc(text->bytes, room);
        if (bytes == NULL) {
            text->failed = true;
            return;
        }
        text->bytes = bytes;
        text->room = room;
    }
    memcpy(text->bytes + text->count, line, (size_t)length);
    text->count += (size_t)length;
}

// A scene is its shapes, then a root and things below it: bodies have a node more, for the shape.
static void begin(FourText *text, const char *shapes)
{
    say(text,
        "{\"asset\":{\"dimension\":4,\"generator\":\"tumble bench\"},\"shapes\":[%s],\"nodes\":["
        "{\"name\":\"Root\"",
        shapes);
}

static void begin_children(FourText *text, int fixed, int bodies)
{
    say(text, ",\"children\":[");
    for (int i = 0; i < fixed + bodies; ++i) {
        say(text, "%s%d", i == 0 ? "" : ",", i < fixed ? 1 + i : 1 + fixed + 2 * (i - fixed));
    }
    say(text, "]}");
    text->node_count = 1;
}

static void add_fixed(FourText *text, int shape, const double p[4])
{
    say(text, ",{\"position\":[%.9g,%.9g,%.9g,%.9g],\"physics\":{\"collider\":{\"shape\":%d}}}",
        p[0], p[1], p[2], p[3], shape);
    ++text->node_count;
}

// Turned by two angles [rad] at once, in XY and in ZW: of a rotor in two planes that commute, the
// eight numbers are products of cosines and sines.
static void add_body(FourText *text, int shape, const double p[4], double xy, double zw)
{
    const double a = scene_cosine(0.5 * xy), b = scene_sine(0.5 * xy), c = scene_cosine(0.5 * zw),
                 d = scene_sine(0.5 * zw);
    say(text,
        ",{\"position\":[%.9g,%.9g,%.9g,%.9g],\"rotor\":[%.17g,%.17g,0,0,0,0,%.17g,%.17g],"
        "\"physics\":{\"motion\":{\"type\":\"dynamic\"}},\"children\":[%d]}",
        p[0], p[1], p[2], p[3], a * c, b * c, a * d, b * d, text->node_count + 1);
    say(text, ",{\"physics\":{\"collider\":{\"shape\":%d}}}", shape);
    text->node_count += 2;
}

static void end(FourText *text)
{
    say(text, "]}");
}

// Six walls about a cube in X, Z and W, and the floor below; shapes 0 to 3.
static const char pen_shapes[] = "{\"type\":\"general\",\"size\":[100,2,100,100]},"
                                 "{\"type\":\"general\",\"size\":[1,24,22,22]},"
                                 "{\"type\":\"general\",\"size\":[22,24,1,22]},"
                                 "{\"type\":\"general\",\"size\":[22,24,22,1]},";

enum { PEN_PARTS = 7 };

static void add_pen(FourText *text, double inner)
{
    add_fixed(text, 0, (double[4]){0.0, -1.0, 0.0, 0.0});
    for (int axis = 0; axis < 3; ++axis) {
        static const int across[3] = {0, 2, 3};
        for (int side = -1; side <= 1; side += 2) {
            double p[4] = {0.0, 12.0, 0.0, 0.0};
            p[across[axis]] = side * (inner + 0.5);
            add_fixed(text, 1 + axis, p);
        }
    }
}

void scene_build_pyramid4(FourText *text)
{
    enum { BASE = 7, BODIES = 784 }; // 7^3 + 6^3 + … + 1
    const double apart = 1.05;       // [m] neighbours do not touch
    begin(text, "{\"type\":\"general\",\"size\":[100,2,100,100]},"
                "{\"type\":\"general\",\"size\":[1,1,1,1]}");
    begin_children(text, 1, BODIES);
    add_fixed(text, 0, (double[4]){0.0, -1.0, 0.0, 0.0});
    for (int layer = 0; layer < BASE; ++layer) {
        const int edge = BASE - layer;
        for (int n = 0; n < edge * edge * edge; ++n) {
            const double middle = 0.5 * (edge - 1);
            add_body(text, 1,
                     (double[4]){apart * (n % edge - middle), 0.5 + layer,
                                 apart * (n / edge % edge - middle),
                                 apart * (n / (edge * edge) - middle)},
                     0.0, 0.0);
        }
    }
    end(text);
}

// Things fall in layers of five by five by five.
static void drop(FourText *text, int shape, int count, double apart, SceneRandom *random)
{
    for (int n = 0; n < count; ++n) {
        const int x = n % 5, z = n / 5 % 5, w = n / 25 % 5, y = n / 125;
        double p[4] = {(x - 2) * apart, 1.0 + apart * y, (z - 2) * apart, (w - 2) * apart};
        p[0] += scene_random(random, -0.1, 0.1);
        p[2] += scene_random(random, -0.1, 0.1);
        p[3] += scene_random(random, -0.1, 0.1);
        const double xy = scene_random(random, 0.0, 3.0), zw = scene_random(random, 0.0, 3.0);
        add_body(text, shape, p, xy, zw);
    }
}

void scene_build_pile4(FourText *text)
{
    enum { BODIES = 1000 };
    char shapes[512];
    snprintf(shapes, sizeof shapes, "%s%s", pen_shapes,
             "{\"type\":\"general\",\"size\":[0.7,0.7,0.7,0.7]}");
    begin(text, shapes);
    begin_children(text, PEN_PARTS, BODIES);
    add_pen(text, 3.0);
    SceneRandom random = {41};
    drop(text, 4, BODIES, 1.15, &random);
    end(text);
}

void scene_build_balls4(FourText *text)
{
    enum { BODIES = 2000 };
    char shapes[512];
    snprintf(shapes, sizeof shapes, "%s%s", pen_shapes,
             "{\"type\":\"general\",\"curves\":[{\"radii\":[0.4,0.4,0.4,0.4]}]}");
    begin(text, shapes);
    begin_children(text, PEN_PARTS, BODIES);
    add_pen(text, 3.0);
    SceneRandom random = {42};
    drop(text, 4, BODIES, 1.1, &random);
    end(text);
}
