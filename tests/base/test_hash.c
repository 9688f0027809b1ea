// SPDX-License-Identifier: MIT
// The hash is XXH64, however its bytes arrive.
#include "base/hash.h"
#include "tests/support/support.h"

// Published digests of XXH64 with seed 0.
static void known_texts_have_their_published_digests(void **state)
{
    (void)state;
    assert_true(tum_hash_bytes("", 0, 0) == 0xef46db3751d8e999u);
    assert_true(tum_hash_bytes("a", 1, 0) == 0xd24ec4f1a98c6e5bu);
    assert_true(tum_hash_bytes("abc", 3, 0) == 0x44bc2cf5ad770999u);
    const char long_text[] = "Nobody inspects the spammish repetition";
    assert_true(tum_hash_bytes(long_text, strlen(long_text), 0) == 0xfbcea83c8a378bf1u);
}

// The sanity buffer of the reference implementation: upper bytes of PRIME32 * PRIME64^i.
static void the_sanity_buffer_has_its_published_digests(void **state)
{
    (void)state;
    unsigned char buffer[222];
    uint64_t generator = 2654435761u;
    for (size_t i = 0; i < sizeof buffer; ++i) {
        buffer[i] = (unsigned char)(generator >> 56);
        generator *= 11400714785074694797u;
    }
    const uint64_t seed = 2654435761u;
    assert_true(tum_hash_bytes(buffer, 1, 0) == 0xe934a84adb052768u);
    assert_true(tum_hash_bytes(buffer, 1, seed) == 0x5014607643a9b4c3u);
    assert_true(tum_hash_bytes(buffer, 0, seed) == 0xac75fda2929b17efu);
    assert_true(tum_hash_bytes(buffer, 14, 0) == 0x8282dcc4994e35c8u);
    assert_true(tum_hash_bytes(buffer, 14, seed) == 0xc3bd6bf63deb6df0u);
    assert_true(tum_hash_bytes(buffer, 222, 0) == 0xb641ae8cb691c174u);
    assert_true(tum_hash_bytes(buffer, 222, seed) == 0x20cb8ab7ae10c14au);
}

static void any_split_gives_the_same_hash(void **state)
{
    (void)state;
    unsigned char bytes[200];
    Random random = {1};
    for (size_t i = 0; i < sizeof bytes; ++i) {
        bytes[i] = (unsigned char)random_in(&random, 0, 256);
    }
    for (size_t count = 0; count <= sizeof bytes; count += 3) {
        const uint64_t expected = tum_hash_bytes(bytes, count, 7);
        for (int round = 0; round < 8; ++round) {
            Hash hash;
            tum_hash_init(&hash, 7);
            for (size_t done = 0; done < count;) {
                const size_t left = count - done;
                const size_t wish = (size_t)random_in(&random, 0, 70);
                const size_t taken = wish < left ? wish : left;
                tum_hash_add(&hash, bytes + done, taken);
                done += taken;
            }
            assert_true(tum_hash_final(&hash) == expected);
        }
    }
}

static void a_number_is_its_bytes_lowest_first(void **state)
{
    (void)state;
    Hash hash;
    tum_hash_init(&hash, 0);
    tum_hash_add_u64(&hash, 0x0807060504030201u);
    const unsigned char bytes[] = {1, 2, 3, 4, 5, 6, 7, 8};
    assert_true(tum_hash_final(&hash) == tum_hash_bytes(bytes, 8, 0));
}

static void numbers_are_spread_one_to_one(void **state)
{
    (void)state;
    // Neighbors differ in about half of 64 bits; fewer than 12 has a chance below 1e-6 each.
    for (uint64_t i = 0; i < 1000; ++i) {
        const int differing = __builtin_popcountll(hash_u64(i) ^ hash_u64(i + 1));
        assert_in_range(differing, 12, 52);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(known_texts_have_their_published_digests),
        cmocka_unit_test(the_sanity_buffer_has_its_published_digests),
        cmocka_unit_test(any_split_gives_the_same_hash),
        cmocka_unit_test(a_number_is_its_bytes_lowest_first),
        cmocka_unit_test(numbers_are_spread_one_to_one),
    };
    return cmocka_run_group_tests_name("hash", tests, NULL, NULL);
}
