/* SPDX-License-Identifier: MIT */
/* How a method is drawn: the same colour, dashes and marks in every chart of every report.
 *
 * The colour is that of its formulation, close relatives share one (hamiltonian and
 * hamiltonian-newton, ali1 and ali3); dashes and marks follow from all its parts.  A formulation that the table does not list, such as one of the user's own, gets
 * them by its name. */
#ifndef MB_REPORT_CHARTS_METHOD_STYLE_H
#define MB_REPORT_CHARTS_METHOD_STYLE_H

typedef struct mb_method_style {
    int colour, pattern; /* numbers in the palette */
} mb_method_style;

/* Style of the solver with this spec. */
mb_method_style mb_method_style_of(const char *solver);

/* Styles of n solvers drawn together.  Where all have one colour, it tells nothing and they get
 * colours in turn. */
void mb_method_styles(const char *const *solver, int n, mb_method_style *style);

/* Gives later ones the next dashes and marks that are free, so that n styles can be told apart
 * without colours (where there are more than dashes: with them). */
void mb_method_styles_part(mb_method_style *style, int n);

#endif
