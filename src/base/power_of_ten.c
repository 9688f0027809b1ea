// SPDX-License-Identifier: MIT
// power_of_ten.c: powers of ten to 128 bits,
//
//     floor(10^q * 2^(127 - floor(log2(10^q)))).
//
// A table of all of them has 10 kB, which no compression makes smaller. Every 27th is kept to 192
// bits, and a small power of ten leads to the others, as in the small tables of Adams, "Ryu: fast
// float-to-string conversion" (PLDI 2018). That 64 spare bits suffice for each the test shows,
// which computes every power from scratch.
#include "base/power_of_ten.h"

#include "base/assert.h"

enum { STEP = 27, ROW_MIN = -13 * STEP };

// 10^(ROW_MIN + i STEP), cut off after 192 bits, upper bits first.
static const uint64_t rows[(POWER_OF_TEN_MAX - ROW_MIN) / STEP + 1][3] = {
    {0x8049a4ac0c5811ae, 0x205b896d777d6278, 0xac261e9f5141430b},
    {0xcf42894a5dce35ea, 0x52064cac828675b9, 0x475f2b7d7df1ad7a},
    {0xa76c582338ed2621, 0xaf2af2b80af6f24e, 0x657c8f4d43323a36},
    {0x873e4f75e2224e68, 0x5a7744a6e804a291, 0xcc35eddfcf0996d7},
    {0xda7f5bf590966848, 0xaf39a475506a899e, 0xa30294cc2934e662},
    {0xb080392cc4349dec, 0xbd8d794d96aacfb3, 0xfe13a5c86af64418},
    {0x8e938662882af53e, 0x547eb47b7282ee9c, 0x41b0230e1421487d},
    {0xe65829b3046b0afa, 0x0cb4a5a3112a5112, 0xa3b561b1cb208396},
    {0xba121a4650e4ddeb, 0x92f34d62616ce413, 0x21a0183e10583cd3},
    {0x964e858c91ba2655, 0x3a6a07f8d510f86f, 0xe9082f25e9c5e9ec},
    {0xf2d56790ab41c2a2, 0xfae27299423fb9c3, 0x3695dad7e8858901},
    {0xc428d05aa4751e4c, 0xaa97e14c3c26b886, 0x96842dc95323f5a8},
    {0x9e74d1b791e07e48, 0x775ea264cf55347d, 0xca49f1c05120c9c7},
    {0x8000000000000000, 0x0000000000000000, 0x0000000000000000},
    {0xcecb8f27f4200f3a, 0x0000000000000000, 0x0000000000000000},
    {0xa70c3c40a64e6c51, 0x999090b65f67d924, 0x0000000000000000},
    {0x86f0ac99b4e8dafd, 0x69a028bb3ded71a3, 0xdf9f915627c04e28},
    {0xda01ee641a708de9, 0xe80e6f4820cc9495, 0xd74baad03bc1d8d3},
    {0xb01ae745b101e9e4, 0x5ec05dcff72e7f8f, 0xc04c79ffe324301f},
    {0x8e41ade9fbebc27d, 0x14588f13be847307, 0x23bd6a2059c002f5},
    {0xe5d3ef282a242e81, 0x8f1668c8a86da5fa, 0xf0b5ccf5176ecc7c},
    {0xb9a74a0637ce2ee1, 0x6d953e2bd7173692, 0x88efb0037ac08bde},
    {0x95f83d0a1fb69cd9, 0x4abdaf101564f98e, 0x0d5a4af7b3a98e47},
    {0xf24a01a73cf2dccf, 0xbc633b39673c8cec, 0x3d9c44cd2f36917c},
    {0xc3b8358109e84f07, 0x0a862f80ec4700c8, 0x02606ea01029dc37},
    {0x9e19db92b4e31ba9, 0x6c07a2c26a8346d1, 0x4944d9f52cd0dec2},
};

// 10^i, i < STEP, moved up to the highest bit.
static const uint64_t small[STEP] = {
    0x8000000000000000, 0xa000000000000000, 0xc800000000000000, 0xfa00000000000000,
    0x9c40000000000000, 0xc350000000000000, 0xf424000000000000, 0x9896800000000000,
    0xbebc200000000000, 0xee6b280000000000, 0x9502f90000000000, 0xba43b74000000000,
    0xe8d4a51000000000, 0x9184e72a00000000, 0xb5e620f480000000, 0xe35fa931a0000000,
    0x8e1bc9bf04000000, 0xb1a2bc2ec5000000, 0xde0b6b3a76400000, 0x8ac7230489e80000,
    0xad78ebc5ac620000, 0xd8d726b7177a8000, 0x878678326eac9000, 0xa968163f0a57b400,
    0xd3c21bcecceda100, 0x84595161401484a0, 0xa56fa5b99019a5c8,
};

PowerOfTen tum_power_of_ten(int exponent)
{
    TUM_ASSERT(exponent >= POWER_OF_TEN_MIN && exponent <= POWER_OF_TEN_MAX);
    const uint64_t *row = rows[(exponent - ROW_MIN) / STEP];
    const uint64_t factor = small[(exponent - ROW_MIN) % STEP];
    // The upper three of the product's four words; the lowest bears on none of them.
    const uint64_t carry_low = multiply_high(row[2], factor);
    const uint64_t low = row[1] * factor + carry_low;
    const uint64_t carry_middle = multiply_high(row[1], factor) + (low < carry_low);
    const uint64_t middle = row[0] * factor + carry_middle;
    const uint64_t high = multiply_high(row[0], factor) + (middle < carry_middle);
    if (high >> 63 != 0) {
        return (PowerOfTen){high, middle};
    }
    return (PowerOfTen){high << 1 | middle >> 63, middle << 1 | low >> 63};
}
