/* SPDX-License-Identifier: MIT */
/* The charts of a report: scripts and data, then the pictures. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "base/arena.h"
#include "base/text.h"
#include "report/answers/profile_chart.h"
#include "report/charts/gnuplot.h"
#include "report/charts/pdf.h"
#include "report/charts/script.h"
#include "report/charts/svg.h"
#include "report/figures/figures.h"
#include "report/whole/report_parts.h"

enum { PICTURES = 4, EXTENSIONS = 7 };

/* pictures first */
static const char *const extension[EXTENSIONS] = {"svg", "png", "pdf",     "small.svg",
                                                  "gp",  "tsv", "small.gp"};

/* Scripts and data of the figures of all studies. */
static mb_status write_figures(mb_report *r, int *count, mb_error *err)
{
    mb_status status = MB_OK;

    *count = 0;
    for (int p = 0; p < r->papers; p++) {
        mb_paper *paper = &r->paper[p];
        const mb_ledger *ledger = paper->ledger;

        MB_TRY(MB_TAKE(r->arena, &paper->figure, (size_t)ledger->figures, err));
        MB_TRY(mb_figures_write(ledger, paper->row, &r->charts_look, r->chart_folder, r->arena,
                                paper->figure, err));
        *count += ledger->figures;
    }
done:
    return status;
}

/* Scripts and data of the performance profiles; *count: their number. */
static mb_status write_profiles(mb_report *r, int *count, mb_error *err)
{
    const int studies = r->digest.study_count;
    mb_status status;

    *count = 0;
    MB_TRY(MB_TAKE(r->arena, &r->profile, (size_t)studies * MB_CROSS_CLASSES, err));
    for (int s = 0; s < studies; s++)
        for (int k = 0; k < r->cross[s].classes; k++, ++*count)
            MB_TRY(mb_profile_chart(&r->cross[s], k, &r->charts_look, r->chart_folder, r->arena,
                                    &r->profile[s * MB_CROSS_CLASSES + k], err));
done:
    return status;
}

static void list_study(mb_report *r, const char *study, mb_chart **list, int *count)
{
    for (int g = 0; g < r->digest.group_count; g++)
        for (int i = r->charts.first[g]; i < r->charts.first[g + 1]; i++)
            if (strcmp(r->digest.group[g].study, study) == 0)
                list[(*count)++] = &r->charts.chart[i];
    for (int p = 0; p < r->papers; p++)
        for (int i = 0; i < r->paper[p].ledger->figures; i++)
            if (strcmp(r->paper[p].ledger->study, study) == 0 && *r->paper[p].figure[i].name)
                list[(*count)++] = &r->paper[p].figure[i];
}

/* Lists the files that a chart has or may get. */
static void list_files(const mb_report *r, const mb_chart *chart)
{
    char name[MB_CHART_NAME_SIZE + 16];

    for (int i = 0; i < EXTENSIONS; i++) {
        snprintf(name, sizeof name, "%s.%s", chart->name, extension[i]);
        mb_report_file(r, "charts/", name);
    }
}

/* All charts that have a script, numbered in the order of the page. */
static mb_status list_charts(mb_report *r, int others, mb_chart ***list, int *count, mb_error *err)
{
    mb_status status;

    *count = 0;
    MB_TRY(MB_TAKE(r->arena, list, (size_t)(r->charts.count + others), err));
    for (int i = 0; i < r->digest.study_count * MB_CROSS_CLASSES; i++)
        if (*r->profile[i].name)
            (*list)[(*count)++] = &r->profile[i];
    for (int s = 0; s < r->digest.study_count; s++)
        list_study(r, r->digest.study[s], *list, count);
    for (int i = 0; i < *count; i++) {
        (*list)[i]->number = i;
        list_files(r, (*list)[i]);
    }
done:
    return status;
}

/* A chart that gnuplot refused: no pictures half drawn in its place, and a warning. */
static void note_refusal(const mb_report *r, const mb_chart *chart)
{
    for (int i = 0; i < PICTURES; i++) {
        char *path;

        if (asprintf(&path, "%s/%s.%s", r->chart_folder, chart->name, extension[i]) < 0)
            continue;
        unlink(path);
        free(path);
    }
    if (r->progress)
        mb_put_line(r->progress, "report: warning: chart %s is not drawn: %s", chart->name,
                    chart->refused);
}

/* The scripts of a chart one after the other: refused is that of one of them. */
static mb_status run_scripts(mb_report *r, const char *program, mb_chart *const *list, int count,
                             mb_error *err)
{
    mb_script of_one[MB_SCRIPTS];
    const int each = mb_scripts_of("", &r->charts_look, of_one);
    const char **script, **refused;
    mb_status status;

    MB_TRY(MB_TAKE(r->arena, &script, (size_t)(count * each), err));
    MB_TRY(MB_TAKE(r->arena, &refused, (size_t)(count * each), err));
    for (int i = 0; i < count; i++)
        for (int k = 0; k < each; k++)
            MB_TRY(mb_arena_printf(r->arena, &script[i * each + k], err, "%s%s.gp", list[i]->name,
                                   k ? ".small" : ""));
    MB_TRY(mb_gnuplot_run(program, r->chart_folder, script, count * each, r->arena, refused, err));
    for (int i = 0; i < count; i++) {
        for (int k = each - 1; k >= 0; k--)
            if (refused[i * each + k])
                list[i]->refused = refused[i * each + k];
        if (list[i]->refused)
            note_refusal(r, list[i]);
    }
done:
    return status;
}

/* Pictures of a gnuplot to come may be written in another way; pages show them as they are. */
static void note_unknown(const mb_report *r, mb_chart *const *list, int count)
{
    char name[MB_CHART_NAME_SIZE + 8], first[MB_CHART_NAME_SIZE + 8] = "";
    const char *why = NULL;
    int unknown = 0;

    for (int i = 0; i < count; i++) {
        char *svg;
        const char *this;

        snprintf(name, sizeof name, "%s.svg", list[i]->name);
        svg = list[i]->refused ? NULL : mb_chart_file(r->chart_folder, name);
        this = svg ? mb_svg_unknown(svg) : NULL;
        if (this && unknown++ == 0) {
            why = this;
            snprintf(first, sizeof first, "%s", name);
        }
        free(svg);
    }
    if (why && r->progress)
        mb_put_line(r->progress,
                    "report: warning: %d of %d pictures stand in the pages as gnuplot drew them, "
                    "without the pages' colours: in charts/%s %s; gnuplot 5.4 is known",
                    unknown, count, first, why);
}

/* One file with all that were drawn; a report can do without. */
static mb_status unite_charts(mb_report *r, mb_chart *const *list, int count, mb_error *err)
{
    const char **file, *refused;
    int drawn = 0;
    mb_status status;

    MB_TRY(MB_TAKE(r->arena, &file, (size_t)count, err));
    for (int i = 0; i < count; i++)
        if (!list[i]->refused)
            MB_TRY(mb_arena_printf(r->arena, &file[drawn++], err, "%s.pdf", list[i]->name));
    if (drawn == 0)
        return MB_OK;
    mb_report_file(r, "", MB_CHARTS_FILE);
    MB_TRY(
        mb_pdf_unite(r->chart_folder, file, drawn, "../" MB_CHARTS_FILE, r->arena, &refused, err));
    r->united = refused ? 0 : drawn;
    if (refused && r->progress)
        mb_put_line(r->progress, "report: warning: " MB_CHARTS_FILE " is not written: %s", refused);
done:
    return status;
}

/* A file that includes those that were drawn as figures with their captions. */
static mb_status include_charts(const mb_report *r, mb_chart *const *list, int count, mb_error *err)
{
    FILE *file;
    mb_status status;

    mb_report_file(r, "", MB_CHARTS_TEX_FILE);
    MB_TRY(mb_create(r->out, MB_CHARTS_TEX_FILE, &file, err));
    fputs("% \\usepackage{graphicx}; \\graphicspath{{the folder of this file/}} from elsewhere\n",
          file);
    for (int i = 0; i < count; i++) {
        if (list[i]->refused)
            continue;
        fprintf(file,
                "\\begin{figure}[tbp]\n\\centering\n\\includegraphics{charts/%s.pdf}\n\\caption{",
                list[i]->name);
        mb_put_tex(file, list[i]->title);
        fputs(". ", file);
        mb_put_tex(file, list[i]->caption);
        fprintf(file, "}\\label{fig:%s}\n\\end{figure}\n\n", list[i]->name);
    }
    status = mb_close(file, r->out, MB_CHARTS_TEX_FILE, err);
done:
    return status;
}

/* Where there is no gnuplot: the pages have the places of the charts, with scripts and data. */
static void leave_undrawn(const mb_report *r, mb_chart *const *list, int count)
{
    for (int i = 0; i < count; i++)
        list[i]->refused = "there was no gnuplot";
    if (r->progress)
        fprintf(r->progress,
                "report: warning: gnuplot is not installed, so that none of %d charts is drawn; "
                "apt install gnuplot-nox and make the report again (tables, pages, scripts and "
                "data of the charts are whole)\n",
                count);
}

mb_status mb_report_charts(mb_report *r, mb_error *err)
{
    char *program = NULL;
    mb_chart **list;
    int figures, profiles, count;
    mb_status status;

    MB_TRY(
        mb_charts_write(&r->digest, &r->charts_look, r->chart_folder, r->arena, &r->charts, err));
    MB_TRY(write_figures(r, &figures, err));
    MB_TRY(write_profiles(r, &profiles, err));
    MB_TRY(list_charts(r, figures + profiles, &list, &count, err));
    if (count == 0)
        return MB_OK;
    program = mb_gnuplot_find();
    if (!program) {
        leave_undrawn(r, list, count);
        return MB_OK;
    }
    if (r->progress)
        fprintf(r->progress, "report: drawing %d charts\n", count);
    MB_TRY(run_scripts(r, program, list, count, err));
    note_unknown(r, list, count);
    MB_TRY(unite_charts(r, list, count, err));
    if (r->charts_look.paper)
        MB_TRY(include_charts(r, list, count, err));
done:
    free(program);
    return status;
}
