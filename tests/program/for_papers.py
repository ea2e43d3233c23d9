"""What a report is made of and what stands out in it, as its words on the command line say.

usage: for_papers.py MBSBENCH
"""
import csv
import os
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


with tempfile.TemporaryDirectory() as folder:
    os.chdir(folder)
    with open("mine.yaml", "w", encoding="utf-8") as file:
        file.write(STUDY)
    run = mbsbench("run", "mine.yaml", "--no-timing", "--out", "r.jsonl")
    check("runs", run.returncode == 0, run.stderr)
    filters()
    highlights()
finish()
