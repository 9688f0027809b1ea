// SPDX-License-Identifier: MIT
// joint_axes.c: freedoms of joints, and the stage on which joints move.
#include "scenario/joint_axes.h"

static bool has_one_axis(uint32_t axes)
{
    return axes == 1 || axes == 2 || axes == 4;
}

void tum_joint_axes(const TumScene *scene, const TumJoint *joint, JointAxis axes[JOINT_AXES])
{
    for (int i = 0; i < JOINT_AXES; ++i) {
        axes[i] = (JointAxis){.space = i < 3 ? TUM_SPACE_LINEAR : TUM_SPACE_ANGULAR,
                              .axis = i % 3,
                              .low = -INFINITE,
                              .high = INFINITE,
                              .lock = -1};
    }
    for (int32_t k = 0; k < joint->limit_count; ++k) {
        const TumLimit *limit = &scene->limits[joint->limit_first + k];
        if (limit->min == limit->max && !isinf(limit->stiffness)) {
            continue; // A spring: it draws, and locks nothing.
        }
        // A limit of two or three axes bounds a length or an opening.
        const double low = has_one_axis(limit->axes) ? limit->min : -limit->max;
        for (int i = 0; i < JOINT_AXES; ++i) {
            if (axes[i].space == limit->space && (limit->axes >> axes[i].axis & 1u) != 0) {
                axes[i].low = maximum64(axes[i].low, low);
                axes[i].high = minimum64(axes[i].high, limit->max);
                axes[i].lock = axis_is_movable(&axes[i]) ? -1 : joint->limit_first + k;
            }
        }
    }
}

int32_t tum_joint_false_lock(const TumScene *scene, const TumJoint *joint)
{
    JointAxis axes[JOINT_AXES];
    tum_joint_axes(scene, joint, axes);
    for (int i = 0; i < JOINT_AXES; ++i) {
        bool is_meant = axes[i].lock >= 0 && axes[i].high != 0.0 &&
                        has_one_axis(scene->limits[axes[i].lock].axes);
        for (int32_t k = 0; k < joint->drive_count; ++k) {
            const TumDrive *drive = &scene->drives[joint->drive_first + k];
            is_meant |= drive->space == axes[i].space && drive->axis == axes[i].axis;
        }
        if (is_meant && axes[i].lock >= 0) {
            return axes[i].lock;
        }
    }
    return -1;
}

static bool is_dynamic(const Asset *asset, int32_t body)
{
    return body >= 0 && asset->bodies[body].group >= 0;
}

bool tum_joint_takes_part(const Asset *asset, const TumJoint *joint)
{
    return (joint->limit_count > 0 || joint->drive_count > 0) &&
           (is_dynamic(asset, joint->body_a) || is_dynamic(asset, joint->body_b));
}

// The heaviest body of each group that is free: there is no other word for the base that the other
// bodies hang on.
static void hold_bases(const Asset *asset, bool *held)
{
    for (size_t g = 0; g < asset->group_count; ++g) {
        int32_t base = -1;
        for (size_t i = 0; i < asset->scene->body_count; ++i) {
            if (asset->bodies[i].group == (int32_t)g &&
                (base < 0 || asset->scene->bodies[i].mass > asset->scene->bodies[base].mass)) {
                base = (int32_t)i;
            }
        }
        if (base >= 0 && asset->groups[g].held_by == NULL) {
            held[base] = true;
        }
    }
}

TumStatus tum_stage_joints(const Run *run, Stage *stage, bool *held)
{
    const Asset *asset = run->asset;
    const TumStatus status = tum_stage_copy(run, stage);
    bool *is_joined = tum_arena_zeroed(run->arena, asset->scene->body_count, sizeof *is_joined);
    if (status != TUM_OK || is_joined == NULL) {
        return TUM_ERROR_MEMORY;
    }
    tum_stage_isolate(run, stage, true);
    tum_stage_jitter(run, stage, 1.0, false);
    for (size_t i = 0; i < asset->scene->joint_count; ++i) {
        const TumJoint *joint = &asset->scene->joints[i];
        if (tum_joint_takes_part(asset, joint)) {
            const int32_t sides[2] = {joint->body_a, joint->body_b};
            for (int k = 0; k < 2; ++k) {
                if (sides[k] >= 0) {
                    is_joined[sides[k]] = true;
                }
            }
        }
    }
    hold_bases(asset, held);
    for (size_t i = 0; i < asset->scene->body_count; ++i) {
        if (!is_joined[i] || held[i]) {
            stage->bodies[i].kind = TUM_BODY_STATIC;
        }
    }
    for (size_t i = 0; i < asset->scene->collider_count; ++i) {
        const int32_t body = asset->scene->colliders[i].body;
        stage->colliders[i].enabled &= body >= 0 && is_joined[body];
    }
    return TUM_OK;
}

double tum_joint_weight(const Asset *asset, const TumJoint *joint)
{
    const int32_t body = is_dynamic(asset, joint->body_b) ? joint->body_b : joint->body_a;
    double mass = 0.0;
    for (size_t i = 0; i < asset->scene->body_count; ++i) {
        if (asset->bodies[i].group == asset->bodies[body].group &&
            is_finite64(asset->scene->bodies[i].mass)) {
            mass += asset->scene->bodies[i].mass;
        }
    }
    return mass * tum_stage_gravity;
}

double tum_joint_child_diagonal(const Run *run, const Stage *stage, const TumJoint *joint,
                                const bool *held, int32_t *child)
{
    const bool is_b = is_dynamic(run->asset, joint->body_b) && !held[joint->body_b];
    *child = is_b ? joint->body_b : joint->body_a;
    const Place *place = &stage->places[*child];
    return tum_bounds_diagonal(tum_asset_bounds(run->asset, (size_t)*child, place));
}
