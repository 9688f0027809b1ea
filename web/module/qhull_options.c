// SPDX-License-Identifier: MIT
// qhull_options.c: the two commands of src/geometry for qhull, without its reader of options and
// what other options would call. The linker puts these functions in the place of qhull's own
// (--wrap).
#include <string.h>

#include <libqhull_r/qhull_ra.h>

#pragma clang diagnostic ignored "-Wmissing-prototypes"
#pragma clang diagnostic ignored "-Wunused-parameter"
#pragma clang diagnostic ignored "-Wreserved-identifier"

// "qhull Pp", and "qhull Pp QJ", which joggles the points.
void __wrap_qh_initflags(qhT *qh, char *command)
{
    qh->PRINTprecision = False;
    if (strstr(command, " QJ") != NULL) {
        qh->JOGGLEmax = 0.0;
    } else if (strcmp(command, "qhull Pp") != 0) {
        __builtin_trap();
    }
}

// Steps of other commands.
#define NEVER_CALLED(type, name, ...)                                                              \
    type __wrap_qh_##name(__VA_ARGS__)                                                             \
    {                                                                                              \
        __builtin_trap();                                                                          \
    }

NEVER_CALLED(void, triangulate, qhT *qh)
NEVER_CALLED(void, projectinput, qhT *qh)
NEVER_CALLED(void, scaleinput, qhT *qh)
NEVER_CALLED(void, rotateinput, qhT *qh, realT **rows)
NEVER_CALLED(void, randommatrix, qhT *qh, realT *buffer, int dim, realT **rows)
NEVER_CALLED(void, setfeasible, qhT *qh, int dim)
NEVER_CALLED(coordT *, sethalfspace_all, qhT *qh, int dim, int count, coordT *halfspaces,
             pointT *feasible)
NEVER_CALLED(void, getarea, qhT *qh, facetT *facets)

// Numbers in options.
double __wrap_strtod(const char *text, char **end)
{
    __builtin_trap();
}
