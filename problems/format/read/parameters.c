/* SPDX-License-Identifier: MIT */
/* Parameters: what a run may set. */
#include <ctype.h>
#include <math.h>
#include <string.h>

#include "base/text.h"
#include "problems/format/read/reader.h"
#include "problems/format/text/schema.h"

static bool read_choice(mb_draft *r, mb_node *list, mb_param *p)
{
    char words[MB_SPEC_SIZE] = "";
    size_t n = 0;

    if (list->kind != MB_NODE_LIST || !list->first)
        return mb_wrong(r, list, "a choice is a list of words, the default first");
    for (mb_node *word = list->first; word; word = word->next) {
        if (word->kind != MB_NODE_TEXT || !word->text[0] || strpbrk(word->text, "|,=:"))
            return mb_wrong(r, word, "a choice is a list of words without | , = and :");
        for (mb_node *other = list->first; other != word; other = other->next)
            if (strcmp(other->text, word->text) == 0)
                return mb_wrong(r, word, "the word '%.63s' stands twice", word->text);
        n += (size_t)snprintf(words + n, sizeof words - n, "%s%s", n ? "|" : "", word->text);
        if (n >= sizeof words / 2)
            return mb_wrong(r, word, "too many words");
    }
    p->kind = MB_CHOICE;
    p->choices = mb_keep(r, words);
    return p->choices != NULL;
}

static bool check_range(mb_draft *r, const mb_node *node, const mb_param *p)
{
    if (p->kind == MB_INTEGER && p->value != floor(p->value))
        return mb_wrong(r, node, "%s = %.9g must be an integer", p->name, p->value);
    if (p->min == 0.0 && p->max == 0.0)
        return true;
    if (p->value < p->min)
        return mb_wrong(r, node, "%s = %.9g is below its least, %.9g", p->name, p->value, p->min);
    if (p->value > p->max)
        return mb_wrong(r, node, "%s = %.9g is above its largest, %.9g", p->name, p->value, p->max);
    return true;
}

static bool read_range(mb_draft *r, mb_node *node, mb_param *p)
{
    mb_node *value = mb_node_get(node, "value");
    const bool limited = mb_node_get(node, "min") || mb_node_get(node, "max");
    bool integer = false;

    if (!value)
        return mb_wrong(r, node, "parameter '%s' needs 'value' or 'choice'", p->name);
    if (limited) {
        p->min = -(double)INFINITY;
        p->max = (double)INFINITY;
    }
    if (!mb_read_number(r, value, &p->value) || !mb_read_key(r, node, "min", &p->min) ||
        !mb_read_key(r, node, "max", &p->max))
        return false;
    if (mb_node_get(node, "integer") && !mb_read_yes(r, mb_node_get(node, "integer"), &integer))
        return false;
    p->kind = integer ? MB_INTEGER : MB_REAL;
    if (limited && !(p->min < p->max))
        return mb_wrong(r, node, "the least value of '%s' must be below the largest", p->name);
    return check_range(r, value, p);
}

bool mb_is_identifier(const char *name)
{
    for (const char *c = name; *c; c++)
        if (!isalnum((unsigned char)*c) && *c != '_')
            return false;
    return isalpha((unsigned char)*name);
}

bool mb_is_builtin(const char *name)
{
    for (int code = MB_OP_SIN; code < MB_OP_COUNT; code++)
        if (strcmp(name, mb_op_word((mb_op_code)code)) == 0)
            return true;
    return strcmp(name, "pi") == 0 || strcmp(name, "inf") == 0;
}

bool mb_is_reserved(const char *name)
{
    for (int i = 0; mb_law_variables[i]; i++)
        if (strcmp(name, mb_law_variables[i]) == 0)
            return true;
    return mb_is_builtin(name);
}

/* A new value of a name that expressions can use; NULL: error. */
static mb_named_value *add_value(mb_draft *r, const mb_member *member)
{
    char base[MB_FORMAT_NAME];

    snprintf(base, sizeof base, "%.*s", (int)strcspn(member->name, "("), member->name);
    if (!mb_is_identifier(base)) {
        mb_wrong_key(r, member->node,
                     "'%s' cannot stand in an expression; a name there has letters, digits and _ "
                     "and begins with a letter",
                     base);
        return NULL;
    }
    if (mb_is_reserved(base)) {
        mb_wrong_key(r, member->node, "'%s' is reserved: it has a meaning in expressions", base);
        return NULL;
    }
    if (!mb_grow(r, &r->value, &r->capacity.value, r->nvalues, sizeof *r->value) ||
        !mb_add_name(r, MB_NAMES_VALUES, member, r->nvalues))
        return NULL;
    r->value[r->nvalues] = (mb_named_value){.member = *member};
    return &r->value[r->nvalues++];
}

static bool declare(mb_draft *r, mb_node *node, int i, mb_param *p)
{
    const mb_member member = {.name = node->key, .node = node};
    mb_node *choice = mb_node_get(node, "choice");
    char what[96];
    mb_named_value *value;

    snprintf(what, sizeof what, "parameter '%.63s'", node->key);
    *p = (mb_param){.name = node->key, .unit = choice ? "" : "1", .doc = ""};
    if (!mb_schema_check_keys(r->messages, node, what, mb_schema_parameter, NULL))
        return false;
    if (strlen(node->key) >= MB_FORMAT_NAME)
        return mb_wrong_key(r, node, "a name of more than %d characters", MB_FORMAT_NAME - 1);
    if (!mb_read_unit(r, node, &p->unit) || !mb_read_text(r, node, "doc", &p->doc) ||
        !(choice ? read_choice(r, choice, p) : read_range(r, node, p)))
        return false;
    value = add_value(r, &member);
    if (!value)
        return false;
    value->found = MB_READ;
    value->kind = choice ? MB_VALUE_IS_CHOICE : MB_VALUE_IS_NUMBER;
    value->number = r->m->values.value[i] = p->value;
    value->param = p;
    return true;
}

/* Words of a choice: "a|b|c" */
typedef struct words {
    char text[MB_SPEC_SIZE];
    bool joint; /* joint coordinates are among them */
} words;

static bool has_word(const char *text, const char *word)
{
    const size_t n = strlen(word);

    for (; text; text = strchr(text, '|') ? strchr(text, '|') + 1 : NULL)
        if (strncmp(text, word, n) == 0 && (text[n] == '|' || !text[n]))
            return true;
    return false;
}

/* Adds a word that is not there yet; false where there is no room, or no word. */
static bool offer(words *w, const char *word)
{
    if (!word || strlen(w->text) + strlen(word) + 2 > sizeof w->text)
        return false;
    if (!has_word(w->text, word))
        mb_join(w->text, sizeof w->text, "|", word);
    return true;
}

/* The kinds of a list; false: what is wrong is told where the list is read. */
static bool offer_list(words *w, const mb_node *list)
{
    for (const mb_node *kind = list->first; kind; kind = kind->next) {
        const mb_node *named = kind->kind == MB_NODE_MAPPING ? kind->first : NULL;
        const mb_node *of = named ? named : kind;

        if (!offer(w, named ? named->key : of->kind == MB_NODE_TEXT ? of->text : NULL))
            return false;
        w->joint = w->joint || (of->kind == MB_NODE_TEXT && strcmp(of->text, "joint") == 0);
    }
    return true;
}

/* Lists among which a parameter picks, the first of each being what is meant by `default` */
static bool offer_picked(words *w, const mb_node *lists)
{
    bool ok = offer(w, "default");

    for (const mb_node *list = lists->first; ok && list; list = list->next)
        ok = list->kind != MB_NODE_LIST || offer_list(w, list);
    return ok;
}

/* The kinds of a file that lists none: all of its dimension, where it tells that */
static bool offer_all(words *w, const mb_draft *r)
{
    const mb_node *dimension = mb_node_get(r->root, "dimension");

    if (!dimension || dimension->kind != MB_NODE_TEXT)
        return offer(w, "default");
    return offer(w, strcmp(dimension->text, "planar") == 0 ? "reference-point|natural|mixed"
                                                           : "body|euler|natural");
}

/* The parameter `coordinates`, first of all, of a file that has none of its own of that name: the
 * kinds that it lists, and joint coordinates, which every mechanism has. */
static bool offer_coordinates(mb_draft *r, const mb_node *section, mb_param *p, int *n)
{
    const mb_node *list = mb_node_get(r->root, "coordinates");
    words w = {.joint = false};
    bool ok;

    if (section && (section->n >= MB_MAX_PARAMS || mb_node_get(section, "coordinates")))
        return true;
    if (list && list->kind == MB_NODE_LIST)
        ok = offer_list(&w, list);
    else if (list && list->kind == MB_NODE_MAPPING)
        ok = offer_picked(&w, list);
    else
        ok = offer_all(&w, r);
    if (!ok || (!w.joint && !offer(&w, "joint")))
        return true;
    *p = (mb_param){.name = "coordinates", .kind = MB_CHOICE, .unit = ""};
    p->doc = "kind of coordinates";
    p->choices = mb_keep(r, w.text);
    *n = 1;
    return p->choices != NULL;
}

bool mb_read_parameters(mb_draft *r, const char *given)
{
    mb_node *section = mb_node_get(r->root, "parameters");
    mb_plain_mechanism *m = r->m;
    int n = 0, first;
    bool ok;

    if (MB_TAKE(r->arena, &r->param, MB_MAX_PARAMS + 1, NULL) != MB_OK)
        return mb_no_memory(r);
    m->params = r->param;
    ok = offer_coordinates(r, section, r->param, &n);
    first = n;
    if (section && section->kind == MB_NODE_MAPPING)
        for (mb_node *node = section->first; node && r->status == MB_OK; node = node->next, n++) {
            if (n == MB_MAX_PARAMS)
                return mb_wrong_key(r, node, "more than %d parameters", MB_MAX_PARAMS);
            ok = declare(r, node, n, &r->param[n]) && ok;
        }
    if (!ok || r->messages->nerrors)
        return ok;
    r->status = mb_values_parse(m->name, m->params, given ? given : "", &m->values, r->err);
    if (r->status != MB_OK)
        return false;
    for (int i = first; i < n; i++)
        r->value[i - first].number = m->values.value[i];
    return true;
}

/* ---- constants, functions, points ----------------------------------------------------------- */

static void declare_constant(mb_draft *r, const mb_member *member)
{
    add_value(r, member);
}

static void declare_formula(mb_draft *r, const mb_member *member)
{
    mb_named_value *value = add_value(r, member);

    if (value)
        value->kind = MB_VALUE_IS_FORMULA;
}

static void declare_point(mb_draft *r, const mb_member *member)
{
    if (!mb_grow(r, &r->point, &r->capacity.point, r->npoints, sizeof *r->point) ||
        !mb_add_name(r, MB_NAMES_POINTS, member, r->npoints))
        return;
    r->point[r->npoints++] = (mb_named_point){.member = *member};
}

void mb_declare_values(mb_draft *r)
{
    mb_each_member(r, mb_node_get(r->root, "constants"), declare_constant);
    mb_each_member(r, mb_node_get(r->root, "functions"), declare_formula);
    mb_each_member(r, mb_node_get(r->root, "points"), declare_point);
}
