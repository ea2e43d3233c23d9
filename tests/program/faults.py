#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""Whatever happens to a child or to the program becomes a record or leaves the records whole.

faults.py MBSBENCH_FAULTS CLOCK_BACK [KILLS]     CLOCK_BACK: library that turns the clock of the day back
                                                        KILLS: how often the harness is killed at random (10)"""
import json
import os
import random
import resource
import signal
import subprocess
import sys
import tempfile
import time

from checks import check, children, finish, may_mount, patient, run_of

exe = os.path.abspath(sys.argv[1])
clock_back = os.path.abspath(sys.argv[2])
kills = int(sys.argv[3]) if len(sys.argv) > 3 else 10
GOOD = "lagrange/rk4:h=1e-2"
FAULTS = {  # kind: status, and a word its reason must have
    "segfault": ("crashed", None),
    "abort": ("crashed", None),
    "loop": ("time-limit", "--time-limit"),
    "nan": ("non-finite", None),
    "hog": ("memory-limit", "--memory-limit"),
    "drift": ("rejected", "joints open"),
}


def run(*args, **kw):
    return subprocess.run([exe, "run", "--progress", "none", *args], capture_output=True, text=True, timeout=600, **kw)


def records(path):
    with open(path) as f:
        return [json.loads(line) for line in f]


def study(path, solvers, t_end=1):
    with open(path, "w") as f:
        f.write("study: faults\nruns:\n  - id: f\n    problem: pendulum\n    t_end: %g\n    solver:\n" % t_end)
        f.writelines(f"      - {s}\n" for s in solvers)


def faults(folder, jobs):
    out, file = os.path.join(folder, f"faults{jobs}.jsonl"), os.path.join(folder, "faults.yaml")
    specs = [f"fault:kind={kind}/rk4:h=1e-2" for kind in FAULTS]
    study(file, [GOOD, *specs, "lagrange/heun:h=1e-2"])
    done = run(file, "--out", out, "--time-limit", "2", "--memory-limit", "200", "--jobs", str(jobs), "--no-timing")
    check(f"faults end in exit 0, jobs {jobs}", done.returncode == 0, done.stderr)
    recs = records(out)
    check("every run has a record, in order", [r["run"] for r in recs] == [f"f.{i + 1}" for i in range(len(FAULTS) + 2)])
    check("the good ones are ok", recs[0]["status"] == recs[-1]["status"] == "ok")
    for rec, (kind, (status, word)) in zip(recs[1:], FAULTS.items()):
        check(f"{kind} is {status}", rec["status"] == status, (rec["status"], rec["reason"]))
        check(f"{kind} has a reason", bool(rec["reason"]) and (word or "") in rec["reason"], rec["reason"])
        whole = rec["t_reached"] >= 0.4 and rec["counters"]["steps"] >= 40 and rec["position"]["l2"]["max"] is not None
        check(f"{kind} keeps what was measured", whole and rec["outputs"]["P.x"] is not None, rec["t_reached"])
        series = os.path.join(folder, rec["series"] or "missing")
        check(f"{kind} keeps its series", os.path.exists(series) and len(open(series).readlines()) > 40)


def between(folder):
    """Good runs between faults, in children that all of them share: what they give alone, bit for bit."""
    file, out = os.path.join(folder, "between.yaml"), os.path.join(folder, "between.jsonl")
    good = [f"{formulation}/{integrator}:h={h}e-3" for formulation in ("lagrange", "baumgarte:alpha=3,beta=3") for integrator in ("rk4", "heun")
            for h in (2, 3, 5, 7)]
    kinds = [*FAULTS, "rounding", "handler", "leak", "mine", "mine"]  # the second of these would tread on the first
    specs = [s for i, g in enumerate(good) for s in (g, f"fault:kind={kinds[i % len(kinds)]},rate={i + 1}/rk4:h=1e-2")]
    study(file, specs)
    done = run(file, "--out", out, "--time-limit", "0.5", "--memory-limit", "60", "--no-timing")
    recs = records(out)
    check("faults between good runs end in exit 0", done.returncode == 0 and len(recs) == len(specs), (done.returncode, done.stderr, len(recs)))
    for i, rec in enumerate(recs[1::2]):
        kind = kinds[i % len(kinds)]
        check(f"{kind} between good runs", rec["status"] == FAULTS.get(kind, ("ok",))[0], (rec["status"], rec["reason"]))
    for spec, rec in zip(good, recs[0::2]):
        alone = os.path.join(folder, "alone.jsonl")
        run("--problem", "pendulum", "--t-end", "1", "--solver", spec, "--here", "--out", alone, "--rerun")
        check(f"{spec} after a fault is what it is alone", bitwise(rec) == bitwise(records(alone)[-1]), (rec["status"], rec["reason"]))


def bitwise(record):
    return json.dumps({k: v for k, v in record.items() if k not in ("study", "run", "cpu", "environment", "series", "scene", "limits", "peak_rss_mb")})


def unrepeatable(folder):
    out = os.path.join(folder, "unrepeatable.jsonl")
    args = ["--problem", "pendulum", "--t-end", "1", "--solver", "fault:kind=unrepeatable/rk4:h=1e-2"]
    run(*args, "--out", out)
    rec = records(out)[0]
    check("a run that does not repeat is rejected, with numbers", rec["status"] == "rejected" and "q[0]" in rec["reason"], rec["reason"])


def stopped(folder):
    out, file = os.path.join(folder, "stop.jsonl"), os.path.join(folder, "stop.yaml")
    study(file, [f"lagrange/rk4:h={h}e-6" for h in range(101, 131)])
    size = lambda: len(open(out).readlines()) if os.path.exists(out) else 0
    for how in (signal.SIGINT, signal.SIGKILL):
        before = size()
        p = subprocess.Popen([exe, "run", file, "--out", out, "--no-timing"], stderr=subprocess.PIPE, text=True, preexec_fn=patient)
        limit = time.time() + 600
        while size() < before + 3 and time.time() < limit:
            time.sleep(0.005)
        p.send_signal(how)
        err = p.communicate()[1]
        check(f"{how.name} ends it", p.returncode == (130 if how == signal.SIGINT else -how), p.returncode)
        if how == signal.SIGINT:
            check("it says how to go on", "goes on where it stopped" in err, err)
        check("what was finished is kept, the rest is not there", before + 3 <= size() < 30, size())
    done = run(file, "--out", out, "--no-timing")
    recs = records(out)
    check("a second start completes", done.returncode == 0 and len(recs) == 30, len(recs))
    check("without doubles", len({r["key"] for r in recs}) == 30)

    text = open(out, "rb").read()
    open(out, "wb").write(text[:-100])
    done = run(file, "--out", out, "--no-timing")
    check("a torn record is made again", done.returncode == 0 and len(records(out)) == 30 and "torn" in done.stderr, done.stderr)
    open(out, "wb").write(text[:-1])
    done = run(file, "--out", out, "--no-timing")
    check("a record that lacks its newline counts", done.returncode == 0 and len(records(out)) == 30 and "torn" not in done.stderr)


REPEATING = ("study", "run", "key", "problem", "solver", "status", "t_reached", "position", "velocity", "acceleration", "energy", "outputs", "counters")


def content(path):
    """What an undisturbed run and a disturbed one have in common."""
    return sorted(json.dumps([r[k] for k in REPEATING], sort_keys=True) for r in records(path))


def whole_series(path):
    folder = os.path.dirname(path)
    return all(r["series"] and len(open(os.path.join(folder, r["series"])).readlines()) > 40 for r in records(path))


def killed(folder):
    """kill -9 of the harness at random moments, and one program that goes on beside it."""
    file, whole = os.path.join(folder, "kill.yaml"), os.path.join(folder, "whole.jsonl")
    study(file, [f"lagrange/rk4:h={h}e-6" for h in range(101, 101 + 16 * kills)])
    before = resource.getrusage(resource.RUSAGE_CHILDREN).ru_utime
    run(file, "--out", whole, "--no-timing")
    seconds = resource.getrusage(resource.RUSAGE_CHILDREN).ru_utime - before
    for jobs in (1, 2):
        out, at_work = os.path.join(folder, f"kill{jobs}.jsonl"), 0
        args = [exe, "run", file, "--out", out, "--no-timing", "--progress", "none", "--jobs", str(jobs)]
        chance = random.Random(jobs)
        for n in range(kills):
            both = [subprocess.Popen(args, stderr=subprocess.DEVNULL) for _ in range(1 + n % 2)]
            time.sleep(chance.uniform(0.0, seconds / jobs / kills))  # so that the last one finds work
            at_work += both[0].poll() is None
            for p in both:
                p.kill()
                p.wait()
        done = subprocess.run(args, capture_output=True, text=True, timeout=300)
        check(f"killed {kills} times, jobs {jobs}, at work", at_work > 0.5 * kills, at_work)
        check("the last start completes", done.returncode == 0, done.stderr)
        check("to the same records as an undisturbed run", content(out) == content(whole), (len(records(out)), len(records(whole))))
        check("with whole series", whole_series(out))


def child_killed(folder):
    out, file = os.path.join(folder, "child.jsonl"), os.path.join(folder, "child.yaml")
    study(file, ["lagrange/rk4:h=4e-6", GOOD])
    args = [exe, "run", file, "--out", out, "--no-timing", "--progress", "none"]
    p = subprocess.Popen(args, stderr=subprocess.DEVNULL)
    os.kill(run_of(p), signal.SIGKILL)
    check("the study goes on when a child is killed", p.wait(timeout=600) == 0 and [r["status"] for r in records(out)] == ["crashed", "ok"])
    check("with a reason", "SIGKILL" in records(out)[0]["reason"])
    run(file, "--out", out, "--no-timing", "--time-limit", "30")
    check("what was killed from outside is tried again", [r["status"] for r in records(out)] == ["crashed", "ok", "ok"], [r["status"] for r in records(out)])
    os.remove(out)
    p = subprocess.Popen(args, stderr=subprocess.DEVNULL)
    run_of(p)
    os.kill(children(p.pid)[0], signal.SIGKILL)
    check("nor does it end when the server that forks is killed", p.wait(timeout=600) == 0 and [r["status"] for r in records(out)] == ["ok", "ok"],
          [(r["status"], r["reason"]) for r in records(out)])


def clock(folder):
    """The clock of the day goes back with every look at it, in the harness and in its children."""
    out, file, whole = (os.path.join(folder, name) for name in ("clock.jsonl", "clock.yaml", "clock-whole.jsonl"))
    study(file, [f"lagrange/rk4:h={h}e-4" for h in range(11, 16)])
    run(file, "--out", whole)
    turned = {**os.environ, "LD_PRELOAD": clock_back}
    seen = subprocess.run([sys.executable, "-c", "import time; print(time.time() > time.time() + 3000)"], env=turned, capture_output=True, text=True)
    check("the clock does go back", seen.stdout == "True\n", seen.stdout + seen.stderr)
    for _ in range(2):
        done = run(file, "--out", out, env=turned)
        check("a clock that goes back stops nothing", done.returncode == 0, done.stderr)
    recs = records(out)
    check("no record is lost or doubled", content(out) == content(whole), len(recs))
    times = [t for r in recs for t in [r["cpu"]["setup"], *r["cpu"]["loop"]]]
    check("no time is negative", len(times) > 25 and all(0 < t < 60 for t in times), min(times))
    slow = ["--problem", "pendulum", "--t-end", "1e6", "--solver", "lagrange/rk4:h=1e-4", "--no-timing", "--time-limit", "0.3", "--out", out]
    before = os.times().children_user
    run(*slow, env=turned)
    check("limits hold", records(out)[-1]["status"] == "time-limit" and os.times().children_user - before < 5, records(out)[-1]["status"])


def full_disk(folder):
    """A file that must not grow beyond a limit, and where it can be mounted, a full file system."""
    file, whole = os.path.join(folder, "full.yaml"), os.path.join(folder, "full-whole.jsonl")
    study(file, [f"lagrange/rk4:h={h}e-4" for h in range(11, 41)], t_end=0.1)
    run(file, "--out", whole, "--no-timing")
    out = os.path.join(folder, "full.jsonl")

    def small():
        signal.signal(signal.SIGXFSZ, signal.SIG_IGN)
        resource.setrlimit(resource.RLIMIT_FSIZE, (60000, 60000))

    done = run(file, "--out", out, "--no-timing", preexec_fn=small, restore_signals=False)
    check("a file that may not grow: an error that names it", done.returncode == 1 and out in done.stderr, (done.returncode, done.stderr))
    check("records are whole or not there", 0 < len(records(out)) < 30)
    run(file, "--out", out, "--no-timing")
    check("with room again it completes", content(out) == content(whole))

    mount = os.path.join(folder, "disk")
    os.mkdir(mount)
    script = f"""mount -t tmpfs -o size=100k none {mount} || exit 99
"{exe}" run "{file}" --out {mount}/r.jsonl --no-timing --progress none; echo "status $?" >&2
cp {mount}/r.jsonl {folder}/disk.jsonl; mount -o remount,ro {mount}
"{exe}" run "{file}" --out {mount}/r.jsonl --no-timing --progress none; echo "status $?" >&2"""
    if may_mount():
        done = subprocess.run(["unshare", "-m", "sh", "-c", script], capture_output=True, text=True, timeout=120)
        if done.returncode != 99:
            check("a full disk: exit 1 and why", "No space left" in done.stderr and "status 1" in done.stderr, done.stderr)
            records(os.path.join(folder, "disk.jsonl"))
            check("a read-only folder: exit 1 and why", "Read-only" in done.stderr and done.stderr.count("status 1") == 2, done.stderr)
    elif os.geteuid() != 0:
        os.chmod(mount, 0o555)
        done = run(file, "--out", os.path.join(mount, "r.jsonl"), "--no-timing")
        check("a read-only folder: exit 1 and why", done.returncode == 1 and "Permission" in done.stderr, done.stderr)


def kept(folder):
    out = os.path.join(folder, "kept.jsonl")
    slow = ["--problem", "pendulum", "--t-end", "1e6", "--solver", "lagrange/rk4:h=1e-4", "--no-timing", "--out", out]
    for limit, want in (("0.2", 1), ("0.2", 1), ("0.1", 1), ("0.3", 2)):
        run(*slow, "--time-limit", limit)
        check(f"time limit {limit}: {want} records", len(records(out)) == want, len(records(out)))
    os.remove(out)
    two = ["--problem", "pendulum", "--t-end", "1", "--out", out]
    run(*two, "--solver", GOOD, "--no-timing")
    run(*two, "--solver", GOOD)
    check("a record without times does not do for times", [bool(r["cpu"]["loop"]) for r in records(out)] == [False, True])
    run(*two, "--solver", "lagrange/heun:h=1e-2", "--solver", GOOD)
    run(*two, "--solver", "lagrange/heun:h=1e-2", "--solver", GOOD)
    recs = records(out)
    check("a ratio to another solver is measured, once", len(recs) == 4 and recs[3]["ratio"]["to"] == "lagrange/heun:h=0.01", len(recs))
    file = os.path.join(folder, "copy.yaml")
    study(file, [GOOD])
    run(file, "--out", out)
    run(file, "--out", out)
    rec = records(out)[-1]
    check("a finished key under another id is copied", len(records(out)) == 5 and rec["copied_from"] == "command-line/run.2" and rec["run"] == "f", rec["copied_from"])
    check("and its ratio is its own", rec["ratio"] == {"to": "lagrange/rk4:h=0.01", "median": 1, "lo": 1, "hi": 1}, rec["ratio"])
    run(file, "--out", out, "--rerun")
    check("--rerun runs again", len(records(out)) == 6 and records(out)[-1]["copied_from"] is None)


def files(folder):
    good = ["--problem", "pendulum", "--t-end", "0.1", "--solver", GOOD, "--no-timing"]
    text = os.path.join(folder, "text.txt")
    open(text, "w").write("not a record\n")
    done = run(*good, "--out", text)
    check("a file of something else is left alone", done.returncode == 2 and open(text).read() == "not a record\n", done.stderr)
    for path in ("/proc/nowhere/x.jsonl", os.path.join(text, "x.jsonl"), "/dev/full", folder):
        done = run(*good, "--out", path)
        check(f"--out {path} is an error that names it", done.returncode in (1, 2) and path in done.stderr, (done.returncode, done.stderr))
    deep = os.path.join(folder, "a", "b", "c.jsonl")
    done = run(*good, "--out", deep)
    check("missing folders are made", done.returncode == 0 and len(records(deep)) == 1)


with tempfile.TemporaryDirectory() as d:
    faults(d, 1)
    faults(d, 3)
    between(d)
    unrepeatable(d)
    stopped(d)
    killed(d)
    child_killed(d)
    clock(d)
    full_disk(d)
    kept(d)
    files(d)
finish()
