// SPDX-License-Identifier: MIT
// animation_reader.c: animations of a document as tracks of the scene
// (docs/simulation.md#10-animations).
#include "dialects/animation_reader.h"

#include "dialects/dialect.h"
#include "document/animation.h"

// Numbers of a track count as multiplied items (tum_reader_expand). This many numbers of a skipped
// track, such as a character's, count as one.
enum { IDLE_NUMBERS = 16 };

enum {
    MARK_ABOVE = 1,  // the node or one below has physics, or is part of a joint
    MARK_VOLUME = 2, // ... a collider or a trigger
    MARK_DYNAMIC = 4 // the node itself is a dynamic body
};

// Every node is marked once for each mark, so all walks together visit each edge of the tree twice.
static void mark_upward(const SceneReader *reader, unsigned char *marks, size_t node, unsigned mark)
{
    int32_t at = (int32_t)node;
    while (at >= 0 && (marks[at] & mark) == 0) {
        marks[at] |= (unsigned char)mark;
        at = tum_document_node(reader->document, (size_t)at)->parent;
    }
}

// @return NULL where the document has no physics, or when out of memory.
static unsigned char *mark_nodes(SceneReader *reader)
{
    unsigned char *marks = tum_arena_zeroed(&reader->arena, reader->node_count, 1);
    bool someone = false;
    for (size_t i = 0; marks != NULL && i < reader->node_count; ++i) {
        const unsigned aspects = reader->aspects[i];
        if (aspects != 0) {
            someone = true;
            mark_upward(reader, marks, i, MARK_ABOVE);
        }
        if ((aspects & (ASPECT_COLLIDER | ASPECT_TRIGGER)) != 0) {
            mark_upward(reader, marks, i, MARK_VOLUME);
        }
    }
    // The other node of a joint may have no physics of its own.
    int32_t nodes[2];
    for (size_t i = 0; marks != NULL && tum_scene_builder_joint_nodes(reader->builder, i, nodes);
         ++i) {
        for (int side = 0; side < 2; ++side) {
            if (nodes[side] >= 0) {
                mark_upward(reader, marks, (size_t)nodes[side], MARK_ABOVE);
            }
        }
    }
    int32_t node;
    TumBodyKind kind;
    for (size_t i = 0;
         marks != NULL && tum_scene_builder_motion_at(reader->builder, i, &node, &kind); ++i) {
        marks[node] |= kind == TUM_BODY_DYNAMIC ? MARK_DYNAMIC : 0;
    }
    return someone ? marks : NULL;
}

// State of reading an animation.
typedef struct Playing {
    SceneReader *reader;
    const unsigned char *marks; // [node_count]
    Cursor channels;
} Playing;

static void report_target(const Playing *playing, const AnimationChannel *channel,
                          DiagnosticCode code, const char *text)
{
    const Cursor item = tum_cursor_item(&playing->channels, channel->index);
    const Cursor target = tum_cursor_member(&item, "target");
    tum_cursor_report(&target, code, "%s", text);
}

static TumInterpolation interpolation_of(const AnimationChannel *channel)
{
    switch (channel->interpolation) {
    case ANIMATION_STEP: return TUM_INTERPOLATION_STEP;
    case ANIMATION_CUBIC_SPLINE: return TUM_INTERPOLATION_CUBIC_SPLINE;
    case ANIMATION_LINEAR: break;
    }
    return TUM_INTERPOLATION_LINEAR;
}

static void add_track(const Playing *playing, const AnimationChannel *channel)
{
    const Cursor item = tum_cursor_item(&playing->channels, channel->index);
    const Cursor target = tum_cursor_member(&item, "target");
    const TrackDef made = {
        .place = tum_reader_pointer(playing->reader, &target),
        .pointer = channel->path == ANIMATION_POINTER ? channel->pointer : NULL,
        .target = channel->path == ANIMATION_ROTATION ? TUM_TRACK_ROTATION : TUM_TRACK_TRANSLATION,
        .node = channel->node,
        .interpolation = interpolation_of(channel),
        .width = channel->width,
        .key_count = channel->key_count,
        .times = channel->times,
        .values = channel->values,
    };
    if (tum_reader_expand(playing->reader, channel->key_count * (1 + 3 * channel->width))) {
        tum_scene_builder_track(playing->reader->builder, &made);
    }
}

static void read_channel(const Playing *playing, const AnimationChannel *channel)
{
    if (channel->path == ANIMATION_POINTER) {
        add_track(playing, channel); // The builder knows the valid targets.
        return;
    }
    const unsigned marks = playing->marks[channel->node];
    const unsigned aspects = playing->reader->aspects[channel->node];
    const bool has_volume = (aspects & (ASPECT_COLLIDER | ASPECT_TRIGGER)) != 0;
    switch (channel->path) {
    case ANIMATION_TRANSLATION:
    case ANIMATION_ROTATION:
        if ((marks & MARK_ABOVE) != 0) {
            add_track(playing, channel);
        }
        // Animations may move other bodies.
        if ((marks & MARK_DYNAMIC) != 0) {
            report_target(playing, channel, CODE_PHYSICS_ANIMATED_BODY,
                          "The body is simulated; the animation moves it all the same.");
        }
        break;
    case ANIMATION_SCALE:
        if ((marks & MARK_VOLUME) != 0) {
            report_target(playing, channel, CODE_PHYSICS_GEOMETRY_ANIMATED,
                          "The scale is not followed; shapes keep the size they have at load.");
        }
        break;
    case ANIMATION_WEIGHTS:
        if (has_volume) {
            report_target(playing, channel, CODE_PHYSICS_GEOMETRY_ANIMATED,
                          "The weights are not followed; the shape stays as it is at load.");
        }
        break;
    case ANIMATION_POINTER: break;
    }
}

static void read_animation(Playing *playing, const Cursor *animations, size_t index)
{
    SceneReader *reader = playing->reader;
    const Cursor at = tum_cursor_item(animations, index);
    playing->channels = tum_cursor_member(&at, "channels");
    Arena arena;
    Animation animation;
    tum_arena_init(&arena, &reader->memory); // its failures are recorded
    if (tum_animation_read(reader->document, index, &arena, &animation, reader->report) &&
        tum_reader_expand(reader, (size_t)(animation.read_count / IDLE_NUMBERS))) {
        for (size_t i = 0; i < animation.channel_count && reader_is_fine(reader); ++i) {
            read_channel(playing, &animation.channels[i]);
        }
    }
    tum_arena_clear(&arena);
}

void tum_animations_read(SceneReader *reader)
{
    const size_t count = tum_animation_count(reader->document);
    Playing playing = {.reader = reader, .marks = count > 0 ? mark_nodes(reader) : NULL};
    const Cursor animations = tum_cursor_member(&reader->root, "animations");
    for (size_t i = 0; i < count && playing.marks != NULL && reader_is_fine(reader); ++i) {
        read_animation(&playing, &animations, i);
    }
}
