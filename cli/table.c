// SPDX-License-Identifier: MIT
// table.c: tables as wide as their content, and no wider than the terminal.
#include "table.h"

#include <stdarg.h>
#include <stdlib.h>
#include <string.h>

#include "host.h"
#include "kind_names.h"
#include "safe.h"

enum {
    INDENT = 2,
    GAP = 2,
    LEAST_FLEXIBLE = 8, ///< [columns] A name keeps this width before other columns are left out.
    USUAL_WIDTH = 80,   ///< Width of a terminal of unknown size.
    LEAST_WIDTH = 20
};

void table_cell(Table *table, const char *format, ...)
{
    char raw[SAFE_BYTES];
    va_list arguments;
    va_start(arguments, format);
    if (vsnprintf(raw, sizeof raw, format, arguments) < 0) {
        raw[0] = '\0';
    }
    va_end(arguments);
    if (table->cell_count == table->cell_room) {
        const size_t room = table->cell_room == 0 ? 64 : 2 * table->cell_room;
        char **cells = realloc(table->cells, room * sizeof *cells);
        if (cells == NULL) {
            return;
        }
        table->cells = cells;
        table->cell_room = room;
    }
    table->cells[table->cell_count++] = strdup(SAFE(raw));
}

void table_clear(Table *table)
{
    for (size_t i = 0; i < table->cell_count; ++i) {
        free(table->cells[i]);
    }
    free(table->cells);
    table->cells = NULL;
    table->cell_count = table->cell_room = 0;
}

size_t table_width(FILE *out)
{
    const char *columns = getenv("COLUMNS");
    const long named = columns != NULL ? strtol(columns, NULL, 10) : 0;
    if (named > 0 && named < 100000) {
        return named < LEAST_WIDTH ? LEAST_WIDTH : (size_t)named;
    }
    if (!host_is_terminal(out)) {
        return 0;
    }
    const size_t width = host_columns(out);
    if (width == 0) {
        return USUAL_WIDTH;
    }
    return width < LEAST_WIDTH ? LEAST_WIDTH : width;
}

static const char *cell_at(const Table *table, size_t row, size_t column)
{
    const char *cell = table->cells[row * table->column_count + column];
    return cell != NULL ? cell : "";
}

// Counts complete rows only.
static size_t row_count(const Table *table)
{
    return table->cell_count / table->column_count;
}

// The layout of a table.
typedef struct Layout {
    size_t widths[TABLE_MOST_COLUMNS];
    bool left_out[TABLE_MOST_COLUMNS];
} Layout;

static size_t total_of(const Table *table, const Layout *layout)
{
    size_t total = INDENT, shown = 0;
    for (size_t i = 0; i < table->column_count; ++i) {
        if (!layout->left_out[i]) {
            total += layout->widths[i] + (shown++ > 0 ? GAP : 0);
        }
    }
    return total;
}

static void measure(const Table *table, Layout *layout)
{
    for (size_t i = 0; i < table->column_count; ++i) {
        size_t widest = safe_columns(table->columns[i].title);
        for (size_t row = 0; row < row_count(table); ++row) {
            const size_t columns = safe_columns(cell_at(table, row, i));
            widest = columns > widest ? columns : widest;
        }
        layout->widths[i] = widest;
    }
}

// Takes the excess width from the flexible column. @return the excess left.
static size_t squeeze(const Table *table, Layout *layout, size_t width)
{
    size_t excess = total_of(table, layout);
    excess = excess > width ? excess - width : 0;
    for (size_t i = 0; excess > 0 && i < table->column_count; ++i) {
        if (table->columns[i].is_flexible && layout->widths[i] > LEAST_FLEXIBLE) {
            const size_t spare = layout->widths[i] - LEAST_FLEXIBLE;
            const size_t taken = spare < excess ? spare : excess;
            layout->widths[i] -= taken;
            excess -= taken;
        }
    }
    return excess;
}

static Layout lay_out(const Table *table, size_t width)
{
    Layout natural = {0};
    measure(table, &natural);
    if (width == 0) {
        return natural;
    }
    for (;;) {
        Layout layout = natural;
        size_t victim = table->column_count;
        if (squeeze(table, &layout, width) == 0) {
            return layout;
        }
        for (size_t i = 0; i < table->column_count; ++i) {
            const int spare = natural.left_out[i] ? 0 : table->columns[i].spare;
            if (spare > 0 &&
                (victim == table->column_count || spare > table->columns[victim].spare)) {
                victim = i;
            }
        }
        if (victim == table->column_count) {
            return layout;
        }
        natural.left_out[victim] = true;
    }
}

// `row` beyond the last one prints the titles.
static void print_row(FILE *out, const Table *table, const Layout *layout, size_t row)
{
    size_t pending = INDENT; // Blanks before the next text; none end a line.
    for (size_t i = 0; i < table->column_count; ++i) {
        if (layout->left_out[i]) {
            continue;
        }
        char text[SAFE_BYTES];
        safe_text(text, sizeof text,
                  row < row_count(table) ? cell_at(table, row, i) : table->columns[i].title,
                  layout->widths[i]);
        const size_t columns = safe_columns(text);
        const size_t rest = layout->widths[i] > columns ? layout->widths[i] - columns : 0;
        const bool is_number = table->columns[i].is_number;
        fprintf(out, "%*s%s", (int)(pending + (is_number ? rest : 0)), "", text);
        pending = GAP + (is_number ? 0 : rest);
    }
    fputc('\n', out);
}

void table_print(FILE *out, const Table *table, size_t width)
{
    const Layout layout = lay_out(table, width);
    print_row(out, table, &layout, row_count(table));
    for (size_t row = 0; row < row_count(table); ++row) {
        print_row(out, table, &layout, row);
    }
    size_t left_out = 0;
    for (size_t i = 0; i < table->column_count; ++i) {
        left_out += layout.left_out[i];
    }
    if (left_out > 0) {
        fprintf(out, "%zu %s left out (--json has all)\n", left_out,
                plural(left_out, "column", "columns"));
    }
}
