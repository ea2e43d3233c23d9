#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""`mbsbench advise` without records: solvers are tried, and what is advised is good enough, by a run of its own.

advise.py MBSBENCH"""
import json
import os
import re
import subprocess
import sys
import tempfile
import time

from checks import check, finish

exe = os.path.abspath(sys.argv[1])
FEW = ["--solver", "lagrange/rk4:h=1e-3/direct-correction", "--solver", "ali3/newmark:h=1e-3", "--solver", "ali3/rk4:h=1e-3"]


def advise(*words):
    return subprocess.run([exe, "advise", *words], capture_output=True, text=True, timeout=300)


def records(path="results/advise.jsonl"):
    with open(path) as f:
        return [json.loads(line) for line in f]


with tempfile.TemporaryDirectory() as folder:
    os.chdir(folder)
    words = ["--problem", "four-bar", "--error", "1e-4", "--t-end", "1", "--budget", "20", *FEW]
    done = advise(*words)
    taken = re.search(r"^Take (\S+)\n  step        (\S+) s, the largest that is good enough; finer ones are too\n  cost        (\S+) (us|ms|s) of CPU for a simulated second, "
                      r"(\S+) times (faster|slower) than the motion\n  margin      (\S+): error (\S+) of at most 1e-4 \(m, rad\)\n  command     (mbsbench run .*)\n", done.stdout, re.M)
    check("it says what to take", done.returncode == 0 and taken, done.stdout + done.stderr)
    solver, step, _, _, _, _, margin, error, command = taken.groups()
    check("with a margin of the limit over the error", abs(float(margin) * float(error) / 1e-4 - 1) < 0.02 and float(margin) >= 1, taken.groups())
    made = {r["solver"]: r for r in records()}
    check("a record each", len(made) == 3, list(made))
    check("what does not fit says why", re.search(r"^  ali3/rk4:h=\S+: not-applicable: .*ali3", done.stdout, re.M), done.stdout)
    for r in made.values():
        s = r["search"]
        if s["value"] is None:
            continue
        coarser = [t for t in s["tried"] if s["value"] < t["value"] <= 1.27 * s["value"]]
        check(f"{r['solver']}: right, within the limit, and the next coarser step is not", r["precision"]["class"] <= 1e-2 and r["error"]["max"] + r["error"]["bound"] <= 1e-4
              and s["confirmed"] and coarser and not any(t["reached"] for t in coarser) and s["reach"] == 1e-2 and s["limits"] == {"distance": 1e-4}, s)
    again = subprocess.run([exe, *command.split()[1:], "--out", "own.jsonl", "--no-timing"], capture_output=True, text=True, timeout=100)
    own = records("own.jsonl")[0]
    check("its command repeats it", again.returncode == 0 and own["solver"] == solver and own["h"] == float(step) and own["error"]["max"] == made[solver]["error"]["max"], own["error"])
    costs = [float(m) for m in re.findall(r"^  (\d\S*?)~? +\S+ +\S+ +\S+ +\S+ +\S+ +\S+ +1 +\S+/", done.stdout, re.M)]
    check("the cheapest first", len(costs) == 2 and costs[0] == 1 and costs == sorted(costs), costs)
    check("where the rest stands", done.stdout.endswith("All that was tried: mbsbench show --table results/advise.jsonl\n"), done.stdout)
    check("asked again it answers from what was made", advise(*words).stdout == done.stdout and len(records()) >= 3)
    kept = advise("--problem", "four-bar", "--error", "1e-4", "results/advise.jsonl")
    check("and so it does with the file", kept.returncode == 0 and f"Take {solver}\n" in kept.stdout, kept.stdout)

    done = advise("--problem", "four-bar", "--error", "1e-9", "--t-end", "1", "--budget", "8", "--solver", "lagrange/forward-euler:h=1e-2", "--out", "vain.jsonl")
    check("what is not found is said, with what may help", done.returncode == 0 and "Take" not in done.stdout and "no h from 0.005 down to" in done.stdout
          and "Some searches ended for want of time" in done.stdout, done.stdout)
    done = advise("--problem", "four-bar", "--error", "1e-4", "--solver", "ali3/rk4:h=1e-2", "--out", "none.jsonl")
    check("nothing fits: exit 5 with why", done.returncode == 5 and "ali3/rk4:h=" in done.stdout and "not-applicable" in done.stdout, (done.returncode, done.stdout))
    done = advise("--problem", "slider-crank-singular", "--drift", "0.1", "--t-end", "1", "--budget", "20", "--solver", FEW[1], "--out", "lost.jsonl")
    check("where rows lose rank is said", done.returncode == 0 and "The constraint matrix D loses rank at t = 0.39" in done.stdout and "of at most 0.1 (J)" in done.stdout, done.stdout)

    begun = time.monotonic()           # to find its reference alone takes longer than the budget
    done = advise("--problem", "stewart-platform", "--error", "1e-4", "--budget", "3", "--out", "late.jsonl")
    check("that there is no reference is named as the cause, with what needs none",
          "No reference of the motion was found" in done.stdout and "--gap and --drift need no reference" in done.stdout)
    check("the budget is kept by the clock, and said", time.monotonic() - begun < 10 and "the reference of stewart-platform was not found within" in done.stderr
          and "want of time" in done.stdout, (time.monotonic() - begun, done.stdout + done.stderr))

    with open("off.yaml", "w") as f:   # B is 5 mm from where the rod's length puts it
        f.write("mechanism: off\ndimension: planar\ngravity: [0, -9.81]\npoints: {A: [0, 0], B: [1.005, 0]}\nbodies:\n  rod: {rod: [A, B], length: 1, mass: 2}\n"
                "joints:\n  A: {revolute: [ground, rod], at: A}\noutputs:\n  B: {point: rod, at: B}\nrun: {end: 1}\n")
    done = advise("--problem", "off.yaml", "--gap", "1e-6", "--budget", "20", "--solver", FEW[1], "--out", "off.jsonl")
    check("a file of one's own", done.returncode == 0 and "Take lagrange/rk4:h=" in done.stdout and "--problem off.yaml" in done.stdout, done.stdout + done.stderr)

    for words, expected in ((["--problem", "four-bar"], "at least one limit"), (["--problem", "four-bra", "--error", "1e-4"], "did you mean 'four-bar'"),
                            (["--problem", "four-bar", "--error", "1e-4", "--budget", "0"], "--budget 0"), (["--problem", "four-bar", "--error", "1e-4", "--solver", "recomended"], "did you mean 'recommended'"),
                            (["--problem", "four-bar", "--error", "1e-4", "own.jsonl", *FEW], "--solver names what is to be tried")):
        done = advise(*words)
        check("refused: advise " + " ".join(words), done.returncode == 2 and expected in done.stderr, (done.returncode, done.stderr))
finish()
