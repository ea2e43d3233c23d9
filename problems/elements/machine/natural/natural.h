/* SPDX-License-Identifier: MIT */
/* Inside of natural coordinates (Garcia de Jalon and Bayo): q is made of *nodes*, which are basic
 * points, in space also unit vectors, shared by the bodies that meet there; v = dq/dt.
 *
 * Every place and axis of a body is a constant combination of nodes, so M is constant and arrows
 * are linear in q.  A scalar of the machine (machine.h) is compiled to products of such *lines*:
 * of a product x . y
 *
 *     gradient  X'y + Y'x,   rate  x1 . y + x . y1,   bend  2 x1 . y1,   second derivative X'Y + Y'X
 *
 * For files of this folder, and of the machine where it says so. */
#ifndef MB_PROBLEMS_ELEMENTS_MACHINE_NATURAL_NATURAL_H
#define MB_PROBLEMS_ELEMENTS_MACHINE_NATURAL_NATURAL_H

#include "problems/elements/machine/span.h"

/* A point, or a unit vector */
typedef struct mb_node {
    bool vector;
    int var[3];      /* coordinates; -1: held, or the z of the plane */
    double place[3]; /* at the start, or where it is held */
} mb_node;

/* ---- combinations of nodes ---------------------------------------------------------------------- */

/* In the plane a factor turns too: re + i im as of complex numbers. */
typedef struct mb_part {
    int node;
    double re, im;
} mb_part;

/* Most nodes of a body's frame: an origin and both ends of three arrows; of two bodies */
enum {
    MB_FRAME_NODES = 7,
    MB_PARTS = 2 * MB_FRAME_NODES,
    MB_FORM_VARS = 3 * MB_PARTS,
    MB_LINE_TERMS = 9 * MB_PARTS,
};

typedef struct mb_combination {
    double constant[3];
    int n;
    mb_part part[MB_PARTS];
} mb_combination;

/* A node of a body: where it is in the body's frame, or its direction there.  Ends of a rod of given
 * length are where the rod has them; in a start that is kept they are where they are declared. */
typedef struct mb_seat {
    int node;
    double u[3], declared[3];
} mb_seat;

/* From one node to another; from = -1: a unit vector. */
typedef struct mb_span {
    int from, to;
    double u[3]; /* in the body's frame */
} mb_span;

/* How places and axes of a body follow from nodes: u = u of the origin + sum of y_i span_i. */
typedef struct mb_laid {
    bool point;
    bool borrows; /* the span of other bodies' points is in its frame */
    int npoints;
    mb_seat *point_seat; /* (npoints) the origin is the first one */
    int nspans;          /* 1 in the plane, 3 in space */
    mb_span span[3];
    double inverse[9]; /* space: rows are the duals of the spans */
    int narrows;
    mb_span *arrow; /* (narrows) further ones, which the body carries */
} mb_laid;

/* ---- lines and forms ------------------------------------------------------------------------------ */

/* x_i = constant_i + sum of factor * q[var]; terms of x, then of y, then of z */
typedef struct mb_line_term {
    int var, local; /* local: place in the form's list of variables */
    double factor;
} mb_line_term;

typedef struct mb_line {
    int n[3];
    double constant[3];
    mb_line_term *term;
} mb_line;

/* A scalar of the machine over lines: f of the products x[k] . y[k] */
typedef struct mb_lines {
    mb_scalar s; /* kind, factor, offset */
    int n;       /* products */
    mb_line x[2], y[2];
    int nvar;
    int *var; /* (nvar) */
    int *at;  /* (nvar) in D; a form of no row has none */
    int *h;   /* (nvar, nvar) in H; a form without tangents has none */
} mb_lines;

/* sum of w[k] . d x[k]: a row without a Phi, or a force that no scalar has.  Two lines are linear in
 * q each. */
typedef struct mb_twist {
    int n;
    mb_line *w, *x; /* (n) */
    int nvar;
    int *var, *at, *h; /* as of a form */
} mb_twist;

/* ---- rows ----------------------------------------------------------------------------------------- */

/* x_i = s1 q[i1] - s0 q[i0] + c, s = 0 where an end is held or absent */
typedef struct mb_difference {
    int i[2], at[2]; /* at: in D */
    double s[2], c;
} mb_difference;

/* |x|^2 - value or x . y - value, of as many components as there are dimensions */
typedef struct mb_square {
    int row;
    double value;
} mb_square;

/* A square of the plane, x = q[to] - q[from], or x = q[to] - place where an end is held: of two
 * components each, whose coordinates are neighbours.  It is alone in its entries of D. */
typedef struct mb_rod {
    int row, to, at_to[2];
    union {
        struct {
            int from, at_from[2];
        };
        double place[2]; /* of a held end */
    };
    double value;
} mb_rod;

/* What a multiplier of a square or a pair adds to an entry of H, times a constant factor */
typedef struct mb_bend {
    int row;
    double factor;
} mb_bend;

/* An entry of H that is the sum of its bends; they end before the next sum's */
typedef struct mb_bent {
    int at, end;
} mb_bent;

/* One that is always the same as another one: across the diagonal, or of another component */
typedef struct mb_twin {
    int at, of;
} mb_twin;

typedef struct mb_linear_row {
    int row, n;
    double constant;
    mb_line_term *term; /* (n); local: in D */
} mb_linear_row;

typedef struct mb_lines_row {
    int row;
    mb_lines form;
} mb_lines_row;

typedef struct mb_twist_row {
    int row;
    mb_twist twist;
} mb_twist_row;

/* A torque or a force fixed in a body: law(t) times the twist */
typedef struct mb_twist_force {
    mb_twist twist;
    const mb_expression *law;
} mb_twist_force;

/* A row of a body: the product of two spans, or component i of the place of a seat in the frame less
 * its node, or of the axis x in the frame less itself; or x across y.u of the frame. */
typedef struct mb_body_row {
    int body;
    mb_span x, y;
    int seat, i; /* seat: or MB_NO_SEAT of a product ... */
} mb_body_row;

enum { MB_NO_SEAT = -1, MB_AXIS_SEAT = -2, MB_ACROSS_SEAT = -3 };

struct mb_natural {
    int dimension; /* 2, 3 */
    int nnodes, max_nodes;
    mb_node *node;
    mb_laid *body;         /* (nbodies) */
    mb_merged *merged;     /* (njoints) */
    int nbody_rows;        /* rows of bodies come first */
    int njoint_ties;       /* ties of joints come before those of gears and drives */
    mb_body_row *body_row; /* (nbody_rows) */
    int nsquares, npairs, nlinear, nforms, ntwists, ntwist_forces;
    int max_body_rows, max_squares, max_reaches, max_pairs, max_pair_reaches, max_linear, max_forms;
    mb_square *square, *pair; /* the squares of rods come first */
    int nrods, nrod_runs;
    bool only_rods; /* there are no other rows */
    mb_rod *rod;    /* (nrods) runs of rods between points and of those with a held end in turn */
    int *rod_run;   /* (nrod_runs) where each run ends; two of them stay in the same part of D */
    mb_difference *reach, *pair_reach; /* (nsquares, dimension), (npairs, dimension, 2) */
    int nbent, ntwins;
    mb_bent *bent; /* (nbent) */
    mb_bend *bend;
    mb_twin *twin; /* (ntwins) */
    mb_linear_row *linear;
    mb_lines_row *form;
    mb_twist_row *twist;
    mb_twist_force *twist_force;
    mb_lines *effort;    /* (nefforts) */
    mb_lines *held;      /* (nholds) of a scalar */
    mb_twist *turning;   /* (nholds) of an angular velocity */
    double *d;           /* (D.nnz) the constant part of D */
    double *mass;        /* (M.nnz) */
    double *weight;      /* (nv) [N] */
    double fixed_energy; /* [J] of weights at held places */
};

/* ---- set-up ----------------------------------------------------------------------------------------- */

/* Nodes and coordinates (layout.c) */
mb_status mb_natural_lay(mb_model *model, mb_machine *m, mb_error *err);
/* Place and axis of a body, u in its frame (combine.c); c is overwritten */
void mb_natural_place(const mb_machine *m, int body, const double *u, mb_combination *c);
void mb_natural_axis(const mb_machine *m, int body, const double *u, mb_combination *c);
/* The place by the frame alone, whether a node is there or not */
void mb_natural_framed(const mb_machine *m, int body, const double *u, mb_combination *c);
/* c += s x of a node; c += s x of a combination */
void mb_natural_combine_node(mb_combination *c, int node, double re, double im);
void mb_natural_combine(mb_combination *c, double s, const mb_combination *x);
/* K (3 x 3) times a combination as a line, NULL: 1; line->term has room for MB_LINE_TERMS */
void mb_line_in(const mb_natural *n, const mb_combination *c, const double *K, mb_line *line);
/* ... in the model's arena */
mb_status mb_line_of(mb_model *model, const mb_combination *c, const double *K, mb_line *line,
                     mb_error *err);
/* Room for one more item at the end of an array in the model's arena; `array` is the address of a
 * pointer. */
mb_status mb_natural_grow(mb_model *model, void *array, int n, int *capacity, size_t size,
                          mb_error *err);
/* Adds factor x . y + offset to a row, by what it is: a square, linear, a form (compile.c).  One
 * combination twice is a square. */
mb_status mb_natural_product_row(mb_model *model, int row, const mb_combination *x,
                                 const mb_combination *y, double factor, double offset,
                                 mb_error *err);
/* Row: component i of x.  made: false where nothing in it varies, and there is no row */
mb_status mb_natural_linear_row(mb_model *model, int row, const mb_combination *x, int i,
                                bool *made, mb_error *err);
/* The rows of bodies, their numbers from 0 (body_rows.c) */
mb_status mb_natural_body_rows(mb_model *model, mb_machine *m, mb_error *err);
/* A span as a combination; what keeps a point in its place on a body (body_rows.c) */
void mb_natural_span_of(const mb_span *span, mb_combination *c);
void mb_natural_carried(const mb_machine *m, int b, int seat, mb_combination *x);
/* The node of a joint that makes one of two places (layout.c) */
int mb_natural_joint_node(const mb_machine *m, int joint);
/* An arrow; the scalar of a share as its row has it (compile.c) */
void mb_natural_arrow(const mb_machine *m, const mb_tie *tie, const mb_arrow *x, mb_combination *c);
mb_scalar mb_natural_share_scalar(const mb_machine *m, int tie, int share);
/* A scalar over lines; shares of ties to rows (compile.c) */
mb_status mb_natural_form(mb_model *model, const mb_tie *tie, const mb_scalar *s, mb_lines *form,
                          mb_error *err);
/* Adds the variables of a line to a list and tells its terms their places there. */
void mb_natural_localise(mb_line *line, int *n, int *var);
mb_status mb_natural_ties(mb_model *model, const mb_machine *m, mb_error *err);
/* Rows without a Phi and forces; an angular velocity along a direction of the world (twists.c) */
mb_status mb_natural_twists(mb_model *model, mb_machine *m, mb_error *err);
mb_status mb_natural_turning(mb_model *model, int body, const double *direction, mb_twist *t,
                             mb_error *err);
/* M and weights; their pattern first (masses.c) */
void mb_natural_announce_mass(const mb_machine *m, mb_pattern_builder *mass);
mb_status mb_natural_masses(mb_model *model, const mb_machine *m, mb_error *err);
/* D, M, H, and where all have their entries in them (positions.c) */
mb_status mb_natural_patterns(mb_model *model, mb_machine *m, mb_error *err);
/* Which squares are rods (rods.c) */
mb_status mb_natural_rods(mb_model *model, mb_machine *m, mb_error *err);

/* ---- evaluation (lines.c) --------------------------------------------------------------------------- */

double mb_lines_value(const mb_lines *f, const double *q);
void mb_lines_rates(const mb_lines *f, const double *q, const double *v, double *rate,
                    double *bend);
/* e (nvar) += times * gradient */
void mb_lines_gradient(const mb_lines *f, const double *q, double times, double *e);
/* e += times * slope; of two of them, MB_RATE_BY_Q is MB_GRADIENT_RATE */
void mb_lines_slope(const mb_lines *f, const double *q, const double *v, mb_slope slope,
                    double times, double *e);
/* h += times * second derivative */
void mb_lines_hessian(const mb_lines *f, const double *q, double times, double *h);
/* h += s x y', x, y (nvar) */
void mb_lines_outer(const mb_lines *f, double s, const double *x, const double *y, double *h);

/* e (nvar) += times * factors of the velocities X'w, and the rate of these */
void mb_twist_row_at(const mb_twist *t, const double *q, double times, double *e);
void mb_twist_row_rate(const mb_twist *t, const double *v, double times, double *e);
/* e += times * derivative of w . xdot by q */
void mb_twist_by_q(const mb_twist *t, const double *v, double times, double *e);
double mb_twist_rate(const mb_twist *t, const double *q, const double *v); /* w . xdot */
double mb_twist_bend(const mb_twist *t, const double *v);                  /* wdot . xdot */
/* h += times * derivative of the factors by q */
void mb_twist_hessian(const mb_twist *t, double times, double *h);

/* Forces (pulls.c); they add to what is there */
void mb_natural_force(const mb_machine *m, double t, const double *q, const double *v, double *out);
double mb_natural_elastic(const mb_machine *m, double t, const double *q); /* [J] */
double mb_natural_power(const mb_machine *m, double t, const double *q, const double *v);
void mb_natural_tangents(const mb_machine *m, double t, const double *q, const double *v,
                         bool damping, double *h);

/* A joint that makes one node of two places: its force on a body is sign times the sum over a part
 * of the mechanism (natural_reactions.c). */
struct mb_passed {
    bool known;
    int node, n;
    int *body; /* (n) */
    double sign;
};

mb_status mb_natural_pass(mb_model *model, const mb_plain_measure *of, const struct mb_passed **out,
                          mb_error *err);

/* The function table, from which finished models drop what they lack (natural_ops.c) */
extern const mb_ops mb_natural_ops;
void mb_natural_hold(const mb_model *model, const mb_hold *hold, const double *q, double *factor);
void mb_natural_row_text(const mb_model *model, int row, char *text, size_t size);
void mb_natural_coordinate_text(const mb_model *model, int coordinate, char *text, size_t size);
/* Start and outputs, behind those of the machine (natural_start.c, natural_measures.c) */
mb_status mb_natural_start(mb_model *model, mb_machine *m, mb_error *err);
mb_status mb_natural_outputs(mb_model *model, mb_machine *m, mb_error *err);

#endif
