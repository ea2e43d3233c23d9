/* What rows and coordinates of kit models are called. */
#include <stdio.h>
#include <string.h>

#include "problems/elements/assembly.h"

void mb_label_text(const mb_label *label, char *text, size_t size)
{
    const bool bodies = label->part && strcmp(label->part, "body") == 0;

    if (size == 0)
        return;
    text[0] = '\0';
    if (!label->what)
        return;
    if (!label->part)
        snprintf(text, size, "%s", label->what);
    else if (label->b == MB_NOTHING)
        snprintf(text, size, "%s of %s %d", label->what, label->part, label->a);
    else if (label->b == MB_GROUND)
        snprintf(text, size, "%s of %s %d and the ground", label->what, label->part, label->a);
    else
        snprintf(text, size, "%s of %s %d and %d", label->what, bodies ? "bodies" : "points",
                 label->a, label->b);
}

static void name(mb_kit *kit, mb_label *label, int n, int i, const char *what, const char *text)
{
    char *copy;

    if (!kit || kit->status != MB_OK)
        return;
    if (i < 0 || i >= n) {
        kit->status = mb_fail(kit->err, MB_BAD_INPUT, "%s: '%s' names %s %d; there are %d",
                              kit->model->problem->name, text, what, i, n);
        return;
    }
    kit->status = MB_TAKE(kit->model->arena, &copy, strlen(text) + 1, kit->err);
    if (kit->status != MB_OK)
        return;
    memcpy(copy, text, strlen(text) + 1);
    label[i] = (mb_label){.what = copy};
}

void mb_kit_name_coordinate(mb_kit *kit, int coordinate, const char *text)
{
    if (kit)
        name(kit, kit->coordinate_label, kit->ncoordinates, coordinate, "coordinate", text);
}

void mb_kit_name_row(mb_kit *kit, int row, const char *text)
{
    if (kit)
        name(kit, kit->row_label, kit->nrows, row, "row", text);
}
