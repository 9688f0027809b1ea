// SPDX-License-Identifier: MIT
// npy.c: headers of .npy files, and tables of columns.
#include "recording/npy.h"

#include <stdio.h>
#include <string.h>

#include "base/array.h"

enum {
    HEADER_BYTES = 128, ///< A multiple of 64, as the format demands, and long enough for three
                        ///< sizes.
    PREFIX_BYTES = 10   ///< Magic, version and header length.
};

// Writes "(2, 3, )" as Python spells a tuple: a single size keeps its comma.
static void print_shape(char *text, size_t room, const size_t *shape, size_t dimensions)
{
    size_t used = (size_t)snprintf(text, room, "(");
    for (size_t i = 0; i < dimensions && used < room; ++i) {
        used += (size_t)snprintf(text + used, room - used, "%s%zu", i == 0 ? "" : ", ", shape[i]);
    }
    if (used < room) {
        snprintf(text + used, room - used, dimensions == 1 ? ",)" : ")");
    }
}

void tum_npy_add(Zip *zip, const char *name, const char *type, const size_t *shape,
                 size_t dimensions, const void *data, size_t bytes)
{
    char tuple[60]; // two counts of at most 20 digits and one below 17
    print_shape(tuple, sizeof tuple, shape, dimensions);
    char header[HEADER_BYTES + 1];
    memcpy(header, "\x93NUMPY\x01\x00", 8);
    header[8] = (char)(HEADER_BYTES - PREFIX_BYTES);
    header[9] = 0;
    char dictionary[HEADER_BYTES - PREFIX_BYTES];
    snprintf(dictionary, sizeof dictionary,
             "{'descr': '%s', 'fortran_order': False, 'shape': %s, }", type, tuple);
    snprintf(header + PREFIX_BYTES, sizeof header - PREFIX_BYTES, "%-*s\n",
             HEADER_BYTES - PREFIX_BYTES - 1, dictionary);
    const ZipPart parts[] = {{header, HEADER_BYTES}, {data, bytes}};
    tum_zip_add(zip, name, parts, 2);
}

// "name.npy" of a column.
typedef struct FileName {
    char text[105];
} FileName;

static bool is_valid(const TumColumn *column)
{
    const bool has_items = column->texts != NULL ? column->text_bytes > 0 : column->numbers != NULL;
    const size_t length = column->name != NULL ? strlen(column->name) : 0;
    return has_items && (column->texts == NULL || column->numbers == NULL) && length > 0 &&
           length < sizeof(FileName) - sizeof ".npy";
}

static void add_column(Zip *zip, const TumColumn *column, size_t rows, FileName *name)
{
    char type[32] = NPY_ORDER "f8";
    const bool is_text = column->texts != NULL;
    if (is_text) {
        snprintf(type, sizeof type, "|S%zu", column->text_bytes);
    }
    snprintf(name->text, sizeof name->text, "%s.npy", column->name);
    tum_npy_add(zip, name->text, type, &rows, 1,
                is_text ? (const void *)column->texts : column->numbers,
                rows * (is_text ? column->text_bytes : sizeof(double)));
}

TumStatus tum_columns_write_npz(const TumColumn *columns, size_t count, size_t rows, TumSink sink)
{
    if (sink.write == NULL || (count > 0 && columns == NULL)) {
        return TUM_ERROR_ARGUMENT;
    }
    for (size_t i = 0; i < count; ++i) {
        if (!is_valid(&columns[i])) {
            return TUM_ERROR_ARGUMENT;
        }
    }
    ARRAY(FileName) names = {0};
    if (!array_reserve(&names, count + 1, NULL)) {
        return TUM_ERROR_MEMORY;
    }
    Zip zip = {.sink = sink};
    for (size_t i = 0; i < count; ++i) {
        add_column(&zip, &columns[i], rows, &names.items[i]);
    }
    const TumStatus status = tum_zip_end(&zip);
    array_free(&names, NULL);
    return status;
}
