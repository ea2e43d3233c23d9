/* SPDX-License-Identifier: MIT */
/* Runs, limits, coordinates, trees, references, pictures. */
#include <math.h>
#include <string.h>

#include "base/names.h"
#include "base/vector.h"
#include "problems/format/read/reader.h"
#include "problems/format/text/schema.h"

/* A mapping of the file with its keys; NULL: not there or in error. */
static mb_node *mapping(mb_draft *r, const char *name, const mb_schema_key *keys)
{
    mb_node *node = mb_node_get(r->root, name);

    node = node ? mb_pick(r, node) : NULL;
    return node && mb_schema_check_keys(r->messages, node, name, keys, NULL) ? node : NULL;
}

/* ---- run, accept ---------------------------------------------------------------------------- */

typedef struct box {
    double low[3], high[3];
} box;

static void stretch(box *b, const double x[3])
{
    for (int i = 0; i < 3; i++) {
        b->low[i] = fmin(b->low[i], x[i]);
        b->high[i] = fmax(b->high[i], x[i]);
    }
}

static void stretch_by(const mb_draft *r, box *b, int body, const double u[3])
{
    double x[3];

    mb_plain_place(r->m, body, u, x);
    stretch(b, x);
}

/* Diagonal of the box of all places: of points, bodies, joints, springs. */
static double diagonal(const mb_draft *r)
{
    const double far = (double)INFINITY;
    box b = {{far, far, far}, {-far, -far, -far}};

    for (int i = 0; i < r->npoints; i++)
        if (r->point[i].found == MB_READ)
            stretch(&b, r->point[i].x);
    for (int i = 0; i < r->m->nbodies; i++) {
        stretch(&b, r->body[i].com);
        for (int k = 0; k < r->body[i].nplaces; k++)
            stretch_by(r, &b, i, r->body[i].place[k].u);
        for (int k = 0; k < 2 && r->body[i].length > 0.0; k++)
            stretch_by(r, &b, i, r->body[i].end[k]);
    }
    for (int i = 0; i < r->m->njoints; i++)
        for (int k = 0; k < 2 && r->joint[i].kind != MB_JOINT_PERPENDICULAR; k++)
            stretch_by(r, &b, r->joint[i].body[k], r->joint[i].place[k]);
    for (int i = 0; i < r->m->nforces; i++)
        for (int k = 0; k < 2 && r->force[i].kind == MB_FORCE_LINE; k++)
            stretch_by(r, &b, r->force[i].body[k], r->force[i].place[k]);
    return mb_distance(b.high, b.low, 3);
}

static void read_run(mb_draft *r)
{
    mb_node *node = mapping(r, "run", mb_schema_run);

    r->m->t_end = 10.0;
    r->m->scale = r->messages->nerrors ? 1.0 : diagonal(r);
    if (!(r->m->scale > 0.0))
        r->m->scale = 1.0; /* one place only: nothing says how large it is */
    if (!node)
        return;
    mb_read_positive(r, node, "end", &r->m->t_end);
    mb_read_positive(r, node, "scale", &r->m->scale);
}

static void read_accept(mb_draft *r)
{
    mb_plain_mechanism *m = r->m;
    mb_node *node = mapping(r, "accept", mb_schema_accept);
    static const char *const keys[] = {"energy", "energy-coarse", "drift", "error", "violation"};
    double *limit[] = {&m->energy, &m->energy_coarse, &m->drift, &m->error, &m->violation};
    bool *given[] = {&m->energy_given, &m->energy_coarse_given, &m->drift_given, &m->error_given,
                     &m->violation_given};
    enum { LIMITS = sizeof keys / sizeof *keys };

    m->drift = 1e-2;
    m->error = 1e-2 * m->scale;
    m->violation = 1e-3 * m->scale;
    m->accept_source = "accept";
    if (node)
        mb_read_text(r, node, "source", &m->accept_source);
    for (int k = 0; node && k < LIMITS; k++) {
        mb_read_positive(r, node, keys[k], limit[k]);
        *given[k] = mb_node_get(node, keys[k]) != NULL;
    }
}

/* What no set-up can find out. */
static void read_traits(mb_draft *r)
{
    static const char *const words[] = {"chaotic", "singular-positions", "stiff", NULL};
    bool *is[] = {&r->m->chaotic, &r->m->singular_positions, &r->m->stiff};
    mb_node *list = mb_node_get(r->root, "traits");

    list = list ? mb_pick(r, list) : NULL;
    for (mb_node *word = list && list->kind == MB_NODE_LIST ? list->first : NULL; word;
         word = word->next) {
        int k = 0;

        while (words[k] && !mb_node_is(word, words[k]))
            k++;
        if (words[k])
            *is[k] = true;
        else
            mb_wrong(r, word, "traits are chaotic, singular-positions and stiff; others are found");
    }
}

/* ---- coordinates, tree, reference ----------------------------------------------------------- */

/* "C NAME"; NULL: it is no such text. */
static const char *name_of_c(const char *text)
{
    if (text[0] != 'C' || text[1] != ' ')
        return NULL;
    for (text += 2; *text == ' ';)
        text++;
    return *text ? text : NULL;
}

/* Of the mechanism's dimension, the default first */
static const char *const *kinds_of_coordinates(const mb_draft *r)
{
    static const char *const planar[] = {"reference-point", "natural", "mixed", "joint", NULL};
    static const char *const spatial[] = {"body", "euler", "natural", "joint", NULL};

    return r->m->spatial ? spatial : planar;
}

static bool read_coordinates_word(mb_draft *r, const mb_node *node)
{
    const char *const *words = kinds_of_coordinates(r);
    mb_plain_mechanism *m = r->m;
    const mb_node *named = node->kind == MB_NODE_MAPPING && node->n == 1 ? node->first : NULL;
    const mb_node *of = named ? named : node;
    const char *c = of->kind == MB_NODE_TEXT ? name_of_c(of->text) : NULL;
    const char *word = c && named ? named->key : of->text, *called = named ? named->key : word;
    const char *has = r->m->spatial ? "a spatial mechanism has" : "a planar mechanism has";
    char meant[160];

    if (of->kind != MB_NODE_TEXT || (c && !named))
        return mb_wrong(r, node,
                        "a kind of coordinates is a word, or NAME: WORD to call it by another "
                        "name, or NAME: C NAME for one that C code brings");
    if (!c && !mb_among(word, words))
        return mb_wrong(r, node, "no kind of coordinates is '%.63s'; %s", word,
                        mb_meant(word, words, has, meant, sizeof meant));
    for (int i = 0; i < m->ncoordinates; i++)
        if (strcmp(m->coordinates[i], word) == 0 || strcmp(m->coordinates_word[i], called) == 0)
            return mb_wrong(r, node, "'%.63s' stands twice", called);
    if (m->ncoordinates == MB_COORDINATE_KINDS)
        return mb_wrong(r, node, "more than %d kinds of coordinates", MB_COORDINATE_KINDS);
    m->coordinates[m->ncoordinates] = word;
    m->coordinates_word[m->ncoordinates] = called;
    m->coordinates_c[m->ncoordinates++] = c;
    return true;
}

static void read_coordinates(mb_draft *r)
{
    mb_node *node = mb_node_get(r->root, "coordinates");

    node = node ? mb_pick(r, node) : NULL;
    r->m->coordinates_given = node != NULL;
    if (node && node->kind == MB_NODE_LIST && node->first)
        for (mb_node *word = node->first; word; word = word->next) {
            if (!read_coordinates_word(r, word))
                return;
        }
    else if (node)
        mb_wrong(r, node, "a list of kinds of coordinates is wanted here, the default first");
    for (const char *const *word = kinds_of_coordinates(r); !node && *word; word++) {
        r->m->coordinates_word[r->m->ncoordinates] = *word;
        r->m->coordinates[r->m->ncoordinates++] = *word;
    }
}

/* Whether a name is that of an element whose `when` does not hold: lists go on without it. */
static bool is_absent(mb_draft *r, const mb_node *node, mb_name_space space)
{
    char name[MB_REFERENCE_SIZE];

    return node->kind == MB_NODE_TEXT && mb_read_name(r, node, node->text, name) &&
           mb_name_table_find(&r->names, (int)space + MB_NAMES_SPACES, name) == MB_NAME_ABSENT;
}

/* Indices of what a list names. */
static bool read_list(mb_draft *r, mb_node *list, mb_name_space space, const char *what, int *n,
                      const int **index)
{
    int *numbers;

    list = list ? mb_pick(r, list) : NULL;
    if (!list || list->kind != MB_NODE_LIST)
        return true; /* told by the table of keys */
    if (MB_TAKE(r->arena, &numbers, (size_t)list->n, NULL) != MB_OK)
        return mb_no_memory(r);
    *index = numbers;
    *n = 0;
    for (mb_node *node = list->first; node; node = node->next)
        if (!is_absent(r, node, space) &&
            !mb_read_reference(r, node, space, what, &numbers[(*n)++]))
            return false;
    return true;
}

static void read_reference(mb_draft *r)
{
    mb_node *node = mb_node_get(r->root, "reference");

    node = node ? mb_pick(r, node) : NULL;
    if (!node || mb_node_is(node, "automatic"))
        return;
    r->m->reference = MB_REFERENCE_NONE;
    if (mb_node_is(node, "none"))
        return;
    r->m->reference = MB_REFERENCE_C;
    r->m->reference_c = node->kind == MB_NODE_TEXT ? name_of_c(node->text) : NULL;
    if (!r->m->reference_c)
        mb_wrong(r, node, "a reference is automatic, none, or C NAME for one that C code brings");
}

static void read_draw(mb_draft *r)
{
    mb_node *node = mapping(r, "draw", mb_schema_draw);
    double ghosts = 8.0;

    r->m->ghosts = 8;
    if (!node)
        return;
    if (!mb_read_key(r, node, "ghosts", &ghosts))
        return;
    if (!(ghosts >= 0.0 && ghosts <= 1000.0) || ghosts != floor(ghosts)) {
        mb_wrong(r, mb_node_get(node, "ghosts"), "ghosts are a whole number up to 1000");
        return;
    }
    r->m->ghosts = (int)ghosts;
    r->m->view_given = mb_node_get(node, "view") != NULL;
    if (r->m->view_given)
        mb_read_vector(r, mb_node_get(node, "view"), 2, r->m->view);
    if (!read_list(r, mb_node_get(node, "trace"), MB_NAMES_OUTPUTS, "output", &r->m->ntraces,
                   &r->m->trace))
        return;
    for (int i = 0; i < r->m->ntraces; i++)
        if (r->output[r->m->trace[i]].of.kind != MB_MEASURE_POINT)
            mb_wrong(r, mb_node_get(node, "trace"), "a trace is the path of a point, '%s' is none",
                     r->output[r->m->trace[i]].name);
}

void mb_read_run(mb_draft *r)
{
    mb_node *tree;

    read_run(r);
    read_accept(r);
    read_traits(r);
    read_coordinates(r);
    tree = mapping(r, "tree", mb_schema_tree);
    if (tree)
        read_list(r, mb_node_get(tree, "cut"), MB_NAMES_JOINTS, "joint", &r->m->ncuts, &r->m->cut);
    read_reference(r);
    read_draw(r);
}
