/* SPDX-License-Identifier: MIT */
#include "solvers/plugin/host.h"

#include "solvers/plugin/plugin.h"
#include "solvers/plugin/services.h"

const mb_host mb_host_services = {.interface = MB_PLUGIN_INTERFACE,
                                  .size = sizeof(mb_host),
#define SERVICE(type, returns, name, parameters, names) .name = name,
                                  MB_HOST_LIST(SERVICE)
#undef SERVICE
};
