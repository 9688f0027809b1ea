// SPDX-License-Identifier: MIT
// Edits that have a place, in three dimensions.
#include "edits.h"

#include <math.h>

#include "fuzz.h"

enum { HITS = 4 };

static const float STEP = 1.0f / 60.0f; // [s]

static TumVec3 vector(const float *n)
{
    return (TumVec3){n[0], n[1], n[2]};
}

static TumPose3 pose(const float *n)
{
    return (TumPose3){vector(n), {n[3], n[4], n[5], 1.0f}};
}

// A shape of every kind that fits into an edit, mostly; sizes may be none.
static TumColliderDef3 collider(const Edit *edit)
{
    static const float corners[12] = {0, 0, 0, 1, 0, 0, 0, 1, 0, 0, 0, 1};
    static const uint32_t faces[12] = {0, 2, 1, 0, 1, 3, 0, 3, 2, 1, 2, 3};
    static const TumShapeKind kinds[] = {TUM_SHAPE_SPHERE,   TUM_SHAPE_BOX,   TUM_SHAPE_CAPSULE,
                                         TUM_SHAPE_CYLINDER, TUM_SHAPE_PLANE, TUM_SHAPE_CONVEX,
                                         TUM_SHAPE_MESH};
    TumColliderDef3 def = tum_default_collider_def3();
    const float *n = edit->numbers;
    def.kind = kinds[edit->other % (sizeof kinds / sizeof *kinds)];
    def.size = (TumVec3){n[6], n[7], n[6]};
    def.height = n[7];
    def.radius = n[6];
    def.radius_bottom = n[6];
    def.radius_top = edit->other & 128 ? n[7] : n[6];
    def.double_sided = (edit->other & 64) != 0;
    if (def.kind == TUM_SHAPE_CONVEX || def.kind == TUM_SHAPE_MESH) {
        def.points = corners;
        def.point_count = 4;
        def.triangles = faces;
        def.triangle_count = 4;
    }
    return def;
}

static TumStatus add_body(TumWorld *world, const Edit *edit)
{
    const TumColliderDef3 shape = collider(edit);
    TumBodyDef3 def = tum_default_body_def3();
    TumBodyId body;
    def.kind = (TumBodyKind)(edit->choice % 3);
    def.pose = pose(edit->numbers);
    (void)tum_mass3_of_colliders(&shape, 1, 1000.0f, &def.mass);
    const TumStatus status = tum_world_add_body3(world, &def, &body);
    return status == TUM_OK ? tum_world_add_collider3(world, body, &shape, NULL) : status;
}

static TumStatus add_carpet(TumWorld *world, const Edit *edit)
{
    TumColliderDef3 shape = tum_default_collider_def3();
    TumBodyDef3 def = tum_default_body_def3();
    TumStatus status = TUM_OK;
    shape.kind = TUM_SHAPE_BOX;
    shape.size = (TumVec3){1.0f, 1.0f, 1.0f};
    for (int i = 0; i < edit->which % 24 * (edit->other % 24) && status == TUM_OK; ++i) {
        TumBodyId body;
        def.pose.position = (TumVec3){edit->numbers[0] + (float)(i % (edit->which % 24)), 0.5f,
                                      edit->numbers[1] + (float)(i / (edit->which % 24))};
        status = tum_world_add_body3(world, &def, &body);
        if (status == TUM_OK) {
            status = tum_world_add_collider3(world, body, &shape, NULL);
        }
    }
    return status;
}

static TumStatus join(TumWorld *world, const Edit *edit)
{
    const TumLimit limits[2] = {edit_limit(edit), {.axes = 7, .stiffness = (double)INFINITY}};
    const TumDrive drive = edit_drive(edit);
    TumJointDef3 def = tum_default_joint_def3();
    def.body_a = edit_body(world, edit->which);
    def.body_b = edit_body(world, edit->other);
    def.frame_a.position = vector(edit->numbers + 5);
    def.limits = edit->choice & 64 ? limits : limits + 1;
    def.limit_count = edit->choice & 64 ? 2 : 1;
    def.drives = &drive;
    def.drive_count = edit->choice & 128 ? 1 : 0;
    def.enable_collision = (edit->choice & 32) != 0;
    return tum_world_add_joint3(world, &def, NULL);
}

TumStatus edit_place3(TumWorld *world, const Edit *edit)
{
    const TumBodyId body = edit_body(world, edit->which);
    const TumJointSide side = edit->choice & 1 ? TUM_JOINT_B : TUM_JOINT_A;
    const float *n = edit->numbers;
    switch (edit->kind) {
    case EDIT_ADD_BODY: return add_body(world, edit);
    case EDIT_ADD_COLLIDER: {
        TumColliderDef3 def = collider(edit);
        def.pose = pose(n);
        return tum_world_add_collider3(world, body, &def, NULL);
    }
    case EDIT_ADD_CARPET: return add_carpet(world, edit);
    case EDIT_JOIN: return join(world, edit);
    case EDIT_POSE: return tum_body_set_pose3(world, body, pose(n));
    case EDIT_VELOCITY: return tum_body_set_linear_velocity3(world, body, vector(n));
    case EDIT_SPIN: return tum_body_set_angular_velocity3(world, body, vector(n));
    case EDIT_FORCE: {
        const TumVec3 point = vector(n + 3);
        return tum_body_add_force3(world, body, vector(n), edit->choice & 1 ? &point : NULL);
    }
    case EDIT_IMPULSE: return tum_body_apply_impulse3(world, body, vector(n), vector(n + 3));
    case EDIT_MOVE_TO: return tum_body_move_to3(world, body, pose(n), STEP);
    case EDIT_MASS: {
        const TumMass3 mass = {n[0], vector(n + 1), vector(n + 4), {n[7], 0.0f, 0.0f, 1.0f}};
        return tum_body_set_mass3(world, body, &mass);
    }
    case EDIT_DENSITY: return tum_body_set_density3(world, body, n[0] * 1000.0f);
    default: return tum_joint_set_frame3(world, edit_joint(world, edit->which), side, pose(n));
    }
}

static void answer_hits(Answer *answer, const TumHit3 *hits, size_t count)
{
    answer->count = count;
    for (size_t i = 0; i < count && i < HITS; ++i) {
        const TumHit3 *hit = &hits[i];
        const uint8_t flags[2] = {hit->is_hit, hit->is_trigger};
        const int32_t names[4] = {hit->node, hit->motion, hit->triangle, (int32_t)hit->body.index1};
        FUZZ_CHECK(isfinite(hit->fraction) && isfinite(hit->distance));
        answer_add(answer, flags, sizeof flags);
        answer_add(answer, names, sizeof names);
        answer_add(answer, &hit->fraction, sizeof hit->fraction);
        answer_add(answer, &hit->distance, sizeof hit->distance);
        answer_add(answer, &hit->point, sizeof hit->point);
        answer_add(answer, &hit->normal, sizeof hit->normal);
    }
}

void edit_query3(const TumWorld *world, const Edit *edit, Answer *answer)
{
    const float *n = edit->numbers;
    const TumRay3 ray = {vector(n), vector(n + 3)};
    const TumRay3 rays[2] = {ray, {vector(n + 3), vector(n)}};
    const uint32_t ignored = edit->other;
    TumQueryFilter filter = tum_default_query_filter();
    filter.ignored = &ignored;
    filter.ignored_words = edit->choice >> 4 & 1;
    filter.triggers = (edit->choice & 32) != 0;
    filter.no_colliders = (edit->choice & 64) != 0;
    filter.filter = edit->choice & 128 ? edit->which : -1;
    const TumShape shape = {.kind = (TumShapeKind)(edit->other % (TUM_SHAPE_RAY + 1)),
                            .size = {(double)n[6], (double)n[7], (double)n[6]},
                            .radius = (double)n[6],
                            .height = (double)n[7],
                            .radius_bottom = (double)n[6],
                            .radius_top = (double)n[7],
                            .mesh = -1};
    TumHit3 hits[HITS] = {{.is_hit = false}};
    size_t count = 1;
    bool is_blocked = false;
    switch (edit->choice % 9) {
    case 0: answer->status = tum_world_cast_ray3(world, &ray, &filter, hits); break;
    case 1:
        answer->status = tum_world_is_ray_blocked3(world, &ray, &filter, &is_blocked);
        hits[0].is_hit = is_blocked;
        break;
    case 2:
        answer->status = tum_world_cast_ray_all3(world, &ray, &filter, hits, HITS, &count);
        break;
    case 3:
        count = 2;
        answer->status = tum_world_cast_rays3(world, rays, count, &filter, hits);
        break;
    case 4:
        answer->status =
            tum_world_cast_shape3(world, &shape, pose(n), vector(n + 3), &filter, hits);
        break;
    case 5:
        answer->status = tum_world_cast_body3(world, edit_body(world, edit->which), vector(n + 3),
                                              &filter, hits);
        break;
    case 6:
        answer->status =
            tum_world_overlap_shape3(world, &shape, pose(n), &filter, hits, HITS, &count);
        break;
    case 7:
        answer->status = tum_world_overlap_collider3(world, edit_collider(world, edit->which),
                                                     &filter, hits, HITS, &count);
        break;
    default:
        answer->status = tum_world_nearest_point3(world, vector(n), n[6], &filter, hits);
        break;
    }
    if (answer->status == TUM_OK) {
        answer_hits(answer, hits, count);
    }
}

static void answer_contact(Answer *answer, const TumContact3 *contact)
{
    const uint32_t names[2] = {contact->collider_a.index1, contact->collider_b.index1};
    answer_add(answer, names, sizeof names);
    answer_add(answer, &contact->normal, sizeof contact->normal);
    answer_add(answer, &contact->friction_impulse, sizeof contact->friction_impulse);
    answer_add(answer, &contact->twist_impulse, sizeof contact->twist_impulse);
    for (int32_t i = 0; i < contact->point_count; ++i) {
        FUZZ_CHECK(isfinite(contact->points[i].separation));
        answer_add(answer, &contact->points[i], sizeof contact->points[i]);
    }
}

void edit_contacts3(const TumWorld *world, Answer *answer)
{
    enum { CONTACTS = 3 };
    TumContact3 contacts[CONTACTS];
    answer->status = tum_world_contacts3(world, contacts, CONTACTS, &answer->count);
    for (size_t i = 0; i < answer->count && i < CONTACTS; ++i) {
        answer_contact(answer, &contacts[i]);
    }
}
