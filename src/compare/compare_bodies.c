// SPDX-License-Identifier: MIT
// compare_bodies.c: bodies of two scenes: kind, place, mass, velocity.
#include "compare/compare_data.h"

#include <string.h>

#include "compare/match.h"
#include "math/scalar.h"

static const char *const kind_names[] = {"static", "kinematic", "dynamic"};

bool tum_compare_same_owner(const Compare *compare, int32_t body_a, int32_t body_b)
{
    const bool is_world_a = body_a < 0 || compare->a->bodies[body_a].kind == TUM_BODY_STATIC;
    const bool is_world_b = body_b < 0 || compare->b->bodies[body_b].kind == TUM_BODY_STATIC;
    if (body_a >= 0 && body_b >= 0 && compare->bodies.pair[body_a] == body_b) {
        return true;
    }
    return is_world_a && is_world_b;
}

static MatchItem *items_of(Compare *compare, const TumScene *scene)
{
    MatchItem *items = tum_arena_zeroed(&compare->arena, scene->body_count, sizeof *items);
    for (size_t i = 0; items != NULL && i < scene->body_count; ++i) {
        items[i].node = scene->bodies[i].node;
    }
    return items;
}

static bool match_bodies(Compare *compare)
{
    const TumScene *a = compare->a, *b = compare->b;
    Arena *arena = &compare->arena;
    const MatchSide sides[2] = {{a, items_of(compare, a), a->body_count},
                                {b, items_of(compare, b), b->body_count}};
    compare->bodies.pair = tum_arena_zeroed(arena, a->body_count, sizeof *compare->bodies.pair);
    compare->bodies.back = tum_arena_zeroed(arena, b->body_count, sizeof *compare->bodies.back);
    return sides[0].items != NULL && sides[1].items != NULL && compare->bodies.pair != NULL &&
           compare->bodies.back != NULL &&
           tum_match(arena, &sides[0], &sides[1], compare->paths, compare->bodies.pair,
                     compare->bodies.back);
}

// The tensor of a body in its frame, XX YY ZZ XY XZ YZ: principal axes have no order of their own.
static void tensor_of(const TumBody *body, double tensor[6])
{
    const double *q = body->inertia_rotation.q, *i = body->inertia;
    const DSym3 sym =
        dsym3_from_diagonal(dquat_matrix((DQuat){q[0], q[1], q[2], q[3]}), dvec3(i[0], i[1], i[2]));
    const DMat3 m = dsym3_matrix(sym);
    const double numbers[6] = {m.x.x, m.y.y, m.z.z, m.x.y, m.x.z, m.y.z};
    memcpy(tensor, numbers, sizeof numbers);
}

static bool is_computed(const TumBody *body, size_t moments)
{
    bool is = true;
    for (size_t i = 0; i < moments; ++i) {
        is = is && body->inertia_origin[i] == TUM_ORIGIN_COMPUTED;
    }
    return is;
}

static void compare_inertia(Compare *compare, const Subject *subject, const TumBody *a,
                            const TumBody *b)
{
    const bool is_4d = compare->a->dimension == 4;
    const size_t moments = is_4d ? 6 : 3;
    bool is_finite = true;
    if (is_computed(a, moments) && is_computed(b, moments)) {
        return;
    }
    for (size_t i = 0; i < moments; ++i) {
        is_finite = is_finite && is_finite64(a->inertia[i]) && is_finite64(b->inertia[i]);
    }
    if (!is_4d && is_finite) {
        double first[6], second[6];
        tensor_of(a, first);
        tensor_of(b, second);
        tum_compare_numbers(compare, subject, "inertia", "kg m^2", first, second, 6, 0.0);
        return;
    }
    tum_compare_numbers(compare, subject, "inertia", "kg m^2", a->inertia, b->inertia, moments,
                        0.0);
    const int dimension = compare->a->dimension;
    tum_compare_rotations(compare, subject, "principal axes",
                          rotation_numbers(dimension, &a->inertia_rotation),
                          rotation_numbers(dimension, &b->inertia_rotation));
}

static void compare_mass(Compare *compare, const Subject *subject, const TumBody *a,
                         const TumBody *b)
{
    const size_t axes = compare->a->dimension == 4 ? 4 : 3;
    if (a->mass_origin != TUM_ORIGIN_COMPUTED || b->mass_origin != TUM_ORIGIN_COMPUTED) {
        compare_number(compare, subject, "mass", "kg", a->mass, b->mass, 0.0);
    }
    if (a->center_of_mass_origin != TUM_ORIGIN_COMPUTED ||
        b->center_of_mass_origin != TUM_ORIGIN_COMPUTED) {
        tum_compare_numbers(compare, subject, "center of mass", "m", a->center_of_mass,
                            b->center_of_mass, axes, COMPARE_FLOOR);
    }
    compare_inertia(compare, subject, a, b);
    compare_number(compare, subject, "gravity factor", "", a->gravity_factor, b->gravity_factor,
                   COMPARE_FLOOR);
}

static void compare_body(Compare *compare, const TumBody *a, const TumBody *b)
{
    const bool is_4d = compare->a->dimension == 4;
    const size_t axes = is_4d ? 4 : 3;
    const Subject subject = {"body", a->node, b->node, a->pointer, b->pointer};
    tum_compare_texts(compare, &subject, "name", compare->a->nodes[a->node].name,
                      compare->b->nodes[b->node].name);
    tum_compare_texts(compare, &subject, "kind", kind_names[a->kind], kind_names[b->kind]);
    tum_compare_numbers(compare, &subject, "position", "m", a->position, b->position, axes,
                        COMPARE_FLOOR);
    tum_compare_rotations(compare, &subject, "rotation",
                          rotation_numbers(compare->a->dimension, &a->rotation),
                          rotation_numbers(compare->a->dimension, &b->rotation));
    compare_flag(compare, &subject, "animated", a->driven, b->driven);
    if (a->kind == TUM_BODY_DYNAMIC && b->kind == TUM_BODY_DYNAMIC) {
        compare_mass(compare, &subject, a, b);
    }
    tum_compare_numbers(compare, &subject, "linear velocity", "m/s", a->linear_velocity,
                        b->linear_velocity, axes, COMPARE_FLOOR);
    tum_compare_numbers(compare, &subject, "angular velocity", "rad/s", a->angular_velocity,
                        b->angular_velocity, is_4d ? 6 : 3, COMPARE_FLOOR);
}

// A static body alone in its scene is the world there.
static void tell_alone(Compare *compare, const TumBody *body, TumDifferenceKind kind)
{
    const bool is_of_a = kind == TUM_DIFFERENCE_ONLY_A;
    const Subject subject = {"body", is_of_a ? body->node : -1, is_of_a ? -1 : body->node,
                             is_of_a ? body->pointer : "", is_of_a ? "" : body->pointer};
    if (body->kind != TUM_BODY_STATIC) {
        tum_compare_missing(compare, &subject, kind);
    }
}

void tum_compare_bodies(Compare *compare)
{
    const TumScene *a = compare->a, *b = compare->b;
    if (!match_bodies(compare)) {
        compare->status = TUM_ERROR_MEMORY;
        return;
    }
    for (size_t i = 0; i < a->body_count; ++i) {
        const int32_t other = compare->bodies.pair[i];
        compare->result->body_count += other >= 0;
        if (compare->options.no_structure) {
            continue;
        }
        if (other >= 0) {
            compare_body(compare, &a->bodies[i], &b->bodies[other]);
        } else {
            tell_alone(compare, &a->bodies[i], TUM_DIFFERENCE_ONLY_A);
        }
    }
    for (size_t i = 0; i < b->body_count && !compare->options.no_structure; ++i) {
        if (compare->bodies.back[i] < 0) {
            tell_alone(compare, &b->bodies[i], TUM_DIFFERENCE_ONLY_B);
        }
    }
}
