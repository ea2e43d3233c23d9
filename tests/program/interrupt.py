#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""Whatever signal ends `run`, whenever, with however many jobs: the records are those of runs that
went to their own end, and a second start makes them the records of an undisturbed run.

interrupt.py MBSBENCH [INTERRUPTS]     INTERRUPTS: of each way to stop (2)"""
import json
import os
import random
import resource
import signal
import subprocess
import sys
import tempfile
import time

from checks import check, children, finish

exe = os.path.abspath(sys.argv[1])
interrupts = int(sys.argv[2]) if len(sys.argv) > 2 else 2
JOBS = (1, 2, 4, 8)
STOPS = (signal.SIGINT, signal.SIGTERM, signal.SIGHUP, signal.SIGQUIT)
# every number of jobs with two signals, every signal with two numbers of jobs
WAYS = [(jobs, STOPS[(i + k) % len(STOPS)]) for i, jobs in enumerate(JOBS) for k in (0, 1)]
REPEATING = ("study", "run", "key", "problem", "solver", "status", "reason", "t_reached", "position", "velocity", "acceleration", "energy", "outputs", "counters")
# of each kind of end some, the ends without a time among the timed ones, runs of unlike problems beside each other
STUDIES = {
    "--no-timing": ("interrupted", [
        ("pendulum", [f"lagrange/rk4:h={h}e-6" for h in range(101, 117)]),
        ("pendulum", ["ali3:alpha=1e7/rk4:h=1e-3"]),
        ("double-four-bar", [f"lagrange/rk4:h={h}e-5" for h in range(101, 113)]),
        ("pendulum", [f"lagrange/heun:h={h}e-6" for h in range(71, 79)])]),
    # more runs without a time than eight jobs take at once, then some that are measured for a while, some of them timed
    None: ("interrupted-timed", [
        ("pendulum", ["lagrange/rk4:h=101e-6"]), ("double-four-bar", [f"ali3:alpha={a}e7/rk4:h=1e-3" for a in range(1, 31)]),
        ("pendulum", [f"lagrange/rk4:h={h}e-6" for h in range(60, 84)]), ("pendulum", ["lagrange/heun:h=101e-6"]),
        *[("pendulum", [f"lagrange/rk4:h={h}e-6"]) for h in range(50, 54)]]),
}


def write_study(path, name, entries):
    with open(path, "w") as f:
        f.write(f"study: {name}\nruns:\n")
        for i, (problem, solvers) in enumerate(entries):
            f.write(f"  - id: e{i}\n    problem: {problem}\n    t_end: 1\n    solver:\n")
            f.writelines(f"      - {s}\n" for s in solvers)
            f.write("    timing: no\n" if len(solvers) > 1 else "")


def records(path):
    if not os.path.exists(path):
        return []
    with open(path) as f:
        return [json.loads(line) for line in f]


def content(path):
    return sorted(json.dumps([r[k] for k in REPEATING], sort_keys=True) for r in records(path))


def untrue(path, whole):
    """Records that no run made: not those of the undisturbed run, or ok without a step."""
    known = set(content(whole))
    return [line for line in content(path) if line not in known] + [r["run"] for r in records(path) if r["status"] == "ok" and r["counters"]["steps"] == 0]


def interrupt(args, stop, seconds, begun):
    """Starts a harness and stops it so long after its start, or after its first run has begun; its exit status, its words,
    whether it was at work."""
    p = subprocess.Popen(args, stderr=subprocess.PIPE, stdin=subprocess.DEVNULL, text=True)
    while begun and p.poll() is None and len(children(p.pid)) < 2:
        time.sleep(0.005)
    time.sleep(seconds)
    at_work = p.poll() is None
    p.send_signal(stop)
    words = p.communicate(timeout=600)[1]
    return p.returncode, words, at_work


def interrupted(timing, whole, seconds, jobs, stop):
    name, _ = STUDIES[timing]
    out = f"{name}-{jobs}-{stop.name}.jsonl"
    args = [exe, "run", name + ".yaml", "--out", out, "--jobs", str(jobs), "--progress", "plain", *([timing] if timing else [])]
    chance = random.Random(f"{jobs} {stop.name} {timing}")
    longest = seconds / ((1 + interrupts) * min(jobs, os.cpu_count()))  # so that the last one finds work
    what, stopped = f"{stop.name}, jobs {jobs}, {timing or 'timed'}", 0
    for n in range(interrupts):
        begun = n % 2
        status, words, at_work = interrupt(args, stop, longest * chance.random() + (not begun) * 0.02, begun)
        if at_work and status == 130:
            stopped += begun
            check(f"{what}: it says how to go on", "goes on where it stopped" in words, words)
        elif at_work:  # at its start, before it has children, or at its end
            check(f"{what}: ended at its start or end", status in (0, -stop), status)
        bad = untrue(out, whole)
        check(f"{what}: no record of a run that did not end", not bad, (len(bad), bad[:1]))
    done = subprocess.run(args, capture_output=True, text=True, timeout=600)
    check(f"{what}: a second start completes", done.returncode == 0, done.stderr)
    check(f"{what}: to the records of an undisturbed run", content(out) == content(whole), (len(records(out)), len(records(whole))))
    if timing is None:
        check(f"{what}: what is to be timed has times", sum(bool(r["cpu"]["loop"]) for r in records(out)) == sum(len(solvers) == 1 for _, solvers in STUDIES[None][1]))
    return stopped


with tempfile.TemporaryDirectory() as folder:
    os.chdir(folder)
    for timing, (name, entries) in STUDIES.items():
        write_study(name + ".yaml", name, entries)
        whole = name + "-whole.jsonl"
        before = resource.getrusage(resource.RUSAGE_CHILDREN).ru_utime
        done = subprocess.run([exe, "run", name + ".yaml", "--out", whole, "--progress", "none", "--no-timing"], capture_output=True, text=True)
        seconds = resource.getrusage(resource.RUSAGE_CHILDREN).ru_utime - before
        check(f"{name} runs", done.returncode == 0 and len(records(whole)) == sum(len(s) for _, s in entries), done.stderr)
        check("its ends are of two kinds", {r["status"] for r in records(whole)} == {"ok", "not-applicable"})
        stopped = sum(interrupted(timing, whole, seconds, jobs, stop) for jobs, stop in WAYS)
        check(f"{name}: most interrupts behind a begun run met it at work", stopped >= 0.5 * (interrupts // 2) * len(WAYS), stopped)
finish()
