// SPDX-License-Identifier: MIT
// pointer_writer.c: other references to physics in a document: animations that change its
// properties by JSON pointer, behaviour graphs, extensions of bodies
// (docs/dialects.md#from-one-to-another).
#include "convert/pointer_writer.h"

#include "convert/source_physics.h"

#include <stdio.h>
#include <string.h>

static const char pointer_extension[] = "KHR_animation_pointer";

// Animatable properties of both the KHR line and today's OMI, by the end of their pointer; the rest
// of the pointer names the object.
static const char *const shared_properties[] = {"mass",
                                                "centerOfMass",
                                                "inertiaDiagonal",
                                                "inertiaOrientation",
                                                "linearVelocity",
                                                "angularVelocity",
                                                "gravityFactor",
                                                "staticFriction",
                                                "dynamicFriction",
                                                "restitution",
                                                "box/size",
                                                "sphere/radius",
                                                "capsule/height",
                                                "capsule/radiusTop",
                                                "capsule/radiusBottom",
                                                "cylinder/height",
                                                "cylinder/radiusTop",
                                                "cylinder/radiusBottom",
                                                "enableCollision",
                                                NULL};

// Animatable properties of KHR alone.
static const char *const khr_properties[] = {"isKinematic", "plane/doubleSided", "plane/sizeX",
                                             "plane/sizeZ", NULL};

static bool is_among(const char *property, const char *const *names)
{
    for (; *names != NULL; ++names) {
        if (strcmp(property, *names) == 0) {
            return true;
        }
    }
    return false;
}

// limits/2/min, drives/0/maxForce: the same names in both lines.
static bool is_of_joint(const char *property)
{
    return strncmp(property, "limits/", 7) == 0 || strncmp(property, "drives/", 7) == 0;
}

static bool can_point_at(const SceneWriter *writer, const char *property)
{
    switch (writer->target->pointers) {
    case POINTERS_NONE: return false;
    case POINTERS_KHR:
        if (is_among(property, khr_properties)) {
            return true;
        }
        break;
    case POINTERS_OMI: break;
    }
    return is_among(property, shared_properties) || is_of_joint(property);
}

static bool is_velocity(const char *property)
{
    return strcmp(property, "linearVelocity") == 0 || strcmp(property, "angularVelocity") == 0;
}

// Velocities are relative to the node or to the scene by dialect, which is the same for a node
// without rotation.
static bool is_turned(const SceneWriter *writer, const char *motion)
{
    const TumScene *scene = writer->scene;
    for (size_t i = 0; i < scene->body_count; ++i) {
        const TumBody *body = &scene->bodies[i];
        if (strcmp(body->pointer, motion) == 0) {
            const bool stays =
                body->velocity_in_world == (writer->target->pointers == POINTERS_OMI);
            const double *q = body->rotation.q;
            return !stays && (q[0] != 0.0 || q[1] != 0.0 || q[2] != 0.0);
        }
    }
    return false;
}

// The moved object on a pointer's path; NULL without one.
static const Moved *find_moved(const SceneWriter *writer, const char *pointer)
{
    for (size_t i = 0; i < writer->moved.count; ++i) {
        const Moved *moved = &writer->moved.items[i];
        const size_t length = strlen(moved->from);
        if (strncmp(pointer, moved->from, length) == 0 && pointer[length] == '/') {
            return moved;
        }
    }
    return NULL;
}

// True where a pointer leads into a removed extension.
static bool leads_into_physics(const char *pointer)
{
    for (const char *at = pointer; (at = strstr(at, "/extensions/")) != NULL;) {
        at += sizeof "/extensions/" - 1;
        const size_t length = strcspn(at, "/");
        const char *extension;
        for (size_t i = 0; (extension = tum_writer_extension_taken(i)) != NULL; ++i) {
            if (strlen(extension) == length && strncmp(at, extension, length) == 0) {
                return true;
            }
        }
    }
    return false;
}

// @return false when the channel has no target any more.
static bool redirect(SceneWriter *writer, const Cursor *extension, const char *pointer)
{
    const Moved *moved = find_moved(writer, pointer);
    if (moved == NULL) {
        return !leads_into_physics(pointer);
    }
    const char *property = pointer + strlen(moved->from) + 1;
    if (!can_point_at(writer, property) ||
        (is_velocity(property) && is_turned(writer, moved->from))) {
        return false;
    }
    const size_t length = strlen(moved->to) + strlen(property) + 2;
    char *text = tum_arena_allocate(&writer->arena, length);
    if (text == NULL) {
        writer_note(writer, TUM_ERROR_MEMORY);
        return true;
    }
    strcpy(text, moved->to);
    strcat(text, "/");
    strcat(text, property);
    tum_writer_text(writer, extension, "pointer", text);
    return true;
}

static void write_channels(SceneWriter *writer, const Cursor *animation, const char *place)
{
    const Cursor from = tum_writer_source(writer, place);
    const Cursor channels = tum_cursor_member(&from, "channels");
    const Cursor copies = writer_member(animation, "channels");
    for (size_t i = tum_cursor_count(&channels); i-- > 0;) {
        const Cursor channel = tum_cursor_item(&channels, i);
        const Cursor target = tum_cursor_member(&channel, "target");
        const Cursor extensions = tum_cursor_member(&target, "extensions");
        const Cursor extension = tum_cursor_member(&extensions, pointer_extension);
        const char *pointer = NULL;
        if (!tum_cursor_text(&extension, "pointer", &pointer)) {
            continue;
        }
        const Cursor copy = {.document = writer->document, .parent = &copies, .index = i};
        const Cursor copy_target = writer_member(&copy, "target");
        const Cursor copy_extensions = writer_member(&copy_target, "extensions");
        const Cursor copy_extension = writer_member(&copy_extensions, pointer_extension);
        if (!redirect(writer, &copy_extension, pointer)) {
            tum_writer_tell(
                writer, CODE_L_POINTER, place, NULL,
                "Channel %zu changes '%.120s', which the target does not have; it is gone.", i,
                pointer);
            tum_edit_remove_item(writer->document, &copies, i);
        }
    }
}

static void write_animations(SceneWriter *writer)
{
    const Cursor source = tum_cursor_root(writer->source, NULL);
    const Cursor animations = tum_cursor_member(&source, "animations");
    const Cursor copies = writer_member(&writer->root, "animations");
    for (size_t i = tum_cursor_count(&animations); i-- > 0 && writer_is_fine(writer);) {
        char place[48];
        snprintf(place, sizeof place, "/animations/%zu", i);
        const Cursor copy = {.document = writer->document, .parent = &copies, .index = i};
        const Cursor channels = writer_member(&copy, "channels");
        const size_t before = tum_writer_count(writer, &channels);
        write_channels(writer, &copy, place);
        if (before > 0 && tum_writer_count(writer, &channels) == 0) {
            tum_edit_remove_item(writer->document, &copies, i);
        }
    }
    if (tum_cursor_count(&animations) > 0 && tum_writer_count(writer, &copies) == 0) {
        tum_edit_remove(writer->document, &writer->root, "animations");
    }
}

static void tell_of_graphs(SceneWriter *writer)
{
    const Cursor source = tum_cursor_root(writer->source, NULL);
    const Cursor extensions = tum_cursor_member(&source, "extensions");
    const Cursor graphs = tum_cursor_member(&extensions, "KHR_interactivity");
    if (tum_cursor_exists(&graphs) && writer->target->pointers != POINTERS_KHR) {
        tum_writer_tell(writer, CODE_L_BEHAVIOUR, "/extensions/KHR_interactivity", NULL,
                        "Behaviour graphs that act on rigid bodies find none of KHR's any more.");
    }
}

// Reports extensions of OMI's bodies.
static void tell_of_foreign(SceneWriter *writer)
{
    static const char *const prefixes[] = {"OMI_vehicle_", "OMI_seat", "OMI_spawn_point"};
    const Cursor source = tum_cursor_root(writer->source, NULL);
    const Cursor used = tum_cursor_member(&source, "extensionsUsed");
    for (size_t i = 0; i < tum_cursor_count(&used); ++i) {
        const Cursor item = tum_cursor_item(&used, i);
        const char *name = "";
        tum_cursor_text_here(&item, &name);
        for (size_t k = 0; k < sizeof prefixes / sizeof *prefixes; ++k) {
            if (strncmp(name, prefixes[k], strlen(prefixes[k])) == 0 &&
                writer->target->pointers != POINTERS_OMI) {
                char place[48];
                snprintf(place, sizeof place, "/extensionsUsed/%zu", i);
                tum_writer_tell(writer, CODE_A_FOREIGN, place, NULL,
                                "'%.80s' stays, beside bodies of another dialect.", name);
            }
        }
    }
}

void tum_writer_pointers(SceneWriter *writer)
{
    write_animations(writer);
    tell_of_graphs(writer);
    tell_of_foreign(writer);
}
