#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""What the machine does to `run` is not taken for what a run does: limits count computing, what the system refuses is an
error or said.

limits.py MBSBENCH_FAULTS"""
import json
import os
import resource
import signal
import subprocess
import sys
import tempfile
import time

from checks import check, children, finish, may_mount, run_of

exe = os.path.abspath(sys.argv[1])
QUIET = ["--no-timing", "--progress", "none"]
LONG = ["--problem", "pendulum", "--t-end", "1e6", "--solver", "lagrange/rk4:h=1e-4"]  # longer than any limit


def start(*args, **kw):
    return subprocess.Popen([exe, "run", *args], stderr=subprocess.PIPE, text=True, **kw)


def run(*args, **kw):
    return subprocess.run([exe, "run", *args], capture_output=True, text=True, timeout=600, **kw)


def records(path):
    if not os.path.exists(path):
        return []
    with open(path) as f:
        return [json.loads(line) for line in f]


def statuses(path):
    return [r["status"] for r in records(path)]


def child_of(p, n):
    """The n-th child of a harness at work: the server that forks, a run."""
    while p.poll() is None:
        if len(children(p.pid)) > n:
            return children(p.pid)[n]
        time.sleep(0.005)
    raise SystemExit("no child")


def one_run(t_end):
    return ["--problem", "pendulum", "--t-end", str(t_end), "--solver", "lagrange/rk4:h=1e-4"]


def sized():
    """End time of a run of about 0.6 s of CPU on this machine."""
    before = resource.getrusage(resource.RUSAGE_CHILDREN)
    run(*one_run(10), *QUIET, "--out", "probe.jsonl")
    after = resource.getrusage(resource.RUSAGE_CHILDREN)
    return 10 * 0.6 / (after.ru_utime + after.ru_stime - before.ru_utime - before.ru_stime)


def paused(t_end):
    """A batch system that suspends the job, a laptop that sleeps."""
    p = start(*one_run(t_end), *QUIET, "--out", "paused.jsonl", "--time-limit", "1.5", start_new_session=True)
    child_of(p, 1)
    for pause in (0.5, 12):  # longer than the limit, and than the wall clock's share of it
        os.killpg(p.pid, signal.SIGSTOP)
        time.sleep(pause)
        os.killpg(p.pid, signal.SIGCONT)
        time.sleep(0.05)
    p.communicate(timeout=600)
    check("a run that was stopped with its harness is ok", p.returncode == 0 and statuses("paused.jsonl") == ["ok"], [r["reason"] for r in records("paused.jsonl")])


def busy(t_end):
    """Eight other programs on the same core: a run gets a ninth of it."""
    core = {min(os.sched_getaffinity(0))}
    pin = lambda: os.sched_setaffinity(0, core)
    others = [subprocess.Popen([sys.executable, "-c", "while True: pass"], preexec_fn=pin) for _ in range(8)]
    begin = time.monotonic()
    run(*one_run(t_end), *QUIET, "--out", "busy.jsonl", "--time-limit", "1.5", preexec_fn=pin)
    took = time.monotonic() - begin
    for p in others:
        p.kill()
        p.wait()
    check("the machine was busy", took > 2, took)
    check("a run on a busy machine is ok", statuses("busy.jsonl") == ["ok"], [r["reason"] for r in records("busy.jsonl")])


def told_apart():
    """Which limit it was: of computing (the run's doing) or of the clock (perhaps the machine's)."""
    faults = [w for kind in ("loop", "hog", "segfault") for w in ("--solver", f"fault:kind={kind}/rk4:h=1e-2")]
    run("--problem", "pendulum", "--t-end", "1", "--solver", "lagrange/rk4:h=1e-2", *faults, *QUIET, "--out", "kinds.jsonl", "--time-limit", "0.5", "--memory-limit", "100")
    met = {r["status"]: r["limits"]["met"] for r in records("kinds.jsonl")}
    check("limits met are named", met == {"ok": None, "time-limit": "cpu", "memory-limit": "memory", "crashed": None}, met)
    begin = time.monotonic()
    p = start(*LONG, *QUIET, "--out", "waiting.jsonl", "--time-limit", "0.3")
    os.kill(run_of(p), signal.SIGSTOP)
    p.communicate(timeout=600)
    rec = records("waiting.jsonl")[0]
    check("a run that waits ends by the wall clock", rec["status"] == "time-limit" and rec["limits"]["met"] == "wall", (rec["reason"], rec["limits"]))
    check("after the grace, with the reason", time.monotonic() - begin > 10 and "waits" in rec["reason"], rec["reason"])
    run(*LONG, *QUIET, "--out", "waiting.jsonl", "--time-limit", "0.3")
    run(*LONG, *QUIET, "--out", "waiting.jsonl", "--time-limit", "0.3")
    check("it is made again, one that computed too long is not", [r["limits"]["met"] for r in records("waiting.jsonl")] == ["wall", "cpu"], [r["limits"] for r in records("waiting.jsonl")])
    for hard in (30, 1):  # a signal that can be caught comes first, or none does
        run(*LONG, *QUIET, "--out", f"ulimit{hard}.jsonl", "--time-limit", "3", preexec_fn=lambda: resource.setrlimit(resource.RLIMIT_CPU, (1, hard)))
        rec = records(f"ulimit{hard}.jsonl")[0]
        check(f"a limit of the system, {hard} s at most, is named", rec["status"] == "time-limit" and rec["limits"]["met"] == "system" and "ulimit" in rec["reason"], rec["reason"])
        run(*LONG, *QUIET, "--out", f"ulimit{hard}.jsonl", "--time-limit", "1.2")
        check("and made again", len(records(f"ulimit{hard}.jsonl")) == 2)


def no_processes():
    """Not as root, whom the limit of processes does not hold."""
    if os.geteuid() != 0:
        return
    os.chmod(".", 0o777)

    def few():
        resource.setrlimit(resource.RLIMIT_NPROC, (2, 2))
        os.setgid(54321)
        os.setuid(54321)

    for timing in ([], ["--no-timing"]):
        for jobs in ("1", "3"):
            out = f"few{jobs}{len(timing)}.jsonl"
            args = ["--problem", "pendulum", "--t-end", "1", *[w for h in range(1, 7) for w in ("--solver", f"lagrange/rk4:h={h}e-2")], *timing, "--progress", "none", "--out", out, "--jobs", jobs]
            done = run(*args, preexec_fn=few)
            check(f"out of processes, jobs {jobs}: exit 1 and why", done.returncode == 1 and "ulimit -u" in done.stderr, (done.returncode, done.stderr))
            check("what could not run has no record", records(out) == [], statuses(out))
            run(*args)
            check("with processes again it completes", statuses(out) == 6 * ["ok"], statuses(out))


def small_file():
    """SIGXFSZ as the system sends it."""
    args = ["--problem", "pendulum", "--t-end", "1", *[w for h in range(1, 31) for w in ("--solver", f"lagrange/rk4:h={h}e-3")], *QUIET, "--out", "small.jsonl"]
    done = run(*args, preexec_fn=lambda: resource.setrlimit(resource.RLIMIT_FSIZE, (60000, 60000)))
    check("a file that may not grow is an error that names it", done.returncode == 1 and "small" in done.stderr and "large" in done.stderr, (done.returncode, done.stderr))
    run(*args)
    check("with room again it completes", sorted(statuses("small.jsonl")) == 30 * ["ok"], len(records("small.jsonl")))


def server_stopped():
    for jobs in ("1", "2"):
        args = ["--problem", "pendulum", "--t-end", "1", *[w for h in range(1, 200) for w in ("--solver", f"lagrange/rk4:h={h}e-5")], *QUIET, "--out", f"server{jobs}.jsonl", "--jobs", jobs]
        p = start(*args)
        os.kill(child_of(p, 0), signal.SIGSTOP)
        time.sleep(0.5)
        p.send_signal(signal.SIGINT)
        try:
            p.communicate(timeout=120)
        except subprocess.TimeoutExpired:
            p.kill()
        check(f"Ctrl-C ends a harness whose server is stopped, jobs {jobs}", p.returncode == 130, p.returncode)
        check("without records of what did not run", all(r["counters"]["steps"] > 0 for r in records(f"server{jobs}.jsonl")))


def no_proc():
    script = f'mount -t tmpfs none /proc || exit 99; exec "{exe}" run --problem pendulum --t-end 1 --solver lagrange/rk4:h=1e-2 --no-timing --progress none --out proc.jsonl'
    if not may_mount():
        return
    done = subprocess.run(["unshare", "-m", "sh", "-c", script], capture_output=True, text=True, env={**os.environ, "OPENBLAS_NUM_THREADS": "1", "OMP_NUM_THREADS": "1"})
    if done.returncode != 99:
        check("without /proc the memory limit does not hold, which is said", done.returncode == 0 and "not enforced" in done.stderr and statuses("proc.jsonl") == ["ok"], (done.returncode, done.stderr))


def parents():
    """What a launcher may leave: SIGCHLD ignored, standard streams closed."""
    args = ["--problem", "pendulum", "--t-end", "1", *[w for h in range(1, 41) for w in ("--solver", f"lagrange/rk4:h={h}e-4")], *QUIET]
    ignore = lambda: signal.signal(signal.SIGCHLD, signal.SIG_IGN)
    done = run(*args, "--out", "chld.jsonl", preexec_fn=ignore, restore_signals=False)
    check("SIGCHLD ignored by the parent: all runs end", done.returncode == 0 and statuses("chld.jsonl") == 40 * ["ok"], done.stderr)
    for closed in ("0", "1", "2", "0,1", "0,1,2"):
        out = f"closed{closed}.jsonl"
        close = lambda: [os.close(int(fd)) for fd in closed.split(",")]
        done = subprocess.run([exe, "run", *args, "--out", out], preexec_fn=close, timeout=600)
        check(f"streams {closed} closed: all runs end", done.returncode == 0 and statuses(out) == 40 * ["ok"], (done.returncode, statuses(out)))
    done = subprocess.run([exe, "run", *args, "--out", "-"], preexec_fn=lambda: os.close(1), stderr=subprocess.PIPE, text=True, timeout=600)
    check("records to a closed standard output are an error", done.returncode == 1 and "--out -" in done.stderr, (done.returncode, done.stderr))


with tempfile.TemporaryDirectory() as folder:
    os.chdir(folder)
    t_end = sized()
    paused(t_end)
    busy(t_end)
    told_apart()
    no_processes()
    small_file()
    server_stopped()
    no_proc()
    parents()
finish()
