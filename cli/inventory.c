// SPDX-License-Identifier: MIT
// inventory.c: the page of `tumble info`.
#include "inventory.h"

#include <inttypes.h>
#include <math.h>

#include "dialect_option.h"
#include "findings.h"
#include "kind_names.h"
#include "safe.h"
#include "table.h"

enum { MOST_ROWS = 20, LABEL_WIDTH = 12 };

// "  bodies      3: 2 dynamic, 1 static". Nothing where there are none.
static void print_kinds(FILE *out, const char *label, size_t total, const size_t *counts,
                        size_t kind_count, const char *(*word)(int))
{
    if (total == 0) {
        return;
    }
    fprintf(out, "  %-*s%zu", LABEL_WIDTH, label, total);
    const char *mark = ": ";
    for (size_t i = 0; i < kind_count; ++i) {
        if (counts[i] > 0) {
            fprintf(out, "%s%zu %s", mark, counts[i], word((int)i));
            mark = ", ";
        }
    }
    fputc('\n', out);
}

static void print_count(FILE *out, const char *label, size_t count)
{
    if (count > 0) {
        fprintf(out, "  %-*s%zu\n", LABEL_WIDTH, label, count);
    }
}

static const char *body_word(int kind)
{
    return name_of_body_kind((TumBodyKind)kind);
}

static const char *shape_word(int kind)
{
    return name_of_shape_kind((TumShapeKind)kind);
}

static void print_colliders(FILE *out, const TumScene *scene)
{
    size_t kinds[SHAPE_KIND_COUNT] = {0}, world_owned = 0;
    for (size_t i = 0; i < scene->collider_count; ++i) {
        const TumCollider *collider = &scene->colliders[i];
        ++kinds[scene->shapes[collider->shape].kind];
        world_owned += collider->body < 0;
    }
    print_kinds(out, "colliders", scene->collider_count, kinds, SHAPE_KIND_COUNT, shape_word);
    if (world_owned > 0) {
        fprintf(out, "  %-*s%zu of the colliders %s to no body and never %s\n", LABEL_WIDTH, "",
                world_owned, world_owned == 1 ? "belongs" : "belong",
                world_owned == 1 ? "moves" : "move");
    }
}

// Prints the extensions of the scene's objects, where there are several.
static void print_extensions(FILE *out, const TumScene *scene)
{
    ExtensionCount counts[EXTENSIONS_MAX];
    const size_t count = inventory_count_extensions(scene, counts);
    for (size_t i = 0; count > 1 && i < count; ++i) {
        const ExtensionCount *s = &counts[i];
        char name[128];
        snprintf(name, sizeof name, "%.*s", (int)s->name_length, s->name);
        fprintf(out, "  %-*s%s: %zu %s, %zu %s, %zu %s, %zu %s\n", LABEL_WIDTH, "", SAFE(name),
                s->bodies, plural(s->bodies, "body", "bodies"), s->colliders,
                plural(s->colliders, "collider", "colliders"), s->triggers,
                plural(s->triggers, "trigger", "triggers"), s->joints,
                plural(s->joints, "joint", "joints"));
    }
}

static void print_joints(FILE *out, const TumScene *scene)
{
    if (scene->joint_count > 0) {
        fprintf(out, "  %-*s%zu: %zu %s, %zu %s\n", LABEL_WIDTH, "joints", scene->joint_count,
                scene->limit_count, plural(scene->limit_count, "limit", "limits"),
                scene->drive_count, plural(scene->drive_count, "drive", "drives"));
    }
}

static const char *name_of_gravity(int kind)
{
    return name_of_gravity_kind((TumGravityKind)kind);
}

static void print_volumes(FILE *out, const TumScene *scene)
{
    size_t kinds[GRAVITY_KIND_COUNT] = {0};
    for (size_t i = 0; i < scene->gravity_volume_count; ++i) {
        ++kinds[scene->gravity_volumes[i].kind];
    }
    print_kinds(out, "volumes", scene->gravity_volume_count, kinds, GRAVITY_KIND_COUNT,
                name_of_gravity);
}

static void print_findings(FILE *out, const TumReport *report)
{
    fprintf(out, "  %-*s", LABEL_WIDTH, "findings");
    for (int i = 0; i < SEVERITY_COUNT; ++i) {
        const size_t count = tum_report_count_of(report, (TumSeverity)i);
        fprintf(out, "%s%zu %s", i > 0 ? ", " : "", count, severity_noun((TumSeverity)i, count));
    }
    fputc('\n', out);
}

static const double LEAST_OFFSET = 1e-12; // [m] A millionth of the least size of a shape.

// "1 2 3": one number for each axis or plane. Numbers below `least` are rounding errors and print
// as 0.
static void print_vector(char *text, size_t room, const double *numbers, int count, double least)
{
    size_t used = 0;
    text[0] = '\0';
    for (int i = 0; i < count && used < room; ++i) {
        // Adding zero turns -0 into 0.
        const double number = fabs(numbers[i]) < least ? 0.0 : numbers[i] + 0.0;
        used += (size_t)snprintf(text + used, room - used, "%s%.4g", i == 0 ? "" : " ", number);
    }
}

static void print_body(Table *table, const TumScene *scene, const size_t *collider_counts,
                       size_t index)
{
    const TumBody *body = &scene->bodies[index];
    char center[80], inertia[120];
    print_vector(center, sizeof center, body->center_of_mass, scene->dimension, LEAST_OFFSET);
    print_vector(inertia, sizeof inertia, body->inertia, scene->dimension == 4 ? 6 : 3, 0.0);
    table_cell(table, "%" PRId32, body->node);
    table_cell(table, "%s", scene->nodes[body->node].name);
    table_cell(table, "%s", name_of_body_kind(body->kind));
    table_cell(table, "%.5g", body->mass);
    table_cell(table, "%s", center);
    table_cell(table, "%s", inertia);
    table_cell(table, "%zu", collider_counts[index]);
}

static void print_bodies(FILE *out, const TumScene *scene)
{
    const bool is_4d = scene->dimension == 4;
    const TableColumn columns[] = {
        {"node", .is_number = true},
        {"name", .is_flexible = true},
        {.title = "kind"},
        {"mass [kg]", .is_number = true},
        {"center of mass [m]", .spare = 2},
        {is_4d ? "inertia XY XZ YZ XW YW ZW [kg m^2]" : "inertia [kg m^2]", .spare = 3},
        {"colliders", .is_number = true, .spare = 1},
    };
    size_t collider_counts[MOST_ROWS] = {0};
    for (size_t i = 0; i < scene->collider_count; ++i) {
        const int32_t body = scene->colliders[i].body;
        if (body >= 0 && body < MOST_ROWS) {
            ++collider_counts[body];
        }
    }
    Table table = {.columns = columns, .column_count = sizeof columns / sizeof *columns};
    for (size_t i = 0; i < scene->body_count && i < MOST_ROWS; ++i) {
        print_body(&table, scene, collider_counts, i);
    }
    if (scene->body_count > 0) {
        fputc('\n', out);
        table_print(out, &table, table_width(out));
    }
    if (scene->body_count > MOST_ROWS) {
        fprintf(out, "... and %zu more (--json lists all)\n", scene->body_count - MOST_ROWS);
    }
    table_clear(&table);
}

void inventory_print(FILE *out, const TumScene *scene, const TumReport *report)
{
    size_t in_scene = 0;
    for (size_t i = 0; i < scene->node_count; ++i) {
        in_scene += scene->nodes[i].in_scene;
    }
    size_t kinds[TUM_BODY_DYNAMIC + 1] = {0};
    for (size_t i = 0; i < scene->body_count; ++i) {
        ++kinds[scene->bodies[i].kind];
    }
    char gravity[80];
    print_vector(gravity, sizeof gravity, scene->world_gravity, scene->dimension, 0.0);
    fprintf(out, "%s\n", SAFE(scene->file));
    fprintf(out, "  %-*s%s", LABEL_WIDTH, "dialects",
            scene->dialects[0] != '\0' ? "" : "none: no physics");
    print_dialects(out, scene->dialects);
    fputc('\n', out);
    print_extensions(out, scene);
    if (scene->dimension != 3) {
        const bool is_read = scene->dimension == 4;
        fprintf(out, "  %-*s%d%s\n", LABEL_WIDTH, "dimension", scene->dimension,
                is_read ? "" : ": physics is read in 3 and 4");
    }
    fprintf(out, "  %-*s%zu, %zu in the scene\n", LABEL_WIDTH, "nodes", scene->node_count,
            in_scene);
    if (scene->has_world_gravity) {
        fprintf(out, "  %-*s%s m/s^2\n", LABEL_WIDTH, "gravity", gravity);
    }
    print_kinds(out, "bodies", scene->body_count, kinds, TUM_BODY_DYNAMIC + 1, body_word);
    print_colliders(out, scene);
    print_joints(out, scene);
    print_count(out, "materials", scene->material_count);
    print_count(out, "filters", scene->filter_count);
    print_count(out, "triggers", scene->trigger_count);
    print_volumes(out, scene);
    print_findings(out, report);
    print_bodies(out, scene);
}
