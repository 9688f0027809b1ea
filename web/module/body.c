// SPDX-License-Identifier: MIT
// body.c: bodies of a script's world: reading and changing one of them.
#include <string.h>

#include "module.h"

double WEB_EXPORT(tum_web_body_at)(const TumWebWorld *world, size_t index)
{
    return web_body_id(tum_world_body_at(world->world, index));
}

size_t web_place(const TumWorld *world, TumBodyId body)
{
    const size_t count = tum_world_body_count(world);
    if (!tum_body_exists(world, body)) {
        return count;
    }
    // Slots follow places, after that of the world. The search is for the day when they do not.
    size_t place = body.index1 - 2u;
    if (!tum_body_id_equals(tum_world_body_at(world, place), body)) {
        for (place = 0; place < count; ++place) {
            if (tum_body_id_equals(tum_world_body_at(world, place), body)) {
                break;
            }
        }
    }
    return place;
}

/// @return the place of a body, -1 where it does not exist.
int WEB_EXPORT(tum_web_index_of)(const TumWebWorld *world, double id)
{
    const size_t place = web_place(world->world, web_body(id));
    return place < tum_world_body_count(world->world) ? (int)place : -1;
}

/// @return the body of a node of the scene; 0: none.
double WEB_EXPORT(tum_web_body_of_node)(const TumWebWorld *world, int node)
{
    const TumScene *scene = world->scene;
    if (scene == NULL || node < 0 || (size_t)node >= scene->node_count ||
        scene->nodes[node].body < 0) {
        return 0.0;
    }
    return web_body_id(tum_world_body_at(world->world, (size_t)scene->nodes[node].body));
}

/// @return the name of a node of the scene, "" for others.
const char *WEB_EXPORT(tum_web_node_name)(const TumWebWorld *world, int node)
{
    const TumScene *scene = world->scene;
    return scene != NULL && node >= 0 && (size_t)node < scene->node_count ? scene->nodes[node].name
                                                                          : "";
}

/// True for ids of all kinds.
int WEB_EXPORT(tum_web_exists)(const TumWebWorld *world, double id)
{
    return tum_body_exists(world->world, web_body(id)) ||
           tum_collider_exists(world->world, web_collider(id)) ||
           tum_joint_exists(world->world, web_joint(id));
}

/// @return node of a body or a collider; -1: none.
int WEB_EXPORT(tum_web_node)(const TumWebWorld *world, double id)
{
    const int32_t node = tum_body_node(world->world, web_body(id));
    return node >= 0 ? node : tum_collider_node(world->world, web_collider(id));
}

int WEB_EXPORT(tum_web_body_kind)(const TumWebWorld *world, double id)
{
    return (int)tum_body_kind(world->world, web_body(id));
}

int WEB_EXPORT(tum_web_is_awake)(const TumWebWorld *world, double id)
{
    return tum_body_is_awake(world->world, web_body(id));
}

int WEB_EXPORT(tum_web_is_enabled)(const TumWebWorld *world, double id)
{
    return tum_body_is_enabled(world->world, web_body(id)) ||
           tum_collider_is_enabled(world->world, web_collider(id)) ||
           tum_joint_is_enabled(world->world, web_joint(id));
}

static void put3(double *at, TumVec3 v)
{
    at[0] = (double)v.x;
    at[1] = (double)v.y;
    at[2] = (double)v.z;
}

static void put_quat(double *at, TumQuat q)
{
    at[0] = (double)q.x;
    at[1] = (double)q.y;
    at[2] = (double)q.z;
    at[3] = (double)q.w;
}

/// @param motion  receives position, rotation (4), linear velocity, angular velocity, centre of
/// mass.
void WEB_EXPORT(tum_web_body_motion)(const TumWebWorld *world, double id, double motion[16])
{
    const TumBodyId body = web_body(id);
    const TumPose3 pose = tum_body_pose3(world->world, body);
    put3(motion, pose.position);
    put_quat(motion + 3, pose.rotation);
    put3(motion + 7, tum_body_linear_velocity3(world->world, body));
    put3(motion + 10, tum_body_angular_velocity3(world->world, body));
    put3(motion + 13, tum_body_center_of_mass3(world->world, body));
}

int WEB_EXPORT(tum_web_set_pose)(TumWebWorld *world, double id, const double pose[7])
{
    return web_changed(world, tum_body_set_pose3(world->world, web_body(id), web_pose3(pose)));
}

int WEB_EXPORT(tum_web_move_to)(TumWebWorld *world, double id, const double pose[7], float seconds)
{
    return web_changed(world,
                       tum_body_move_to3(world->world, web_body(id), web_pose3(pose), seconds));
}

int WEB_EXPORT(tum_web_set_linear_velocity)(TumWebWorld *world, double id, const double v[3])
{
    return web_changed(world,
                       tum_body_set_linear_velocity3(world->world, web_body(id), web_vec3(v)));
}

int WEB_EXPORT(tum_web_set_angular_velocity)(TumWebWorld *world, double id, const double v[3])
{
    return web_changed(world,
                       tum_body_set_angular_velocity3(world->world, web_body(id), web_vec3(v)));
}

int WEB_EXPORT(tum_web_apply_impulse)(TumWebWorld *world, double id, const double linear[3],
                                      const double angular[3])
{
    return web_changed(world, tum_body_apply_impulse3(world->world, web_body(id), web_vec3(linear),
                                                      web_vec3(angular)));
}

int WEB_EXPORT(tum_web_apply_point_impulse)(TumWebWorld *world, double id, const double impulse[3],
                                            const double point[3])
{
    return web_changed(world, tum_body_apply_point_impulse3(world->world, web_body(id),
                                                            web_vec3(impulse), web_vec3(point)));
}

/// @param point  NULL: the centre of mass.
int WEB_EXPORT(tum_web_add_force)(TumWebWorld *world, double id, const double force[3],
                                  const double *point)
{
    const TumVec3 at = point != NULL ? web_vec3(point) : (TumVec3){0};
    return web_changed(world, tum_body_add_force3(world->world, web_body(id), web_vec3(force),
                                                  point != NULL ? &at : NULL));
}

int WEB_EXPORT(tum_web_add_torque)(TumWebWorld *world, double id, const double torque[3])
{
    return web_changed(world, tum_body_add_torque3(world->world, web_body(id), web_vec3(torque)));
}

int WEB_EXPORT(tum_web_set_kind)(TumWebWorld *world, double id, int kind)
{
    return web_changed(world, tum_body_set_kind(world->world, web_body(id), (TumBodyKind)kind));
}

int WEB_EXPORT(tum_web_set_gravity_factor)(TumWebWorld *world, double id, float factor)
{
    return web_changed(world, tum_body_set_gravity_factor(world->world, web_body(id), factor));
}

float WEB_EXPORT(tum_web_gravity_factor)(const TumWebWorld *world, double id)
{
    return tum_body_gravity_factor(world->world, web_body(id));
}

int WEB_EXPORT(tum_web_set_damping)(TumWebWorld *world, double id, float linear, float angular)
{
    return web_changed(world, tum_body_set_damping(world->world, web_body(id), linear, angular));
}

int WEB_EXPORT(tum_web_wake)(TumWebWorld *world, double id)
{
    return web_changed(world, tum_body_wake(world->world, web_body(id)));
}

int WEB_EXPORT(tum_web_sleep)(TumWebWorld *world, double id)
{
    return web_changed(world, tum_body_sleep(world->world, web_body(id)));
}

/// Enables or disables a body, a collider or a joint.
int WEB_EXPORT(tum_web_set_enabled)(TumWebWorld *world, double id, int is_enabled)
{
    TumWorld *inner = world->world;
    TumStatus status = TUM_ERROR_ARGUMENT;
    if (web_body(id).index1 > 0) {
        status = tum_body_set_enabled(inner, web_body(id), is_enabled != 0);
    } else if (web_collider(id).index1 > 0) {
        status = tum_collider_set_enabled(inner, web_collider(id), is_enabled != 0);
    } else if (web_joint(id).index1 > 0) {
        status = tum_joint_set_enabled(inner, web_joint(id), is_enabled != 0);
    }
    return web_changed(world, status);
}

/// Removes a body, a collider or a joint.
int WEB_EXPORT(tum_web_remove)(TumWebWorld *world, double id)
{
    TumStatus status = TUM_ERROR_ARGUMENT;
    if (web_body(id).index1 > 0) {
        status = tum_world_remove_body(world->world, web_body(id));
    } else if (web_collider(id).index1 > 0) {
        status = tum_world_remove_collider(world->world, web_collider(id));
    } else if (web_joint(id).index1 > 0) {
        status = tum_world_remove_joint(world->world, web_joint(id));
    }
    return web_changed(world, status);
}

// Mass properties as 11 numbers: mass, centre, moments of inertia, orientation (4).

static TumMass3 mass_of(const double m[11])
{
    return (TumMass3){.mass = (float)m[0],
                      .center = web_vec3(m + 1),
                      .inertia = web_vec3(m + 4),
                      .orientation = {(float)m[7], (float)m[8], (float)m[9], (float)m[10]}};
}

int WEB_EXPORT(tum_web_set_mass)(TumWebWorld *world, double id, const double mass[11])
{
    const TumMass3 numbers = mass_of(mass);
    return web_changed(world, tum_body_set_mass3(world->world, web_body(id), &numbers));
}

int WEB_EXPORT(tum_web_mass)(const TumWebWorld *world, double id, double mass[11])
{
    TumMass3 numbers;
    const TumStatus status = tum_body_mass3(world->world, web_body(id), &numbers);
    if (status == TUM_OK) {
        mass[0] = (double)numbers.mass;
        put3(mass + 1, numbers.center);
        put3(mass + 4, numbers.inertia);
        put_quat(mass + 7, numbers.orientation);
    }
    return (int)status;
}

int WEB_EXPORT(tum_web_set_density)(TumWebWorld *world, double id, float density)
{
    return web_changed(world, tum_body_set_density3(world->world, web_body(id), density));
}

/// Adds a body.
///
/// @param def  kind, node, pose (7), linear velocity, angular velocity, gravity factor, linear
///             damping, angular damping, mass properties (11), which are the defaults where the
///             mass is NAN.
/// @param id   receives the id, 0 on failure.
int WEB_EXPORT(tum_web_add_body)(TumWebWorld *world, const double def[29], double *id)
{
    TumBodyDef3 body = tum_default_body_def3();
    body.kind = (TumBodyKind)def[0];
    body.node = (int32_t)def[1];
    body.pose = web_pose3(def + 2);
    body.linear_velocity = web_vec3(def + 9);
    body.angular_velocity = web_vec3(def + 12);
    body.gravity_factor = (float)def[15];
    body.linear_damping = (float)def[16];
    body.angular_damping = (float)def[17];
    if (def[18] == def[18]) {
        body.mass = mass_of(def + 18);
    }
    TumBodyId made = {0};
    const TumStatus status = tum_world_add_body3(world->world, &body, &made);
    *id = web_body_id(made);
    return web_changed(world, status);
}

size_t WEB_EXPORT(tum_web_body_collider_count)(const TumWebWorld *world, double id)
{
    return tum_body_collider_count(world->world, web_body(id));
}

double WEB_EXPORT(tum_web_body_collider_at)(const TumWebWorld *world, double id, size_t index)
{
    return web_collider_id(tum_body_collider_at(world->world, web_body(id), index));
}

size_t WEB_EXPORT(tum_web_body_joint_count)(const TumWebWorld *world, double id)
{
    return tum_body_joint_count(world->world, web_body(id));
}

double WEB_EXPORT(tum_web_body_joint_at)(const TumWebWorld *world, double id, size_t index)
{
    return web_joint_id(tum_body_joint_at(world->world, web_body(id), index));
}
