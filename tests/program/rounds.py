#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""Rounds of timed passes: which runs get them, what a record says of them, and that they are made once.

rounds.py MBSBENCH"""
import json
import os
import statistics
import subprocess
import sys
import tempfile

from checks import check, finish

exe = os.path.abspath(sys.argv[1])
STUDY = """study: rounds
runs:
  - id: a
    problem: four-bar
    t_end: 0.2
    solver:
      - lagrange/rk4:h=1e-3
      - lagrange/rk4:h=5e-4
  - id: b
    problem: pendulum
    t_end: 0.2
    solver:
      - lagrange/rk4:h=1e-3
      - lagrange/heun:h=1e-3
claims:
  - {id: slower, where: w, says: s, kind: ordering, metric: cpu, run: a.1, than: a.2}
  - {id: drift, where: w, says: s, kind: bound, metric: energy.max_abs, run: b, max: 1}
"""


def run(*words):
    r = subprocess.run([exe, "run", "study.yaml", "--progress", "none", *words], capture_output=True, text=True)
    check(" ".join(("run", *words)), r.returncode == 0, r.stderr)


def records(name):
    return [json.loads(line) for line in open(name)]


def newest(name):
    return {record["run"]: record for record in records(name)}


with tempfile.TemporaryDirectory() as folder:
    os.chdir(folder)
    open("study.yaml", "w").write(STUDY)
    run("--out", "x.jsonl")
    lines = records("x.jsonl")
    last = newest("x.jsonl")
    count = {name: len(r["cpu"]["rounds"]) for name, r in last.items()}
    check("runs that a claim on CPU time looks at have three rounds, others one",
          count == {"a.1": 3, "a.2": 3, "b.1": 1, "b.2": 1}, count)
    order = [(r["run"], len(r["cpu"]["rounds"])) for r in lines if r["study"] == "rounds"]
    check("round by round", order == [("a.1", 1), ("a.2", 1), ("b.1", 1), ("b.2", 1), ("a.1", 2), ("a.2", 2),
                                      ("a.1", 3), ("a.2", 3)], order)
    ratio = last["a.2"]["ratio"]
    check("the ratio of all rounds holds those of each",
          ratio["median"] == statistics.median(m for m, _, _ in ratio["rounds"])
          and ratio["lo"] == min(lo for _, lo, _ in ratio["rounds"])
          and ratio["hi"] == max(hi for _, _, hi in ratio["rounds"]), ratio)
    cpu = last["a.2"]["cpu"]
    check("so does the time of a step, and all samples stand there",
          cpu["per_step_us"] == statistics.median(cpu["rounds"])
          and len(cpu["loop"]) > len(lines[1]["cpu"]["loop"]), cpu)
    check("a further round measures nothing anew",
          all(last["a.2"][k] == lines[1][k] for k in ("key", "energy", "outputs", "counters", "series")))
    check("the day stands in the record", len(last["a.1"]["environment"]["date"]) == 20)
    run("--out", "x.jsonl")
    check("rounds are made once", len(records("x.jsonl")) == len(lines))
    run("--out", "x.jsonl", "--rounds", "2")
    count = {name: len(r["cpu"]["rounds"]) for name, r in newest("x.jsonl").items()}
    check("--rounds is for every timed run, and only the missing ones are made",
          count == {"a.1": 3, "a.2": 3, "b.1": 2, "b.2": 2} and len(records("x.jsonl")) == len(lines) + 2, count)
    r = subprocess.run([exe, "report", "x.jsonl", "--study", "study.yaml", "--out", "report"], capture_output=True,
                       text=True)
    check("a claim is judged by its rounds", "rounds: 2 reproduced" in r.stderr
          and "1 of 1 numbers, 1 of 1 on CPU time" in r.stderr, r.stderr)
    page = open("report/index.html").read()
    check("a record with more rounds is no run made again", "older record" not in page)
    run("--out", "y.jsonl", "--no-timing")
    check("without timing there are none", not any("rounds" in r["cpu"] for r in records("y.jsonl")))

finish()
