// SPDX-License-Identifier: MIT
// draw4.c: debug drawing of the slice of a 4D world at one W, as lines, points and labels.
#include "tumble/draw4.h"

#include "base/assert.h"
#include "shape4/slice4.h"
#include "world/draw.h"
#include "world/public4.h"

static const float VELOCITY_TIME = 0.1f; // [s] A drawn velocity covers this time.
static const double AXIS_LENGTH = 0.1;   // [m] Length of the axes of joint frames.

static Vec3 without_w(Vec4 v)
{
    return (Vec3){v.x, v.y, v.z};
}

static void add_line(void *drawing, DVec3 from, DVec3 to)
{
    tum_draw3_line(drawing, vec3_narrow(from), vec3_narrow(to));
}

static void draw_shapes(const TumWorld *world, float w, TumDraw3 *draw)
{
    const Topology *topology = &world->sim.topology;
    for (size_t i = 0; i < topology->colliders.count; ++i) {
        const ColliderRecord *collider = &topology->colliders.items[i];
        if (collider->exists) {
            Drawing3 drawing = {draw, tum_draw3_color(&topology->bodies.items[collider->body])};
            tum_slice4(&world->space4->shapes.items[i],
                       pose4_widen(space4_shape_pose(world->space4, collider->body, (int32_t)i)),
                       (double)w, add_line, &drawing);
        }
    }
}

static void draw_triggers(const TumWorld *world, float w, TumDraw3 *draw)
{
    Drawing3 drawing = {draw, TUM_COLOR_TRIGGER};
    for (size_t i = 0; i < world->trigger_parts4.count; ++i) {
        const TriggerPart4 *part = &world->trigger_parts4.items[i];
        tum_slice4(&part->shape,
                   pose4_widen(pose4_multiply(space4_pose(world->space4, part->body),
                                              part->principal_from_shape)),
                   (double)w, add_line, &drawing);
    }
}

static void draw_centers(const TumWorld *world, float w, TumDraw3 *draw)
{
    for (size_t i = 1; i < world->sim.topology.bodies.count; ++i) {
        const BodyRecord *body = &world->sim.topology.bodies.items[i];
        if (body->exists && body->kind != TUM_BODY_STATIC) {
            const Vec4 center = world->space4->places.items[i].center;
            tum_draw3_point(draw, without_w(center), center.w - w, TUM_COLOR_CENTER);
        }
    }
}

static void draw_velocities(const TumWorld *world, float w, TumDraw3 *draw)
{
    (void)w;
    Drawing3 drawing = {draw, TUM_COLOR_VELOCITY};
    for (size_t i = 1; i < world->sim.topology.bodies.count; ++i) {
        const Vec3 velocity = without_w(world->space4->states.items[i].linear);
        const Vec3 center = without_w(world->space4->places.items[i].center);
        if (world->sim.topology.bodies.items[i].set == SET_AWAKE &&
            vec3_length_squared(velocity) > 0.0f) {
            tum_draw3_line(&drawing, center, vec3_add_scaled(center, velocity, VELOCITY_TIME));
        }
    }
}

static DVec3 shadow(DVec4 v)
{
    return (DVec3){v.x, v.y, v.z};
}

static void draw_frame(TumDraw3 *draw, const DPose4 *frame)
{
    static const uint32_t colors[3] = {TUM_COLOR_X, TUM_COLOR_Y, TUM_COLOR_Z};
    const DMat4 m = drotation4_matrix(frame->rotation);
    const DVec4 axes[3] = {m.x, m.y, m.z};
    for (int i = 0; i < 3; ++i) {
        Drawing3 drawing = {draw, colors[i]};
        add_line(&drawing, shadow(frame->position),
                 shadow(dvec4_add_scaled(frame->position, axes[i], AXIS_LENGTH)));
    }
}

static void draw_joints(const TumWorld *world, float w, TumDraw3 *draw)
{
    (void)w;
    for (size_t i = 0; i < world->sim.topology.joints.joints.count; ++i) {
        const JointRecord *joint = &world->sim.topology.joints.joints.items[i];
        if (!joint->acts) {
            continue;
        }
        const DPose4 a = tum_space4_joint_frame(world->space4, (int32_t)i, 0, joint->body[0]);
        const DPose4 b = tum_space4_joint_frame(world->space4, (int32_t)i, 1, joint->body[1]);
        Drawing3 drawing = {draw, TUM_COLOR_JOINT};
        draw_frame(draw, &a);
        draw_frame(draw, &b);
        add_line(&drawing, shadow(a.position), shadow(b.position));
    }
}

static void draw_names(const TumWorld *world, float w, TumDraw3 *draw)
{
    (void)w;
    for (size_t i = 1; i < world->sim.topology.bodies.count; ++i) {
        const BodyRecord *body = &world->sim.topology.bodies.items[i];
        if (body->exists) {
            tum_draw3_name(draw, body, without_w(world->space4->places.items[i].center));
        }
    }
}

TumStatus tum_world_draw4(const TumWorld *world, float w, TumDraw3 *draw)
{
    static const struct {
        uint32_t flag;
        void (*draw)(const TumWorld *world, float w, TumDraw3 *draw);
    } parts[] = {{TUM_DRAW_SHAPES, draw_shapes},   {TUM_DRAW_TRIGGERS, draw_triggers},
                 {TUM_DRAW_CENTERS, draw_centers}, {TUM_DRAW_VELOCITIES, draw_velocities},
                 {TUM_DRAW_JOINTS, draw_joints},   {TUM_DRAW_NAMES, draw_names}};
    draw->line_count = 0;
    draw->point_count = 0;
    draw->label_count = 0;
    if (!TUM_REQUIRE(world->dimension == 4)) {
        return TUM_ERROR_UNSUPPORTED;
    }
    if (!is_finite(w) ||
        (draw->scene != NULL && draw->scene->body_count != world->scene_body_count)) {
        return TUM_ERROR_ARGUMENT;
    }
    for (size_t i = 0; i < sizeof parts / sizeof parts[0]; ++i) {
        if ((draw->flags & parts[i].flag) != 0) {
            parts[i].draw(world, w, draw);
        }
    }
    return TUM_OK;
}
