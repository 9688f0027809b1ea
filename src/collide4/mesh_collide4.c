// SPDX-License-Identifier: MIT
// mesh_collide4.c: contacts of meshes of tetrahedra: thin shells, each tetrahedron against nearby
// shapes, with manifolds gathered from many tetrahedra.
//
// A tetrahedron pushes along its own normal, toward the side on which the other shape's middle
// lies. Near the rim of a tetrahedron the separating direction may be tilted. If the mesh ends or
// folds there, the rim pushes along this direction. If the mesh continues or turns toward the
// shape, the tetrahedron's own normal is used; otherwise shapes would catch on every inner face.
#include "collide4/mesh_collide4.h"

#include "collide4/face_pair4.h"
#include "collide4/manifold4.h"
#include "distance4/epa4.h"
#include "math/widen4.h"
#include "shape4/mesh4.h"

// Cosines of 0.1 rad, the greatest angle between the normals of one manifold, and of 25 degrees,
// the greatest where capacity for manifolds is exhausted.
static const float same_cosine = 0.995f, similar_cosine = 0.906f;

// Cosine of 1 mrad: a separating direction tilted by less is the tetrahedron's own normal.
static const float own_cosine = 0.9999995f;

// Points nearer than this share of the extent are merged.
static const float same_share = 2e-3f;

// Share of its size by which the other shape is shrunk for GJK; see convex4.c.
static const double shrink_share = 0.02;

// Tolerance of GJK's squared distances: normals to 1e-4.
static const double normal_tolerance = 1e-8;

/// A manifold during gathering.
typedef struct GatheredManifold4 {
    Vec4 normal; ///< Normal of the first point, with which later ones are compared.
    Vec4 deepest_normal;
    float deepest; ///< [m] Least separation so far.
    Batch4 batch;
} GatheredManifold4;

typedef struct Gather4 {
    float same; ///< [m] Nearer points of one manifold are merged.
    int manifold_count;
    GatheredManifold4 manifolds[LOCAL_MANIFOLDS_MAX4];
} Gather4;

static GatheredManifold4 *manifold_for(Gather4 *gather, Vec4 normal, float separation)
{
    GatheredManifold4 *nearest = NULL, *shallowest = NULL;
    float cosine = -2.0f;
    for (int i = 0; i < gather->manifold_count; ++i) {
        GatheredManifold4 *gathered = &gather->manifolds[i];
        const float along = vec4_dot(gathered->normal, normal);
        if (along > cosine) {
            cosine = along;
            nearest = gathered;
        }
        if (shallowest == NULL || gathered->deepest > shallowest->deepest) {
            shallowest = gathered;
        }
    }
    if (cosine >= same_cosine) {
        return nearest;
    }
    GatheredManifold4 *fresh = NULL;
    if (gather->manifold_count < LOCAL_MANIFOLDS_MAX4) {
        fresh = &gather->manifolds[gather->manifold_count++];
    } else if (cosine >= similar_cosine) {
        return nearest;
    } else if (shallowest->deepest > separation) {
        fresh = shallowest;
    } else {
        return NULL;
    }
    fresh->normal = fresh->deepest_normal = fresh->batch.normal = normal;
    fresh->deepest = __builtin_inff();
    fresh->batch.count = 0;
    return fresh;
}

static void gather_point(Gather4 *gather, Vec4 normal, LocalPoint4 point)
{
    GatheredManifold4 *gathered = manifold_for(gather, normal, point.separation);
    if (gathered == NULL) {
        return;
    }
    if (point.separation < gathered->deepest) {
        gathered->deepest = point.separation;
        gathered->deepest_normal = normal;
    }
    for (int i = 0; i < gathered->batch.count; ++i) {
        LocalPoint4 *known = &gathered->batch.points[i];
        if (vec4_distance(known->position, point.position) <= gather->same) {
            *known = point.separation < known->separation ? point : *known;
            return;
        }
    }
    tum_batch4_add(&gathered->batch, point);
}

// The manifolds, deepest first.
static int finish(Gather4 *gather, LocalManifold4 manifolds[LOCAL_MANIFOLDS_MAX4])
{
    uint8_t order[LOCAL_MANIFOLDS_MAX4];
    for (int i = 0; i < gather->manifold_count; ++i) {
        int at = i;
        for (; at > 0 && gather->manifolds[order[at - 1]].deepest > gather->manifolds[i].deepest;
             --at) {
            order[at] = order[at - 1];
        }
        order[at] = (uint8_t)i;
    }
    int count = 0;
    for (int i = 0; i < gather->manifold_count; ++i) {
        const GatheredManifold4 *gathered = &gather->manifolds[order[i]];
        count += tum_local_manifold4_of_points(gathered->deepest_normal, gathered->batch.points,
                                               gathered->batch.count, &manifolds[count]);
    }
    return count;
}

/// The other shape during a walk over a mesh, in the frame of the mesh.
typedef struct Visitor {
    const Mesh4 *mesh;
    View4 view;     ///< The other shape, for its faces.
    Placed4 placed; ///< The other shape in double precision.
    Placed4 core;   ///< The shrunk shape.
    Shape4 small;
    Vec4 middle; ///< Point that determines the side of a tetrahedron.
    float margin, extent;
    Gather4 *gather;
} Visitor;

/// A tetrahedron as a convex shape.
typedef struct Simplex {
    Shape4 shape;
    double points[16];
} Simplex;

static void simplex_of(const Mesh4 *mesh, uint32_t tetrahedron, Simplex *simplex)
{
    for (int k = 0; k < 4; ++k) {
        const Vec4 p = mesh4_corner(mesh, tetrahedron, k);
        simplex->points[4 * k] = (double)p.x;
        simplex->points[4 * k + 1] = (double)p.y;
        simplex->points[4 * k + 2] = (double)p.z;
        simplex->points[4 * k + 3] = (double)p.w;
    }
    simplex->shape = tum_shape4_points(simplex->points, 4);
    simplex->shape.names = mesh->tetrahedra[tetrahedron];
}

static float diameter_of(const Mesh4 *mesh, uint32_t tetrahedron)
{
    float longest = 0.0f;
    for (int i = 0; i < 4; ++i) {
        for (int k = 0; k < i; ++k) {
            longest = maximum(vec4_distance(mesh4_corner(mesh, tetrahedron, i),
                                            mesh4_corner(mesh, tetrahedron, k)),
                              longest);
        }
    }
    return longest;
}

static bool visit(void *user, uint32_t tetrahedron)
{
    const Visitor *visitor = user;
    const Mesh4 *mesh = visitor->mesh;
    const Vec4 corner = mesh4_corner(mesh, tetrahedron, 0);
    const Vec4 own = mesh->normals[tetrahedron];
    const float side = vec4_dot(own, vec4_sub(visitor->middle, corner));
    const Vec4 toward = side < 0.0f ? vec4_negate(own) : own;
    const DMat4 identity = DMAT4_IDENTITY;
    const DVec4 nowhere = {0};
    Simplex simplex;
    simplex_of(mesh, tetrahedron, &simplex);
    const Placed4 a = {&simplex.shape, nowhere, identity};
    const double margin = (double)visitor->margin;
    const double own_separation = tum_separation4(&a, &visitor->placed, vec4_widen(toward));
    if (!(own_separation <= margin)) {
        return true;
    }
    Simplex4 last;
    Distance4 found;
    if (!tum_apart4(&a, &visitor->core, vec4_widen(toward), normal_tolerance, &last, &found)) {
        found = tum_overlap4(&a, &visitor->placed, &last);
    } else if (found.distance > margin) {
        return true;
    }
    Vec4 normal = vec4_narrow(found.normal);
    double separation = own_separation;
    const Vec4 middle = vec4_narrow(dvec4_scale(dvec4_add(found.point_a, found.point_b), 0.5));
    const bool is_own =
        vec4_dot(normal, toward) >= own_cosine || !tum_mesh4_is_ridge(mesh, tetrahedron, normal);
    if (is_own) {
        normal = toward;
    } else {
        separation = tum_separation4(&a, &visitor->placed, found.normal);
    }
    if (!(separation <= margin)) {
        return true;
    }
    const Mat4 flat = MAT4_IDENTITY;
    const Vec4 origin = {0};
    // The deepest point along a tetrahedron's own normal need not lie over the tetrahedron. The
    // point then belongs to a neighbor, and the middle between the two shapes is no contact point.
    const FacePair4 pair = {{&simplex.shape, flat, origin},
                            visitor->view,
                            normal,
                            (float)separation,
                            visitor->margin,
                            minimum(visitor->extent, diameter_of(mesh, tetrahedron)),
                            is_own ? NULL : &middle,
                            is_own};
    Batch4 batch;
    if (tum_meet_faces4(&pair, &batch)) {
        for (int i = 0; i < batch.count; ++i) {
            gather_point(visitor->gather, normal, batch.points[i]);
        }
    }
    return true;
}

static void begin_visit(Visitor *visitor, const Mesh4 *mesh, const Shape4 *shape, Pose4 a_from_b,
                        float margin, Gather4 *gather)
{
    *visitor = (Visitor){.mesh = mesh, .margin = margin, .gather = gather};
    visitor->view = (View4){shape, rotation4_matrix(a_from_b.rotation), a_from_b.position};
    visitor->placed = (Placed4){shape, vec4_widen(a_from_b.position),
                                drotation4_matrix(rotation4_widen(a_from_b.rotation))};
    visitor->small = tum_shape4_shrunk(shape, shrink_share);
    visitor->core = visitor->placed;
    visitor->core.shape = &visitor->small;
    visitor->middle = vec4_add(a_from_b.position,
                               mat4_transform(visitor->view.rotation, vec4_narrow(shape->middle)));
    visitor->extent = (float)shape->bounding_radius;
}

int tum_collide_mesh_convex4(const Shape4 *mesh, const Shape4 *convex, Pose4 a_from_b, float margin,
                             LocalManifold4 manifolds[LOCAL_MANIFOLDS_MAX4])
{
    Gather4 gather;
    gather.manifold_count = 0;
    gather.same = same_share * (float)convex->bounding_radius;
    Visitor visitor;
    begin_visit(&visitor, mesh->mesh, convex, a_from_b, margin, &gather);
    const Bound4 bound = tum_shape4_bound(convex, visitor.placed.position, visitor.placed.rotation);
    // The bound's doubles are rounded far less than the floats of the comparison.
    const float slack =
        margin + 1e-5f * (float)(mesh->mesh->bounding_radius + convex->bounding_radius);
    const Vec4 all = vec4(slack, slack, slack, slack);
    tum_mesh4_query(mesh->mesh, vec4_sub(vec4_narrow(bound.low), all),
                    vec4_add(vec4_narrow(bound.high), all), visit, &visitor);
    return finish(&gather, manifolds);
}

int tum_collide_mesh_plane4(const Shape4 *mesh, const Shape4 *plane, Pose4 a_from_b, float margin,
                            LocalManifold4 manifolds[LOCAL_MANIFOLDS_MAX4])
{
    (void)plane;
    const Mesh4 *shell = mesh->mesh;
    const Vec4 up = rotation4_rotate(a_from_b.rotation, vec4(0.0f, 1.0f, 0.0f, 0.0f));
    const float offset = vec4_dot(up, a_from_b.position);
    Batch4 batch;
    batch.normal = vec4_negate(up);
    batch.count = 0;
    for (uint32_t i = 0; i < shell->point_count; ++i) {
        const Vec4 p = shell->points[i];
        const float height = vec4_dot(up, p) - offset;
        if (height <= margin && shell->around_first[i] < shell->around_first[i + 1]) {
            tum_batch4_add(&batch, (LocalPoint4){vec4_add_scaled(p, up, -0.5f * height), height,
                                                 tum_feature4(i, FEATURE4_SINGLE)});
        }
    }
    return tum_local_manifold4_of_points(batch.normal, batch.points, batch.count, &manifolds[0]);
}

/// Walk over B's tetrahedra.
typedef struct Crossing {
    const Mesh4 *a, *b;
    Pose4 a_from_b;
    Mat4 rotation;
    float margin;
    Gather4 *gather;
} Crossing;

static bool visit_other(void *user, uint32_t tetrahedron)
{
    const Crossing *crossing = user;
    Simplex simplex;
    simplex_of(crossing->b, tetrahedron, &simplex);
    Visitor visitor;
    begin_visit(&visitor, crossing->a, &simplex.shape, crossing->a_from_b, crossing->margin,
                crossing->gather);
    // The middle of the whole shell determines the side.
    visitor.middle = vec4_add(crossing->a_from_b.position,
                              mat4_transform(crossing->rotation, vec4_narrow(crossing->b->middle)));
    visitor.extent = diameter_of(crossing->b, tetrahedron);
    Vec4 low = {0}, high = {0};
    for (int k = 0; k < 4; ++k) {
        const Vec4 p =
            vec4_add(crossing->a_from_b.position,
                     mat4_transform(crossing->rotation, mesh4_corner(crossing->b, tetrahedron, k)));
        low = k == 0 ? p : vec4_minimum(p, low);
        high = k == 0 ? p : vec4_maximum(p, high);
    }
    const Vec4 slack = vec4(crossing->margin, crossing->margin, crossing->margin, crossing->margin);
    tum_mesh4_query(crossing->a, vec4_sub(low, slack), vec4_add(high, slack), visit, &visitor);
    return true;
}

int tum_collide_mesh_mesh4(const Shape4 *a, const Shape4 *b, Pose4 a_from_b, float margin,
                           LocalManifold4 manifolds[LOCAL_MANIFOLDS_MAX4])
{
    Gather4 gather;
    gather.manifold_count = 0;
    const DVec4 size = dvec4_sub(b->mesh->high, b->mesh->low);
    gather.same = same_share * (float)dvec4_length(size);
    Crossing crossing = {a->mesh, b->mesh, a_from_b, rotation4_matrix(a_from_b.rotation),
                         margin,  &gather};
    // Tetrahedra of B near the box of A.
    const Pose4 b_from_a = pose4_inverse(a_from_b);
    const DVec4 at = vec4_widen(b_from_a.position);
    const Bound4 bound =
        tum_shape4_bound(a, at, drotation4_matrix(rotation4_widen(b_from_a.rotation)));
    const float slack =
        margin + 1e-5f * (float)(a->mesh->bounding_radius + b->mesh->bounding_radius);
    const Vec4 all = vec4(slack, slack, slack, slack);
    tum_mesh4_query(b->mesh, vec4_sub(vec4_narrow(bound.low), all),
                    vec4_add(vec4_narrow(bound.high), all), visit_other, &crossing);
    return finish(&gather, manifolds);
}
