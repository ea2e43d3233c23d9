/* SPDX-License-Identifier: MIT */
/* Functions of one variable: {of: s, pieces: ...} or {of: s, table: ..., kind: ...}. */
#include <math.h>
#include <string.h>

#include "problems/format/read/reader.h"
#include "problems/format/text/schema.h"

static bool read_pieces(mb_draft *r, mb_node *list, mb_formula *f)
{
    double *x;
    mb_expression *piece;
    int k = 0;

    if (MB_TAKE(r->arena, &x, (size_t)list->n, NULL) != MB_OK ||
        MB_TAKE(r->arena, &piece, (size_t)list->n, NULL) != MB_OK)
        return mb_no_memory(r);
    f->x = x;
    f->piece = piece;
    f->n = list->n;
    for (mb_node *node = list->first; node; node = node->next, k++) {
        if (node->kind != MB_NODE_LIST || node->n != 2)
            return mb_wrong(r, node, "a piece is [bound, expression]");
        if (!mb_read_with_infinity(r, node->first, &x[k]) ||
            !mb_read_piece(r, node->first->next, f->variable, &piece[k]))
            return false;
        if (k > 0 && !(x[k] > x[k - 1]))
            return mb_wrong(r, node->first, "bounds must ascend; %.9g is not above %.9g", x[k],
                            x[k - 1]);
        f->cost = piece[k].cost > f->cost ? piece[k].cost : f->cost;
        f->depth = piece[k].depth > f->depth ? piece[k].depth : f->depth;
        if (!node->next && x[k] != (double)INFINITY)
            return mb_wrong(r, node->first, "the last bound must be inf, so that all is covered");
    }
    return true;
}

static bool read_table(mb_draft *r, mb_node *list, mb_formula *f)
{
    const size_t n = (size_t)list->n;
    double *x, *y, *bend, *work;
    int k = 0;

    if (list->n < 2)
        return mb_wrong(r, list, "a table has two places at least");
    if (MB_TAKE(r->arena, &x, n, NULL) != MB_OK || MB_TAKE(r->arena, &y, n, NULL) != MB_OK ||
        MB_TAKE(r->arena, &bend, n, NULL) != MB_OK || MB_TAKE(r->arena, &work, n, NULL) != MB_OK)
        return mb_no_memory(r);
    for (mb_node *node = list->first; node; node = node->next, k++) {
        double pair[2];

        if (!mb_read_vector(r, node, 2, pair))
            return false;
        x[k] = pair[0];
        y[k] = pair[1];
        if (k > 0 && !(x[k] > x[k - 1]))
            return mb_wrong(r, node, "places must ascend; %.9g is not above %.9g", x[k], x[k - 1]);
    }
    mb_spline_bend(list->n, x, y, bend, work);
    f->n = list->n;
    f->x = x;
    f->y = y;
    f->bend = bend;
    f->cost = 1;
    return true;
}

bool mb_read_formula(mb_draft *r, mb_named_value *value)
{
    mb_node *node = mb_pick(r, value->member.node), *pieces, *table;
    int kind = 0;
    mb_formula *f;
    char what[96];

    snprintf(what, sizeof what, "function '%.63s'", value->member.name);
    if (!node || !mb_schema_check_keys(r->messages, node, what, mb_schema_function, NULL))
        return false;
    if (MB_TAKE(r->arena, &f, 1, NULL) != MB_OK)
        return mb_no_memory(r);
    pieces = mb_node_get(node, "pieces");
    table = mb_node_get(node, "table");
    if (!pieces == !table)
        return mb_wrong(r, node, "%s needs either 'pieces' or 'table'", what);
    if (pieces && mb_node_get(node, "kind"))
        return mb_wrong_key(r, mb_node_get(node, "kind"),
                            "'kind' is one of a table, not of pieces");
    if (!mb_read_word(r, node, "kind", "linear|spline", &kind))
        return false;
    f->name = value->member.name;
    f->variable = mb_node_get(node, "of")->text;
    if (!mb_is_identifier(f->variable) || mb_is_builtin(f->variable))
        return mb_wrong(r, mb_node_get(node, "of"),
                        "'%.63s' cannot be a variable; it is a name in "
                        "expressions",
                        f->variable);
    f->kind = pieces ? MB_FORMULA_PIECES : kind == 0 ? MB_FORMULA_LINEAR : MB_FORMULA_SPLINE;
    if (!(pieces ? read_pieces(r, pieces, f) : read_table(r, table, f)))
        return false;
    if (!mb_grow(r, &r->formula, &r->capacity.formula, r->m->nformulas, sizeof *r->formula))
        return false;
    f->index = r->m->nformulas;
    r->formula[r->m->nformulas++] = f;
    value->formula = f;
    return true;
}
