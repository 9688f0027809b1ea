// SPDX-License-Identifier: MIT
// Edits that have a place, in four dimensions.
#include "edits.h"

#include <math.h>

#include "fuzz.h"

enum { HITS = 4 };

static const float STEP = 1.0f / 60.0f; // [s]

static TumVec4 vector(const float *n)
{
    return (TumVec4){n[0], n[1], n[2], n[3]};
}

static TumBivec4 bivector(const float *n)
{
    return (TumBivec4){n[0], n[1], n[2], n[3], n[4], n[5]};
}

// Not at right angles: the rotation nearest to it is taken.
static TumBasis4 basis(const float *n)
{
    return (TumBasis4){
        {1, n[0], n[1], 0}, {-n[0], 1, n[2], 0}, {-n[1], -n[2], 1, n[3]}, {0, 0, -n[3], 1}};
}

static TumPose4 pose(const float *n)
{
    return (TumPose4){vector(n), basis(n + 4)};
}

// A shape of every kind that fits into an edit, mostly; sizes may be none.
static TumColliderDef4 collider(const Edit *edit)
{
    static const float corners[20] = {0, 0, 0, 0, 1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1};
    static const uint32_t cells[20] = {0, 1, 2, 3, 0, 1, 2, 4, 0, 1, 3, 4, 0, 2, 3, 4, 1, 2, 3, 4};
    static const TumCurve discs[2] = {{{0.5, 0.5, 0, 0}, 2}, {{0, 0, 0.25, 0.25}, 2}};
    static const TumShapeKind kinds[] = {TUM_SHAPE_SPHERE,  TUM_SHAPE_BOX,     TUM_SHAPE_CAPSULE,
                                         TUM_SHAPE_GENERAL, TUM_SHAPE_PLANE,   TUM_SHAPE_CONVEX,
                                         TUM_SHAPE_MESH,    TUM_SHAPE_CYLINDER};
    TumColliderDef4 def = tum_default_collider_def4();
    const float *n = edit->numbers;
    def.kind = kinds[edit->other % (sizeof kinds / sizeof *kinds)];
    def.size = (TumVec4){n[6], n[7], n[6], n[6]};
    def.height = n[7];
    def.radius = n[6];
    def.radius_bottom = n[6];
    def.radius_top = edit->other & 128 ? n[7] : n[6];
    if (def.kind == TUM_SHAPE_GENERAL) {
        def.size = (TumVec4){0, 0, 0, 0};
        def.curves = discs;
        def.curve_count = 2;
    } else if (def.kind == TUM_SHAPE_CONVEX || def.kind == TUM_SHAPE_MESH) {
        def.points = corners;
        def.point_count = 5;
        def.tetrahedra = cells;
        def.tetrahedron_count = 5;
    }
    return def;
}

static TumStatus add_body(TumWorld *world, const Edit *edit)
{
    const TumColliderDef4 shape = collider(edit);
    TumBodyDef4 def = tum_default_body_def4();
    TumBodyId body;
    def.kind = (TumBodyKind)(edit->choice % 3);
    def.pose = pose(edit->numbers);
    (void)tum_mass4_of_colliders(&shape, 1, 1000.0f, &def.mass);
    const TumStatus status = tum_world_add_body4(world, &def, &body);
    return status == TUM_OK ? tum_world_add_collider4(world, body, &shape, NULL) : status;
}

static TumStatus add_carpet(TumWorld *world, const Edit *edit)
{
    TumColliderDef4 shape = tum_default_collider_def4();
    TumBodyDef4 def = tum_default_body_def4();
    TumStatus status = TUM_OK;
    shape.kind = TUM_SHAPE_BOX;
    shape.size = (TumVec4){1.0f, 1.0f, 1.0f, 1.0f};
    for (int i = 0; i < edit->which % 16 * (edit->other % 16) && status == TUM_OK; ++i) {
        TumBodyId body;
        def.pose.position = (TumVec4){edit->numbers[0] + (float)(i % (edit->which % 16)), 0.5f,
                                      edit->numbers[1] + (float)(i / (edit->which % 16)), 0.0f};
        status = tum_world_add_body4(world, &def, &body);
        if (status == TUM_OK) {
            status = tum_world_add_collider4(world, body, &shape, NULL);
        }
    }
    return status;
}

static TumStatus join(TumWorld *world, const Edit *edit)
{
    const TumLimit limit = edit_limit(edit);
    const TumDrive drive = edit_drive(edit);
    TumJointDef4 def = tum_default_joint_def4();
    def.kind = (TumJointKind4)(edit->choice % 6);
    def.body_a = edit_body(world, edit->which);
    def.body_b = edit_body(world, edit->other);
    def.frame_a.position = vector(edit->numbers + 4);
    def.limits = &limit;
    def.limit_count = edit->choice & 64 ? 1 : 0;
    def.drives = &drive;
    def.drive_count = edit->choice & 128 ? 1 : 0;
    def.enable_collision = (edit->choice & 32) != 0;
    return tum_world_add_joint4(world, &def, NULL);
}

TumStatus edit_place4(TumWorld *world, const Edit *edit)
{
    const TumBodyId body = edit_body(world, edit->which);
    const TumJointSide side = edit->choice & 1 ? TUM_JOINT_B : TUM_JOINT_A;
    const float *n = edit->numbers;
    switch (edit->kind) {
    case EDIT_ADD_BODY: return add_body(world, edit);
    case EDIT_ADD_COLLIDER: {
        TumColliderDef4 def = collider(edit);
        def.pose = pose(n);
        return tum_world_add_collider4(world, body, &def, NULL);
    }
    case EDIT_ADD_CARPET: return add_carpet(world, edit);
    case EDIT_JOIN: return join(world, edit);
    case EDIT_POSE: return tum_body_set_pose4(world, body, pose(n));
    case EDIT_VELOCITY: return tum_body_set_linear_velocity4(world, body, vector(n));
    case EDIT_SPIN: return tum_body_set_angular_velocity4(world, body, bivector(n));
    case EDIT_FORCE: {
        const TumVec4 point = vector(n + 4);
        return tum_body_add_force4(world, body, vector(n), edit->choice & 1 ? &point : NULL);
    }
    case EDIT_IMPULSE: return tum_body_apply_impulse4(world, body, vector(n), bivector(n + 2));
    case EDIT_MOVE_TO: return tum_body_move_to4(world, body, pose(n), STEP);
    case EDIT_MASS: {
        const TumMass4 mass = {n[0], vector(n + 4), bivector(n + 1), basis(n + 4)};
        return tum_body_set_mass4(world, body, &mass);
    }
    case EDIT_DENSITY: return tum_body_set_density4(world, body, n[0] * 1000.0f);
    default: return tum_joint_set_frame4(world, edit_joint(world, edit->which), side, pose(n));
    }
}

static void answer_hits(Answer *answer, const TumHit4 *hits, size_t count)
{
    answer->count = count;
    for (size_t i = 0; i < count && i < HITS; ++i) {
        const TumHit4 *hit = &hits[i];
        const uint8_t flags[2] = {hit->is_hit, hit->is_trigger};
        const int32_t names[4] = {hit->node, hit->motion, hit->tetrahedron,
                                  (int32_t)hit->body.index1};
        FUZZ_CHECK(isfinite(hit->fraction) && isfinite(hit->distance));
        answer_add(answer, flags, sizeof flags);
        answer_add(answer, names, sizeof names);
        answer_add(answer, &hit->fraction, sizeof hit->fraction);
        answer_add(answer, &hit->distance, sizeof hit->distance);
        answer_add(answer, &hit->point, sizeof hit->point);
        answer_add(answer, &hit->normal, sizeof hit->normal);
    }
}

void edit_query4(const TumWorld *world, const Edit *edit, Answer *answer)
{
    const float *n = edit->numbers;
    const TumRay4 ray = {vector(n), vector(n + 4)};
    const TumRay4 rays[2] = {ray, {vector(n + 4), vector(n)}};
    const uint32_t ignored = edit->other;
    TumQueryFilter filter = tum_default_query_filter();
    filter.ignored = &ignored;
    filter.ignored_words = edit->choice >> 4 & 1;
    filter.triggers = (edit->choice & 32) != 0;
    filter.no_colliders = (edit->choice & 64) != 0;
    filter.filter = edit->choice & 128 ? edit->which : -1;
    const TumShape shape = {.kind = (TumShapeKind)(edit->other % (TUM_SHAPE_RAY + 1)),
                            .size = {(double)n[6], (double)n[7], (double)n[6], (double)n[7]},
                            .radius = (double)n[6],
                            .height = (double)n[7],
                            .radius_bottom = (double)n[6],
                            .radius_top = (double)n[7],
                            .mesh = -1};
    TumHit4 hits[HITS] = {{.is_hit = false}};
    size_t count = 1;
    bool is_blocked = false;
    switch (edit->choice % 9) {
    case 0: answer->status = tum_world_cast_ray4(world, &ray, &filter, hits); break;
    case 1:
        answer->status = tum_world_is_ray_blocked4(world, &ray, &filter, &is_blocked);
        hits[0].is_hit = is_blocked;
        break;
    case 2:
        answer->status = tum_world_cast_ray_all4(world, &ray, &filter, hits, HITS, &count);
        break;
    case 3:
        count = 2;
        answer->status = tum_world_cast_rays4(world, rays, count, &filter, hits);
        break;
    case 4:
        answer->status =
            tum_world_cast_shape4(world, &shape, pose(n), vector(n + 4), &filter, hits);
        break;
    case 5:
        answer->status = tum_world_cast_body4(world, edit_body(world, edit->which), vector(n + 4),
                                              &filter, hits);
        break;
    case 6:
        answer->status =
            tum_world_overlap_shape4(world, &shape, pose(n), &filter, hits, HITS, &count);
        break;
    case 7:
        answer->status = tum_world_overlap_collider4(world, edit_collider(world, edit->which),
                                                     &filter, hits, HITS, &count);
        break;
    default:
        answer->status = tum_world_nearest_point4(world, vector(n), n[6], &filter, hits);
        break;
    }
    if (answer->status == TUM_OK) {
        answer_hits(answer, hits, count);
    }
}

static void answer_contact(Answer *answer, const TumContact4 *contact)
{
    const uint32_t names[2] = {contact->collider_a.index1, contact->collider_b.index1};
    answer_add(answer, names, sizeof names);
    answer_add(answer, &contact->normal, sizeof contact->normal);
    answer_add(answer, &contact->friction_impulse, sizeof contact->friction_impulse);
    for (int32_t i = 0; i < contact->point_count; ++i) {
        FUZZ_CHECK(isfinite(contact->points[i].separation));
        answer_add(answer, &contact->points[i], sizeof contact->points[i]);
    }
}

void edit_contacts4(const TumWorld *world, Answer *answer)
{
    enum { CONTACTS = 2 };
    TumContact4 contacts[CONTACTS];
    answer->status = tum_world_contacts4(world, contacts, CONTACTS, &answer->count);
    for (size_t i = 0; i < answer->count && i < CONTACTS; ++i) {
        answer_contact(answer, &contacts[i]);
    }
}
