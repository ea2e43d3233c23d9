#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""What `compare` says of several cells, with times that the test gives: programs that print records made before.

comparing.py MBSBENCH"""
import json
import os
import subprocess
import sys
import tempfile

from checks import check, finish

exe = os.path.abspath(sys.argv[1])
SAME, REGRESSION = 0, 3
TIMES = {"lagrange": 1e-3, "baumgarte": 2e-3, "penalty": 3e-3}  # [s]
CELLS = ["--problem", "pendulum", "--t-end", "0.1"] + [w for name in TIMES for w in ("--solver", f"{name}/rk4:h=1e-2")]


def program(name, **times):
    """A program that prints a record of the solver asked for, with these times [s] of its time loop."""
    for record in records:
        solver = record["solver"].split("/")[0]
        with open(f"{name}.{solver}", "w") as f:
            json.dump({**record, "cpu": {**record["cpu"], "loop": [times.get(solver, TIMES[solver])]}}, f)
    with open(name, "w") as f:
        f.write("#!/bin/sh\n" + "".join(f'case "$*" in *{solver}*) exec cat {name}.{solver};; esac\n' for solver in TIMES))
    os.chmod(name, 0o755)
    return "./" + name


def compare(**times):
    done = subprocess.run([exe, "compare", "--base", program("base"), "--head", program("head", **times), *CELLS, "--rounds", "3", "--quiet"],
                          capture_output=True, text=True)
    slower = [name for line in done.stdout.splitlines() for name in TIMES if line.startswith("slower") and f"  {name}/" in line]
    return done.returncode, slower, done.stdout + done.stderr


with tempfile.TemporaryDirectory() as folder:
    os.chdir(folder)
    made = subprocess.run([exe, "run", *CELLS, "--progress", "none", "--out", "-"], capture_output=True, text=True, check=True)
    records = [json.loads(line) for line in made.stdout.splitlines()]
    code, slower, text = compare()
    check("equal times", code == SAME and "3 same" in text, text)
    for name in TIMES:
        code, slower, text = compare(**{name: 1e-2})
        check(f"{name} alone is slower, and so again, wherever it stands",
              code == REGRESSION and slower == [name] and "2 same" in text and "0 not comparable" in text, text)
    code, slower, text = compare(**{name: 2 * time for name, time in TIMES.items()})
    check("all are twice as slow", code == REGRESSION and sorted(slower) == sorted(TIMES) and text.count("again 2.000") == 3, text)

finish()
