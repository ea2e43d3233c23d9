#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""Programs that `run` and `compare` start: they end with it, they end in bounds, and one that fails is told.

children.py MBSBENCH"""
import json
import os
import shutil
import signal
import subprocess
import sys
import tempfile
import time

from checks import check, finish

exe = os.path.abspath(sys.argv[1])
STOPS = (signal.SIGKILL, signal.SIGTERM, signal.SIGINT, signal.SIGHUP)
CELL = ["--problem", "pendulum", "--solver", "lagrange/rk4:h=1e-2", "--t-end", "1"]
LONG = ["--problem", "pendulum", "--t-end", "1e4", "--solver", "lagrange/rk4:h=1e-4", "--solver", "lagrange/heun:h=1e-4"]


def script(name, text):
    with open(name, "w") as f:
        f.write("#!/bin/sh\n" + text + "\n")
    os.chmod(name, 0o755)
    return os.path.abspath(name)


def family(pid):
    """A process's descendants."""
    try:
        with open(f"/proc/{pid}/task/{pid}/children") as f:
            own = [int(c) for c in f.read().split()]
    except OSError:
        return []
    return [p for c in own for p in [c, *family(c)]]


def alive(pid):
    try:
        with open(f"/proc/{pid}/stat") as f:
            return f.read().rsplit(")", 1)[1].split()[0] not in "ZX"
    except OSError:
        return False


def wait_for(condition, seconds):
    limit = time.monotonic() + seconds
    while not condition() and time.monotonic() < limit:
        time.sleep(0.02)
    return condition()


def ended_by(what, args, stop, members, status, env=None):
    """A program with so many descendants is stopped."""
    p = subprocess.Popen([exe, *args], stdout=subprocess.DEVNULL, stderr=subprocess.PIPE, text=True, env=env)
    grown = wait_for(lambda: len(family(p.pid)) >= members, 600)
    time.sleep(0.2)
    descendants = family(p.pid)
    p.send_signal(stop)
    try:
        p.communicate(timeout=120)
    except subprocess.TimeoutExpired:
        p.kill()
    left = not wait_for(lambda: not any(map(alive, descendants)), 60)
    for pid in filter(alive, descendants):
        os.kill(pid, signal.SIGKILL)
    check(f"{what}, {stop.name}: at work", grown, len(descendants))
    check(f"{what}, {stop.name}: ended at once", p.returncode == (-stop if stop == signal.SIGKILL else status(stop)), p.returncode)
    check(f"{what}, {stop.name}: nothing is left", not left)


def stopped():
    slow = script("slow", "sleep 1000 & sleep 1000; wait")
    for stop in STOPS:
        ended_by("run", ["run", *LONG, "--no-timing", "--jobs", "2", "--progress", "none", "--out", f"run{stop.name}.jsonl"], stop, 3, lambda s: 130)
        ended_by("compare", ["compare", "--base", exe, "--head", exe, *LONG, "--rounds", "3"], stop, 3, lambda s: -s)
        if stop != signal.SIGKILL:  # what a program of somebody else's starts is found by its group, as long as there is somebody to look
            ended_by("compare with a script", ["compare", "--base", slow, "--head", exe, *CELL, "--rounds", "3"], stop, 3, lambda s: -s)
        if shutil.which("valgrind"):
            out = f"count{stop.name}.jsonl"
            ended_by("run --instructions", ["run", *CELL[:4], "--t-end", "300", "--no-timing", "--instructions", "--progress", "none", "--out", out], stop, 3, lambda s: 130)
            check("a run that was not counted has no record", not os.path.exists(out) or os.path.getsize(out) == 0)


def counted():
    os.mkdir("path")
    args = [exe, "run", *CELL, "--solver", "lagrange/heun:h=1e-2", "--no-timing", "--instructions", "--progress", "none", "--out", "counted.jsonl"]
    kinds = {"fails": ("exit 132", "132"), "dies": ("kill -ILL $$", "132"), "says nothing": ("exit 0", "under callgrind"),
             "does not collect": (f'while [ "$1" != "{exe}" ]; do shift; done; exec "$@"', "no count")}
    for kind, (text, word) in kinds.items():
        script("path/valgrind", f'[ "$1" = --version ] && exit 0\n{text}')
        done = subprocess.run(args, capture_output=True, text=True, env={**os.environ, "PATH": os.path.abspath("path") + ":" + os.environ["PATH"]}, timeout=600)
        check(f"a valgrind that {kind}: exit 1 and why", done.returncode == 1 and word in done.stderr and "2 runs" in done.stderr, (done.returncode, done.stderr))
        check(f"a valgrind that {kind}: no record without a count", os.path.getsize("counted.jsonl") == 0)
    if shutil.which("valgrind"):
        done = subprocess.run(args, capture_output=True, text=True, timeout=120)
        with open("counted.jsonl") as f:
            counts = [json.loads(line)["counters"]["instructions"] for line in f]
        check("one that works counts", done.returncode == 0 and len(counts) == 2 and min(counts) > 1000, (done.stderr, counts))


def bounded():
    """Programs that would hang for ever, or write without end, in the place of the head."""
    for name, text, word in (("hangs", "sleep 3000", "no end in its time"), ("writes", "yes", "without end"), ("complains", "yes >&2", "without end")):
        done = subprocess.run([exe, "compare", "--base", exe, "--head", script(name, text), *CELL, "--rounds", "3", "--time-limit", "0.5", "--quiet"],
                              capture_output=True, text=True, timeout=600)
        check(f"a head that {name} fails its cell", done.returncode == 3 and word in done.stdout, (done.returncode, done.stdout, done.stderr))


with tempfile.TemporaryDirectory() as folder:
    os.chdir(folder)
    counted()
    bounded()
    stopped()
finish()
