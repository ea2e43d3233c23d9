#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""`run --here` and `--trace`: a run in the program's own process gives the record that a child gives, and its trace
tells what the record counts.

here.py MBSBENCH MBSBENCH_FAULTS"""
import json
import os
import signal
import subprocess
import sys
import tempfile

from checks import check, finish

exe, faults = (os.path.abspath(p) for p in sys.argv[1:3])
folder = tempfile.TemporaryDirectory()
path = lambda name: os.path.join(folder.name, name)
COLUMNS = ["step", "t", "h", "pass", "what", "residual", "correction", "rcond", "stopped"]
WORDS = {"", "converged", "round-off", "grew", "limit", "accepted step", "rejected step", "failed"}


def run(*args, program=exe, **kw):
    return subprocess.run([program, "run", *args], capture_output=True, text=True, timeout=120, cwd=folder.name, **kw)


def cell(problem, solver, t_end, *options, program=exe):
    """The record of a run, and what the program did."""
    out = path("records.jsonl")
    if os.path.exists(out):
        os.remove(out)
    done = run("--problem", problem, "--solver", solver, "--t-end", t_end, "--out", out, "--no-timing", *options,
               program=program)
    with open(out) as file:
        return json.loads(file.readlines()[-1]), done


def trace(problem, solver, t_end):
    record, _ = cell(problem, solver, t_end, "--here", "--trace", path("trace.tsv"))
    with open(path("trace.tsv")) as file:
        head, *lines = file.read().splitlines()
    check(f"{solver}: head line", [w.split(" [")[0] for w in head.split("\t")] == COLUMNS, head)
    lines = [dict(zip(COLUMNS, line.split("\t"), strict=True)) for line in lines]
    for line in lines:
        line["step"] = int(line["step"])
    return record, lines


def without_times(record):
    """What does not depend on the machine's pace, nor on what else the process holds."""
    record = json.loads(json.dumps(record))
    for key in ("cpu", "peak_rss_mb", "environment", "series", "scene"):  # a scene is made by a child of its own
        record.pop(key)
    return record


SOLVERS = [
    ("double-four-bar", "lagrange/rk4:h=1e-2/direct-correction"),
    ("double-four-bar", "lagrange/rk4:h=1e-2/mass-orthogonal"),
    ("double-four-bar", "augmented-lagrangian/trapezoidal:h=1e-2,tol=1e-8"),
    ("four-bar", "penalty/implicit-midpoint:h=1e-2"),
    ("double-four-bar", "ali3/newmark:h=1e-2"),
    ("four-bar", "hamiltonian/trapezoidal:h=1e-2"),
    ("double-four-bar", "rattle/newton:h=1e-2"),
    ("four-bar", "coordinate-partitioning/rk4:h=1e-2"),
    ("four-bar", "lagrange/dormand-prince:tol=1e-8"),
    ("four-bar", "ggl/radau5:tol=1e-8"),
    ("four-bar", "ggl/ida:tol=1e-6"),
    ("four-bar", "lagrange/bdf:tol=1e-6"),
    ("four-bar", "lagrange/tr-bdf2:tol=1e-4"),
]
ITERATING = {"integrator", "multipliers", "positions", "velocities", "accelerations"}

for problem, solver in SOLVERS:
    ordinary, _ = cell(problem, solver, "1.5")
    here, _ = cell(problem, solver, "1.5", "--here")
    check(f"{solver}: --here gives the same record", without_times(ordinary) == without_times(here))
    traced, lines = trace(problem, solver, "1.5")
    check(f"{solver}: so does --trace", without_times(ordinary) == without_times(traced))
    counters, steps = traced["counters"], [line for line in lines if line["step"] > 0]
    count = lambda *words: sum(line["stopped"] in words for line in steps)
    check(f"{solver}: every step has a line", {line["step"] for line in steps} == set(range(1, counters["steps"] + 1)))
    check(f"{solver}: known words", {line["stopped"] for line in lines} <= WORDS)
    check(f"{solver}: iterations stopped", count("grew", "limit") == counters["stopped"], counters["stopped"])
    check(f"{solver}: steps taken back", count("rejected step") == counters["rejected"], counters["rejected"])
    # velocities that are solved for in one pass count as no iteration of the record
    passes = sum(line["what"] in ITERATING and not (line["what"] == "velocities" and "direct" in solver)
                 for line in steps) or sum(int(line["pass"] or 0) for line in steps)
    check(f"{solver}: passes", passes == counters["iterations"], f"{passes}, {counters['iterations']}")
    if "h=" in solver:
        check(f"{solver}: times", all(abs(float(line["t"]) - 1e-2 * line["step"]) < 1e-9 for line in steps))

# a converging iteration ends each step
record, lines = trace("four-bar", "ali3/newmark:h=1e-2", "1")
last = {line["step"]: line["stopped"] for line in lines}
check("converged ends each step", record["counters"]["stopped"] == 0 and set(last.values()) == {"converged"}, last)

# gonzalez2016 section 5.1: next to a singular position the iteration diverges.  The double four-bar passes them at
# 0.714356 and 1.228159 s, by its motion in one coordinate.
record, lines = trace("double-four-bar", "augmented-lagrangian:alpha=1e7/trapezoidal:h=1e-2,tol=1e-8", "1.5")
grew = sorted({float(line["t"]) for line in lines if line["stopped"] == "grew"})
check("grew next to the singular position", grew and all(min(abs(t - p) for p in (0.714356, 1.228159)) < 0.02
                                                         for t in grew), grew)
for t in grew:
    sizes = [float(line["correction"]) for line in lines if float(line["t"]) == t and line["what"] == "integrator"]
    check(f"the correction grew at {t}", sizes[-1] > sizes[-2], sizes)

# 1 / condition of the matrix falls to the singular position: the nearest grid point is 0.714
for linsolver in ("dense", "klu", "umfpack", "qr"):
    _, lines = trace("double-four-bar", f"lagrange/rk4:h=1e-3/none/{linsolver}", "1")
    worst = min(lines, key=lambda line: float(line["rcond"]))
    check(f"{linsolver}: the reciprocal condition is least there", worst["t"] == "0.714" and
          float(worst["rcond"]) < 2e-3, worst)
_, lines = trace("double-four-bar", "penalty/rk4:h=1e-3/none/cholmod", "0.1")
check("cholmod: the reciprocal condition", all(0.0 < float(line["rcond"]) < 1.0 for line in lines))

# a step that ends the run says so
record, _ = cell("four-bar", "fault:kind=nan/rk4:h=1e-2", "1", "--here", "--trace", path("nan.tsv"), program=faults)
with open(path("nan.tsv")) as file:
    final = file.read().splitlines()[-1].split("\t")
check("failed names its time", final[8] == "failed" and 0.5 <= float(final[1]) <= 0.52, final)

# a crash is the program's own, and leaves the lines before it
done = run("--problem", "four-bar", "--solver", "fault:kind=abort/rk4:h=1e-2", "--trace", path("crash.tsv"),
           program=faults)
with open(path("crash.tsv")) as file:
    final = file.read().splitlines()[-1].split("\t")
check("a crash is a crash", done.returncode == -signal.SIGABRT, done.returncode)
check("with the lines before it", 0.48 <= float(final[1]) <= 0.52, final)

# timed passes only where their number is given; records of their own file
four = ["--problem", "four-bar", "--solver", "lagrange/rk4:h=1e-2", "--t-end", "1"]
run("--here", *four)
run("--here", *four, "--rounds", "1")
with open(path("results/here.jsonl")) as file:
    timed = [json.loads(line)["cpu"] for line in file]
check("timed where asked", len(timed) == 2 and timed[0] != timed[1] and not os.path.exists(path("results/records.jsonl")),
      timed)

# what is refused
REFUSED = [
    (["--here", "gonzalez2016:table1"], 2, ["--here takes one run, and ", "gonzalez2016:table1.3"]),
    (["--here"], 2, ["--here takes one run, and "]),
    ([*four, "--solver", "lagrange/rk4:h=1e-3", "--trace", "t.tsv"], 2, ["--trace takes one run, and 2 are selected"]),
    ([*four, "--trace"], 2, ["--trace needs a file"]),
    ([*four, "--reach", "1e-4", "--trace", "t.tsv"], 2, ["searched for"]),
    ([*four, "--out", "same.jsonl", "--trace", "same.jsonl"], 2, ["same.jsonl"]),
    ([*four, "--trace", "none/t.tsv"], 1, ["none/t.tsv", "No such file or directory"]),
]
for args, status, said in REFUSED:
    done = run(*args)
    check(f"refused: {' '.join(args[-2:])}", done.returncode == status and all(s in done.stderr for s in said)
          and done.stderr.count("\n") == 1, f"{done.returncode} {done.stderr}")
done = run(*four, "--trace", "/dev/full")
check("a trace that cannot be written in full", done.returncode == 1 and "could not be written" in done.stderr,
      f"{done.returncode} {done.stderr}")
finish()
