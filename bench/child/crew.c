/* SPDX-License-Identifier: MIT */
#include "bench/child/crew.h"

#include <errno.h>
#include <math.h>
#include <signal.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/wait.h>
#include <time.h>

#include "bench/child/clock.h"
#include "bench/child/desk.h"

static const double farewell = 2.0; /* [s] that children have for their end */

mb_status mb_crew_create(mb_crew *crew, int jobs, mb_error *err)
{
    const int size = 2 * jobs; /* as many may be leaving */
    void *desks;

    memset(crew, 0, sizeof *crew);
    crew->member = calloc((size_t)size, sizeof *crew->member);
    desks = mmap(NULL, (size_t)size * sizeof *crew->desk, PROT_READ | PROT_WRITE,
                 MAP_SHARED | MAP_ANONYMOUS, -1, 0);
    if (!crew->member || desks == MAP_FAILED)
        return mb_fail(err, MB_NO_MEMORY, "no memory for %d jobs", jobs);
    crew->desk = desks;
    crew->size = size;
    for (int i = 0; i < size; i++) {
        crew->member[i].desk = &crew->desk[i];
        sem_init(&crew->desk[i].word, 1, 0);
    }
    return mb_fork_server_start(&crew->server, err);
}

void mb_member_ended(mb_member *member)
{
    member->pid = 0;
    member->busy = member->leaves = false;
}

/* Waits for a child that is ready, or bound, to end. */
static void bury(mb_member *member)
{
    while (waitpid(member->pid, NULL, 0) < 0 && errno == EINTR)
        ;
    mb_member_ended(member);
}

static void dismiss(mb_member *member)
{
    member->leaves = true;
    atomic_store(&member->desk->turn, MB_TURN_ENOUGH);
    sem_post(&member->desk->word);
}

/* Takes note of those that have left; how many are still there. */
static int see_off(mb_crew *crew)
{
    int left = 0;

    for (int i = 0; i < crew->size; i++) {
        mb_member *m = &crew->member[i];

        if (m->leaves && waitpid(m->pid, NULL, WNOHANG) == m->pid)
            mb_member_ended(m);
        left += m->pid != 0;
    }
    return left;
}

void mb_crew_destroy(mb_crew *crew)
{
    const struct timespec pause = {0, 1000000};
    const double end = mb_clock_wall() + farewell;

    for (int i = 0; i < crew->size; i++)
        if (crew->member[i].pid && !crew->member[i].leaves)
            dismiss(&crew->member[i]);
    while (see_off(crew) > 0 && mb_clock_wall() < end)
        nanosleep(&pause, NULL);
    for (int i = 0; i < crew->size; i++)
        if (crew->member[i].pid) { /* stopped from outside */
            kill(crew->member[i].pid, SIGKILL);
            bury(&crew->member[i]);
        }
    mb_fork_server_stop(&crew->server);
    if (crew->desk)
        munmap(crew->desk, (size_t)crew->size * sizeof *crew->desk);
    free(crew->member);
    memset(crew, 0, sizeof *crew);
}

static bool waits(const mb_member *member)
{
    return member->pid && !member->busy && !member->leaves;
}

/* A mechanism with other parameters is the same mechanism. */
static bool same_mechanism(const mb_request *a, const mb_request *b)
{
    const size_t n = strcspn(a->problem, ":");

    return n == strcspn(b->problem, ":") && strncmp(a->problem, b->problem, n) == 0 &&
           strcmp(a->digest, b->digest) == 0;
}

static mb_member *who_waits(mb_crew *crew, const mb_request *request)
{
    for (int i = 0; i < crew->size; i++)
        if (waits(&crew->member[i]) && same_mechanism(&crew->member[i].desk->request, request))
            return &crew->member[i];
    return NULL;
}

/* A place for one more child, for which one that waits has to go if there is no other. */
static mb_member *vacancy(mb_crew *crew)
{
    mb_member *leaving = NULL;

    for (int i = 0; i < crew->size; i++)
        if (waits(&crew->member[i]))
            dismiss(&crew->member[i]);
    see_off(crew);
    for (int i = 0; i < crew->size; i++) {
        if (!crew->member[i].pid)
            return &crew->member[i];
        if (crew->member[i].leaves)
            leaving = &crew->member[i];
    }
    kill(leaving->pid, SIGKILL);
    bury(leaving);
    return leaving;
}

static void lay_down(mb_member *member, const mb_request *request)
{
    member->desk->request = *request;
    member->desk->request.desk = member->desk;
    atomic_store(&member->desk->turn, MB_TURN_GIVEN);
}

mb_status mb_crew_give(mb_crew *crew, const mb_request *request, bool alone, mb_member **member,
                       mb_error *err)
{
    mb_member *m = alone ? NULL : who_waits(crew, request);
    mb_status status = MB_OK;

    *member = NULL;
    if (m) {
        lay_down(m, request);
        m->runs++;
        sem_post(&m->desk->word);
    } else {
        m = vacancy(crew);
        while (sem_trywait(&m->desk->word) == 0)
            ; /* a word that the one before did not hear */
        lay_down(m, request);
        MB_TRY(mb_fork_server_child(&crew->server, &m->desk->request, &m->pid, err));
        m->runs = 1;
    }
    m->busy = true;
    *member = m;
done:
    return status;
}

bool mb_crew_take_back(mb_member *member)
{
    if (atomic_load(&member->desk->turn) != MB_TURN_DONE)
        return false;
    member->busy = false;
    return true;
}

double mb_member_began(const mb_member *member)
{
    return atomic_load(&member->desk->turn) == MB_TURN_GIVEN ? (double)NAN : member->desk->began;
}
