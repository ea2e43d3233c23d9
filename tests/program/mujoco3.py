#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""MuJoCo 3 under Node, the adapter that is no C program: mujoco3.py MBSBENCH MJCF ADAPTER

MJCF is the program that writes its models.  Skipped where node or the package @mujoco/mujoco is missing."""
import json
import os
import shutil
import subprocess
import sys

from checks import check, finish

exe, adapter = os.path.abspath(sys.argv[1]), os.path.abspath(sys.argv[3])
if not shutil.which("node"):
    print("node is not here")
    sys.exit(77)
if subprocess.run(["node", "-e", "require.resolve('@mujoco/mujoco')"], capture_output=True).returncode != 0:
    print("the package @mujoco/mujoco is not here: npm install @mujoco/mujoco, and NODE_PATH with its node_modules")
    sys.exit(77)
environment = dict(os.environ, MBSBENCH_ENGINES=":".join(os.path.dirname(os.path.abspath(path)) for path in sys.argv[2:4]))


def run(spec, problem, *words):
    done = subprocess.run([exe, "run", "--problem", problem, "--solver", spec, "--out", "-", "--no-timing", *words],
                          capture_output=True, text=True, timeout=300, env=environment)
    return json.loads(done.stdout.splitlines()[0]) if done.stdout else {"status": done.stderr}


# all but `killed`, which is about time: node starts slowly on a machine that has other things to do
TRIALS = ("fall tumble pendulum heavy-top four-bar spring slide universal crank rod guide loads plane repeat last-row velocity-time wrong-job "
          "unknown-joint").split()
done = subprocess.run([exe, "engine-test", "engine.mujoco3:solref=2e-4,solimp=0.9999/rk4:h=1e-4", *TRIALS], capture_output=True, text=True, timeout=600,
                      env=environment)
wrong = [line for line in done.stdout.splitlines() if not line.startswith("ok")]
check("engine-test: every trial is ok", done.returncode == 0 and not wrong and done.stdout.count("\n") >= len(TRIALS), wrong or done.stderr)
# velocities half a step behind make 0.09 J of it, whatever the version (../shared/reference/engines.md)
r = run("engine.mujoco3:solref=2e-3,solimp=0.9999/euler:h=1e-3", "double-four-bar")
check("double-four-bar moves as in version 2.2.2", r["status"] == "ok" and abs(r["engine"]["raw_drift"] - 0.09) < 0.003 and r["energy"]["max_abs"] < 2e-3,
      (r.get("engine"), r.get("energy"), r["status"]))
r = run("engine.mujoco3:solref=4e-4,solimp=0.9999/rk4:h=2e-4", "epicyclic-gears", "--t-end", "0.1")
check("gears are the model's", r["status"] == "ok" and r["error"]["max"] < 1e-5, r.get("error", r))
for problem, said in (("driven-crank", "drive 'motor' moves"), ("delta-robot", "'control(1)' is no linear spring"), ("chaplygin-sleigh", "'knife', a blade joint")):
    r = run("engine.mujoco3/rk4:h=1e-3", problem)
    check(f"{problem} is said to be beyond it", r["status"] == "not-applicable" and said in r["reason"], r.get("reason", r))
r = run("engine.mujoco3/euler:h=0.1", "heavy-top")
check("a run that was reset is none", r["status"] == "crashed" and 0 < r["t_reached"] < 2 and "begins anew" in r["reason"], r)
for change, said in (({"NODE_PATH": "/nowhere"}, "npm install @mujoco/mujoco"), ({"MBSBENCH_ENGINES": ""}, "mbsbench-mjcf is not found")):
    done = subprocess.run([adapter, "describe"], capture_output=True, text=True, timeout=60, env=dict(environment, **change))
    check(f"told: {said}", done.returncode == 1 and said in done.stderr, done.stderr)
finish()
