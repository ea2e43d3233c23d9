#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""`mbsbench reference` as somebody uses it who holds another program against it: reference.py MBSBENCH

The values of the pendulum come from its equation of motion, integrated here by RK4."""
import csv
import math
import os
import subprocess
import sys
import tempfile

from checks import check, finish

exe = os.path.abspath(sys.argv[1])


def run(*args):
    return subprocess.run([exe, "reference", *args], capture_output=True, text=True, timeout=120)


def pendulum(t_end, steps):
    """Place of a bob on a bar of 1 m, let go at (-1, 0)."""
    h, angle, rate = t_end / steps, -math.pi / 2, 0.0
    accelerate = lambda a: -9.81 * math.sin(a)
    for _ in range(steps):
        k1, l1 = rate, accelerate(angle)
        k2, l2 = rate + h / 2 * l1, accelerate(angle + h / 2 * k1)
        k3, l3 = rate + h / 2 * l2, accelerate(angle + h / 2 * k2)
        k4, l4 = rate + h * l3, accelerate(angle + h * k3)
        angle += h / 6 * (k1 + 2 * k2 + 2 * k3 + k4)
        rate += h / 6 * (l1 + 2 * l2 + 2 * l3 + l4)
    return math.sin(angle), -math.cos(angle)


done = run("pendulum", "--every", "0.25", "--t-end", "2")
check("pendulum: exit 0", done.returncode == 0, done.stderr)
lines = done.stdout.splitlines()
comments = [line for line in lines if line.startswith("#")]
rows = list(csv.DictReader(line for line in lines if not line.startswith("#")))
check("a column an output, and the time", list(rows[0]) == ["t", "P.x", "P.y"], rows[0])
check("rows from 0 to the end", [float(r["t"]) for r in rows] == [0.25 * k for k in range(9)])
bounds = {c.split()[1]: float(c.split()[-1]) for c in comments if "at most" in c}
check("each output has a bound", set(bounds) == {"P.x", "P.y"} and all(0 < b < 1e-10 for b in bounds.values()), comments)
off = max(max(abs(float(r["P.x"]) - x), abs(float(r["P.y"]) - y)) for r in rows[1:]
          for x, y in [pendulum(float(r["t"]), round(float(r["t"]) / 5e-4))])
check("values are those of the equation of motion", off < 1e-10, off)

chaotic = run("n-link-pendulum:N=40", "--every", "1")
check("rows end where the reference does, with a word", chaotic.returncode == 0 and "not known further" in chaotic.stderr
      and float(chaotic.stdout.splitlines()[-1].split(",")[0]) < 10, chaotic.stderr)

for words, said in ((["four-bar"], "--every DT"), (["four-bar", "--every", "0"], "above 0"), (["--every", "1"], "of what"),
                    (["four-bar", "--every", "1e-9"], "10000000001 rows"),
                    (["four-bar", "--every", "1e-12"], "10000000000001 rows"), (["nothing", "--every", "1"], "unknown problem")):
    refused = run(*words)
    check(f"refused: {' '.join(words)}", refused.returncode == 2 and said in refused.stderr, refused.stderr)

with tempfile.TemporaryDirectory() as folder:
    out = os.path.join(folder, "r.csv")
    check("--out FILE holds the same", run("pendulum", "--every", "0.25", "--t-end", "2", "--out", out).returncode == 0
          and open(out).read() == done.stdout)
finish()
