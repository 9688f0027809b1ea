// SPDX-License-Identifier: MIT
/// table.h: tables as wide as their content, and no wider than the terminal.
///
///     static const TableColumn columns[] = {{"node", .is_number = true},
///                                           {"name", .is_flexible = true}};
///     Table table = {.columns = columns, .column_count = 2};
///     table_cell(&table, "%d", node);
///     table_cell(&table, "%s", name);
///     table_print(out, &table, table_width(out));
///     table_clear(&table);
///
/// A table that is too wide cuts its flexible column first, then leaves columns out.
#ifndef TUM_CLI_TABLE_H
#define TUM_CLI_TABLE_H

#include <stdbool.h>
#include <stddef.h>
#include <stdio.h>

enum { TABLE_MOST_COLUMNS = 8 };

typedef struct TableColumn {
    const char *title;
    bool is_number;   ///< Aligned right.
    bool is_flexible; ///< Long cells are cut in a narrow terminal.
    int spare;        ///< Priority of leaving the column out in a narrow terminal, the highest
                      ///< first; 0: never.
} TableColumn;

/// Cells are added row by row.
typedef struct Table {
    const TableColumn *columns; ///< [column_count]
    size_t column_count;
    char **cells; ///< [cell_count] Safe for a terminal. NULL where memory ran out.
    size_t cell_count, cell_room;
} Table;

/// Adds the next cell; its text is made safe for a terminal (safe.h).
__attribute__((format(__printf__, 2, 3))) void table_cell(Table *table, const char *format, ...);

/// The columns of the terminal at `out`; 0 for other files: no limit. The environment variable
/// COLUMNS overrides both.
size_t table_width(FILE *out);

/// Prints titles and rows, indented by two, at most `width` columns wide; 0: no limit. A last line
/// lists the columns left out.
void table_print(FILE *out, const Table *table, size_t width);

void table_clear(Table *table);

#endif
