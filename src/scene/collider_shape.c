// SPDX-License-Identifier: MIT
// collider_shape.c: shapes under node transforms.
//
// The linear part L from node space to the owner's frame is factored as L = Q B: the rotation Q
// (docs/dialects.md#bodies) becomes the collider's pose, and B is the rest. For perpendicular
// columns B is diagonal, and round shapes keep their kind with a scale of their own. Points of
// meshes and hulls are mapped by B, so that copies of a mesh that differ only in place and rotation
// share one.
#include "scene/collider_shape.h"

#include "base/hash.h"
#include "geometry/general.h"
#include "geometry/tessellate.h"
#include "geometry/weld.h"
#include "scene/collider_shape4.h"

// A linear part whose longest column is at most this removes the shape: authors disable shapes by a
// scale of 0.
#define ZERO_SCALE 1e-12

// Columns this much shorter than the longest one, or this near to one plane, leave no volume.
#define SINGULAR_SCALE 1e-9

// Matrices have single precision in files: factors that differ by less count as equal.
#define SCALE_NOISE 1e-6

// [1] Columns of a basis count as equally long when their ratio differs from one by less
// (docs/dialects.md#what-every-reader-does).
#define UNEVEN_SCALE 1e-3

// [half radians] A shape that is turned in the body frame by no more than this is not turned: the
// rotations of two nodes that turn alike differ by their rounding.
#define TURN_NOISE 1e-12

// Largest distance of a tessellated shape inside the round one, as a share of its smallest radius
// (docs/dialects.md#shapes).
#define DEVIATION_SHARE 0.005
#define DEVIATION 0.001

// Limit of the points that baking adds to a scene: a small file could otherwise ask for unlimited
// memory with one mesh at a thousand scales.
#define BAKED_POINTS_MAX 8388608u

// Entries of B are rounded to this many bits, so that noise does not separate equal ones.
enum { BAKE_BITS = 40 };

static const TumMesh *mesh_of(const SceneBuilder *builder, const TumShape *shape)
{
    if (shape->mesh < 0 || (size_t)shape->mesh >= builder->meshes.count) {
        return NULL;
    }
    return &builder->meshes.items[shape->mesh];
}

void tum_placement_store(SceneBuilder *builder, const Placement *placement, double position[4],
                         TumRotation *rotation, double scale[4])
{
    if (placement->is_4d) {
        *rotation = tum_store_rotation4(builder, placement->rotation4);
        memcpy(position, placement->position4, sizeof placement->position4);
        memcpy(scale, placement->scale4, sizeof placement->scale4);
        return;
    }
    *rotation = stored_rotation(placement->pose.rotation);
    store_vector(placement->pose.position, position);
    store_vector(placement->scale, scale);
}

static GeneralShape general_of(const SceneBuilder *builder, const TumShape *shape)
{
    return (GeneralShape){.dimension = 3,
                          .size = {shape->size[0], shape->size[1], shape->size[2]},
                          .curves = builder->curves.items + shape->curve_first,
                          .curve_count = (size_t)shape->curve_count};
}

static bool has_points(const TumShape *shape)
{
    return shape->kind == TUM_SHAPE_CONVEX || shape->kind == TUM_SHAPE_MESH ||
           shape->kind == TUM_SHAPE_HEIGHTMAP;
}

static TumStatus volume_of_points(SceneBuilder *builder, const TumMesh *mesh, Volume3 *volume)
{
    Arena scratch;
    tum_arena_init(&scratch, &builder->allocator);
    HullMesh3 hull;
    TumStatus status = tum_hull3_build(mesh->points, mesh->point_count, &scratch, &hull);
    if (status == TUM_OK) {
        *volume = tum_volume3_of_hull(&hull);
    }
    tum_arena_clear(&scratch);
    return status == TUM_ERROR_MEMORY ? status : TUM_OK;
}

TumStatus tum_shape_volume(SceneBuilder *builder, int32_t shape, Volume3 *volume)
{
    ShapeVolume *known = &builder->volumes[shape];
    if (!known->is_known) {
        static const double unscaled[3] = {1.0, 1.0, 1.0};
        const TumShape *s = &builder->shapes.items[shape];
        const TumMesh *mesh = mesh_of(builder, s);
        if (s->kind == TUM_SHAPE_CONVEX && mesh != NULL) {
            const TumStatus status = volume_of_points(builder, mesh, &known->volume);
            if (status != TUM_OK) {
                return status;
            }
        } else if (s->kind == TUM_SHAPE_GENERAL) {
            const GeneralShape general = general_of(builder, s);
            const GeneralMoments m = tum_general_moments(&general);
            known->volume = (Volume3){.volume = m.volume,
                                      .second_moments = {.xx = m.volume * m.mean_square[0],
                                                         .yy = m.volume * m.mean_square[1],
                                                         .zz = m.volume * m.mean_square[2]}};
        } else {
            known->volume = tum_volume3_of_shape(s, mesh, unscaled, &builder->allocator);
        }
        known->is_known = true;
    }
    *volume = known->volume;
    return TUM_OK;
}

static double even_pair(double a, double b)
{
    return absolute64(a - b) <= SCALE_NOISE * maximum64(a, b) ? 0.5 * (a + b) : a;
}

// Factors that differ by noise become equal, and one if they are near one: round shapes stay round,
// and unscaled meshes stay shared.
static DVec3 even_out(DVec3 s)
{
    const double noise = SCALE_NOISE * maximum64(s.x, maximum64(s.y, s.z));
    if (absolute64(s.x - s.y) <= noise && absolute64(s.y - s.z) <= noise &&
        absolute64(s.z - s.x) <= noise) {
        s.x = s.y = s.z = (s.x + s.y + s.z) / 3.0;
    } else {
        const DVec3 old = s;
        s.x = even_pair(even_pair(old.x, old.z), old.y);
        s.y = even_pair(even_pair(old.y, old.x), old.z);
        s.z = even_pair(even_pair(old.z, old.x), old.y);
    }
    s.x = absolute64(s.x - 1.0) <= SCALE_NOISE ? 1.0 : s.x;
    s.y = absolute64(s.y - 1.0) <= SCALE_NOISE ? 1.0 : s.y;
    s.z = absolute64(s.z - 1.0) <= SCALE_NOISE ? 1.0 : s.z;
    return s;
}

static DMat3 diagonal(DVec3 s)
{
    return (DMat3){{s.x, 0.0, 0.0}, {0.0, s.y, 0.0}, {0.0, 0.0, s.z}};
}

// The power of two BAKE_BITS below a positive number.
static double quantum_of(double size)
{
    uint64_t bits;
    memcpy(&bits, &size, sizeof bits);
    bits = (bits & 0x7ff0000000000000u) - ((uint64_t)BAKE_BITS << 52);
    double quantum;
    memcpy(&quantum, &bits, sizeof quantum);
    return quantum;
}

static double round_to(double value, double quantum)
{
    const double steps = value / quantum;
    return (double)(int64_t)(steps < 0.0 ? steps - 0.5 : steps + 0.5) * quantum;
}

static DVec3 round_vector(DVec3 v, double quantum)
{
    return (DVec3){round_to(v.x, quantum), round_to(v.y, quantum), round_to(v.z, quantum)};
}

static DMat3 round_map(DMat3 map)
{
    const DVec3 size = dvec3_maximum(dvec3_absolute(map.x),
                                     dvec3_maximum(dvec3_absolute(map.y), dvec3_absolute(map.z)));
    const double quantum = quantum_of(maximum64(size.x, maximum64(size.y, size.z)));
    return (DMat3){round_vector(map.x, quantum), round_vector(map.y, quantum),
                   round_vector(map.z, quantum)};
}

static uint64_t bake_hash(int32_t source, const DMat3 *map)
{
    const double entries[9] = {map->x.x, map->x.y, map->x.z, map->y.x, map->y.y,
                               map->y.z, map->z.x, map->z.y, map->z.z};
    return tum_hash_bytes(entries, sizeof entries, (uint64_t)(uint32_t)source);
}

static bool is_same_map(const DMat3 *a, const DMat3 *b)
{
    return a->x.x == b->x.x && a->x.y == b->x.y && a->x.z == b->x.z && a->y.x == b->y.x &&
           a->y.y == b->y.y && a->y.z == b->y.z && a->z.x == b->z.x && a->z.y == b->z.y &&
           a->z.z == b->z.z;
}

// The slot of a bake, or the free slot for a new one. A free slot always exists.
static uint32_t *find_bake(SceneBuilder *builder, int32_t source, const DMat3 *map)
{
    const size_t mask = builder->bake_slots.count - 1;
    size_t at = (size_t)bake_hash(source, map) & mask;
    for (;; at = (at + 1) & mask) {
        uint32_t *slot = &builder->bake_slots.items[at];
        if (*slot == 0) {
            return slot;
        }
        const Bake *bake = &builder->bakes.items[*slot - 1];
        if (bake->source == source && is_same_map(&bake->map, map)) {
            return slot;
        }
    }
}

// Keeps at least half of the slots free.
static TumStatus grow_bake_slots(SceneBuilder *builder)
{
    if (2 * (builder->bakes.count + 1) <= builder->bake_slots.count) {
        return TUM_OK;
    }
    const size_t wanted = builder->bake_slots.count == 0 ? 16 : 2 * builder->bake_slots.count;
    if (!array_reserve(&builder->bake_slots, wanted, &builder->allocator)) {
        return TUM_ERROR_MEMORY;
    }
    builder->bake_slots.count = wanted;
    memset(builder->bake_slots.items, 0, wanted * sizeof *builder->bake_slots.items);
    for (size_t i = 0; i < builder->bakes.count; ++i) {
        const Bake *bake = &builder->bakes.items[i];
        *find_bake(builder, bake->source, &bake->map) = (uint32_t)i + 1;
    }
    return TUM_OK;
}

// The points of a shape as authored: those of its mesh, or of a round surface.
static TumStatus authored_points(SceneBuilder *builder, const TumShape *shape, const DMat3 *map,
                                 Arena *scratch, TumMesh *mesh)
{
    if (has_points(shape)) {
        *mesh = *mesh_of(builder, shape);
        return TUM_OK;
    }
    // In world scale the deviation grows with the largest stretch of B, and the smallest radius
    // with the smallest stretch. The norms of B and of its inverse bound both.
    const DMat3 inverse = dmat3_inverse(*map);
    const double largest = square_root64(
        dvec3_length_squared(map->x) + dvec3_length_squared(map->y) + dvec3_length_squared(map->z));
    const double smallest =
        1.0 / square_root64(dvec3_length_squared(inverse.x) + dvec3_length_squared(inverse.y) +
                            dvec3_length_squared(inverse.z));
    *mesh = (TumMesh){.document_mesh = -1};
    if (shape->kind == TUM_SHAPE_GENERAL) {
        const GeneralShape general = general_of(builder, shape);
        const double radius = tum_general_smallest_radius(&general) * smallest;
        return tum_general_points(&general,
                                  maximum64(DEVIATION_SHARE * radius, DEVIATION) / largest, scratch,
                                  &mesh->points, &mesh->point_count);
    }
    const double share = DEVIATION_SHARE * tum_smallest_radius(shape) * smallest;
    return tum_tessellate(shape, maximum64(share, DEVIATION) / largest, scratch, &mesh->points,
                          &mesh->point_count);
}

static TumStatus bake_points(SceneBuilder *builder, const TumMesh *source, const DMat3 *map,
                             TumMesh *baked)
{
    if (source->point_count > BAKED_POINTS_MAX ||
        builder->baked_points + source->point_count > BAKED_POINTS_MAX) {
        return TUM_ERROR_CAPACITY;
    }
    *baked = *source;
    baked->document_mesh = -1;
    baked->points = tum_arena_zeroed(&builder->arena, source->point_count, 3 * sizeof(double));
    if (baked->points == NULL) {
        return TUM_ERROR_MEMORY;
    }
    for (size_t i = 0; i < source->point_count; ++i) {
        const double *p = &source->points[3 * i];
        const DVec3 moved = dmat3_transform(*map, (DVec3){p[0], p[1], p[2]});
        baked->points[3 * i] = moved.x;
        baked->points[3 * i + 1] = moved.y;
        baked->points[3 * i + 2] = moved.z;
    }
    builder->baked_points += source->point_count;
    if (source->cell_count == 0 || dmat3_determinant(*map) > 0.0) {
        return TUM_OK;
    }
    // A mirror turns the surface inside out, unless the triangles' winding is reversed too.
    baked->cells = tum_arena_zeroed(&builder->arena, source->cell_count, 3 * sizeof(uint32_t));
    if (baked->cells == NULL) {
        return TUM_ERROR_MEMORY;
    }
    for (size_t t = 0; t < source->cell_count; ++t) {
        baked->cells[3 * t] = source->cells[3 * t];
        baked->cells[3 * t + 1] = source->cells[3 * t + 2];
        baked->cells[3 * t + 2] = source->cells[3 * t + 1];
    }
    return TUM_OK;
}

static TumStatus make_baked_shape(SceneBuilder *builder, int32_t source, const DMat3 *map,
                                  int32_t *shape)
{
    TumShape made = builder->shapes.items[source];
    Arena scratch;
    tum_arena_init(&scratch, &builder->allocator);
    TumMesh points, baked;
    TumStatus status = authored_points(builder, &made, map, &scratch, &points);
    if (status == TUM_OK) {
        status = bake_points(builder, &points, map, &baked);
    }
    tum_arena_clear(&scratch);
    if (status != TUM_OK) {
        return status;
    }
    if (!has_points(&made)) {
        made = (TumShape){.kind = TUM_SHAPE_CONVEX, .pointer = made.pointer};
    }
    made.mesh = (int32_t)builder->meshes.count;
    TumMesh *mesh_slot = array_push(&builder->meshes, &builder->allocator);
    TumShape *shape_slot = array_push(&builder->shapes, &builder->allocator);
    if (mesh_slot == NULL || shape_slot == NULL) {
        return TUM_ERROR_MEMORY;
    }
    *mesh_slot = baked;
    *shape_slot = made;
    *shape = (int32_t)builder->shapes.count - 1;
    return TUM_OK;
}

// The shape with the points of `source` mapped by `map`; created when it is new.
static TumStatus bake(SceneBuilder *builder, int32_t source, const DMat3 *map, int32_t *shape)
{
    TumStatus status = grow_bake_slots(builder);
    if (status != TUM_OK) {
        return status;
    }
    uint32_t *slot = find_bake(builder, source, map);
    if (*slot != 0) {
        *shape = builder->bakes.items[*slot - 1].shape;
        return TUM_OK;
    }
    status = make_baked_shape(builder, source, map, shape);
    if (status != TUM_OK) {
        return status;
    }
    Bake *made = array_push(&builder->bakes, &builder->allocator);
    if (made == NULL) {
        return TUM_ERROR_MEMORY;
    }
    *made = (Bake){source, *shape, *map};
    *slot = (uint32_t)builder->bakes.count;
    return TUM_OK;
}

// False, with a finding, for a shape that cannot collide at any scale.
static bool is_usable(const SceneBuilder *builder, int32_t index, const char *pointer)
{
    const TumShape *shape = &builder->shapes.items[index];
    const char *place = shape->pointer[0] != '\0' ? shape->pointer : pointer;
    const TumMesh *mesh = mesh_of(builder, shape);
    bool has_content = true;
    if (shape->kind == TUM_SHAPE_CONVEX) {
        has_content = mesh != NULL && mesh->point_count > 0;
    } else if (shape->kind == TUM_SHAPE_MESH || shape->kind == TUM_SHAPE_HEIGHTMAP) {
        has_content = mesh != NULL && mesh->cell_count > 0;
    }
    if (!has_content) {
        tum_report_add(builder->report, CODE_PHYSICS_MESH_EMPTY, builder->file, place,
                       shape->kind == TUM_SHAPE_CONVEX
                           ? "the hull has no points; no collider comes of it"
                           : "the mesh has no triangle with an area; no collider comes of it");
    }
    return has_content;
}

// Removes the node's own negative factors: its axes keep their direction before scaling. The
// factors of a matrix are unknown, so a matrix mirrors like an ancestor.
static DMat3 without_own_signs(DMat3 linear, const TumNode *node)
{
    if (!node->has_matrix) {
        linear.x = node->local->scale[0] < 0.0 ? dvec3_negate(linear.x) : linear.x;
        linear.y = node->local->scale[1] < 0.0 ? dvec3_negate(linear.y) : linear.y;
        linear.z = node->local->scale[2] < 0.0 ? dvec3_negate(linear.z) : linear.z;
    }
    return linear;
}

// True when the linear part removes the shape or flattens it.
static bool is_disabled_by(SceneBuilder *builder, DMat3 linear, const char *pointer)
{
    const DVec3 size = {dvec3_length(linear.x), dvec3_length(linear.y), dvec3_length(linear.z)};
    const double longest = maximum64(size.x, maximum64(size.y, size.z));
    if (longest <= ZERO_SCALE) {
        tum_report_add_as(builder->report, CODE_PHYSICS_SCALE_ZERO, TUM_SEVERITY_INFO,
                          builder->file, pointer, "a global scale of zero switches the shape off");
        return true;
    }
    const double shortest = minimum64(size.x, minimum64(size.y, size.z));
    const double volume = absolute64(dmat3_determinant(linear));
    if (shortest <= SINGULAR_SCALE * longest ||
        volume <= SINGULAR_SCALE * size.x * size.y * size.z) {
        tum_report_add(builder->report, CODE_PHYSICS_SCALE_ZERO, builder->file, pointer,
                       "the global scale (%g, %g, %g) leaves no volume; the shape is disabled",
                       size.x, size.y, size.z);
        tum_report_mark_decision(builder->report, "D24");
        return true;
    }
    return false;
}

// A plane stays a plane under any map: its normal follows the inverse transpose, which is the cross
// product of the columns along the plane. Its edge along X keeps its direction; a sheared finite
// plane becomes a rectangle.
static void place_plane(DMat3 linear, Placement *placement)
{
    const DVec3 y = dvec3_normalize_or(dvec3_cross(linear.z, linear.x), (DVec3){0.0, 1.0, 0.0});
    const DVec3 up = dvec3_dot(y, linear.y) < 0.0 ? dvec3_negate(y) : y;
    const DVec3 x = dvec3_normalize_or(linear.x, (DVec3){1.0, 0.0, 0.0});
    placement->pose.rotation = dquat_from_matrix((DMat3){x, up, dvec3_cross(x, up)});
    placement->scale =
        even_out((DVec3){dvec3_length(linear.x), dvec3_length(linear.y), dvec3_length(linear.z)});
}

// A ray has only a direction, that of the mapped Y axis.
static void place_ray(DMat3 linear, Placement *placement)
{
    const DVec3 y = dvec3_normalize_or(linear.y, (DVec3){0.0, 1.0, 0.0});
    const DVec3 across = dvec3_add_scaled(linear.x, y, -dvec3_dot(linear.x, y));
    const DVec3 x = dvec3_normalize_or(across, dvec3_perpendicular(y));
    placement->pose.rotation = dquat_from_matrix((DMat3){x, y, dvec3_cross(x, y)});
    placement->scale =
        even_out((DVec3){dvec3_length(linear.x), dvec3_length(linear.y), dvec3_length(linear.z)});
}

// The sphere, capsule or cylinder equal to a general shape: created once for every scale.
static TumStatus make_round(SceneBuilder *builder, int32_t source, const GeneralRound *form,
                            const DMat3 *map, int32_t *shape)
{
    TumStatus status = grow_bake_slots(builder);
    if (status != TUM_OK) {
        return status;
    }
    uint32_t *slot = find_bake(builder, source, map);
    if (*slot != 0) {
        *shape = builder->bakes.items[*slot - 1].shape;
        return TUM_OK;
    }
    const TumShape made = {.kind = form->kind,
                           .radius = form->radius,
                           .height = form->height,
                           .radius_bottom = form->radius,
                           .radius_top = form->radius,
                           .mesh = -1,
                           .pointer = builder->shapes.items[source].pointer};
    TumShape *shape_slot = array_push(&builder->shapes, &builder->allocator);
    Bake *bake_slot = array_push(&builder->bakes, &builder->allocator);
    if (shape_slot == NULL || bake_slot == NULL) {
        return TUM_ERROR_MEMORY;
    }
    *shape_slot = made;
    *shape = (int32_t)builder->shapes.count - 1;
    *bake_slot = (Bake){source, *shape, *map};
    *slot = (uint32_t)builder->bakes.count;
    return TUM_OK;
}

// Replaces a general shape by a round one, or by a hull of points on its surface.
static TumStatus place_general(SceneBuilder *builder, int32_t source, DMat3 linear,
                               const char *pointer, Placement *placement)
{
    const TumShape *shape = &builder->shapes.items[source];
    const GeneralShape general = general_of(builder, shape);
    const DVec3 size =
        even_out((DVec3){dvec3_length(linear.x), dvec3_length(linear.y), dvec3_length(linear.z)});
    GeneralRound form;
    placement->map = round_map(diagonal(size));
    if (!tum_general_is_round(&general, size, SCALE_NOISE, &form)) {
        const char *place = shape->pointer[0] != '\0' ? shape->pointer : pointer;
        tum_report_add(builder->report, CODE_SIMULATION_APPROXIMATED, builder->file, place,
                       "the shape is simulated as the hull of points on its surface");
        return bake(builder, source, &placement->map, &placement->shape);
    }
    placement->pose.rotation = dquat_multiply(placement->pose.rotation, form.turn);
    placement->map = dmat3_multiply(dmat3_transpose(dquat_matrix(form.turn)), placement->map);
    return make_round(builder, source, &form, &placement->map, &placement->shape);
}

static const char *round_name(TumShapeKind kind)
{
    return kind == TUM_SHAPE_SPHERE ? "sphere" : kind == TUM_SHAPE_CAPSULE ? "capsule" : "cylinder";
}

// True where a round shape becomes elliptic: spheres and capsules need one factor, cylinders one
// across their axis.
static bool is_unrounded(TumShapeKind kind, DVec3 scale)
{
    const double slack = UNEVEN_SCALE * maximum64(scale.x, maximum64(scale.y, scale.z));
    const bool is_oval = absolute64(scale.x - scale.z) > slack;
    const bool is_long = absolute64(scale.x - scale.y) > slack;
    return kind == TUM_SHAPE_CYLINDER
               ? is_oval
               : (kind == TUM_SHAPE_SPHERE || kind == TUM_SHAPE_CAPSULE) && (is_oval || is_long);
}

// Places a shape by a regular linear part: finds Q, and B or the scale. `is_known` is true where a
// finding at its source reports the shear.
static TumStatus place_sound(SceneBuilder *builder, int32_t source, DMat3 linear, bool is_known,
                             const char *pointer, Placement *placement)
{
    const TumShape *shape = &builder->shapes.items[source];
    const int flags = tum_frame_rotation(linear, &placement->pose.rotation);
    const bool is_sheared = (flags & FRAME_SHEARED) != 0;
    const bool is_infinite = shape->kind == TUM_SHAPE_PLANE && !is_finite64(shape->size[0]) &&
                             !is_finite64(shape->size[2]);
    if (is_sheared && !is_infinite && !is_known && shape->kind != TUM_SHAPE_RAY) {
        tum_report_add(builder->report, CODE_PHYSICS_SCALE_SHEAR, builder->file, pointer,
                       has_points(shape) ? "the global transform shears; the points follow it"
                                         : "the global transform shears; the shape becomes the "
                                           "nearest one that can be simulated");
    }
    placement->scale = (DVec3){1.0, 1.0, 1.0};
    if (shape->kind == TUM_SHAPE_PLANE) {
        place_plane(linear, placement);
    } else if (shape->kind == TUM_SHAPE_RAY) {
        place_ray(linear, placement);
    } else if (!is_sheared && shape->kind == TUM_SHAPE_GENERAL) {
        return place_general(builder, source, linear, pointer, placement);
    } else if (is_sheared) {
        const DMat3 back = dmat3_transpose(dquat_matrix(placement->pose.rotation));
        placement->map = round_map(dmat3_multiply(back, linear));
        return bake(builder, source, &placement->map, &placement->shape);
    } else {
        const DVec3 size = even_out(
            (DVec3){dvec3_length(linear.x), dvec3_length(linear.y), dvec3_length(linear.z)});
        if (has_points(shape)) {
            const double z = (flags & FRAME_MIRRORED) != 0 ? -size.z : size.z;
            placement->map = round_map(diagonal((DVec3){size.x, size.y, z}));
            if (size.x == 1.0 && size.y == 1.0 && z == 1.0) {
                return TUM_OK;
            }
            return bake(builder, source, &placement->map, &placement->shape);
        }
        if (is_unrounded(shape->kind, size)) {
            tum_report_add(builder->report, CODE_PHYSICS_SCALE_NONUNIFORM, builder->file, pointer,
                           "the global scale (%g, %g, %g) is uneven; the shape is no longer a %s",
                           size.x, size.y, size.z, round_name(shape->kind));
        }
        placement->scale = size;
    }
    placement->map = diagonal(placement->scale);
    return TUM_OK;
}

static DQuat without_noise(DQuat turn)
{
    const double most =
        maximum64(absolute64(turn.x), maximum64(absolute64(turn.y), absolute64(turn.z)));
    return most <= TURN_NOISE ? DQUAT_IDENTITY : turn;
}

TumStatus tum_place_shape(SceneBuilder *builder, const Hierarchy *hierarchy, int32_t node,
                          int32_t shape, const char *pointer, Placement *placement)
{
    *placement = (Placement){.shape = shape};
    if (builder->dimension == 4) {
        return tum_place_shape4(builder, hierarchy, node, shape, pointer, placement);
    }
    if (!is_usable(builder, shape, pointer)) {
        placement->shape = -1;
        return TUM_OK;
    }
    const TumNode *n = &builder->nodes[node];
    const DPose3 owner = builder_body_pose(builder, n->body);
    const DMat3 back = dmat3_transpose(dquat_matrix(owner.rotation));
    DMat3 linear = dmat3_multiply(back, tum_linear_part(n->world));
    if (!has_points(&builder->shapes.items[shape])) {
        linear = without_own_signs(linear, n);
    }
    placement->pose = (DPose3){
        dpose3_untransform(owner, tum_translation_part(n->world)),
        dquat_multiply(dquat_conjugate(owner.rotation), hierarchy_rotation(hierarchy, node))};
    if ((hierarchy->flags[node] & FRAME_MIRRORED) != 0) {
        tum_report_add(builder->report, CODE_PHYSICS_SCALE_NEGATIVE, builder->file, pointer,
                       "the global transform mirrors");
    }
    if (is_disabled_by(builder, linear, pointer)) {
        placement->scale =
            (DVec3){dvec3_length(linear.x), dvec3_length(linear.y), dvec3_length(linear.z)};
        return TUM_OK;
    }
    placement->enabled = true;
    const TumStatus status = place_sound(
        builder, shape, linear, (hierarchy->flags[node] & FRAME_SHEARS) != 0, pointer, placement);
    placement->pose.rotation = without_noise(placement->pose.rotation);
    return status;
}
