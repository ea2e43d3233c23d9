/* SPDX-License-Identifier: MIT */
/* The papers behind the keys of `source` in studies and solvers. */
#ifndef MB_REPORT_CLAIMS_BIBLIOGRAPHY_H
#define MB_REPORT_CLAIMS_BIBLIOGRAPHY_H

/* Authors, title, journal of a key such as "welch2007"; the text itself when it is no key. */
const char *mb_reference_of(const char *source);

#endif
