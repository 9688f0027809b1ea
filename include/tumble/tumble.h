// SPDX-License-Identifier: MIT
/// tumble.h: all of tumble.
#ifndef TUMBLE_TUMBLE_H
#define TUMBLE_TUMBLE_H

#include "tumble/base.h"
#include "tumble/capacity.h"
#include "tumble/check.h"
#include "tumble/checkpoint.h"
#include "tumble/compare.h"
#include "tumble/dialect.h"
#include "tumble/document.h"
#include "tumble/draw3.h"
#include "tumble/draw4.h"
#include "tumble/expect.h"
#include "tumble/graft.h"
#include "tumble/id.h"
#include "tumble/pose.h"
#include "tumble/query.h"
#include "tumble/query3.h"
#include "tumble/query4.h"
#include "tumble/recording.h"
#include "tumble/report.h"
#include "tumble/scenario.h"
#include "tumble/scene.h"
#include "tumble/scene_builder.h"
#include "tumble/validate.h"
#include "tumble/verdict.h"
#include "tumble/world.h"
#include "tumble/world3.h"
#include "tumble/world4.h"
#include "tumble/worlds.h"

#endif
