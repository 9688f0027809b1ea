// SPDX-License-Identifier: MIT
/// verbs.h: the verbs of `tumble`, one in each file.
#ifndef TUM_CLI_VERBS_H
#define TUM_CLI_VERBS_H

#include "option.h"

extern const Verb convert_verb;
extern const Verb explain_verb;
extern const Verb info_verb;
extern const Verb simulate_verb;
extern const Verb bench_verb;
extern const Verb validate_verb;

#endif
