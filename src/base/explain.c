// SPDX-License-Identifier: MIT
// explain.c: explanations of codes, apart from reports: a program that prints none is linked
// without their texts.
#include <string.h>

#include "base/report.h"

static const TumExplanation explanations[CODE_COUNT] = {
#define DIAGNOSTIC(code, severity, meaning, advice) {#code, severity, meaning, advice},
#define CONVERSION(code, name, severity, meaning, advice) {name, severity, meaning, advice},
#include "base/conversion.def"
#include "base/diagnostics.def"
#undef CONVERSION
#undef DIAGNOSTIC
};

const TumExplanation *tum_report_explain(const char *code)
{
    for (size_t i = 0; i < CODE_COUNT; ++i) {
        if (strcmp(explanations[i].code, code) == 0) {
            return &explanations[i];
        }
    }
    return NULL;
}
