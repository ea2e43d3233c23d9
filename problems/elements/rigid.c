/* Rigid motions of all that moves in the plane, from which conserved momenta follow. */
#include <string.h>

#include "problems/elements/assembly.h"

enum { ALONG_X, ALONG_Y, ALONG_Z, ABOUT_X, ABOUT_Y, ABOUT_Z };

static double at(const mb_slot *s, const double *q)
{
    return s->i >= 0 ? q[s->i] : s->place;
}

bool mb_planar_rigid_motion(const mb_model *model, const double *q, int k, double *dv)
{
    const mb_assembly *m = model->data;

    memset(dv, 0, (size_t)model->nv * sizeof *dv);
    if (m->npoints + m->nbodies == 0 || (k != ALONG_X && k != ALONG_Y && k != ABOUT_Z))
        return false;
    for (int i = 0; i < m->npoints; i++) {
        const mb_slot *x = &m->point[i][0], *y = &m->point[i][1];

        if (x->i >= 0)
            dv[x->i] = k == ALONG_X ? 1.0 : k == ABOUT_Z ? -at(y, q) : 0.0;
        if (y->i >= 0)
            dv[y->i] = k == ALONG_Y ? 1.0 : k == ABOUT_Z ? at(x, q) : 0.0;
    }
    for (int i = 0; i < m->nbodies; i++) {
        const int x = m->body[i];

        dv[x] = k == ALONG_X ? 1.0 : k == ABOUT_Z ? -q[x + 1] : 0.0;
        dv[x + 1] = k == ALONG_Y ? 1.0 : k == ABOUT_Z ? q[x] : 0.0;
        dv[x + 2] = k == ABOUT_Z ? 1.0 : 0.0;
    }
    return true;
}
