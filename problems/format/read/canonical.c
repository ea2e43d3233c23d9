/* SPDX-License-Identifier: MIT */
/* The plain mechanism as canonical text, one element a line: digests are made of it. */
#include <stdarg.h>
#include <stdint.h>
#include <stdio.h>
#include <string.h>

#include "problems/format/expression/expression.h"
#include "problems/format/read/format.h"

enum { MEMO = 256, NUMBER = 32 };

/* Texts of numbers written before: most are zeros, ones and what all bodies of a family share. */
typedef struct memo {
    double x[MEMO];
    char text[MEMO][NUMBER]; /* "": none yet */
} memo;

typedef struct writer {
    const mb_plain_mechanism *m;
    void (*put)(void *data, const char *text);
    void *data;
    memo *memo;
} writer;

static void put(const writer *w, const char *format, ...) __attribute__((format(printf, 2, 3)));

static void put(const writer *w, const char *format, ...)
{
    char text[256];
    va_list args;

    va_start(args, format);
    vsnprintf(text, sizeof text, format, args);
    va_end(args);
    w->put(w->data, text);
}

/* -0 is 0 */
static void numbers(const writer *w, const double *x, int n)
{
    for (int i = 0; i < n; i++) {
        const double value = x[i] == 0.0 ? 0.0 : x[i];
        uint64_t bits;
        int k;

        memcpy(&bits, &value, sizeof bits);
        k = (int)((bits * 0x9e3779b97f4a7c15ULL) >> 56);
        if (!w->memo->text[k][0] || memcmp(&w->memo->x[k], &value, sizeof value) != 0) {
            w->memo->x[k] = value;
            snprintf(w->memo->text[k], NUMBER, " %.17g", value);
        }
        w->put(w->data, w->memo->text[k]);
    }
}

static void number(const writer *w, double x)
{
    numbers(w, &x, 1);
}

static const char *body_name(const writer *w, int body)
{
    return body == MB_ON_GROUND ? "ground" : w->m->body[body].name;
}

/* Operations in postfix order; functions by their numbers, since their names do not count. */
static void law(const writer *w, const mb_expression *e)
{
    if (!e) {
        put(w, " none");
        return;
    }
    put(w, " (");
    for (int i = 0; i < e->n; i++) {
        const mb_op *op = &e->op[i];

        if (op->code == MB_OP_NUMBER)
            number(w, op->number);
        else if (op->code == MB_OP_VARIABLE)
            put(w, " $%d", op->variable);
        else if (op->code == MB_OP_CALL)
            put(w, " f%d", op->function->index);
        else
            put(w, " %s%d", mb_op_word(op->code), mb_op_arguments(op->code));
    }
    put(w, " )");
}

static void formulas(const writer *w)
{
    static const char *const kinds[] = {"pieces", "linear", "spline"};

    for (int k = 0; k < w->m->nformulas; k++) {
        const mb_formula *f = w->m->formula[k];

        put(w, "function %d %s", f->index, kinds[f->kind]);
        for (int i = 0; i < f->n; i++) {
            number(w, f->x[i]);
            if (f->kind == MB_FORMULA_PIECES)
                law(w, &f->piece[i]);
            else
                number(w, f->y[i]);
        }
        put(w, "\n");
    }
}

static void bodies(const writer *w)
{
    for (int i = 0; i < w->m->nbodies; i++) {
        const mb_plain_body *b = &w->m->body[i];

        put(w, "body '%s'%s", b->name, b->point ? " point" : "");
        number(w, b->mass);
        numbers(w, b->com, 3);
        if (!b->point) {
            numbers(w, b->turn, 9);
            numbers(w, b->inertia, 9);
            number(w, b->angle);
        }
        put(w, "\n");
    }
}

static void joints(const writer *w)
{
    for (int i = 0; i < w->m->njoints; i++) {
        const mb_plain_joint *j = &w->m->joint[i];

        put(w, "joint '%s' %s '%s' '%s'", j->name, mb_joint_kind_facts(j->kind)->word,
            body_name(w, j->body[0]), body_name(w, j->body[1]));
        numbers(w, j->place[0], 6);
        numbers(w, j->axis[0], 6);
        numbers(w, j->value, 2);
        number(w, j->length);
        number(w, j->pitch);
        number(w, j->radius);
        put(w, "\n");
    }
}

static void coordinate(const writer *w, mb_coordinate of)
{
    if (of.joint != MB_NO_INDEX)
        put(w, " '%s'.%d", w->m->joint[of.joint].name, of.number);
}

static void drives(const writer *w)
{
    for (int i = 0; i < w->m->ndrives; i++) {
        const mb_plain_drive *d = &w->m->drive[i];

        put(w, "drive '%s'", d->name);
        coordinate(w, d->of);
        law(w, d->law);
        put(w, "\n");
    }
    for (int i = 0; i < w->m->ngears; i++) {
        const mb_plain_gear *g = &w->m->gear[i];

        put(w, "gear '%s' %s", g->name, g->mesh ? "mesh" : "couple");
        for (int k = 0; k < g->n; k++) {
            if (g->mesh) {
                put(w, " '%s'", body_name(w, g->term[k].body));
                numbers(w, g->term[k].axis, 3);
            } else {
                coordinate(w, g->term[k].of);
            }
            number(w, g->term[k].factor);
        }
        put(w, "\n");
    }
}

static void forces(const writer *w)
{
    static const char *const kinds[] = {"line", "joint", "push", "vector", "torque"};

    for (int i = 0; i < w->m->nforces; i++) {
        const mb_plain_force *f = &w->m->force[i];

        put(w, "force '%s' %s '%s' '%s'", f->name, kinds[f->kind], body_name(w, f->body[0]),
            body_name(w, f->body[1]));
        if (f->kind == MB_FORCE_JOINT)
            coordinate(w, f->of);
        numbers(w, f->place[0], 6);
        numbers(w, f->axis, 3);
        put(w, " %d %d", f->in_body, (int)f->only);
        numbers(w, (const double[]){f->stiffness, f->free, f->damping}, 3);
        law(w, f->law);
        law(w, f->damper);
        for (int k = 0; k < 3; k++)
            law(w, f->value[k]);
        put(w, "\n");
    }
}

static void start(const writer *w)
{
    const mb_plain_start *s = &w->m->start;

    put(w, "start %d %d", s->keep, s->approximate);
    for (int i = 0; i < s->nfixed; i++)
        put(w, " '%s'", body_name(w, s->fixed[i]));
    put(w, "\n");
    for (int i = 0; i < s->n; i++) {
        const mb_start_item *item = &s->item[i];

        put(w, "given %d", (int)item->kind);
        if (item->kind == MB_START_COORDINATE) {
            coordinate(w, item->of);
        } else {
            put(w, " '%s'", body_name(w, item->body));
            numbers(w, item->place, 3);
            put(w, " %d", item->along);
            numbers(w, item->direction, 3);
        }
        numbers(w, item->value, 3);
        put(w, "\n");
    }
}

static void measure(const writer *w, const mb_plain_measure *q)
{
    put(w, " %d %d '%s' '%s' '%s'", (int)q->kind, (int)q->part, body_name(w, q->body[0]),
        body_name(w, q->body[1]), body_name(w, q->relative));
    numbers(w, q->place[0], 6);
    put(w, " %d %d %d", q->along, q->in_body, q->wrapped);
    numbers(w, q->axis, 3);
    numbers(w, q->from, 3);
    coordinate(w, q->of);
    put(w, " %d %d", q->force, q->drive);
    law(w, q->value);
}

static void outputs(const writer *w)
{
    for (int i = 0; i < w->m->noutputs; i++) {
        const mb_plain_output *o = &w->m->output[i];

        put(w, "output");
        for (int k = 0; k < o->n; k++)
            put(w, " '%s'", o->names[k]);
        measure(w, &o->of);
        number(w, o->scale);
        number(w, o->offset);
        put(w, " %d '%.80s'\n", o->compared, o->unit);
    }
    put(w, "branch %d\n", (int)w->m->branch_mode);
    for (int i = 0; i < w->m->nbranches; i++) {
        const mb_plain_branch *b = &w->m->branch[i];

        put(w, "test");
        measure(w, &b->of);
        number(w, b->is);
        number(w, b->within);
        put(w, "\n");
    }
}

static void rest(const writer *w)
{
    const mb_plain_mechanism *m = w->m;

    put(w, "run");
    numbers(w, (const double[]){m->t_end, m->scale}, 2);
    put(w, "\naccept");
    numbers(w,
            (const double[]){m->energy_given ? m->energy : 0.0, m->drift, m->error, m->violation},
            4);
    put(w, "\ncoordinates");
    for (int i = 0; i < m->ncoordinates; i++)
        put(w, " '%.80s' '%.80s'", m->coordinates[i],
            m->coordinates_c[i] ? m->coordinates_c[i] : "");
    put(w, "\ncut");
    for (int i = 0; i < m->ncuts; i++)
        put(w, " '%s'", m->joint[m->cut[i]].name);
    put(w, "\nreference %d '%.80s'\n", (int)m->reference, m->reference_c ? m->reference_c : "");
}

void mb_format_canonical(const mb_plain_mechanism *m, void (*take)(void *data, const char *text),
                         void *data)
{
    memo known = {.text = {""}};
    const writer w = {m, take, data, &known};

    put(&w, "mechanism '%s' %s", m->name, m->spatial ? "spatial" : "planar");
    numbers(&w, m->gravity, 3);
    put(&w, "\n");
    formulas(&w);
    bodies(&w);
    joints(&w);
    drives(&w);
    forces(&w);
    start(&w);
    outputs(&w);
    rest(&w);
}
