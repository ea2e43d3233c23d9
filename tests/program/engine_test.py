#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""`mbsbench engine-test`: engine_test.py MBSBENCH FIXTURE EXAMPLE [ADAPTER...]

All adapters that are built pass every trial, or say what they cannot do; those that are not are named.  The fixture, an adapter that hands its jobs on to
Simbody and is wrong in one way at a time, is caught each time, at that trial and by that name."""
import json
import os
import shutil
import struct
import subprocess
import sys

from checks import check, finish

exe, fixture = os.path.abspath(sys.argv[1]), os.path.abspath(sys.argv[2])
adapters = {os.path.basename(path)[len("mbsbench-engine-"):]: os.path.abspath(path) for path in sys.argv[4:]}
if shutil.which("node") and subprocess.run(["node", "-e", "require('planck')"], capture_output=True).returncode == 0:
    adapters["planck"] = os.path.abspath(sys.argv[3])
for engine in {"ode", "mujoco", "simbody", "bullet", "bullet-double", "dart"} - set(adapters):
    print(f"skipped: {engine}, whose library was not there when this was built (./dev install engines robots)")
if "planck" not in adapters:
    print("skipped: planck, for want of node with its package planck")
folders = [os.path.dirname(path) for path in adapters.values()] + [os.path.dirname(fixture)]
# those whose loops are soft or whose solver stops early are tried with settings of a careful user
SPEC = {"mujoco": "engine.mujoco:solref=2e-4,solimp=0.9999/rk4:h=1e-4"}
CANNOT = {"bullet": {"rod"}, "bullet-double": {"rod"}, "dart": {"rod"},
          "planck": {"fall", "tumble", "heavy-top", "spring", "slide", "universal", "crank", "guide", "loads"}}
# fault: trials that it must fail, words that must be said
CAUGHT = {"w-last": ("fall", "w stands first"), "conjugate": ("fall", "turn of the world into the body"),
          "body-omega": ("fall", "body's axes; world axes"), "negative-omega": ("fall", "turning the other way"), "degrees": ("fall", "rad/s are wanted"),
          "body-velocity": ("fall", "body's axes; world axes"), "omega-first": ("fall", "the velocity stands first"),
          "order": ("fall", "order of mechanism.bodies"), "stale": ("fall", "holds the places of the start"), "stale-single": ("pendulum", "update kinematics before writing"),
          "stale-places": ("velocity-time", "the place is that of the step before"), "tensor-order": ("tumble", "its order is xx yy zz xy xz yz"),
          "short": ("four-bar", "ends before t = 0.3 s"), "times": ("fall", "times are seconds"), "cpu-0": ("last-row", "cpu is 0 s"),
          "few-steps": ("last-row", "steps are 1"),
          "gravity-up": ("fall", "opposite sign"), "gravity-none": ("pendulum", "no gravity"), "gravity-along-y": ("fall", "gravity along -y"),
          "gyroscopic": ("tumble", "omega x J omega"), "products": ("tumble", "Jxy, Jxz, Jyz of the opposite sign"),
          "world-tensor": ("tumble", "inertia6 in world axes"), "at-rest": ("heavy-top", "a start at rest"),
          "springs-push": ("spring", "push where they should pull"), "undamped": ("spring", "no damping"), "no-loads": ("loads", "no forces but gravity"),
          "heavy": ("pendulum", "look at masses, inertia"), "noise": ("repeat", "gives other rows"), "every-row": ("last-row", "there are 2 rows"),
          "cpu": ("last-row", "processor time"), "accepts-all": ("wrong-job", "exit status 0"), "dies": ("wrong-job", "signal 11 (SIGSEGV)"),
          "silent": ("wrong-job", "no word"), "accepts-joints": ("unknown-joint", "exit status 0"), "late-rows": ("killed", "write them as they come"),
          "half-steps": ("velocity-time", '"velocity_time" is "mid-step"'), "whole-steps": ("velocity-time", '"velocity_time" is "step"')}


def test(spec, *trials, **more):
    done = subprocess.run([exe, "engine-test", spec, *trials], capture_output=True, text=True, timeout=600,
                          env=dict(os.environ, MBSBENCH_ENGINES=":".join(folders), **more))
    lines = [(line[:8].strip(), line[10:23].strip(), line[25:]) for line in done.stdout.splitlines()]
    return lines, done


for engine in adapters:
    lines, done = test(SPEC.get(engine, engine))
    wrong = [line for line in lines if line[0] not in ("ok", "not done")]
    check(f"{engine}: nothing is wrong in {len(lines)} lines", done.returncode == 0 and not wrong and len(lines) > 15, wrong or done.stderr)
    check(f"{engine}: does what it is known to do", {name for kind, name, _ in lines if kind == "not done"} <= CANNOT.get(engine, set()),
          [line for line in lines if line[0] == "not done"])
if "simbody" in adapters:                     # the job that docs/engines.md shows, and the answer to it there
    page = open(os.path.join(os.path.dirname(os.path.abspath(__file__)), "../../docs/engines.md")).read().split("## A whole job")[1]
    job = dict(json.loads(page.split("```json")[1].split("```")[0]), integrator="merson")
    answer = [[float(x) for x in line.split()] for line in page.split("mbsbench-engine-1 text 1\n")[1].splitlines()[:2]]
    said = json.loads(subprocess.run([adapters["simbody"], "describe"], capture_output=True, text=True).stdout)
    job["settings"] = {s["name"]: s["default"] for s in said["settings"]}
    out = subprocess.run([adapters["simbody"], "run"], input=json.dumps(job).encode(), capture_output=True).stdout.split(b"\n", 1)[1]
    rows = [struct.unpack_from("<14d", out, 112 * k) for k in range(2)]
    check("the documented job has the documented answer, to a step's error",
          all(abs(x - y) < 0.1 for row, told in zip(rows, answer) for x, y in zip(row, told)) and [row[0] for row in rows] == [0.01, 0.02], (rows, answer))
    for fault in ["none", *CAUGHT]:
        trial, said = CAUGHT.get(fault, (None, None))
        lines, done = test(f"engine.wrong:fault={fault}/merson:h=1e-3", *([trial] if trial else []), MBSBENCH_RIGHT_ENGINE=adapters["simbody"], MBSBENCH_FAULT=fault)
        caught = [line for line in lines if line[0] == "WRONG"]
        if fault == "none":
            check("handed on, nothing is wrong", lines and not caught and done.returncode == 0, caught or done.stderr)
        else:
            check(f"{fault}: caught at {trial} by name", done.returncode == 1 and any(name == trial and said in text for _, name, text in caught), caught or done.stderr)
for words, said in ((["engine-test"], "give the name"), (["engine-test", "nothing"], "no engine 'nothing'"), (["engine-test", "wrong/none:h=1"], "has no integrator"),
                    (["engine-test", "nothing", "swim"], "there is no trial 'swim'")):
    done = subprocess.run([exe, *words], capture_output=True, text=True, timeout=100,
                          env=dict(os.environ, MBSBENCH_ENGINES=":".join(folders), MBSBENCH_RIGHT_ENGINE=adapters.get("simbody", "/bin/false")))
    if words[-1].startswith("wrong") and "simbody" not in adapters:
        continue
    check(f"refused: {' '.join(words)}", done.returncode == 2 and said in done.stderr, done.stderr)
finish()
