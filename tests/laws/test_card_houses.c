// SPDX-License-Identifier: MIT
// Houses of cards stand: pairs that lean on each other, cards across them, and so on.
#include "tests/support/world_support.h"

enum { CARDS_MOST = 64 };

// [m] A card is this thick, high (the side that leans) and wide.
typedef struct House {
    double thick, high, wide;
    double lean;    // [rad] off the vertical
    double between; // [m] feet of neighbouring pairs
    double air;     // [m] between cards as they are put
    double friction;
    double rate; // [Hz]
    int floors;
} House;

static void put_leaning(Setup *setup, const House *house, double x, double y, double lean)
{
    const int card = setup_body(setup, box_shape(house->thick, house->high, house->wide), x, y, 0);
    setup_turn(setup, card, 0, 0, 1, lean);
}

// n pairs on the ground, on them a card from each pair to the next, on these n - 1 pairs …
static void build_house(Setup *setup, const House *house)
{
    const double up = house->high * cos(house->lean) + house->thick * sin(house->lean);
    const double across = house->high * sin(house->lean) + house->thick * cos(house->lean);
    const double pitch = 2 * across + house->between;
    double y = 0;
    for (int pairs = house->floors; pairs > 0; --pairs) {
        const double left = -0.5 * pitch * (pairs - 1);
        for (int i = 0; i < pairs; ++i) {
            const double x = left + pitch * i, aside = 0.5 * (across + house->air);
            put_leaning(setup, house, x - aside, y + 0.5 * up + house->air, -house->lean);
            put_leaning(setup, house, x + aside, y + 0.5 * up + house->air, house->lean);
        }
        y += up + 2 * house->air;
        for (int i = 0; i < pairs - 1; ++i) {
            setup_body(setup, box_shape(pitch - 1e-3 * house->high, house->thick, house->wide),
                       left + pitch * (i + 0.5), y + 0.5 * house->thick, 0);
        }
        y += house->thick + house->air;
    }
}

// No card goes farther than a tenth of its height, within a minute or so.
static void assert_stands(House house, double seconds)
{
    Setup setup = setup_empty();
    setup.def.no_sleep = true;
    setup.rate = house.rate;
    setup_floor(&setup);
    build_house(&setup, &house);
    setup_all_materials(&setup, house.friction, house.friction, 0);
    assert_true(setup.count <= CARDS_MOST);
    setup_start(&setup);
    print_message("%d cards, %g rad, %g m apart, %g Hz\n", setup.count - 1, house.lean,
                  house.between, house.rate);
    setup_run(&setup, seconds);
    for (int i = 1; i < setup.count; ++i) {
        const TumVec3 p = setup_pose(&setup, i).position;
        const double *from = setup.things[i].position;
        const double x = (double)p.x - from[0], y = (double)p.y - from[1];
        assert_between(sqrt(x * x + y * y + (double)(p.z * p.z)), 0, 0.1 * house.high);
    }
    setup_end(&setup);
}

static const House card_house = {0.004, 0.3, 0.2, 0.35, 0.01, 2e-4, 0.6, 60, 4};

static void houses_of_26_cards_stand(void **state)
{
    (void)state;
    const double between[3] = {0.007, 0.02, 0.04};
    for (int i = 0; i < 3; ++i) {
        House house = card_house;
        house.between = between[i];
        assert_stands(house, 20);
    }
}

static void a_house_of_cards_stands_for_a_minute(void **state)
{
    (void)state;
    assert_stands(card_house, 60);
}

static void houses_of_cards_stand_at_any_rate(void **state)
{
    (void)state;
    const double rates[3] = {30, 120, 240};
    for (int i = 0; i < 3; ++i) {
        House house = card_house;
        house.rate = rates[i];
        assert_stands(house, 10);
    }
}

// Feet need tan(lean) = 0.36 where a load is on the ridge alone.
static void houses_of_cards_stand_on_any_friction_that_holds_their_feet(void **state)
{
    (void)state;
    const double frictions[3] = {0.5, 0.8, 1};
    for (int i = 0; i < 3; ++i) {
        House house = card_house;
        house.friction = frictions[i];
        assert_stands(house, 10);
    }
}

static void houses_of_thin_and_of_steep_cards_stand(void **state)
{
    (void)state;
    House house = card_house;
    house.thick = 0.001;
    assert_stands(house, 10);
    house = card_house;
    house.thick = 0.008;
    assert_stands(house, 10);
    house = card_house;
    house.lean = 0.2;
    assert_stands(house, 10);
}

static void a_house_of_57_cards_stands(void **state)
{
    (void)state;
    House house = card_house;
    house.floors = 6;
    assert_stands(house, 10);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(houses_of_26_cards_stand),
        cmocka_unit_test(a_house_of_cards_stands_for_a_minute),
        cmocka_unit_test(houses_of_cards_stand_at_any_rate),
        cmocka_unit_test(houses_of_cards_stand_on_any_friction_that_holds_their_feet),
        cmocka_unit_test(houses_of_thin_and_of_steep_cards_stand),
        cmocka_unit_test(a_house_of_57_cards_stands),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
