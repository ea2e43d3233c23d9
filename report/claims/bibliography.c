/* SPDX-License-Identifier: MIT */
#include "report/claims/bibliography.h"

#include <string.h>

static const struct {
    const char *key, *text;
} references[] = {
    {"bayo1996",
     "E. Bayo, R. Ledesma: Augmented Lagrangian and mass-orthogonal projection methods for "
     "constrained multibody dynamics. Nonlinear Dynamics 9 (1996) 113-130"},
    {"gonzalez2016",
     "F. González, D. Dopico, R. Pastorino, J. Cuadrado: Behaviour of augmented Lagrangian and "
     "Hamiltonian methods for multibody dynamics in the proximity of singular configurations. "
     "Nonlinear Dynamics 85 (2016), doi:10.1007/s11071-016-2774-5"},
    {"marques2017",
     "F. Marques, A. P. Souto, P. Flores: On the constraints violation in forward dynamics of "
     "multibody systems. Multibody System Dynamics 39 (2017) 385-419"},
    {"nada2023",
     "A. Nada, M. Bayoumi: Development of a constraint stabilization method of multibody systems "
     "based on fuzzy logic control. Multibody System Dynamics (2023)"},
    {"welch2007",
     "S. W. J. Welch, M. Hong, J. A. Trapp, M.-H. Choi: Parameter-free second-order numerical "
     "scheme for constrained multibody dynamic systems. Journal of Guidance, Control, and "
     "Dynamics 30 (2007), doi:10.2514/1.28708"},
};

const char *mb_reference_of(const char *source)
{
    for (size_t i = 0; i < sizeof references / sizeof references[0]; i++)
        if (strcmp(references[i].key, source) == 0)
            return references[i].text;
    return source;
}
