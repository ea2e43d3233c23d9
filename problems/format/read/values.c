/* SPDX-License-Identifier: MIT */
/* Numbers and laws, and what the names in them mean. */
#include <math.h>
#include <string.h>

#include "base/names.h"
#include "problems/format/read/reader.h"

/* Which names an expression knows beside values and points. */
typedef struct names {
    mb_draft *r;
    unsigned law;         /* bits of the law's variables */
    bool in_law;          /* t, x, v are names here */
    bool components;      /* so are components of outputs */
    const char *variable; /* the one of a formula, NULL: none */
} names;

/* Values that need each other are found one within the other, so deep at most. */
enum { NESTING = 200 };

static void meaning_error(mb_meaning *meaning, const char *text)
{
    meaning->kind = MB_MEANS_ERROR;
    snprintf(meaning->text, sizeof meaning->text, "%s", text);
}

static bool find_law_variable(const names *in, const char *name, mb_meaning *meaning)
{
    char text[128], list[16] = "";

    for (int i = 0; mb_law_variables[i]; i++) {
        if (strcmp(mb_law_variables[i], name) != 0)
            continue;
        if (!in->in_law) {
            snprintf(text, sizeof text, "'%s' is known in laws only", name);
            meaning_error(meaning, text);
            return true;
        }
        meaning->kind = MB_MEANS_VARIABLE;
        meaning->variable = i;
        if (in->law >> i & 1u)
            return true;
        for (int k = 0; mb_law_variables[k]; k++)
            if (in->law >> k & 1u)
                snprintf(list + strlen(list), sizeof list - strlen(list), "%s%s",
                         list[0] ? ", " : "", mb_law_variables[k]);
        snprintf(text, sizeof text, "'%s' is not known here; this law is one of %s", name, list);
        meaning_error(meaning, text);
        return true;
    }
    return false;
}

static bool find_value(mb_draft *r, int number);

static bool find_named_value(mb_draft *r, const char *name, mb_meaning *meaning)
{
    const int number = mb_name_table_find(&r->names, MB_NAMES_VALUES, name);
    char text[160];

    if (number < 0)
        return false;
    if (r->value[number].kind == MB_VALUE_IS_CHOICE) {
        snprintf(text, sizeof text, "'%s' is a choice of words; use it in 'when' and 'by'", name);
        meaning_error(meaning, text);
    } else if (!find_value(r, number)) {
        meaning_error(meaning, "");
    } else if (r->value[number].kind == MB_VALUE_IS_FORMULA) {
        meaning->kind = MB_MEANS_FUNCTION;
        meaning->function = r->value[number].formula;
    } else {
        meaning->kind = MB_MEANS_NUMBER;
        meaning->number = r->value[number].number;
    }
    return true;
}

static bool find_component(mb_draft *r, const char *name, const char *member, mb_meaning *meaning)
{
    char whole[2 * MB_FORMAT_NAME + 2];

    snprintf(whole, sizeof whole, "%s%s%s", name, *member ? "." : "", member);
    meaning->variable = mb_name_table_find(&r->names, MB_NAMES_COMPONENTS, whole);
    if (meaning->variable < 0)
        return false;
    meaning->kind = MB_MEANS_VARIABLE;
    return true;
}

static void find_point(mb_draft *r, const char *name, const char *member, mb_meaning *meaning)
{
    const int number = mb_name_table_find(&r->names, MB_NAMES_POINTS, name);
    const char *letters = r->m->spatial ? "xyz" : "xy";
    char text[160];

    if (number < 0)
        return;
    if (member[0] == '\0' || member[1] || !strchr(letters, member[0])) {
        snprintf(text, sizeof text, "'%s' is a point; say %s.x%s", name, name,
                 r->m->spatial ? ", .y or .z" : " or .y");
        meaning_error(meaning, text);
    } else if (!mb_find_point(r, number)) {
        meaning_error(meaning, "");
    } else {
        meaning->kind = MB_MEANS_NUMBER;
        meaning->number = r->point[number].x[member[0] - 'x'];
    }
}

static void find(void *data, const char *name, const char *member, mb_meaning *meaning)
{
    const names *in = data;
    mb_draft *r = in->r;

    if (in->components && find_component(r, name, member, meaning))
        return;
    if (*member) {
        find_point(r, name, member, meaning);
        return;
    }
    if (r->index && strcmp(r->index, name) == 0) {
        meaning->kind = MB_MEANS_NUMBER;
        meaning->number = r->at;
    } else if (in->variable && strcmp(in->variable, name) == 0) {
        meaning->kind = MB_MEANS_VARIABLE;
        meaning->variable = 0;
    } else if (!find_law_variable(in, name, meaning) && !find_named_value(r, name, meaning)) {
        find_point(r, name, member, meaning);
    }
}

static const char *nearest(void *data, const char *name)
{
    const names *in = data;
    const mb_draft *r = in->r;
    const char *list[MB_OP_COUNT + 16], *near;
    int n = 0;

    if (r->messages->more || !name[1]) /* of one letter any other is as near */
        return NULL;
    near = mb_name_table_nearest(&r->names, MB_NAMES_VALUES, name);
    if (near)
        list[n++] = near;
    near = mb_name_table_nearest(&r->names, MB_NAMES_POINTS, name);
    if (near)
        list[n++] = near;
    near = in->components ? mb_name_table_nearest(&r->names, MB_NAMES_COMPONENTS, name) : NULL;
    if (near)
        list[n++] = near;
    if (r->index)
        list[n++] = r->index;
    if (in->variable)
        list[n++] = in->variable;
    for (int code = MB_OP_SIN; code < MB_OP_COUNT; code++)
        list[n++] = mb_op_word((mb_op_code)code);
    list[n++] = "pi";
    list[n] = NULL;
    return mb_nearest(name, list);
}

/* ---- numbers -------------------------------------------------------------------------------- */

static bool told(mb_draft *r, const mb_node *node, const mb_expression_error *error)
{
    if (error->column < 0)
        return mb_no_memory(r);
    if (error->text[0])
        mb_wrong_at(r, node, error->column, "%s", error->text);
    return false;
}

bool mb_read_with_infinity(mb_draft *r, mb_node *node, double *x)
{
    names in = {.r = r};
    const mb_scope scope = {&in, find, nearest};
    mb_expression_error error;

    node = mb_pick(r, node);
    if (!node)
        return false;
    if (node->kind != MB_NODE_TEXT)
        return mb_wrong(r, node, "a number is wanted here, not %s", mb_node_kind_text(node));
    return mb_expression_number(node->text, &scope, &r->ops, x, &error) || told(r, node, &error);
}

bool mb_read_number(mb_draft *r, mb_node *node, double *x)
{
    double value;

    if (!mb_read_with_infinity(r, node, &value))
        return false;
    if (!isfinite(value))
        return mb_wrong(r, node, "a finite number is wanted here");
    *x = value;
    return true;
}

bool mb_read_key(mb_draft *r, const mb_node *mapping, const char *key, double *x)
{
    mb_node *node = mb_node_get(mapping, key);

    return !node || (!node->bad && mb_read_number(r, node, x));
}

bool mb_read_positive(mb_draft *r, const mb_node *mapping, const char *key, double *x)
{
    mb_node *node = mb_node_get(mapping, key);

    if (!node)
        return true;
    if (!mb_read_key(r, mapping, key, x))
        return false;
    return *x > 0.0 || mb_wrong(r, node, "%s is %.9g; it must be above 0", key, *x);
}

bool mb_read_vector(mb_draft *r, mb_node *node, int n, double *x)
{
    node = mb_pick(r, node);
    if (!node)
        return false;
    if (node->kind != MB_NODE_LIST)
        return mb_wrong(r, node, "a list of %d numbers is wanted here, not %s", n,
                        mb_node_kind_text(node));
    if (node->n != n)
        return mb_wrong(r, node, "%d numbers are wanted here, %d given", n, node->n);
    for (mb_node *child = node->first; child; child = child->next)
        if (!mb_read_number(r, child, x++))
            return false;
    return true;
}

/* ---- laws ----------------------------------------------------------------------------------- */

static bool parse(mb_draft *r, mb_node *node, names *in, mb_expression *e)
{
    const mb_scope scope = {in, find, nearest};
    mb_expression_error error;

    node = mb_pick(r, node);
    if (!node)
        return false;
    if (node->kind != MB_NODE_TEXT)
        return mb_wrong(r, node, "an expression is wanted here, not %s", mb_node_kind_text(node));
    return mb_expression_parse(node->text, &scope, &r->ops, r->arena, e, &error) ||
           told(r, node, &error);
}

static bool parse_new(mb_draft *r, mb_node *node, names *in, const mb_expression **law)
{
    mb_expression *e;

    if (MB_TAKE(r->arena, &e, 1, NULL) != MB_OK)
        return mb_no_memory(r);
    *law = e;
    return parse(r, node, in, e);
}

bool mb_read_law(mb_draft *r, mb_node *node, unsigned variables, const mb_expression **law)
{
    names in = {.r = r, .law = variables, .in_law = true};

    return parse_new(r, node, &in, law);
}

bool mb_read_piece(mb_draft *r, mb_node *node, const char *variable, mb_expression *e)
{
    names in = {.r = r, .variable = variable};

    return parse(r, node, &in, e);
}

bool mb_read_component_law(mb_draft *r, mb_node *node, const mb_expression **law)
{
    names in = {.r = r, .components = true};

    return parse_new(r, node, &in, law);
}

/* ---- values that wait ----------------------------------------------------------------------- */

/* Whether a value may be read now; a circle and too long a chain are told. */
static bool may_read(mb_draft *r, const mb_member *member, mb_found found)
{
    if (found == MB_READING)
        return mb_wrong_key(r, member->node, "'%s' depends on itself", member->name);
    if (r->nesting == NESTING)
        return mb_wrong_key(r, member->node,
                            "'%s' stands at the end of more than %d values that wait for each "
                            "other; put them in the order of use",
                            member->name, NESTING);
    return true;
}

static bool read_one_value(mb_draft *r, mb_named_value *value)
{
    if (value->kind == MB_VALUE_IS_FORMULA)
        return mb_read_formula(r, value);
    return mb_read_number(r, value->member.value, &value->number);
}

static bool find_value(mb_draft *r, int number)
{
    mb_named_value *value = &r->value[number];
    mb_context before;
    bool ok;

    if (value->found == MB_READ || value->found == MB_UNREADABLE)
        return value->found == MB_READ;
    if (value->member.node->bad)
        return false;
    if (!may_read(r, &value->member, value->found))
        return false;
    value->found = MB_READING;
    before = mb_enter_member(r, &value->member);
    r->nesting++;
    ok = read_one_value(r, value);
    r->nesting--;
    mb_leave_member(r, before);
    value->found = ok ? MB_READ : MB_UNREADABLE;
    value->member.node->bad = value->member.node->bad || !ok;
    return ok;
}

bool mb_find_point(mb_draft *r, int number)
{
    mb_named_point *point = &r->point[number];
    mb_context before;
    bool ok;

    if (point->found == MB_READ || point->found == MB_UNREADABLE)
        return point->found == MB_READ;
    if (point->member.node->bad)
        return false;
    if (!may_read(r, &point->member, point->found))
        return false;
    point->found = MB_READING;
    before = mb_enter_member(r, &point->member);
    r->nesting++;
    ok = mb_read_world_place(r, point->member.value, point->x);
    r->nesting--;
    mb_leave_member(r, before);
    point->found = ok ? MB_READ : MB_UNREADABLE;
    point->member.node->bad = point->member.node->bad || !ok;
    return ok;
}

void mb_read_values(mb_draft *r)
{
    for (int i = 0; i < r->nvalues && r->status == MB_OK; i++)
        find_value(r, i);
    for (int i = 0; i < r->npoints && r->status == MB_OK; i++)
        mb_find_point(r, i);
}
