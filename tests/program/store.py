#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""The record file and the series beside it, whatever others do to them: nothing is lost without a word.

store.py MBSBENCH"""
import json
import os
import shutil
import signal
import subprocess
import sys
import tempfile
import time

from checks import check, finish, patient

exe = os.path.abspath(sys.argv[1])
RUNS = 20
REPEATING = ("study", "run", "key", "problem", "solver", "status", "t_reached", "position", "velocity", "energy", "outputs", "counters")


def study(path, n, t_end=1):
    with open(path, "w") as f:
        f.write(f"study: store\nruns:\n  - id: f\n    problem: pendulum\n    t_end: {t_end}\n    solver:\n")
        f.writelines(f"      - lagrange/rk4:h={h}e-6\n" for h in range(101, 101 + n))


def run(*args, **kw):
    return subprocess.run([exe, *args], capture_output=True, text=True, timeout=600, **kw)


def lines(path):
    if not os.path.exists(path):
        return []
    with open(path, "rb") as f:
        return [line for line in f.read().splitlines() if line]


def content(path):
    return sorted(json.dumps([r[k] for k in REPEATING], sort_keys=True) for r in map(json.loads, lines(path)))


def hidden(folder):
    return [name for name in os.listdir(folder) if name.startswith(".") or not name.endswith((".tsv", ".scene.json"))]


def save_over(out):
    """What an editor, sed -i, rsync and git do: a new file takes the name."""
    shutil.copy(out, out + ".new")
    os.rename(out + ".new", out)


def longer_saved_over(out):
    with open(out + ".new", "wb") as f:
        f.write(b"".join(line + b"\n" for line in lines(out)) + b"\n" * 100000)
    os.rename(out + ".new", out)


TAKEN = {
    "moved": lambda out: os.rename(out, out + ".old"),
    "removed": os.remove,
    "saved over": save_over,
    "saved over, longer": longer_saved_over,
    "replaced by a link": lambda out: (os.rename(out, out + ".real"), os.symlink("/dev/null", out)),
}


def taken():
    """The record file is taken away while `run` works, by jobs and by how."""
    run("run", "s.yaml", "--out", "whole.jsonl", "--no-timing", "--progress", "none")
    check("the study runs", len(lines("whole.jsonl")) == RUNS)
    for jobs in ("1", "2"):
        for how, act in TAKEN.items():
            out = f"{how.replace(' ', '-')}{jobs}.jsonl"
            args = ["run", "s.yaml", "--out", out, "--no-timing", "--progress", "plain", "--jobs", jobs]
            p = subprocess.Popen([exe, *args], stderr=subprocess.PIPE, text=True, preexec_fn=patient)
            limit = time.time() + 600
            while len(lines(out)) < 3 and time.time() < limit:
                time.sleep(0.005)
            p.send_signal(signal.SIGSTOP)  # for as long as a busy machine takes
            act(out)
            p.send_signal(signal.SIGCONT)
            words = p.communicate(timeout=600)[1]
            check(f"{how}, jobs {jobs}: exit 1, with the place and what to do", p.returncode == 1 and out in words and "start again" in words, (p.returncode, words[-300:]))
            check(f"{how}, jobs {jobs}: no word of all being well", "records in" not in words, words[-300:])
            if os.path.islink(out):
                os.remove(out)
            done = run(*args)
            check(f"{how}, jobs {jobs}: a second start completes", done.returncode == 0 and content(out) == content("whole.jsonl"), (done.stderr[-300:], len(lines(out))))


def unfinished():
    """Series are whole or not there, and what killed runs leave goes."""
    out, folder = "kill.jsonl", "kill.series"
    args = [exe, "run", "s.yaml", "--out", out, "--no-timing", "--progress", "none", "--jobs", "2"]
    for n in range(10):
        p = subprocess.Popen(args, stderr=subprocess.DEVNULL)
        time.sleep(0.02 + 0.02 * n)
        p.kill()
        p.wait()
    os.makedirs(folder, exist_ok=True)
    left = [os.path.join(folder, name) for name in (".kill.jsonl.0123456789abcdef", ".other.jsonl.0123456789abcdef")]
    for path in left:
        open(path, "w").close()
    done = subprocess.run(args, capture_output=True, text=True)
    check("killed at random moments, it completes", done.returncode == 0 and content(out) == content("whole.jsonl"), done.stderr)
    check("nothing unfinished of this file is left; of another one it is not ours", hidden(folder) == [os.path.basename(left[1])], hidden(folder))
    sizes = [os.path.getsize(json.loads(line)["series"]) for line in lines(out)]
    check("every series is there and whole", min(sizes) > 10000, min(sizes))


def same_pid():
    """Programs with the same process id, in spaces of their own, on one file."""
    if os.geteuid() != 0 or subprocess.run(["unshare", "--fork", "--pid", "true"], capture_output=True).returncode:
        return
    args = ["unshare", "--fork", "--pid", exe, "run", "s.yaml", "--out", "pid.jsonl", "--no-timing", "--progress", "none"]
    three = [subprocess.Popen(args, stderr=subprocess.PIPE, text=True) for _ in range(3)]
    words = [p.communicate(timeout=600)[1] for p in three]
    check("three programs of one process id share a file", [p.returncode for p in three] == [0, 0, 0] and content("pid.jsonl") == content("whole.jsonl"), words)


def lost():
    args = ["run", "s.yaml", "--out", "gone.jsonl", "--no-timing", "--progress", "none"]
    run(*args)
    done = run(*args)
    check("with all series there nothing is said", done.returncode == 0 and "have lost" not in done.stderr, done.stderr)
    first, second = (json.loads(line)["series"] for line in lines("gone.jsonl")[:2])
    os.remove(first)
    open(second, "w").close()
    done = run(*args)
    check("lost and empty series are told, with the remedy", done.returncode == 0 and "2 records of gone.jsonl have lost" in done.stderr and "--rerun" in done.stderr, done.stderr)
    shutil.rmtree("gone.series")
    done = run(*args)
    check("so is a folder that is gone", f"{RUNS} records" in done.stderr, done.stderr)
    run(*args, "--rerun")
    check("--rerun makes them again", all(os.path.getsize(json.loads(line)["series"]) > 0 for line in lines("gone.jsonl")))
    p = subprocess.Popen([exe, *args, "--rerun"], stderr=subprocess.PIPE, text=True)
    time.sleep(0.2)
    shutil.rmtree("gone.series", ignore_errors=True)
    check("a folder removed while a run works is made again", p.communicate(timeout=600) and p.returncode == 0, p.returncode)


def outdated():
    """Back at an older version of the program: what it made before stands last again, once, and so is what `check` compares."""
    study("one.yaml", 2)
    args = ["run", "one.yaml", "--out", "back.jsonl", "--no-timing", "--progress", "none"]
    run(*args)
    own = lines("back.jsonl")
    shutil.copy("back.jsonl", "baseline.jsonl")
    newer = {**json.loads(own[0]), "key": "0123456789abcdef"}
    newer["energy"] = {**newer["energy"], "max_abs": 1.0, "max_rel_ke": 1.0}
    with open("back.jsonl", "a") as f:
        f.write(json.dumps(newer) + "\n")
    check("another version's record is another result", run("check", "back.jsonl", "--baseline", "baseline.jsonl").returncode == 3)
    done = run(*args)
    told = [{k: json.loads(line)[k] for k in REPEATING} for line in (own[0], lines("back.jsonl")[-1])]
    check("what was kept is appended again", done.returncode == 0 and lines("back.jsonl")[:2] == own and len(lines("back.jsonl")) == 4 and
          told[0] == told[1], (done.stderr, told))
    check("and is what check compares", run("check", "back.jsonl", "--baseline", "baseline.jsonl").returncode == 0)
    run(*args)
    check("once", len(lines("back.jsonl")) == 4, len(lines("back.jsonl")))


def damaged():
    whole = lines("whole.jsonl")
    for name, line in (("cut", whole[4][:-100]), ("zeros", b"\0" * 4096), ("two writers", whole[4][:50] + whole[5]), ("text", b"hello")):
        text = b"\n".join([*whole[:4], line, *whole[5:9], whole[4][:-1], *whole[9:]]) + b"\n"
        with open("damaged.jsonl", "wb") as f:
            f.write(text)
        done = run("run", "s.yaml", "--out", "damaged.jsonl", "--no-timing", "--progress", "none")
        check(f"{name} in the middle: the line and a way out are named", done.returncode == 2 and "line 5" in done.stderr and "merge damaged.jsonl --out" in done.stderr, done.stderr)
        with open("damaged.jsonl", "rb") as f:
            check(f"{name}: the file is left alone", f.read() == text)
        done = run("merge", "damaged.jsonl", "--out", "saved.jsonl")
        check(f"{name}: merge saves the others, says so, exit 1", done.returncode == 1 and "2 lines are no records" in done.stderr and "line 5" in done.stderr, (done.returncode, done.stderr))
        names = lambda path: {json.loads(line)["run"] for line in lines(path)}
        check(f"{name}: all but the damaged", len(lines("saved.jsonl")) == RUNS - 1 and names("whole.jsonl") - names("saved.jsonl") == {"f.5"}, names("saved.jsonl"))
        done = run("run", "s.yaml", "--out", "saved.jsonl", "--no-timing", "--progress", "none")
        check(f"{name}: and run completes them", done.returncode == 0 and content("saved.jsonl") == content("whole.jsonl"), done.stderr)
        os.remove("saved.jsonl")
        shutil.rmtree("saved.series")
    with open("text.jsonl", "w") as f:
        f.write("no\nrecords\n")
    done = run("merge", "text.jsonl", "whole.jsonl", "--out", "x.jsonl")
    check("merge refuses a file without a record", done.returncode == 2 and not os.path.exists("x.jsonl"), done.stderr)


def reading(n):
    """[s] of CPU for a study of so many entries, of which few are run."""
    with open("entries.yaml", "w") as f:
        f.write("study: entries\nruns:\n" + "".join(f"  - id: e{i}\n    problem: pendulum\n    t_end: 1e-3\n    solver: lagrange/rk4:h={1000 + i}e-7\n" for i in range(n)))
    before = os.times().children_user
    done = run("run", "entries.yaml", "--shard", f"1/{n // 8}", "--out", f"entries{n}.jsonl", "--no-timing", "--progress", "none")
    check(f"{n} entries", done.returncode == 0 and 0 < len(lines(f"entries{n}.jsonl")) < 40, done.stderr)
    return os.times().children_user - before


def large():
    """One record of many is shown in the memory of one; a study of many entries is read in their number's time."""
    whole = lines("whole.jsonl")
    with open("large.jsonl", "wb") as f:
        for n in range(20000):
            f.write((whole[n] if n < RUNS else whole[0].replace(b'"run":"f.1"', b'"run":"g.%d"' % n)) + b"\n")
    p = subprocess.Popen([exe, "show", "store/f.7", "large.jsonl"], stdout=subprocess.PIPE, text=True)
    text = p.stdout.read()
    _, status, usage = os.wait4(p.pid, 0)
    check("show of one record of many", status == 0 and "f.7" in text, text)
    check("in the memory of one", usage.ru_maxrss < 60 * 1024 < os.path.getsize("large.jsonl") / 1024, (usage.ru_maxrss, os.path.getsize("large.jsonl")))
    took = [reading(n) for n in (5000, 20000)]
    check("four times the entries are read in four times the time", took[1] < 9 * took[0], took)
    with open("entries.yaml", "a") as f:
        f.write("  - id: e5\n    problem: pendulum\n    solver: lagrange/rk4:h=1\n  - id: e4\n    problem: pendulum\n    solver: lagrange/rk4:h=1\n")
    done = run("run", "entries.yaml", "--out", "entries.jsonl")
    check("the first id that stands there twice is named with its line", done.returncode == 2 and "entries.yaml:80003:" in done.stderr and "'e5'" in done.stderr, done.stderr)


with tempfile.TemporaryDirectory() as folder:
    os.chdir(folder)
    study("s.yaml", RUNS)
    taken()
    unfinished()
    same_pid()
    lost()
    outdated()
    damaged()
    large()
finish()
