#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""Engines behind adapters: engines.py MBSBENCH ADAPTER

The adapter is one without an engine, which knows the motion of a thrown body exactly, and which can fail in every way in which
adapters do: whatever it does is a record with a status, in bounded time, and what was written until then is audited."""
import glob
import json
import os
import subprocess
import sys
import tempfile

from checks import check, finish

exe = os.path.abspath(sys.argv[1])
environment = dict(os.environ, MBSBENCH_ENGINES=os.path.dirname(os.path.abspath(sys.argv[2])))
THROWN = """mechanism: thrown
dimension: spatial
gravity: [0, 0, -9.81]
bodies:
  stone: {com: [0, 0, 1], mass: 2, inertia: [0.1, 0.1, 0.1], turn: {axis: x, by: 0.7}}
  speck: {point: [1, 0, 0], mass: 1}
start: {stone: {v: [3, 0, 4], omega: [0, 2, 1]}}
outputs: {stone: {point: stone}, speck: {point: speck}}
run: {end: 1, scale: 1}
"""


def run(solver, problem="thrown.yaml", *words):
    # a time that ends no run of a busy machine, and that no adapter's fault outlasts
    done = subprocess.run([exe, "run", "--problem", problem, "--solver", solver, "--out", "-", *words],
                          capture_output=True, text=True, timeout=600, env=environment)
    record = json.loads(done.stdout.splitlines()[0]) if done.returncode == 0 and done.stdout else None
    return record, done


def adapters_here():
    """Processes of adapters that were started in this folder."""
    found = []
    for link in glob.glob("/proc/[0-9]*/cwd"):
        try:
            if link != f"/proc/{os.getpid()}/cwd" and os.readlink(link) == os.getcwd() and b"mbsbench-engine-" in open(link[:-3] + "cmdline", "rb").read():
                found.append(link)
        except OSError:
            pass
    return found


def right():
    for spec in ("exact:h=0.01", "adaptive:tol=1e-6"):
        r, done = run(f"engine.thrown/{spec}")
        check(f"{spec}: ok", r and r["status"] == "ok", done.stderr)
        check(f"{spec}: it flies as it must", r["error"]["max"] < 1e-12 and r["energy"]["max_abs"] < 1e-12 and r["precision"]["gap"] is None,
              (r["error"], r["energy"], r["precision"]))
        check(f"{spec}: the engine is named", r["engine"]["name"] == "Thrown" and r["engine"]["version"] == "1" and r["engine"]["warnings"] == "a word")
        check(f"{spec}: steps and CPU are the adapter's", r["counters"]["steps"] == 100 and r["engine"]["loop"] == 0.1 and r["cpu"]["loop"][0] == 0.1 and r["cpu"]["measured"] == 0.1, r["cpu"])
        check(f"{spec}: the process costs something too", r["engine"]["process"] > 0)
    done = subprocess.run([exe, "run", "--problem", "thrown.yaml", "--solver", "engine.thrown/exact:h=0.01", "--no-timing", "--out", "warned.jsonl"],
                          capture_output=True, text=True, timeout=600, env=environment)
    check("what the engine warns of stands in the run's line and below the table", done.stderr.count("Thrown warns: a word") == 2, done.stderr)
    done = subprocess.run([exe, "show", "run", "warned.jsonl"], capture_output=True, text=True, timeout=100)
    check("and in what show says", "Thrown warns: a word" in done.stdout, done.stdout + done.stderr)
    done = subprocess.run([exe, "report", "--out", "page", "warned.jsonl"], capture_output=True, text=True, timeout=300)
    pages = [path for path in glob.glob("page/**/*.html", recursive=True) if "Thrown warns: a word" in open(path).read()]
    check("and on the mechanism's page", pages, done.stderr)
    for mode in ("text", "crlf"):
        r, _ = run(f"engine.thrown:mode={mode}/exact:h=0.01")
        check(f"rows as {mode} are the same", r["error"]["max"] < 1e-12)
    r, _ = run("engine.thrown:wind=1/exact:h=0.01")
    check("what the engine does wrong is seen: half a metre off", abs(r["error"]["max"] - 0.5) < 1e-9, r["error"])
    check("the spec is canonical", run("engine.thrown:mode=right,wind=0/exact:h=1e-2")[0]["solver"] == "engine.thrown/exact:h=0.01")


def mid_step():
    r, done = run("engine.thrown/leapfrog:h=0.01")
    # under a constant force the mean of two rows is exact; as written v lags by g h / 2: m g h v / 2 at the fastest
    raw = max(abs(3 * 9.81 * 0.005 * 9.81 * t - 2 * 4 * 9.81 * 0.005) for t in (0.01 * n for n in range(1, 101)))
    check("velocities of the middle of a step are taken as such", r["engine"]["velocity_time"] == "mid-step" and r["energy"]["max_abs"] < 1e-10, r["energy"])
    check("and told as written beside", abs(r["engine"]["raw_drift"] - raw) < 0.01 * raw, (r["engine"], raw))


def ratio():
    done = subprocess.run([exe, "run", "--problem", "thrown.yaml", "--solver", "lagrange/rk4:h=0.01", "--solver", "engine.thrown/exact:h=0.01",
                           "--out", "-"], capture_output=True, text=True, timeout=600, env=environment)
    r = [json.loads(line) for line in done.stdout.splitlines()]
    check("its cost is a ratio to a solver's", len(r) == 2 and r[1]["ratio"]["to"] == r[0]["solver"] and r[1]["ratio"]["median"] > 10, done.stderr)


def hostile():
    cases = [("not-applicable", "not-applicable", "joints are beyond"), ("fails", "crashed", "exit status 3: the engine"),
             ("dies", "crashed", "killed by signal 11 (SIGSEGV) after the row at t = 0.49 s"), ("sleeps", "time-limit", "waits"), ("computes", "time-limit", "of computing"),
             ("endless", "rejected", "without end"), ("shouts", "rejected", "without end"),
             ("bodies", "rejected", "of 3 bodies, the mechanism has 2"), ("quaternion", "rejected", "row 50: a quaternion"),
             ("nan", "non-finite", "no number"), ("backwards", "rejected", "row 50: its time"),
             ("short", "rejected", "ends before t = 1"), ("torn", "rejected", "row 50: it ends here"), ("no-trailer", "rejected", "without a trailer"),
             ("bad-trailer", "rejected", "'steps'"), ("beyond", "rejected", "goes on past"), ("silent", "rejected", "wrote nothing"),
             ("forks", "rejected", "wrote nothing"), ("chatter", "rejected", "row 50: 'a stone is heavy' stands where a row is wanted"),
             ("narrow", "rejected", "1 + 13 x 2 = 27 numbers: is one missing"), ("banner", "rejected", "'Thrown, version 1' stands there"),
             ("end-line", "rejected", "in the same line"), ("no-json", "rejected", "no JSON object: 'done'"),
             ("negative-cpu", "rejected", "'cpu' of the trailer is -1"), ("cpu-0", "rejected", "cpu is 0 s for 100 steps"),
             ("few-steps", "rejected", "steps are 1, and t_end / h is 100"), ("sparse", "rejected", "rows are 0.05 s apart at h = 0.01"),
             ("mute-77", "not-applicable", "says nothing")]
    for mode, status, said in cases:
        limit = "5" if mode in ("endless", "shouts") else "1"   # that much is written before it has computed so long
        r, done = run(f"engine.thrown:mode={mode}/exact:h=0.01", "thrown.yaml", "--time-limit", limit, "--no-timing")
        check(f"{mode}: {status}", r and r["status"] == status and said in (r["reason"] or ""), r and (r["status"], r["reason"]) or done.stderr)
        check(f"{mode}: nothing goes on", not adapters_here(), adapters_here())
        if mode in ("dies", "nan", "backwards", "quaternion"):
            check(f"{mode}: what was written is audited", abs(r["t_reached"] - 0.49) < 1e-9 and r["error"]["max"] < 1e-12, r["t_reached"])


def refused():
    for spec, said in (("engine.nothing/exact:h=0.01", "Looked for the program mbsbench-engine-nothing beside mbsbench, in MBSBENCH_ENGINES"), ("engine.thrown/exact", "needs h="), ("engine.thrown/euler:h=1", "it has exact, leapfrog, adaptive"),
                       ("engine.thrown:speed=1/exact:h=0.01", "it has mode, wind"), ("engine.thrown:wind=-1/exact:h=0.01", "wind"),
                       ("engine.thrown:mode=odd/exact:h=0.01", "mode"), ("engine.thrown", "has no '/'"), ("engine.thrown/exact:h=0.01/direct-correction", "more than two"),
                       ("engine.../exact:h=1", "is no name"), ("engine.thrown/exact:h=0", "h")):
        _, done = run(spec)
        check(f"refused: {spec}", done.returncode == 2 and said in done.stderr, done.stderr)
    r, _ = run("engine.thrown/exact:h=0.01", "four-bar", "--no-timing")
    check("a mechanism that it cannot do is not applicable", r["status"] == "not-applicable" and "joints" in r["reason"], r)


def fits():
    """What list --fits says of engines is what their runs say."""
    def rows(word):
        done = subprocess.run([exe, "list", "--fits", word, "--json"], capture_output=True, text=True, timeout=200, env=environment)
        check(f"list --fits {word}", done.returncode == 0, done.stderr)
        return json.loads(done.stdout)
    of_engine = {r["name"]: r for r in rows("engine.thrown/exact:h=0.01")}
    r, _ = run("engine.thrown/exact:h=0.01", "four-bar", "--no-timing")
    check("an engine that cannot says so as in a run", of_engine["four-bar"]["fits"] is False and of_engine["four-bar"]["reason"] == r["reason"], of_engine["four-bar"])
    check("one that can", of_engine["dzhanibekov"]["fits"] and of_engine["dzhanibekov"]["reason"] is None, of_engine["dzhanibekov"])
    thrown = [r for r in rows("thrown.yaml") if r.get("part") == "engine" and r["name"] == "thrown"]
    check("a problem has a row an engine, with its integrators", len(thrown) == 1 and thrown[0]["fits"] and thrown[0]["with"][:2] == ["exact", "leapfrog"], thrown)
    done = subprocess.run([exe, "list", "--fits", "engine.nothing/exact:h=1"], capture_output=True, text=True, env=environment)
    check("an engine that is not here is refused", done.returncode == 2 and "there is no engine 'nothing' here" in done.stderr, done.stderr)


def answers():
    """What `describe` must not say."""
    right = {"protocol": "mbsbench-engine-1", "engine": "Said", "version": "1", "joints": [], "forces": [], "integrators": [{"name": "one"}],
             "settings": [{"name": "speed", "kind": "number", "default": 1, "min": 0}]}
    cases = [({}, "exit status"), ({"precision": "float"}, "'precision' is double or single"), ({"joints": None}, "'joints' must be a list of texts"),
             ({"forces": [1]}, "'forces' must be a list of texts"), ({"sets": []}, "'sets' is no key of describe; it has protocol"),
             ({"integrators": [{"name": "one", "velocity-time": "step"}]}, "'velocity-time' is no key of an integrator"),
             ({"settings": [{"name": "speed", "kind": "number", "default": 1, "mim": 0}]}, "'mim' is no key of a setting"),
             ({"settings": [{"name": "speed", "kind": "number", "default": -1, "min": 0, "max": 2}]}, "'default' of 'speed' is -1, and its range 0 to 2")]
    texts = [(json.dumps({**right, **more}), said) for more, said in cases] + [("Said 1", "line 1, column"), ("", "printed nothing")]
    for text, said in texts:
        with open("mbsbench-engine-said", "w") as f:
            f.write(f"#!/bin/sh\n[ $1 = run ] && echo it runs nothing >&2 && exit 4\ncat <<'END'\n{text}\nEND\n" if text else "#!/bin/sh\n")
        os.chmod("mbsbench-engine-said", 0o755)
        done = subprocess.run([exe, "engine-test", "said", "fall"], capture_output=True, text=True, timeout=100, env=dict(environment, MBSBENCH_ENGINES=os.getcwd()))
        check(f"describe: {said}", done.returncode == (1 if said == "exit status" else 2) and said in done.stdout + done.stderr, done.stdout + done.stderr)

    with open("mbsbench-engine-said", "w") as f:
        f.write("#!/bin/sh\nexec sleep 1000\n")
    done = subprocess.run([exe, "engine-test", "said"], capture_output=True, text=True, timeout=600, env=dict(environment, MBSBENCH_ENGINES=os.getcwd()))
    check("describe that hangs", done.returncode == 2 and "does not end within 20 s" in done.stderr, done.stderr)


def trials():
    """What is told of adapters that do next to nothing, or wait."""
    cases = [("right", 1, "13 were run"), ("not-applicable", 1, "0 of 13 were run: nothing is known"), ("mute-77", 1, "exit status 77 without a word"),
             ("sleeps", 1, "neither computes nor writes for 10 s"), ("dies", 1, "killed by signal 11 (SIGSEGV) after the row at t = 0.09 s"),
             ("short", 1, "ends before t = 0.2 s"), ("sparse", 1, "is 'h' of the job taken")]
    for mode, status, said in cases:
        done = subprocess.run([exe, "engine-test", f"engine.thrown:mode={mode}/exact:h=0.01"], capture_output=True, text=True, timeout=600, env=environment)
        check(f"engine-test, {mode}: told", done.returncode == status and said in done.stdout, done.stdout + done.stderr)
    done = subprocess.run([exe, "engine-test", "thrown", "fall"], capture_output=True, text=True, timeout=100, env=environment)
    check("what an engine warns of is told", done.returncode == 0 and "it warns: a word" in done.stdout, done.stdout + done.stderr)
    done = subprocess.run([exe, "engine-test", "thrown", "describe"], capture_output=True, text=True, timeout=100, env=environment)
    check("describe alone may be asked", done.returncode == 0 and len(done.stdout.splitlines()) == 1, done.stdout + done.stderr)


def search():
    done = subprocess.run([exe, "run", "--problem", "thrown.yaml", "--solver", "engine.thrown:wind=0.001/exact:h=0.01", "--reach", "1e-2", "--out", "-", "--no-timing"],
                          capture_output=True, text=True, timeout=600, env=environment)
    r = json.loads(done.stdout.splitlines()[0])
    check("the largest step is searched for as with solvers", r["search"]["value"] > 0.01 and r["status"] == "ok", done.stderr or r["reason"])


with tempfile.TemporaryDirectory() as folder:
    os.chdir(folder)
    open("thrown.yaml", "w").write(THROWN)
    for part in (right, mid_step, ratio, hostile, refused, fits, answers, trials, search):
        part()
finish()
