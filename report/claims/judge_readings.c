/* SPDX-License-Identifier: MIT */
/* Claims over runs in several readings (judge.h): one judgement of those of each reading. */
#include <math.h>
#include <string.h>

#include "base/arena.h"
#include "report/claims/judge_parts.h"

/* "[last] " before a text where there are several, joined by "; ". */
static mb_status add(mb_case *c, const char **all, const mb_study_claim *variant, const char *text)
{
    return mb_arena_printf(c->arena, all, c->err, "%s%s%s %s", *all, **all ? "; " : "",
                           variant->combination, text);
}

/* The verdict of all readings together. */
static mb_verdict together(const mb_study_claim *claim, const mb_judgement *j)
{
    mb_verdict mildest = MB_NOT_TESTABLE;
    int reproduced = 0;

    for (int i = 0; i < claim->variants; i++) {
        if (j[i].unrecorded)
            return MB_NOT_TESTABLE;
        reproduced += j[i].verdict == MB_REPRODUCED;
        if (j[i].verdict < mildest)
            mildest = j[i].verdict;
    }
    return reproduced == claim->variants ? MB_REPRODUCED : reproduced > 0 ? MB_DEPENDS : mildest;
}

/* First of the readings with that verdict; -1: none */
static int first_with(const mb_case *c, const mb_judgement *j, mb_verdict verdict)
{
    for (int i = 0; i < c->claim->variants; i++)
        if (j[i].verdict == verdict)
            return i;
    return -1;
}

/* What was measured in the first reading of each verdict. */
static mb_status sum_measured(mb_case *c, const mb_judgement *j)
{
    mb_status status = MB_OK;

    c->out->measured = "";
    for (int v = 0; v < MB_VERDICTS; v++) {
        const int i = first_with(c, j, (mb_verdict)v);

        if (i >= 0 && *j[i].measured)
            MB_TRY(add(c, &c->out->measured, &c->claim->variant[i], j[i].measured));
    }
done:
    return status;
}

/* Adds "contradicted in 6 of 20 readings, [fixed], [matlab][srv02]: the order is reversed". */
static mb_status add_verdict(mb_case *c, const mb_judgement *j, mb_verdict verdict, int count,
                             bool where)
{
    const char *names = "", *reason = "";
    mb_status status;

    if (where)
        MB_TRY(mb_judge_cover(c, j, verdict, &names));
    if (verdict != MB_REPRODUCED)
        reason = j[first_with(c, j, verdict)].why;
    status =
        mb_arena_printf(c->arena, &c->out->why, c->err, "%s%s%s in %d of %d readings%s%s%s%s",
                        c->out->why, *c->out->why ? "; " : "", mb_verdict_of(verdict).word, count,
                        c->claim->variants, *names ? ", " : "", names, *reason ? ": " : "", reason);
done:
    return status;
}

/* The verdicts with their number and, but for the most frequent one, which stands last, where. */
static mb_status sum_why(mb_case *c, const mb_judgement *j)
{
    int count[MB_VERDICTS] = {0}, most = 0;
    mb_status status = MB_OK;

    for (int i = 0; i < c->claim->variants; i++)
        count[j[i].verdict]++;
    for (int v = 0; v < MB_VERDICTS; v++)
        most = count[v] > count[most] ? v : most;
    c->out->why = "";
    for (int v = 0; v < MB_VERDICTS; v++)
        if (v != most && count[v] > 0)
            MB_TRY(add_verdict(c, j, (mb_verdict)v, count[v], true));
    MB_TRY(add_verdict(c, j, (mb_verdict)most, count[most], false));
done:
    return status;
}

/* What was measured in each reading, once where it is the same in all. */
static mb_status join_measured(mb_case *c, const mb_judgement *j)
{
    const mb_study_claim *claim = c->claim;
    bool same = true;
    mb_status status = MB_OK;

    for (int i = 1; i < claim->variants; i++)
        same = same && strcmp(j[i].measured, j[0].measured) == 0;
    if (!same && claim->variants > MB_NAMED_READINGS)
        return sum_measured(c, j);
    c->out->measured = same ? j[0].measured : "";
    for (int i = 0; i < claim->variants && !same; i++)
        MB_TRY(add(c, &c->out->measured, &claim->variant[i],
                   *j[i].measured ? j[i].measured : mb_verdict_of(j[i].verdict).word));
done:
    return status;
}

/* "[last] reproduced; [before] contradicted: above the bound by a factor of 23" */
static mb_status join_why(mb_case *c, const mb_judgement *j)
{
    const mb_study_claim *claim = c->claim;
    mb_status status = MB_OK;

    if (claim->variants > MB_NAMED_READINGS)
        return sum_why(c, j);
    c->out->why = "";
    for (int i = 0; i < claim->variants; i++)
        if (j[i].verdict == MB_REPRODUCED)
            MB_TRY(add(c, &c->out->why, &claim->variant[i], "reproduced"));
    for (int i = 0; i < claim->variants; i++) {
        const char *text = mb_verdict_of(j[i].verdict).word;

        if (j[i].verdict == MB_REPRODUCED)
            continue;
        if (*j[i].why)
            MB_TRY(mb_arena_printf(c->arena, &text, c->err, "%s: %s", text, j[i].why));
        MB_TRY(add(c, &c->out->why, &claim->variant[i], text));
    }
done:
    return status;
}

mb_status mb_judge_readings(mb_case *c, const json_t *known)
{
    const mb_study_claim *claim = c->claim;
    mb_judgement *j;
    mb_status status;

    MB_TRY(MB_TAKE(c->arena, &j, (size_t)claim->variants, c->err));
    for (int i = 0; i < claim->variants; i++) {
        mb_case one = *c;

        one.claim = &claim->variant[i];
        one.out = &j[i];
        MB_TRY(mb_judge_one(&one, known));
    }
    *c->out = (mb_judgement){.verdict = together(claim, j), .why = "", .readings = ""};
    c->out->published = j[0].published;
    for (int i = 0; i < claim->variants; i++) {
        MB_TRY(add(c, &c->out->readings, &claim->variant[i], mb_verdict_of(j[i].verdict).word));
        c->out->unrecorded = c->out->unrecorded || j[i].unrecorded;
    }
    MB_TRY(join_measured(c, j));
    c->out->number = NAN;
    for (int i = claim->variants - 1; i >= 0; i--)
        if (j[i].verdict == c->out->verdict)
            c->out->number = j[i].number;
    for (int i = 0; i < claim->variants; i++)
        if (j[i].shown > 0)
            mb_case_show(c, j[i].row[0]);
    if (c->out->verdict != MB_REPRODUCED)
        MB_TRY(join_why(c, j));
done:
    return status;
}
