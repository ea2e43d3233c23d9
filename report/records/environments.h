/* SPDX-License-Identifier: MIT */
/* Where and with what records were made stands once in a file: the first record of an environment
 * holds it whole under an `id`, those behind it say that id and what is their own, load and date.
 *
 *     "environment": {"id": "0f3c...", "version": "0.2.0", "cpu": ..., "load": 0.5, "date": ...}
 *     "environment": {"id": "0f3c...", "load": 0.6, "date": ...}
 *
 * The id is a hash of what it stands for, so that files put behind each other stay right.  Records
 * from before have no ids. */
#ifndef MB_REPORT_RECORDS_ENVIRONMENTS_H
#define MB_REPORT_RECORDS_ENVIRONMENTS_H

#include <jansson.h>
#include <stdbool.h>

#include "base/status.h"

/* Gives an environment that has none its id. */
mb_status mb_environment_name(json_t *environment, mb_error *err);

/* Notes the environment of a record that holds it whole in known, an object of ids. */
mb_status mb_environments_note(json_t *known, const json_t *record, mb_error *err);

/* Completes the environment of a record that has come behind those noted.  Of an id that nobody
 * holds the rest stays unknown. */
mb_status mb_environments_complete(const json_t *known, json_t *record, mb_error *err);

/* Whether a record says where it was made by an id that is noted. */
bool mb_environments_refers(const json_t *known, const json_t *record);

/* What a record that stands behind those noted says in place of an environment; a new reference. */
json_t *mb_environments_reference(const json_t *known, json_t *environment);

/* *lean: the record as it is to stand behind those noted; a new reference. */
mb_status mb_environments_lean(const json_t *known, const json_t *record, json_t **lean,
                               mb_error *err);

#endif
