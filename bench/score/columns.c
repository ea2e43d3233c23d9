/* SPDX-License-Identifier: MIT */
#include "bench/score/columns.h"

#include <string.h>

#include "base/names.h"
#include "base/text.h"

enum { PARTS = 13, QUATERNION = 3, VELOCITY = 7, OMEGA = 10 };

static const char *const parts[PARTS] = {"x",  "y",  "z",  "qw", "qx", "qy", "qz",
                                         "vx", "vy", "vz", "wx", "wy", "wz"};

struct names {
    const mb_table *table;
    const char **name; /* (table->ncolumns) */
    bool given;        /* on the command line */
    const mb_model *model;
    const mb_plain_mechanism *declared;
    mb_error *err;
};

static mb_status wrong(const struct names *n, int column, const char *what)
{
    if (n->given)
        return mb_fail(n->err, MB_BAD_INPUT, "--columns, name %d: %s", column + 1, what);
    return mb_table_wrong(n->table, n->table->name_at ? (size_t)n->table->name_at[column] : 1,
                          n->err, "%s", what);
}

/* ---- names ---------------------------------------------------------------------------------- */

static void list_outputs(const mb_model *model, char *text, size_t size)
{
    text[0] = '\0';
    for (int i = 0; i < model->noutputs; i++)
        if (model->outputs[i].compared)
            mb_join(text, size, ", ", model->outputs[i].name);
}

/* Those on the command line. */
static mb_status split(struct names *n, const char *given, mb_arena *arena)
{
    char *text = mb_arena_strdup(arena, given), *next = text;
    int count = 0;
    mb_status status;

    if (!text)
        return mb_fail(n->err, MB_NO_MEMORY, "no memory for a table");
    MB_TRY(MB_TAKE(arena, &n->name, (size_t)n->table->ncolumns, n->err));
    while (next) {
        char *name = next;

        next = strchr(name, ',');
        if (next)
            *next++ = '\0';
        if (count < n->table->ncolumns)
            n->name[count] = name;
        count++;
    }
    if (count != n->table->ncolumns)
        MB_TRY(mb_fail(n->err, MB_BAD_INPUT,
                       "--columns has %d names, the table %d columns ('-' passes over one)", count,
                       n->table->ncolumns));
done:
    return status;
}

/* The time and the compared outputs, where there are as many columns. */
static mb_status usual(struct names *n, mb_arena *arena)
{
    const mb_model *model = n->model;
    char list[300];
    int count = 1;
    mb_status status;

    MB_TRY(MB_TAKE(arena, &n->name, (size_t)model->noutputs + 1, n->err));
    n->name[0] = "t";
    for (int i = 0; i < model->noutputs; i++)
        if (model->outputs[i].compared)
            n->name[count++] = model->outputs[i].name;
    list_outputs(model, list, sizeof list);
    if (count != n->table->ncolumns)
        MB_TRY(mb_table_wrong(n->table, 1, n->err,
                              "%d columns without names; t and the outputs of %s (%s) would be %d: "
                              "say --columns t,NAME,... with '-' for columns to pass over",
                              n->table->ncolumns, model->problem->name, list, count));
done:
    return status;
}

/* ---- poses ---------------------------------------------------------------------------------- */

/* Number of the body before the last '.' of a name; -1: it is none. */
static int body_of(const struct names *n, const char *name, const char **part)
{
    const char *dot = strrchr(name, '.');

    for (int b = 0; dot && n->declared && b < n->declared->nbodies; b++) {
        const char *body = n->declared->body[b].name;

        if (strlen(body) == (size_t)(dot - name) && strncmp(body, name, strlen(body)) == 0) {
            *part = dot + 1;
            return b;
        }
    }
    return -1;
}

static bool are_poses(const struct names *n)
{
    const char *part;

    for (int i = 0; i < n->table->ncolumns; i++)
        if (body_of(n, n->name[i], &part) >= 0 && strcmp(part, "vx") == 0)
            return true;
    return false;
}

/* Where the column of a part is noted; NULL: there is no such part. */
static int *pose_place(const struct names *n, mb_columns *c, int body, const char *part)
{
    const bool planar = !n->declared->spatial;

    if (planar && strcmp(part, "angle") == 0)
        return &c->angle[body];
    if (planar && strcmp(part, "omega") == 0)
        return &c->at[PARTS * body + OMEGA + 2];
    for (int k = 0; k < PARTS; k++)
        if (strcmp(part, parts[k]) == 0)
            return &c->at[PARTS * body + k];
    return NULL;
}

static mb_status check_poses(const struct names *n, const mb_columns *c)
{
    const mb_plain_mechanism *m = n->declared;

    for (int b = 0; b < m->nbodies; b++)
        for (int k = 0; k < PARTS; k++) {
            const bool turns = (k >= QUATERNION && k < VELOCITY) || k >= OMEGA;
            const bool across = k == 2 || k == VELOCITY + 2 || k == OMEGA || k == OMEGA + 1;
            const bool angle = c->angle[b] >= 0 && k >= QUATERNION && k < VELOCITY;

            if (c->at[PARTS * b + k] >= 0 || angle || (turns && m->body[b].point) ||
                (across && !m->spatial))
                continue;
            return mb_table_wrong(
                n->table, 1, n->err,
                "a table of poses, but no column %s.%s; each body needs %s (docs/engines.md)",
                m->body[b].name, parts[k],
                m->spatial ? "x y z, qw qx qy qz, vx vy vz and wx wy wz, a point no q and w"
                           : "x y, angle, vx vy and omega, a point no angle and omega");
        }
    return MB_OK;
}

/* ---- all ------------------------------------------------------------------------------------ */

static int *output_place(const struct names *n, mb_columns *c, const char *name)
{
    for (int i = 0; i < n->model->noutputs; i++)
        if (strcmp(n->model->outputs[i].name, name) == 0)
            return &c->at[i];
    return NULL;
}

/* What a name could have been. */
static mb_status unknown(const struct names *n, const mb_columns *c, int column)
{
    const char *known[258] = {"t"}, *near;
    char list[300], what[500];
    int count = 1;

    for (int i = 0; !c->poses && i < n->model->noutputs && count < 256; i++)
        known[count++] = n->model->outputs[i].name;
    near = mb_nearest(n->name[column], known);
    list_outputs(n->model, list, sizeof list);
    if (near)
        snprintf(what, sizeof what, "no column '%.60s' is known; did you mean '%.60s'?",
                 n->name[column], near);
    else if (c->poses)
        snprintf(what, sizeof what,
                 "'%.60s' is no part of a body's pose, as BODY.x and BODY.vx are "
                 "(docs/engines.md); --columns passes over it with '-'",
                 n->name[column]);
    else
        snprintf(what, sizeof what,
                 "'%.60s' is neither t nor an output (%.250s) nor a part of a body's pose; "
                 "--columns passes over it with '-'",
                 n->name[column], list);
    return wrong(n, column, what);
}

static mb_status take(const struct names *n, mb_columns *c, int column)
{
    const char *name = n->name[column], *part = "";
    const int body = c->poses ? body_of(n, name, &part) : -1;
    int *at = strcmp(name, "t") == 0 ? &c->time
              : body >= 0            ? pose_place(n, c, body, part)
              : c->poses             ? NULL
                                     : output_place(n, c, name);
    char what[120];

    if (strcmp(name, "-") == 0)
        return MB_OK;
    if (!at)
        return unknown(n, c, column);
    if (*at >= 0) {
        snprintf(what, sizeof what, "a second column '%.60s'", name);
        return wrong(n, column, what);
    }
    *at = column;
    return MB_OK;
}

static mb_status check_outputs(const struct names *n, const mb_columns *c)
{
    char list[300];

    for (int i = 0; i < n->model->noutputs; i++)
        if (c->at[i] >= 0 && n->model->outputs[i].compared)
            return MB_OK;
    list_outputs(n->model, list, sizeof list);
    return mb_table_wrong(n->table, 1, n->err,
                          "no column holds an output that is compared (%s), nor a body's pose",
                          list);
}

mb_status mb_columns_find(mb_columns *c, const mb_table *table, const char *given,
                          const mb_model *model, const mb_plain_mechanism *declared,
                          mb_arena *arena, mb_error *err)
{
    struct names n = {table, table->name, given != NULL, model, declared, err};
    const int nbodies = declared ? declared->nbodies : 0;
    int size;
    mb_status status = MB_OK;

    *c = (mb_columns){.time = -1};
    if (given)
        MB_TRY(split(&n, given, arena));
    else if (!table->name)
        MB_TRY(usual(&n, arena));
    c->poses = are_poses(&n);
    size = c->poses ? PARTS * nbodies : model->noutputs;
    MB_TRY(MB_TAKE(arena, &c->at, (size_t)size + 1, err));
    MB_TRY(MB_TAKE(arena, &c->angle, (size_t)nbodies + 1, err));
    for (int i = 0; i < size; i++)
        c->at[i] = -1;
    for (int b = 0; b < nbodies; b++)
        c->angle[b] = -1;
    for (int i = 0; i < table->ncolumns; i++)
        MB_TRY(take(&n, c, i));
    if (c->time < 0)
        MB_TRY(mb_table_wrong(table, 1, err, "no column 't', the time [s]"));
    MB_TRY(c->poses ? check_poses(&n, c) : check_outputs(&n, c));
done:
    return status;
}
