// SPDX-License-Identifier: MIT
// qhull_print.c: the printing functions of qhull, which print nothing. The linker puts them in the
// place of qhull's own (--wrap), whose output is thrown away in every build.
#include <libqhull_r/qhull_ra.h>

#pragma clang diagnostic ignored "-Wmissing-prototypes"
#pragma clang diagnostic ignored "-Wunused-parameter"
#pragma clang diagnostic ignored "-Wreserved-identifier"

#define PRINTS_NOTHING(name, ...)                                                                  \
    void __wrap_qh_##name(__VA_ARGS__)                                                             \
    {                                                                                              \
    }

PRINTS_NOTHING(produce_output, qhT *qh)
PRINTS_NOTHING(printafacet, qhT *qh, FILE *out, qh_PRINT format, facetT *facet, boolT all)
PRINTS_NOTHING(printbegin, qhT *qh, FILE *out, qh_PRINT format, facetT *list, setT *facets,
               boolT all)
PRINTS_NOTHING(printend, qhT *qh, FILE *out, qh_PRINT format, facetT *list, setT *facets, boolT all)
PRINTS_NOTHING(printfacet, qhT *qh, FILE *out, facetT *facet)
PRINTS_NOTHING(printneighborhood, qhT *qh, FILE *out, qh_PRINT format, facetT *a, facetT *b,
               boolT all)
PRINTS_NOTHING(printpoint, qhT *qh, FILE *out, const char *text, pointT *point)
PRINTS_NOTHING(printpointid, qhT *qh, FILE *out, const char *text, int dim, pointT *point, int id)
PRINTS_NOTHING(printridge, qhT *qh, FILE *out, ridgeT *ridge)
PRINTS_NOTHING(printvertex, qhT *qh, FILE *out, vertexT *vertex)
PRINTS_NOTHING(printvertexlist, qhT *qh, FILE *out, const char *text, facetT *list, setT *facets,
               boolT all)
PRINTS_NOTHING(printsummary, qhT *qh, FILE *out)
PRINTS_NOTHING(printallstatistics, qhT *qh, FILE *out, const char *text)
PRINTS_NOTHING(printstatistics, qhT *qh, FILE *out, const char *text)

// Names of statistics.
PRINTS_NOTHING(allstatA, qhT *qh)
PRINTS_NOTHING(allstatB, qhT *qh)
PRINTS_NOTHING(allstatC, qhT *qh)
PRINTS_NOTHING(allstatD, qhT *qh)
PRINTS_NOTHING(allstatE, qhT *qh)
PRINTS_NOTHING(allstatE2, qhT *qh)
PRINTS_NOTHING(allstatF, qhT *qh)
PRINTS_NOTHING(allstatG, qhT *qh)
PRINTS_NOTHING(allstatH, qhT *qh)
PRINTS_NOTHING(allstatI, qhT *qh)
