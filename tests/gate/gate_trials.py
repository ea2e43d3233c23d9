#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""Injected faults that the gate must catch, and a busy machine that it must not blame.

gate_trials.py MBSBENCH_FAULTS                      the five trials once; exit 0 when all come out right
gate_trials.py MBSBENCH_FAULTS --clock WORK_CLOCK   the slow-down on a clock that counts work (a library made of
                                                    work_clock.c), for machines that are not quiet
gate_trials.py MBSBENCH_FAULTS --tries 10 --aa 50   also the smallest slow-down found in 9 of 10 tries and the
                                                    rate of false alarms when nothing changed"""
import argparse
import json
import os
import shutil
import subprocess
import sys
import tempfile

sys.path.append(os.path.join(os.path.dirname(os.path.abspath(__file__)), "..", "program"))
from checks import check, finish  # noqa: E402

parser = argparse.ArgumentParser()
parser.add_argument("program")
parser.add_argument("--clock")
parser.add_argument("--tries", type=int, default=0)
parser.add_argument("--aa", type=int, default=0)
options = parser.parse_args()
exe = os.path.abspath(options.program)
clock = options.clock and os.path.abspath(options.clock)
CELL = ["--problem", "four-bar", "--solver", "fault:kind=injected/rk4:h=1e-3", "--t-end", "1"]
OTHER = ["--solver", "lagrange/rk4:h=1e-3"]
SAME, REGRESSION, NOT_COMPARABLE = 0, 3, 4


def program(name, clock=None, **environment):
    """A program that is the given one with a fault in its environment, and perhaps another clock."""
    words = " ".join(f"MBSBENCH_TEST_{k.upper()}={v}" for k, v in environment.items())
    preload = f'LD_PRELOAD="{clock}" ' if clock else ""
    with open(name, "w") as f:
        f.write(f'#!/bin/sh\n{preload}{words} exec "{exe}" "$@"\n')
    os.chmod(name, 0o755)
    return os.path.abspath(name)


def records(name, *words, prefix=(), **environment):
    if os.path.exists(name):
        os.remove(name)
    subprocess.run([*prefix, program("injected", **environment), "run", *CELL, *words, "--no-timing", "--progress", "none", "--out", name],
                   check=True, capture_output=True, timeout=120)
    with open(name) as f:
        return [json.loads(line) for line in f]


def gate(name):
    done = subprocess.run([exe, "check", name, "--baseline", "base.jsonl"], capture_output=True, text=True, timeout=60)
    return done.returncode, done.stdout + done.stderr


def compare(base, head, prefix=()):
    done = subprocess.run([*prefix, exe, "compare", "--base", base, "--head", head, *CELL, "--quiet"], capture_output=True, text=True, timeout=900)
    return done.returncode, done.stdout + done.stderr


def doubling_push():
    """The spurious acceleration that doubles the largest |Phi|, by bisection."""
    wanted = 2 * records("base.jsonl", *OTHER)[0]["position"]["l2"]["max"]
    low, high = 0.0, 1.0
    for _ in range(60):
        push = 0.5 * (low + high) if low else 0.1 * high
        drift = records("push.jsonl", push=push)[0]["position"]["l2"]["max"]
        if abs(drift / wanted - 1) < 0.05:
            break
        low, high = (push, high) if drift < wanted else (low, push)
    return push


def accuracy():
    push = doubling_push()
    records("same.jsonl", *OTHER)
    check("nothing changed: passes", gate("same.jsonl")[0] == SAME, gate("same.jsonl"))
    drift = records("drift.jsonl", *OTHER, push=push)[0]["position"]["l2"]["max"]
    status, text = gate("drift.jsonl")
    check("a doubled drift is caught", status == REGRESSION and "position.l2.max" in text, (drift, text))
    records("fails.jsonl", *OTHER, fail=1)
    status, text = gate("fails.jsonl")
    check("a solver that now fails is caught", status == REGRESSION and "ok -> singular: gives up on purpose" in text, text)
    records("removed.jsonl")
    status, text = gate("removed.jsonl")
    check("a cell removed is caught", status == REGRESSION and "missing" in text and "lagrange/rk4" in text, text)


def busy():
    """Everything on one core with two programs that compete for it."""
    prefix = ["taskset", "-c", str(min(os.sched_getaffinity(0)))] if shutil.which("taskset") else []
    load = [subprocess.Popen([*prefix, "sh", "-c", "while :; do :; done"]) for _ in range(2)]
    try:
        records("busy.jsonl", *OTHER, prefix=prefix)
        check("a busy machine: the gate passes", gate("busy.jsonl")[0] == SAME, gate("busy.jsonl"))
        status, text = compare(base, base, prefix)
        check("a busy machine is not blamed", status in (SAME, NOT_COMPARABLE), text)
    finally:
        for p in load:
            p.kill()
            p.wait()


def slower():
    for _ in range(1 if clock else 3):  # a machine that is not quiet answers `not comparable`, which is to be tried again
        status, text = compare(program("timed", clock), program("slower", clock, slow=0.2))
        if status != NOT_COMPARABLE:
            break
    check("a solver made 20 per cent slower is caught", status == REGRESSION and "slower" in text, text)
    if clock:
        check("by its 20 per cent", " 1.200 [1.200, 1.200]" in text, text)
    status, text = compare(base, program("failing", fail=1))
    check("one that now fails is caught here as well", status == REGRESSION and "fails now" in text, text)


def power(tries):
    smallest = None
    for percent in (3, 5, 7, 10, 15, 20, 30):
        head = program("slower", slow=percent / 100)
        found = sum(compare(base, head)[0] == REGRESSION for _ in range(tries))
        print(f"slow-down of {percent} %: found in {found} of {tries} tries", flush=True)
        if found >= 0.9 * tries:
            smallest = percent
            break
    print(f"smallest slow-down found in 9 of 10 tries: {smallest} %", flush=True)


def false_alarms(runs):
    outcomes = [compare(base, base)[0] for _ in range(runs)]
    print(f"nothing changed, {runs} runs: {outcomes.count(REGRESSION)} false alarms, {outcomes.count(NOT_COMPARABLE)} not comparable", flush=True)


with tempfile.TemporaryDirectory() as d:
    os.chdir(d)
    base = program("base")
    accuracy()
    slower()
    busy()
    if options.tries:
        power(options.tries)
    if options.aa:
        false_alarms(options.aa)
finish()
