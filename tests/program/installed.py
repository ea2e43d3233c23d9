#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""What `meson install` puts down: found from anywhere, nothing of the build machine in it, gone without a trace.

installed.py BUILD_ROOT"""
import fcntl
import json
import os
import re
import shutil
import subprocess
import sys
import tempfile

from checks import check, finish

build = os.path.abspath(sys.argv[1])


def files(root):
    return sorted(os.path.join(folder, name) for folder, _, names in os.walk(root) for name in names)


def without_places(root, source):
    """No file names the folders that it was built in."""
    for path in files(root):
        with open(path, "rb") as f:
            text = f.read()
        for place in (build, source):
            check(f"{os.path.relpath(path, root)} does not name the folder it was built in", place.encode() not in text)


def linked(root):
    """What documents lead to is there."""
    documents = [p for p in files(root) if p.endswith(".md")]
    check("there are documents", len(documents) > 30, documents)
    for path in documents:
        with open(path, encoding="utf-8") as f:
            targets = {t for t in re.findall(r"\]\(([^)#\s]+)", f.read()) if "://" not in t}
        dead = [t for t in sorted(targets) if not os.path.exists(os.path.join(os.path.dirname(path), t))]
        check(f"the links of {os.path.relpath(path, root)} hold", not dead, dead)


def program(bin_folder, elsewhere):
    """The program from another folder, with the PATH of a user."""
    environment = {"PATH": f"{bin_folder}:/usr/bin:/bin", "HOME": elsewhere, "MANPATH": os.path.join(bin_folder, "../share/man")}

    def run(*words):
        return subprocess.run(["mbsbench", *words], cwd=elsewhere, env=environment, capture_output=True, text=True)

    done = run("run", "--problem", "four-bar", "--solver", "lagrange/rk4:h=1e-2", "--t-end", "0.1", "--out", "r.jsonl")
    check("a run", done.returncode == 0 and json.loads(open(os.path.join(elsewhere, "r.jsonl")).readline())["status"] == "ok",
          done.stderr)
    done = run("report", "r.jsonl", "--out", "page")
    check("a report", done.returncode == 0 and os.path.isfile(os.path.join(elsewhere, "page", "index.html")), done.stderr)
    shared = os.path.join(bin_folder, "..", "share", "mbsbench")
    done = run("describe", os.path.join(shared, "mechanisms", "double-wishbone.yaml"))
    check("the mechanisms are there to be copied", done.returncode == 0, done.stderr)
    done = run("run", os.path.join(shared, "studies", "work-precision.yaml"), "--quick", "--shard", "1/1000", "--no-timing")
    check("the studies are there to be copied", done.returncode == 0, done.stderr)
    adapters = os.path.join(bin_folder, "..", "libexec", "mbsbench")
    begin = "mbsbench-engine-"
    for name in sorted(os.listdir(adapters)) if os.path.isdir(adapters) else []:
        if not name.startswith(begin):
            continue
        name = name[len(begin):]
        done = run("run", "--problem", "pendulum", "--solver", f"engine.{name}/none:h=1e-3")
        check(f"the adapter of {name} is asked for its integrators", done.returncode == 2 and "'none'" in done.stderr and
              "no adapter" not in done.stderr, done.stderr)
    return environment


def manual(root, commands):
    pages = os.path.join(root, "share", "man", "man1")
    check("a manual page a command", sorted(os.listdir(pages)) ==
          sorted(["mbsbench.1"] + [f"mbsbench-{c}.1" for c in commands]), os.listdir(pages))
    for page in os.listdir(pages) if shutil.which("groff") else []:
        done = subprocess.run(["groff", "-man", "-ww", "-Tascii", os.path.join(pages, page)], capture_output=True, text=True)
        check(f"{page} is set without a warning", done.returncode == 0 and not done.stderr, done.stderr)


def completed(root, environment, line):
    """What bash makes of a line at its end."""
    script = os.path.join(root, "share", "bash-completion", "completions", "mbsbench")
    text = f"""
source {script}
COMP_LINE={line!r} COMP_POINT=${{#COMP_LINE}}
# bash cuts words at blanks, and at = and : as words of their own
read -ra COMP_WORDS <<< "$(sed -E 's/([=:])/ \\1 /g' <<< "$COMP_LINE")"
[[ $COMP_LINE == *' ' ]] && COMP_WORDS+=('')
COMP_CWORD=$((${{#COMP_WORDS[@]}} - 1))
compopt() {{ :; }}
_mbsbench
printf '%s\\n' "${{COMPREPLY[@]}}"
"""
    done = subprocess.run(["bash", "-c", text], env=environment, cwd=environment["HOME"], capture_output=True, text=True)
    check(f"completion of '{line}' says nothing on standard error", not done.stderr, done.stderr)
    return done.stdout.split()


def completion(root, environment, commands):
    home = environment["HOME"]
    os.makedirs(os.path.join(home, "own", "models"))
    for name in ("own/brace.yaml", "own/notes.txt", "bracket.yaml", "brick.jsonl"):
        open(os.path.join(home, name), "w").close()
    adapters = os.path.join(root, "libexec", "mbsbench")
    begin = "mbsbench-engine-"
    engines = {x[len(begin):] for x in os.listdir(adapters) if x.startswith(begin)} if os.path.isdir(adapters) else set()
    for line, expected in (("mbsbench ", set(commands) | {"--help", "--version", "--man"}),
                           ("mbsbench adv", {"advise"}),
                           ("mbsbench list pro", {"problems", "projections"}),
                           ("mbsbench run --pro", {"--problem", "--progress"}),
                           ("mbsbench run --problem double-f", {"double-four-bar"}),
                           ("mbsbench describe n-four-bar:", {"N=", "coordinates="}),
                           ("mbsbench run gonz", {"gonzalez2016"}),
                           ("mbsbench run --solver lagrange/r", {"lagrange/rk4"}),
                           ("mbsbench run --problem four-bar --solver baumgarte:al", {"alpha=", "alpha_h="}),
                           ("mbsbench export --format ", {"bmf", "google-benchmark", "github-action-benchmark"}),
                           ("mbsbench describe br", {"bricard", "bracket.yaml"}),
                           ("mbsbench draw own/", {"own/brace.yaml", "own/models/"}),
                           ("mbsbench run --problem bra", {"bracket.yaml"}),
                           ("mbsbench run brac", {"bracket.yaml"}),
                           ("mbsbench engine-test ", engines),
                           ("mbsbench run --solver engine.", {f"engine.{e}/" for e in engines} or {""}),
                           ("mbsbench report records", {""})):
        seen = set(completed(root, environment, line))
        good = expected <= seen if line.endswith((" ", ":")) else expected - {""} == seen
        check(f"completion of '{line}'", good, seen)


def main():
    source = json.load(open(os.path.join(build, "meson-info", "meson-info.json")))["directories"]["source"]
    options = {o["name"]: o["value"] for o in json.load(open(os.path.join(build, "meson-info", "intro-buildoptions.json")))}
    with tempfile.TemporaryDirectory(prefix="installed-") as folder:
        root, elsewhere = os.path.join(folder, "root"), os.path.join(folder, "elsewhere")
        os.mkdir(elsewhere)
        lock = open(os.path.join(build, "meson-logs", "installing"), "w")
        fcntl.flock(lock, fcntl.LOCK_EX)  # until uninstall, which goes by the list of the last install
        done = subprocess.run(["meson", "install", "-C", build, "--no-rebuild", "--destdir", root], capture_output=True, text=True)
        check("meson install", done.returncode == 0, done.stdout + done.stderr)
        prefix = root + options["prefix"]
        overview = subprocess.run([os.path.join(prefix, "bin", "mbsbench"), "--help"], capture_output=True, text=True).stdout
        commands = [x.split()[1] for x in overview.splitlines() if x.startswith("mbsbench ")][1:]
        commands = [c for c in commands if c.islower() and not c.startswith("-")]
        if options["buildtype"] == "release":
            without_places(root, source)
        linked(os.path.join(prefix, "share", "doc", "mbsbench"))
        environment = program(os.path.join(prefix, "bin"), elsewhere)
        manual(prefix, commands)
        completion(prefix, environment, commands)
        done = subprocess.run(["ninja", "-C", build, "uninstall"], capture_output=True, text=True)
        check("uninstall leaves nothing", done.returncode == 0 and not files(root), files(root) or done.stdout)
    finish()


main()
