// SPDX-License-Identifier: MIT
// draw.c: debug drawing of a 3D world as lines, points and labels.
#include "world/draw.h"

#include "base/assert.h"
#include "contact3/anchor3.h"
#include "contact3/contact_solver3.h"
#include "motion3/wire3.h"
#include "space3/bodies3.h"

static const float NORMAL_LENGTH = 0.1f; // [m] Length of a drawn contact normal.
static const float VELOCITY_TIME = 0.1f; // [s] A drawn velocity covers this time.

void tum_draw3_line(void *drawing, Vec3 from, Vec3 to)
{
    const Drawing3 *pen = drawing;
    TumDraw3 *draw = pen->draw;
    if (draw->line_count < draw->line_capacity) {
        draw->lines[draw->line_count] =
            (TumDrawLine3){public_vec3(from), public_vec3(to), pen->color};
    }
    ++draw->line_count;
}

void tum_draw3_point(TumDraw3 *draw, Vec3 position, float value, uint32_t color)
{
    if (draw->point_count < draw->point_capacity) {
        draw->points[draw->point_count] = (TumDrawPoint3){public_vec3(position), value, color};
    }
    ++draw->point_count;
}

char *tum_draw3_label(TumDraw3 *draw, Vec3 position, uint32_t color)
{
    TumDrawLabel3 *label = NULL;
    if (draw->label_count < draw->label_capacity) {
        label = &draw->labels[draw->label_count];
        label->position = public_vec3(position);
        label->color = color;
    }
    ++draw->label_count;
    return label == NULL ? NULL : label->text;
}

uint32_t tum_draw3_color(const BodyRecord *body)
{
    switch (body->kind) {
    case TUM_BODY_STATIC: return TUM_COLOR_STATIC;
    case TUM_BODY_KINEMATIC: return TUM_COLOR_KINEMATIC;
    default: return body->set == SET_ASLEEP ? TUM_COLOR_ASLEEP : TUM_COLOR_AWAKE;
    }
}

static void draw_shapes(const TumWorld *world, TumDraw3 *draw)
{
    const Topology *topology = &world->sim.topology;
    for (size_t i = 0; i < topology->colliders.count; ++i) {
        if (!topology->colliders.items[i].exists) {
            continue;
        }
        Drawing3 drawing = {
            draw, tum_draw3_color(&topology->bodies.items[topology->colliders.items[i].body])};
        tum_wire3(&world->space3->colliders.shapes.items[i],
                  space3_shape_pose(world->space3, topology->colliders.items[i].body, (int32_t)i),
                  tum_draw3_line, &drawing);
    }
}

static void draw_triggers(const TumWorld *world, TumDraw3 *draw)
{
    Drawing3 drawing = {draw, TUM_COLOR_TRIGGER};
    for (size_t i = 0; i < world->trigger_parts.count; ++i) {
        const TriggerPart3 *part = &world->trigger_parts.items[i];
        const BodyPlace3 *place = &world->space3->bodies.places.items[part->body];
        tum_wire3(&part->shape,
                  pose3_multiply((Pose3){place->center, place->rotation}, part->center_from_shape),
                  tum_draw3_line, &drawing);
    }
}

float tum_world_impulse_at3(const ContactMemory3 *memory, uint32_t feature)
{
    for (uint32_t i = 0; i < memory->point_count; ++i) {
        if (memory->feature[i] == feature) {
            return memory->impulse[i];
        }
    }
    return 0.0f;
}

static void draw_manifold(const TumWorld *world, int32_t index, Vec3 center, TumDraw3 *draw)
{
    const Manifold3 plane = tum_space3_manifold(world->space3, &world->sim.topology, index);
    const ContactMemory3 memory = tum_space3_memory(world->space3, &world->sim.topology, index);
    Drawing3 drawing = {draw, TUM_COLOR_CONTACT};
    for (int32_t i = 0; i < plane.point_count; ++i) {
        const LocalPoint3 *point = &plane.points[i];
        const Vec3 at = vec3_add(center, point->position);
        tum_draw3_point(draw, at, tum_world_impulse_at3(&memory, point->feature),
                        TUM_COLOR_CONTACT);
        tum_draw3_line(&drawing, at, vec3_add_scaled(at, plane.normal, NORMAL_LENGTH));
    }
}

static void draw_contacts(const TumWorld *world, TumDraw3 *draw)
{
    const Topology *topology = &world->sim.topology;
    for (size_t i = 0; i < topology->contacts.count; ++i) {
        const Contact *contact = &topology->contacts.items[i];
        if (contact->manifold_count == 0) {
            continue;
        }
        const Vec3 center = world->space3->bodies.places.items[contact->body[0]].center;
        for (int32_t manifold = contact->first_manifold; manifold != NONE;
             manifold = topology->manifolds.items[manifold].next) {
            draw_manifold(world, manifold, center, draw);
        }
    }
}

static void draw_centers(const TumWorld *world, TumDraw3 *draw)
{
    for (size_t i = 1; i < world->sim.topology.bodies.count; ++i) {
        const BodyRecord *body = &world->sim.topology.bodies.items[i];
        if (body->exists && body->kind != TUM_BODY_STATIC) {
            tum_draw3_point(draw, world->space3->bodies.places.items[i].center, 0.0f,
                            TUM_COLOR_CENTER);
        }
    }
}

// Infinite boxes have no edges to draw.
static void draw_boxes(const TumWorld *world, TumDraw3 *draw)
{
    Drawing3 drawing = {draw, TUM_COLOR_BOX};
    const Topology *topology = &world->sim.topology;
    for (size_t i = 0; i < topology->colliders.count; ++i) {
        const ColliderRecord *collider = &topology->colliders.items[i];
        if (!collider->is_in_tree) {
            continue;
        }
        const Box *box = &topology_tree(topology, collider)->boxes[i];
        const Vec3 low = {box->low[0], box->low[1], box->low[2]};
        const Vec3 high = {box->high[0], box->high[1], box->high[2]};
        if (vec3_is_finite(low) && vec3_is_finite(high)) {
            const Shape3 shape = {.kind = SHAPE3_BOX,
                                  .half = vec3_scale(vec3_sub(high, low), 0.5f)};
            const Pose3 pose = {vec3_scale(vec3_add(low, high), 0.5f), QUAT_IDENTITY};
            tum_wire3(&shape, pose, tum_draw3_line, &drawing);
        }
    }
}

static void draw_velocities(const TumWorld *world, TumDraw3 *draw)
{
    Drawing3 drawing = {draw, TUM_COLOR_VELOCITY};
    for (size_t i = 1; i < world->sim.topology.bodies.count; ++i) {
        const Vec3 velocity = world->space3->bodies.states.items[i].linear;
        const Vec3 center = world->space3->bodies.places.items[i].center;
        if (world->sim.topology.bodies.items[i].set == SET_AWAKE &&
            vec3_length_squared(velocity) > 0.0f) {
            tum_draw3_line(&drawing, center, vec3_add_scaled(center, velocity, VELOCITY_TIME));
        }
    }
}

// Copies as much of a name as fits, in whole UTF-8 characters: a byte with the leading bits 10
// continues a character.
static void copy_name(char *text, size_t room, const char *name)
{
    size_t length = 0;
    while (length < room - 1 && name[length] != '\0') {
        ++length;
    }
    while (length > 0 && name[length] != '\0' && ((unsigned char)name[length] & 0xc0u) == 0x80u) {
        --length;
    }
    for (size_t i = 0; i < length; ++i) {
        text[i] = name[i];
    }
    text[length] = '\0';
}

static void number_name(char *text, int32_t node)
{
    char digits[12];
    int count = 0;
    uint32_t rest = node < 0 ? 0u : (uint32_t)node;
    do {
        digits[count++] = (char)('0' + rest % 10u);
        rest /= 10u;
    } while (rest > 0u);
    static const char prefix[5] = {'n', 'o', 'd', 'e', ' '};
    size_t length = 0;
    for (; length < sizeof prefix; ++length) {
        text[length] = prefix[length];
    }
    while (count > 0) {
        text[length++] = digits[--count];
    }
    text[length] = '\0';
}

static const char *node_name(const TumScene *scene, int32_t node)
{
    const bool is_known = scene != NULL && node >= 0 && (size_t)node < scene->node_count;
    return is_known && scene->nodes[node].name != NULL ? scene->nodes[node].name : "";
}

void tum_draw3_name(TumDraw3 *draw, const BodyRecord *body, Vec3 position)
{
    char *text = tum_draw3_label(draw, position, tum_draw3_color(body));
    const char *name = node_name(draw->scene, body->node);
    if (text != NULL && name[0] != '\0') {
        copy_name(text, LABEL_BYTES, name);
    } else if (text != NULL) {
        number_name(text, body->node);
    }
}

static void draw_names(const TumWorld *world, TumDraw3 *draw)
{
    for (size_t i = 1; i < world->sim.topology.bodies.count; ++i) {
        const BodyRecord *body = &world->sim.topology.bodies.items[i];
        if (body->exists) {
            tum_draw3_name(draw, body, world->space3->bodies.places.items[i].center);
        }
    }
}

TumStatus tum_world_draw3(const TumWorld *world, TumDraw3 *draw)
{
    static const struct {
        uint32_t flag;
        void (*draw)(const TumWorld *world, TumDraw3 *draw);
    } parts[] = {
        {TUM_DRAW_SHAPES, draw_shapes},      {TUM_DRAW_TRIGGERS, draw_triggers},
        {TUM_DRAW_CONTACTS, draw_contacts},  {TUM_DRAW_CENTERS, draw_centers},
        {TUM_DRAW_BOXES, draw_boxes},        {TUM_DRAW_VELOCITIES, draw_velocities},
        {TUM_DRAW_JOINTS, tum_draw3_joints}, {TUM_DRAW_NAMES, draw_names},
        {TUM_DRAW_LIMITS, tum_draw3_limits}, {TUM_DRAW_MEASURES, tum_draw3_measures},
    };
    draw->line_count = 0;
    draw->point_count = 0;
    draw->label_count = 0;
    if (!TUM_REQUIRE(world->dimension == 3)) {
        return TUM_ERROR_UNSUPPORTED;
    }
    if (draw->scene != NULL && draw->scene->body_count != world->scene_body_count) {
        return TUM_ERROR_ARGUMENT;
    }
    for (size_t i = 0; i < sizeof parts / sizeof parts[0]; ++i) {
        if ((draw->flags & parts[i].flag) != 0) {
            parts[i].draw(world, draw);
        }
    }
    return TUM_OK;
}
