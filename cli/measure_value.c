// SPDX-License-Identifier: MIT
// measure_value.c: the value of a quantity at one step of a world.
//
// Values are computed in double precision from the poses and velocities of the world, with
// operations that have the same bits on every machine: rows of two machines can be compared.
#include <math.h>

#include "math/math3_64.h"
#include "measure.h"
#include "tumble/world3.h"
#include "tumble/world4.h"

// Pose and velocities of the body of a measure. Those of 3D have zeros in the fourth place.
typedef struct State {
    double place[4];  // [m] Of the node.
    double linear[4]; // [m/s]
    DVec3 angular;    // [rad/s]
    DPose3 body;
    DVec3 up; // Y of the node, in the world.
    bool is_asleep;
} State;

static DVec3 vector_of(const double *numbers)
{
    return (DVec3){numbers[0], numbers[1], numbers[2]};
}

static const TumBody *body_of(const MeasureSeries *series)
{
    const TumScene *scene = series->scene;
    return &scene->bodies[scene->nodes[series->measure->node].body];
}

// The node's origin and its Y in the frame of its body, which moves both.
static void find_in_body(const MeasureSeries *series, DVec3 *origin, DVec3 *up)
{
    const TumBody *body = body_of(series);
    const double *node = series->scene->nodes[series->measure->node].world;
    const DQuat rotation = {body->rotation.q[0], body->rotation.q[1], body->rotation.q[2],
                            body->rotation.q[3]};
    const DVec3 offset = dvec3_sub(vector_of(node + 12), vector_of(body->position));
    *origin = dquat_unrotate(rotation, offset);
    *up = dvec3_normalize_or(dquat_unrotate(rotation, vector_of(node + 4)), (DVec3){0.0, 1.0, 0.0});
}

static void read3(const MeasureSeries *series, const TumWorld *world, TumBodyId id, State *state)
{
    const TumPose3 pose = tum_body_pose3(world, id);
    const TumVec3 linear = tum_body_linear_velocity3(world, id);
    const TumVec3 angular = tum_body_angular_velocity3(world, id);
    DVec3 origin, up;
    find_in_body(series, &origin, &up);
    const TumVec3 p = pose.position;
    const TumQuat q = pose.rotation;
    state->body =
        (DPose3){{(double)p.x, (double)p.y, (double)p.z},
                 dquat_normalize((DQuat){(double)q.x, (double)q.y, (double)q.z, (double)q.w})};
    const DVec3 place = dpose3_transform(state->body, origin);
    state->up = dquat_rotate(state->body.rotation, up);
    state->angular = (DVec3){(double)angular.x, (double)angular.y, (double)angular.z};
    const double places[] = {place.x, place.y, place.z, 0.0};
    const double speeds[] = {(double)linear.x, (double)linear.y, (double)linear.z, 0.0};
    for (int i = 0; i < 4; ++i) {
        state->place[i] = places[i];
        state->linear[i] = speeds[i];
    }
}

static void read4(const TumWorld *world, TumBodyId id, State *state)
{
    const TumVec4 p = tum_body_pose4(world, id).position;
    const TumVec4 v = tum_body_linear_velocity4(world, id);
    const double places[] = {(double)p.x, (double)p.y, (double)p.z, (double)p.w};
    const double speeds[] = {(double)v.x, (double)v.y, (double)v.z, (double)v.w};
    for (int i = 0; i < 4; ++i) {
        state->place[i] = places[i];
        state->linear[i] = speeds[i];
    }
}

static double length4(const double numbers[4])
{
    double sum = 0.0;
    for (int i = 0; i < 4; ++i) {
        sum += numbers[i] * numbers[i];
    }
    return square_root64(sum);
}

static double displacement(const MeasureSeries *series, const State *state)
{
    double difference[4];
    for (int i = 0; i < 4; ++i) {
        difference[i] = state->place[i] - series->place[i];
    }
    return length4(difference);
}

// [rad] The angle of a rotation, 0 to pi.
static double angle_of(DQuat q)
{
    const double sine = square_root64(q.x * q.x + q.y * q.y + q.z * q.z);
    return 2.0 * tum_atan2_64(sine, absolute64(q.w));
}

// The rotation since step 0, in the world.
static DQuat rotation_since(const MeasureSeries *series, const State *state)
{
    const double *start = series->orientation;
    return dquat_multiply(state->body.rotation, (DQuat){-start[0], -start[1], -start[2], start[3]});
}

// [rad] The angle about an axis since step 0. A step turns by less than half a turn.
static double twist(MeasureSeries *series, const State *state)
{
    const DQuat q = rotation_since(series, state);
    const double parts[] = {q.x, q.y, q.z};
    const double angle = 2.0 * tum_atan2_64(parts[series->measure->axis], q.w);
    double change = angle - series->angle;
    while (change > PI) {
        change -= 2.0 * PI;
    }
    while (change < -PI) {
        change += 2.0 * PI;
    }
    series->angle = angle;
    series->twist += change;
    return series->twist;
}

// [m] How far two discs, or spheres, at the ends of a shape reach: y is the direction's part along
// the axis, `side` its length across it, or in all.
static double reach_of_ends(const TumShape *shape, double y, double side)
{
    const double top = 0.5 * shape->height * y + shape->radius_top * side;
    const double bottom = -0.5 * shape->height * y + shape->radius_bottom * side;
    return maximum64(top, bottom);
}

static double reach_of_box(const TumShape *shape, DVec3 d)
{
    return 0.5 * (shape->size[0] * absolute64(d.x) + shape->size[1] * absolute64(d.y) +
                  shape->size[2] * absolute64(d.z));
}

static double reach_of_points(const TumMesh *mesh, DVec3 d)
{
    double most = -INFINITY;
    for (size_t i = 0; i < mesh->point_count; ++i) {
        most = maximum64(most, dvec3_dot(vector_of(mesh->points + 3 * i), d));
    }
    return most;
}

// [m] The largest product of a point of the shape and d, in the shape's frame; -INFINITY for shapes
// without extent.
static double reach_of_shape(const TumScene *scene, const TumShape *shape, DVec3 d)
{
    const double across = square_root64(d.x * d.x + d.z * d.z);
    switch (shape->kind) {
    case TUM_SHAPE_SPHERE: return shape->radius * dvec3_length(d);
    case TUM_SHAPE_CAPSULE: return reach_of_ends(shape, d.y, dvec3_length(d));
    case TUM_SHAPE_CYLINDER: return reach_of_ends(shape, d.y, across);
    case TUM_SHAPE_BOX:
    case TUM_SHAPE_GENERAL: return reach_of_box(shape, d);
    case TUM_SHAPE_CONVEX:
    case TUM_SHAPE_MESH:
    case TUM_SHAPE_HEIGHTMAP:
        return shape->mesh >= 0 ? reach_of_points(&scene->meshes[shape->mesh], d) : -INFINITY;
    case TUM_SHAPE_PLANE:
    case TUM_SHAPE_RAY: break;
    }
    return -INFINITY;
}

// [m] The largest coordinate of the body's colliders along a direction of the world; NAN without a
// collider of finite extent. Colliders that an animation moves count where they were at load.
static double reach(const MeasureSeries *series, const State *state, DVec3 direction)
{
    const TumScene *scene = series->scene;
    const int32_t body = scene->nodes[series->measure->node].body;
    const DVec3 d = dquat_unrotate(state->body.rotation, direction);
    double most = -INFINITY;
    for (size_t i = 0; i < scene->collider_count; ++i) {
        const TumCollider *collider = &scene->colliders[i];
        if (collider->body != body || collider->shape < 0) {
            continue;
        }
        const double *q = collider->rotation.q;
        const DVec3 local = dquat_unrotate((DQuat){q[0], q[1], q[2], q[3]}, d);
        const DVec3 scaled = dvec3_multiply(local, vector_of(collider->scale));
        most = maximum64(most, dvec3_dot(vector_of(collider->position), d) +
                                   reach_of_shape(scene, &scene->shapes[collider->shape], scaled));
    }
    return isfinite(most) ? most + dvec3_dot(state->body.position, direction) : (double)NAN;
}

static DVec3 axis_of(int axis, double sign)
{
    return (DVec3){axis == 0 ? sign : 0.0, axis == 1 ? sign : 0.0, axis == 2 ? sign : 0.0};
}

static void note_start(MeasureSeries *series, const State *state)
{
    const DQuat q = state->body.rotation;
    const double orientation[] = {q.x, q.y, q.z, q.w};
    for (int i = 0; i < 4; ++i) {
        series->place[i] = state->place[i];
        series->orientation[i] = orientation[i];
    }
}

static double value_of(MeasureSeries *series, const State *state)
{
    const int axis = series->measure->axis;
    const DVec3 up = state->up, w = state->angular;
    switch (series->measure->kind) {
    case MEASURE_PLACE: return state->place[axis];
    case MEASURE_LINEAR: return state->linear[axis];
    case MEASURE_ANGULAR: return axis == 0 ? w.x : axis == 1 ? w.y : w.z;
    case MEASURE_SPEED: return length4(state->linear);
    case MEASURE_ANGULAR_SPEED: return dvec3_length(w);
    case MEASURE_DISPLACEMENT: return displacement(series, state);
    case MEASURE_ALONG: return state->place[axis] - series->place[axis];
    case MEASURE_HORIZONTAL:
        return dvec3_length(
            (DVec3){state->place[0] - series->place[0], 0.0, state->place[2] - series->place[2]});
    case MEASURE_TURN: return angle_of(rotation_since(series, state));
    case MEASURE_TILT: return tum_atan2_64(square_root64(up.x * up.x + up.z * up.z), up.y);
    case MEASURE_TWIST: return twist(series, state);
    case MEASURE_LOW: return -reach(series, state, axis_of(axis, -1.0));
    case MEASURE_HIGH: return reach(series, state, axis_of(axis, 1.0));
    case MEASURE_ASLEEP: return state->is_asleep ? 1.0 : 0.0;
    }
    return (double)NAN;
}

double measure_now(MeasureSeries *series, const TumWorld *world)
{
    const size_t index = (size_t)series->scene->nodes[series->measure->node].body;
    const TumBodyId id = tum_world_body_at(world, index);
    State state = {.body = DPOSE3_IDENTITY};
    if (series->scene->dimension == 4) {
        read4(world, id, &state);
    } else {
        read3(series, world, id, &state);
    }
    state.is_asleep = tum_body_kind(world, id) != TUM_BODY_STATIC && !tum_body_is_awake(world, id);
    if (series->steps == 0) {
        note_start(series, &state);
    }
    return value_of(series, &state);
}
