#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""Plug-ins outside the source tree: compiled by every compiler there is against what `meson install` puts down, loaded,
run and recorded as the program's own parts are; and what is wrong with a library is said.

plugins.py BUILD_ROOT FIXTURES"""
import fcntl
import glob
import hashlib
import json
import math
import os
import re
import shlex
import shutil
import subprocess
import sys
import tempfile

from checks import check, finish, in_time

build, fixtures = map(os.path.abspath, sys.argv[1:3])
GOOD = "critically-damped/rk4:h=1e-3"


def installed(root):
    """A program in a tree of its own, and the environment in which pkg-config finds its header."""
    with open(os.path.join(build, "meson-logs", "installing"), "w") as lock:
        fcntl.flock(lock, fcntl.LOCK_EX)  # `ninja uninstall` of another test goes by the list of the last install
        done = subprocess.run(["meson", "install", "-C", build, "--no-rebuild", "--destdir", root, "--tags", "runtime,devel"],
                              capture_output=True, text=True)
    check("meson install", done.returncode == 0, done.stdout + done.stderr)
    found = glob.glob(os.path.join(root, "**", "mbsbench.pc"), recursive=True)
    program = glob.glob(os.path.join(root, "**", "bin", "mbsbench"), recursive=True)
    check("a pkg-config file and a program", len(found) == 1 and len(program) == 1, found + program)
    environment = {k: v for k, v in os.environ.items() if k != "MBSBENCH_PLUGINS"}
    environment |= {"PKG_CONFIG_PATH": os.path.dirname(found[0]), "PKG_CONFIG_SYSROOT_DIR": root}
    return program[0], environment


class Place:
    """A folder with a program."""

    def __init__(self, program, environment, folder):
        self.program, self.environment, self.folder = program, environment, folder

    def run(self, *words, plugins=None):
        environment = self.environment | ({"MBSBENCH_PLUGINS": plugins} if plugins else {})
        return subprocess.run([self.program, *words], cwd=self.folder, env=environment, capture_output=True, text=True)

    def records(self, *words, plugins=None):
        done = self.run("run", *words, "--no-timing", "--out", "-", plugins=plugins)
        return [json.loads(line) for line in done.stdout.splitlines()], done

    def compile(self, name, text, *flags):
        """A library of a text in C."""
        with open(os.path.join(self.folder, name + ".c"), "w") as f:
            f.write(text)
        cflags = subprocess.run(["pkg-config", "--cflags", "mbsbench"], env=self.environment, capture_output=True, text=True)
        done = subprocess.run(["cc", "-std=c11", "-fPIC", "-shared", *cflags.stdout.split(), *flags, "-o", name + ".so", name + ".c"],
                              cwd=self.folder, capture_output=True, text=True)
        check(f"{name}.c compiles", done.returncode == 0, done.stderr)
        return name + ".so"


def examples(place, cc):
    """The fixtures, from a copy that knows nothing of the source tree."""
    folder = os.path.join(place.folder, cc)
    shutil.copytree(fixtures, folder)
    done = subprocess.run(["make", "-C", folder, f"CC={cc}", "CFLAGS=-O2 -Werror"], env=place.environment, capture_output=True,
                          text=True)
    check(f"the plug-ins compile with {cc}, without a warning", done.returncode == 0, done.stdout + done.stderr)
    return [os.path.join(folder, name + ".so") for name in ("critically-damped", "parts")]


def runs(place, libraries):
    """Found by both ways, right, recorded."""
    first, second = libraries
    words = ["--problem", "four-bar", "--t-end", "1"]
    both = [f"--plugin={first}", "--plugin", second]
    plain, done = place.records(*words, "--solver", GOOD, *both)
    check("a run with a part of a plug-in", done.returncode == 0 and len(plain) == 1 and plain[0]["status"] == "ok", done.stderr)
    # |Phi| dies out as (1 + omega t) exp(-omega t): less than the drift of Lagrange's equations, and not another motion
    check("it is right", plain[0]["precision"]["class"] <= 1e-4, plain[0]["precision"])
    digest = hashlib.sha256(open(first, "rb").read()).hexdigest()
    check("its record names the library", plain[0].get("plugins") == [{"file": "critically-damped.so", "sha256": digest}],
          plain[0].get("plugins"))
    with open(os.path.join(place.folder, "one.jsonl"), "w") as f:
        json.dump(plain[0], f)
    shown = place.run("show", plain[0]["key"], "one.jsonl").stdout
    check("show names it", re.search(rf"^plug-in +critically-damped\.so, SHA-256 {digest}$", shown, re.M), shown[:1500])
    named, done = place.records(*words, "--solver", GOOD, plugins=os.path.dirname(first))
    check("a folder in the environment is the same", named and named[0]["key"] == plain[0]["key"] and
          named[0]["outputs"] == plain[0]["outputs"], done.stderr)
    all_four, done = place.records(*words, "--solver", "critically-damped/ralston:h=1e-3/nearest/gauss", *both)
    check("all kinds of parts together", all_four and all_four[0]["status"] == "ok" and len(all_four[0]["plugins"]) == 2 and
          all_four[0]["position"]["l2"]["max"] < 1e-12, done.stderr)
    own, done = place.records(*words, "--solver", "lagrange/rk4:h=1e-3", *both)
    alone, _ = place.records(*words, "--solver", "lagrange/rk4:h=1e-3")
    check("a run of the program's own parts knows nothing of them", own[0]["key"] == alone[0]["key"] and
          "plugins" not in own[0], own[0].get("plugins"))
    halves = []
    for h in ("0.02", "0.01"):
        made, done = place.records("--problem", "four-bar", "--t-end", "1", "--solver", f"lagrange/ralston:h={h}", *both)
        halves.append(made[0]["error"]["max"])
    check("Ralston's method is of second order", abs(math.log2(halves[0] / halves[1]) - 2) < 0.3, halves)
    return plain[0]["key"]


def kept(place, libraries):
    """Commands that are printed name the library, and archives are verified with it."""
    first = libraries[0]
    words = ["--problem", "four-bar", "--t-end", "0.5", "--solver", GOOD, f"--plugin={first}"]
    place.run("run", *words, "--no-timing", "--out", "kept.jsonl")
    place.run("archive", "add", "archive", "kept.jsonl")
    done = place.run("archive", "verify", "archive", "--plugin", first, "--out", "again.jsonl")
    check("archive verify with a plug-in", done.returncode == 0 and "1 cells: 1 same" in done.stdout, done.stdout + done.stderr)
    done = place.run("archive", "verify", "archive", "--out", "again.jsonl")
    check("without it: which one is missing", done.returncode == 2 and "--plugin critically-damped.so" in done.stderr and done.stderr.count("\n") == 2, done.stderr)
    done = place.run("advise", "--problem", "four-bar", "--error", "1e-2", "--budget", "20", "--t-end", "0.5", "--solver", GOOD, "--plugin", first)
    commands = re.findall(r"^ +(?:command +)?mbsbench (run .*)$", done.stdout, re.M)
    check("advise's commands name the library", commands and all(c.endswith(f" --plugin {first}") for c in commands), done.stdout)
    again = place.run(*shlex.split(commands[0]), "--out", "-", "--no-timing") if commands else done
    check("and run as they stand", again.returncode == 0 and json.loads(again.stdout)["status"] == "ok", again.stderr)
    place.run("report", "kept.jsonl", "--out", "report", "--format", "csv")
    (table,) = glob.glob(os.path.join(place.folder, "report", "tables", "*four-bar.csv"))
    check("so do those of reports, by the file's name", "--plugin critically-damped.so" in open(table).read())


def named_everywhere(place, libraries):
    words = [f"--plugin={p}" for p in libraries]
    for kind, name in (("formulations", "critically-damped"), ("integrators", "ralston"), ("projections", "nearest"),
                       ("linsolvers", "gauss")):
        listed = json.loads(place.run("list", kind, "--json", *words).stdout)
        check(f"list {kind}", name in [x["name"] for x in listed], listed)
    fits = place.run("list", "--fits", "four-bar", *words).stdout
    check("list --fits", all(name in fits for name in ("critically-damped", "ralston", "nearest", "gauss")), fits)
    fits = place.run("list", "--fits", "lagrange/rk4:h=1e-3/nearest", *words).stdout
    check("a part that does not fit says why", "nearest needs full-rank-D, which scissor-lift" in fits, fits)
    done = place.run("advise", "--problem", "four-bar", "--error", "1e-2", "--budget", "30", "--solver", GOOD, *words)
    check("advise", done.returncode == 0 and "critically-damped/rk4" in done.stdout, done.stdout + done.stderr)
    done = place.run("--complete", "run", "--solver", "crit", plugins=libraries[0])
    check("completion", done.stdout == "critically-damped/\n" and not done.stderr, done.stdout + done.stderr)
    done = place.run("list", "formulations")
    check("without a plug-in there is no such name", "critically-damped" not in done.stdout, done.stdout)
    done = place.run("run", "--problem", "four-bar", "--solver", GOOD)
    check("nor a run, and where it would come from is said", done.returncode == 2 and "no formulation 'critically-damped'" in done.stderr and
          done.stderr.endswith("; one of a plug-in is there with --plugin FILE.so or MBSBENCH_PLUGINS\n"), done.stderr)
    done = place.run("run", "--problem", "four-bar", "--solver", "lagrnge/rk4:h=1e-3")
    check("but not of a slip of a letter", done.stderr.endswith("no formulation 'lagrnge'; did you mean 'lagrange'?\n"), done.stderr)


FORMULATION = """
#include "solvers/plugin/plugin.h"
static mb_status setup(mb_solver *solver, mb_error *err)
{
    (void)err;
    %s
    return mb_kkt_formulation_setup(solver, err);
}
static const mb_formulation mine = {.name = "%s", .title = "a", .source = "b", .family = MB_ACCELERATION, .setup = setup%s};
MB_PLUGIN(.formulation = {&mine});
"""
ACCEL = ", .accel = mb_kkt_formulation_accel"
HEAD = '#include "solvers/plugin/plugin.h"\nconst mb_plugin mbsbench_plugin = {%s};\n'
WILD = """
#include "solvers/plugin/plugin.h"
static mb_status setup(mb_solver *solver, mb_error *err) { return MB_NOT_APPLICABLE; }
static mb_status accel(mb_solver *s, double t, const double *q, const double *v, double *a, double *l, mb_error *e) { return MB_OK; }
static const mb_formulation mine = {.name = "mine", .title = "a", .source = "b", .family = MB_ACCELERATION, .setup = setup, .accel = accel};
const mb_plugin mbsbench_plugin = {.interface = MB_PLUGIN_INTERFACE, .size = sizeof(mb_plugin), .sizes = {MB_PLUGIN_TYPES(MB_PLUGIN_SIZE_OF)},
    .host = (const mb_host **)8, .formulation = {&mine}};
"""
HEADS = ".interface = MB_PLUGIN_INTERFACE, .size = sizeof(mb_plugin)"


def refused(place):
    """Libraries with a fault: exit status 2 and a word, of every command that loads them."""
    with open(os.path.join(place.folder, "text.so"), "w") as f:
        f.write("no library\n")
    libraries = {
        "absent.so": "No such file or directory",
        ".": "no file",
        "text.so": "is no library; of a source one is made by: cc -shared",
        place.compile("bare", "int nothing;\n"): "a library without mbsbench_plugin",
        place.compile("beyond", "void mb_nothing(void); void f(void); void f(void) { mb_nothing(); }\n"):
            "undefined symbol: mb_nothing; what a plug-in may call stands in solvers/plugin/host.h",
        place.compile("old", "struct { unsigned interface, size; } mbsbench_plugin = {77, 8};\n"):
            "made for interface 77 of plug-ins; this program has 2: compile the plug-in anew",
        place.compile("size", HEAD % ".interface = MB_PLUGIN_INTERFACE, .size = 8"): "its mb_plugin has 8 bytes",
        place.compile("type", HEAD % HEADS): "its mb_host has 0 bytes",
        place.compile("empty", '#include "solvers/plugin/plugin.h"\nMB_PLUGIN(0);\n'): "it has no part",
        place.compile("twice", FORMULATION % ("", "lagrange", ACCEL)): "its formulation lagrange has the name of another one",
        place.compile("lacks", FORMULATION % ("", "mine", "")): "the descriptor of formulation mine lacks accel",
        place.compile("name", FORMULATION % ("", "a/b", ACCEL)): "is called 'a/b'; a name begins with a letter",
    }
    for library, word in libraries.items():
        done = place.run("list", "formulations", "--plugin", library)
        check(f"{library} is refused", done.returncode == 2 and word in done.stderr and not done.stdout, done.stderr)
        check(f"{library} in one line", done.stderr.startswith(f"mbsbench list: plug-in {library}: ") and
              done.stderr.count("\n") == 1, done.stderr)
    done = place.run("run", "--problem", "four-bar", "--solver", "lagrange/rk4:h=1e-3", plugins="text.so")
    check("so is one that the environment names", done.returncode == 2 and "text.so" in done.stderr, done.stderr)
    done = place.run("list", "formulations", plugins="nowhere")
    check("a folder that is not there", done.returncode == 2 and "MBSBENCH_PLUGINS: nowhere" in done.stderr, done.stderr)
    done = place.run("list", "formulations", "--plugin")
    check("--plugin without a file", done.returncode == 2 and "--plugin needs" in done.stderr, done.stderr)
    fault = "static void now(void) __attribute__((constructor));\nstatic void now(void) { %s; }\n"
    for name, text, word in (("segv", FORMULATION % ("", "mine", ACCEL) + fault % "raise(SIGSEGV)", "it crashed (signal 11, Segmentation fault) while it was loaded"),
                             ("leave", FORMULATION % ("", "mine", ACCEL) + fault % "exit(0)", "it ended the program with exit status 0 while it was loaded"),
                             ("wild", WILD, "it crashed (signal 11, Segmentation fault) while it was loaded")):
        library = place.compile(name, "#include <signal.h>\n#include <stdlib.h>\n" + text)
        done = place.run("run", "--problem", "four-bar", "--solver", "lagrange/rk4:h=1e-3", "--plugin", library)
        check(f"what ends the program as it loads: {name}", done.returncode == 2 and word in done.stderr and done.stderr.count("\n") == 1, (done.returncode, done.stderr))
    crash = place.compile("crash", FORMULATION % ("__builtin_trap();", "mine", ACCEL))
    made, done = place.records("--problem", "four-bar", "--solver", "mine/rk4:h=1e-3", "--plugin", crash)
    check("a crash in set-up is a status of the run", done.returncode == 0 and made and made[0]["status"] == "crashed", done.stderr)


def fast(place):
    """Fast arithmetic: the header refuses it, and where only the linker brings it, the program does."""
    text = FORMULATION % ("", "mine", ACCEL)
    with open(os.path.join(place.folder, "fast.c"), "w") as f:
        f.write(text)
    cflags = subprocess.run(["pkg-config", "--cflags", "mbsbench"], env=place.environment, capture_output=True, text=True).stdout.split()
    for flag in ("-ffast-math", "-Ofast", "-ffinite-math-only"):
        done = subprocess.run(["cc", "-std=c11", "-fPIC", *cflags, flag, "-c", "fast.c"], cwd=place.folder, capture_output=True, text=True)
        check(f"a plug-in is not compiled with {flag}", done.returncode != 0 and "plug-ins are compiled without -ffast-math" in done.stderr, done.stderr)
    rounding = text + "#include <fenv.h>\n__attribute__((constructor)) static void f(void) { fesetround(FE_DOWNWARD); }\n"
    libraries = [place.compile("downward", rounding, "-lm")]
    subprocess.run(["cc", "-std=c11", "-fPIC", *cflags, "-c", "fast.c"], cwd=place.folder, check=True)
    subprocess.run(["cc", "-shared", "-ffast-math", "-o", "fast.so", "fast.o"], cwd=place.folder, check=True)
    flushes = "import ctypes, sys; ctypes.CDLL(sys.argv[1]); x = 2.3e-308; print(x / 4 == 0.0)"
    done = subprocess.run([sys.executable, "-c", flushes, "./fast.so"], cwd=place.folder, capture_output=True, text=True)
    if done.stdout == "True\n":
        libraries.append("fast.so")
    else:
        print("plugins: this compiler links nothing that flushes small numbers to zero: not tried", done.stderr)
    for library in libraries:
        for words in (["plugin-test", library], ["run", "--problem", "four-bar", "--solver", "mine/rk4:h=1e-3", "--plugin", library]):
            done = place.run(*words)
            check(f"{words[0]} refuses {library}", done.returncode == 2 and "it changes the arithmetic of the whole program" in done.stderr and
                  "-ffast-math" in done.stderr and done.stderr.count("\n") == 1, (done.stdout, done.stderr))


def tried(place, libraries):
    """plugin-test: good libraries, a line for each trial of each part."""
    for library, parts in zip(libraries, (["critically-damped"], ["ralston", "nearest", "gauss"])):
        done = place.run("plugin-test", library)
        lines = done.stdout.splitlines()
        seen = [line.split()[1:3] for line in lines if line.startswith("ok ")]
        check(f"nothing is wrong with {os.path.basename(library)}", done.returncode == 0 and len(lines) == len(seen) and
              seen[1:] == [[trial, part + ":"] for part in parts
                           for trial in ("fits", "repeats", "nan", "allocations", "memory", "order")], done.stdout + done.stderr)
    done = place.run("plugin-test", libraries[1], "gauss")
    check("one part", done.returncode == 0 and "ralston:" not in done.stdout and "ok        order          gauss:" in done.stdout,
          done.stdout)
    done = place.run("plugin-test", libraries[0], "critically-damped:omega=5")
    check("with a parameter", done.returncode == 0 and "critically-damped:omega=5/" in done.stdout, done.stdout)
    done = place.run("plugin-test", libraries[0], "gaus")
    check("a part that is not there", done.returncode == 2 and "no part 'gaus'" in done.stderr, done.stderr)
    done = place.run("plugin-test", "bare.c")
    check("a source in the place of a library", done.returncode == 2 and "bare.c: is no library; of a source one is made by: cc -shared" in done.stderr, done.stderr)
    done = place.run("plugin-test")
    check("plugin-test without a file", done.returncode == 2 and "give the file of a library" in done.stderr, done.stderr)


INTEGRATOR = """
#include "solvers/plugin/plugin.h"
static const mb_tableau euler = {.stages = 1, .order = 1, .b = {1.0}};
static const mb_param params[] = {MB_STEP_PARAM, {0}};
static mb_status setup(mb_solver *solver, mb_error *err)
{
    return mb_explicit_rk_setup(solver, &euler, err);
}
static const mb_integrator mine = {.name = "mine", .title = "a", .source = "b", .params = params,
    .families = MB_ACCELERATION, .order = 2, .end_acceleration = true, .setup = setup, .step = mb_explicit_rk_step};
MB_PLUGIN(.integrator = {&mine});
"""
RATE = """
#include <stdlib.h>
static mb_status accel(mb_solver *solver, double t, const double *q, const double *v, double *a, double *lambda, mb_error *err)
{
    mb_status status = mb_kkt_formulation_accel(solver, t, q, v, a, lambda, err);
    %s
    return status;
}
static const mb_formulation mine"""


def found(place):
    """plugin-test: what is wrong is found, by the trial that looks for it."""
    own = (FORMULATION % ("%s", "mine", ", .accel = accel")).replace("static const mb_formulation mine", RATE)
    texts = {
        "crashing": (FORMULATION % ("__builtin_trap();", "mine", ACCEL), "fits", "crashed (signal"),
        "leaving": ("#include <stdlib.h>\n" + FORMULATION % ("exit(3);", "mine", ACCEL), "fits", "ended the program with exit status 3"),
        "wordless": (FORMULATION % ("return MB_NOT_APPLICABLE;", "mine", ACCEL), "fits", "without a reason"),
        "heavier": (own % ("", "solver->terms.mass[0] *= 2.0;"), "fits", "terms.mass is no longer M"),
        "pushing": (own % ("", "solver->terms.force[0] += 1.0;"), "fits", "terms.force is no longer Q"),
        "changing": (own % ("", "static double more; more += 1e-9; a[0] += more;"), "repeats", "started again it ends elsewhere"),
        "careless": (FORMULATION % ("mb_arena_alloc(solver->arena, 1, 8);", "mine", ACCEL), "allocations", "nothing was said of it"),
        "reckless": (FORMULATION % ("*(double *)mb_arena_alloc(solver->arena, 1, 8) = 1.0;", "mine", ACCEL), "allocations", "crashed"),
        "leaking": ("#include <stdlib.h>\n" + FORMULATION % ("if (!malloc(1000)) return MB_NO_MEMORY;", "mine", ACCEL), "memory",
                    "a run leaves"),
        "busy": (own % ("", "free(malloc(100)); if (getenv(\"NEVER\")) a[0] = 0;"), "memory", "allocations in ten steps"),
        "slow": (INTEGRATOR, "order", "not 2"),
    }
    for name, (text, trial, word) in texts.items():
        done = place.run("plugin-test", place.compile(name, text, "-O0"))
        line = [x for x in done.stdout.splitlines() if x.startswith(f"WRONG     {trial} ")]
        check(f"plugin-test finds what is {name}", done.returncode == 1 and line and word in line[0] and
              "of these are wrong" in done.stderr, done.stdout + done.stderr)
    third = INTEGRATOR.replace("{.stages = 1, .order = 1, .b = {1.0}}",
                               "{.stages = 3, .order = 3, .a = {{0.0}, {0.5}, {0.0, 0.75}}, .b = {2.0 / 9.0, 1.0 / 3.0, 4.0 / 9.0}, .c = {0.0, 0.5, 0.75}}"
                               ).replace("MB_ACCELERATION, .order = 2", "MB_ACCELERATION | MB_FIRST_ORDER, .order = %d").replace(
                                   ".setup = setup", ".setup = setup, .start = mb_explicit_rk_start")
    done = place.run("plugin-test", place.compile("third", third % 3))
    check("Ralston's method of third order has it with equations that change from step to step too", done.returncode == 0, done.stdout)
    done = place.run("plugin-test", place.compile("fourth", third % 4))
    check("and no fourth one", done.returncode == 1 and re.search(r"WRONG +order .* observed order (2\.[6-9]|3\.[0-3])\d on four-bar, not 4 \(`order` is", done.stdout), done.stdout)
    text = "#include <stdlib.h>\n" + FORMULATION % ("", "mine", ACCEL) + "__attribute__((constructor)) static void f(void) { abort(); }\n"
    done = place.run("plugin-test", place.compile("loading", text))
    check("a crash while it is loaded", done.returncode == 1 and done.stdout.startswith("WRONG     loads ") and
          "while it was loaded" in done.stdout, done.stdout + done.stderr)
    text = (FORMULATION % ("", "mine", ACCEL + ", .params = params")).replace(
        "static const mb_formulation",
        'static const mb_param params[] = {MB_REAL("gain", 0.0, "1", .required = true, .max = 1.0, .doc = "c"), {0}};\n'
        "static const mb_formulation")
    library = place.compile("asking", text)
    done = place.run("plugin-test", library)
    check("a parameter without a default is asked for", done.returncode == 0 and "not done" in done.stdout and
          "give mine:gain=VALUE" in done.stdout, done.stdout)
    done = place.run("plugin-test", library, "mine:gain=0.5")
    check("and taken", done.returncode == 0 and "not done" not in done.stdout, done.stdout)
    done = place.run("plugin-test", "old.so")
    check("one that is refused", done.returncode == 2 and "interface 77" in done.stderr, done.stderr)


def printed(place, docs):
    """What docs/plugins.md prints, with the library of the tutorial's page: its commands run as they stand."""
    with open(os.path.join(docs, "tutorial", "3-my-method.md")) as f:
        place.compile("my-method", re.search(r"^```c\n(.*?)^```$", f.read(), re.M | re.S).group(1))
    with open(os.path.join(docs, "plugins.md")) as f:
        blocks = re.findall(r"^```(\w+)\n(.*?)^```$", f.read(), re.M | re.S)
    commands = [line for kind, text in blocks if kind == "sh" for line in text.splitlines()]
    check("the page has commands", len(commands) >= 5, commands)
    for line in commands:
        done = in_time(line + (" --budget 10" if " advise " in line else ""), lambda text: place.run(*text.split()[1:]))
        check(f"as printed: {line}", done.returncode == 0 and "WRONG" not in done.stdout, done.stdout + done.stderr)


def types(headers):
    """Each type that a plug-in may look into has its size compared: by itself, or inside another one."""
    text = re.sub(r"/\*.*?\*/", "", "\n".join(open(path).read() for path in headers), flags=re.S)
    inside = dict(re.findall(r"struct (mb_\w+) \{(.*?)\n\}", text, re.S))
    named = {t for t in inside if re.search(rf"typedef struct {t}\b", text)}
    compared = set(re.findall(r"X\((mb_\w+)\)", text)) | {"mb_plugin"}
    member = re.compile(r"\b(mb_\w+) (?:\w+(?:\[[^]]*\])?(?:, )?)+;")
    while more := {t for c in compared for t in member.findall(inside.get(c, "")) if t in inside} - compared:
        compared |= more
    check("types of plug-ins are compared by size", len(named) > 30 and named <= compared, named - compared)


def main():
    if not shutil.which("pkg-config") or not shutil.which("make"):
        print("plugins: pkg-config and make are needed (apt install pkg-config make)")
        sys.exit(77)
    with tempfile.TemporaryDirectory(prefix="plugins-") as folder:
        program, environment = installed(os.path.join(folder, "root"))
        place = Place(program, environment, os.path.join(folder, "elsewhere"))
        os.mkdir(place.folder)
        headers = glob.glob(os.path.join(folder, "root", "**", "include", "**", "*.h"), recursive=True)
        data = {name for path in headers for name in re.findall(r"^extern\b.*?\b(\w+)(?:\[\])?(?: __attribute__.*)?;", open(path).read(), re.M)}
        check("headers declare no data of the program, which no library can link", len(headers) > 10 and data == {"mbsbench_plugin"}, data)
        types(headers)
        compilers = [cc for cc in ("gcc", "clang") if shutil.which(cc)]
        for cc in {"gcc", "clang"} - set(compilers):
            print(f"plugins: {cc} is not asked: it is not installed")
        keys = []
        for cc in compilers:
            libraries = examples(place, cc)
            keys.append(runs(place, libraries))
        check("another library is another key", len(set(keys)) == len(keys) > 0, keys)
        named_everywhere(place, libraries)
        kept(place, libraries)
        refused(place)
        fast(place)
        tried(place, libraries)
        printed(place, os.path.join(fixtures, "..", "..", "..", "docs"))
        found(place)
    finish()


main()
