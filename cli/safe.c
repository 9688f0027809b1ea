// SPDX-License-Identifier: MIT
// safe.c: texts from files, made safe for a terminal.
#include "safe.h"

#include <stdbool.h>
#include <stdint.h>
#include <string.h>

#include "base/text.h"

typedef struct Range {
    uint32_t first, last;
} Range;

// Format characters (Unicode 15, category Cf) that reorder or hide text, line and paragraph
// separators, and noncharacters. The joiners U+200C and U+200D are kept for scripts and emoji.
static const Range hidden[] = {
    {0x0080, 0x009f}, {0x00ad, 0x00ad},   {0x061c, 0x061c},   {0x180e, 0x180e}, {0x200b, 0x200b},
    {0x200e, 0x200f}, {0x2028, 0x202e},   {0x2060, 0x206f},   {0xfeff, 0xfeff}, {0xfff9, 0xfffb},
    {0xfffe, 0xffff}, {0x1d173, 0x1d17a}, {0xe0000, 0xe0fff},
};
// Marks that combine with the previous character.
static const Range combining[] = {
    {0x0300, 0x036f}, {0x0483, 0x0489}, {0x0591, 0x05bd}, {0x0610, 0x061a},
    {0x064b, 0x065f}, {0x0e31, 0x0e31}, {0x0e34, 0x0e3a}, {0x0e47, 0x0e4e},
    {0x1ab0, 0x1aff}, {0x1dc0, 0x1dff}, {0x200c, 0x200d}, {0x20d0, 0x20ff},
    {0x302a, 0x302f}, {0x3099, 0x309a}, {0xfe00, 0xfe0f}, {0xfe20, 0xfe2f},
};
// East Asian Width W and F (Unicode 15, annex 11), in blocks.
static const Range wide[] = {
    {0x1100, 0x115f},   {0x2e80, 0x303e},   {0x3041, 0xa4cf},   {0xac00, 0xd7a3},
    {0xf900, 0xfaff},   {0xfe30, 0xfe6f},   {0xff00, 0xff60},   {0xffe0, 0xffe6},
    {0x1f300, 0x1f64f}, {0x1f680, 0x1f6ff}, {0x1f900, 0x1faff}, {0x20000, 0x3fffd},
};

#define IS_IN(table, point) is_in((table), sizeof(table) / sizeof *(table), (point))

static bool is_in(const Range *table, size_t count, uint32_t point)
{
    for (size_t i = 0; i < count; ++i) {
        if (point >= table[i].first && point <= table[i].last) {
            return true;
        }
    }
    return false;
}

static uint32_t point_of(const char *sequence, size_t length)
{
    const unsigned char *b = (const unsigned char *)sequence;
    uint32_t point = length == 1 ? b[0] : b[0] & (0xffu >> (length + 1));
    for (size_t i = 1; i < length; ++i) {
        point = point << 6 | (b[i] & 0x3fu);
    }
    return point;
}

static size_t columns_of(uint32_t point)
{
    return IS_IN(combining, point) ? 0 : IS_IN(wide, point) ? 2 : 1;
}

// A character in its safe form, with its width.
typedef struct Piece {
    char bytes[16];
    size_t count, columns;
} Piece;

// @return the length of the character in the text.
static size_t next_piece(const char *text, size_t left, Piece *piece)
{
    const size_t length = tum_utf8_sequence(text, left);
    const uint32_t point = length == 0 ? 0 : point_of(text, length);
    int written = 0;
    if (length == 0 || (length == 1 && (point < 0x20 || point == 0x7f))) {
        static const char letters[] = "\a\b\t\n\v\f\r", names[] = "abtnvfr";
        const char *letter = text[0] != '\0' ? strchr(letters, text[0]) : NULL;
        written = letter != NULL
                      ? snprintf(piece->bytes, sizeof piece->bytes, "\\%c", names[letter - letters])
                      : snprintf(piece->bytes, sizeof piece->bytes, "\\x%02x",
                                 (unsigned)(unsigned char)text[0]);
    } else if (IS_IN(hidden, point)) {
        written = snprintf(piece->bytes, sizeof piece->bytes, "\\u{%x}", (unsigned)point);
    } else {
        memcpy(piece->bytes, text, length);
        piece->count = length;
        piece->columns = columns_of(point);
        return length;
    }
    piece->count = piece->columns = (size_t)written;
    return length == 0 ? 1 : length;
}

const char *safe_text(char *buffer, size_t room, const char *text, size_t columns)
{
    static const char ellipsis[] = "\xe2\x80\xa6"; // U+2026, one column
    size_t used = 0, width = 0;
    // The last position with room for an ellipsis.
    size_t cut = 0;
    text = text != NULL ? text : "";
    for (size_t left = strlen(text); left > 0;) {
        Piece piece;
        const size_t taken = next_piece(text, left, &piece);
        if (width + piece.columns > columns || used + piece.count + sizeof ellipsis > room) {
            memcpy(buffer + cut, ellipsis, sizeof ellipsis);
            return buffer;
        }
        memcpy(buffer + used, piece.bytes, piece.count);
        used += piece.count;
        width += piece.columns;
        text += taken;
        left -= taken;
        if (width + 1 <= columns) {
            cut = used;
        }
    }
    buffer[used] = '\0';
    return buffer;
}

size_t safe_columns(const char *text)
{
    size_t columns = 0;
    for (size_t left = strlen(text); left > 0;) {
        Piece piece;
        const size_t taken = next_piece(text, left, &piece);
        columns += piece.columns;
        text += taken;
        left -= taken;
    }
    return columns;
}
