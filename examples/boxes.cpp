// SPDX-License-Identifier: MIT
// boxes.cpp: boxes.c in C++: boxes fall, without any file; events, and a picture made of rays.
#include <cstdio>
#include <cstdlib>

#include "tumble/tumble.hpp"

int main()
{
    TumWorldDef def = tum_default_world_def();
    TumColliderDef3 box = tum_default_collider_def3(), floor = box;
    floor.kind = TUM_SHAPE_PLANE, floor.size = {100, 0, 100};
    def.contact_events = true, box.kind = TUM_SHAPE_BOX, box.size = {8, 2, 8};

    // value() throws tumble::Error where a call failed.
    tumble::World world = tumble::World::create(def).value();
    world.add(TumBodyId{}, floor).value(); // No body: the floor is the world's own.
    for (unsigned i = 1; i <= 5; ++i) {
        TumBodyDef3 body = tum_default_body_def3();
        body.pose.position = {i % 2 != 0 ? 22.0f : 18.0f, 4.0f * static_cast<float>(i), 0};
        body.user = i;
        if (tum_mass3_of_colliders(&box, 1, 10, &body.mass) != TUM_OK) {
            return EXIT_FAILURE;
        }
        world.add(world.add(body).value(), box).value();
    }
    for (int step = 0; step < 180; ++step) {
        if (world.step(1.0f / 60.0f) != TUM_OK) {
            return EXIT_FAILURE;
        }
        for (const TumEvent &hit : world.events()) {
            if (hit.kind == TUM_EVENT_CONTACT_STARTED) {
                const TumVec4 p = hit.point, n = hit.normal; // From a to b.
                std::printf("%.2f s: %d hits %d at %.1f %.1f %.1f along %.1f %.1f %.1f, %.1f m/s\n",
                            world.time(), static_cast<int>(hit.a.body_user),
                            static_cast<int>(hit.b.body_user), static_cast<double>(p.x),
                            static_cast<double>(p.y), static_cast<double>(p.z),
                            static_cast<double>(n.x), static_cast<double>(n.y),
                            static_cast<double>(n.z), static_cast<double>(hit.speed));
            }
        }
    }
    for (int i = 0; i < 12 * 41; ++i) { // A picture: rays along Z.
        const auto column = static_cast<float>(i % 41), row = static_cast<float>(i / 41);
        const TumHit3 hit = world.cast(TumRay3{{column, 11.5f - row, -9}, {0, 0, 18}}).value();
        std::putchar(i % 41 == 40 ? '\n'
                     : hit.is_hit ? '0' + static_cast<int>(hit.body_user)
                                  : '.');
    }
    return EXIT_SUCCESS;
}
