#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""Mechanisms that MJCF can say, as MuJoCo takes them: every file loads without a warning, bodies stand where ours stand,
with our masses and tensors, joints with our axes; a short motion is the automatic reference's, to the error of RK4 for
open chains, and as near as stiff equalities come where loops are closed.

Where MuJoCo is not installed (Debian: libmujoco-dev, ./dev install robots) the test is skipped.

mujoco.py MBSBENCH MECHANISMS [PROBE]"""
import json
import math
import os
import re
import subprocess
import sys
import tempfile

from checks import check, finish

if len(sys.argv) < 4:
    print("MuJoCo (libmujoco-dev) was not there when this was built")
    sys.exit(77)
exe, mechanisms, probe = (os.path.abspath(p) for p in sys.argv[1:4])
NAMES = sorted(f[:-5] for f in os.listdir(mechanisms) if f.endswith(".yaml"))
# what MJCF has no word for: laws, drives that move, gears of bodies, rows without Phi
REFUSED = {"andrews-squeezer", "chaplygin-sleigh", "delta-robot", "double-wishbone", "driven-crank", "epicyclic-gears",
           "iltis-suspension", "jansen-leg", "mcpherson-strut", "parallel-leg", "peaucellier", "rolling-disc"}
folder = tempfile.TemporaryDirectory()
# by default 0.1 s in 1000 steps of RK4; springs of this one are stiff
END, STEPS = {"flyball-governor": 0.005}, 1000
# RK4 of MuJoCo adds up angular velocities of a ball's or a free body's turning axes: second order there
ROUND = {"dzhanibekov", "heavy-top", "three-link-pendulum"}
# 81 joint coordinates with a loop each are too many for a reference
UNKNOWN = {"n-four-bar"}


def run(*args):
    return subprocess.run(args, capture_output=True, text=True, timeout=300, cwd=folder.name)


def turned(q):
    """Rows of the matrix of a unit quaternion."""
    w, x, y, z = q
    return [[1 - 2 * (y * y + z * z), 2 * (x * y - w * z), 2 * (x * z + w * y)],
            [2 * (x * y + w * z), 1 - 2 * (x * x + z * z), 2 * (y * z - w * x)],
            [2 * (x * z - w * y), 2 * (y * z + w * x), 1 - 2 * (x * x + y * y)]]


def times(A, B):
    return [[sum(a * b for a, b in zip(row, column)) for column in zip(*B)] for row in A]


def across(A):
    return [list(row) for row in zip(*A)]


def tensor(b, R):
    """In world axes, in a row."""
    xx, yy, zz, xy, xz, yz = b["inertia6"]
    return sum(times(times(R, [[xx, xy, xz], [xy, yy, yz], [xz, yz, zz]]), across(R)), [])


def watched(name, bodies, spatial):
    """The declaration with outputs that tell all poses."""
    text = run(exe, "describe", name, "--format", "yaml").stdout
    text = re.sub(r"^(outputs|branch|draw|accept|coordinates|reference|tree):.*\n((?: .*|#.*|)\n)*", "", text, flags=re.M)
    text += "outputs:\n"
    for i, b in enumerate(bodies):
        text += f"  p{i}: {{point: {b['name']}}}\n"
        if not b["point"]:
            for k in range(2):
                text += f"  r{i}{k}: {{direction: {b['name']}, along: {[[1, 0, 0], [0, 1, 0]][k][:2 + spatial]}}}\n"
    path = os.path.join(folder.name, "watched.yaml")
    with open(path, "w") as file:
        file.write(text)
    return path


def pose(row, i, b, spatial):
    """Place and turned world axes of body i."""
    axes = "xyz"[:2 + spatial]
    place = [row[f"p{i}.{a}"] for a in axes] + [0.0] * (1 - spatial)
    if b["point"]:
        return place, None
    x, y = ([row[f"r{i}{k}.{a}"] for a in axes] + [0.0] * (1 - spatial) for k in range(2))
    z = [x[(k + 1) % 3] * y[(k + 2) % 3] - x[(k + 2) % 3] * y[(k + 1) % 3] for k in range(3)]
    return place, across([x, y, z])


def motion(name, data, end):
    """Poses at the end of the automatic reference, turns since the start."""
    spatial = data["dimension"] == "spatial"
    path = watched(name, data["bodies"], spatial)
    done = run(exe, "reference", path, "--every", f"{end:.17g}", "--t-end", f"{end:.17g}")
    lines = [line.split(",") for line in done.stdout.splitlines() if line and not line.startswith("#")]
    if len(lines) < 3:
        return None, done.stderr
    first, last = (dict(zip(lines[0], map(float, line))) for line in (lines[1], lines[-1]))
    found = {}
    for i, b in enumerate(data["bodies"]):
        (_, R0), (x, R) = (pose(row, i, b, spatial) for row in (first, last))
        found[b["name"]] = x, R and times(R, across(R0))
    return found, ""


def apart(x, y):
    return max((abs(a - b) for a, b in zip(x, y)), default=0.0)


def same_start(name, data, made):
    bodies = {b["name"]: b for b in data["bodies"]}
    scale, spatial = data["scale"], data["dimension"] == "spatial"
    check(f"{name}: its bodies", set(made["bodies"]) == set(bodies), made["bodies"].keys())
    for key, b in bodies.items():
        there, R = made["bodies"][key], turned(b["quaternion"])
        check(f"{name}: where {key} stands", apart(there["com"], b["com_world"]) < 1e-12 * scale, there)
        check(f"{name}: mass of {key}", math.isclose(there["mass"], b["mass"], rel_tol=1e-14), there)
        if not b["point"]: # 1e-9 is added to slender ones; in the plane only the last counts
            of = tensor(b, R)
            least = 1e-8 * max(map(abs, of)) + 2e-9 * b["mass"] * scale ** 2 + 2e-14
            check(f"{name}: tensor of {key}", apart(there["inertia"] if spatial else there["inertia"][8:], of if spatial else of[8:]) < least,
                  (there, of))
    axes = 0
    for j in data["joints"]:
        there = made["joints"].get(j["name"])
        if there and j["kind"] in ("revolute", "prismatic"):
            a = j["bodies"][0]
            local = j["axis_a"] or [0, 0, 1]
            axis = local if a is None else [sum(p * q for p, q in zip(row, local)) for row in turned(bodies[a]["quaternion"])]
            sign = math.copysign(1, sum(p * q for p, q in zip(axis, there["axis"])))
            check(f"{name}: axis of {j['name']}", apart([sign * c for c in there["axis"]], axis) < 1e-11, (there, axis))
            axes += 1
    return axes


axes = compared = 0
for name in NAMES:
    file = os.path.join(folder.name, name + ".xml")
    done = run(exe, "describe", name, "--format", "mjcf", "--out", file)
    check(f"{name}: MJCF {'refuses it' if name in REFUSED else 'can say it'}", (done.returncode != 0) == (name in REFUSED), done.stderr)
    if done.returncode:
        continue
    data = json.loads(run(exe, "describe", name, "--format", "json").stdout)
    end = END.get(name, 0.1)
    done = run(probe, file, f"{end:.17g}", f"{end / STEPS:.17g}")
    check(f"{name}: MuJoCo loads it without a warning", done.returncode == 0 and not done.stderr, done.stderr)
    if done.returncode:
        continue
    made = json.loads(done.stdout)
    axes += same_start(name, data, made)
    check(f"{name}: it runs without a warning", made["warnings"] == 0, made["warnings"])
    found, why = motion(name, data, end)
    check(f"{name}: its reference", (found is None) == (name in UNKNOWN), why)
    if found is None:
        continue
    largest = max(max(apart(made["end"][key]["com"], x) / data["scale"], apart(made["end"][key]["R"], sum(R, [])) if R else 0.0)
                  for key, (x, R) in found.items())
    loops = made["equalities"]
    check(f"{name}: the same motion", largest < (1e-5 if loops or name in ROUND else 2e-9), largest)
    print(f"# {name}: {made['freedoms']} rates, {loops} equalities, apart {largest:.2g}")
    compared += 1
check("all that can be compared is", axes > 60 and compared > 20, (axes, compared))
finish()
