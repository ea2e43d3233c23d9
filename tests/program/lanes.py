#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""Runs side by side: their records are those of runs made alone, however many share a process, and what cannot share one
is made alone.

lanes.py MBSBENCH"""
import json
import os
import subprocess
import sys
import tempfile

from checks import check, finish

exe = os.path.abspath(sys.argv[1])

# Maps of gonzalez2016 Figs 9 and 10 and of baumgarte-map in small, and other steps, kinds of coordinates and
# iterations; gains that are too small, too large and in between.
STUDY = """study: lanes
runs:
  - id: fig9
    problem: double-four-bar
    solver: "penalty:alpha={alpha},omega={omega}/trapezoidal:h=5e-3,tol=1e-7,divergence=last"
    t_end: 3
    grid: {omega: {log: [5, 500], points: 4}, alpha: {log: [1e6, 3e8], points: 5}}
  - id: fig10
    problem: double-four-bar
    solver: "augmented-lagrangian:alpha={alpha},omega={omega}/trapezoidal:h=5e-3,tol=1e-7"
    t_end: 3
    grid: {omega: {log: [5, 500], points: 4}, alpha: {log: [1e6, 3e8], points: 5}}
  - id: semi-implicit
    problem: slider-crank-singular
    solver: "augmented-lagrangian:alpha={alpha},omega={omega}/semi-implicit-euler:h=2e-3"
    t_end: 2
    grid: {omega: {log: [1, 1000], points: 4}, alpha: {log: [1e2, 1e9], points: 4}}
  - id: euler
    problem: double-four-bar
    solver: "augmented-lagrangian:alpha=1e7,omega={omega},iterations={n}/forward-euler:h=1e-3"
    t_end: 1
    grid: {omega: [1, 10, 100], n: [1, 2, 20]}
  - id: map
    problem: [double-four-bar, slider-crank-singular, four-bar, triple-pendulum, double-pendulum-bayo]
    solver: "baumgarte:alpha={alpha},beta={beta}/rk4:h=1e-2"
    t_end: 1
    grid: {alpha: {log: [1, 1000], points: 5}, beta: {log: [1, 1000], points: 5}}
  - id: spatial
    problem: ["five-bar-pendulum", "five-bar-pendulum:coordinates=natural"]
    solver: "baumgarte:alpha={alpha},beta={beta}/rk4:h=1e-2"
    t_end: 0.2
    grid: {alpha: {log: [1, 1000], points: 3}, beta: {log: [1, 1000], points: 3}}
  - id: newton
    problem: double-four-bar
    solver: "al-newton:alpha={alpha},omega={omega}/newmark:h=5e-3,tol=1e-7"
    t_end: 1
    grid: {omega: {log: [5, 500], points: 3}, alpha: {log: [1e6, 3e8], points: 3}}
  - id: canonical
    problem: [double-four-bar, five-bar-pendulum]
    solver: "hamiltonian:alpha={alpha}/trapezoidal:h=5e-3,tol=1e-7"
    t_end: 1
    grid: {alpha: {log: [1e6, 1e10], points: 5}}
  - id: steps
    problem: double-four-bar
    solver: "penalty:alpha={alpha},omega={omega}/rk4:h={h}"
    t_end: 1
    grid: {h: [1e-2, 7e-3], omega: [1, 10, 300], alpha: [1e5, 1e7]}
  - id: steps-first
    problem: double-four-bar
    solver: "penalty:alpha=1e7,omega={omega}/semi-implicit-euler:h={h}"
    t_end: 1
    grid: {omega: [1, 10, 300], h: [1e-2, 7e-3, 1e-3]}
  - id: steps-alone
    problem: [slider-crank-singular, "slider-crank-singular:coordinates=reference-point"]
    solver: "lagrange/rk4:h={h}"
    t_end: 1
    grid: {h: [1e-2, 5e-3, 2e-3, 1e-3]}
"""
# What may differ: times and memory, and of what machine and minute they are
OWN = {"cpu", "environment", "peak_rss_mb"}


def run(*more):
    """(records by run, number of those measured side by side)"""
    with tempfile.TemporaryDirectory() as folder:
        path, out = os.path.join(folder, "lanes.yaml"), os.path.join(folder, "r.jsonl")
        with open(path, "w") as f:
            f.write(STUDY.replace("    t_end", "    timing: no\n    series: none\n    t_end"))
        p = subprocess.run([exe, "run", path, "--out", out, "--progress", "none", *more], capture_output=True, text=True)
        if p.returncode != 0:
            raise SystemExit(f"run {' '.join(more)}: {p.stderr}")
        with open(out) as f:
            lines = [json.loads(line) for line in f]
    records = [r for r in lines if "run" in r]
    beside = sum("lanes" in r["cpu"] for r in records)
    return {r["run"]: {k: v for k, v in r.items() if k not in OWN} for r in records}, beside


alone, beside = run("--lanes", "1")
check("with --lanes 1 each run is measured alone", beside == 0, beside)
statuses = {r["status"] for r in alone.values()}
for status in ("ok", "branch-change", "diverged", "not-applicable"):
    check(f"the study has runs that end as {status}", status in statuses, statuses)
fits = sum(r["status"] != "not-applicable" for r in alone.values())
for more in ([], ["--lanes", "3"], ["--lanes", "64", "--jobs", "2"]):
    records, beside = run(*more)
    what = " ".join(more) or "as they are"
    check(f"{what}: all runs have records", records.keys() == alone.keys(), len(records))
    check(f"{what}: nearly all of the {fits} runs that can be are measured side by side", beside > 0.8 * fits, beside)
    differs = [f"{name} in {k}" for name, r in records.items() for k in alone[name].keys() | r.keys() if alone[name].get(k) != r.get(k)]
    check(f"{what}: each record is what it is alone", not differs, differs[:10])
# a limit that all together meet, and none alone, ends none
records, _ = run("--time-limit", "5")
check("a limit is that of each run", all(records[k]["status"] == r["status"] for k, r in alone.items()))
finish()
