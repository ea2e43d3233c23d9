/* SPDX-License-Identifier: MIT */
/* Patterns of a model in joint coordinates, where everything stands in them, and scratch. */
#include "problems/elements/machine/joint/linkage.h"

/* Joint coordinates that move a body, from its link to the ground, three of a ball in their order:
 * for (mb_reach k = of a link; k.link >= 0; next) */
typedef struct reach {
    int link, c;
} reach;

static void settle(const mb_linkage *t, reach *k)
{
    while (k->link >= 0 && k->c >= t->link[k->link].n)
        *k = (reach){t->link[k->link].parent, 0};
}

static reach from(const mb_linkage *t, int link)
{
    reach k = {link, 0};

    settle(t, &k);
    return k;
}

static void next(const mb_linkage *t, reach *k)
{
    k->c++;
    settle(t, k);
}

#define EACH(t, k, of) for (reach k = from(t, of); k.link >= 0; next(t, &(k)))

static int number(const mb_linkage *t, reach k)
{
    return t->link[k.link].v + k.c;
}

static int count(const mb_linkage *t, int link)
{
    int n = 0;

    EACH(t, k, link)
    n++;
    return n;
}

/* ---- entries of the machine ------------------------------------------------------------------------- */

/* The body that has a velocity of the machine, and its local place */
typedef struct owner {
    int body, local;
} owner;

static mb_status owners(const mb_linkage *t, mb_arena *scratch, owner **of, mb_error *err)
{
    mb_status status;

    MB_TRY(MB_TAKE(scratch, of, (size_t)t->inner->nv, err));
    for (int b = 0; b < t->machine->nbodies; b++) {
        const mb_mover *body = &t->machine->body[b];

        for (int c = 0; c < body->n; c++)
            (*of)[body->v + c] = (owner){b, body->local[c]};
    }
done:
    return status;
}

/* Columns of a body stand together, so the last pull of a row is that of the body or there is none. */
static mb_status pulls(mb_model *model, mb_linkage *t, const owner *of, mb_arena *scratch,
                       mb_error *err)
{
    const mb_pattern *D = &t->inner->D;
    mb_status status;
    int *last;

    MB_TRY(MB_TAKE(scratch, &last, (size_t)t->inner->m, err));
    MB_TRY(MB_TAKE(model->arena, &t->pull, (size_t)D->nnz, err));
    MB_TRY(MB_TAKE(model->arena, &t->row_of, (size_t)D->nnz, err));
    t->npulls = 0;
    for (int i = 0; i < t->inner->m; i++)
        last[i] = -1;
    for (int j = 0; j < D->ncol; j++)
        for (int e = D->start[j]; e < D->start[j + 1]; e++) {
            const int row = D->row[e];
            mb_linkage_pull *p = last[row] < 0 ? NULL : &t->pull[last[row]];

            if (t->outer[row] < 0)
                continue;
            if (!p || p->body != of[j].body) {
                last[row] = t->npulls;
                t->row_of[t->npulls] = t->outer[row];
                p = &t->pull[t->npulls++];
                *p = (mb_linkage_pull){.body = of[j].body};
                MB_TRY(MB_TAKE(model->arena, &p->out, (size_t)count(t, t->link_of[p->body]), err));
            }
            p->local[p->n] = of[j].local;
            p->at[p->n++] = e;
        }
done:
    return status;
}

/* Columns of a body stand together, so a pair is new where the one before it in a's rows was with
 * another body.  First pairs are counted, then their entries, then those are taken. */
typedef enum turn { PAIRS, ENTRIES, TAKEN } turn;

static void scan_blocks(mb_linkage *t, const owner *of, int *newest, int *current, turn now)
{
    const mb_pattern *H = &t->inner->H;

    t->nblocks = 0;
    for (int b = 0; b < t->machine->nbodies; b++)
        newest[b] = -1;
    for (int j = 0; j < H->ncol; j++)
        for (int e = H->start[j]; e < H->start[j + 1]; e++) {
            const owner a = of[H->row[e]], b = of[j];
            mb_linkage_block *x;

            if (newest[a.body] != b.body) {
                newest[a.body] = b.body;
                current[a.body] = t->nblocks++;
            }
            x = now == PAIRS ? NULL : &t->block[current[a.body]];
            if (now == ENTRIES)
                *x = (mb_linkage_block){.a = a.body, .b = b.body, .n = x->n + 1};
            else if (now == TAKEN)
                x->entry[x->n++] = (mb_linkage_entry){a.local, b.local, e};
        }
}

static mb_status blocks(mb_model *model, mb_linkage *t, const owner *of, mb_arena *scratch,
                        mb_error *err)
{
    const size_t bodies = (size_t)t->machine->nbodies;
    mb_linkage_entry *entry;
    mb_status status;
    int *newest, *current;

    MB_TRY(MB_TAKE(scratch, &newest, bodies, err));
    MB_TRY(MB_TAKE(scratch, &current, bodies, err));
    MB_TRY(MB_TAKE(model->arena, &entry, (size_t)t->inner->H.nnz, err));
    scan_blocks(t, of, newest, current, PAIRS);
    MB_TRY(MB_TAKE(model->arena, &t->block, (size_t)t->nblocks, err));
    scan_blocks(t, of, newest, current, ENTRIES);
    for (mb_linkage_block *x = t->block; x < t->block + t->nblocks; x++) {
        x->entry = entry;
        entry += x->n;
        x->n = 0;
        if (x->a != x->b)
            MB_TRY(MB_TAKE(model->arena, &x->out,
                           (size_t)count(t, t->link_of[x->a]) * (size_t)count(t, t->link_of[x->b]),
                           err));
    }
    scan_blocks(t, of, newest, current, TAKEN);
done:
    return status;
}

/* ---- entries of the model -------------------------------------------------------------------------- */

static void announce(const mb_linkage *t, mb_pattern_builder *d, mb_pattern_builder *m,
                     mb_pattern_builder *h)
{
    for (int i = 0; i < t->npulls; i++)
        EACH(t, k, t->link_of[t->pull[i].body])
    mb_pattern_add(d, t->row_of[i], number(t, k));
    for (const mb_link *l = t->link; l < t->link + t->nlinks; l++)
        for (int j = l->v; j < l->v + l->n; j++)
            EACH(t, k, (int)(l - t->link))
            {
                mb_pattern_add(m, j, number(t, k));
                mb_pattern_add(m, number(t, k), j);
                mb_pattern_add(h, j, number(t, k));
                mb_pattern_add(h, number(t, k), j);
            }
    for (const mb_linkage_block *x = t->block; x < t->block + t->nblocks; x++)
        if (x->out)
            EACH(t, j, t->link_of[x->a])
    EACH(t, k, t->link_of[x->b])
    mb_pattern_add(h, number(t, j), number(t, k));
}

static mb_status place(mb_model *model, mb_linkage *t, mb_error *err)
{
    int n = 0;
    mb_status status;

    for (int i = 0; i < t->nlinks; i++)
        n += t->link[i].n * count(t, i);
    MB_TRY(MB_TAKE(model->arena, &t->first, (size_t)model->nv + 1, err));
    MB_TRY(MB_TAKE(model->arena, &t->pair, (size_t)n, err));
    n = 0;
    for (int i = 0; i < t->nlinks; i++)
        for (int j = t->link[i].v; j < t->link[i].v + t->link[i].n; j++) {
            EACH(t, x, i)
            {
                const int k = number(t, x);

                t->pair[n++] = (mb_linkage_pair){.k = k,
                                                 .m_row = mb_pattern_find(&model->M, j, k),
                                                 .m_column = mb_pattern_find(&model->M, k, j),
                                                 .h_row = mb_pattern_find(&model->H, j, k),
                                                 .h_column = mb_pattern_find(&model->H, k, j)};
            }
            t->first[j + 1] = n;
        }
    for (int i = 0; i < t->npulls; i++) {
        n = 0;
        EACH(t, k, t->link_of[t->pull[i].body])
        t->pull[i].out[n++] = mb_pattern_find(&model->D, t->row_of[i], number(t, k));
    }
    for (mb_linkage_block *x = t->block; x < t->block + t->nblocks; x++) {
        n = 0;
        if (x->out)
            EACH(t, j, t->link_of[x->a])
        EACH(t, k, t->link_of[x->b])
        x->out[n++] = mb_pattern_find(&model->H, number(t, j), number(t, k));
    }
done:
    return status;
}

mb_status mb_linkage_patterns(mb_model *model, mb_linkage *t, mb_error *err)
{
    mb_arena *scratch = mb_arena_create();
    mb_pattern_builder *d, *m, *h;
    mb_status status = MB_OK, of_d, of_m, of_h;
    owner *of;

    if (!scratch)
        return mb_fail(err, MB_NO_MEMORY, "no memory for the patterns of joint coordinates");
    MB_TRY(owners(t, scratch, &of, err));
    MB_TRY(pulls(model, t, of, scratch, err));
    MB_TRY(blocks(model, t, of, scratch, err));
    d = mb_pattern_begin(model->m, model->nv);
    m = mb_pattern_begin(model->nv, model->nv);
    h = mb_pattern_begin(model->nv, model->nv);
    announce(t, d, m, h);
    /* all three are ended, failure or not, since that frees them */
    of_d = mb_pattern_end(d, model->arena, &model->D, err);
    of_m = mb_pattern_end(m, model->arena, &model->M, err);
    of_h = mb_pattern_end(h, model->arena, &model->H, err);
    MB_TRY(of_d);
    MB_TRY(of_m);
    MB_TRY(of_h);
    MB_TRY(place(model, t, err));
done:
    mb_arena_destroy(scratch);
    return status;
}

mb_status mb_linkage_scratch(mb_model *model, mb_linkage *t, mb_error *err)
{
    const size_t n = (size_t)model->nv, links = (size_t)t->nlinks, nv = (size_t)t->inner->nv;
    const size_t d = (size_t)t->inner->D.nnz, h = (size_t)t->inner->H.nnz;
    mb_arena *arena = model->arena;
    mb_status status;

    t->nq = model->nq;
    t->nv = model->nv;
    MB_TRY(MB_TAKE(arena, &t->q, (size_t)model->nq, err));
    MB_TRY(MB_TAKE(arena, &t->v, n, err));
    MB_TRY(MB_TAKE(arena, &t->pose, links + 1, err));
    for (size_t i = 0; i <= links; i++) {
        mb_link_pose *now = t->pose + i;

        now->p[0] = now->A[0] = now->A[4] = now->A[8] = 1.0;
        for (int c = 0; i == 0 && c < 3; c++)
            now->r[c] = -t->origin[c];
    }
    MB_TRY(MB_TAKE(arena, &t->S, n, err));
    MB_TRY(MB_TAKE(arena, &t->Y, n, err));
    MB_TRY(MB_TAKE(arena, &t->Yf, n, err));
    MB_TRY(MB_TAKE(arena, &t->Z, n, err));
    MB_TRY(MB_TAKE(arena, &t->A, t->plane ? 0 : links, err));
    MB_TRY(MB_TAKE(arena, &t->B, t->plane ? 0 : links, err));
    MB_TRY(MB_TAKE(arena, &t->C, t->plane ? 0 : links, err));
    MB_TRY(MB_TAKE(arena, &t->carried, t->plane ? links : 0, err));
    MB_TRY(MB_TAKE(arena, &t->sum, t->plane ? links : 0, err));
    MB_TRY(MB_TAKE(arena, &t->twist, links + 1, err));
    MB_TRY(MB_TAKE(arena, &t->bias, links + 1, err));
    MB_TRY(MB_TAKE(arena, &t->wrench, links + 1, err));
    t->pose++; /* behind the ground */
    t->twist++;
    t->bias++;
    t->wrench++;
    MB_TRY(MB_TAKE(arena, &t->x, (size_t)t->inner->nq, err));
    MB_TRY(MB_TAKE(arena, &t->w, nv, err));
    MB_TRY(MB_TAKE(arena, &t->wdot, nv, err));
    MB_TRY(MB_TAKE(arena, &t->F, nv, err));
    MB_TRY(MB_TAKE(arena, &t->G, nv, err));
    MB_TRY(MB_TAKE(arena, &t->rows, (size_t)t->inner->m, err));
    MB_TRY(MB_TAKE(arena, &t->D, d, err));
    MB_TRY(MB_TAKE(arena, &t->D_rate, d, err));
    MB_TRY(MB_TAKE(arena, &t->D_v, d, err));
    MB_TRY(MB_TAKE(arena, &t->D_q, d, err));
    MB_TRY(MB_TAKE(arena, &t->K, h, err));
    MB_TRY(MB_TAKE(arena, &t->K_v, h, err));
done:
    return status;
}
