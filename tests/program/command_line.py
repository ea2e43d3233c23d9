#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""The command line: what each command prints, and that wrong use ends in exit 2 with a message that
names the word and says what would be right.

command_line.py MBSBENCH MBSBENCH_FAULTS"""
import fcntl
import json
import os
import pty
import re
import shutil
import struct
import subprocess
import sys
import tempfile
import termios

from checks import check, finish, in_time

exe, faults = (os.path.abspath(p) for p in sys.argv[1:3])
DONE, ERROR, USAGE, REGRESSION, NOT_COMPARABLE, NOTHING = 0, 1, 2, 3, 4, 5
FOUR = ["--problem", "four-bar", "--solver", "lagrange/rk4:h=1e-2", "--solver", "baumgarte:alpha=5,beta=5/rk4:h=1e-2", "--t-end", "0.5"]


def run(*args, program=exe, **kw):
    return subprocess.run([program, *args], capture_output=True, text=True, timeout=600, **kw)


def said_to_terminal(fd):
    """All that a program has written to its pseudo-terminal when it ends."""
    text = b""
    while True:
        try:
            block = os.read(fd, 4096)
        except OSError:
            return text
        if not block:
            return text
        text += block


def refused(words, *expected):
    done = run(*words)
    check("refused: " + " ".join(words), done.returncode == USAGE and all(e in done.stderr for e in expected), (done.returncode, done.stderr))


def words():
    for option in ([], ["--help"], ["run", "--help"], ["--version"]):
        done = run(*option)
        good = done.returncode == (DONE if option else USAGE)
        check("mbsbench " + " ".join(option), good and "mbsbench" in done.stdout + done.stderr, done.stderr)
    refused([], "expected a command", "run")
    refused(["rum"], "did you mean 'run'")
    refused(["quux"], "there are list")
    refused(["check", "--hepl"], "did you mean '--help'")
    refused(["list"], "problems")
    refused(["list", "problem"], "did you mean 'problems'")
    refused(["list", "problems", "--jsn"], "did you mean '--json'")
    refused(["run", "--solvr", "x"], "did you mean '--solver'")
    refused(["run", "--zzzzzzz"], "there are --problem")
    refused(["run", "no-such-study"], "no-such-study")
    refused(["run", "--problem", "four-bra", "--solver", "lagrange/rk4:h=1e-2"], "four-bra", "four-bar")
    refused(["run", "--problem", "four-bar", "--solver", "lagrange/rk5:h=1e-2"], "rk5", "rk4")
    refused(["run", "--problem", "four-bar"], "--solver")
    refused(["run", "--problem", "four-bar", "--solver", "recomended"], "did you mean 'recommended'")
    refused(["run", "four-bar"], "'four-bar' is a mechanism", "--problem four-bar")
    refused(["run", "catalog"], "did you mean 'catalogue'")
    refused(["run", "gonzalez2016:tabel3"], "did you mean 'table3'")
    refused(["run", "gonzalez2016:nothing-of-it"], "it has table1, table2")
    refused(["show", "run.3", "r.jsonl"], "did you mean 'run.")
    refused(["show", "r.jsonl"], "r.jsonl is a file; the key or run of a record comes before it, as in mbsbench show RUN r.jsonl, or --table")
    refused(["show", "r.jsonl", "run.3"], "r.jsonl is a file")
    for words, same in ((["help"], ["--help"]), (["help", "run"], ["run", "--help"])):
        done = run(*words)
        check("mbsbench " + " ".join(words), done.returncode == DONE and done.stdout == run(*same).stdout, done.stdout + done.stderr)
    refused(["help", "rnu"], "did you mean 'run'")
    refused(["export", "--format", "bmff", "r.jsonl"], "did you mean 'bmf'")
    refused(["run", *FOUR, "--jobs", "0"], "--jobs 0")
    refused(["run", *FOUR, "--jobs", "1.5"], "whole number")
    refused(["run", *FOUR, "--time-limit", "soon"], "--time-limit soon", "number")
    refused(["run", *FOUR, "--memory-limit", "1"], "--memory-limit 1")
    refused(["run", *FOUR, "--progress", "loud"], "auto, plain or none")
    refused(["run", *FOUR, "--shard", "3/2"], "--shard 3/2")
    refused(["run", *FOUR, "--reach"], "--reach", "1e-2, 1e-3, 1e-4, 1e-6 or 1e-8")
    refused(["run", *FOUR, "--reach", "abc"], "--reach abc", "1e-2, 1e-3, 1e-4, 1e-6 or 1e-8")
    refused(["run", *FOUR, "--out"], "--out")
    refused(["run", *FOUR, "--out", "folder/"], "names no file")
    refused(["report"], "FILE")
    refused(["report", "missing.jsonl"], "missing.jsonl")
    refused(["report", "r.jsonl", "--format", "pdf"], "html, md, tex")
    refused(["report", "r.jsonl", "--format", ""], "--format")
    refused(["report", "r.jsonl", "--ot", "x"], "--out")
    refused(["show", "x"], "KEY")
    refused(["show", "nobody", "r.jsonl"], "nobody")
    refused(["advise", "r.jsonl"], "--problem")
    refused(["advise", "--problem", "four-bar", "--drift", "little", "r.jsonl"], "--drift little")
    refused(["advise", "--problem", "four-bar", "--drif", "1", "r.jsonl"], "--drift")
    refused(["check", "r.jsonl"], "--baseline")
    refused(["check", "--baseline", "r.jsonl"], "FILE")
    refused(["check", "r.jsonl", "r.jsonl", "--baseline", "r.jsonl"], "r.jsonl")
    refused(["check", "r.jsonl", "--baseline"], "--baseline")
    refused(["check", "r.jsonl", "--basline", "x"], "--baseline")
    refused(["export", "r.jsonl"], "--format")
    refused(["export", "r.jsonl", "--format", "xml"], "google-benchmark")
    refused(["export", "--format", "bmf"], "FILE")
    refused(["import"], "MJCF (FILE.xml) or URDF")
    refused(["import", "nobody.xml"], "nobody.xml")
    refused(["import", "r.jsonl"], "r.jsonl:1: error: no XML")
    refused(["import", "robot.xml", "--omit", "mass"], "armature")
    refused(["merge", "r.jsonl"], "--out")
    refused(["merge", "r.jsonl", "--ut", "x"], "--out")
    with open("latin.yaml", "wb") as f:
        f.write("study: s\ntitle: Vom \xdcbergang\nruns: []\n".encode("latin-1"))
    refused(["run", "latin.yaml"], "latin.yaml:2:13", "save the file as UTF-8")
    refused(["describe", "latin.yaml"], "latin.yaml:2:13", "save the file as UTF-8")
    refused(["compare", *FOUR], "--base")
    refused(["compare", "--base", "./nothing", "--head", exe, *FOUR], "./nothing")
    refused(["compare", "--base", "/bin/true", "--head", exe, *FOUR], "--base /bin/true", "expected a program mbsbench")
    refused(["compare", "--base", exe, "--head", exe, *FOUR, "--rounds", "2"], "--rounds 2")
    refused(["compare", "--base", exe, "--head", exe, *FOUR, "--rounds", "3.5"], "whole number")
    refused(["compare", "--base", exe, "--head", exe, *FOUR, "--treshold", "3"], "--threshold")


def helps():
    """Each command has a page of its own; its examples run as they stand, one after the other, and so does the manual."""
    overview = run("--help").stdout
    commands = [line.split()[1] for line in overview.splitlines() if line.startswith("mbsbench ") and not line.split()[1].startswith("-") and line.split()[1] != "COMMAND"][1:]
    pages = {c: run(c, "--help").stdout for c in commands}
    check("a page a command", len(commands) == 17 and len(set(pages.values())) == 17 and all(p.startswith(f"mbsbench {c}: ") and "\nFor example:\n  mbsbench " + c in p for c, p in pages.items()), list(pages))
    wide = [x for p in pages.values() for x in p.splitlines() if x.startswith("    ") and len(x) > 112]
    check("no line but usage and examples is wider than 112 columns", not wide, wide)
    for c, page in pages.items():
        for line in page.partition("\nFor example:\n")[2].splitlines():
            if c in ("compare", "import", "engine-test", "plugin-test"):  # name files and engines that are not here
                continue
            done = in_time(line, lambda text: run(*text.split()[1:]))
            check(line.strip(), done.returncode == DONE, (done.returncode, done.stderr))
    manual = run("--man").stdout
    check("the manual names them all", manual.startswith('.TH "MBSBENCH" 1') and
          all(f"\n.BR mbsbench-{c} (1)\n" in manual.replace("\\-", "-") for c in commands), manual[:200])
    for c in commands:
        page = run(c, "--man").stdout.replace("\\-", "-")
        words = re.findall(r"^    (--[a-z-]+)", pages[c], re.M)
        check(f"the manual page of {c} has its words", page.startswith(f'.TH "MBSBENCH-{c.upper()}" 1') and
              all(f"\n.B {w}" in page for w in words), page[:300])


def lists():
    for kind in ("problems", "formulations", "integrators", "projections", "linsolvers", "studies"):
        text, entries = run("list", kind).stdout, json.loads(run("list", kind, "--json").stdout)
        names = [e["name"] for e in entries]
        check(f"list {kind} tells as much as its JSON", len(names) > 2 and all(n in text for n in names), names)


def times():
    """Seconds with their unit or without."""
    for word in ("0.02", "0.02s"):
        done = run("run", "--problem", "pendulum", "--solver", "lagrange/rk4:h=1e-2", "--t-end", word, "--no-timing", "--out", "-")
        check(f"--t-end {word}", done.returncode == 0 and json.loads(done.stdout)["t_end"] == 0.02, done.stderr)
    for word in ("20ms", "s", "1 s", "2min"):
        refused(["run", "--problem", "pendulum", "--solver", "lagrange/rk4:h=1e-2", "--t-end", word], f"--t-end {word}: expected a number")
    for option, word, said in (("--error", "1e-4m", "expected a number in m, rad, without 'm' behind it"), ("--drift", "2 J", "expected a number above 0"),
                               ("--budget", "2min", "expected a number in s, without 'min' behind it"), ("--jobs", "2x", "expected a number, without 'x' behind it")):
        refused(["advise", "--problem", "pendulum", option, word], f"{option} {word}: {said}")
    refused(["rnu", "catalogue"], "no command 'rnu'; did you mean 'run'?")


def first_step():
    """A run that gets nowhere: what is largest on a way of no step is not known, and 0 of nothing."""
    done = run("run", "--problem", "four-bar", "--solver", "lagrange/rk4:h=5", "--t-end", "5", "--no-timing", "--out", "first.jsonl")
    record = json.loads(open("first.jsonl").read())
    check("it diverges in its first step", done.returncode == 0 and record["status"] == "diverged" and record["t_reached"] == 0 and
          record["reason"].endswith("(in the first step)"), (record["status"], record["reason"]))
    largest = [record["energy"]["max_abs"], record["error"]["max"], record["position"]["l2"]["max"], *(record["precision"][k] for k in ("gap", "gap_m", "drift", "error"))]
    check("nothing is the largest of no steps", largest == 7 * [None], largest)
    check("what is known of the start is there", record["energy"]["initial"] > 0 and record["position"]["l2"]["final"] < 1e-12 and
          all(x is not None for x in record["outputs"].values()), record["outputs"])
    table = run("show", "--table", "first.jsonl").stdout.splitlines()
    check("the table has no zeros", table[1].split() == ["diverged", "-", "-", "-", "-", "-", "lagrange/rk4:h=5"], table)
    text = run("show", record["key"], "first.jsonl").stdout
    check("nor has what is shown of it", "not known" in text and not re.search(r"^(gap|drift|error).* 0$", text, re.M), text)


def fits():
    """What goes with what, held to what a run says."""
    rows = json.loads(run("list", "--fits", "bricard", "--json").stdout)
    parts = {(r["part"], r["name"]): r for r in rows}
    families = {f["name"]: f["family"] for f in json.loads(run("list", "formulations", "--json").stdout)}
    takes = {i["name"]: i["families"] for i in json.loads(run("list", "integrators", "--json").stdout)}
    check("families say which integrators there may be", all(families[n] in takes[i] for (part, n), r in parts.items() if part == "formulation" and r["fits"] for i in r["with"]))
    check("a reason for what does not fit, and only for that", all(r["fits"] == (r["reason"] is None) for r in rows) and not parts["formulation", "rattle"]["fits"] and "identity-T" in parts["formulation", "rattle"]["reason"], rows)
    for solver, name in (("rattle/newton:h=1e-2", "rattle"), ("ali3/newmark:h=1e-2", "ali3"), ("lagrange/rk4:h=1e-2/none/cholmod", "cholmod")):
        record = json.loads(run("run", "--problem", "bricard", "--solver", solver, "--t-end", "0.02", "--no-timing", "--out", "-").stdout)
        row = next(r for r in rows if r["name"] == name)
        check(f"a run of {name} on bricard agrees", (record["status"] != "not-applicable") == row["fits"] and (row["fits"] or record["reason"] == row["reason"]), (record["status"], record["reason"], row))
    rows = {r["name"]: r for r in json.loads(run("list", "--fits", "rattle/newton:h=1e-2", "--json").stdout)}
    check("the problems that a solver fits", rows["four-bar"]["fits"] and not rows["bricard"]["fits"] and set(rows) == {p["name"] for p in json.loads(run("list", "problems", "--json").stdout)}, rows)
    text = run("list", "--fits", "bricard").stdout
    check("the same as a table", "with, or why not" in text.splitlines()[0] and "rattle needs identity-T" in text and "newmark" in text, text)
    refused(["list", "--fits", "lagrange"], "it is the name of one formulation")
    refused(["list", "--fits", "bricart"], "did you mean 'bricard'")
    refused(["list", "--fits", "lagrange/rk5:h=1"], "did you mean 'rk4'")
    refused(["list", "problems", "--fits", "bricard"], "list what?")


def made():
    """A run with its records for what follows, one of each kind of progress."""
    done = run("run", *FOUR, "--out", "r.jsonl", "--progress", "plain")
    check("plain progress: a line a run", done.returncode == DONE and "1/2 ok" in done.stderr and "2/2 ok" in done.stderr, done.stderr)
    # a crank that is driven: the audit subtracts the work of its drive
    done = run("run", "--problem", "driven-crank", "--solver", "lagrange/rk4:h=1e-3", "--t-end", "0.05", "--out", "r.jsonl", "--no-timing")
    with open("r.jsonl") as f:
        recs = [json.loads(line) for line in f]
    check("a driven mechanism has a balance", recs[-1]["energy"]["kind"] == "balance" and 0 <= recs[-1]["energy"]["max_abs"] < 1e-3, recs[-1]["energy"])
    pid, fd = pty.fork()
    if pid == 0:
        os.execv(exe, [exe, "run", *FOUR, "--out", "bar.jsonl", "--no-timing"])
    text = said_to_terminal(fd)
    check("a terminal gets a bar", os.waitpid(pid, 0)[1] == 0 and b"0/2" in text and b"records in bar.jsonl" in text, text)
    pid, fd = pty.fork()
    if pid == 0:
        fcntl.ioctl(0, termios.TIOCSWINSZ, struct.pack("HHHH", 24, 40, 0, 0))
        os.execv(exe, [exe, "run", *FOUR, "--out", "narrow.jsonl", "--no-timing"])
    text = said_to_terminal(fd)
    drawn = [part.partition(b"\x1b")[0] for part in text.split(b"\r") if b"left" in part]
    check("no bar is wider than the terminal", os.waitpid(pid, 0)[1] == 0 and drawn and max(map(len, drawn)) < 40, drawn)
    done = subprocess.run([exe, "run", *FOUR, "--out", "own.jsonl", "--no-timing"], env={k: v for k, v in os.environ.items() if "NUM_THREADS" not in k},
                          capture_output=True, text=True)
    check("without a word on threads it starts itself with one", done.returncode == DONE, done.stderr)


def instructions():
    cell = lambda t: ["run", "--problem", "four-bar", "--solver", "lagrange/rk4:h=1e-2", "--t-end", t, "--no-timing", "--progress", "none", "--instructions"]
    done = run(*cell("0.1"), "--out", "x.jsonl", env={**os.environ, "PATH": "/nowhere"})
    check("without valgrind: what to do", done.returncode == USAGE and "apt install valgrind" in done.stderr, done.stderr)
    if not shutil.which("valgrind"):
        return
    counts = [json.loads(run(*cell(t), "--out", "-").stdout)["counters"] for t in ("0.1", "0.1", "0.3")]
    count, again, longer = (c.get("instructions", 0) for c in counts)
    check("instructions repeat", count > 1000 and abs(again / count - 1) < 1e-3, (count, again))
    # every step costs about the same: four evaluations and solves of fixed size
    check("and grow with the steps", abs(longer / count / (counts[2]["steps"] / counts[0]["steps"]) - 1) < 0.05, (count, longer))
    run(*[w for w in cell("0.1") if w != "--instructions"], "--out", "counted.jsonl")
    for _ in range(2):
        run(*cell("0.1"), "--out", "counted.jsonl")
    with open("counted.jsonl") as f:
        have = ["instructions" in json.loads(line)["counters"] for line in f]
    check("a record without them does not do, one with them does", have == [False, True], have)


def readers():
    done = run("show", "run.1", "r.jsonl")
    check("show", done.returncode == DONE and "lagrange/rk4:h=0.01" in done.stdout, done.stdout + done.stderr)
    done = run("advise", "--problem", "four-bar", "--violation", "1", "--drift", "10", "--error", "10", "r.jsonl")
    check("advise", done.returncode == DONE and "lagrange" in done.stdout, done.stdout + done.stderr)
    done = run("advise", "--problem", "four-bar", "--gap", "1e-300", "r.jsonl")
    check("advise --gap", done.returncode == DONE and "gap <= 1e-300 (of the mechanism's size)" in done.stdout, done.stdout + done.stderr)
    done = run("show", "command-line/run.1", "r.jsonl")
    check("show takes the name of the progress line", done.returncode == DONE and "right to" in done.stdout, done.stdout + done.stderr)
    done = run("show", "--table", "r.jsonl")
    with open("r.jsonl") as f:
        solvers = [json.loads(line)["solver"] for line in f]
    check("show --table: a line a record", done.returncode == DONE and all(done.stdout.count(f"  {s}\n") >= 1 for s in solvers) and "right to" in done.stdout, done.stdout + done.stderr)
    done = run("run", "--problem", "four-bar", "--solver", "lagrange/rk4:h=1e-2", "--t-end", "0.1", "--no-timing", "--out", "few.jsonl")
    check("run says how a few runs came out", "  right to  gap" in done.stderr and done.stderr.count("lagrange/rk4:h=0.01\n") == 2, done.stderr)
    done = run("advise", "--problem", "four-bar", "--violation", "1e-300", "r.jsonl")
    check("advise, when nothing keeps the limits", "lagrange" not in done.stdout.splitlines()[0], done.stdout + done.stderr)
    done = run("report", "r.jsonl", "--out", "tables", "--format", "csv,md,tex")
    kinds = {name.rsplit(".", 1)[1] for name in os.listdir("tables/tables")}
    check("report without charts", done.returncode == DONE and kinds == {"csv", "md", "tex"} and not os.path.exists("tables/index.html"), done.stderr)
    with open("mine.yaml", "w") as f:
        f.write("study: command-line\ntitle: mine\nruns:\n  - id: run.1\n    problem: four-bar\n    solver: lagrange/rk4:h=1e-2\n    t_end: 0.5\n"
                "claims:\n  - id: c\n    where: here\n    says: little\n    kind: bound\n    metric: position.l2.max\n    run: run.1\n    max: 1\n")
    done = run("report", "r.jsonl", "--study", "mine.yaml", "--out", "judged", "--format", "csv")
    check("report with a study of one's own", done.returncode == DONE and "1 reproduced" in done.stderr + done.stdout, done.stderr + done.stdout)
    done = run("export", "--format", "bmf", "r.jsonl", "--out", "nowhere/x.json")
    check("export to where nothing can be written", done.returncode == ERROR and "nowhere/x.json" in done.stderr, done.stderr)


def gate():
    done = run("check", "r.jsonl", "--baseline", "r.jsonl", "--junit", "j.xml", "--markdown", "m.md")
    check("check against itself", done.returncode == DONE and os.path.getsize("j.xml") > 0 and os.path.getsize("m.md") > 0, done.stdout + done.stderr)
    done = run("check", "r.jsonl", "--baseline", "r.jsonl", "--junit", "nowhere/j.xml")
    check("a file that cannot be written", done.returncode == ERROR and "nowhere/j.xml" in done.stderr, done.stderr)
    for words in ("check r.jsonl --baseline r.jsonl", "show run.1 r.jsonl", "advise --problem four-bar --gap 1 r.jsonl", "list problems"):
        done = subprocess.run(f'"{exe}" {words} > /dev/full', shell=True, capture_output=True, text=True)
        check(f"a full standard output of {words.split()[0]}", done.returncode == ERROR and "standard output" in done.stderr, done.stderr)
    run("run", "--problem", "four-bar", "--solver", "lagrange/rk4:h=2e-2", "--t-end", "0.5", "--out", "other.jsonl", "--no-timing")
    with open("r.jsonl") as f:
        worse = json.loads(f.readline())
    worse["energy"]["max_abs"] *= 100
    with open("worse.jsonl", "w") as f:
        f.write(json.dumps(worse) + "\n")
    done = run("check", "worse.jsonl", "--baseline", "r.jsonl")
    check("what is worse, and how it is accepted", done.returncode == REGRESSION and "energy.max_abs x 100" in done.stdout and "cp worse.jsonl r.jsonl" in done.stdout, done.stdout)
    check("no cell in common", run("check", "other.jsonl", "--baseline", "r.jsonl").returncode == NOT_COMPARABLE)
    run("run", "--problem", "four-bar", "--solver", "ali3/rk4:h=1e-2", "--out", "none.jsonl", "--no-timing")
    check("nothing measured", run("check", "none.jsonl", "--baseline", "r.jsonl").returncode == NOTHING)
    cells = ["--problem", "four-bar", "--solver", "lagrange/rk4:h=1e-2", "--t-end", "0.2"]
    done = run("compare", "--base", exe, "--head", exe, *cells, "--rounds", "3", "--time-limit", "20", "--threshold", "50")
    check("compare a program with itself", done.returncode in (DONE, NOT_COMPARABLE) and "measuring 1/1" in done.stderr, done.stdout + done.stderr)
    bad = [*cells[:2], "--solver", "fault:kind=segfault,at=0.1/rk4:h=1e-2", *cells[4:]]
    done = run("compare", "--base", faults, "--head", faults, *bad, "--rounds", "3", "--quiet", program=faults)
    check("compare what crashes in both", done.returncode == NOTHING and "base: crashed" in done.stdout, (done.returncode, done.stdout))
    done = run("compare", "--base", faults, "--head", exe, *bad[:2], "--solver", "fault:kind=injected/rk4:h=1e-2", *bad[4:], "--rounds", "3", "--quiet", program=faults)
    check("a head that no longer knows the solver", done.returncode == REGRESSION and "fails now" in done.stdout, (done.returncode, done.stdout))


with tempfile.TemporaryDirectory() as folder:
    os.chdir(folder)
    made()
    words()
    helps()
    lists()
    fits()
    times()
    first_step()
    instructions()
    readers()
    gate()
finish()
