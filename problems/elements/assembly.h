/* Inside of the element kit: what a kind of element provides and how a finished model is stored.
 * For files in elements/ only; problem files use kit.h.
 *
 * A model is a list of groups, one a kind, each an array of equal elements.  What is constant
 * (masses, weights, linear rows) is summed up in set-up and copied by an evaluation; the kinds add
 * the rest.  Every kind is one file: its element with its coordinates and positions, `announce` and
 * `place` for set-up, and the terms it adds. */
#ifndef MB_PROBLEMS_ELEMENTS_ASSEMBLY_H
#define MB_PROBLEMS_ELEMENTS_ASSEMBLY_H

#include "problems/elements/kit.h"

typedef struct mb_kind mb_kind;

typedef struct mb_element_group {
    const mb_kind *kind;
    int n, capacity;
    void *element; /* (n) elements of kind->size */
} mb_element_group;

/* Adds a group's share to an array that holds the constant part.  w is what the term needs beside
 * q: v (gamma, force, stiffness ...), y (constraint_tangent), a (mass_tangent), nothing (phi). */
typedef void (*mb_add)(const mb_element_group *group, double t, const double *q, const double *w,
                       double *out);

/* A group's share of an energy. */
typedef double (*mb_energy_of)(const mb_element_group *group, double t, const double *q,
                               const double *w);

struct mb_kind {
    size_t size; /* of an element */
    /* Set-up, in this order: entries of D and H; then their positions, once these are known. */
    void (*announce)(const mb_element_group *group, mb_pattern_builder *d, mb_pattern_builder *h);
    void (*place)(mb_element_group *group, const mb_pattern *d, const mb_pattern *h);
    bool midpoint_exact; /* D at the midpoint of two positions is its discrete gradient */
    /* Terms, as in mb_ops; NULL adds nothing. */
    mb_add phi, jacobian, gamma;
    mb_add jacobian_dot, constraint_tangent, gamma_q, gamma_v;
    /* Rows that move by themselves; forces and masses that are not constant.  A kind with `mass`
     * announces its entries as masses of zero (mb_kit_mass) and finds them in place_mass. */
    void (*place_mass)(mb_element_group *group, const mb_pattern *m);
    mb_add phi_t, mass, force;
    mb_add stiffness, damping, mass_tangent;
    mb_energy_of kinetic, potential; /* [J]; w: v, nothing */
    double (*power)(const mb_element_group *group, double t, const double *q, const double *v,
                    const double *lambda); /* [W] */
};

/* What people call a row or a coordinate: "WHAT of PART A", "WHAT of PARTs A and B". */
typedef struct mb_label {
    const char *what; /* "revolute joint", "x"; NULL: it has no name */
    const char *part; /* "body", "point"; NULL: `what` says it all */
    int a, b;         /* numbers as declared; MB_GROUND the ground; MB_NOTHING none */
} mb_label;

enum { MB_NOTHING = -2 };

/* The label in words (labels.c). */
void mb_label_text(const mb_label *label, char *text, size_t size);

/* A coordinate of a point: a variable of the model, or held at a place. */
typedef struct mb_slot {
    int i;        /* >= 0: variable; else fixed */
    int fixed;    /* number of a fixed coordinate */
    double place; /* of a fixed coordinate [m] */
} mb_slot;

/* The kit fails with MB_BAD_INPUT: the problem's name and this. */
__attribute__((format(printf, 2, 3))) void mb_kit_refuse(mb_kit *kit, const char *format, ...);

/* Whether a declaration may go on: the kit is sound and has the body, or the point; `what` names
 * the element in the message.  Masses and moments of inertia must not be negative. */
bool mb_kit_has_body(mb_kit *kit, const char *what, int body);
bool mb_kit_has_point(mb_kit *kit, const char *what, int point);
bool mb_kit_has_coordinate(mb_kit *kit, const char *what, int coordinate);
bool mb_kit_has_row(mb_kit *kit, const char *what, int row);
/* A stiffness, a length ...: a number and not negative. */
bool mb_kit_sound_number(mb_kit *kit, const char *what, double value);
/* The name of an output: there is one, it fits MB_OUTPUT_NAME and no other output has it. */
bool mb_kit_new_output(mb_kit *kit, const char *name);
bool mb_kit_sound_mass(mb_kit *kit, const char *what, double mass);

/* x = slot.s * q[slot.i] + slot.c without a branch: s = 0 for a fixed coordinate, c = 0 for a
 * variable. */
typedef struct mb_reader {
    int i;
    double s, c;
} mb_reader;

static inline double mb_read(const mb_reader *r, const double *q)
{
    return r->s * q[r->i] + r->c;
}

static inline double mb_read_rate(const mb_reader *r, const double *v)
{
    return r->s * v[r->i];
}

/* mb_ops.rigid_motion of points and bodies in the plane (rigid.c). */
bool mb_planar_rigid_motion(const mb_model *model, const double *q, int k, double *dv);

/* One entry of a mass matrix that still has the rows and columns of fixed coordinates. */
typedef struct mb_mass_entry {
    mb_slot row, col;
    double value;
} mb_mass_entry;

typedef struct mb_weight_entry {
    mb_slot slot;
    double force; /* [N] */
} mb_weight_entry;

enum { MB_OUTPUT_NAME = 64 }; /* with its end */

typedef struct mb_readout mb_readout; /* outputs.c */

typedef struct mb_assembly {
    int ngroups, max_groups;
    mb_element_group *group;   /* (ngroups) one a kind */
    double *phi_constant;      /* (m) */
    double *jacobian_constant; /* (D.nnz) of linear terms */
    double *mass;              /* (M.nnz) */
    double *weight;            /* (nv) [N, N m] */
    double height_energy;      /* [J] potential of masses at fixed places */
    int nreadouts;
    const mb_readout *readout;
    int npoints, nbodies;      /* of the plane; together they have all coordinates, or are 0 */
    const mb_slot (*point)[2]; /* (npoints) x, y */
    const int *body;           /* (nbodies) x; y and phi follow */
    const mb_label *row_label; /* (m) */
    const mb_label *coordinate_label; /* (nq) */
} mb_assembly;

struct mb_kit {
    mb_model *model;
    mb_assembly *assembly;
    mb_status status; /* the first failure */
    mb_error *err;
    double gx, gy;         /* [m/s2] */
    int ncoordinates, max; /* variables so far, capacity of value and rate */
    double *value, *rate;  /* (ncoordinates) start */
    bool *length;          /* (ncoordinates) whether it is one [m] */
    mb_label *coordinate_label;
    int nfixed;
    int nrows, max_rows;
    int nvelocity_rows;   /* the last ones, without a Phi */
    double *row_constant; /* (nrows) */
    mb_label *row_label;
    int nmass, max_mass;
    mb_mass_entry *mass;
    int nweights, max_weights;
    mb_weight_entry *weight;
    int npoints, max_points;
    mb_slot (*point)[2]; /* (npoints) x, y */
    int nbodies, max_bodies;
    int *body;   /* (nbodies) its x; y and phi follow */
    int nholds, max_holds;
    mb_hold *hold; /* (nholds) */
    int noutputs, max_outputs;
    mb_output *output;
    int nreadouts, max_readouts;
    mb_readout *readout;
    double (*branch)(const mb_model *, double, const double *);
};

/* Room for one more item at the end of an array in the model's arena; false (and the kit failed)
 * when memory ran out.  `array` is the address of a pointer. */
bool mb_kit_grow(mb_kit *kit, void *array, int n, int *capacity, size_t size);

/* Holds a start velocity; `name` is copied.  NULL when the kit has failed. */
mb_hold *mb_kit_new_hold(mb_kit *kit, double value, const char *name);

/* A new zeroed element of a kind; NULL when the kit has failed. */
void *mb_kit_element(mb_kit *kit, const mb_kind *kind);

/* A variable, which is a length or not; its index. */
int mb_kit_variable(mb_kit *kit, double value, double rate, bool length, mb_label label);
int mb_kit_new_row(mb_kit *kit, double constant, mb_label label); /* its index */
/* A row without a Phi; all holonomic rows are declared before the first of these. */
int mb_kit_new_velocity_row(mb_kit *kit, mb_label label);
void mb_kit_mass(mb_kit *kit, mb_slot row, mb_slot col, double value);
void mb_kit_force(mb_kit *kit, mb_slot slot, double force);
mb_slot mb_kit_slot(int variable);
mb_reader mb_kit_reader(mb_slot slot);

/* Readers of x, y and the angle of a spot (spring.c). */
void mb_spot_readers(const mb_spot *spot, mb_reader at[3]);

/* Linear terms and terms in sine and cosine of a coordinate (rows.c). */
void mb_kit_linear(mb_kit *kit, int row, int coordinate, double factor);
/* row += a cos(coordinate) + b sin(coordinate) */
void mb_kit_turning(mb_kit *kit, int row, int coordinate, double a, double b);
/* The constant part of D that the linear terms make. */
void mb_linear_constant(const mb_element_group *group, double *d);

extern const mb_kind mb_kind_linear, mb_kind_turning, mb_kind_distance;

/* dPhi/dc of a distance row for the fixed coordinate `fixed`, with its row; false when the element
 * does not touch it (distance.c). */
bool mb_distance_touches(const mb_element_group *group, int k, int fixed, int *end);
double mb_distance_derivative(const mb_element_group *group, int k, int end, const double *q,
                              int *row);

/* Turns the declared outputs into model->outputs and readouts (outputs.c). */
void mb_kit_finish_outputs(mb_kit *kit);
void mb_outputs(const mb_model *model, double t, const double *q, const double *v, const double *a,
                const double *lambda, double *out);
void mb_output_rates(const mb_model *model, double t, const double *q, const double *v,
                     const double *a, const double *lambda, double *out);

/* The function table without the slots that depend on the mechanism (assembly.c). */
extern const mb_ops mb_assembly_ops;
void mb_assembly_phi_t(const mb_model *model, double t, const double *q, double *phi_t);
double mb_assembly_power(const mb_model *model, double t, const double *q, const double *v,
                         const double *lambda);
void mb_assembly_discrete_gradient(const mb_model *model, double t, const double *q0,
                                   const double *q1, double *grad, double *dphi);

#endif
