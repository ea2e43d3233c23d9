/* SPDX-License-Identifier: MIT */
/* What was found of an automatic reference as lines of text, and back: a word and its numbers, as
 * hexadecimal floating point.  Words that people read have lines of their own. */
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "problems/references/automatic/choice.h"

enum { FACTS = 11, SIZES = 2 };

/* ---- out ------------------------------------------------------------------------------------ */

typedef struct writer {
    void (*put)(void *data, const char *text);
    void *data;
} writer;

static void line(const writer *w, const char *word, const double *x, int n)
{
    char text[40];

    w->put(w->data, word);
    for (int i = 0; i < n; i++) {
        snprintf(text, sizeof text, " %a", x[i]);
        w->put(w->data, text);
    }
    w->put(w->data, "\n");
}

static void words(const writer *w, const char *word, const char *text)
{
    w->put(w->data, word);
    w->put(w->data, " ");
    w->put(w->data, text);
    w->put(w->data, "\n");
}

static void put_table(const writer *w, const mb_auto_table *table)
{
    const double sizes[SIZES] = {table->panels, table->state_size};

    line(w, "table", sizes, SIZES);
    line(w, "off", table->off, table->columns);
    for (const mb_auto_panel *p = table->first; p; p = p->next) {
        const double over[2] = {p->from, p->to};

        line(w, p->value ? "panel" : "hole", over, 2);
        if (p->value)
            line(w, "values", p->value, table->columns * MB_AUTO_POINTS);
        else
            line(w, "state", p->state, table->state_size);
    }
}

void mb_automatic_write(const mb_automatic *r, void (*put)(void *data, const char *text),
                        void *data)
{
    const mb_automatic_facts *f = &r->facts;
    const double facts[FACTS] = {
        f->there, f->coordinates,         f->rows,    f->rank, f->step, f->horizon, f->singular,
        f->apart, (double)f->evaluations, f->kinetic, f->least};
    const writer w = {put, data};

    line(&w, "facts", facts, FACTS);
    words(&w, "why", f->why);
    words(&w, "cut", f->cut);
    for (int b = 0; b < r->plain->nbodies; b++) {
        line(&w, "place", r->pose[b].x, 3);
        line(&w, "turn", r->pose[b].R, 9);
    }
    line(&w, "bounds", r->bound, r->plain->ncomponents);
    if (r->table)
        put_table(&w, r->table);
    words(&w, "end", "");
}

/* ---- in ------------------------------------------------------------------------------------- */

/* The word and a space; false: another one stands here. */
static bool take_word(const char **text, const char *word)
{
    const size_t n = strlen(word);

    if (strncmp(*text, word, n) != 0 || ((*text)[n] != ' ' && (*text)[n] != '\n'))
        return false;
    *text += n;
    return true;
}

static bool take_line(const char **text, const char *word, double *x, int n)
{
    if (!take_word(text, word))
        return false;
    for (int i = 0; i < n; i++) {
        char *end;

        if (**text != ' ')
            return false;
        x[i] = strtod(*text, &end);
        if (end == *text)
            return false;
        *text = end;
    }
    return *(*text)++ == '\n';
}

static bool take_words(const char **text, const char *word, char *out, size_t size)
{
    size_t n;

    if (!take_word(text, word) || *(*text)++ != ' ')
        return false;
    n = strcspn(*text, "\n");
    if (n >= size || !(*text)[n])
        return false;
    memcpy(out, *text, n);
    out[n] = '\0';
    *text += n + 1;
    return true;
}

/* A panel behind those that are there. */
static bool take_panel(const char **text, mb_auto_table *table, mb_arena *arena)
{
    mb_error unheeded = {MB_OK, ""};
    double over[2];
    const bool polynomial = take_line(text, "panel", over, 2);

    if ((!polynomial && !take_line(text, "hole", over, 2)) ||
        mb_auto_table_add(table, over[0], over[1], polynomial, arena, &unheeded) != MB_OK)
        return false;
    return polynomial
               ? take_line(text, "values", table->last->value, table->columns * MB_AUTO_POINTS)
               : take_line(text, "state", table->last->state, table->state_size);
}

/* The table, where there is one. */
static bool take_table(const char **text, mb_automatic *r, mb_arena *arena)
{
    mb_error unheeded = {MB_OK, ""};
    double sizes[SIZES];

    if (!take_line(text, "table", sizes, SIZES))
        return true;
    if (mb_auto_table_claim(r->plain, arena, &r->table, &unheeded) != MB_OK ||
        !take_line(text, "off", r->table->off, r->table->columns))
        return false;
    r->table->state_size = (int)sizes[1];
    while (r->table->panels < (int)sizes[0])
        if (!take_panel(text, r->table, arena))
            return false;
    return true;
}

static bool take_all(const char *text, mb_automatic *r, mb_arena *arena)
{
    mb_automatic_facts *f = &r->facts;
    double x[FACTS];
    char nothing[2];

    if (!take_line(&text, "facts", x, FACTS) || !take_words(&text, "why", f->why, sizeof f->why) ||
        !take_words(&text, "cut", f->cut, sizeof f->cut))
        return false;
    f->there = x[0] != 0.0;
    f->coordinates = (int)x[1];
    f->rows = (int)x[2];
    f->rank = (int)x[3];
    f->step = x[4];
    f->horizon = x[5];
    f->singular = x[6];
    f->apart = x[7];
    f->evaluations = (long)x[8];
    f->kinetic = x[9];
    f->least = x[10];
    for (int b = 0; b < r->plain->nbodies; b++)
        if (!take_line(&text, "place", r->pose[b].x, 3) ||
            !take_line(&text, "turn", r->pose[b].R, 9))
            return false;
    return take_line(&text, "bounds", r->bound, r->plain->ncomponents) &&
           take_table(&text, r, arena) && take_words(&text, "end", nothing, sizeof nothing) &&
           !*text && (!f->there || (f->step > 0.0 && f->horizon > 0.0));
}

mb_status mb_automatic_read(const char *text, const mb_plain_mechanism *plain, double end,
                            mb_arena *arena, mb_automatic **reference, mb_error *err)
{
    mb_automatic *r;
    mb_status status;

    MB_TRY(MB_TAKE(arena, &r, 1, err));
    r->plain = plain;
    r->end = end;
    MB_TRY(MB_TAKE(arena, &r->pose, (size_t)plain->nbodies, err));
    MB_TRY(MB_TAKE(arena, &r->bound, (size_t)plain->ncomponents, err));
    if (!take_all(text, r, arena))
        return mb_fail(err, MB_BAD_INPUT, "the text of a reference of %s is not whole",
                       plain->name);
    *reference = r;
done:
    return status;
}
