/* SPDX-License-Identifier: MIT */
/* A mechanism in words. */
#include <math.h>
#include <string.h>

#include "base/text.h"
#include "bench/describe/describe.h"
#include "bench/describe/names.h"
#include "bench/describe/text.h"
#include "bench/mechanism/watched.h"
#include "problems/references/reference.h"

enum { LINE = 100, WORD = 200, MOVED_BODIES = 200 };

/* ---- start, model --------------------------------------------------------------------------------- */

static void put_start(const mb_plain_mechanism *m, FILE *out)
{
    const mb_plain_start *s = &m->start;

    fputs("\nstart\n", out);
    if (s->n == 0)
        fputs("  at rest\n", out);
    for (int i = 0; i < s->n && !mb_text_left_out(out, i, s->n); i++) {
        const mb_start_item *item = &s->item[i];
        char at[MB_TEXT_VECTOR];

        if (item->kind == MB_START_COORDINATE)
            fprintf(out, "  %s turns or slides at %.6g %s\n", item->name, item->value[0],
                    mb_coordinate_is_length(&m->joint[item->of.joint], item->of.number) ? "m/s"
                                                                                        : "rad/s");
        else if (item->along || (item->kind == MB_START_OMEGA && !m->spatial))
            fprintf(out, "  %s: %s %.6g %s\n", item->name,
                    item->kind == MB_START_OMEGA ? "turns at" : "moves along a line at",
                    item->value[item->along ? 0 : 2],
                    item->kind == MB_START_OMEGA ? "rad/s" : "m/s");
        else
            fprintf(out, "  %s: %s %s %s\n", item->name,
                    item->kind == MB_START_OMEGA ? "angular velocity" : "velocity",
                    mb_text_vector(m, item->value, 0.0, at),
                    item->kind == MB_START_OMEGA ? "rad/s" : "m/s");
    }
    if (s->keep)
        fputs("  kept as declared: nothing is corrected\n", out);
    else if (s->n > 0)
        fputs("  what is given is held, the rest follows\n", out);
}

static void put_model(const mb_model *model, FILE *out)
{
    char text[512];

    fprintf(out,
            "model in %s coordinates: nq %d, nv %d, rows %d (%d holonomic), rank %d, freedoms %d\n",
            model->coordinates, model->nq, model->nv, model->m, model->mh, model->rank,
            model->nv - model->rank);
    mb_rank_text(model, text, sizeof text);
    if (text[0])
        mb_put_line(out, "  %s", text);
    mb_mass_text(model, text, sizeof text);
    if (text[0])
        mb_put_line(out, "  %s", text);
    mb_start_change_text(model, text, sizeof text);
    if (text[0])
        mb_put_line(out, "  the start was corrected, most in %s", text);
    else if (model->keep_start)
        fputs("  the start is kept as declared, and not held against the rows\n", out);
    else
        fputs("  the start is consistent as declared\n", out);
    if (model->reference)
        mb_put_line(out, "  reference up to %.6g s: %s", model->reference->horizon,
                    model->reference->method);
    else if (model->declared && model->declared->reference == MB_REFERENCE_AUTOMATIC)
        fputs("  an automatic reference, which --reference looks for\n", out);
    else
        fputs("  no reference\n", out);
}

/* Bodies that were moved to put it together, the farthest first. */
static void put_moved(const mb_assembled *a, FILE *out)
{
    const mb_plain_mechanism *m = a->mechanism;
    const double told = 1e-9; /* of the size, rad: what is no more than rounding */
    int last = -1;

    for (int count = 0; count < MOVED_BODIES; count++) {
        int next = -1;

        for (int i = 0; i < m->nbodies; i++) {
            const bool moved = a->shift[i] > told * m->scale || a->turn[i] > told;
            const bool behind = last < 0 || a->shift[i] < a->shift[last] ||
                                (a->shift[i] == a->shift[last] && i > last);

            if (moved && behind && (next < 0 || a->shift[i] > a->shift[next]))
                next = i;
        }
        if (next < 0)
            return;
        fprintf(out, "  %s was moved by %.3g mm and turned by %.3g rad to put it together\n",
                m->body[next].name, 1e3 * a->shift[next], a->turn[next]);
        last = next;
    }
    fputs("  ... and others by less\n", out);
}

static bool is_given(const mb_plain_mechanism *m, int joint, int number)
{
    for (int i = 0; i < m->start.n; i++) {
        const mb_start_item *item = &m->start.item[i];

        if (item->kind == MB_START_COORDINATE && item->of.joint == joint &&
            item->of.number == number)
            return true;
    }
    return false;
}

/* Rates of joints that the start does not give, where anything moves. */
static void put_following(const mb_assembled *a, FILE *out)
{
    const mb_plain_mechanism *m = a->mechanism;
    double fastest[2] = {0.0};
    int count = 0;

    for (int k = 0; k < 2 * m->njoints; k++)
        if (k % 2 < mb_watched_coordinates(&m->joint[k / 2]) && isfinite(a->rate[k / 2][k % 2])) {
            double *most = &fastest[mb_coordinate_is_length(&m->joint[k / 2], k % 2)];

            *most = fmax(*most, fabs(a->rate[k / 2][k % 2]));
        }
    if (fastest[0] == 0.0 && fastest[1] == 0.0)
        return;
    for (int k = 0; k < 2 * m->njoints; k++) {
        const mb_plain_joint *j = &m->joint[k / 2];
        const double rate = a->rate[k / 2][k % 2];
        bool length;

        if (k % 2 >= mb_watched_coordinates(j) || !isfinite(rate) || is_given(m, k / 2, k % 2))
            continue;
        if (mb_text_left_out(out, count++, 2 * m->njoints))
            return;
        length = mb_coordinate_is_length(j, k % 2);
        fprintf(out, "  %s%s follows: %.6g %s\n", j->name,
                mb_joint_coordinate_ending(j->kind, k % 2),
                mb_text_number(rate, MB_TEXT_NOISE * fastest[length]), length ? "m/s" : "rad/s");
    }
}

/* The fastest of all bodies [m/s]: a turning counts at the mechanism's size. */
static double fastest_body(const mb_assembled *a)
{
    const mb_plain_mechanism *m = a->mechanism;
    double most = 0.0;

    for (int i = 0; i < m->nbodies; i++)
        for (int k = 0; k < 3; k++)
            most = fmax(most, fmax(fabs(a->v[i][k]), m->scale * fabs(a->omega[i][k])));
    return most;
}

/* What came of putting it together, and the velocities. */
static void put_assembled(const mb_assembled *a, FILE *out)
{
    const mb_plain_mechanism *m = a->mechanism;
    const double noise = MB_TEXT_NOISE * fastest_body(a);
    MB_TEXT_WIDTH_OF(m->body, m->nbodies);

    fprintf(out, "  %d freedom%s, %d given\n", a->freedoms, a->freedoms == 1 ? "" : "s", a->given);
    put_moved(a, out);
    put_following(a, out);
    fputs("\nvelocities at the start\n", out);
    for (int i = 0; i < m->nbodies && !mb_text_left_out(out, i, m->nbodies); i++) {
        char v[MB_TEXT_VECTOR], w[MB_TEXT_VECTOR];

        mb_text_name(out, m->body[i].name, width);
        fprintf(out, "%s m/s", mb_text_vector(m, a->v[i], noise, v));
        if (!m->body[i].point && m->spatial)
            fprintf(out, ", %s rad/s", mb_text_vector(m, a->omega[i], noise / m->scale, w));
        else if (!m->body[i].point)
            fprintf(out, ", %.6g rad/s", mb_text_number(a->omega[i][2], noise / m->scale));
        fputc('\n', out);
    }
}

/* The automatic one, and how far it can be trusted. */
static void put_reference(const mb_plain_mechanism *m, const mb_kept_reference *kept, FILE *out)
{
    const mb_automatic_facts *f = mb_automatic_facts_of(kept->reference);

    if (f->coordinates == 0) {
        fputs("\nautomatic reference\n", out);
        mb_put_line(out, "  none: %s", f->why);
        return;
    }
    fprintf(out, "\nautomatic reference: %d joint coordinates, ", f->coordinates);
    if (f->rows > 0)
        mb_put_line(out, "%d rows of rank %d%s%s", f->rows, f->rank,
                    f->cut[0] ? " where joints are cut: " : "", f->cut);
    else
        fputs("no joint is cut\n", out);
    fprintf(out, "  found in %.2g s of computing, %ld evaluations%s\n", kept->cpu, f->evaluations,
            kept->ready ? "; kept since" : "");
    if (!f->there) {
        mb_put_line(out, "  none: %s", f->why);
        return;
    }
    fprintf(out, "  up to %.6g of %.6g s in steps of %.3g s\n", f->horizon, m->t_end, f->step);
    if (f->why[0])
        mb_put_line(out, "  it ends there: %s", f->why);
    if (isfinite(f->singular))
        fprintf(out, "  rows lose rank near t = %.6g s\n", f->singular);
    for (int i = 0; i < m->noutputs; i++)
        for (int k = 0; k < m->output[i].n; k++) {
            const double bound = mb_automatic_bound(kept->reference, m->output[i].first + k);

            if (m->output[i].compared && bound > 0.0 && isfinite(bound))
                fprintf(out, "  %s within %.2g\n", m->output[i].names[k], bound);
        }
}

/* ---- the rest ------------------------------------------------------------------------------------- */

static void put_outputs(const mb_plain_mechanism *m, FILE *out)
{
    if (m->noutputs > 0)
        fputs("\noutputs\n", out);
    for (int i = 0; i < m->noutputs && !mb_text_left_out(out, i, m->noutputs); i++) {
        const mb_plain_output *o = &m->output[i];

        fputs(" ", out);
        for (int k = 0; k < o->n; k++)
            fprintf(out, " %s", o->names[k]);
        fputs(" [", out);
        mb_put_plain(out, o->unit && *o->unit ? o->unit : "1");
        fputs(o->compared ? "]\n" : "], not compared\n", out);
    }
}

static void put_value(const mb_param *p, double value, FILE *out)
{
    char number[MB_NUMBER_SIZE];
    const char *word = p->choices;

    if (p->kind != MB_CHOICE) {
        mb_format_number(value, number);
        fprintf(out, "%s%s", number, p->unit && *p->unit ? " " : "");
        mb_put_plain(out, p->unit);
        return;
    }
    for (int skip = (int)value; skip > 0; skip--)
        word = strchr(word, '|') + 1;
    fprintf(out, "%.*s", (int)strcspn(word, "|"), word);
}

static void put_parameters(const mb_plain_mechanism *m, FILE *out)
{
    const int n = mb_param_count(m->params);
    MB_TEXT_WIDTH_OF(m->params, n);

    if (n > 0)
        fputs("\nparameters\n", out);
    for (int i = 0; i < n; i++) {
        const mb_param *p = &m->params[i];

        mb_text_name(out, p->name, width);
        put_value(p, m->values.value[i], out);
        if (p->kind == MB_CHOICE)
            fprintf(out, ", one of %s", p->choices);
        else if (p->min < p->max)
            fprintf(out, ", %.6g to %.6g%s", p->min, p->max,
                    p->kind == MB_INTEGER ? ", whole" : "");
        if (p->doc && *p->doc)
            fputs(": ", out);
        mb_put_plain(out, p->doc);
        fputc('\n', out);
    }
}

/* A paragraph in lines. */
static void put_words(const char *title, const char *text, FILE *out)
{
    int used = 0;

    if (!text || !*text)
        return;
    fprintf(out, "\n%s\n", title);
    for (const char *word = text + strspn(text, " \n"); *word; word += strspn(word, " \n")) {
        const int n = (int)strcspn(word, " \n");
        char part[WORD];

        if (used > 0 && used + 1 + n > LINE) {
            fputc('\n', out);
            used = 0;
        }
        fputs(used ? " " : "  ", out);
        snprintf(part, sizeof part, "%.*s", n, word);
        mb_put_plain(out, part);
        used += (used ? 1 : 2) + n;
        word += n;
    }
    fputc('\n', out);
}

static void put_head(const mb_plain_mechanism *m, FILE *out)
{
    const int n = mb_declared_coordinates(m), rows = mb_declared_rows(m);
    char g[MB_TEXT_VECTOR];

    mb_put_line(out, "%s%s%s", m->name, m->title && *m->title ? ": " : "", m->title);
    fprintf(out, "%s, %d bod%s, %d joint%s", m->spatial ? "spatial" : "planar", m->nbodies,
            m->nbodies == 1 ? "y" : "ies", m->njoints, m->njoints == 1 ? "" : "s");
    if (m->ndrives > 0)
        fprintf(out, ", %d drive%s", m->ndrives, m->ndrives == 1 ? "" : "s");
    if (m->ngears > 0)
        fprintf(out, ", %d gear%s", m->ngears, m->ngears == 1 ? "" : "s");
    fprintf(out, ": %d coordinates - %d rows = %d freedom%s%s\n", n, rows, n - rows,
            n - rows == 1 ? "" : "s",
            n - rows < 0 ? ", so that rows repeat others" : ", as counted");
    fprintf(out, "gravity %s m/s2, size %.6g m, runs to %.6g s\n",
            mb_text_vector(m, m->gravity, 0.0, g), m->scale, m->t_end);
}

void mb_describe_text(const mb_description *d, FILE *out)
{
    const mb_plain_mechanism *m = d->declared;
    const mb_messages *notes = d->notes;

    put_head(m, out);
    mb_text_bodies(m, out);
    mb_text_joints(m, out);
    mb_text_drives(m, out);
    mb_text_gears(m, out);
    mb_text_forces(m, out);
    put_start(m, out);
    fputc('\n', out);
    if (d->model)
        put_model(d->model, out);
    else
        fputs("no model: this is what the file declares\n", out);
    if (d->assembled)
        put_assembled(d->assembled, out);
    if (d->reference)
        put_reference(m, d->reference, out);
    put_outputs(m, out);
    put_parameters(m, out);
    put_words("sources", m->sources, out);
    put_words("traps", m->traps, out);
    if (notes && notes->nnotes > 0)
        fputs("\nnotes\n", out);
    for (int i = 0; notes && i < notes->nnotes; i++)
        mb_put_line(out, "  %s:%d:%d: %s", notes->file, notes->note[i].line, notes->note[i].column,
                    notes->note[i].text);
}
