#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""The search for the largest step that is good enough, as people and studies ask for it.

searches.py MBSBENCH"""
import json
import os
import signal
import subprocess
import sys
import tempfile
import time

from checks import check, finish

exe = os.path.abspath(sys.argv[1])
REPEATING = ("study", "run", "key", "cell", "solver", "status", "reason", "t_reached", "h", "position", "energy", "outputs", "counters", "search")
STUDY = """study: searched
runs:
  - id: reach
    problem:
      - pendulum
      - double-four-bar
    solver:
      - lagrange/rk4:h=1e-2/direct-correction
      - ali3/newmark:h=1e-2
      - ggl/radau5:tol=1e-4
      - rattle/trapezoidal:h=1e-2
    t_end: 1
    search: {reach: 1e-4}
    timing: no
  - id: again          # the same cell under another name: copied, not searched again
    problem: pendulum
    solver: lagrange/rk4:h=1e-2/direct-correction
    t_end: 1
    search: {reach: 1e-4}
    timing: no
  - id: plain          # an ordinary run from which nothing may be copied
    problem: pendulum
    solver: lagrange/rk4:h=1e-2/direct-correction
    t_end: 1
    timing: no
"""


CLASSES = """study: classes
lists:
  two:
    - lagrange/rk4:h=1e-3/direct-correction
    - ali3/newmark:h=1e-3
runs:
  - id: pair
    problem: pendulum
    solver: two
    t_most: 2
    search: {reach: [1e-2, 1e-6], steps: 100, budget: 20}
    timing: near
    series: none
"""


def run(out, *words):
    return subprocess.run([exe, "run", "--out", out, "--progress", "plain", *words], capture_output=True, text=True)


def records(path):
    with open(path) as f:
        return [json.loads(line) for line in f]


def content(path):
    return sorted(json.dumps([r.get(k) for k in REPEATING], sort_keys=True) for r in records(path))


def sound(r):
    """A record of a search holds what it says."""
    s = r["search"]
    finer = [t for t in s["tried"] if s["value"] is not None and t["value"] < s["value"] and t["reached"]]
    if s["value"] is None:
        return s["reason"] and not s["confirmed"]
    return r["status"] == "ok" and s["confirmed"] == (len(finer) >= 2) and any(t["value"] == s["value"] and t["reached"] for t in s["tried"])


with tempfile.TemporaryDirectory() as folder:
    os.chdir(folder)
    with open("s.yaml", "w") as f:
        f.write(STUDY)

    # ---- several classes share their passes; times where they matter; a solver more
    with open("classes.yaml", "w") as f:
        f.write(CLASSES)
    done = run("c.jsonl", "classes.yaml", "--jobs", "2")
    last = {r["run"]: r for r in records("c.jsonl")}
    check("a run a class", done.returncode == 0 and sorted(last) == [f"pair.{i}" for i in range(1, 5)] and all(sound(r) for r in last.values()), done.stderr)
    check("each for its class", [last[f"pair.{i}"]["search"]["reach"] for i in range(1, 5)] == [1e-2, 1e-6] * 2 and
          all(r["precision"]["class"] <= r["search"]["reach"] and r["t_end"] == 2 for r in last.values()), done.stderr)
    tried = [{t["value"] for t in last[f"pair.{i}"]["search"]["tried"]} for i in (1, 2)]
    check("what was tried for the coarse class is known to the fine one", tried[0] < tried[1] and 0.02 in tried[0], tried)
    for reach in (1e-2, 1e-6):
        alike = [r for r in last.values() if r["search"]["reach"] == reach]
        least = min(r["cpu"]["measured"] for r in alike)
        check(f"{reach}: timed are those near the cheapest, beside it", all(
            (len(r["cpu"]["loop"]) >= 5) == (r["cpu"]["measured"] <= 3 * least) for r in alike) and
            all(r["ratio"]["median"] == 1 for r in alike if r["cpu"]["measured"] == least), [r["cpu"] for r in alike])
    lines = len(records("c.jsonl"))
    done = run("c.jsonl", "classes.yaml")
    check("nothing is left to do", done.returncode == 0 and len(records("c.jsonl")) == lines, done.stderr)
    done = run("c.jsonl", "classes.yaml", "--add-solver", "baumgarte/rk4:h=1e-3")
    new = [r for r in records("c.jsonl")[lines:] if r["run"].startswith("pair.added.")]
    check("an added solver has runs of its own", done.returncode == 0 and {r["run"] for r in new} == {"pair.added.1", "pair.added.2"} and
          all(r["solver"].startswith("baumgarte/") for r in new), done.stderr)
    check("the others are kept", {r["run"] for r in records("c.jsonl")[lines:]} <= {"pair.added.1", "pair.added.2"}, done.stderr)

    # ---- the command line
    done = run("r.jsonl", "--problem", "pendulum", "--solver", "lagrange/rk4:h=1e-2/direct-correction", "--t-end", "2", "--reach", "1e-6")
    r = records("r.jsonl")[0]
    s = r["search"]
    check("found on the command line", done.returncode == 0 and s["value"] == r["h"] and s["reach"] == 1e-6 and s["variable"] == "h", r)
    check("its class is reached", r["precision"]["class"] <= 1e-6 and s["confirmed"] and sound(r), s)
    coarser = [t for t in s["tried"] if t["value"] > s["value"]]
    check("the next coarser step was tried and is not good enough", coarser and min(coarser, key=lambda t: t["value"])["value"] < 1.27 * s["value"] and not any(t["reached"] for t in coarser if t["value"] < 1.27 * s["value"]), s)
    check("the processor's time is that of the step found", len(r["cpu"]["loop"]) >= 5 and r["counters"]["steps"] == round(2 / r["h"] + 0.4999), r["counters"])
    started = time.time()
    done = run("r.jsonl", "--problem", "pendulum", "--solver", "lagrange/rk4:h=1e-2/direct-correction", "--t-end", "2", "--reach", "1e-6")
    check("a second start does not search again", "(kept)" in done.stderr and len(records("r.jsonl")) == 1, done.stderr)
    for words, message in ((("--reach", "1e-5"), "expected 1e-2, 1e-3, 1e-4, 1e-6 or 1e-8"), (("--reach",), "--reach"), (("--reach", "much"), "much")):
        done = run("r.jsonl", "--problem", "pendulum", "--solver", "lagrange/rk4:h=1e-2", *words)
        check(f"{' '.join(words)} is refused", done.returncode == 2 and message in done.stderr, done.stderr)
    done = run("n.jsonl", "--problem", "four-bar", "--solver", "lagrange/rk4:h=1e-2/none/cholmod", "--reach", "1e-4")
    r = records("n.jsonl")[0]
    check("what fails from the start is said", done.returncode == 0 and r["status"] == "not-applicable" and r["search"]["value"] is None and len(r["search"]["tried"]) == 1 and sound(r), r)
    done = run("t.jsonl", "--problem", "pendulum", "--solver", "lagrange/forward-euler:h=1e-3", "--reach", "1e-8", "--time-limit", "0.3")
    r = records("t.jsonl")[0]
    check("each step has the time limit of a run", r["status"] == "time-limit" and r["search"]["value"] is None and r["search"]["tried"][-1]["status"] == "time-limit" and r["search"]["tried"][0]["status"] == "ok", r["search"])

    words = ("--problem", "pendulum", "--solver", "lagrange/rk4:h=1e-2", "--t-end", "1", "--reach", "1e-8", "--no-timing")
    run("u.jsonl", *words, "--time-limit", "10")
    cut = records("u.jsonl")[0]
    cut["search"]["confirmed"] = False   # as a time limit leaves it
    with open("u.jsonl", "w") as f:
        f.write(json.dumps(cut) + "\n")
    check("what a limit left unconfirmed is kept with the same limit", "(kept)" in run("u.jsonl", *words, "--time-limit", "10").stderr)
    run("u.jsonl", *words, "--time-limit", "20")
    check("and searched again with a larger one", len(records("u.jsonl")) == 2 and records("u.jsonl")[1]["search"]["confirmed"])
    done = subprocess.run([exe, "compare", "--base", exe, "--head", exe, "s.yaml"], capture_output=True, text=True)
    check("compare leaves searches out", done.stdout.count("h=0.01") <= 1 and "radau5" not in done.stdout, done.stdout + done.stderr)

    # ---- a study, whatever the jobs, the shards and the interrupts
    check("a study of searches", run("one.jsonl", "s.yaml").returncode == 0)
    one = records("one.jsonl")
    by_id = {x["run"]: x for x in one}
    check("a record a run", len(one) == 10 and all(sound(x) for x in one if "search" in x), [(x["run"], x.get("search")) for x in one])
    check("an ordinary run has no search", "search" not in by_id["plain"] and by_id["plain"]["h"] == 0.01 and by_id["plain"]["cell"] != by_id["reach.1"]["cell"])
    check("the same search is copied", by_id["again"]["copied_from"] == "searched/reach.1" and by_id["again"]["search"] == by_id["reach.1"]["search"] and by_id["again"]["solver"] == by_id["reach.1"]["solver"])
    check("a tolerance is found where there is no step", by_id["reach.3"]["search"]["variable"] == "tol" and by_id["reach.3"]["search"]["confirmed"], by_id["reach.3"]["search"])
    check("jobs", run("jobs.jsonl", "s.yaml", "--jobs", "3").returncode == 0 and content("jobs.jsonl") == content("one.jsonl"))
    for k in (1, 2):
        run("shards.jsonl", "s.yaml", "--shard", f"{k}/2")
    check("shards", sorted(x["run"] for x in records("shards.jsonl")) == sorted(by_id), [x["run"] for x in records("shards.jsonl")])
    check("shards find the same", {x["run"]: x["solver"] for x in records("shards.jsonl")} == {k: x["solver"] for k, x in by_id.items()})
    for delay in (0.05, 0.15, 0.3):
        child = subprocess.Popen([exe, "run", "s.yaml", "--out", "i.jsonl", "--jobs", "2", "--progress", "none"], stderr=subprocess.DEVNULL)
        time.sleep(delay)
        child.send_signal(signal.SIGINT)
        child.wait()
        if os.path.exists("i.jsonl"):
            check(f"after an interrupt at {delay} s every record is one of the whole", set(content("i.jsonl")) <= set(content("one.jsonl")))
    run("i.jsonl", "s.yaml", "--jobs", "2")
    check("the same command goes on after interrupts", content("i.jsonl") == content("one.jsonl"))
    done = run("i.jsonl", "s.yaml")
    check("and then has nothing left to do", done.stderr.count("(kept)") == 10 and len(records("i.jsonl")) == 10, done.stderr)
    run("q.jsonl", "s.yaml", "--quick")
    check("quick", len(records("q.jsonl")) == 10 and all(x["t_end"] < 1 and sound(x) for x in records("q.jsonl") if "search" in x))

    # ---- CPU ratios refer to what was found, in this start or an earlier one
    with open("ratio.yaml", "w") as f:
        f.write("study: ratio\nruns:\n  - id: a\n    problem: pendulum\n    t_end: 1\n    search: {reach: 1e-4}\n    solver:\n      - lagrange/rk4:h=1e-2\n      - baumgarte/rk4:h=1e-2\n")
    run("ratio.jsonl", "ratio.yaml")
    a, b = records("ratio.jsonl")
    check("a ratio is to the solver found", b["ratio"]["to"] == a["solver"] and a["search"]["value"] is not None, b["ratio"])
    check("kept with its ratio", run("ratio.jsonl", "ratio.yaml").stderr.count("(kept)") == 2)
    with open("ratio.jsonl", "w") as f:
        f.write(json.dumps(a) + "\n")
    run("ratio.jsonl", "ratio.yaml")
    check("a ratio to a kept record's solver", records("ratio.jsonl")[1]["ratio"]["to"] == a["solver"])

    # ---- Gonzalez et al. (2016): best performances with a drift of 0.1 J; the published step, one that the search begins at
    TABLES = (("Table 1, row 3", "slider-crank-singular", "penalty:alpha=1e8,omega=250,xi=1/semi-implicit-euler:h={h}", 2e-3, 8e-3),
              ("Table 1, row 4", "slider-crank-singular", "augmented-lagrangian:alpha=1e8,omega=250,xi=1/semi-implicit-euler:h={h}", 2e-3, 8e-3),
              ("Table 1, row 5", "slider-crank-singular", "hamiltonian:alpha=1e9,omega=0.1,xi=1000/forward-euler:h={h}", 2e-3, 8e-3),
              ("Table 3, row 11", "double-four-bar", "ali3:alpha=1e9/newmark:h={h},tol=1e-7", 1e-2, 4e-2))
    with open("g.yaml", "w") as f:
        f.write("study: best\nruns:\n")
        for k, (_, problem, solver, _, start) in enumerate(TABLES):
            f.write(f'  - id: r{k}\n    problem: {problem}\n    solver: "{solver.format(h=start)}"\n    search: {{energy: 0.1}}\n    timing: no\n')
    run("g.jsonl", "g.yaml", "--jobs", "2")
    for (name, _, _, h, _), r in zip(TABLES, records("g.jsonl")):
        s = r["search"]
        check(f"{name}: {h} s within a rung", s["confirmed"] and h / 1.3 <= s["value"] <= h * 1.3, s)

finish()
