/* SPDX-License-Identifier: MIT */
/* FNV-1a, 64 bits: cells, keys and the comparison of final states. */
#ifndef MB_BASE_HASH_H
#define MB_BASE_HASH_H

#include <stddef.h>
#include <stdint.h>

#define MB_HASH_START UINT64_C(0xcbf29ce484222325)

enum { MB_HEX_SIZE = 17 };

/* Continues a hash over size bytes; the first call passes MB_HASH_START. */
uint64_t mb_hash(uint64_t hash, const void *bytes, size_t size);
uint64_t mb_hash_text(uint64_t hash, const char *text);

/* 16 lower-case hex digits. */
void mb_hash_hex(uint64_t hash, char text[MB_HEX_SIZE]);

/* Cell of a run: hash of "problem|solver|t_end", canonical texts. */
uint64_t mb_cell(const char *problem, const char *solver, double t_end);

/* Key of a run: hash of the cell's hex digits, '|' and what it is made of (bench/made_of.h). */
uint64_t mb_key(uint64_t cell, const char *made_of);

#endif
