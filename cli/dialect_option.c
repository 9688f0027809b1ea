// SPDX-License-Identifier: MIT
// dialect_option.c: the option --dialect NAME.
#include "dialect_option.h"

#include <string.h>

#include "base/text.h"

const char *choice_of_dialect(size_t index)
{
    const size_t dialect = index + TUM_DIALECT_ANY + 1;
    return dialect < TUM_DIALECT_COUNT ? tum_dialect_name((TumDialect)dialect) : NULL;
}

bool dialect_of_option(const char *name, TumDialect *dialect, Console *console)
{
    *dialect = TUM_DIALECT_ANY;
    if (name == NULL || tum_dialect_by_name(name, dialect)) {
        return true;
    }
    const char *names[TUM_DIALECT_COUNT];
    char list[256];
    size_t count = 0;
    for (const char *known; (known = choice_of_dialect(count)) != NULL;) {
        names[count++] = known;
    }
    option_list_choices(list, sizeof list, choice_of_dialect, ", ", ", ");
    const char *nearest = tum_text_nearest(name, names, count);
    if (nearest != NULL) {
        console_error(console, "--dialect %.60s: did you mean %s? There are %s.", name, nearest,
                      list);
    } else {
        console_error(console, "--dialect %.60s: there are %s.", name, list);
    }
    return false;
}

void print_dialects(FILE *out, const char *ids)
{
    TumDialect last = TUM_DIALECT_ANY;
    const char *open = "";
    for (const char *at = ids; *at != '\0'; at += strspn(at, ", ")) {
        char id[16];
        const size_t bytes = strcspn(at, ", ");
        snprintf(id, sizeof id, "%.*s", (int)(bytes < sizeof id ? bytes : sizeof id - 1), at);
        at += bytes;
        TumDialect dialect = TUM_DIALECT_ANY;
        if (!tum_dialect_by_name(id, &dialect)) {
            continue;
        }
        if (dialect == last) {
            fprintf(out, ", %s", id);
        } else {
            fprintf(out, "%s%s (%s", open, tum_dialect_name(dialect), id);
        }
        last = dialect;
        open = "), ";
    }
    fputs(open[0] != '\0' ? ")" : "", out);
}
