// SPDX-License-Identifier: MIT
// foreign.c: signatures of other formats, after their specifications (file(1) knows most of them).
// No signature can begin a JSON text or a container of glTF or G4MF.
#include "document/foreign.h"

#include <stdbool.h>
#include <string.h>

typedef struct Signature {
    size_t at;         ///< [bytes]
    const char *bytes; ///< [count]
    size_t count;
    Foreign is;
} Signature;

#define BEGINS(bytes, name, hint)                                                                  \
    {                                                                                              \
        0, bytes, sizeof(bytes) - 1,                                                               \
        {                                                                                          \
            name, hint                                                                             \
        }                                                                                          \
    }

// The first matching signature counts.
static const Signature signatures[] = {
    BEGINS("\x89PNG\r\n\x1a\n", "a PNG picture", NULL),
    BEGINS("\xff\xd8\xff", "a JPEG picture", NULL),
    BEGINS("GIF8", "a GIF picture", NULL),
    {8, "WEBP", 4, {"a WebP picture", NULL}},
    {8, "WAVE", 4, {"a WAVE sound", NULL}},
    BEGINS("\xabKTX ", "a KTX texture", NULL),
    BEGINS("DDS ", "a DDS texture", NULL),
    BEGINS("\x76\x2f\x31\x01", "an OpenEXR picture", NULL),
    BEGINS("#?RADIANCE", "an HDR picture", NULL),
    BEGINS("II*\0", "a TIFF picture", NULL),
    BEGINS("MM\0*", "a TIFF picture", NULL),
    BEGINS("8BPS", "a Photoshop picture", NULL),
    BEGINS("%PDF", "a PDF document", NULL),
    BEGINS("PK\x03\x04", "a zip archive (or a USDZ or 3MF scene)", NULL),
    BEGINS("PK\x05\x06", "an empty zip archive", NULL),
    BEGINS("\x1f\x8b", "a gzip archive", "gunzip unpacks it"),
    BEGINS("\x28\xb5\x2f\xfd", "a zstd archive", "unzstd unpacks it"),
    BEGINS("BZh", "a bzip2 archive", "bunzip2 unpacks it"),
    BEGINS("\xfd"
           "7zXZ",
           "an xz archive", "unxz unpacks it"),
    BEGINS("7z\xbc\xaf", "a 7z archive", NULL),
    BEGINS("Rar!", "a RAR archive", NULL),
    {257, "ustar", 5, {"a tar archive", NULL}},
    BEGINS("\x7f"
           "ELF",
           "an ELF program", NULL),
    BEGINS("MZ", "a Windows program", NULL),
    BEGINS("\xcf\xfa\xed\xfe", "a macOS program", NULL),
    BEGINS("\0asm", "a WebAssembly module", NULL),
    BEGINS("Kaydara FBX Binary", "an FBX scene", NULL),
    BEGINS("; FBX", "an FBX scene", NULL),
    BEGINS("PXR-USDC", "a USD scene", NULL),
    BEGINS("#usda", "a USD scene", NULL),
    BEGINS("BLENDER", "a Blender file", NULL),
    BEGINS("ply\n", "a PLY mesh", NULL),
    BEGINS("ply\r", "a PLY mesh", NULL),
    BEGINS("solid ", "an STL mesh", NULL),
    BEGINS("OFF\n", "an OFF mesh", NULL),
    BEGINS("DRACO", "a Draco mesh", NULL),
    BEGINS("#VRML", "a VRML scene", NULL),
    BEGINS("HIERARCHY", "a BVH motion capture", NULL),
    BEGINS("%YAML", "a YAML text", NULL),
    BEGINS("version https://git-lfs", "a Git LFS pointer", "git lfs pull fetches the file"),
    BEGINS("\x93NUMPY", "a NumPy array", NULL),
    BEGINS("\x89HDF", "an HDF5 file", NULL),
    BEGINS("SQLite format 3", "an SQLite database", NULL),
    BEGINS("tumbleCP", "a checkpoint of tumble", "simulate --resume goes on from it"),
    BEGINS("\xff\xfe", "a text in UTF-16", "JSON is UTF-8"),
    BEGINS("\xfe\xff", "a text in UTF-16", "JSON is UTF-8"),
};

static bool begins_with(const unsigned char *bytes, size_t count, const char *text)
{
    const size_t length = strlen(text);
    return count >= length && memcmp(bytes, text, length) == 0;
}

static bool holds(const unsigned char *bytes, size_t count, const char *text)
{
    for (size_t at = 0; at < count; ++at) {
        if (begins_with(bytes + at, count - at, text)) {
            return true;
        }
    }
    return false;
}

// XML of any vocabulary.
static Foreign markup(const unsigned char *bytes, size_t count)
{
    const size_t looked = count < 1024 ? count : 1024;
    if (holds(bytes, looked, "<COLLADA")) {
        return (Foreign){"a COLLADA scene", NULL};
    }
    if (holds(bytes, looked, "<svg")) {
        return (Foreign){"an SVG picture", NULL};
    }
    if (holds(bytes, looked, "<html") || holds(bytes, looked, "<!DOCTYPE html") ||
        holds(bytes, looked, "<HTML")) {
        return (Foreign){"a web page", "perhaps the address of the download is wrong"};
    }
    if (holds(bytes, looked, "<robot")) {
        return (Foreign){"a URDF robot", NULL};
    }
    return (Foreign){holds(bytes, looked, "<mujoco") ? "a MuJoCo scene" : "an XML text", NULL};
}

// A Wavefront OBJ text has no signature: comments, then a line of one of its keywords.
static bool is_obj(const unsigned char *bytes, size_t count)
{
    static const char *const keywords[] = {"v ", "vn ", "vt ", "o ", "g ", "mtllib ", "usemtl "};
    for (size_t at = 0; at < count;) {
        const unsigned char *line = bytes + at;
        const unsigned char *end = memchr(line, '\n', count - at);
        const size_t length = end != NULL ? (size_t)(end - line) : count - at;
        for (size_t i = 0; i < sizeof keywords / sizeof *keywords; ++i) {
            if (begins_with(line, length, keywords[i])) {
                return true;
            }
        }
        if (length > 0 && line[0] != '#' && line[0] != '\r') {
            return false;
        }
        at += length + 1;
    }
    return false;
}

Foreign tum_foreign_format(const unsigned char *bytes, size_t count)
{
    for (size_t i = 0; i < sizeof signatures / sizeof *signatures; ++i) {
        const Signature *signature = &signatures[i];
        if (count >= signature->at + signature->count &&
            memcmp(bytes + signature->at, signature->bytes, signature->count) == 0) {
            // A document may hold these words at this place.
            const bool is_text = signature->at > 0 && (bytes[0] == '{' || bytes[0] <= ' ');
            if (!is_text) {
                return signature->is;
            }
        }
    }
    if (count > 0 && bytes[0] == '<') {
        return markup(bytes, count);
    }
    return (Foreign){is_obj(bytes, count) ? "a Wavefront OBJ mesh" : NULL, NULL};
}
