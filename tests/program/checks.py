"""What the runners of programs share: each check prints its line; `finish` ends with whether one failed."""
import signal
import sys

# under nohup the programs would inherit that it is ignored, and rightly go on
signal.signal(signal.SIGHUP, signal.SIG_DFL)
failures = 0


def check(name, ok, detail=""):
    global failures
    failures += not ok
    print(("ok   " if ok else "FAIL ") + name + (f": {detail}" if detail != "" and not ok else ""), flush=True)


def finish():
    print(f"{failures} failed")
    sys.exit(failures > 0)
