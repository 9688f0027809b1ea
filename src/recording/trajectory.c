// SPDX-License-Identifier: MIT
// trajectory.c: motion as numbers, a line for each step or an array for each quantity
// (docs/formats.md).
#include "base/json_text.h"
#include "recording/npz.h"
#include "recording/snapshot.h"
#include "tumble/recording.h"

enum { TRAJECTORY_VERSION = 1 };

struct TumTrajectory {
    TumTrajectoryFormat format;
    TumSink sink;
    TumStatus status; ///< The first failure; no output follows.
    int dimension;
    double rate;       ///< [Hz]
    uint64_t step;     ///< The world's step number of the next sample.
    bool has_begun;    ///< A sample was added.
    size_t body_count; ///< Bodies of the scene.
    int32_t *nodes;    ///< One for each body.
    Snapshot snapshot;
    JsonText json; ///< For lines.
    Npz npz;       ///< For arrays.
};

// The trajectory's sink returns a bool, the text stream's a status.
static TumStatus write_text(void *user, const char *bytes, size_t count)
{
    const TumSink *sink = user;
    return sink->write(sink->user, bytes, count) ? TUM_OK : TUM_ERROR_FILE;
}

static void write_header(JsonText *json, const TumScene *scene, double rate)
{
    tum_json_text_begin_object(json);
    tum_json_text_key(json, "format");
    tum_json_text_string(json, "tumble-trajectory");
    tum_json_text_key(json, "version");
    tum_json_text_integer(json, TRAJECTORY_VERSION);
    tum_json_text_key(json, "source");
    tum_json_text_string(json, scene->file);
    tum_json_text_key(json, "dimension");
    tum_json_text_integer(json, scene->dimension);
    tum_json_text_key(json, "rate");
    tum_json_text_double(json, rate);
    if (scene->dimension == 3) {
        tum_json_text_key(json, "quaternion");
        tum_json_text_string(json, "xyzw");
    }
    tum_json_text_key(json, "nodes");
    tum_json_text_begin_array(json);
    for (size_t i = 0; i < scene->body_count; ++i) {
        const int32_t node = scene->bodies[i].node;
        tum_json_text_begin_object(json);
        tum_json_text_key(json, "index");
        tum_json_text_integer(json, node);
        tum_json_text_key(json, "name");
        tum_json_text_string(json, scene->nodes[node].name);
        tum_json_text_end_object(json);
    }
    tum_json_text_end_array(json);
    tum_json_text_end_object(json);
    tum_json_text_end_line(json);
}

static void write_vector(JsonText *json, const char *key, const float *numbers, size_t count)
{
    tum_json_text_key(json, key);
    tum_json_text_floats(json, numbers, count);
}

static void write_event_node(JsonText *json, const char *key, int32_t node)
{
    tum_json_text_key(json, key);
    tum_json_text_integer(json, node);
}

static const char *event_name(TumEventKind kind)
{
    switch (kind) {
    case TUM_EVENT_TRIGGER_ENTERED: return "triggerEntered";
    case TUM_EVENT_TRIGGER_EXITED: return "triggerExited";
    case TUM_EVENT_CONTACT_STARTED: return "contactStarted";
    case TUM_EVENT_CONTACT_ENDED: break;
    }
    return "contactEnded";
}

static void write_events(JsonText *json, const TumWorld *world)
{
    const TumEvent *events;
    const size_t count = tum_world_events(world, &events);
    tum_json_text_begin_array(json);
    for (size_t i = 0; i < count; ++i) {
        tum_json_text_begin_object(json);
        tum_json_text_key(json, "type");
        tum_json_text_string(json, event_name(events[i].kind));
        if (events[i].kind == TUM_EVENT_TRIGGER_ENTERED ||
            events[i].kind == TUM_EVENT_TRIGGER_EXITED) {
            write_event_node(json, "trigger", events[i].a.node);
            write_event_node(json, "collider", events[i].b.node);
            write_event_node(json, "motion", events[i].b.motion);
        } else {
            write_event_node(json, "colliderA", events[i].a.node);
            write_event_node(json, "colliderB", events[i].b.node);
            tum_json_text_key(json, "impulse");
            tum_json_text_float(json, events[i].impulse);
        }
        tum_json_text_end_object(json);
    }
    tum_json_text_end_array(json);
}

static void write_step(TumTrajectory *trajectory, const TumWorld *world, double time)
{
    JsonText *json = &trajectory->json;
    const Snapshot *snapshot = &trajectory->snapshot;
    const SnapshotWidths widths = snapshot_widths(tum_world_dimension(world));
    tum_json_text_begin_object(json);
    tum_json_text_key(json, "t");
    tum_json_text_double(json, time);
    tum_json_text_key(json, "bodies");
    tum_json_text_begin_array(json);
    for (size_t i = 0; i < snapshot->count; ++i) {
        tum_json_text_begin_object(json);
        tum_json_text_key(json, "node");
        tum_json_text_integer(json, trajectory->nodes[i]);
        write_vector(json, "position", snapshot->position.items + widths.axes * i, widths.axes);
        write_vector(json, "orientation", snapshot->orientation.items + widths.turns * i,
                     widths.turns);
        write_vector(json, "linearVelocity", snapshot->linear.items + widths.axes * i, widths.axes);
        write_vector(json, "angularVelocity", snapshot->angular.items + widths.planes * i,
                     widths.planes);
        tum_json_text_key(json, "asleep");
        tum_json_text_boolean(json, snapshot->asleep.items[i]);
        tum_json_text_end_object(json);
    }
    tum_json_text_end_array(json);
    tum_json_text_key(json, "events");
    write_events(json, world);
    tum_json_text_end_object(json);
    tum_json_text_end_line(json);
}

static bool copy_nodes(TumTrajectory *trajectory, const TumScene *scene)
{
    trajectory->body_count = scene->body_count;
    if (scene->body_count == 0) {
        return true;
    }
    trajectory->nodes = tum_allocate_zeroed(NULL, scene->body_count, sizeof *trajectory->nodes);
    for (size_t i = 0; trajectory->nodes != NULL && i < scene->body_count; ++i) {
        trajectory->nodes[i] = scene->bodies[i].node;
    }
    return trajectory->nodes != NULL;
}

static void destroy(TumTrajectory *trajectory)
{
    tum_snapshot_clear(&trajectory->snapshot);
    tum_npz_clear(&trajectory->npz);
    tum_release(NULL, trajectory->nodes, trajectory->body_count * sizeof *trajectory->nodes);
    tum_release(NULL, trajectory, sizeof *trajectory);
}

TumStatus tum_trajectory_begin(const TumScene *scene, double rate, TumTrajectoryFormat format,
                               TumSink sink, TumTrajectory **trajectory)
{
    *trajectory = NULL;
    if (sink.write == NULL || !(rate > 0.0) ||
        (format != TUM_TRAJECTORY_LINES && format != TUM_TRAJECTORY_NPZ)) {
        return TUM_ERROR_ARGUMENT;
    }
    if (scene->dimension != 3 && scene->dimension != 4) {
        return TUM_ERROR_UNSUPPORTED;
    }
    TumTrajectory *made = tum_allocate_zeroed(NULL, 1, sizeof *made);
    if (made == NULL) {
        return TUM_ERROR_MEMORY;
    }
    made->format = format;
    made->sink = sink;
    made->dimension = scene->dimension;
    made->rate = rate;
    made->status = copy_nodes(made, scene) ? TUM_OK : TUM_ERROR_MEMORY;
    if (made->status == TUM_OK && format == TUM_TRAJECTORY_NPZ) {
        made->status = tum_npz_begin(&made->npz, scene);
    } else if (made->status == TUM_OK) {
        tum_json_text_init(&made->json, (TextSink){write_text, &made->sink}, 0);
        write_header(&made->json, scene, rate);
        tum_json_text_flush(&made->json);
        made->status = made->json.status;
    }
    if (made->status != TUM_OK) {
        const TumStatus status = made->status;
        destroy(made);
        return status;
    }
    *trajectory = made;
    return TUM_OK;
}

TumStatus tum_trajectory_add(TumTrajectory *trajectory, const TumWorld *world)
{
    if (trajectory->status == TUM_OK) {
        trajectory->status =
            tum_world_dimension(world) == trajectory->dimension
                ? tum_snapshot_read(&trajectory->snapshot, world, trajectory->body_count)
                : TUM_ERROR_ARGUMENT;
    }
    if (trajectory->status != TUM_OK) {
        return trajectory->status;
    }
    // A world restored from a checkpoint has steps before its first sample.
    if (!trajectory->has_begun) {
        trajectory->step = tum_world_step_count(world);
        trajectory->has_begun = true;
    }
    // The time is no sum of steps: the tenth step at a hundred per second is exactly the double
    // 0.1.
    const double time = (double)trajectory->step / trajectory->rate;
    if (trajectory->format == TUM_TRAJECTORY_NPZ) {
        const TumEvent *events;
        const size_t count = tum_world_events(world, &events);
        trajectory->status = tum_npz_add(&trajectory->npz, time, &trajectory->snapshot);
        if (trajectory->status == TUM_OK) {
            trajectory->status = tum_npz_add_events(&trajectory->npz, events, count);
        }
    } else {
        write_step(trajectory, world, time);
        trajectory->status = trajectory->json.status;
    }
    ++trajectory->step;
    return trajectory->status;
}

TumStatus tum_trajectory_end(TumTrajectory *trajectory)
{
    if (trajectory == NULL) {
        return TUM_OK;
    }
    TumStatus status = trajectory->status;
    if (trajectory->format == TUM_TRAJECTORY_LINES) {
        const TumStatus finished = tum_json_text_finish(&trajectory->json);
        status = status != TUM_OK ? status : finished;
    } else if (status == TUM_OK) {
        status = tum_npz_write(&trajectory->npz, trajectory->sink);
    }
    destroy(trajectory);
    return status;
}
