/* Faults that the sanitizer and valgrind set-ups must find: run by .ci/sanitizers and .ci/valgrind,
 * which fail when one of them goes unnoticed. */
#include <criterion/criterion.h>
#include <limits.h>
#include <stdlib.h>

Test(planted, leak)
{
    char *volatile lost = malloc(57);

    cr_assert(lost);
    lost = NULL;
}

Test(planted, overflow)
{
    volatile char *block = malloc(8);
    volatile int at = 8;

    block[at] = 1;
    free((void *)(size_t)block);
}

Test(planted, undefined)
{
    volatile int large = INT_MAX;

    large = large + 1;
}
