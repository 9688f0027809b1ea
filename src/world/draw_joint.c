// SPDX-License-Identifier: MIT
// draw_joint.c: debug drawing of joints, their limits and drives, as lines, points and labels
// (docs/simulation.md#5-joints has the metrics).
#include "base/number_text.h"
#include "joint3/joint_count3.h"
#include "joint3/limit3.h"
#include "math/widen3.h"
#include "world/draw.h"

static const double RADIUS = 0.25;      // [m] Radius of arcs and cones; length of frame axes.
static const double MARK = 0.03;        // [m] Half size of crosses, bars and arrow heads.
static const double SQUARE = 0.06;      // [m] Half edge of the mark of a locked rotation.
static const double OPEN_LENGTH = 0.5;  // [m] Length of an open end.
static const double OPEN_TURN = PI / 2; // [rad]
static const double SPEED_TIME = 0.1;   // [s] A drawn drive velocity covers this time.
static const double FAR_AWAY = 1e4;     // [m] or [rad] Bounds beyond this are not drawn.

// Radii for drives of rotations, which keep them off the arcs of limits.
static const double SPEED_RADIUS = 0.16, PULL_RADIUS = 0.2, TARGET_RADIUS = 0.3; // [m]

// A joint at its current pose.
typedef struct JointView {
    DPose3 a, b;   // Frames in the world.
    DVec3 axis[3]; // Axes of frame a.
    DQuat a_from_b;
    double angle[3]; // [rad] Angle about each axis, with whole turns where the joint counts them.
    const JointPart3 *parts;
    int32_t part_count;
} JointView;

static DPose3 frame_in_world(const TumWorld *world, int32_t body, DPose3 frame)
{
    const BodyPlace3 *place = &world->space3->bodies.places.items[body];
    const Vec3 p = place->center;
    const Quat q = place->rotation;
    return dpose3_multiply((DPose3){{(double)p.x, (double)p.y, (double)p.z},
                                    {(double)q.x, (double)q.y, (double)q.z, (double)q.w}},
                           frame);
}

static JointView view_joint(const TumWorld *world, size_t index)
{
    const JointSet3 *set = &world->space3->joints;
    const Joint3 *joint = &set->joints.items[index];
    const int32_t *body = world->sim.topology.joints.joints.items[index].body;
    JointView view = {.a = frame_in_world(world, body[0], joint->frame[0]),
                      .b = frame_in_world(world, body[1], joint->frame[1]),
                      .parts = &set->parts.items[joint->part_first],
                      .part_count = joint->part_count};
    view.a_from_b =
        dquat_normalize(dquat_multiply(dquat_conjugate(view.a.rotation), view.b.rotation));
    const DMat3 a = dquat_matrix(view.a.rotation);
    view.axis[0] = a.x;
    view.axis[1] = a.y;
    view.axis[2] = a.z;
    for (int axis = 0; axis < 3; ++axis) {
        view.angle[axis] =
            tum_space3_counted_angle(world->space3, (int32_t)index, axis, view.a_from_b);
    }
    return view;
}

// [m] or [rad]
static double value_of(const JointView *view, const JointPart3 *part)
{
    if (!part->is_angular) {
        const DMat3 axes = {view->axis[0], view->axis[1], view->axis[2]};
        return tum_limit3_linear(axes, dvec3_sub(view->b.position, view->a.position), part->axes)
            .value;
    }
    return part->kind != PART_LOCK && axis_count(part->axes) == 1
               ? view->angle[first_axis(part->axes)]
               : tum_limit3_angle(view->a_from_b, part->axes);
}

static void add_line(Drawing3 *drawing, DVec3 from, DVec3 to)
{
    tum_draw3_line(drawing, vec3_narrow(from), vec3_narrow(to));
}

static void draw_frame(TumDraw3 *draw, DPose3 frame)
{
    static const uint32_t colors[3] = {TUM_COLOR_X, TUM_COLOR_Y, TUM_COLOR_Z};
    const DMat3 axes = dquat_matrix(frame.rotation);
    for (int i = 0; i < 3; ++i) {
        Drawing3 drawing = {draw, colors[i]};
        add_line(&drawing, frame.position,
                 dvec3_add_scaled(frame.position, column_of(axes, i), RADIUS));
    }
}

void tum_draw3_joints(const TumWorld *world, TumDraw3 *draw)
{
    for (size_t i = 0; i < world->space3->joints.joints.count; ++i) {
        const JointView view = view_joint(world, i);
        if (view.part_count == 0) {
            continue;
        }
        draw_frame(draw, view.a);
        draw_frame(draw, view.b);
        Drawing3 drawing = {draw, TUM_COLOR_JOINT};
        add_line(&drawing, view.a.position, view.b.position);
    }
}

// Marks and arrows.

static void add_bar(Drawing3 *drawing, DVec3 at, DVec3 along)
{
    add_line(drawing, dvec3_add_scaled(at, along, -MARK), dvec3_add_scaled(at, along, MARK));
}

// `along` and `side` are unit vectors; the head points along `along`.
static void add_head(Drawing3 *drawing, DVec3 at, DVec3 along, DVec3 side)
{
    const DVec3 back = dvec3_add_scaled(at, along, -MARK);
    add_line(drawing, at, dvec3_add_scaled(back, side, MARK));
    add_line(drawing, at, dvec3_add_scaled(back, side, -MARK));
}

static void add_arrow(Drawing3 *drawing, DVec3 from, DVec3 along, double length, DVec3 side)
{
    const DVec3 to = dvec3_add_scaled(from, along, length);
    add_line(drawing, from, to);
    add_head(drawing, to, length < 0.0 ? dvec3_negate(along) : along, side);
}

// A circle: angle 0 lies in direction `x`, a quarter turn in direction `y`.
typedef struct Round {
    DVec3 center, x, y;
    double radius;
} Round;

static DVec3 direction_at(const Round *round, double angle)
{
    double sine, cosine;
    tum_sine_cosine64(angle, &sine, &cosine);
    return dvec3_add_scaled(dvec3_scale(round->x, cosine), round->y, sine);
}

static DVec3 point_at(const Round *round, double angle)
{
    return dvec3_add_scaled(round->center, direction_at(round, angle), round->radius);
}

static void add_spoke(Drawing3 *drawing, const Round *round, double angle)
{
    add_line(drawing, round->center, point_at(round, angle));
}

// The arc has 24 lines per full turn, rounded up.
static void add_arc(Drawing3 *drawing, const Round *round, double from, double to)
{
    enum { TURN_LINES = 24 };
    const double share = minimum64(absolute64(to - from) / (2.0 * PI), 1.0);
    const int lines = 1 + (int)(share * TURN_LINES * 0.999999);
    DVec3 last = point_at(round, from);
    for (int i = 1; i <= lines; ++i) {
        const DVec3 next = point_at(round, from + (to - from) * i / lines);
        add_line(drawing, last, next);
        last = next;
    }
}

static void add_arc_arrow(Drawing3 *drawing, const Round *round, double from, double to)
{
    add_arc(drawing, round, from, to);
    const DVec3 out = direction_at(round, to);
    const DVec3 along = direction_at(round, to + (to < from ? -OPEN_TURN : OPEN_TURN));
    add_head(drawing, point_at(round, to), along, out);
}

static void add_circle(Drawing3 *drawing, DVec3 center, DVec3 x, DVec3 y, double radius)
{
    const Round round = {center, x, y, radius};
    add_arc(drawing, &round, 0.0, 2.0 * PI);
}

// Ranges.

typedef struct RangeView {
    const JointView *joint;
    double low, high;
    bool has_low, has_high; // The bound is near enough to be drawn.
    double value;
} RangeView;

// Axis i, followed by `steps` in the cycle x, y, z, x.
static DVec3 axis_after(const JointView *view, int axis, int steps)
{
    return view->axis[(axis + steps) % 3];
}

static void draw_segment(Drawing3 *drawing, const RangeView *range, int axis)
{
    const JointView *joint = range->joint;
    const DVec3 along = joint->axis[axis];
    const DVec3 u = axis_after(joint, axis, 1), v = axis_after(joint, axis, 2);
    const double low =
        range->has_low ? range->low : minimum64(range->value, range->high) - OPEN_LENGTH;
    const double high =
        range->has_high ? range->high : maximum64(range->value, range->low) + OPEN_LENGTH;
    const DVec3 from = dvec3_add_scaled(joint->a.position, along, low);
    const DVec3 to = dvec3_add_scaled(joint->a.position, along, high);
    add_line(drawing, from, to);
    for (int end = 0; end < 2; ++end) {
        const DVec3 at = end == 0 ? from : to;
        if (end == 0 ? range->has_low : range->has_high) {
            add_bar(drawing, at, u);
            add_bar(drawing, at, v);
        } else {
            add_head(drawing, at, end == 0 ? dvec3_negate(along) : along, u);
        }
    }
}

// Draws from the inner bound outward, in both directions of an axis.
static void draw_spokes(Drawing3 *drawing, const RangeView *range, DVec3 along, DVec3 side)
{
    const double inner = range->has_low ? range->low : 0.0;
    const double open = maximum64(range->value, inner) + OPEN_LENGTH;
    for (int i = 0; i < 2; ++i) {
        const DVec3 outward = i == 0 ? along : dvec3_negate(along);
        const DVec3 from = dvec3_add_scaled(range->joint->a.position, outward, inner);
        if (!range->has_high) {
            add_arrow(drawing, from, outward, open - inner, side);
        } else if (range->high > inner) {
            add_line(drawing, from,
                     dvec3_add_scaled(range->joint->a.position, outward, range->high));
        }
    }
}

static void draw_disc(Drawing3 *drawing, const RangeView *range, int left_out)
{
    const JointView *joint = range->joint;
    const DVec3 u = axis_after(joint, left_out, 1), v = axis_after(joint, left_out, 2);
    if (range->has_low) {
        add_circle(drawing, joint->a.position, u, v, range->low);
    }
    if (range->has_high && !(range->has_low && range->low == range->high)) {
        add_circle(drawing, joint->a.position, u, v, range->high);
    }
    draw_spokes(drawing, range, u, v);
    draw_spokes(drawing, range, v, u);
}

static void draw_shell(Drawing3 *drawing, const RangeView *range)
{
    const JointView *joint = range->joint;
    for (int axis = 0; axis < 3; ++axis) {
        const DVec3 u = axis_after(joint, axis, 1), v = axis_after(joint, axis, 2);
        if (range->has_low) {
            add_circle(drawing, joint->a.position, u, v, range->low);
        }
        if (range->has_high && !(range->has_low && range->low == range->high)) {
            add_circle(drawing, joint->a.position, u, v, range->high);
        }
        if (!range->has_high) {
            draw_spokes(drawing, range, joint->axis[axis], u);
        }
    }
}

static Round round_about(const JointView *view, int axis, double radius)
{
    return (Round){view->a.position, axis_after(view, axis, 1), axis_after(view, axis, 2), radius};
}

static void draw_twist(Drawing3 *drawing, const RangeView *range, int axis)
{
    const Round round = round_about(range->joint, axis, RADIUS);
    if (range->has_low && range->has_high) {
        add_arc(drawing, &round, range->low, minimum64(range->high, range->low + 2.0 * PI));
    } else if (range->has_low) {
        add_arc_arrow(
            drawing, &round, range->low,
            minimum64(maximum64(range->value, range->low) + OPEN_TURN, range->low + 2.0 * PI));
    } else {
        add_arc_arrow(
            drawing, &round, range->high,
            maximum64(minimum64(range->value, range->high) - OPEN_TURN, range->high - 2.0 * PI));
    }
    if (range->has_low) {
        add_spoke(drawing, &round, range->low);
    }
    if (range->has_high && range->high != range->low) {
        add_spoke(drawing, &round, range->high);
    }
}

// The rim of a cone about an axis, and four lines from its tip.
static void draw_cone(Drawing3 *drawing, const JointView *view, int axis, double opening)
{
    double sine, cosine;
    tum_sine_cosine64(opening, &sine, &cosine);
    const Round rim = {dvec3_add_scaled(view->a.position, view->axis[axis], RADIUS * cosine),
                       axis_after(view, axis, 1), axis_after(view, axis, 2), RADIUS * sine};
    add_arc(drawing, &rim, 0.0, 2.0 * PI);
    for (int i = 0; i < 4; ++i) {
        add_line(drawing, view->a.position, point_at(&rim, i * (PI / 2)));
    }
}

static void draw_swing(Drawing3 *drawing, const RangeView *range, int axis)
{
    const JointView *joint = range->joint;
    if (range->has_low) {
        draw_cone(drawing, joint, axis, range->low);
    }
    if (range->has_high && !(range->has_low && range->low == range->high)) {
        draw_cone(drawing, joint, axis, range->high);
    }
    for (int i = 0; i < 4 && !range->has_high; ++i) {
        const DVec3 out = axis_after(joint, axis, 1 + i % 2);
        const Round meridian = {joint->a.position, joint->axis[axis],
                                i < 2 ? out : dvec3_negate(out), RADIUS};
        add_arc_arrow(drawing, &meridian, range->low,
                      minimum64(maximum64(range->value, range->low) + OPEN_TURN, PI));
    }
}

static void draw_whole_turn(Drawing3 *drawing, const RangeView *range)
{
    const double low = range->has_low ? range->low : 0.0;
    const double high = range->has_high ? range->high : PI;
    for (int axis = 0; axis < 3; ++axis) {
        const Round round = round_about(range->joint, axis, RADIUS);
        for (int i = 0; i < 2; ++i) {
            const double sign = i == 0 ? 1.0 : -1.0;
            if (high > low) {
                add_arc(drawing, &round, sign * low, sign * high);
            }
            if (range->has_low) {
                add_spoke(drawing, &round, sign * low);
            }
            if (range->has_high && high > low) {
                add_spoke(drawing, &round, sign * high);
            }
        }
    }
}

static void draw_range(Drawing3 *drawing, const JointView *joint, const JointPart3 *part)
{
    const RangeView range = {.joint = joint,
                             .low = part->low,
                             .high = part->high,
                             .has_low = part->low > -FAR_AWAY,
                             .has_high = part->high < FAR_AWAY,
                             .value = value_of(joint, part)};
    if (!range.has_low && !range.has_high) {
        return;
    }
    const int first = first_axis(part->axes), left_out = first_axis(AXES_ALL & ~part->axes);
    switch (axis_count(part->axes) + (part->is_angular ? 3 : 0)) {
    case 1: draw_segment(drawing, &range, first); break;
    case 2: draw_disc(drawing, &range, left_out); break;
    case 3: draw_shell(drawing, &range); break;
    case 4: draw_twist(drawing, &range, first); break;
    case 5: draw_swing(drawing, &range, left_out); break;
    default: draw_whole_turn(drawing, &range); break;
    }
}

// Locks.

static void draw_locked_axis(Drawing3 *drawing, const JointView *view, int axis, bool is_angular)
{
    const DVec3 u = axis_after(view, axis, 1), v = axis_after(view, axis, 2);
    if (!is_angular) {
        add_bar(drawing, dvec3_add_scaled(view->a.position, view->axis[axis], -MARK), u);
        add_bar(drawing, dvec3_add_scaled(view->a.position, view->axis[axis], MARK), u);
        return;
    }
    DVec3 last = dvec3_add_scaled(dvec3_add_scaled(view->a.position, u, SQUARE), v, -SQUARE);
    for (int i = 0; i < 4; ++i) {
        const DVec3 next = dvec3_add_scaled(
            dvec3_add_scaled(view->a.position, u, i == 0 || i == 3 ? SQUARE : -SQUARE), v,
            i < 2 ? SQUARE : -SQUARE);
        add_line(drawing, last, next);
        last = next;
    }
}

// Drives.

static void draw_linear_drive(Drawing3 *drawing, const JointView *view, const JointPart3 *part,
                              double value)
{
    const int axis = first_axis(part->axes);
    const DVec3 along = view->axis[axis];
    const DVec3 u = axis_after(view, axis, 1), v = axis_after(view, axis, 2);
    const DVec3 now = dvec3_add_scaled(view->a.position, along, value);
    if (part->has_target && absolute64(part->target) < FAR_AWAY) {
        const DVec3 target = dvec3_add_scaled(view->a.position, along, part->target);
        add_line(drawing, now, target);
        add_bar(drawing, target, dvec3_add(u, v));
        add_bar(drawing, target, dvec3_sub(u, v));
    }
    if (part->speed != 0.0 && absolute64(part->speed) < FAR_AWAY) {
        add_arrow(drawing, now, along, part->speed * SPEED_TIME, u);
    }
}

static double within_a_turn(double angle)
{
    return clamp64(angle, -2.0 * PI, 2.0 * PI);
}

static void draw_angular_drive(Drawing3 *drawing, const JointView *view, const JointPart3 *part,
                               double value)
{
    const int axis = first_axis(part->axes);
    if (part->has_target && absolute64(part->target) < FAR_AWAY) {
        const Round pull = round_about(view, axis, PULL_RADIUS);
        const Round target = round_about(view, axis, TARGET_RADIUS);
        add_spoke(drawing, &target, part->target);
        add_arc(drawing, &pull, part->target + within_a_turn(value - part->target), part->target);
    }
    if (part->speed != 0.0 && absolute64(part->speed) < FAR_AWAY) {
        const Round speed = round_about(view, axis, SPEED_RADIUS);
        add_arc_arrow(drawing, &speed, value, value + within_a_turn(part->speed * SPEED_TIME));
    }
}

// Measured values of parts.

static bool is_measured(const JointPart3 *part)
{
    return part->kind != PART_LOCK || is_finite64(part->stiffness);
}

// Axis in the world of the shorter rotation from frame a to frame b; the first axis of a without a
// rotation.
static DVec3 turning_axis(const JointView *view)
{
    const DQuat q = view->a_from_b;
    const DVec3 part = dvec3_scale((DVec3){q.x, q.y, q.z}, q.w < 0.0 ? -1.0 : 1.0);
    return dquat_rotate(view->a.rotation, dvec3_normalize_or(part, (DVec3){1.0, 0.0, 0.0}));
}

// Position of the measured value of a part.
static DVec3 place_of(const JointView *view, const JointPart3 *part, double value)
{
    const int axes = axis_count(part->axes), first = first_axis(part->axes);
    if (!part->is_angular) {
        return axes == 1 ? dvec3_add_scaled(view->a.position, view->axis[first], value)
                         : view->b.position;
    }
    if (axes == 1) {
        const Round round = round_about(view, first, RADIUS);
        return point_at(&round, value);
    }
    if (axes == 2) {
        const int left_out = first_axis(AXES_ALL & ~part->axes);
        return dvec3_add_scaled(view->a.position,
                                column_of(dquat_matrix(view->b.rotation), left_out), RADIUS);
    }
    return dvec3_add_scaled(view->a.position, turning_axis(view), RADIUS * value / PI);
}

static uint32_t color_of(const JointPart3 *part)
{
    if (part->kind == PART_DRIVE) {
        return TUM_COLOR_DRIVE;
    }
    if (is_finite64(part->stiffness)) {
        return TUM_COLOR_SPRING;
    }
    return part->kind == PART_LOCK ? TUM_COLOR_LOCK : TUM_COLOR_LIMIT;
}

static void draw_part(TumDraw3 *draw, const JointView *view, const JointPart3 *part)
{
    Drawing3 drawing = {draw, color_of(part)};
    if (part->is_open) {
        return;
    }
    for (int axis = 0; part->kind == PART_LOCK && axis < 3; ++axis) {
        if ((part->axes >> axis & 1) != 0) {
            draw_locked_axis(&drawing, view, axis, part->is_angular);
        }
    }
    if (part->kind == PART_RANGE) {
        draw_range(&drawing, view, part);
    }
    if (!is_measured(part)) {
        return;
    }
    const double value = value_of(view, part);
    const DVec3 place = place_of(view, part, value);
    if (part->kind == PART_DRIVE) {
        if (part->is_angular) {
            draw_angular_drive(&drawing, view, part, value);
        } else {
            draw_linear_drive(&drawing, view, part, value);
        }
    } else {
        drawing.color = TUM_COLOR_MEASURE;
        if (part->is_angular) {
            add_line(&drawing, view->a.position, place);
        }
    }
    tum_draw3_point(draw, vec3_narrow(place), (float)value, drawing.color);
}

void tum_draw3_limits(const TumWorld *world, TumDraw3 *draw)
{
    for (size_t i = 0; i < world->space3->joints.joints.count; ++i) {
        const JointView view = view_joint(world, i);
        for (int32_t k = 0; k < view.part_count; ++k) {
            draw_part(draw, &view, &view.parts[k]);
        }
    }
}

// Labels.

typedef struct Text {
    char *bytes;
    size_t used, room;
} Text;

static void add_text(Text *text, const char *more)
{
    for (; *more != '\0' && text->used + 1 < text->room; ++more) {
        text->bytes[text->used++] = *more;
    }
    text->bytes[text->used] = '\0';
}

// Adds a number rounded to a thousandth.
static void add_number(Text *text, double number)
{
    char digits[NUMBER_TEXT_BYTES];
    if (absolute64(number) < 1e12) {
        const double thousandths = number * 1000.0 + (number < 0.0 ? -0.5 : 0.5);
        number = (double)(int64_t)thousandths / 1000.0;
    }
    tum_number_text_double(number, digits);
    add_text(text, digits);
}

static void add_axes(Text *text, unsigned axes)
{
    static const char *const names[3] = {"x", "y", "z"};
    add_text(text, " ");
    for (int axis = 0; axis < 3; ++axis) {
        if ((axes >> axis & 1) != 0) {
            add_text(text, names[axis]);
        }
    }
}

static void add_bounds(Text *text, const JointPart3 *part)
{
    const bool has_low = is_finite64(part->low), has_high = is_finite64(part->high);
    if (part->kind == PART_LOCK || part->low == part->high) {
        add_text(text, ", at ");
        add_number(text, part->kind == PART_LOCK ? 0.0 : part->low);
        return;
    }
    add_text(text, has_low ? has_high ? ", " : ", from " : ", up to ");
    add_number(text, has_low ? part->low : part->high);
    if (has_low && has_high) {
        add_text(text, " to ");
        add_number(text, part->high);
    }
}

static void add_aims(Text *text, const JointPart3 *part)
{
    if (part->has_target) {
        add_text(text, ", to ");
        add_number(text, part->target);
    }
    if (part->speed != 0.0 || !part->has_target) {
        add_text(text, ", at ");
        add_number(text, part->speed);
        add_text(text, "/s");
    }
}

static void describe(Text *text, const JointPart3 *part, double value)
{
    static const char *const names[2][3] = {{"slide", "radius", "distance"},
                                            {"twist", "swing", "turn"}};
    if (part->kind == PART_DRIVE) {
        add_text(text, "drive ");
    } else if (is_finite64(part->stiffness)) {
        add_text(text, "spring ");
    }
    add_text(text, names[part->is_angular][axis_count(part->axes) - 1]);
    add_axes(text, part->axes);
    add_text(text, " ");
    add_number(text, value);
    add_text(text, part->is_angular ? " rad" : " m");
    if (part->kind == PART_DRIVE) {
        add_aims(text, part);
    } else {
        add_bounds(text, part);
    }
}

void tum_draw3_measures(const TumWorld *world, TumDraw3 *draw)
{
    for (size_t i = 0; i < world->space3->joints.joints.count; ++i) {
        const JointView view = view_joint(world, i);
        for (int32_t k = 0; k < view.part_count; ++k) {
            const JointPart3 *part = &view.parts[k];
            if (part->is_open || !is_measured(part)) {
                continue;
            }
            const double value = value_of(&view, part);
            Text text = {.room = LABEL_BYTES};
            text.bytes =
                tum_draw3_label(draw, vec3_narrow(place_of(&view, part, value)), color_of(part));
            if (text.bytes != NULL) {
                describe(&text, part, value);
            }
        }
    }
}
