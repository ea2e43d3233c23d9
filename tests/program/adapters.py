#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""Adapters of engines, those that are built: adapters.py MBSBENCH [ADAPTER...]

Numbers that drivers written by hand have measured (../shared/reference/engines.md) come out within 2 per cent; joints, springs
and loads, from starts that are turned, move as the automatic reference does; springs on joints, laws, drives and gears as closed
forms say; what an adapter cannot do it says by name."""
import json
import math
import os
import subprocess
import sys
import tempfile

from checks import check, finish

exe = os.path.abspath(sys.argv[1])
adapters = {os.path.basename(path)[len("mbsbench-engine-"):]: os.path.abspath(path) for path in sys.argv[2:]}
if not adapters:
    print("no library of an engine was there when this was built")
    sys.exit(77)
environment = dict(os.environ, MBSBENCH_ENGINES=":".join({os.path.dirname(path) for path in adapters.values()}))
STIFF = "solref=2e-4,solimp=0.9999,refsafe=off"
# engine, problem, spec, (object, key) of the record, value of the reference file
MEASURED = [
    ("ode", "double-four-bar", "engine.ode/step:h=1e-3", ("engine", "raw_drift"), 0.0995),
    ("ode", "heavy-top", "engine.ode/step:h=1e-3", ("energy", "max_abs"), 155),
    ("mujoco", "double-four-bar", "engine.mujoco/euler:h=1e-3", ("engine", "raw_drift"), 0.80),
    ("mujoco", "spatial-slider-crank", f"engine.mujoco:{STIFF}/rk4:h=2e-4", ("energy", "max_abs"), 8.4e-5),
    ("mujoco", "spatial-slider-crank", f"engine.mujoco:{STIFF}/rk4:h=2e-4", ("error", "final"), 0.0096),
    ("dart", "double-four-bar", "engine.dart:erp=0.2/step:h=1e-3", ("energy", "max_abs"), 9e-4),
    ("bullet", "slider-crank-singular", "engine.bullet/step:h=1e-3", ("engine", "raw_drift"), 0.061),
    ("simbody", "heavy-top", "engine.simbody/merson:h=1e-3", ("energy", "max_abs"), 0.00247),
]
# what is reached with the settings of a careful user: spec, largest error
CAREFUL = {"ode": ("engine.ode/step:h=1e-4", 0.02), "mujoco": ("engine.mujoco:solref=4e-4,solimp=0.9999/rk4:h=2e-4", 1e-4),
           "bullet": ("engine.bullet/step:h=1e-4", 0.02), "bullet-double": ("engine.bullet-double/step:h=1e-4", 0.02),
           "dart": ("engine.dart:erp=0.2/step:h=1e-4", 0.02), "simbody": ("engine.simbody:project=every/merson-controlled:tol=1e-7", 1e-4)}
# largest error of parts, which is of the order of the step or of its fourth power
ORDER = {"ode": 3e-4, "mujoco": 1e-5, "bullet": 3e-4, "bullet-double": 3e-4, "dart": 3e-4, "simbody": 1e-5}
FIXTURES = os.path.join(os.path.dirname(os.path.abspath(__file__)), "../fixtures/engines/")


def parts(t):
    """Of parts.yaml, from its equations of motion: a damped spring on a turning joint, a motor's law, a floor that pushes, two
    drives, a spring by a table, a rope that is slack until 0.2 s."""
    rate = math.sqrt(16 - 0.16)
    spiral = 0.3 + math.exp(-0.4 * t) * (-0.3 * math.cos(rate * t) + (2 - 0.12) / rate * math.sin(rate * t))
    return {"W": spiral, "X": t / 2 + math.sin(2 * t) / 2, "hung.z": 0.45 - 0.03 * math.cos(math.sqrt(200) * t), "R": 0.4 * math.sin(3 * t),
            "sled.y": 0.2 * (1 - math.cos(4 * t)), "bob.y": 1.5 + 0.4 * math.cos(2 * t), "rope.y": 1 + 0.1 * math.sin(10 * (t - 0.2))}


# fixture: outputs at 0.5 s, engine to the words with which it says that it cannot.  wheels: the torque of 3.5 turns the inertias
# 0.2 + 0.9 (2/3)^2 + 0.4 (1/2)^2, rack: 1 turns 0.02 + 3 0.1^2
NONE_OF_ODE = "'teeth': ODE has no gears"
CLOSED = {
    "parts": (parts(0.5), {}),
    "wheels": ({"A": 2.5, "B": -2.5 / 1.5, "C": 1.25}, {"ode": NONE_OF_ODE}),
    "rack": ({"A": 2.5, "rack.x": 0.25}, {"ode": NONE_OF_ODE} | {name: "'teeth' has the coordinate of 'B', a prismatic joint"
                                                                 for name in ("bullet", "bullet-double", "dart")}),
}
# mechanisms that move as their references do for a while, engines that say what they have not
HELD_TO = {FIXTURES + "line.yaml": {}, FIXTURES + "floor.yaml": {"mujoco": "'P', a point-in-plane joint"},
           "door": {}, "driven-crank": {}, "delta-robot": {}, "cart-pole-light": {},
           "iltis-suspension": {"mujoco": "'leaf plane', a point-in-plane joint"}, "epicyclic-gears": {"ode": "ODE has no gears"},
           "chaplygin-sleigh": {name: "blade" for name in ORDER if name != "simbody"},
           "rolling-disc": {name: "'contact'" for name in ORDER}}
# a turned ball, a universal joint, a slide on a moving body, a spring, a force that turns with its body and a torque
# with its reaction
HELD = """mechanism: held
dimension: spatial
gravity: [0, 0, -9.81]
points: {O: [0, 0, 0], A: [0.4, 0.3, -0.2], B: [0.9, 0.3, -0.2]}
bodies:
  arm:  {com: [0.2, 0.15, -0.1], mass: 2, inertia: [0.05, 0.07, 0.09], turn: {axis: [1, 2, 3], by: 0.8}}
  fore: {com: [0.65, 0.3, -0.2], mass: 1, inertia: [0.01, 0.03, 0.035], turn: {axis: [0, 1, 1], by: -0.5}}
  bead: {com: B, mass: 0.5, inertia: [0.004, 0.005, 0.006], turn: {axis: z, by: 1}}
joints:
  O: {spherical: [ground, arm], at: O}
  A: {universal: [arm, fore], at: A, axes: [z, y]}
  B: {prismatic: [fore, bead], at: B, axis: x}
forces:
  k: {spring: [ground, bead], at: [[1.5, 0, 0], B], stiffness: 40, free: 0.3, damping: 0.5}
  f: {force: bead, at: B, value: [0, 1, 2], fixed-in: body}
  w: {force: fore, at: A, value: [1, 0, -1]}
  m: {torque: fore, axis: z, value: 0.4, on: arm}
start: {arm: {omega: [0.3, -0.5, 1.2]}}
outputs: {elbow: {point: arm, at: A}, bead: {point: bead}}
run: {end: 1, scale: 1}
"""


def run(spec, problem, *words):
    done = subprocess.run([exe, "run", "--problem", problem, "--solver", spec, "--out", "-", "--no-timing", *words],
                          capture_output=True, text=True, timeout=300, env=environment)
    return (json.loads(done.stdout.splitlines()[0]) if done.stdout else {"status": done.stderr}), done.stderr


for engine, problem, spec, (of, key), value in MEASURED:
    if engine in adapters:
        r, said = run(spec, problem)
        got = r["status"] == "ok" and r[of][key]
        check(f"{spec} on {problem}: {of} {key} {value}", got and abs(got - value) <= 0.02 * value, (got, r.get("reason"), said))
if "simbody" in adapters:
    r, said = run("engine.simbody/merson:h=1e-3", "bricard")
    check("simbody on bricard: below 1e-9 J", r["status"] == "ok" and r["energy"]["max_abs"] < 1e-9, (r.get("energy"), said))
if {"dart", "mujoco"} <= set(adapters):
    drift = [run(f"engine.{spec}:h=1e-3", "five-bar-pendulum", "--t-end", "2")[0]["energy"]["max_abs"] for spec in ("dart/step", "mujoco/euler")]
    check("DART and MuJoCo give the same digits on a tree", abs(drift[0] - drift[1]) < 1e-4 * drift[1], drift)
with tempfile.TemporaryDirectory() as folder:
    os.chdir(folder)
    with open("held.yaml", "w") as file:
        file.write(HELD)
    for engine in adapters:
        spec, largest = CAREFUL[engine]
        for problem in ("held.yaml", "five-bar-pendulum", "rssr", "slider-crank-singular", "dzhanibekov"):
            r, said = run(spec, problem, "--t-end", "0.4" if "bullet" in engine else "0.5")
            check(f"{spec} on {problem} moves as it must", r["status"] == "ok" and r["error"]["max"] < largest,
                  (r.get("error"), r.get("reason"), said))
        for name, (right, cannot) in CLOSED.items():
            r, said = run(spec, FIXTURES + name + ".yaml", "--t-end", "0.5")
            if engine in cannot:
                check(f"{engine}: {name} is said to be beyond it", r["status"] == "not-applicable" and cannot[engine] in r["reason"], r.get("reason"))
                continue
            off = {key: r["outputs"][key] - value for key, value in right.items()} if r["status"] == "ok" else {}
            check(f"{spec} on {name}: closed forms", off and max(map(abs, off.values())) < ORDER[engine], (off, r.get("reason"), said))
        for problem, cannot in HELD_TO.items():
            r, said = run(spec, problem, "--t-end", "0.1")
            if engine in cannot:
                check(f"{engine}: {os.path.basename(problem)} is said to be beyond it", r["status"] == "not-applicable" and cannot[engine] in r["reason"], r.get("reason"))
                continue
            check(f"{spec} on {os.path.basename(problem)} moves as its reference", r["status"] == "ok" and r["error"]["max"] < ORDER[engine],
                  (r.get("error"), r.get("reason"), said))
    if "bullet" in adapters:
        r, _ = run("engine.bullet/step:h=1e-4", "held.yaml", "--t-end", "0.5")
        check("bullet: a universal joint beyond a quarter turn is told", "quarter turn" in (r["engine"]["warnings"] or ""), r["engine"])
    if "mujoco" in adapters:
        r, _ = run("engine.mujoco/euler:h=0.1", "heavy-top")
        check("mujoco: a run that was reset is none", r["status"] == "crashed" and 0 < r["t_reached"] < 2, r["status"])
page = os.path.join(os.path.dirname(os.path.abspath(__file__)), "../../docs/engines.py")
done = subprocess.run([sys.executable, page, "check", os.path.dirname(exe)], capture_output=True, text=True, timeout=600)
check("docs/engines.md says what adapters do not do", done.returncode == 0, done.stderr)
finish()
