/* SPDX-License-Identifier: MIT */
/* Texts of claims: quantities and what the paper prints. */
#include <math.h>
#include <stdio.h>
#include <string.h>

#include "report/claims/judge_parts.h"
#include "report/records/run_status.h"

/* Significant digits that show the claim's tolerance in a number of this size. */
static int digits_of(const mb_study_claim *claim, double x)
{
    double tolerance = claim->relative ? claim->tolerance * fabs(claim->value) : claim->tolerance;
    double digits = 3;

    if ((claim->kind == MB_CLAIM_VALUE || claim->kind == MB_CLAIM_LIMIT) && tolerance > 0.0 &&
        fabs(x) > tolerance)
        digits = 2 + ceil(log10(fabs(x) / tolerance)); /* of 1e308 over 1e-9: infinity */
    return digits > 15 ? 15 : digits > 3 ? (int)digits : 3;
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

    if (value->lo == value->hi || isinf(value->hi)) { /* without an interval */
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

/* Share as written in text, in per cent */
static void percent_text(double share, char text[MB_SHORT_SIZE])
{
    mb_short_number(100.0 * share, text);
}

/* What a share is of */
static void share_of(const mb_study_claim *claim, char *text, size_t size)
{
    char limit[MB_SHORT_SIZE];

    mb_short_number(claim->given_below, limit);
    if (claim->given.text)
        snprintf(text, size, "of the runs with %.100s below %s", claim->given.text, limit);
    else
        snprintf(text, size, "%s",
                 claim->common    ? "of the common points"
                 : claim->changes ? "of the runs another outcome than the run before"
                                  : "of the runs");
}

static void share_text(const mb_case *c, char *text, size_t size)
{
    const mb_study_claim *claim = c->claim;
    char low[MB_SHORT_SIZE], high[MB_SHORT_SIZE], share[4 * MB_SHORT_SIZE + 192],
        limit[MB_SHORT_SIZE];
    const char *unit = claim->unit;

    char what[160];

    share_of(claim, what, sizeof what);
    percent_text(claim->min, low);
    percent_text(claim->max, high);
    if (claim->than.items > 0 && !claim->common)
        snprintf(share, sizeof share, "more %s than of the others", what);
    else if (isnan(claim->max))
        snprintf(share, sizeof share, "at least %s %% %s", low, what);
    else if (isnan(claim->min))
        snprintf(share, sizeof share, "at most %s %% %s", high, what);
    else if (claim->min == claim->max)
        snprintf(share, sizeof share, "%s %% %s", low, what);
    else
        snprintf(share, sizeof share, "%s to %s %% %s", low, high, what);
    if (claim->common) {
        snprintf(text, size, "%s: %s lower", share, claim->metric.text);
    } else if (claim->metric.text) {
        mb_short_number(claim->below, limit);
        snprintf(text, size, "%s: %s below %s%s%s", share, claim->metric.text, limit,
                 unit ? " " : "", unit ? unit : "");
    } else {
        snprintf(text, size, "%s: each %s", share, mb_run_status_told(claim->is[0]));
    }
}

static void text_of_kind(const mb_case *c, char *text, size_t size)
{
    static const char *const directions[] = {
        [MB_UP] = "rises with", [MB_DOWN] = "falls with", [MB_FLAT] = "does not depend on"};
    const mb_study_claim *claim = c->claim;
    char a[512];

    switch (claim->kind) {
    case MB_CLAIM_VALUE:
    case MB_CLAIM_LIMIT:
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
    case MB_CLAIM_TREND:
        snprintf(text, size, "%s %s", directions[claim->direction], claim->over);
        break;
    case MB_CLAIM_ORDER:
        mb_short_number(claim->value, a);
        snprintf(text, size, "order %s", a);
        break;
    case MB_CLAIM_STATUS:
        for (int i = 0, used = 0; i < claim->statuses && (size_t)used < size; i++)
            used += snprintf(text + used, size - (size_t)used, "%s%s", i ? " or " : "",
                             mb_run_status_told(claim->is[i]));
        break;
    case MB_CLAIM_SHARE:
        share_text(c, text, size);
        break;
    case MB_CLAIM_ORDERING: /* mb_judge_ordering_text */
    case MB_CLAIM_TEST:
    case MB_CLAIM_UNTESTABLE:
    case MB_CLAIM_KINDS:
        break;
    }
}

mb_status mb_judge_published(mb_case *c)
{
    char text[1024] = "";

    if (c->claim->published) {
        c->out->published = c->claim->published;
    } else if (c->claim->finding) {
        c->out->published = "not stated: our finding";
    } else if (c->claim->kind == MB_CLAIM_ORDERING) {
        return mb_judge_ordering_text(c, &c->out->published);
    } else {
        text_of_kind(c, text, sizeof text);
        c->out->published = mb_arena_strdup(c->arena, text);
    }
    return c->out->published ? MB_OK : mb_fail(c->err, MB_NO_MEMORY, "out of memory");
}
