# SPDX-License-Identifier: MIT
"""What the runners of programs share: each check prints its line; `finish` ends with whether one failed."""
import contextlib
import os
import re
import shutil
import signal
import subprocess
import sys
import time

# under nohup the programs would inherit that it is ignored, and rightly go on
signal.signal(signal.SIGHUP, signal.SIG_DFL)
failures = 0


def patient():
    """For `preexec_fn` of a program that is to be met at its work: on a busy machine this one is faster."""
    os.nice(10)


def children(pid):
    """Of a harness at work the server that forks, and runs; of a process that has ended none."""
    try:
        with open(f"/proc/{pid}/task/{pid}/children") as f:
            return [int(c) for c in f.read().split()]
    except OSError:
        return []


def run_of(p):
    """The child of a harness that computes a run longer than any other child does."""
    while p.poll() is None:
        for child in children(p.pid)[1:]:
            with contextlib.suppress(OSError), open(f"/proc/{child}/stat") as f:
                if int(f.read().rsplit(")", 1)[1].split()[11]) > 0.1 * os.sysconf("SC_CLK_TCK"):
                    return child
        time.sleep(0.005)
    raise SystemExit("no run")


def in_time(line, run):
    """run(line) with a `--budget` in which a reader would lose patience; that of an `advise` which finds nothing, as on a busy
    machine, is longer."""
    nothing_found = 5
    done = run(re.sub(r"--budget \d+", "--budget 4", line))
    return done if done.returncode != nothing_found else run(re.sub(r"--budget \d+", "--budget 100", line))


def may_mount():
    """Whether a program may have mounts of its own: by root alone, and not where / is no mount, as under chroot."""
    return os.geteuid() == 0 and bool(shutil.which("unshare")) and subprocess.run(["unshare", "-m", "true"], capture_output=True).returncode == 0


def check(name, ok, detail=""):
    global failures
    failures += not ok
    print(("ok   " if ok else "FAIL ") + name + (f": {detail}" if detail != "" and not ok else ""), flush=True)


def finish():
    print(f"{failures} failed")
    sys.exit(failures > 0)
