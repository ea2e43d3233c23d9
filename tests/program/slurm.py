#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""A study in eight parts under a real Slurm on the loopback interface, and under GNU parallel: tasks are started again
half-way, a node goes down with its tasks and comes back, and the merged records are those of an undisturbed run.

Where Slurm, MUNGE or GNU parallel is not installed (./dev install slurm) the test is skipped.

slurm.py MBSBENCH SLURM_SCRIPT"""
import contextlib
import glob
import json
import os
import re
import shutil
import signal
import socket
import subprocess
import sys
import tempfile
import time

from checks import check, finish

os.environ["PATH"] += ":/usr/sbin:/sbin"
absent = [p for p in ("slurmctld", "slurmd", "sbatch", "munged", "parallel") if not shutil.which(p)]
if absent:
    print(f"{', '.join(absent)} not installed: ./dev install slurm")
    sys.exit(77)
exe, script = (os.path.abspath(p) for p in sys.argv[1:3])
TASKS, CELLS = 8, 64
# each run takes some tenths of a second: long enough to be met half-way
STUDY = f"""study: spread
runs:
  - id: s
    problem: double-four-bar
    solver: "baumgarte:alpha={{alpha}},beta=10/rk4:h=1e-4"
    t_end: 5
    grid:
      alpha: {{linear: [5, 20], points: {CELLS}}}
"""
# what does not depend on the machine and its load
REPEATING = ("study", "run", "key", "cell", "solver", "status", "reason", "t_reached", "position", "velocity", "energy", "outputs", "error")
# Two nodes of two cores each, whatever the machine has; a requeued task waits for its credential to expire.
CONFIGURATION = """ClusterName=loopback
SlurmctldHost={host}(127.0.0.1)
SlurmctldPort={ports[0]}
{interfaces}SlurmUser={user}
SlurmdUser={user}
AuthType=auth/munge
CredType=cred/munge
AuthInfo=socket={folder}/munge.socket,cred_expire=5
StateSaveLocation={folder}/state
SlurmdSpoolDir={folder}/spool-%n
SlurmctldPidFile={folder}/slurmctld.pid
SlurmdPidFile={folder}/slurmd-%n.pid
SlurmctldLogFile={folder}/slurmctld.log
SlurmdLogFile={folder}/slurmd-%n.log
ProctrackType=proctrack/linuxproc
TaskPlugin=task/none
MpiDefault=none
SwitchType=switch/none
JobAcctGatherType=jobacct_gather/none
AccountingStorageType=accounting_storage/none
PropagateResourceLimits=NONE
MailProg=/bin/true
ReturnToService=0
KillWait=5
SchedulerParameters=sched_interval=2,batch_sched_delay=1
SelectType=select/cons_tres
SelectTypeParameters=CR_Core
SlurmdParameters=config_overrides
NodeName=near NodeHostname={host} NodeAddr=127.0.0.1 Port={ports[1]} CPUs=2 RealMemory=16000
NodeName=far NodeHostname={host} NodeAddr=127.0.0.1 Port={ports[2]} CPUs=2 RealMemory=16000
PartitionName=all Nodes=near,far Default=YES MaxTime=INFINITE State=UP
"""


def run(*args, **kw):
    return subprocess.run(args, capture_output=True, text=True, timeout=300, **kw)


def records(path):
    """Those of whole lines."""
    if not os.path.exists(path):
        return []
    with open(path) as f:
        return [json.loads(line) for line in f if line.endswith("\n")]


def content(path):
    return sorted(json.dumps([r[k] for k in REPEATING], sort_keys=True) for r in records(path))


def wait_for(what, found, seconds=120):
    """What `found` finds, as soon as it finds something."""
    end = time.monotonic() + seconds
    while time.monotonic() < end:
        result = found()
        if result:
            return result
        time.sleep(0.1)
    for log in glob.glob("slurm*.log"):
        with open(log) as f:
            print(f"-- {log}\n{''.join(f.readlines()[-10:])}")
    raise SystemExit(f"FAIL waited {seconds} s for {what}")


def free_ports(n):
    held = [socket.create_server(("127.0.0.1", 0)) for _ in range(n)]
    ports = [s.getsockname()[1] for s in held]
    for s in held:
        s.close()
    return ports


class Cluster:
    """MUNGE, the controller and two nodes, in the foreground of processes of our own."""

    def __init__(self, folder):
        self.at = {}
        host = socket.gethostname().partition(".")[0]
        user = run("id", "-un").stdout.strip()
        try:  # the loopback interface alone, where the machine knows the address of its name
            socket.getaddrinfo(host, None)
            interfaces = "CommunicationParameters=NoInAddrAny,NoCtldInAddrAny\n"
        except socket.gaierror:
            interfaces = ""
        with open("slurm.conf", "w") as f:
            f.write(CONFIGURATION.format(host=host, interfaces=interfaces, ports=free_ports(3), user=user, folder=folder))
        os.mkdir("state")
        with open("munge.key", "wb") as f:
            f.write(os.urandom(128))
        os.chmod("munge.key", 0o400)
        os.environ["SLURM_CONF"] = folder + "/slurm.conf"
        # --force: the temporary folder's parents are writable by others
        self.start("munged", "--foreground", "--force", f"--key-file={folder}/munge.key", f"--socket={folder}/munge.socket",
                   f"--pid-file={folder}/munge.pid", f"--seed-file={folder}/munge.seed", f"--log-file={folder}/munge.log")
        wait_for("MUNGE", lambda: os.path.exists("munge.socket"))
        self.start("slurmctld", "-D", "-i")
        for node in ("near", "far"):
            self.node_up(node)
        wait_for("both nodes to be idle", lambda: all(self.state(n) == "IDLE" for n in ("near", "far")))

    def start(self, program, *words, name=None):
        with open(f"{name or program}.out.log", "a") as out:
            self.at[name or program] = subprocess.Popen([program, *words], stdout=out, stderr=out, stdin=subprocess.DEVNULL)

    def node_up(self, node):
        self.start("slurmd", "-D", "-N", node, name=node)

    def node_down(self, node):
        """Its tasks are taken from it, then its daemon ends."""
        run("scontrol", "update", "NodeName=" + node, "State=DOWN", "Reason=test", check=True)
        self.end(node)

    def end(self, name):
        process = self.at.pop(name)
        process.terminate()
        try:
            process.wait(30)
        except subprocess.TimeoutExpired:
            process.kill()
            process.wait()

    def state(self, node):
        found = re.search(r"State=([A-Z]+)", run("scontrol", "show", "node", node).stdout)
        return found and found[1]

    def close(self):
        run("scancel", "--user", run("id", "-un").stdout.strip(), "--signal=KILL")
        for name in list(self.at)[::-1]:
            self.end(name)


def tasks(job, *states):
    """Numbers of the array's tasks in a state, with the node of each."""
    listed = run("squeue", "--noheader", "--array", "--jobs", job, "--format", "%K %T %N").stdout.split("\n")
    return {int(line.split()[0]): line.split()[-1] for line in listed if line and (not states or line.split()[1] in states)}


def under_slurm(study, whole, share):
    """Two tasks are requeued when they have some of their records (share: how many each is to have), then a node goes down with
    the tasks that are on it."""
    env = {**os.environ, "MBSBENCH": exe, "SHARDS": "shards"}
    done = run("sbatch", "--parsable", f"--array=1-{TASKS}", "--output=task-%a.log", "--open-mode=append", script, study, "--no-timing", env=env)
    job = done.stdout.strip()
    check("the array is taken", done.returncode == 0 and job.isdigit(), done.stderr)
    half_way = lambda: {k: node for k, node in tasks(job, "RUNNING").items() if 0 < len(records(f"shards/{k}.jsonl")) < share[k] - 1}
    before = {}
    for turn in (1, 2):
        k = wait_for("a task to be half-way", lambda: [k for k in half_way() if k not in before])[0]
        done = run("scontrol", "requeue", f"{job}_{k}")
        before[k] = content(f"shards/{k}.jsonl")
        check(f"task {k} is requeued half-way", done.returncode == 0, done.stderr)
    lost = wait_for("a task half-way on the far node", lambda: [k for k, node in half_way().items() if node == "far"])
    before.update({k: content(f"shards/{k}.jsonl") for k in lost})
    cluster.node_down("far")
    wait_for("the node's tasks to wait again", lambda: all(k not in tasks(job, "RUNNING") or tasks(job)[k] == "near" for k in lost))
    check("a node that is down has no task", cluster.state("far") == "DOWN" and "far" not in tasks(job, "RUNNING").values(), tasks(job))
    cluster.node_up("far")
    wait_for("the node to come back", lambda: run("scontrol", "update", "NodeName=far", "State=RESUME").returncode == 0 and cluster.state("far") != "DOWN")
    wait_for("the array to end", lambda: not tasks(job), 400)
    logs = {k: open(f"task-{k}.log").read() for k in range(1, TASKS + 1)}
    check("tasks that were started again went on where they stopped",
          all(set(was) <= set(content(f"shards/{k}.jsonl")) for k, was in before.items()) and
          all("(kept)" in logs[k] for k in before), {k: logs[k][-300:] for k in before})
    files = [f"shards/{k}.jsonl" for k in range(1, TASKS + 1)]
    merged(files, "slurm.jsonl", whole, "Slurm")


def under_parallel(study, whole):
    """Two parts are ended half-way; GNU parallel starts them again.  Returns the number of records of each part."""
    words = ["parallel", "--will-cite", "--jobs", "2", "--retries", "3", exe, "run", study, "--no-timing", "--progress", "plain",
             "--shard", f"{{}}/{TASKS}", "--out", "parallel/{}.jsonl", ":::", *map(str, range(1, TASKS + 1))]
    with open("parallel.log", "w") as log:
        program = subprocess.Popen(words, stdout=log, stderr=log, stdin=subprocess.DEVNULL)
    for k, how in ((1, signal.SIGTERM), (2, signal.SIGKILL)):
        wait_for(f"part {k} to be half-way", lambda: 0 < len(records(f"parallel/{k}.jsonl")) < CELLS // TASKS)
        harness = [int(pid) for pid in run("pgrep", "-f", f"^{re.escape(exe)} run {study} .*--shard {k}/{TASKS} ").stdout.split()]
        for pid in harness:
            with contextlib.suppress(ProcessLookupError):
                os.kill(pid, how)
        check(f"part {k} is ended half-way", harness and len(records(f"parallel/{k}.jsonl")) < CELLS // TASKS)
    check("GNU parallel ends well", program.wait(400) == 0, open("parallel.log").read()[-500:])
    merged([f"parallel/{k}.jsonl" for k in range(1, TASKS + 1)], "parallel.jsonl", whole, "GNU parallel")
    return {k: len(records(f"parallel/{k}.jsonl")) for k in range(1, TASKS + 1)}


def merged(files, out, whole, under):
    done = run(exe, "merge", *files, "--out", out)
    recs = records(out)
    check(f"{under}: merged, all once", done.returncode == 0 and len(recs) == CELLS == len({r["key"] for r in recs}), (done.stderr, len(recs)))
    check(f"{under}: the records of an undisturbed run", content(out) == whole)


with tempfile.TemporaryDirectory(prefix="mbs-slurm") as folder:
    os.chdir(folder)
    with open("spread.yaml", "w") as f:
        f.write(STUDY)
    run(exe, "run", "spread.yaml", "--no-timing", "--progress", "none", "--jobs", "2", "--out", "whole.jsonl")
    whole = content("whole.jsonl")
    check("an undisturbed run", len(whole) == CELLS)
    share = under_parallel("spread.yaml", whole)
    started = time.monotonic()
    cluster = Cluster(folder)
    print(f"Slurm is up after {time.monotonic() - started:.1f} s", flush=True)
    try:
        under_slurm("spread.yaml", whole, share)
    finally:
        cluster.close()
finish()
