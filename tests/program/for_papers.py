# SPDX-License-Identifier: MIT
"""What a report is made of, what stands out in it and what fits a paper, as its words on the command line say.
LaTeX sets the tables where pdflatex is installed.

usage: for_papers.py MBSBENCH
"""
import csv
import os
import re
import shutil
import subprocess
import sys
import tempfile

from checks import check, finish

program = os.path.abspath(sys.argv[1])
STUDY = """study: mine
title: Mine
runs:
  - id: all
    problem: [pendulum, four-bar]
    solver:
      - lagrange/rk4:h=1e-2
      - baumgarte:alpha=5,beta=5/rk4:h=1e-2
      - lagrange/rk4:h=1e-2/direct-correction
      - penalty:alpha=1e7,omega=10,xi=1/rk4:h=1e-3
      - ali3/newmark:h=1e-2
      - lagrange/heun:h=1e-2
    t_end: 0.5
"""


def mbsbench(*words):
    return subprocess.run([program, *words], capture_output=True, text=True)


def solvers(folder, problem):
    with open(f"{folder}/tables/mine-{problem}.csv", encoding="utf-8") as file:
        return [row["solver"] for row in csv.DictReader(file)]


def made(name, *words):
    """A report of these words; its folder."""
    result = mbsbench("report", "r.jsonl", "--out", name, *words)
    check(f"report {' '.join(words)}", result.returncode == 0, result.stderr)
    return name


def refused(words, *said):
    result = mbsbench("report", "r.jsonl", "--out", "refused", *words)
    check(f"{' '.join(words)} is refused", result.returncode == 2 and all(s in result.stderr for s in said),
          result.stderr)


def filters():
    folder = made("lagrange", "--format", "csv", "--solver", "lagrange")
    check("the three runs of lagrange are left", len(solvers(folder, "pendulum")) == 3, solvers(folder, "pendulum"))
    folder = made("two", "--format", "csv", "--solver", "lagrange/*/none", "--solver", "ali3", "--problem", "four-bar")
    check("of one mechanism, without projections", solvers(folder, "four-bar") ==
          ["lagrange/rk4:h=0.01", "ali3/newmark:h=0.01", "lagrange/heun:h=0.01"], solvers(folder, "four-bar"))
    check("and no other mechanism", not os.path.exists(f"{folder}/tables/mine-pendulum.csv"))
    made("study", "--format", "csv", "--only-study", "mine")
    refused(["--solver", "lagrnge"], "--solver lagrnge: no record has that solver", "lagrange/rk4:h=0.01")
    refused(["--problem", "pendulun"], "did you mean 'pendulum'?")
    refused(["--only-study", "catalogue"], "there are mine")
    refused(["--solver", "ali3", "--highlight", "baumgarte"], "--highlight baumgarte: no record has that solver")


def highlights():
    script = f"{made('out', '--highlight', 'baumgarte')}/charts/mine-pendulum-position.gp"
    with open(script, encoding="utf-8") as file:
        text = file.read()
    thick = [line for line in text.splitlines() if "linewidth 3.4" in line and line.startswith("set arrow")]
    thin = [line for line in text.splitlines() if "#808080' linewidth 1 " in line and line.startswith("set arrow")]
    check("one line is thick and coloured", len(thick) == 1 and "#d55e00" in thick[0], text)
    check("the five others are thin and grey", len(thin) == 5, text)


def tables():
    folder = made("chosen", "--format", "tex,md", "--columns", "label,gap,counters.steps", "--rows", "ali3", "--rows",
                  "right", "--digits", "2")
    with open(f"{folder}/tables/mine-pendulum.md", encoding="utf-8") as file:
        rows = [[cell.strip() for cell in line.split("|")[1:-1]] for line in file if line.startswith("|")]
    check("the three columns", [cell.split(" [")[0] for cell in rows[0]] == ["solver", "gap", "steps"], rows[0])
    check("ali3 first, each run once", rows[2][0].startswith("ali3") and len(rows) == len({row[0] for row in rows}), rows)
    best = [row[1].split()[0].strip("*") for row in rows[2:] if row[1].startswith("**")]
    gaps = [float(row[1].split()[0].strip("*")) for row in rows[2:]]
    check("the smallest gap is bold", best and float(best[0]) == min(gaps), rows)
    check("two digits", all(len(re.sub(r"e.*|[.*]", "", row[1].split()[0])) <= 2 for row in rows[2:]), rows)
    with open(f"{folder}/tables/mine-pendulum.tex", encoding="utf-8") as file:
        text = file.read()
    check("a float with a label, its best in bold", all(part in text for part in (
        "\\begin{table}[tbp]", "\\label{tab:mine-pendulum}", "$\\mathbf{")), text)
    refused(["--columns", "label,drifft"], "--columns drifft: there is no such column; did you mean 'drift'?")
    refused(["--width", "3mm"], "expected a width from 40 to 400 mm, such as 88mm or 8.8cm")
    refused(["--digits", "0"], "--digits 0: expected a whole number from 2 to 17")


def answers():
    """Tables of solvers: columns and rows that are asked for, short names with their key for LaTeX, csv as it is."""
    folder = made("answers", "--format", "md,csv,tex", "--columns", "solvers:rank,solver,right to 1e-2", "--columns", "label,gap", "--rows",
                  "ali3", "--rows", "lagrange/rk4:h=1e-2/*")
    with open(f"{folder}/tables/solvers.md", encoding="utf-8") as file:
        rows = [[cell.strip(" `") for cell in line.split("|")[1:-1]] for line in file if line.startswith("|")]
    check("columns of solvers", rows[0] == ["rank", "solver", "right to 1e-2"], rows)
    check("rows of solvers", [row[1] for row in rows[2:]] == ["ali3/newmark", "lagrange/rk4/direct-correction", "lagrange/rk4"], rows)
    with open(f"{folder}/tables/solvers.csv", encoding="utf-8") as file:
        whole = list(csv.DictReader(file))
    check("csv is whole", len(whole) == 6 and "gap_max" in whole[0] and "lagrange/rk4/direct-correction" in [row["solver"] for row in whole], whole)
    with open(f"{folder}/tables/solvers.tex", encoding="utf-8") as file:
        text = file.read()
    plain = text.replace("\\allowbreak{}", "")
    check("short names, and what they mean", "rk4+DC" in plain and "DC: direct-correction" in plain and "texttt" not in text, text)
    refused(["--format", "md", "--columns", "solvers:rank,solvr"], "--columns solvers:solvr: there is no such column; did you mean 'solver'?")
    refused(["--format", "md", "--columns", "solvers:frobnicate"], "there are study, set, tried")
    refused(["--columns", "solver:rank"], "--columns solver: there is no such table; there are ranking, kinds, solvers")


def words_of(picture):
    """Words of a PDF with the places of their edges, and the width and height of its page [pt]."""
    text = subprocess.run(["pdftotext", "-bbox", picture, "-"], capture_output=True, text=True, check=True).stdout
    page = [float(x) for x in re.search(r'<page width="([0-9.]+)" height="([0-9.]+)"', text).groups()]
    words = re.findall(r'xMin="([-0-9.]+)" yMin="([-0-9.]+)" xMax="([-0-9.]+)" yMax="([-0-9.]+)">([^<]*)<', text)
    return [([float(x) for x in word[:4]], word[4]) for word in words], page


def charts():
    """Pictures for one column and for two: letters of 7 pt (11 px of 0.225 mm) and nothing beyond the edges."""
    for width, highlight in ((88, "ali3"), (180, "baumgarte")):
        folder = made(f"wide-{width}", "--width", f"{width}mm", "--for", "paper", "--highlight", highlight)
        small, out, titled, sizes = [], [], [], set()
        for name in sorted(os.listdir(f"{folder}/charts")):
            if name.endswith(".svg"):
                with open(f"{folder}/charts/{name}", encoding="utf-8") as file:
                    text = file.read()
                small += [name for size in re.findall(r'font-size[=:]"?([0-9.]+)', text) if float(size) < 11.0]
            if name.endswith(".pdf"):
                words, page = words_of(f"{folder}/charts/{name}")
                sizes.add(round(page[0] * 25.4 / 72))
                out += [(name, word) for (x0, y0, x1, y1), word in words
                        if x0 < 0 or y0 < 0 or x1 > page[0] or y1 > page[1]]
                titled += [name for _, word in words if word in ("study", "linkage", "Planar")]
        check(f"pictures are {width} mm wide", sizes == {width}, sizes)
        check(f"{width} mm: letters are 7 pt or more", not small, small)
        check(f"{width} mm: nothing is beyond an edge", not out, out)
        check(f"{width} mm: no titles", not titled, titled)
        with open(f"{folder}/charts.tex", encoding="utf-8") as file:
            text = file.read()
        check("charts.tex has the titles as captions", "\\label{fig:mine-four-bar-position}" in text and
              "position violation. All runs." in text, text)


def set_by_latex(name, document, folder, packages):
    """Sets all tables of a report; no line may be wider than the text."""
    parts = sorted(file for file in os.listdir(f"{folder}/tables") if file.endswith(".tex"))
    with open(f"{name}.tex", "w", encoding="utf-8") as file:
        file.write(f"\\documentclass[{document}]{{article}}\n\\usepackage{{{packages}}}\n\\begin{{document}}\n")
        file.writelines(f"\\input{{{folder}/tables/{part}}}\n" for part in parts)
        if os.path.exists(f"{folder}/charts.tex"):
            file.write(f"\\graphicspath{{{{{folder}/}}}}\n\\input{{{folder}/charts.tex}}\n")
        file.write("\\end{document}\n")
    for _ in range(2):  # a longtable knows its columns after the first
        latex = subprocess.run(["pdflatex", "-interaction=nonstopmode", "-halt-on-error", name], capture_output=True,
                               text=True, errors="replace")
    check(f"LaTeX sets {name}", latex.returncode == 0, latex.stdout[-2000:])
    wide = [line for line in latex.stdout.splitlines() if line.startswith("Overfull \\hbox")]
    check(f"nothing of {name} is wider than the text", not wide, "\n".join(wide))
    check(f"nothing of {name} is higher than a page", "Float too large" not in latex.stdout, latex.stdout[-2000:])


def one_page(tables):
    """Three tables, and two charts beside each other as they are, on a page."""
    charts = made("paper", "--format", "html", "--width", "60mm", "--for", "paper")
    with open("paper.tex", "w", encoding="utf-8") as file:
        file.write("\\documentclass[10pt,a4paper]{article}\n\\usepackage{array,booktabs,longtable,graphicx}\n\\setlength{\\textheight}{247mm}\\setlength{\\topmargin}{-14mm}\\setcounter{topnumber}{3}"
                   "\\setcounter{totalnumber}{9}\\renewcommand{\\topfraction}{1}\\renewcommand{\\bottomfraction}{1}\\renewcommand{\\textfraction}{0}\n\\begin{document}\nText.\n")
        file.writelines(f"\\input{{{tables}/tables/{part}.tex}}\n" for part in ("solvers", "mine-pendulum", "mine-four-bar"))
        pictures = "".join(f"\\includegraphics{{{charts}/charts/mine-{chart}.pdf}}" for chart in ("pendulum-position", "four-bar-energy"))
        file.write(f"\\begin{{figure}}[hb]\n\\noindent{pictures}\\caption{{Two charts}}\n\\end{{figure}}\nText.\n\\end{{document}}\n")
    run = subprocess.run(["pdflatex", "-interaction=nonstopmode", "-halt-on-error", "paper"], capture_output=True, text=True, errors="replace")
    check("three tables and two charts stand on a page, none too wide", run.returncode == 0 and "(1 page," in run.stdout and "Overfull" not in run.stdout,
          run.stdout[-2000:])


def upright(folder):
    for part in sorted(os.listdir(f"{folder}/tables")):
        with open(f"{folder}/tables/{part}", encoding="utf-8") as file:
            check(f"{part} stands upright", "landscape" not in file.read())


def latex():
    if not shutil.which("pdflatex"):
        print("LaTeX is not asked: pdflatex is not installed (apt install texlive-latex-recommended)")
        return
    packages = "array,booktabs,longtable,pdflscape"
    set_by_latex("page", "10pt,a4paper", made("page-tables", "--format", "tex"), packages)
    upright("page-tables")
    one_page("page-tables")
    many = "label,class,t_reached,h,steps,gap,drift,error,position.l2.mean,energy.max_abs,cpu.per_step_us,ratio,reason"
    set_by_latex("many", "10pt,a4paper", made("many-columns", "--format", "tex", "--columns", many), packages)
    folder = made("column", "--format", "tex,html", "--width", "77mm", "--for", "paper")
    packages += ",graphicx"
    set_by_latex("column", "10pt,a4paper,twocolumn", folder, packages)  # its columns are 221 pt: 77.7 mm


with tempfile.TemporaryDirectory() as folder:
    os.chdir(folder)
    with open("mine.yaml", "w", encoding="utf-8") as file:
        file.write(STUDY)
    run = mbsbench("run", "mine.yaml", "--no-timing", "--out", "r.jsonl")
    check("runs", run.returncode == 0, run.stderr)
    filters()
    highlights()
    tables()
    answers()
    if shutil.which("gnuplot") and shutil.which("pdftotext"):
        charts()
    latex()
finish()
