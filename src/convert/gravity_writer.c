// SPDX-License-Identifier: MIT
// gravity_writer.c: gravity of the world and its volumes.
#include "convert/gravity_writer.h"

#include "convert/fit_shape.h"

const char tum_writer_gravity_extension[] = "OMI_physics_gravity";

static void write_world_gravity(SceneWriter *writer)
{
    const TumScene *scene = writer->scene;
    const double *g = scene->world_gravity;
    const Cursor root = tum_cursor_root(writer->source, NULL);
    const Cursor extensions = tum_cursor_member(&root, "extensions");
    const Cursor known = tum_cursor_member(&extensions, tum_writer_gravity_extension);
    if (!scene->has_world_gravity || tum_cursor_exists(&known)) {
        return;
    }
    const double strength = dvec3_length(dvec3(g[0], g[1], g[2]));
    const Cursor at = tum_writer_root_extension(writer, tum_writer_gravity_extension);
    tum_writer_number(writer, &at, "gravity", strength);
    if (strength > 0.0) {
        const double direction[3] = {g[0] / strength, g[1] / strength, g[2] / strength};
        tum_writer_numbers(writer, &at, "direction", direction, 3);
    }
    tum_writer_declare(writer, tum_writer_gravity_extension, false);
    tum_writer_tell(writer, CODE_B_GRAVITY, "", &at,
                    "The world's gravity, %g m/s^2, has a new place.", strength);
}

// Volumes keep their nodes; a shape that they name may have a new index.
static void write_gravity_volume(SceneWriter *writer, const TumGravityVolume *volume)
{
    if (writer->target->keeps_shapes_in == NULL) {
        tum_writer_tell(writer, CODE_A_VOLUME, volume->pointer, NULL,
                        "The volume stays in OMI_physics_gravity, beside a trigger of the target.");
        return;
    }
    if (volume->kind == TUM_GRAVITY_SHAPED && volume->shape >= 0) {
        const FittedShape shape = tum_writer_fit_shape(writer, volume->shape, volume->pointer);
        const Cursor at =
            tum_writer_node_extension(writer, volume->node, tum_writer_gravity_extension);
        const Cursor shaped = tum_writer_object(writer, &at, "shaped");
        if (shape.result != FIT_NONE) {
            tum_writer_number(writer, &shaped, "shape", shape.index);
        }
    }
}

void tum_writer_tell_lost_gravity(SceneWriter *writer)
{
    const TumScene *scene = writer->scene;
    if (scene->has_world_gravity) {
        tum_writer_tell(writer, CODE_L_GRAVITY, "", NULL,
                        "The world's gravity, (%g, %g, %g) m/s^2, cannot be said.",
                        scene->world_gravity[0], scene->world_gravity[1], scene->world_gravity[2]);
    }
    for (size_t i = 0; i < scene->gravity_volume_count; ++i) {
        tum_writer_tell(writer, CODE_L_GRAVITY, scene->gravity_volumes[i].pointer, NULL,
                        "The volume of gravity cannot be said.");
    }
}

void tum_writer_gravity(SceneWriter *writer)
{
    const TumScene *scene = writer->scene;
    if (writer->node_shift > 0) {
        tum_writer_tell_lost_gravity(writer);
        return;
    }
    write_world_gravity(writer);
    for (size_t i = 0; writer->is_new && i < scene->gravity_volume_count; ++i) {
        tum_writer_tell(writer, CODE_L_GRAVITY, scene->gravity_volumes[i].pointer, NULL,
                        "The volume of gravity is not written without a source.");
    }
    for (size_t i = 0; !writer->is_new && i < scene->gravity_volume_count && writer_is_fine(writer);
         ++i) {
        write_gravity_volume(writer, &scene->gravity_volumes[i]);
    }
}
