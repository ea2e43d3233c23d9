#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""`mbsbench score`: trajectories of other programs become records: score.py MBSBENCH

The trajectories are computed here: a stone that flies and turns as thrown (closed form), a compound pendulum (RK4 on its
equation of motion).  What is changed in them must be found as what it is."""
import json
import math
import os
import subprocess
import sys
import tempfile

from checks import check, finish

exe = os.path.abspath(sys.argv[1])
THROWN = """mechanism: thrown
dimension: spatial
gravity: [0, 0, -9.81]
bodies:
  stone: {com: [0, 0, 1], mass: 2, inertia: [0.1, 0.1, 0.1], turn: {axis: x, by: 0.7}}
  speck: {point: [1, 0, 0], mass: 1}
start: {stone: {v: [3, 0, 4], omega: [0, 0, 2]}}
outputs: {stone: {point: stone}, tip: {point: stone, at: {stone: [0.5, 0, 0]}}}
run: {end: 1, scale: 1}
"""
SWING = """mechanism: swing
dimension: planar
gravity: [0, -9.81]
bodies: {bar: {rod: [[0, 0], [1, 0]], mass: 2}}
joints: {O: {revolute: [ground, bar], at: [0, 0]}}
outputs: {tip: {point: bar, at: {bar: [0.5, 0]}}, bar: {angle: bar}}
run: {end: 1, scale: 1}
"""


def score(*words):
    done = subprocess.run([exe, "score", *words, "--out", "-"], capture_output=True, text=True, timeout=100)
    return (json.loads(done.stdout) if done.returncode == 0 else {}), done.stderr, done.returncode


def write(name, rows, head=None, between=","):
    with open(name, "w") as file:
        if head:
            file.write(between.join(head) + "\n")
        for row in rows:
            file.write(between.join(x if isinstance(x, str) else repr(x) for x in row) + "\n")
    return name


STONE = ["t"] + [f"stone.{p}" for p in "x y z qw qx qy qz vx vy vz wx wy wz".split()] + [f"speck.{p}" for p in "x y z vx vy vz".split()]


def stone(t, wxyz=(0, 1, 2, 3)):
    """The stone turns about z by 2 t from its start about x by 0.7."""
    a, b = math.cos(t), math.sin(t)
    c, s = math.cos(0.35), math.sin(0.35)
    q = [a * c, a * s, b * s, b * c]
    return [t, 3 * t, 0, 1 + 4 * t - 4.905 * t * t, *(q[k] for k in wxyz), 3, 0, 4 - 9.81 * t, 0, 0, 2,
            1, 0, -4.905 * t * t, 0, 0, -9.81 * t]


def swing(steps):
    """(t, angle, rate) of a rod of 1 m on a pivot, let go level."""
    h, y, out = 1 / steps, (0.0, 0.0), [(0.0, 0.0, 0.0)]
    f = lambda y: (y[1], -1.5 * 9.81 * math.cos(y[0]))
    for n in range(1, steps + 1):
        k1 = f(y)
        k2 = f([a + h / 2 * b for a, b in zip(y, k1)])
        k3 = f([a + h / 2 * b for a, b in zip(y, k2)])
        k4 = f([a + h * b for a, b in zip(y, k3)])
        y = tuple(a + h / 6 * (p + 2 * q + 2 * r + s) for a, p, q, r, s in zip(y, k1, k2, k3, k4))
        out.append((n / steps, *y))
    return out


def bar(t, a, w):
    return [t, 0.5 * math.cos(a), 0.5 * math.sin(a), a, -0.5 * w * math.sin(a), 0.5 * w * math.cos(a), w]


BAR = ["t", "bar.x", "bar.y", "bar.angle", "bar.vx", "bar.vy", "bar.omega"]


def poses():
    r, said, _ = score("thrown.yaml", write("a.csv", [stone(0.01 * n) for n in range(101)], STONE), "--cpu", "0.25", "--steps", "400")
    check("a stone flies as it must", r and r["status"] == "ok" and r["error"]["max"] < 1e-12 and r["energy"]["max_abs"] < 1e-12, said or r["error"])
    check("CPU and steps are those told", r["cpu"]["loop"] == [0.25] and r["counters"]["steps"] == 400 and r["cpu"]["per_step_us"] == 625, r["cpu"])
    check("the record is named", (r["study"], r["run"], r["solver"], r["engine"]["name"]) == ("score", "a", "trajectory.a", "a"), r["solver"])
    r, said, _ = score("thrown.yaml", write("b.csv", [stone(0.01 * n, (1, 2, 3, 0)) for n in range(101)], STONE))
    check("a quaternion with w last is seen in the tip", r["error"]["max"] > 0.1 and r["output_rates"], said or r["error"])
    path = [bar(*x) for x in swing(1000)]
    r, said, _ = score("swing.yaml", write("c.csv", path, BAR, ";"))
    check("a pendulum swings as it must", r and r["error"]["max"] < 1e-9 and r["precision"]["gap"] < 1e-12 and r["energy"]["max_abs"] < 1e-9, said or r["precision"])
    r, said, _ = score("swing.yaml", write("c.csv", [x[:1] + [x[1] + 1e-3] + x[2:] for x in path], BAR, "\t"))
    check("a millimetre aside is a gap of a millimetre", abs(r["precision"]["gap_m"] - 1e-3) < 1e-9, r["precision"])
    r, said, _ = score("swing.yaml", write("c.csv", [x[:6] + [1.01 * x[6]] for x in path], BAR, " "))
    spin = max(0.5 * (2 / 12) * (1.01 ** 2 - 1) * x[6] ** 2 for x in path)
    check("a rate that is off by 1 % is energy", abs(r["energy"]["max_abs"] - spin) < 1e-6, (r["energy"], spin))
    r, said, _ = score("swing.yaml", write("c.csv", [x if x[0] < 0.5 else x[:1] + [math.nan] + x[2:] for x in path], BAR))
    check("what is no number ends as non-finite", r["status"] == "non-finite" and abs(r["t_reached"] - 0.499) < 1e-9, r.get("status") or said)


def outputs():
    path = [[t, math.cos(a), math.sin(a), a] for t, a, _ in swing(1000)]
    head = ["t", "tip.x", "tip.y", "bar"]
    r, said, _ = score("swing.yaml", write("d.csv", path, head))
    check("outputs alone have an error, and nothing else", r and r["status"] == "ok" and r["error"]["max"] < 1e-9
          and r["precision"]["gap"] is None and r["energy"]["max_abs"] is None and r["precision"]["class"] == 1e-8, said or r["precision"])
    r, _, _ = score("swing.yaml", write("d.csv", [x[:3] + [x[3] + 2 * math.pi] for x in path], head))
    check("whole turns of an angle do not count", r["error"]["max"] < 1e-9, r["error"])
    r, _, _ = score("swing.yaml", write("d.csv", [x[:2] + [x[2] + 2e-5] + x[3:] for x in path], head))
    check("an output that is off by 2e-5 m", abs(r["error"]["max"] - 2e-5) < 1e-9 and r["precision"]["class"] == 1e-4, r["error"])
    r, _, _ = score("swing.yaml", write("d.csv", [x[:3] for x in path], head[:3]))
    check("a part of the outputs has an error, and no class", r["error"]["max"] < 1e-9 and r["precision"]["class"] is None, r["precision"])
    check("what is missing is told", r["engine"]["warnings"] == "bar not in the table: the error is that of the others, and there is no class", r["engine"])
    plain = [[f"{x:23.16e}" for x in row] for row in path]
    write("e.txt", [["time", "x", "y", "angle"], *plain], None, "  ")
    r, said, _ = score("swing.yaml", "e.txt", "--format", "iftomm")
    check("numbers without names, below a heading, are the outputs", r and r["error"]["max"] < 1e-9, said)
    r, said, _ = score("swing.yaml", write("e.txt", [row + row[1:] for row in plain], None, "\t"), "--format", "iftomm",
                       "--columns", "t,-,-,bar,tip.x,tip.y,-")
    check("--columns says what they hold", r and r["error"]["max"] < 1e-9, said)
    reference = subprocess.run([exe, "reference", "pendulum", "--every", "0.05", "--t-end", "2"], capture_output=True, text=True, timeout=100).stdout
    open("f.csv", "w").write(reference)
    r, said, _ = score("pendulum", "f.csv", "--t-end", "2")
    check("the reference has no error", r and r["error"]["max"] == 0, said)


def refused():
    good = [bar(*x) for x in swing(10)]
    lines = [",".join(map(repr, x)) for x in good]
    cases = [("a word", [",".join(BAR), *lines[:3], lines[3].replace("0.3", "O.3", 1)], "x.csv:5:1: 'O.3' is no number"),
             ("a row too short", [",".join(BAR), lines[0], lines[1].rsplit(",", 1)[0]], "x.csv:3:"),
             ("a row too long", [",".join(BAR), lines[0] + ",1"], "more numbers than"),
             ("a time twice", [",".join(BAR), lines[1], lines[1]], "x.csv:3:1: its time"),
             ("no column t", [",".join(BAR[1:]), lines[0]], "x.csv:1:1: no column 't'"),
             ("a column missing", [",".join(BAR[:-1]), lines[0]], "no column bar.wz"),
             ("an unknown column", [",".join(BAR[:-1] + ["bar.om"]), lines[0]], "x.csv:1:39: 'bar.om'"),
             ("a column twice", [",".join(BAR[:-1] + ["bar.vx"]), lines[0]], "a second column"),
             ("a typing error", ["t,tip.x,tip.yy,bar", lines[0]], "did you mean"),
             ("numbers without names", lines, "--format iftomm"),
             ("an end too early", [",".join(BAR), *lines[:5]], "ends at t = 0.4 s"),
             ("no rows", [",".join(BAR)], "x.csv:2:1: the table has no rows"),
             ("times that fall", [",".join(BAR), *reversed(lines)], "rows stand in the order of time"),
             ("another start", [",".join(BAR), "0,0,0.5,1.5,0,0,0"], "starts 0.5 m from"),
             ("nothing", [], "the file is empty"), ("a zero byte", ["t\0"], "no text"),
             ("a quaternion that is none", [",".join(BAR).replace("bar.angle", "bar.qw,bar.qx,bar.qy,bar.qz"), "0.1,0.5,0,1,1,0,0,0,0,0"], "length 1.41421")]
    for name, text, said in cases:
        open("x.csv", "w").write("\n".join(text) + ("\n" if text else ""))
        _, why, code = score("swing.yaml", "x.csv")
        check(f"refused: {name}", code == 2 and said in why, why)
    for words, said in ((["swing.yaml", "nothing.csv"], "No such file"), (["swing.yaml", ".", "--name", "a"], "Is a directory"), (["swing.yaml"], "a file with a trajectory"), (["swing.yaml", "-"], "give --name"),
                        (["nothing", "x.csv"], "unknown problem"), (["swing.yaml", "c.csv", "--name", "a/b"], "--name a/b"),
                        (["swing.yaml", "d.csv", "--columns", "t,bar"], "2 names"), (["swing.yaml", "d.csv", "--t-end", "0.50005"], "say --t-end with")):
        _, why, code = score(*words)
        check(f"refused: {' '.join(words)}", code == 2 and said in why, why)
    write("c.csv", good, BAR)
    done = subprocess.run([exe, "score", "swing.yaml", "c.csv", "--out", "c.csv"], capture_output=True, text=True, timeout=100)
    check("the table is not written over", done.returncode == 2 and "write over" in done.stderr, done.stderr)


def streams():
    """A table of 300 MB is read in little memory."""
    reader = subprocess.Popen(["sh", "-c", f"ulimit -v 400000; exec {exe} score swing.yaml - --name long --out -"], stdin=subprocess.PIPE,
                              stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True)
    reader.stdin.write(",".join(BAR) + "\n")
    for block in range(300):
        reader.stdin.write("# " + "x" * 1000000 + "\n")
    for x in swing(100):
        reader.stdin.write(",".join(map(repr, bar(*x))) + "\n")
    out, said = reader.communicate(timeout=100)
    check("a long table is read in little memory", reader.returncode == 0 and json.loads(out)["error"]["max"] < 1e-6, said)


with tempfile.TemporaryDirectory() as folder:
    os.chdir(folder)
    open("thrown.yaml", "w").write(THROWN)
    open("swing.yaml", "w").write(SWING)
    for part in (poses, outputs, refused, streams):
        part()
finish()
