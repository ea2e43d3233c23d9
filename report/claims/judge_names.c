/* SPDX-License-Identifier: MIT */
/* What the runs of a comparison are called in the published column: by method and mechanism, since
 * a reader of the paper knows no run ids; by the paper's own names where the study gives them. */
#include <stdio.h>
#include <string.h>

#include "base/arena.h"
#include "report/claims/judge_parts.h"
#include "report/claims/method_names.h"

enum { LISTED = 4 }; /* names that are written out, of an item and of a list without an order */

/* Names of the runs of both lists, those of `than` last: what tells their solvers apart, and the
 * problem where they are of several. */
static mb_status name_runs(const mb_case *c, const char **name)
{
    const mb_run_list *const lists[] = {&c->claim->run, &c->claim->than};
    const int n = lists[0]->runs + lists[1]->runs;
    const mb_ledger_run *first = NULL;
    bool one_problem = true, one_solver = true;
    const char **solver;
    int *index;
    mb_status status;
    int k = 0;

    MB_TRY(MB_TAKE(c->arena, &index, (size_t)n, c->err));
    MB_TRY(MB_TAKE(c->arena, &solver, (size_t)n, c->err));
    for (int l = 0; l < 2; l++)
        for (int i = 0; i < lists[l]->runs; i++) {
            const mb_ledger_run *run = &c->ledger->run[lists[l]->run[i]];

            first = first ? first : run;
            index[k] = lists[l]->run[i];
            solver[k++] = run->solver;
            one_problem = one_problem && strcmp(run->problem, first->problem) == 0;
            one_solver = one_solver && strcmp(run->solver, first->solver) == 0;
        }
    MB_TRY(mb_method_labels(c->ledger, index, solver, n, c->arena, name, c->err));
    k = 0;
    for (int l = 0; l < 2; l++)
        for (int i = 0; i < lists[l]->runs && !one_problem; i++, k++)
            MB_TRY(mb_arena_printf(c->arena, &name[k], c->err, one_solver ? "%s" : "%s · %s",
                                   c->ledger->run[lists[l]->run[i]].problem, name[k]));
done:
    return status;
}

/* The items of a list: "a, b", as a chain "a < b < c". */
static mb_status join(const mb_case *c, const mb_run_list *list, const char **name, bool chain,
                      const char **text)
{
    mb_status status = MB_OK;

    *text = "";
    for (int k = 0; k < list->items; k++) {
        int listed = 0;

        if (k > 0)
            MB_TRY(mb_arena_printf(c->arena, text, c->err, "%s%s", *text, chain ? " < " : ", "));
        if (!chain && k == LISTED)
            return mb_arena_printf(c->arena, text, c->err, "%s…", *text);
        for (int i = list->first[k]; i < list->first[k + 1]; i++) {
            bool stands = false;

            for (int j = list->first[k]; j < i; j++)
                stands = stands || strcmp(name[j], name[i]) == 0;
            if (stands || listed > LISTED)
                continue;
            MB_TRY(mb_arena_printf(c->arena, text, c->err, "%s%s%s", *text, listed ? ", " : "",
                                   listed == LISTED ? "…" : name[i]));
            listed++;
        }
    }
done:
    return status;
}

mb_status mb_judge_ordering_text(const mb_case *c, const char **text)
{
    const mb_run_list *run = &c->claim->run, *than = &c->claim->than;
    const char **name, *left, *right;
    mb_status status;

    MB_TRY(MB_TAKE(c->arena, &name, (size_t)(run->runs + than->runs), c->err));
    MB_TRY(name_runs(c, name));
    MB_TRY(join(c, run, name, than->items == 0, &left));
    MB_TRY(join(c, than, name + run->runs, false, &right));
    MB_TRY(
        mb_arena_printf(c->arena, text, c->err, "%s%s%s", left, than->items ? " < " : "", right));
done:
    return status;
}
