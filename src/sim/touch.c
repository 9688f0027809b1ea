// SPDX-License-Identifier: MIT
// touch.c: who began and who ceased to touch.
//
// Contacts exist before shapes touch: as long as boxes overlap, with points up to a margin apart. A
// pair touches from the step in which it presses. It has parted when it presses no more and its
// nearest points are PARTED apart: what rests on the edge of pressing does not come and go.
#include "sim/sim.h"
#include "sim/space.h"

static const float PARTED = 1e-3f; // [m]

// Room was made when the contact was: see tum_sim_add_contact.
static void note_change(Sim *sim, const Contact *contact, bool began, float impulse)
{
    if (sim->touch_changes.count == sim->touch_changes.capacity) {
        return;
    }
    const uint32_t a = (uint32_t)sim->colliders.items[contact->collider[0]].node;
    const uint32_t b = (uint32_t)sim->colliders.items[contact->collider[1]].node;
    sim->touch_changes.items[sim->touch_changes.count++] =
        (TouchChange){.node = {a < b ? a : b, a < b ? b : a}, .began = began, .impulse = impulse};
}

void tum_sim_note_parting(Sim *sim, int32_t contact)
{
    Contact *record = &sim->contacts.items[contact];
    if (record->touches) {
        note_change(sim, record, false, 0.0f);
        record->touches = false;
    }
}

void tum_sim_note_touches(Sim *sim)
{
    if (!sim->notes_touches) {
        return;
    }
    tum_sim_list_active(sim);
    for (size_t i = 0; i < sim->active.count; ++i) {
        Contact *contact = &sim->contacts.items[sim->active.items[i]];
        const ContactPressure now = sim->ops->pressure(sim->space, sim, sim->active.items[i]);
        if (!contact->touches && now.impulse > 0.0f) {
            contact->touches = true;
            note_change(sim, contact, true, now.impulse);
        } else if (contact->touches && now.impulse <= 0.0f && now.separation > PARTED) {
            contact->touches = false;
            note_change(sim, contact, false, 0.0f);
        }
    }
}
