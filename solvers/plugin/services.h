/* SPDX-License-Identifier: MIT */
/* What the program gives to plug-ins. */
#ifndef MB_SOLVERS_PLUGIN_SERVICES_H
#define MB_SOLVERS_PLUGIN_SERVICES_H

#include "solvers/plugin/host.h"

/* The table of this program. */
extern const mb_host mb_host_services;

#endif
