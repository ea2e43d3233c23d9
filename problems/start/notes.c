/* SPDX-License-Identifier: MIT */
/* What set-up found out about a mechanism, in words. */
#include <stdio.h>
#include <string.h>

#include "problems/model.h"
#include "problems/start/doubled.h"

void mb_start_change_name(const mb_model *model, char *text, size_t size)
{
    const mb_start_report *r = &model->start;

    if (r->largest < 0)
        snprintf(text, size, "nothing");
    else if (r->of_velocity || model->ops->qdot)
        mb_model_velocity_text(model, r->largest, text, size);
    else
        mb_model_coordinate_text(model, r->largest, text, size);
}

void mb_start_change_text(const mb_model *model, char *text, size_t size)
{
    const mb_start_report *r = &model->start;
    char name[160];

    text[0] = '\0';
    if (r->share <= MB_START_TOLD)
        return;
    mb_start_change_name(model, name, sizeof name);
    snprintf(text, size, "%s by %.3g", name, r->change);
}

void mb_mass_text(const mb_model *model, char *text, size_t size)
{
    char name[160];

    text[0] = '\0';
    if (model->massless < 0)
        return;
    mb_model_velocity_text(model, model->massless, name, sizeof name);
    snprintf(text, size, "%s has no mass, and no row holds it", name);
}

/* Appends to a text of `size`; what does not fit is left out. */
static void append(char *text, size_t size, const char *more)
{
    const size_t used = strlen(text);

    if (used + strlen(more) < size)
        memcpy(text + used, more, strlen(more) + 1);
}

/* "2 rows of revolute joint of a and b": the rows from `row` on that have its name; out: the next
 */
static int same_joint(const mb_model *model, int row, char *text, size_t size)
{
    char name[128] = "", other[128];
    int count = 0, last = row;

    if (model->ops->row_text)
        model->ops->row_text(model, row, name, sizeof name);
    for (int i = row; i < model->m && i < last + 2; i++) {
        if (!model->dependent[i])
            continue;
        other[0] = '\0';
        if (model->ops->row_text)
            model->ops->row_text(model, i, other, sizeof other);
        if (strcmp(name, other) != 0 || (name[0] == '\0' && i > row))
            break;
        last = i;
        count++;
    }
    if (name[0] == '\0')
        snprintf(text, size, "row %d", row);
    else if (count == 1)
        snprintf(text, size, "a row of %s", name);
    else
        snprintf(text, size, "%d rows of %s", count, name);
    return last + 1;
}

/* "'upper' repeats 5 rows of 'lower'": the dependent rows of one element of a file, from `row` on;
 * out: the row behind them, -1 where no element has them */
static int repeated(const mb_model *model, int row, char *text, size_t size)
{
    mb_row_owner owner, other;
    char rows[32] = "a row", of[160] = "those before it";
    int count = 0, end = row;

    if (!model->ops->row_owner || !model->ops->row_owner(model, row, &owner))
        return -1;
    while (row > 0 && model->ops->row_owner(model, row - 1, &other) && other.name == owner.name)
        row--;
    for (; end < model->m && model->ops->row_owner(model, end, &other) && other.name == owner.name;
         end++)
        count += model->dependent[end];
    if (count > 1)
        snprintf(rows, sizeof rows, "%d rows", count);
    if (mb_rows_doubled(model, row, end, &other))
        snprintf(of, sizeof of, "'%s'", other.name);
    snprintf(text, size, "'%s' repeats %s of %s", owner.name, rows, of);
    return end;
}

/* "rank 5 of 10: ..."; which rows, element by element */
static void list_dependent(const mb_model *model, char *text, size_t size)
{
    char part[400], head[160];
    bool first = true;

    snprintf(head, sizeof head, "rank %d of %d", model->rank, model->m);
    append(text, size, head);
    for (int i = 0; i < model->m;) {
        int next = i + 1;

        if (model->dependent[i]) {
            next = repeated(model, i, part, sizeof part);
            if (first)
                append(text, size, next < 0 ? "; dependent on the rows before them: " : ": ");
            if (next < 0)
                next = same_joint(model, i, part, sizeof part);
            if (strlen(text) + strlen(part) + 70 > size) {
                append(text, size, " and others");
                return;
            }
            append(text, size, first ? "" : ", ");
            append(text, size, part);
            first = false;
        }
        i = next;
    }
}

void mb_rank_text(const mb_model *model, char *text, size_t size)
{
    char part[240];

    text[0] = '\0';
    if (model->rank < model->m)
        list_dependent(model, text, size);
    if (model->massless >= 0) {
        append(text, size, text[0] ? "; " : "");
        mb_mass_text(model, part, sizeof part);
        append(text, size, part);
    }
    if (model->rank == model->nv) {
        append(text, size, text[0] ? "; " : "");
        append(text, size, "no freedom is left: the rows hold every velocity");
    }
}
