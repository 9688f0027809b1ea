// SPDX-License-Identifier: MIT
// dialect.c: the dialects by rank, their names and extensions.
#include "dialects/dialect.h"

#include <string.h>

const Dialect *const tum_dialects[] = {
    &tum_khr_dialect,
    &tum_khr_early_dialect,
    &tum_msft_dialect,
    &tum_msft_camel_dialect,
    &tum_msft_physics_dialect,
    &tum_omi_dialect,
    &tum_omi_draft_dialect,
    &tum_omi_collider_dialect,
    // The next two never compete for bodies; they depend on the results of all dialects above.
    &tum_omi_joint_dialect,
    &tum_omi_gravity_dialect,
    &tum_name_convention,
};

const char *tum_dialects_extension(size_t index)
{
    for (int i = 0; i < DIALECT_COUNT; ++i) {
        for (const char *const *at = tum_dialects[i]->extensions; *at != NULL; ++at) {
            if (index-- == 0) {
                return *at;
            }
        }
    }
    return NULL;
}

static const char *const dialect_names[TUM_DIALECT_COUNT] = {
    "", "khr", "khr-draft", "msft", "omi", "omi-draft", "omi-collider", "g4mf", "gltf21", "names"};

// The revisions that each dialect reads, as ids.
static const char *const dialect_ids[TUM_DIALECT_COUNT] = {"",
                                                           "K6 K7",
                                                           "K0 K1 K2 K3 K4 K5",
                                                           "M0 M1 M2 M3",
                                                           "B3 B4 B5 S0 S1 S2 S3 S4 J0 J1 GR",
                                                           "B0 B1 B2",
                                                           "OC OC0",
                                                           "F",
                                                           "G21",
                                                           "NM"};

// True where a list of words contains the word.
static bool has_word(const char *list, const char *word)
{
    const size_t length = strlen(word);
    for (const char *at = list; *at != '\0'; at += strspn(at, " ")) {
        const size_t bytes = strcspn(at, " ");
        if (bytes == length && memcmp(at, word, length) == 0) {
            return true;
        }
        at += bytes;
    }
    return false;
}

const char *tum_dialect_name(TumDialect dialect)
{
    return dialect > TUM_DIALECT_ANY && dialect < TUM_DIALECT_COUNT ? dialect_names[dialect] : "";
}

bool tum_dialect_by_name(const char *name, TumDialect *dialect)
{
    for (int i = TUM_DIALECT_ANY + 1; name != NULL && i < TUM_DIALECT_COUNT; ++i) {
        if (strcmp(dialect_names[i], name) == 0 || has_word(dialect_ids[i], name)) {
            *dialect = (TumDialect)i;
            return true;
        }
    }
    return false;
}

bool tum_dialects_read_extension(const char *name)
{
    for (int i = 0; i < DIALECT_COUNT; ++i) {
        for (const char *const *at = tum_dialects[i]->extensions; *at != NULL; ++at) {
            if (strcmp(*at, name) == 0) {
                return true;
            }
        }
    }
    return false;
}
