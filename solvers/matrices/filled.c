/* SPDX-License-Identifier: MIT */
/* AMD for little fill; then the same fill in a lower tree: reverse maximum cardinality search of a
 * filled graph eliminates it without further fill wherever the search starts (Tarjan & Yannakakis,
 * SIAM J. Comput. 13 (1984) 566), and from the middle of the longest path all paths are short. */
#include "solvers/matrices/filled.h"

#include <amd.h>
#include <limits.h>
#include <string.h>

/* start (n + 2), counts of item i in start[i + 2], becomes the first places, one ahead: adding to
 * start[i + 1] while filling leaves start as it is meant. */
static void sum_up(int *start, int n)
{
    for (int i = 0; i < n; i++)
        start[i + 2] += start[i + 1];
}

/* Entries of A left of the diagonal, row by row in the order of elimination */
static mb_status rows_of(const mb_pattern *a, const int *number, mb_arena *work, int **first,
                         int **column, mb_error *err)
{
    mb_status status = MB_OK;
    int *start, *col;

    MB_TRY(MB_TAKE(work, &start, (size_t)a->ncol + 2, err));
    MB_TRY(MB_TAKE(work, &col, (size_t)a->nnz, err));
    for (int pass = 0; pass < 2; pass++) {
        for (int j = 0; j < a->ncol; j++)
            for (int k = a->start[j]; k < a->start[j + 1]; k++) {
                const int p = number[a->row[k]], q = number[j], hi = p > q ? p : q;

                if (p == q)
                    continue;
                if (pass == 0)
                    start[hi + 2]++;
                else
                    col[start[hi + 1]++] = p + q - hi;
            }
        if (pass == 0)
            sum_up(start, a->ncol);
    }
    *first = start;
    *column = col;
done:
    return status;
}

/* Pattern of L in the order `filled->order`: row i of L is what the paths of the tree meet that lead
 * from the columns of row i of A towards i (Davis, Direct Methods for Sparse Linear Systems, 4.2) */
static mb_status fill(const mb_pattern *a, mb_arena *work, mb_filled *f, mb_error *err)
{
    const int n = a->ncol;
    int *first, *column, *seen, *at;
    long long total = 0;
    mb_status status = MB_OK;

    f->n = n;
    MB_TRY(MB_TAKE(work, &f->number, (size_t)n, err));
    MB_TRY(MB_TAKE(work, &f->parent, (size_t)n, err));
    MB_TRY(MB_TAKE(work, &f->start, (size_t)n + 1, err));
    MB_TRY(MB_TAKE(work, &seen, (size_t)n, err));
    MB_TRY(MB_TAKE(work, &at, (size_t)n, err));
    for (int k = 0; k < n; k++)
        f->number[f->order[k]] = k;
    MB_TRY(rows_of(a, f->number, work, &first, &column, err));
    for (int i = 0; i < n; i++) {
        f->parent[i] = -1;
        seen[i] = i;
        for (int p = first[i]; p < first[i + 1]; p++)
            for (int j = column[p]; seen[j] != i; j = f->parent[j]) {
                if (f->parent[j] < 0)
                    f->parent[j] = i;
                f->start[j + 1]++;
                total++;
                seen[j] = i;
            }
    }
    if (total > INT_MAX)
        return mb_fail(err, MB_NO_MEMORY, "a factor of order %d has more than %d entries", n,
                       INT_MAX);
    MB_TRY(MB_TAKE(work, &f->row, (size_t)total, err));
    for (int j = 0; j < n; j++) {
        f->start[j + 1] += f->start[j];
        at[j] = f->start[j];
    }
    for (int i = 0; i < n; i++) {
        seen[i] = i;
        for (int p = first[i]; p < first[i + 1]; p++)
            for (int j = column[p]; seen[j] != i; j = f->parent[j]) {
                f->row[at[j]++] = i;
                seen[j] = i;
            }
    }
done:
    return status;
}

/* Branches of a tree below its vertices */
typedef struct branches {
    int *high, *second; /* (n) heights of the tallest one and of the next */
    int *tall;          /* (n) child in the tallest */
    int *top;           /* (n) where the longest path turns; -1: no vertex below has been seen */
} branches;

static int longest(const branches *b, int j)
{
    return b->high[j] + b->second[j];
}

static void add_branch(branches *b, int parent, int child)
{
    const int h = b->high[child] + 1;

    if (b->top[parent] < 0 || longest(b, b->top[parent]) < longest(b, b->top[child]))
        b->top[parent] = b->top[child];
    if (h > b->high[parent]) {
        b->second[parent] = b->high[parent];
        b->high[parent] = h;
        b->tall[parent] = child;
    } else if (h > b->second[parent]) {
        b->second[parent] = h;
    }
}

/* The middle of the longest path of each tree, at the root of the tree (n) */
static mb_status middles(const mb_filled *f, mb_arena *work, int *middle, mb_error *err)
{
    branches b;
    mb_status status = MB_OK;

    MB_TRY(MB_TAKE(work, &b.high, (size_t)f->n, err));
    MB_TRY(MB_TAKE(work, &b.second, (size_t)f->n, err));
    MB_TRY(MB_TAKE(work, &b.tall, (size_t)f->n, err));
    MB_TRY(MB_TAKE(work, &b.top, (size_t)f->n, err));
    memset(b.top, -1, (size_t)f->n * sizeof *b.top);
    for (int j = 0; j < f->n; j++) {
        if (b.top[j] < 0 || longest(&b, b.top[j]) < longest(&b, j))
            b.top[j] = j;
        if (f->parent[j] >= 0) {
            add_branch(&b, f->parent[j], j);
            continue;
        }
        middle[j] = b.top[j];
        for (int steps = (b.high[b.top[j]] - b.second[b.top[j]]) / 2; steps > 0; steps--)
            middle[j] = b.tall[middle[j]];
    }
done:
    return status;
}

/* Vertices by the number of their neighbours that the search has met */
typedef struct queue {
    int *head;        /* (n + 1) of each number */
    int *next, *last; /* (n) neighbours in the list */
    int *met;         /* (n); -1: met itself */
    int most;         /* no vertex has more */
} queue;

static void leave(queue *u, int j)
{
    if (u->last[j] >= 0)
        u->next[u->last[j]] = u->next[j];
    else if (u->head[u->met[j]] == j)
        u->head[u->met[j]] = u->next[j];
    if (u->next[j] >= 0)
        u->last[u->next[j]] = u->last[j];
}

static void enter(queue *u, int j)
{
    const int number = u->met[j];

    u->last[j] = -1;
    u->next[j] = u->head[number];
    if (u->next[j] >= 0)
        u->last[u->next[j]] = j;
    u->head[number] = j;
    if (number > u->most)
        u->most = number;
}

/* The vertex of the tree that is searched of which most neighbours have been met; -1: none is left */
static int take_most(queue *u)
{
    while (u->most > 0 && u->head[u->most] < 0)
        u->most--;
    return u->most > 0 ? u->head[u->most] : -1;
}

static void meet(queue *u, const mb_filled *f, const int *before, const int *column, int j)
{
    if (u->met[j] > 0)
        leave(u, j);
    u->met[j] = -1;
    for (int side = 0; side < 2; side++) {
        const int *start = side ? before : f->start, *list = side ? column : f->row;

        for (int k = start[j]; k < start[j + 1]; k++) {
            const int i = list[k];

            if (u->met[i] < 0)
                continue;
            if (u->met[i] > 0)
                leave(u, i);
            u->met[i]++;
            enter(u, i);
        }
    }
}

/* The order of the filled graph that ends in the middle of each tree, without more fill */
static mb_status turn(const mb_filled *f, mb_arena *work, int *order, mb_error *err)
{
    const mb_pattern L = {
        .nrow = f->n, .ncol = f->n, .nnz = f->start[f->n], .start = f->start, .row = f->row};
    mb_pattern rows;
    const int *map;
    int *middle, end = f->n;
    queue u = {0};
    mb_status status = MB_OK;

    MB_TRY(MB_TAKE(work, &middle, (size_t)f->n, err));
    MB_TRY(middles(f, work, middle, err));
    MB_TRY(mb_pattern_transpose(&L, work, &rows, &map, err));
    MB_TRY(MB_TAKE(work, &u.head, (size_t)f->n + 1, err));
    MB_TRY(MB_TAKE(work, &u.next, (size_t)f->n, err));
    MB_TRY(MB_TAKE(work, &u.last, (size_t)f->n, err));
    MB_TRY(MB_TAKE(work, &u.met, (size_t)f->n, err));
    for (int i = 0; i <= f->n; i++)
        u.head[i] = -1;
    for (int root = 0; root < f->n; root++)
        for (int j = f->parent[root] < 0 ? middle[root] : -1; j >= 0; j = take_most(&u)) {
            order[--end] = f->order[j];
            meet(&u, f, rows.start, rows.row, j);
        }
done:
    return status;
}

/* The same elimination with every column right after those of its branch */
static mb_status postorder(const mb_filled *f, mb_arena *work, int *order, mb_error *err)
{
    int *child, *next, k = 0; /* first child that is left, next child of the same parent */
    mb_status status = MB_OK;

    MB_TRY(MB_TAKE(work, &child, (size_t)f->n, err));
    MB_TRY(MB_TAKE(work, &next, (size_t)f->n, err));
    memset(child, -1, (size_t)f->n * sizeof *child);
    for (int j = f->n - 1; j >= 0; j--)
        if (f->parent[j] >= 0) {
            next[j] = child[f->parent[j]];
            child[f->parent[j]] = j;
        }
    for (int root = 0; root < f->n; root++)
        for (int j = f->parent[root] < 0 ? root : -1; j >= 0;) {
            const int below = child[j];

            if (below >= 0) {
                child[j] = next[below];
                j = below;
                continue;
            }
            order[k++] = f->order[j];
            j = f->parent[j];
        }
done:
    return status;
}

/* The graph of the first nv variables in which those of a row meet each other: lower triangle */
static mb_status without_rows(const mb_pattern *a, int nv, mb_arena *work, mb_pattern *result,
                              mb_error *err)
{
    mb_pattern_builder *builder = mb_pattern_begin(nv, nv);
    mb_pattern t;
    const int *map;
    mb_status status = mb_pattern_transpose(a, work, &t, &map, err);

    for (int j = 0; j < nv; j++)
        for (int k = a->start[j]; k < a->start[j + 1] && a->row[k] < nv; k++)
            mb_pattern_add(builder, a->row[k], j);
    for (int i = nv; i < a->ncol && status == MB_OK; i++)
        for (int k = t.start[i]; k < t.start[i + 1]; k++)
            for (int l = k; l < t.start[i + 1] && t.row[k] < nv && t.row[l] < nv; l++)
                mb_pattern_add(builder, t.row[l], t.row[k]);
    if (status == MB_OK)
        return mb_pattern_end(builder, work, result, err);
    mb_pattern_end(builder, work, result, NULL);
    return status;
}

static mb_status fill_low(const mb_pattern *pattern, mb_arena *work, mb_filled *filled,
                          mb_error *err);

/* The order of the first nv variables, each followed by the rows whose last one it is */
static mb_status fill_rows(const mb_pattern *a, int nv, mb_arena *work, mb_filled *filled,
                           mb_error *err)
{
    mb_filled few = {0}, all = {0};
    mb_pattern graph;
    int *last, n = 0; /* place of the last variable that a row meets; -1: none */
    mb_status status = MB_OK;

    MB_TRY(without_rows(a, nv, work, &graph, err));
    MB_TRY(fill_low(&graph, work, &few, err));
    MB_TRY(MB_TAKE(work, &last, (size_t)a->ncol, err));
    MB_TRY(MB_TAKE(work, &all.order, (size_t)a->ncol, err));
    MB_TRY(MB_TAKE(work, &filled->order, (size_t)a->ncol, err));
    for (int p = 0; p < nv; p++)
        for (int j = few.order[p], k = a->start[j]; k < a->start[j + 1]; k++)
            if (a->row[k] >= nv)
                last[a->row[k]] = p;
    for (int p = 0; p < nv; p++) {
        const int j = few.order[p];

        all.order[n++] = j;
        for (int k = a->start[j]; k < a->start[j + 1]; k++)
            if (a->row[k] >= nv && last[a->row[k]] == p)
                all.order[n++] = a->row[k];
    }
    if (n < a->ncol)
        return mb_fail(err, MB_SINGULAR, "a row of D is empty");
    MB_TRY(fill(a, work, &all, err));
    MB_TRY(postorder(&all, work, filled->order, err));
    MB_TRY(fill(a, work, filled, err));
done:
    return status;
}

mb_status mb_fill_low(const mb_pattern *pattern, int rows, mb_arena *work, mb_filled *filled,
                      mb_error *err)
{
    return rows > 0 ? fill_rows(pattern, pattern->ncol - rows, work, filled, err)
                    : fill_low(pattern, work, filled, err);
}

static mb_status fill_low(const mb_pattern *pattern, mb_arena *work, mb_filled *filled,
                          mb_error *err)
{
    const size_t n = (size_t)pattern->ncol;
    mb_filled least = {0}, low = {0};
    mb_status status = MB_OK;

    MB_TRY(MB_TAKE(work, &least.order, n, err));
    MB_TRY(MB_TAKE(work, &low.order, n, err));
    MB_TRY(MB_TAKE(work, &filled->order, n, err));
    if (n > 0 &&
        amd_order(pattern->ncol, pattern->start, pattern->row, least.order, NULL, NULL) < AMD_OK)
        return mb_fail(err, MB_NO_MEMORY, "AMD: no memory for the order of elimination");
    MB_TRY(fill(pattern, work, &least, err));
    MB_TRY(turn(&least, work, low.order, err));
    MB_TRY(fill(pattern, work, &low, err));
    MB_TRY(postorder(&low, work, filled->order, err));
    MB_TRY(fill(pattern, work, filled, err));
done:
    return status;
}
