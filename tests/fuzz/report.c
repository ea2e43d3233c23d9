/* SPDX-License-Identifier: MIT */
/* Fuzz target: records, the series beside them and verdicts in, a whole report out.
 *
 * An input is lines of records; from the first line that starts with '#' on it is the series s.tsv.
 * The records' study s has claims and figures of every kind, any other study's are drawn without.
 * The mutator knows JSON: most of its changes leave a record that is read. */
#include <jansson.h>
#include <math.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "bench/study/study.h"
#include "report/answers/advise.h"
#include "report/whole/report.h"

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);
size_t LLVMFuzzerMutate(uint8_t *data, size_t size, size_t most);
size_t LLVMFuzzerCustomMutator(uint8_t *data, size_t size, size_t most, unsigned seed);

/* clang-format off */
static const char text[] =
    "study: s\n"
    "runs:\n"
    "  - id: a\n"
    "    problem: four-bar\n"
    "    solver: baumgarte:alpha={alpha},beta=7/rk4:h={h}\n"
    "    grid:\n"
    "      alpha: [1, 10, 100]\n"
    "      h: [1e-3, 1e-2]\n"
    "  - id: b\n"
    "    problem: four-bar\n"
    "    solver:\n"
    "      - lagrange/rk4:h=1e-2\n"
    "      - lagrange/heun:h=1e-2\n"
    "    t_end: 1\n"
    "    series: [outputs]\n"
    "  - id: g\n"
    "    problem: four-bar\n"
    "    solver: lagrange/rk4:h={h}\n"
    "    grid: {h: [4e-3, 2e-3, 1e-3]}\n"
    "    series: none\n"
    "claims:\n"
    "  - id: c1\n"
    "    where: w\n"
    "    says: s\n"
    "    kind: value\n"
    "    metric: energy.max_abs\n"
    "    run: a.1\n"
    "    value: 1\n"
    "    tolerance: 1e-9\n"
    "  - id: c2\n"
    "    where: w\n"
    "    says: s\n"
    "    kind: bound\n"
    "    metric: error.max\n"
    "    run: a\n"
    "    max: 0.1\n"
    "  - id: c3\n"
    "    where: w\n"
    "    says: s\n"
    "    kind: ordering\n"
    "    metric: error.max\n"
    "    run: a\n"
    "  - id: c4\n"
    "    where: w\n"
    "    says: s\n"
    "    kind: trend\n"
    "    metric: energy.max_abs\n"
    "    run: [a.1, a.3, a.5]\n"
    "    over: alpha\n"
    "    direction: up\n"
    "  - id: c5\n"
    "    where: w\n"
    "    says: s\n"
    "    kind: order\n"
    "    metric: error.max\n"
    "    run: g\n"
    "    value: 4\n"
    "    tolerance: 0.1\n"
    "  - id: c6\n"
    "    where: w\n"
    "    says: s\n"
    "    kind: ratio\n"
    "    metric: cpu\n"
    "    run: b.1\n"
    "    than: b.2\n"
    "    value: 2\n"
    "  - id: c7\n"
    "    where: w\n"
    "    says: s\n"
    "    kind: share\n"
    "    metric: energy.max_abs\n"
    "    run: a\n"
    "    below: 0.1\n"
    "    max: 0\n"
    "  - id: c8\n"
    "    where: w\n"
    "    says: s\n"
    "    kind: limit\n"
    "    metric: energy.max_abs\n"
    "    run: g\n"
    "    value: 1\n"
    "    tolerance: 1e-9\n"
    "  - id: c9\n"
    "    where: w\n"
    "    says: s\n"
    "    kind: bound\n"
    "    metric: position_l2@max(0.1,1) / position_l2@max(0,0.5)\n"
    "    run: b\n"
    "    max: 1\n"
    "names:\n"
    "  - {method: \"lagrange/rk4\", name: Multipliers}\n"
    "  - {entry: b.2, name: Heun}\n"
    "figures:\n"
    "  - id: f1\n"
    "    where: w\n"
    "    title: T\n"
    "    says: s\n"
    "    kind: time\n"
    "    run: b\n"
    "    y: energy\n"
    "  - id: f2\n"
    "    where: w\n"
    "    title: T\n"
    "    says: s\n"
    "    kind: time\n"
    "    run: b\n"
    "    y: position.sq\n"
    "    log: y\n"
    "    t: [0.1, 0.5]\n"
    "  - id: f3\n"
    "    where: w\n"
    "    title: T\n"
    "    says: s\n"
    "    kind: sweep\n"
    "    run: a\n"
    "    x: alpha\n"
    "    y: error.max\n"
    "    log: xy\n"
    "  - id: f4\n"
    "    where: w\n"
    "    title: T\n"
    "    says: s\n"
    "    kind: map\n"
    "    run: a\n"
    "    x: alpha\n"
    "    y: h\n"
    "    z: error.max\n"
    "    limit: 0.5\n"
    "  - id: f5\n"
    "    where: w\n"
    "    title: T\n"
    "    says: s\n"
    "    kind: bars\n"
    "    run: b\n"
    "    y: cpu\n"
    "    note: n\n"
    "  - id: f6\n"
    "    where: w\n"
    "    title: T\n"
    "    says: s\n"
    "    kind: points\n"
    "    run: b\n"
    "    x: cpu\n"
    "    y: error.max\n"
    "    log: xy\n"
    "  - id: f7\n"
    "    where: w\n"
    "    title: T\n"
    "    says: s\n"
    "    kind: path\n"
    "    run: b\n"
    "    x: outputs.crank.angle\n"
    "    y: energy.relative\n"
    "  - id: f8\n"
    "    where: w\n"
    "    title: T\n"
    "    says: s\n"
    "    kind: time\n"
    "    run: b\n"
    "    y: [abs(outputs.crank.angle), energy.total]\n"
    "  - id: f9\n"
    "    where: w\n"
    "    title: T\n"
    "    says: s\n"
    "    kind: sweep\n"
    "    run: b\n"
    "    x: {text: dt, values: [1, 2]}\n"
    "    y: energy.max_abs\n";
/* clang-format on */

/* Stands in for gnuplot: an empty picture for each script. */
static const char draws[] = "#!/bin/sh\nfor f; do echo '<svg></svg>' > ${f%.gp}.svg; done\n";

static char folder[] = "/tmp/mbsbench-fuzz-XXXXXX";
static mb_plan plan;
static mb_study study;

static void clean_up(void)
{
    char command[64];

    snprintf(command, sizeof command, "/bin/rm -rf %s", folder);
    if (system(command) != 0)
        perror(command);
    mb_plan_free(&plan);
}

static void write_part(const char *name, const uint8_t *data, size_t size, char path[64])
{
    FILE *file;

    snprintf(path, 64, "%s/%s", folder, name);
    file = fopen(path, "w");
    if (!file || fwrite(data, 1, size, file) != size || fclose(file) != 0)
        abort();
}

static void start(void)
{
    const mb_study_options options = {.t_end = NAN};
    mb_error err = {MB_OK, ""};
    char gnuplot[64];

    if (!mkdtemp(folder))
        abort();
    write_part("gnuplot", (const uint8_t *)draws, sizeof draws - 1, gnuplot);
    if (chmod(gnuplot, 0755) != 0 || setenv("PATH", folder, 1) != 0)
        abort();
    if (mb_plan_create(&plan, &err) != MB_OK ||
        mb_study_parse("s", text, strlen(text), &options, &plan, &study, &err) != MB_OK) {
        fprintf(stderr, "%s\n", err.text);
        abort();
    }
    atexit(clean_up);
}

/* Where the series begins: a line of its own that starts with '#'. */
static size_t series_of(const uint8_t *data, size_t size)
{
    size_t i = 0;

    while (i < size && !(data[i] == '#' && (i == 0 || data[i - 1] == '\n')))
        i++;
    return i;
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    size_t n = series_of(data, size);
    mb_records records = {0};
    mb_error err = {MB_OK, ""};
    char input[64], series[64], out[64];

    if (!plan.arena)
        start();
    write_part("in.jsonl", data, n, input);
    write_part("s.tsv", data + n, size - n, series);
    snprintf(out, sizeof out, "%s/out", folder);
    if (mb_records_read(&records, input, &err) == MB_OK) {
        FILE *null = fopen("/dev/null", "w");

        mb_records_latest(&records);
        if (!null ||
            mb_report_write(&records, &study.ledger, 1, out,
                            &(mb_report_options){.formats = MB_REPORT_ALL}, null, &err) != MB_OK) {
            fprintf(stderr, "%s\n", err.text);
            abort(); /* whatever records say, they can be reported */
        }
        fclose(null);
    } else if (!err.text[0]) {
        abort();
    }
    mb_records_free(&records);
    return 0;
}

/* ---- mutation ------------------------------------------------------------------------------- */

static json_t *awkward(unsigned which)
{
    static const double numbers[] = {0,     -1,  1e-324, 5e-324, 1e308, 1.7e308, -1.7e308,
                                     1e-9,  0.1, 1,      2,      1e15,  1e300,   1e-300,
                                     1e-16, 7,   1e-6,   1e-4,   0.5,   10};
    static const char *const texts[] = {
        "",  "s",     "s.tsv",       "ok",         "diverged",
        "a", "b/c:d", "=1",          "]]>\n\x1b[", "baumgarte/rk4:h=1e-2",
        "Φ", "../x",  "four-bar:N=3"};
    enum { NUMBERS = sizeof numbers / sizeof *numbers, TEXTS = sizeof texts / sizeof *texts };

    switch (which % 8) {
    case 0:
        return json_null();
    case 1:
        return json_array();
    case 2:
        return json_pack("{s:f}", "max", numbers[which / 8 % NUMBERS]);
    case 3:
    case 4:
        return json_string(texts[which / 8 % TEXTS]);
    default:
        return json_real(numbers[which / 8 % NUMBERS]);
    }
}

/* Changes one member of an object, or of one within it. */
static void change(json_t *object, unsigned *seed)
{
    size_t n = json_object_size(object), i = 0, wanted;
    const char *key;
    json_t *value;

    if (n == 0)
        return;
    wanted = (size_t)rand_r(seed) % n;
    json_object_foreach(object, key, value)
    {
        if (i++ != wanted)
            continue;
        if (json_is_object(value) && rand_r(seed) % 8 != 0)
            change(value, seed);
        else if (rand_r(seed) % 10 == 0)
            json_object_del(object, key);
        else
            json_object_set_new(object, key, awkward((unsigned)rand_r(seed)));
        return;
    }
}

/* One record among the lines is changed; the others and the series stay. */
static size_t mutate_record(uint8_t *data, size_t size, size_t most, size_t n, unsigned *seed)
{
    size_t first = (size_t)rand_r(seed) % n, last;
    json_t *record;
    size_t length, moved;
    char *line;

    while (first > 0 && data[first - 1] != '\n')
        first--;
    for (last = first; last < n && data[last] != '\n';)
        last++;
    record = json_loadb((const char *)data + first, last - first, 0, NULL);
    if (!json_is_object(record)) {
        json_decref(record);
        return 0;
    }
    for (int i = rand_r(seed) % 3; i >= 0; i--)
        change(record, seed);
    line = json_dumps(record, JSON_COMPACT);
    json_decref(record);
    length = line ? strlen(line) : 0;
    moved = size - last;
    if (length > 0 && first + length + moved <= most) {
        memmove(data + first + length, data + last, moved);
        memcpy(data + first, line, length);
        size = first + length + moved;
    }
    free(line);
    return size;
}

size_t LLVMFuzzerCustomMutator(uint8_t *data, size_t size, size_t most, unsigned seed)
{
    size_t n = series_of(data, size), changed = 0;

    if (n > 0 && rand_r(&seed) % 4 != 0)
        changed = mutate_record(data, size, most, n, &seed);
    if (changed == 0 && n < size && rand_r(&seed) % 2 != 0) /* the series alone */
        changed = n + LLVMFuzzerMutate(data + n, size - n, most - n);
    return changed > 0 ? changed : LLVMFuzzerMutate(data, size, most);
}
