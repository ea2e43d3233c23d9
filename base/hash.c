/* SPDX-License-Identifier: MIT */
#include "base/hash.h"

#include <inttypes.h>
#include <stdio.h>
#include <string.h>

#include "base/spec.h"

uint64_t mb_hash(uint64_t hash, const void *bytes, size_t size)
{
    const unsigned char *byte = bytes;

    for (size_t i = 0; i < size; i++)
        hash = (hash ^ byte[i]) * UINT64_C(0x100000001b3);
    return hash;
}

uint64_t mb_hash_text(uint64_t hash, const char *text)
{
    return mb_hash(hash, text, strlen(text));
}

void mb_hash_hex(uint64_t hash, char text[MB_HEX_SIZE])
{
    snprintf(text, MB_HEX_SIZE, "%016" PRIx64, hash);
}

uint64_t mb_cell(const char *problem, const char *solver, double t_end)
{
    char number[MB_NUMBER_SIZE];
    uint64_t hash = mb_hash_text(MB_HASH_START, problem);

    mb_format_number(t_end, number);
    hash = mb_hash_text(mb_hash_text(hash, "|"), solver);
    return mb_hash_text(mb_hash_text(hash, "|"), number);
}

uint64_t mb_key(uint64_t cell, const char *build_id)
{
    char hex[MB_HEX_SIZE];

    mb_hash_hex(cell, hex);
    return mb_hash_text(mb_hash_text(mb_hash_text(MB_HASH_START, hex), "|"), build_id);
}
