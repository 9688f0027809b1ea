// SPDX-License-Identifier: MIT
/// table.h: tables as wide as what they hold, and no wider than the terminal.
///
///     static const TableColumn columns[] = {{"node", .is_number = true}, {"name", .is_flexible =
///     true}}; Table table = {.columns = columns, .column_count = 2}; table_cell(&table, "%d",
///     node); table_cell(&table, "%s", name); table_print(out, &table, table_width(out));
///     table_clear(&table);
///
/// Where it would be too wide, the flexible column is cut first, then columns are left out.
#ifndef TUM_CLI_TABLE_H
#define TUM_CLI_TABLE_H

#include <stdbool.h>
#include <stddef.h>
#include <stdio.h>

enum { TABLE_MOST_COLUMNS = 8 };

typedef struct TableColumn {
    const char *title;
    bool is_number;   ///< To the right.
    bool is_flexible; ///< Long cells are cut where there is no room.
    int spare;        ///< It is left out where there is no room, the highest first; 0: never.
} TableColumn;

/// Cells are added row by row.
typedef struct Table {
    const TableColumn *columns; ///< [column_count]
    size_t column_count;
    char **cells; ///< [cell_count] Safe for a terminal. NULL where there was no memory.
    size_t cell_count, cell_room;
} Table;

/// Adds the next cell. Whatever it says becomes safe for a terminal (safe.h).
__attribute__((format(printf, 2, 3))) void table_cell(Table *table, const char *format, ...);

/// The columns there are on the terminal that `out` is; 0 where it is none: as many as it takes.
/// The variable COLUMNS, where it is set, wins over both.
size_t table_width(FILE *out);

/// Prints titles and rows, indented by two, at most `width` columns wide; 0: as wide as it takes. A
/// last line names the columns that were left out.
void table_print(FILE *out, const Table *table, size_t width);

void table_clear(Table *table);

#endif
