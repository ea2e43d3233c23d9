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
    char *volatile block = malloc(8);
    volatile int at = 8;

    block[at] = 1;
    free(block);
}

Test(planted, undefined)
{
    volatile int large = INT_MAX;

    large = large + 1;
}
