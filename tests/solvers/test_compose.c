/* SPDX-License-Identifier: MIT */
/* What goes together in a spec, and what is said where it does not. */
#include <criterion/criterion.h>
#include <string.h>

#include "base/text.h"
#include "solvers/compose.h"

static mb_composition composed(const char *spec)
{
    mb_composition c;
    mb_error err = {0};

    cr_assert(mb_compose(spec, &c, &err) == MB_OK, "%s", err.text);
    return c;
}

/* Variables that are no function of q and v, an integral for one, do not move with a projection */
Test(compose, first_order_equations_take_no_projection)
{
    mb_formulation own = {.name = "own", .family = MB_FIRST_ORDER};
    mb_error err = {0};
    mb_model *model;
    int n;
    const mb_projection *const *all = mb_projections(&n);

    cr_assert(mb_model_create("four-bar", &model, &err) == MB_OK);
    for (int i = 0; i < n; i++) {
        mb_composition c = composed("lagrange/rk4:h=1e-3");

        c.formulation = &own;
        cr_assert(mb_composition_fits(&c, model, &err) == MB_OK, "%s", err.text);
        c.projection = all[i];
        cr_assert(mb_composition_fits(&c, model, &err) == MB_NOT_APPLICABLE);
        cr_assert(strstr(err.text, "own") && strstr(err.text, all[i]->name), "%s", err.text);
        mb_error_clear(&err);
    }
    mb_model_destroy(model);
}

Test(compose, all_that_an_integrator_takes_is_named)
{
    mb_composition c = composed("ali3/rk4:h=1e-3");
    mb_error err = {0};
    mb_model *model;

    cr_assert(mb_model_create("four-bar", &model, &err) == MB_OK);
    cr_assert(mb_composition_fits(&c, model, &err) == MB_NOT_APPLICABLE);
    cr_assert(strstr(err.text, "accelerations") && strstr(err.text, " or first-order equations") &&
                  strstr(err.text, "equilibrium"),
              "%s", err.text);
    mb_model_destroy(model);
}

Test(compose, unknown_names_are_answered_with_those_there_are)
{
    static const struct {
        const char *spec, *words[3];
    } row[] = {
        {"lagrang/rk4:h=1", {"no formulation 'lagrang'", "did you mean", "'lagrange'"}},
        {"mine/rk4:h=1", {"no formulation 'mine'", "there are", "ggl"}},
        {"lagrange/rk5:h=1", {"no integrator 'rk5'", "did you mean", "'rk4'"}},
        {"lagrange/rk4:h=1/direct",
         {"no projection 'direct'", "did you mean", "direct-correction"}},
        {"lagrange/rk4:h=1/ownership",
         {"no projection 'ownership'", "direct-correction", ", none"}},
        {"lagrange/rk4:h=1/none/lu", {"no linear solver 'lu'", "did you mean", "'klu'"}},
        {"lagrange/rk4:h=1/none/mine", {"no linear solver 'mine'", "dense", ", auto"}},
    };

    for (size_t i = 0; i < sizeof row / sizeof *row; i++) {
        mb_composition c;
        mb_error err = {0};

        cr_assert(mb_compose(row[i].spec, &c, &err) == MB_BAD_INPUT);
        for (int k = 0; k < 3; k++)
            cr_assert(strstr(err.text, row[i].words[k]), "%s", err.text);
    }
}

Test(text, a_list_that_does_not_fit_ends_in_dots)
{
    char text[24] = "", fits[12] = "";

    for (int i = 0; i < 1000; i++)
        mb_join(text, sizeof text, ", ", "four");
    cr_assert_str_eq(text, "four, four, four, ...");
    mb_join(fits, sizeof fits, ", ", "a");
    mb_join(fits, sizeof fits, ", ", "b");
    cr_assert_str_eq(fits, "a, b");
    for (size_t size = 1; size < sizeof text; size++) {
        text[0] = '\0';
        text[size] = '!';
        for (int i = 0; i < 5; i++)
            mb_join(text, size, ", ", "long name");
        cr_assert(strlen(text) < size && text[size] == '!');
    }
}

/* What a formulation must set goes together; `optional` slots come with them or not at all */
static void check_family(const mb_formulation *f, mb_family family, const char *name,
                         const bool *set, int n, bool optional)
{
    int count = 0;

    for (int i = 0; i < n; i++)
        count += set[i];
    cr_expect(count == (f->family == family ? n : 0), "%s sets %d of %d slots of %s", f->name,
              count, n, name);
    cr_expect(f->family == family || !optional, "%s sets an optional slot of %s", f->name, name);
}

Test(compose, a_formulation_sets_the_slots_of_its_family_and_of_no_other)
{
    int n;
    const mb_formulation *const *all = mb_formulations(&n);

    for (int i = 0; i < n; i++) {
        const mb_formulation *f = all[i];
        bool accelerates = f->family & (MB_ACCELERATION | MB_ONE_STEP | MB_STABILISED);

#define CHECK(family, inner, optional, ...)                                                        \
    check_family(f, family, inner, (const bool[]){__VA_ARGS__},                                    \
                 (int)(sizeof(bool[]){__VA_ARGS__} / sizeof(bool)), optional)
        CHECK(MB_ALGEBRAIC, "algebraic", false, f->algebraic.predict, f->algebraic.correct);
        CHECK(MB_NEWTON, "newton", f->newton.finish, f->newton.start, f->newton.pass);
        CHECK(MB_FIRST_ORDER, "first_order", false, f->first_order.size, f->first_order.begin,
              f->first_order.rate, f->first_order.accept);
        CHECK(MB_ONE_STEP, "one_step", f->one_step.inner_acceleration, f->one_step.open,
              f->one_step.pass, f->one_step.close);
#undef CHECK
        cr_expect(f->setup && (f->accel != NULL) == accelerates, "%s: setup and accel", f->name);
        cr_expect(f->family == MB_ACCELERATION || !f->settle, "%s settles", f->name);
    }
}
