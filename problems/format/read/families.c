/* SPDX-License-Identifier: MIT */
/* Names, families, choices. */
#include <ctype.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "base/names.h"
#include "problems/format/read/reader.h"

bool mb_is_name(const char *name)
{
    if (!isalpha((unsigned char)*name))
        return false;
    for (; *name; name++)
        if (!isalnum((unsigned char)*name) && !strchr(" _-.'", *name))
            return false;
    return true;
}

static bool check_name(mb_draft *r, const mb_node *node, const char *name)
{
    if (!mb_is_name(name))
        return mb_wrong_key(r, node,
                            "'%.63s' is no name; a name has letters, digits, space, _ - . ' and "
                            "begins with a letter",
                            name);
    if (strlen(name) >= MB_FORMAT_NAME)
        return mb_wrong_key(r, node, "a name of more than %d characters", MB_FORMAT_NAME - 1);
    return true;
}

/* ---- expressions in names ------------------------------------------------------------------- */

/* A part of a node's text or key as a node of its own, in `copy`. */
static mb_node part_of(const mb_node *node, const char *text, size_t length,
                       char copy[MB_REFERENCE_SIZE])
{
    mb_node part = {.kind = MB_NODE_TEXT, .text = copy, .line = node->line, .column = node->column};

    memcpy(copy, text, length);
    copy[length] = '\0';
    if (node->kind == MB_NODE_TEXT && text >= node->text &&
        text < node->text + strlen(node->text)) {
        part.exact = node->exact;
        part.text_column = node->text_column + (int)(text - node->text);
    } else if (node->key && text >= node->key && text < node->key + strlen(node->key)) {
        part.exact = true;
        part.line = node->key_line;
        part.column = node->key_column;
        part.text_column = node->key_column + (int)(text - node->key);
    }
    return part;
}

/* A whole number, as an expression that is part of a text. */
static bool whole(mb_draft *r, const mb_node *node, const char *text, size_t length, int *i)
{
    char copy[MB_REFERENCE_SIZE];
    mb_node part;
    double x;

    if (length >= sizeof copy)
        return mb_wrong(r, node, "an index of more than %zu characters", sizeof copy - 1);
    part = part_of(node, text, length, copy);
    if (!mb_read_number(r, &part, &x))
        return false;
    if (x != floor(x) || fabs(x) > 1e9)
        return mb_wrong_at(r, &part, 0, "integer wanted, %s is %.9g", copy, x);
    *i = (int)x;
    return true;
}

/* The bracket that closes the one at text. */
static const char *closing(const char *text)
{
    int depth = 0;

    for (; *text; text++) {
        depth += (*text == '(') - (*text == ')');
        if (depth == 0)
            return text;
    }
    return NULL;
}

static void put_index(char *text, int i)
{
    char digits[12];
    int n = 0;
    unsigned rest = i < 0 ? 0u - (unsigned)i : (unsigned)i;

    do
        digits[n++] = (char)('0' + rest % 10);
    while (rest /= 10);
    *text++ = '(';
    if (i < 0)
        *text++ = '-';
    while (n > 0)
        *text++ = digits[--n];
    *text++ = ')';
    *text = '\0';
}

bool mb_read_name(mb_draft *r, const mb_node *node, const char *text, char name[MB_REFERENCE_SIZE])
{
    const char *open = strchr(text, '('), *close = open ? closing(open) : NULL;
    const size_t before = open ? (size_t)(open - text) : strlen(text);
    int i = 0;

    if (before >= MB_FORMAT_NAME || (open && strlen(text) >= MB_REFERENCE_SIZE))
        return mb_wrong(r, node, "a name of more than %d characters", MB_FORMAT_NAME - 1);
    memcpy(name, text, before);
    name[before] = '\0';
    if (!open)
        return true;
    if (!close)
        return mb_wrong(r, node, "'%.63s' lacks a ')'", text);
    if (!whole(r, node, open + 1, (size_t)(close - open - 1), &i))
        return false;
    put_index(name + before, i);
    strcat(name, close + 1);
    return true;
}

/* ---- families ------------------------------------------------------------------------------- */

mb_context mb_enter_member(mb_draft *r, const mb_member *member)
{
    const mb_context before = {r->index, r->at};

    r->index = member->index;
    r->at = member->at;
    return before;
}

void mb_leave_member(mb_draft *r, mb_context before)
{
    r->index = before.index;
    r->at = before.at;
}

typedef struct family {
    char base[MB_FORMAT_NAME];
    const char *index; /* NULL: no family */
    int first, last;
} family;

static bool declare_one(mb_draft *r, mb_node *node, const family *f, int i, bool indexed,
                        mb_node *value, void (*declare)(mb_draft *, const mb_member *))
{
    char name[MB_FORMAT_NAME + 16];
    mb_member member = {.node = node, .index = f->index, .at = i, .value = value};
    const int errors = r->messages->nerrors;
    mb_context before;

    if (++r->elements > r->most_elements)
        return mb_wrong_key(r, node, "more than %d elements", r->most_elements);
    strcpy(name, f->base);
    if (indexed)
        put_index(name + strlen(name), i);
    if (strlen(name) >= MB_FORMAT_NAME)
        return mb_wrong_key(r, node, "a name of more than %d characters", MB_FORMAT_NAME - 1);
    member.name = indexed ? mb_keep(r, name) : node->key;
    if (!member.name)
        return false;
    before = mb_enter_member(r, &member);
    declare(r, &member);
    mb_leave_member(r, before);
    /* what is wrong in one member is wrong in the others; it is told once */
    node->bad = node->bad || r->messages->nerrors > errors || r->messages->more;
    return r->status == MB_OK;
}

/* "i=a..b" between the brackets of a key. */
static bool read_range(mb_draft *r, mb_node *node, const char *text, size_t length, family *f)
{
    char index[MB_FORMAT_NAME];
    const char *equal = memchr(text, '=', length), *dots = strstr(text, "..");
    size_t n;

    while (*text == ' ')
        text++, length--;
    n = (size_t)(equal - text);
    while (n > 0 && text[n - 1] == ' ')
        n--;
    if (n == 0 || n >= sizeof index)
        return mb_wrong_key(r, node, "a family is NAME(i=a..b)");
    memcpy(index, text, n);
    index[n] = '\0';
    if (!mb_is_identifier(index) || mb_is_reserved(index))
        return mb_wrong_key(
            r, node, "'%s' cannot be an index; it needs a name of its own in expressions", index);
    if (!dots || dots > text + length)
        return mb_wrong_key(r, node, "a family is NAME(%s=a..b)", index);
    f->index = mb_keep(r, index);
    return f->index && whole(r, node, equal + 1, (size_t)(dots - equal - 1), &f->first) &&
           whole(r, node, dots + 2, (size_t)(text + length - dots - 2), &f->last);
}

/* A family's values listed one by one: lists in the place of lists, or a list for numbers. */
static bool is_listed(const mb_node *node)
{
    const mb_node *section = node->kind == MB_NODE_LIST ? node->first : NULL;

    return section && section->kind == MB_NODE_LIST;
}

static bool expand(mb_draft *r, mb_node *node, bool numbers,
                   void (*declare)(mb_draft *, const mb_member *))
{
    family f = {.index = NULL};
    const char *key = node->key, *open = strchr(key, '('), *close;
    const size_t n = open ? (size_t)(open - key) : strlen(key);
    mb_node *value;
    bool listed;

    if (!open) {
        if (!check_name(r, node, key))
            return false;
        strcpy(f.base, key);
        return declare_one(r, node, &f, 0, false, node, declare);
    }
    close = closing(open);
    if (!close || close[1] || n >= MB_FORMAT_NAME)
        return mb_wrong_key(r, node, "'%.63s' is no name; a family is NAME(i=a..b)", key);
    memcpy(f.base, key, n);
    f.base[n] = '\0';
    if (!check_name(r, node, f.base))
        return false;
    if (!memchr(open, '=', (size_t)(close - open)))
        return whole(r, node, open + 1, (size_t)(close - open - 1), &f.first) &&
               declare_one(r, node, &f, f.first, true, node, declare);
    if (!read_range(r, node, open + 1, (size_t)(close - open - 1), &f))
        return false;
    listed = numbers ? node->kind == MB_NODE_LIST : is_listed(node);
    if (listed && node->n != (f.last < f.first ? 0 : f.last - f.first + 1))
        return mb_wrong(r, node, "%d values are listed for %d members", node->n,
                        f.last < f.first ? 0 : f.last - f.first + 1);
    value = listed ? node->first : node;
    for (int i = f.first; i <= f.last; i++) {
        if (!declare_one(r, node, &f, i, true, value, declare))
            return false;
        value = listed ? value->next : value;
    }
    return true;
}

void mb_each_member(mb_draft *r, mb_node *section, void (*declare)(mb_draft *, const mb_member *))
{
    const bool numbers = section && section->key && strcmp(section->key, "constants") == 0;

    if (!section || section->kind != MB_NODE_MAPPING)
        return;
    for (mb_node *node = section->first; node && r->status == MB_OK; node = node->next)
        expand(r, node, numbers, declare);
}

bool mb_add_name(mb_draft *r, mb_name_space space, const mb_member *member, int number)
{
    int known;

    r->status = mb_name_table_add(&r->names, (int)space, member->name, number, &known, r->err);
    if (r->status != MB_OK)
        return false;
    if (known >= 0)
        return mb_wrong_key(r, member->node, "'%s' stands twice; each needs a name of its own",
                            member->name);
    return true;
}

void mb_spoil(mb_draft *r, mb_name_space space, const mb_member *member)
{
    int known;

    if (r->status == MB_OK)
        r->status = mb_name_table_add(&r->names, (int)space + MB_NAMES_SPACES, member->name,
                                      MB_NAME_BAD, &known, r->err);
}

/* What else has that name; NULL: nothing. */
static const char *of_other_kind(mb_draft *r, const char *name)
{
    static const struct {
        mb_name_space space;
        const char *what;
    } kinds[] = {{MB_NAMES_BODIES, "body"},
                 {MB_NAMES_JOINTS, "joint"},
                 {MB_NAMES_FORCES, "force"},
                 {MB_NAMES_DRIVES, "drive"},
                 {MB_NAMES_POINTS, "point"}};

    for (size_t k = 0; k < sizeof kinds / sizeof *kinds; k++)
        if (mb_name_table_find(&r->names, (int)kinds[k].space, name) >= 0)
            return kinds[k].what;
    return NULL;
}

bool mb_find(mb_draft *r, const mb_node *node, mb_name_space space, const char *name,
             const char *what, int *number)
{
    const char *near, *other;
    int why;

    *number = mb_name_table_find(&r->names, (int)space, name);
    if (*number >= 0)
        return true;
    why = mb_name_table_find(&r->names, (int)space + MB_NAMES_SPACES, name);
    if (why == MB_NAME_BAD)
        return false;
    if (why == MB_NAME_ABSENT)
        return mb_wrong(r, node, "%s '%s' is not there: its 'when' does not hold", what, name);
    if (why == MB_NAME_ROD)
        return mb_wrong(r, node,
                        "%s '%s' is part of a massless distance, which has no motion of "
                        "its own",
                        what, name);
    near = r->messages->more ? NULL : mb_name_table_nearest(&r->names, (int)space, name);
    if (near)
        return mb_wrong(r, node, "no %s '%.80s'; did you mean '%s'?", what, name, near);
    other = of_other_kind(r, name);
    if (other)
        return mb_wrong(r, node, "no %s '%.80s'; a %s is called so", what, name, other);
    return mb_wrong(r, node, "no %s '%.80s'", what, name);
}

bool mb_read_reference(mb_draft *r, mb_node *node, mb_name_space space, const char *what,
                       int *number)
{
    char name[MB_REFERENCE_SIZE];

    node = mb_pick(r, node);
    if (!node)
        return false;
    if (node->kind != MB_NODE_TEXT)
        return mb_wrong(r, node, "the name of a %s is wanted, not %s", what,
                        mb_node_kind_text(node));
    return mb_read_name(r, node, node->text, name) && mb_find(r, node, space, name, what, number);
}
