// SPDX-License-Identifier: MIT
// boxes.c: boxes fall, without any file: which box hits which, where and how hard, and a picture.
#include "tumble/tumble.h"
#include <stdio.h>

int main(void)
{
    TumWorldDef def = tum_default_world_def();
    TumWorld *world = NULL;
    TumColliderDef3 box = tum_default_collider_def3(), floor = box;
    TumBodyId id = {0, 0, 0}; // None: the floor is the world's own, and its number is 0.
    floor.kind = TUM_SHAPE_PLANE, floor.size = (TumVec3){100, 0, 100};
    def.contact_events = true, box.kind = TUM_SHAPE_BOX, box.size = (TumVec3){8, 2, 8};
    bool failed = tum_world_create(NULL, &def, &world, NULL) ||
                  tum_world_add_collider3(world, id, &floor, NULL);
    for (unsigned i = 1; i <= 5 && !failed; ++i) {
        TumBodyDef3 body = tum_default_body_def3();
        body.pose.position = (TumVec3){i % 2 ? 22 : 18, 4.0f * (float)i, 0}, body.user = i;
        failed = tum_mass3_of_colliders(&box, 1, 10, &body.mass) ||
                 tum_world_add_body3(world, &body, &id) ||
                 tum_world_add_collider3(world, id, &box, NULL);
    }
    for (int step = 0; step < 180 && !failed; ++step) {
        const TumEvent *hit;
        failed = tum_world_step(world, 1.0f / 60.0f) != TUM_OK;
        for (size_t left = tum_world_events(world, &hit); left > 0; --left, ++hit) {
            const TumVec4 p = hit->point, n = hit->normal; // From a to b.
            if (hit->kind == TUM_EVENT_CONTACT_STARTED) {
                printf("%.2f s: %d hits %d at %.1f %.1f %.1f along %.1f %.1f %.1f, %.1f m/s\n",
                       tum_world_time(world), (int)hit->a.body_user, (int)hit->b.body_user, p.x,
                       p.y, p.z, n.x, n.y, n.z, hit->speed);
            }
        }
    }
    for (int i = 0; i < 12 * 41 && !failed; ++i) { // A picture: rays along Z.
        const TumRay3 ray = {{(float)(i % 41), 11.5f - (float)(i / 41), -9}, {0, 0, 18}};
        TumHit3 hit;
        failed = tum_world_cast_ray3(world, &ray, NULL, &hit) != TUM_OK;
        putchar(i % 41 == 40 ? '\n' : hit.is_hit ? '0' + (int)hit.body_user : '.');
    }
    tum_world_destroy(world);
    return failed;
}
