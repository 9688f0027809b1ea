// SPDX-License-Identifier: MIT
// json.c: from text to JSON values, in two passes.
//
// The first pass counts items and members, so that the second takes exactly the tree's bytes of the
// arena. This pass also bounds the nesting before any recursion. The first pass reads brackets,
// commas and texts alone; the second pass finds faults of syntax. Up to the first fault both passes
// see the same tokens.
//
// The tree is one block. The length of an array is known only at its end, so items wait on a stack
// that grows from the front of the block. At the end of the array they move to their final place,
// which grows from the back. Each item is in one of the two places, so the two never meet.
//
// Texts are read eight bytes at a time (D. Lamport, "Multiple byte processing with full-word
// instructions", 1975). Members of one name share its text, as far as a small cache knows it.
#include "document/json.h"

#include <stdio.h>
#include <string.h>

#include "base/assert.h"
#include "base/hex.h"
#include "base/number_text.h"
#include "math/scalar.h"
#include "tumble/capacity.h"

enum {
    KEPT_DIGITS = 16, ///< Integers of at least so many digits may exceed 2^53 = 9007199254740993.
    NAME_BYTES = 100, ///< Length of a member name in a message.
    WORD_BYTES = 20,  ///< Likewise of a word in the place of another token.
    NAME_SLOT_BITS = 8,
    NAME_SLOTS = 1 << NAME_SLOT_BITS
};

typedef struct Parse {
    const char *text;
    size_t count;
    size_t at; ///< The next byte.
    const char *file;
    TumReport *report;
    Arena *arena;
    char *waiting; ///< The end of the stack of items of incomplete arrays and objects.
    char *kept;    ///< The beginning of the items in their final place.
    const char *names[NAME_SLOTS]; ///< Names of members, by hash; the newest of each slot.
} Parse;

/// An array or object during the count.
typedef struct OpenCount {
    uint32_t items;
    bool is_object;
} OpenCount;

static bool is_digit(char c)
{
    return c >= '0' && c <= '9';
}

static bool is_white(char c)
{
    return c == ' ' || c == '\t' || c == '\n' || c == '\r';
}

// Eight bytes of text, the first one lowest.
static uint64_t load_eight(const char *text)
{
    uint64_t word;
    memcpy(&word, text, sizeof word);
#if __BYTE_ORDER__ == __ORDER_BIG_ENDIAN__
    word = __builtin_bswap64(word);
#endif
    return word;
}

static const uint64_t each_byte = 0x0101010101010101u, each_top = 0x8080808080808080u;

// The top bit of each byte that is `c`; bytes above the first such one may have theirs as well.
static uint64_t bytes_equal(uint64_t word, char c)
{
    const uint64_t difference = word ^ (each_byte * (unsigned char)c);
    return (difference - each_byte) & ~difference & each_top;
}

// The end of the bytes from `at` on that stand for themselves in a text: neither a quote nor a
// backslash, nor a control character, nor beyond ASCII.
static size_t skip_plain(const char *text, size_t count, size_t at)
{
    for (; at + sizeof(uint64_t) <= count; at += sizeof(uint64_t)) {
        const uint64_t word = load_eight(text + at);
        const uint64_t below_space = (word - each_byte * ' ') & ~word & each_top;
        const uint64_t stops =
            bytes_equal(word, '"') | bytes_equal(word, '\\') | below_space | (word & each_top);
        if (stops != 0) {
            return at + (size_t)__builtin_ctzll(stops) / 8;
        }
    }
    while (at < count && (unsigned char)text[at] >= ' ' && (unsigned char)text[at] < 0x80 &&
           text[at] != '"' && text[at] != '\\') {
        ++at;
    }
    return at;
}

// The byte after the text that begins with its quote at `at`; the end where the text is not closed.
static size_t skip_text(const char *text, size_t count, size_t at)
{
    for (at = skip_plain(text, count, at + 1); at < count; at = skip_plain(text, count, at + 1)) {
        if (text[at] == '\\') {
            ++at;
        } else if (text[at] == '"') {
            return at + 1;
        }
    }
    return count;
}

static TumStatus report_at_byte(const Parse *parse, size_t byte, const char *problem)
{
    size_t line = 1, column = 1;
    for (size_t i = 0; i < byte && i < parse->count; ++i) {
        const unsigned char c = (unsigned char)parse->text[i];
        line += c == '\n';
        column = c == '\n' ? 1 : column + ((c & 0xc0u) != 0x80u);
    }
    tum_report_add(parse->report, CODE_INVALID_JSON, parse->file, "",
                   "%s (line %zu, column %zu, byte %zu).", problem, line, column, byte);
    return TUM_ERROR_INPUT;
}

// The first pass.

static uint64_t block_bytes(const OpenCount *open)
{
    return tum_json_block_bytes(open->is_object ? JSON_OBJECT : JSON_ARRAY, open->items);
}

enum { MARK_NONE, MARK_QUOTE, MARK_COMMA, MARK_OPEN, MARK_CLOSE };

static const unsigned char marks[256] = {
    ['"'] = MARK_QUOTE, [','] = MARK_COMMA, ['['] = MARK_OPEN,
    ['{'] = MARK_OPEN,  [']'] = MARK_CLOSE, ['}'] = MARK_CLOSE};

// An array or object that opens at `at`. Commas count the items after the first one.
static OpenCount open_at(const Parse *parse, size_t at)
{
    const bool is_object = parse->text[at] == '{';
    do {
        ++at;
    } while (at < parse->count && is_white(parse->text[at]));
    const bool is_empty = at == parse->count || parse->text[at] == (is_object ? '}' : ']');
    return (OpenCount){.items = is_empty ? 0 : 1, .is_object = is_object};
}

static TumStatus count_bytes(const Parse *parse, uint64_t *bytes)
{
    OpenCount open[TUM_MAX_JSON_DEPTH]; // The open arrays and objects.
    size_t depth = 0;
    for (size_t at = 0; at < parse->count; ++at) {
        const unsigned char mark = marks[(unsigned char)parse->text[at]];
        if (mark == MARK_NONE) {
            continue;
        }
        if (mark == MARK_QUOTE) {
            at = skip_text(parse->text, parse->count, at) - 1;
        } else if (mark == MARK_OPEN) {
            if (depth == TUM_MAX_JSON_DEPTH) {
                char problem[80];
                snprintf(problem, sizeof problem, "Values are nested deeper than %d",
                         TUM_MAX_JSON_DEPTH);
                return report_at_byte(parse, at, problem);
            }
            open[depth++] = open_at(parse, at);
        } else if (depth > 0 && mark == MARK_COMMA) {
            ++open[depth - 1].items;
        } else if (depth > 0) {
            *bytes += block_bytes(&open[--depth]);
        }
    }
    while (depth > 0) { // Unclosed ones are read up to the fault.
        *bytes += block_bytes(&open[--depth]);
    }
    return TUM_OK;
}

// Allocates the block that the second pass fills.
static TumStatus make_room(Parse *parse)
{
    uint64_t bytes = 0;
    const TumStatus status = count_bytes(parse, &bytes);
    if (status != TUM_OK) {
        return status;
    }
    parse->waiting = bytes <= SIZE_MAX ? tum_arena_allocate(parse->arena, (size_t)bytes) : NULL;
    if (parse->waiting == NULL) {
        return TUM_ERROR_MEMORY;
    }
    parse->kept = parse->waiting + (size_t)bytes;
    return TUM_OK;
}

// The second pass.

static void skip_white(Parse *parse)
{
    while (parse->at < parse->count && is_white(parse->text[parse->at])) {
        ++parse->at;
    }
}

static bool takes(Parse *parse, char c)
{
    if (parse->at < parse->count && parse->text[parse->at] == c) {
        ++parse->at;
        return true;
    }
    return false;
}

// Reports an unexpected character.
static TumStatus refuse(const Parse *parse, const char *due)
{
    size_t length = 0;
    const char *here = parse->text + parse->at;
    while (length < WORD_BYTES && parse->at + length < parse->count &&
           strchr(" \t\n\r,]}:", here[length]) == NULL) {
        ++length;
    }
    length = length == 0 && parse->at < parse->count ? 1 : length;
    char problem[160];
    if (length == 0) {
        snprintf(problem, sizeof problem, "Not JSON: the text ends where %s is due", due);
    } else {
        snprintf(problem, sizeof problem, "Not JSON: '%.*s' where %s is due", (int)length, here,
                 due);
    }
    return report_at_byte(parse, parse->at, problem);
}

// The number of bytes of the character at `s`, or 0 for invalid UTF-8 (RFC 3629).
static size_t character_bytes(const unsigned char *s, size_t count)
{
    const unsigned char c = s[0];
    const size_t bytes = c < 0x80   ? 1
                         : c < 0xc2 ? 0
                         : c < 0xe0 ? 2
                         : c < 0xf0 ? 3
                         : c < 0xf5 ? 4
                                    : 0;
    if (bytes == 0 || bytes > count) {
        return 0;
    }
    for (size_t i = 1; i < bytes; ++i) {
        if ((s[i] & 0xc0) != 0x80) {
            return 0;
        }
    }
    // Overlong forms, surrogates, numbers beyond the last plane.
    const bool is_wrong = (c == 0xe0 && s[1] < 0xa0) || (c == 0xed && s[1] > 0x9f) ||
                          (c == 0xf0 && s[1] < 0x90) || (c == 0xf4 && s[1] > 0x8f);
    return is_wrong ? 0 : bytes;
}

// Four hexadecimal digits, or -1.
static int32_t read_hex(const Parse *parse, size_t at)
{
    return at < parse->count ? hex_four(parse->text + at, parse->count - at) : -1;
}

static char *put_character(char *to, uint32_t c)
{
    if (c < 0x80) {
        *to++ = (char)c;
        return to;
    }
    const int more = c < 0x800 ? 1 : c < 0x10000 ? 2 : 3;
    static const unsigned char first[4] = {0, 0xc0, 0xe0, 0xf0};
    *to++ = (char)(first[more] | c >> (6 * more));
    for (int i = more - 1; i >= 0; --i) {
        *to++ = (char)(0x80u | (c >> (6 * i) & 0x3fu));
    }
    return to;
}

// Reads the escape at parse->at, whose backslash is present. NULL, reported, where it is invalid.
static char *read_escape(Parse *parse, char *to)
{
    static const char names[] = "\"\\/bfnrt", values[] = "\"\\/\b\f\n\r\t";
    const size_t at = parse->at;
    const char kind = at + 1 < parse->count ? parse->text[at + 1] : '\0';
    const char *name = kind != '\0' ? strchr(names, kind) : NULL;
    if (name != NULL) {
        *to++ = values[name - names];
        parse->at += 2;
        return to;
    }
    int32_t c = kind == 'u' ? read_hex(parse, at + 2) : -1;
    parse->at += 6;
    if (c >= 0xd800 && c < 0xdc00) {
        const bool has_pair = parse->at + 1 < parse->count && parse->text[parse->at] == '\\' &&
                              parse->text[parse->at + 1] == 'u';
        const int32_t low = has_pair ? read_hex(parse, parse->at + 2) : -1;
        c = low >= 0xdc00 && low < 0xe000 ? 0x10000 + ((c - 0xd800) << 10) + (low - 0xdc00) : -1;
        parse->at += 6;
    } else if (c >= 0xdc00 && c < 0xe000) {
        c = -1;
    }
    if (c < 0) {
        report_at_byte(parse, at, "Not JSON: an escape that stands for no character");
        return NULL;
    }
    return put_character(to, (uint32_t)c);
}

// Reads the rest of a text that has more than plain bytes to `to`, which has room for its bytes.
static TumStatus read_rest(Parse *parse, char *to, char **end)
{
    while (parse->at < parse->count && parse->text[parse->at] != '"') {
        const unsigned char *here = (const unsigned char *)parse->text + parse->at;
        if (*here == '\\') {
            to = read_escape(parse, to); // An escape is longer than its character.
            if (to == NULL) {
                return TUM_ERROR_INPUT;
            }
            continue;
        }
        const size_t bytes = character_bytes(here, parse->count - parse->at);
        if (bytes == 0 || *here < 0x20) {
            return report_at_byte(parse, parse->at,
                                  bytes == 0 ? "Not UTF-8" : "Not JSON: a control character");
        }
        memcpy(to, here, bytes);
        to += bytes;
        parse->at += bytes;
    }
    *end = to;
    return TUM_OK;
}

// Reads a text from its quote on.
static TumStatus read_text(Parse *parse, const char **text, size_t *count)
{
    const size_t begin = parse->at + 1;
    const size_t plain = skip_plain(parse->text, parse->count, begin);
    const bool is_plain = plain < parse->count && parse->text[plain] == '"';
    const size_t room =
        is_plain ? plain - begin : skip_text(parse->text, parse->count, parse->at) - begin;
    char *made = tum_arena_characters(parse->arena, room + 1);
    if (made == NULL) {
        return TUM_ERROR_MEMORY;
    }
    memcpy(made, parse->text + begin, plain - begin);
    char *end = made + (plain - begin);
    parse->at = plain;
    const TumStatus status = is_plain ? TUM_OK : read_rest(parse, end, &end);
    if (status != TUM_OK) {
        return status;
    }
    if (!takes(parse, '"')) {
        return report_at_byte(parse, parse->count, "Not JSON: a text is not closed");
    }
    *end = '\0';
    *text = made;
    *count = (size_t)(end - made);
    return TUM_OK;
}

// Reads a name like a text. Equal names share one text where they follow each other closely.
static TumStatus read_name(Parse *parse, const char **name)
{
    const size_t begin = parse->at + 1;
    const char *text = parse->text + begin;
    const size_t bytes = skip_plain(parse->text, parse->count, begin) - begin;
    const bool is_plain = begin + bytes < parse->count && text[bytes] == '"';
    const char **slot = NULL;
    if (is_plain && bytes >= sizeof(uint64_t)) {
        const uint64_t ends = load_eight(text) + load_eight(text + bytes - sizeof(uint64_t)) * 3;
        slot = &parse->names[(ends + bytes) * 0x9e3779b97f4a7c15u >> (64 - NAME_SLOT_BITS)];
    } else if (is_plain) {
        uint64_t word = bytes;
        for (size_t i = 0; i < bytes; ++i) {
            word = word << 8 | (unsigned char)text[i];
        }
        slot = &parse->names[word * 0x9e3779b97f4a7c15u >> (64 - NAME_SLOT_BITS)];
    }
    if (slot != NULL && *slot != NULL && strncmp(*slot, text, bytes) == 0 &&
        (*slot)[bytes] == '\0') {
        *name = *slot;
        parse->at = begin + bytes + 1;
        return TUM_OK;
    }
    size_t count = 0;
    const TumStatus status = read_text(parse, name, &count);
    if (status == TUM_OK && memchr(*name, '\0', count) != NULL) {
        return report_at_byte(parse, begin - 1, "Not JSON: a zero byte in a member name");
    }
    if (status == TUM_OK && slot != NULL) {
        *slot = *name;
    }
    return status;
}

// True for an integer with so many digits that a double may not hold it.
static bool is_kept(const char *number, size_t bytes)
{
    const bool negative = number[0] == '-';
    if (bytes - negative < KEPT_DIGITS) {
        return false;
    }
    for (size_t i = negative; i < bytes; ++i) {
        if (!is_digit(number[i])) {
            return false;
        }
    }
    return true;
}

static TumStatus read_number(Parse *parse, JsonValue *value)
{
    const char *text = parse->text + parse->at;
    double number = 0.0;
    const size_t bytes = tum_number_parse(text, parse->count - parse->at, &number);
    if (bytes == 0) {
        return refuse(parse, "a value");
    }
    if (!is_finite64(number)) {
        return report_at_byte(parse, parse->at, "A number is too large for a double");
    }
    *value = json_number(number);
    if (is_kept(text, bytes)) {
        value->text = tum_arena_text(parse->arena, text, bytes);
        value->count = (uint32_t)bytes;
        if (value->text == NULL) {
            return TUM_ERROR_MEMORY;
        }
    }
    parse->at += bytes;
    return TUM_OK;
}

static TumStatus read_word(Parse *parse, const char *word, JsonValue value, JsonValue *to)
{
    const size_t bytes = strlen(word);
    if (parse->count - parse->at < bytes || memcmp(parse->text + parse->at, word, bytes) != 0) {
        return refuse(parse, "a value");
    }
    parse->at += bytes;
    *to = value;
    return TUM_OK;
}

static TumStatus read_value(Parse *parse, JsonValue *value);

// Makes room for one more item on the stack.
static void *push_item(Parse *parse, size_t bytes)
{
    TUM_ASSERT((size_t)(parse->kept - parse->waiting) >= bytes);
    void *item = parse->waiting;
    parse->waiting += bytes;
    return item;
}

// Moves the last items of the stack to the array or object.
static void keep_items(Parse *parse, uint32_t count, size_t item_bytes, JsonValue *value)
{
    const size_t stacked = count * item_bytes;
    value->count = count;
    parse->waiting -= stacked;
    parse->kept -= (size_t)tum_json_block_bytes(value->kind, count);
    value->items = count > 0 ? (void *)parse->kept : NULL;
    memmove(parse->kept, parse->waiting, stacked);
}

// Reads the token after an item: a comma, or the end.
static TumStatus read_separator(Parse *parse, char end, bool *is_last)
{
    skip_white(parse);
    *is_last = takes(parse, end);
    if (*is_last || takes(parse, ',')) {
        return TUM_OK;
    }
    return refuse(parse, end == ']' ? "a comma or ]" : "a comma or }");
}

static TumStatus read_array(Parse *parse, JsonValue *value)
{
    TumStatus status = TUM_OK;
    uint32_t count = 0;
    ++parse->at;
    skip_white(parse);
    bool is_last = takes(parse, ']');
    while (status == TUM_OK && !is_last) {
        skip_white(parse);
        if (parse->at == parse->count) {
            return refuse(parse, "a value");
        }
        status = read_value(parse, push_item(parse, sizeof *value));
        if (status == TUM_OK) {
            ++count;
            status = read_separator(parse, ']', &is_last);
        }
    }
    *value = json_empty(JSON_ARRAY);
    if (status == TUM_OK) {
        keep_items(parse, count, sizeof *value, value);
    }
    return status;
}

static TumStatus read_member(Parse *parse, JsonMember *member)
{
    const TumStatus status = read_name(parse, &member->key);
    if (status != TUM_OK) {
        return status;
    }
    skip_white(parse);
    return takes(parse, ':') ? read_value(parse, &member->value) : refuse(parse, "a colon");
}

static bool is_same_name(const char *a, const char *b)
{
    return a == b || (a[0] == b[0] && strcmp(a, b) == 0);
}

// The first member with the name of an earlier one, or the count. Few members are compared with all
// earlier ones; for many the index has sorted equal names side by side, in document order.
static uint32_t find_duplicate(const JsonValue *object)
{
    const JsonMember *members = object->members;
    const uint32_t *order = tum_json_order(object);
    for (uint32_t i = 1; i < object->count; ++i) {
        if (order != NULL) {
            const uint32_t before = order[i - 1], at = order[i];
            if (is_same_name(members[before].key, members[at].key)) {
                return at;
            }
            continue;
        }
        for (uint32_t k = 0; k < i; ++k) {
            if (is_same_name(members[k].key, members[i].key)) {
                return i;
            }
        }
    }
    return object->count;
}

// `begin` is the start of the object, which is scanned again for its n-th name.
static TumStatus report_duplicate(const Parse *parse, size_t begin, uint32_t member)
{
    size_t at = begin + 1, depth = 1;
    bool is_name = true;
    for (uint32_t names = 0; depth > 0;) {
        const char c = parse->text[at];
        if (c == '"') {
            if (depth == 1 && is_name && names++ == member) {
                break;
            }
            is_name = depth == 1 ? false : is_name;
            at = skip_text(parse->text, parse->count, at);
            continue;
        }
        depth += c == '[' || c == '{' ? 1 : 0;
        depth -= c == ']' || c == '}' ? 1 : 0;
        is_name = depth == 1 && c == ',' ? true : is_name;
        ++at;
    }
    size_t bytes = skip_text(parse->text, parse->count, at) - at;
    const char *cut = bytes > NAME_BYTES ? "\xe2\x80\xa6" : "";
    bytes = bytes > NAME_BYTES ? NAME_BYTES : bytes;
    char problem[NAME_BYTES + 80];
    snprintf(problem, sizeof problem, "The member name %.*s%s appears twice in one object",
             (int)bytes, parse->text + at, cut);
    return report_at_byte(parse, at, problem);
}

static TumStatus read_object(Parse *parse, JsonValue *value)
{
    const size_t begin = parse->at;
    TumStatus status = TUM_OK;
    uint32_t count = 0;
    ++parse->at;
    skip_white(parse);
    bool is_last = takes(parse, '}');
    while (status == TUM_OK && !is_last) {
        skip_white(parse);
        if (parse->at == parse->count || parse->text[parse->at] != '"') {
            return refuse(parse, "a member name");
        }
        status = read_member(parse, push_item(parse, sizeof(JsonMember)));
        if (status == TUM_OK) {
            ++count;
            status = read_separator(parse, '}', &is_last);
        }
    }
    *value = json_empty(JSON_OBJECT);
    if (status == TUM_OK) {
        keep_items(parse, count, sizeof(JsonMember), value);
        status = tum_json_index(&parse->arena->allocator, value) ? TUM_OK : TUM_ERROR_MEMORY;
    }
    const uint32_t twice = status == TUM_OK ? find_duplicate(value) : value->count;
    return twice < value->count ? report_duplicate(parse, begin, twice) : status;
}

// The recursion is as deep as the nesting, which the first pass has bounded.
static TumStatus read_value(Parse *parse, JsonValue *value)
{
    skip_white(parse);
    if (parse->at >= parse->count) {
        return refuse(parse, "a value");
    }
    TumStatus status;
    const char *text = NULL;
    size_t bytes = 0;
    switch (parse->text[parse->at]) {
    case '{': return read_object(parse, value);
    case '[': return read_array(parse, value);
    case 't': return read_word(parse, "true", json_truth(true), value);
    case 'f': return read_word(parse, "false", json_truth(false), value);
    case 'n': return read_word(parse, "null", (JsonValue){.kind = JSON_NULL}, value);
    case '"':
        status = read_text(parse, &text, &bytes);
        *value = (JsonValue){.kind = JSON_TEXT, .count = (uint32_t)bytes, .text = text};
        return status;
    default: return read_number(parse, value);
    }
}

static TumStatus read_document(Parse *parse, JsonValue *value)
{
    TumStatus status = read_value(parse, value);
    skip_white(parse);
    if (status == TUM_OK && parse->at < parse->count) {
        status = refuse(parse, "the end");
    }
    return status;
}

TumStatus tum_json_parse(const char *text, size_t count, Arena *arena, JsonValue *value,
                         const char *file, TumReport *report)
{
    static const char byte_order_mark[] = "\xef\xbb\xbf";
    Parse parse = {.text = text, .count = count, .file = file, .report = report, .arena = arena};
    if (count >= 3 && memcmp(text, byte_order_mark, 3) == 0) {
        return report_at_byte(&parse, 0, "Not JSON: the text begins with a byte order mark");
    }
    if (count == 0) {
        return report_at_byte(&parse, 0, "Not JSON: the text is empty");
    }
    if (count >= UINT32_MAX) {
        return report_at_byte(&parse, 0, "Not JSON: 4 GiB of text"); // Lengths have 32 bits.
    }
    const TumStatus status = make_room(&parse);
    return status == TUM_OK ? read_document(&parse, value) : status;
}
