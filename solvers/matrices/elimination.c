/* SPDX-License-Identifier: MIT */
#include "solvers/matrices/elimination.h"

#include <limits.h>
#include <stdbool.h>
#include <stdlib.h>

#include "solvers/matrices/filled.h"

/* A block, with its places in the lists */
typedef struct block {
    int width, below;
    int height;     /* of its branch of the tree */
    int index;      /* in postorder */
    int head, tail; /* its columns in `filled`, by plan.next */
    int first;      /* its first column */
    int at, row;    /* in L, in the list of rows */
} block;

/* What is being planned; blocks in their final order, columns by their final numbers */
typedef struct plan {
    const mb_filled *filled;
    mb_arena *work;
    int nblocks;
    block *block; /* (nblocks) */
    int *of;      /* (n) block of a column */
    int *next;    /* (n) column of `filled` after this one in its block */
    int *number;  /* (n) final number of a column of `filled` */
    int *row;
} plan;

static int below(const mb_filled *f, int j)
{
    return f->start[j + 1] - f->start[j];
}

/* Whether column j of L is column j - 1 without its first entry */
static bool goes_on(const mb_filled *f, int j)
{
    return f->parent[j - 1] == j && below(f, j - 1) == below(f, j) + 1;
}

/* Columns of one pattern to blocks, in postorder */
static mb_status join(plan *p, mb_error *err)
{
    const mb_filled *f = p->filled;
    mb_status status = MB_OK;

    MB_TRY(MB_TAKE(p->work, &p->block, (size_t)f->n, err));
    MB_TRY(MB_TAKE(p->work, &p->of, (size_t)f->n, err));
    MB_TRY(MB_TAKE(p->work, &p->next, (size_t)f->n, err));
    for (int j = 0; j < f->n; j++) {
        block *b = p->block + p->nblocks - 1;

        if (j == 0 || b->width == MB_WIDEST_BLOCK || !goes_on(f, j)) {
            b = p->block + p->nblocks;
            *b = (block){.index = p->nblocks++, .head = j};
        } else {
            p->next[j - 1] = j;
        }
        b->tail = j;
        b->width++;
        b->below = below(f, j);
        p->of[j] = b->index;
    }
done:
    return status;
}

/* Instructions of a block in a factorisation and two solutions, on pairs of numbers, and as many again
 * for moving its values as make up for them where the matrix leaves the caches */
static double cost(int width, int below)
{
    const double w = width, r = below, inner = w * (w - 1.0) / 2.0;

    return 73.0 + 24.0 * w + 12.0 * inner + w * (w * w - 1.0) / 2.0 + 6.0 * w * (w + r) +
           r * (19.0 + 16.0 * w + 2.0 * inner) + r * (r + 1.0) / 2.0 * (6.0 + 3.0 * w);
}

/* Blocks joined to the blocks that they wait with, where the zeros that come into L cost less than
 * one block more; the others by their height in the tree */
static void amalgamate(plan *p)
{
    const mb_filled *f = p->filled;
    int kept = 0;

    for (block *b = p->block; b < p->block + p->nblocks; b++) {
        const int up = f->parent[b->tail];
        block *parent;

        if (up < 0)
            continue;
        parent = p->block + p->of[up];
        if (b->width + parent->width > MB_WIDEST_BLOCK ||
            cost(b->width + parent->width, parent->below) >
                cost(b->width, b->below) + cost(parent->width, parent->below)) {
            parent->height = b->height >= parent->height ? b->height + 1 : parent->height;
            continue;
        }
        p->next[b->tail] = parent->head;
        parent->head = b->head;
        parent->width += b->width;
        parent->height = b->height > parent->height ? b->height : parent->height;
        b->width = 0;
    }
    for (int i = 0; i < p->nblocks; i++)
        if (p->block[i].width > 0)
            p->block[kept++] = p->block[i];
    p->nblocks = kept;
}

static int compare(const void *a, const void *b)
{
    const block *x = a, *y = b;

    if (x->height != y->height)
        return x->height < y->height ? -1 : 1;
    if (x->width != y->width)
        return x->width < y->width ? -1 : 1;
    if (x->below != y->below)
        return x->below < y->below ? -1 : 1;
    return x->index < y->index ? -1 : x->index > y->index;
}

/* Blocks by height, the columns numbered anew */
static mb_status by_height(plan *p, mb_arena *arena, mb_elimination *e, mb_error *err)
{
    const mb_filled *f = p->filled;
    long long size = 0, targets = 0, rows = 0;
    int column = 0, *order;
    mb_status status = MB_OK;

    MB_TRY(MB_TAKE(p->work, &p->number, (size_t)f->n, err));
    MB_TRY(MB_TAKE(arena, &order, (size_t)f->n, err));
    if (p->nblocks > 0)
        qsort(p->block, (size_t)p->nblocks, sizeof *p->block, compare);
    for (int i = 0; i < p->nblocks; i++) {
        block *b = p->block + i;

        b->first = column;
        b->at = (int)size;
        b->row = (int)rows;
        for (int j = b->head; column < b->first + b->width; j = p->next[j], column++) {
            order[column] = f->order[j];
            p->number[j] = column;
            p->of[column] = i;
        }
        size += MB_BLOCK_SIZE((long long)b->width, b->below);
        rows += b->below;
        targets += (long long)b->below * (b->below + 1) / 2;
        if (size > INT_MAX || targets > INT_MAX)
            return mb_fail(err, MB_NO_MEMORY, "a factor of order %d has more than %d entries", f->n,
                           INT_MAX);
        e->longest = b->below > e->longest ? b->below : e->longest;
    }
    e->n = f->n;
    e->size = (int)size;
    e->nrows = (int)rows;
    e->ntargets = (int)targets;
    e->order = order;
done:
    return status;
}

static mb_status find_runs(const plan *p, mb_arena *arena, mb_elimination *e, mb_error *err)
{
    const block *b = p->block;
    mb_block_run *run;
    mb_status status = MB_OK;

    for (int i = 0; i < p->nblocks; i++)
        e->nruns += i == 0 || b[i].width != b[i - 1].width || b[i].below != b[i - 1].below;
    MB_TRY(MB_TAKE(arena, &run, (size_t)e->nruns, err));
    e->run = run;
    for (int i = 0; i < p->nblocks; i++) {
        if (i == 0 || b[i].width != b[i - 1].width || b[i].below != b[i - 1].below)
            *run++ = (mb_block_run){b[i].width, b[i].below, 0};
        run[-1].count++;
    }
done:
    return status;
}

static mb_status list_rows(plan *p, mb_arena *arena, mb_elimination *e, mb_error *err)
{
    const mb_filled *f = p->filled;
    mb_status status = MB_OK;

    MB_TRY(MB_TAKE(arena, &p->row, (size_t)e->nrows, err));
    e->row = p->row;
    /* rows stand on one path to the root, on which the new numbers ascend as the old ones */
    for (int i = 0; i < p->nblocks; i++) {
        const block *b = p->block + i;

        for (int k = 0; k < b->below; k++)
            p->row[b->row + k] = p->number[f->row[f->start[b->tail] + k]];
    }
done:
    return status;
}

/* Position in L of (i, j), i >= j; *from: a row of the block of j that is at or before i, moved on to
 * it */
static int position(const plan *p, int i, int j, int *from)
{
    const block *b = p->block + p->of[j];
    const int column = j - b->first;
    int first;

    if (i - b->first < b->width)
        return b->at + column * b->width + i - b->first;
    while (p->row[b->row + *from] != i)
        ++*from;
    first = *from / 4 * 4;
    return b->at + (b->width + first) * b->width + (b->below - first > 2 ? 4 : 2) * column + *from -
           first;
}

static mb_status list_targets(const plan *p, mb_arena *arena, mb_elimination *e, mb_error *err)
{
    int *target;
    mb_status status = MB_OK;

    MB_TRY(MB_TAKE(arena, &target, (size_t)e->ntargets, err));
    e->target = target;
    for (int s = 0; s < p->nblocks; s++) {
        const block *b = p->block + s;
        const int *row = p->row + b->row;

        for (int j = 0; j < b->below; j++)
            for (int i = j, from = 0; i < b->below; i++)
                target[i * (i + 1) / 2 + j] = position(p, row[i], row[j], &from);
        target += b->below * (b->below + 1) / 2;
    }
done:
    return status;
}

static mb_status list_places(const plan *p, const mb_pattern *pattern, mb_arena *arena,
                             mb_elimination *e, mb_error *err)
{
    int *place;
    mb_status status = MB_OK;

    MB_TRY(MB_TAKE(arena, &place, (size_t)pattern->nnz, err));
    e->place = place;
    for (int j = 0; j < pattern->ncol; j++)
        for (int k = pattern->start[j]; k < pattern->start[j + 1]; k++) {
            const int a = p->number[p->filled->number[pattern->row[k]]];
            const int b = p->number[p->filled->number[j]];
            int from = 0;

            place[k] = position(p, a > b ? a : b, a > b ? b : a, &from);
        }
done:
    return status;
}

/* Rows as variables of the matrix, where all that needed their numbers in the order is found */
static void name_rows(plan *p, const mb_elimination *e)
{
    for (int k = 0; k < e->nrows; k++)
        p->row[k] = e->order[p->row[k]];
}

mb_status mb_elimination_plan(const mb_pattern *pattern, int rows, mb_arena *arena,
                              mb_elimination *e, mb_error *err)
{
    mb_arena *work = mb_arena_create();
    mb_filled filled = {0};
    plan p = {.filled = &filled, .work = work};
    mb_status status = MB_OK;

    if (!work)
        return mb_fail(err, MB_NO_MEMORY, "no memory to plan an elimination");
    MB_TRY(mb_fill_low(pattern, rows, work, &filled, err));
    MB_TRY(join(&p, err));
    amalgamate(&p);
    MB_TRY(by_height(&p, arena, e, err));
    MB_TRY(find_runs(&p, arena, e, err));
    MB_TRY(list_rows(&p, arena, e, err));
    MB_TRY(list_targets(&p, arena, e, err));
    MB_TRY(list_places(&p, pattern, arena, e, err));
    name_rows(&p, e);
done:
    mb_arena_destroy(work);
    return status;
}
