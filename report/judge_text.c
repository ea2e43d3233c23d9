/* Texts of claims: quantities and what the paper prints. */
#include <math.h>
#include <stdio.h>
#include <string.h>

#include "report/judge_parts.h"

/* Significant digits that show the claim's tolerance in a number of this size. */
static int digits_of(const mb_study_claim *claim, double x)
{
    double tolerance = claim->relative ? claim->tolerance * fabs(claim->value) : claim->tolerance;
    int digits = 3;

    if (claim->kind == MB_CLAIM_VALUE && tolerance > 0.0 && fabs(x) > tolerance)
        digits = 2 + (int)ceil(log10(fabs(x) / tolerance));
    return digits < 3 ? 3 : digits > 15 ? 15 : digits;
}

void mb_case_number(const mb_case *c, double x, char text[MB_QUANTITY_SIZE])
{
    char number[MB_SHORT_SIZE];
    const char *unit = c->claim->unit;

    mb_number_text(x, digits_of(c->claim, x), number);
    snprintf(text, MB_QUANTITY_SIZE, "%s%s%s", number, unit ? " " : "", unit ? unit : "");
}

void mb_case_quantity(const mb_case *c, const mb_measured *value, char text[MB_QUANTITY_SIZE])
{
    char x[MB_SHORT_SIZE], low[MB_SHORT_SIZE], high[MB_SHORT_SIZE];
    const char *unit = c->claim->unit;

    if (value->lo == value->hi) {
        mb_case_number(c, value->x, text);
        return;
    }
    mb_number_text(value->x, digits_of(c->claim, value->x), x);
    mb_short_number(value->lo, low);
    mb_short_number(value->hi, high);
    snprintf(text, MB_QUANTITY_SIZE, "%s [%s, %s]%s%s", x, low, high, unit ? " " : "",
             unit ? unit : "");
}

/* ---- published ------------------------------------------------------------------------------ */

/* "at least 0.1", "at most 3 J", "0.1 to 3 J" */
static void bounds_text(const mb_case *c, char *text, size_t size)
{
    const mb_study_claim *claim = c->claim;
    char low[MB_QUANTITY_SIZE], high[MB_QUANTITY_SIZE];

    mb_case_number(c, claim->min, low);
    mb_case_number(c, claim->max, high);
    if (isnan(claim->max))
        snprintf(text, size, "at least %s", low);
    else if (isnan(claim->min))
        snprintf(text, size, "at most %s", high);
    else
        snprintf(text, size, "%s to %s", low, high);
}

/* "a, b, c" of the items as written. */
static void items_text(const mb_run_list *list, const char *between, char *text, size_t size)
{
    size_t used = 0;

    text[0] = '\0';
    for (int i = 0; i < list->items && used < size; i++)
        used += (size_t)snprintf(text + used, size - used, "%s%s", i ? between : "", list->name[i]);
}

static void share_text(const mb_case *c, char *text, size_t size)
{
    const mb_study_claim *claim = c->claim;
    char share[3 * MB_QUANTITY_SIZE], limit[MB_QUANTITY_SIZE];
    const char *unit = claim->unit;
    mb_study_claim plain = *claim;
    mb_case fraction = *c;

    plain.unit = NULL; /* of the metric, not of the share */
    fraction.claim = &plain;
    bounds_text(&fraction, share, sizeof share);
    if (claim->metric.text) {
        mb_short_number(claim->below, limit);
        snprintf(text, size, "a share of %s with %s below %s%s%s", share, claim->metric.text, limit,
                 unit ? " " : "", unit ? unit : "");
    } else {
        snprintf(text, size, "a share of %s ends %s", share, claim->is[0]);
    }
}

static void text_of_kind(const mb_case *c, char *text, size_t size)
{
    static const char *const directions[] = {
        [MB_UP] = "rises with", [MB_DOWN] = "falls with", [MB_FLAT] = "does not depend on"};
    const mb_study_claim *claim = c->claim;
    char a[512], b[512];

    switch (claim->kind) {
    case MB_CLAIM_VALUE:
        mb_case_number(c, claim->value, a);
        snprintf(text, size, "%s", a);
        break;
    case MB_CLAIM_BOUND:
        bounds_text(c, text, size);
        break;
    case MB_CLAIM_MAGNITUDE:
        mb_case_number(c, claim->value, a);
        snprintf(text, size, "about %s", a);
        break;
    case MB_CLAIM_RATIO:
        mb_short_number(claim->value, a);
        snprintf(text, size, "about %s times", a);
        break;
    case MB_CLAIM_ORDERING:
        items_text(&claim->run, claim->than.items ? ", " : " < ", a, sizeof a);
        items_text(&claim->than, ", ", b, sizeof b);
        snprintf(text, size, "%s%s%s", a, claim->than.items ? " < " : "", b);
        break;
    case MB_CLAIM_TREND:
        snprintf(text, size, "%s %s", directions[claim->direction], claim->over);
        break;
    case MB_CLAIM_ORDER:
        mb_short_number(claim->value, a);
        snprintf(text, size, "order %s", a);
        break;
    case MB_CLAIM_STATUS:
        for (int i = 0, used = 0; i < claim->statuses && (size_t)used < size; i++)
            used +=
                snprintf(text + used, size - (size_t)used, "%s%s", i ? " or " : "", claim->is[i]);
        break;
    case MB_CLAIM_SHARE:
        share_text(c, text, size);
        break;
    case MB_CLAIM_TEST:
    case MB_CLAIM_UNTESTABLE:
    case MB_CLAIM_KINDS:
        break;
    }
}

mb_status mb_judge_published(mb_case *c)
{
    char text[1024] = "";

    if (c->claim->published)
        c->out->published = c->claim->published;
    else {
        text_of_kind(c, text, sizeof text);
        c->out->published = mb_arena_strdup(c->arena, text);
    }
    return c->out->published ? MB_OK : mb_fail(c->err, MB_NO_MEMORY, "out of memory");
}
