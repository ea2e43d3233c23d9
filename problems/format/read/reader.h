/* SPDX-License-Identifier: MIT */
/* What the files of the reader share: a mechanism in the making, and how values are read. */
#ifndef MB_PROBLEMS_FORMAT_READ_READER_H
#define MB_PROBLEMS_FORMAT_READ_READER_H

#include "problems/format/expression/expression.h"
#include "problems/format/read/format.h"
#include "problems/format/text/name_table.h"
#include "problems/format/text/tree.h"

/* Name spaces; names that are there but not to be used are in the space MB_NAMES_SPACES farther,
 * with one of these for a number. */
typedef enum mb_name_space {
    MB_NAMES_VALUES, /* parameters, constants, functions */
    MB_NAMES_POINTS,
    MB_NAMES_BODIES,
    MB_NAMES_JOINTS,
    MB_NAMES_DRIVES,
    MB_NAMES_GEARS,
    MB_NAMES_FORCES,
    MB_NAMES_OUTPUTS,
    MB_NAMES_BRANCH,
    MB_NAMES_COMPONENTS, /* of outputs */
    MB_NAMES_CARRIERS,   /* places, by which a body has them */
    MB_NAMES_SPACES,
    MB_NAMES_PLACES = 2 * MB_NAMES_SPACES, /* + the body's index */
} mb_name_space;

enum { MB_NAME_ABSENT, MB_NAME_BAD, MB_NAME_ROD };

/* A name is at most 63 bytes; with an index and an ending in the making. */
enum { MB_FORMAT_NAME = 64, MB_REFERENCE_SIZE = 160 };

/* An element as declared: a member of a family, or one by itself. */
typedef struct mb_member {
    const char *name;
    mb_node *node;
    const char *index; /* name of the family's index, NULL: none */
    int at;            /* its value */
    mb_node *value;    /* the node, or one of the values listed in it */
} mb_member;

/* Values are found when they are needed, in any order without a circle. */
typedef enum mb_found { MB_UNREAD, MB_READING, MB_READ, MB_UNREADABLE } mb_found;

typedef enum mb_value_kind {
    MB_VALUE_IS_NUMBER,
    MB_VALUE_IS_CHOICE,
    MB_VALUE_IS_FORMULA
} mb_value_kind;

typedef struct mb_named_value {
    mb_member member;
    mb_value_kind kind;
    mb_found found;
    double number;                /* of a choice: its word's index */
    const struct mb_param *param; /* of a choice */
    const mb_formula *formula;
} mb_named_value;

typedef struct mb_named_point {
    mb_member member;
    mb_found found;
    double x[3];
} mb_named_point;

typedef struct mb_body_entry {
    mb_member member;
    mb_node *node; /* the alternative taken */
    mb_found found;
    bool massless;
    int places; /* capacity of its own places */
} mb_body_entry;

/* A body that has a place of some name. */
typedef struct mb_carrier {
    int body;
    double u[3];
} mb_carrier;

typedef struct mb_draft {
    mb_arena *arena;
    mb_messages *messages;
    mb_error *err;
    mb_status status; /* MB_NO_MEMORY is kept */
    mb_node *root;
    mb_plain_mechanism *m;
    mb_op_stack ops;
    mb_name_table names;
    char *text; /* where names are kept */
    size_t left;
    const char *index; /* of the family in one of whose members we are */
    int at;
    int elements, most_elements, nesting;
    int reading; /* the body whose places are read */
    int nvalues, npoints, ncarriers;
    mb_carrier *carrier;
    unsigned char *driven; /* (njoints) bits of coordinates */
    mb_named_value *value;
    mb_named_point *point;
    mb_body_entry *entry;
    /* of m, in the making */
    mb_param *param;
    mb_plain_body *body;
    mb_plain_joint *joint;
    mb_plain_drive *drive;
    mb_plain_gear *gear;
    mb_plain_force *force;
    mb_plain_output *output;
    mb_plain_branch *branch;
    const mb_formula **formula;
    const char **component;
    struct {
        int value, point, entry, body, joint, drive, gear, force, output, branch, formula,
            component, carrier;
    } capacity;
} mb_draft;

/* ---- messages ------------------------------------------------------------------------------- */

/* An error at a value, at its key, at a character of a text; false. */
bool mb_wrong(mb_draft *r, const mb_node *node, const char *format, ...)
    __attribute__((format(printf, 3, 4)));
bool mb_wrong_key(mb_draft *r, const mb_node *node, const char *format, ...)
    __attribute__((format(printf, 3, 4)));
bool mb_wrong_at(mb_draft *r, const mb_node *node, int column, const char *format, ...)
    __attribute__((format(printf, 4, 5)));
void mb_note(mb_draft *r, const mb_node *node, const char *format, ...)
    __attribute__((format(printf, 3, 4)));
bool mb_no_memory(mb_draft *r); /* false */

/* ---- memory --------------------------------------------------------------------------------- */

/* A copy that stays; NULL: no memory. */
const char *mb_keep(mb_draft *r, const char *text);

/* Room for n + 1 objects of a list; pointer: the address of the list's. */
bool mb_grow(mb_draft *r, void *pointer, int *capacity, int n, size_t size);

/* ---- names and families --------------------------------------------------------------------- */

/* Letters, digits, space, _ - . ', first a letter. */
bool mb_is_name(const char *name);

/* A name in expressions: letters, digits and _, first a letter. */
bool mb_is_identifier(const char *name);
bool mb_is_builtin(const char *name);  /* a function of all expressions, pi, inf */
bool mb_is_reserved(const char *name); /* that, or a variable of laws */

/* Calls `declare` for each member of each family and each other element of a section. */
void mb_each_member(mb_draft *r, mb_node *section, void (*declare)(mb_draft *, const mb_member *));

/* The member's own context: the family's index is known until mb_leave_member. */
typedef struct mb_context {
    const char *index;
    int at;
} mb_context;
mb_context mb_enter_member(mb_draft *r, const mb_member *member);
void mb_leave_member(mb_draft *r, mb_context before);

/* Adds a name to a space; false: it is there already, which is told. */
bool mb_add_name(mb_draft *r, mb_name_space space, const mb_member *member, int number);

/* What refers to that name has nothing to tell: what is wrong with it has been told. */
void mb_spoil(mb_draft *r, mb_name_space space, const mb_member *member);

/* The alternative of an element whose `when` holds; NULL: none, or in error, which the name's entry
 * then says. */
mb_node *mb_taken(mb_draft *r, mb_name_space space, const mb_member *member);
/* The same of a node without a name; *absent: none holds. */
mb_node *mb_taken_node(mb_draft *r, mb_node *node, bool *absent);

/* What stands in a value's place after choices by parameter; NULL: error. */
mb_node *mb_pick(mb_draft *r, mb_node *node);

/* A name as a reference, indices computed: "link(k-1)" to "link(2)". */
bool mb_read_name(mb_draft *r, const mb_node *node, const char *text, char name[MB_REFERENCE_SIZE]);

/* The number of what a name refers to; what: "body" for messages. */
bool mb_find(mb_draft *r, const mb_node *node, mb_name_space space, const char *name,
             const char *what, int *number);
bool mb_read_reference(mb_draft *r, mb_node *node, mb_name_space space, const char *what,
                       int *number);

/* ---- values --------------------------------------------------------------------------------- */

/* Declares parameters, constants, points, functions; then all are evaluated. */
bool mb_read_parameters(mb_draft *r, const char *given);
void mb_declare_values(mb_draft *r);
void mb_read_values(mb_draft *r);

/* Whether a point is sound; what is wrong is told once, whatever asks for it. */
bool mb_find_point(mb_draft *r, int number);
bool mb_read_formula(mb_draft *r, mb_named_value *value);

bool mb_read_number(mb_draft *r, mb_node *node, double *x); /* finite */
bool mb_read_with_infinity(mb_draft *r, mb_node *node, double *x);
/* A number of a mapping's key; left alone where the key is not there. */
bool mb_read_key(mb_draft *r, const mb_node *mapping, const char *key, double *x);
bool mb_read_positive(mb_draft *r, const mb_node *mapping, const char *key, double *x);
bool mb_read_vector(mb_draft *r, mb_node *node, int n, double *x);
bool mb_read_yes(mb_draft *r, mb_node *node, bool *yes);
/* Index of a word in "a|b"; of a mapping's key, left alone where it is not there. */
bool mb_read_word(mb_draft *r, const mb_node *mapping, const char *key, const char *words,
                  int *index);
bool mb_read_text(mb_draft *r, const mb_node *mapping, const char *key, const char **text);

/* The key `unit`, words for people, which name no unit but those of SI. */
bool mb_read_unit(mb_draft *r, const mb_node *mapping, const char **text);

/* A law.  variables: bits of MB_LAW_T, MB_LAW_X, MB_LAW_V that it may use; the names of all three
 * are known. */
bool mb_read_law(mb_draft *r, mb_node *node, unsigned variables, const mb_expression **law);
/* An expression in one variable, of a formula; in components of outputs up to a number. */
bool mb_read_piece(mb_draft *r, mb_node *node, const char *variable, mb_expression *e);
bool mb_read_component_law(mb_draft *r, mb_node *node, const mb_expression **law);

/* ---- places and directions ------------------------------------------------------------------ */

/* A place in the frame of a body, whose own places come first.  name (may be NULL): its name,
 * NULL where it has none; own: whether it is the body's own. */
bool mb_read_place(mb_draft *r, mb_node *node, int body, double u[3], const char **name, bool *own);
bool mb_read_world_place(mb_draft *r, mb_node *node, double x[3]);
/* A unit vector in the world; in the plane it lies in it, an axis along z. */
bool mb_read_direction(mb_draft *r, mb_node *node, double d[3]);
bool mb_read_axis(mb_draft *r, mb_node *node, double d[3]);
/* components in a body's frame; MB_ON_GROUND: copied */
void mb_to_frame(const mb_draft *r, int body, const double world[3], double u[3]);

/* ---- elements ------------------------------------------------------------------------------- */

void mb_declare_bodies(mb_draft *r);
void mb_read_bodies(mb_draft *r);
bool mb_find_body(mb_draft *r, int number); /* reads it where that has not been done */
bool mb_read_body(mb_draft *r, mb_node *node, int *body); /* or ground */
/* The two bodies of a pair. */
bool mb_read_pair(mb_draft *r, mb_node *node, int body[2]);

/* A body has a place of that name; the first one that does counts. */
bool mb_add_carrier(mb_draft *r, const char *name, int body, const double u[3]);

void mb_read_joints(mb_draft *r);
void mb_replace_massless(mb_draft *r);
void mb_check_spans(mb_draft *r); /* rods whose ends are far from where their length puts them */
bool mb_read_coordinate(mb_draft *r, mb_node *node, const char *name, mb_coordinate *of);

void mb_read_drives(mb_draft *r);
void mb_read_gears(mb_draft *r);
void mb_read_forces(mb_draft *r);
void mb_read_start(mb_draft *r);
void mb_read_outputs(mb_draft *r);
void mb_read_branch(mb_draft *r);
bool mb_read_measure(mb_draft *r, mb_node *element, const char *name, mb_plain_measure *q);
void mb_read_run(mb_draft *r); /* run, accept, coordinates, tree, reference, draw */

#endif
