#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""What the harness costs beside the runs it makes: overhead of a run in a shared child next to the run itself and to a
child of its own, of a record, and of the commands that read many; then points of maps in lanes and each alone.  CPU times,
the least of some rounds in turn; ratios of one run compare, times of two do not.

harness.py MBSBENCH RUN_ALONE [RUNS]"""
import os
import resource
import subprocess
import sys
import tempfile

exe, run_alone = (os.path.abspath(p) for p in sys.argv[1:3])
runs = int(sys.argv[3]) if len(sys.argv) > 3 else 8000  # more than report and advise hold in memory
ROUNDS, ROW = 3, 100
SOLVER = "baumgarte:alpha={a},beta={b}/rk4:h=1e-3"


# Maps of studies: problem, solver, end [s], both axes and points each way
MAPS = {
    "gonzalez2016 Fig. 9": ("double-four-bar", "penalty:alpha={x},omega={y}/trapezoidal:h=5e-3,tol=1e-7", 10, "[1e6, 316227766]", "[5, 500]", 30),
    "gonzalez2016 Fig. 10": (
        "double-four-bar", "augmented-lagrangian:alpha={x},omega={y}/trapezoidal:h=5e-3,tol=1e-7", 10, "[1e6, 316227766]", "[5, 500]", 30),
    **{f"baumgarte-map {problem}": (problem, "baumgarte:alpha={x},beta={y}/rk4:h=1e-2", end, "[1, 1000]", "[1, 1000]", 40)
       for problem, end in (("double-four-bar", 1), ("four-bar", 1), ("slider-crank-singular", 1), ("triple-pendulum", 1), ("five-bar-pendulum", 0.4))},
}


def cpu(*args):
    """([us] of CPU a run of a command and its children, [MB] of memory at its peak)"""
    before = resource.getrusage(resource.RUSAGE_CHILDREN)
    p = subprocess.Popen(args, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
    _, status, own = os.wait4(p.pid, 0)
    after = resource.getrusage(resource.RUSAGE_CHILDREN)
    if status != 0:
        raise SystemExit(f"{' '.join(args)} ended with {status}")
    return 1e6 * (after.ru_utime + after.ru_stime - before.ru_utime - before.ru_stime) / runs, own.ru_maxrss / 1024


def study(path, points):
    with open(path, "w") as f:
        f.write(f"""study: many
runs:
  - id: m
    problem: pendulum
    solver: "{SOLVER}"
    t_end: 1e-3
    series: none
    grid:
      a: {{linear: [1, {ROW}], points: {ROW}}}
      b: {{linear: [1, {points}], points: {points}}}
""")


def map_study(path, problem, solver, end, x, y, points):
    with open(path, "w") as f:
        f.write(f"""study: map
runs:
  - id: m
    problem: {problem}
    solver: "{solver}"
    t_end: {end}
    series: none
    timing: no
    grid:
      y: {{log: {y}, points: {points}}}
      x: {{log: {x}, points: {points}}}
""")


def maps(folder):
    """Points of maps a second of CPU, each alone and in lanes, in turns"""
    path, out = os.path.join(folder, "map.yaml"), os.path.join(folder, "map.jsonl")
    print(f"\npoints a second of CPU, harness and records included, best of {ROUNDS} rounds in turns")
    print(f"{'map':38s} {'points':>7s} {'alone':>8s} {'lanes':>8s} {'ratio':>7s}")
    for name, of in MAPS.items():
        map_study(path, *of)
        points = of[-1] ** 2
        best = {"1": 0.0, "64": 0.0}
        for _ in range(ROUNDS):
            for lanes in best:
                us, _ = cpu(exe, "run", path, "--out", out, "--lanes", lanes, "--progress", "none")
                os.remove(out)  # what is there would be read first
                best[lanes] = max(best[lanes], 1e6 * points / (runs * us))  # cpu() counts in `runs`
        print(f"{name:38s} {points:7d} {best['1']:8.0f} {best['64']:8.0f} {best['64'] / best['1']:7.2f}")


def alone():
    """[us] of one run over and over in one process, of an empty child"""
    done = subprocess.run([run_alone, "pendulum", SOLVER.format(a=3, b=3), "1e-3", str(runs)], capture_output=True, text=True, check=True)
    return [1e6 * float(x) for x in done.stdout.split()]


with tempfile.TemporaryDirectory() as folder:
    path = lambda name: os.path.join(folder, name)
    study(path("many.yaml"), runs // ROW)
    least = {}

    def keep(name, us, size=0.0):
        least[name] = min(least.get(name, (us, size)), (us, size))

    for i in range(ROUNDS):
        out, whole = path(f"{i}.jsonl"), path(f"whole{i}.jsonl")
        for name, us in zip(("the run itself", "an empty child, forked and waited for"), alone()):
            keep(name, us)
        keep("a run with its record", *cpu(exe, "run", path("many.yaml"), "--out", out, "--no-timing", "--progress", "none"))
        keep("resume", *cpu(exe, "run", path("many.yaml"), "--out", out, "--no-timing", "--progress", "none"))
        keep("merge", *cpu(exe, "merge", out, "--out", whole))
        keep("check", *cpu(exe, "check", out, "--baseline", whole))
        keep("export", *cpu(exe, "export", "--format", "bmf", out, "--out", path("bmf.json")))
        keep("advise", *cpu(exe, "advise", "--problem", "pendulum", "--gap", "1e-3", out))
        keep("report, csv", *cpu(exe, "report", out, "--out", path("report"), "--format", "csv"))
        keep("report, csv and pages", *cpu(exe, "report", out, "--out", path("report"), "--format", "csv,html"))
    run, child = least["the run itself"][0], least["an empty child, forked and waited for"][0]
    overhead = least["a run with its record"][0] - run
    print(f"{runs} runs of one step in shared children, CPU time, least of {ROUNDS} rounds; ratios to the run itself")
    for name, (us, size) in least.items():
        print(f"{name:38s} {us:8.1f} us a run {us / run:7.2f}" + (f"  {size:6.1f} MB" if size else ""))
    print(f"{'overhead of the harness':38s} {overhead:8.1f} us a run {overhead / run:7.2f}  {overhead / child:.2f} empty children;"
          " the run itself sets up its mechanism each time, runs in lanes do so once")
    print(f"{'a record':38s} {os.path.getsize(path('0.jsonl')) / runs:8.0f} bytes")
    maps(folder)
