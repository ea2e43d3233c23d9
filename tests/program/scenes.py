#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""Scenes and poses that runs leave for players: joints meet, runs are where the reference is, files are small and go
along with their records: scenes.py MBSBENCH"""
import json
import math
import os
import subprocess
import sys
import tempfile

from checks import check, finish

exe = os.path.abspath(sys.argv[1])
# symbols with two places that meet in every position of the mechanism
MEET = {"pin", "ball-joint", "cross", "weld"}
# which symbols a mechanism is made of, counted in its file
MADE_OF = {
    "double-four-bar": {"pin": 7, "span": 5, "support": 3},
    "rssr": {"ball-joint": 2, "pin": 2},
    "pendulum": {"strut": 1, "ball": 1, "support": 1},
    "four-bar-spring": {"spring": 1, "pin": 4, "span": 3},
}


def run(*args, **kw):
    return subprocess.run([exe, *args], capture_output=True, text=True, timeout=600, **kw)


def records(path):
    with open(path) as f:
        return [json.loads(line) for line in f]


def frames_of(series):
    """[[t, ...], ...] behind the table of a series, and the line before them."""
    with open(series) as f:
        lines = f.read().splitlines()
    head = [x for x in lines if x.startswith("# poses")]
    return [[float(x) for x in line[2:].split()] for line in lines if line.startswith("#=")], head


def place(scene, frame, point):
    body, u = point[0], point[1:]
    if body < 0:
        return u
    if not scene["spatial"]:
        x, y, angle = frame[1 + 3 * body:4 + 3 * body]
        return [x + math.cos(angle) * u[0] - math.sin(angle) * u[1], y + math.sin(angle) * u[0] + math.cos(angle) * u[1], u[2]]
    p = frame[1 + 7 * body:8 + 7 * body]
    w, e = p[3], p[4:]
    cross = [e[(i + 1) % 3] * u[(i + 2) % 3] - e[(i + 2) % 3] * u[(i + 1) % 3] for i in range(3)]
    twice = [e[(i + 1) % 3] * cross[(i + 2) % 3] - e[(i + 2) % 3] * cross[(i + 1) % 3] for i in range(3)]
    return [p[i] + u[i] + 2 * (w * cross[i] + twice[i]) for i in range(3)]


def apart(scene, frame):
    """Widest joint of a frame, in sizes of the mechanism."""
    pairs = [s["at"] for s in scene["shapes"] if s["as"] in MEET]
    return max([math.dist(place(scene, frame, a), place(scene, frame, b)) for a, b in pairs], default=0.0) / scene["size"]


def look_at(record):
    name = record["problem"]["name"]
    frames, head = frames_of(record["series"])
    with open(record["scene"]) as f:
        text = f.read()
    scene = json.loads(text)
    kind = "spatial" if scene["spatial"] else "planar"
    made = [s["as"] for s in scene["shapes"]]
    check(f"{name}: poses are announced", head == [f"# poses {kind} {len(scene['bodies'])}: t, then "
          + ("x y z, quaternion w x y z" if scene["spatial"] else "x y angle") + " of each body"], head)
    check(f"{name}: the drawing is made of what the file declares",
          all(made.count(k) == n for k, n in MADE_OF[name].items()), made)
    check(f"{name}: joints meet at the start, in every frame, along the reference",
          apart(scene, scene["start"]) < 1e-5 and all(apart(scene, f) < 1e-4 for f in frames + scene["reference"]),
          max(map(lambda f: apart(scene, f), frames)))
    both = [(f, g) for f in frames for g in scene["reference"] if abs(g[0] - f[0]) < 1e-3]  # a step: at most 10 m/s, 10 rad/s
    off = max(abs(a - b) for f, g in both for a, b in zip(f[1:], g[1:]))
    check(f"{name}: the run is where the reference is", len(both) > 40 and off < 1e-2, (len(both), off))
    check(f"{name}: the picture stands in it", scene["picture"].startswith("<svg") and "</svg>" in scene["picture"])
    check(f"{name}: small enough", len(text) < 120000 and sum(len(str(f)) for f in frames) < 120000, len(text))


def watched():
    args = [x for p in MADE_OF for x in ("--problem", p)]
    done = run("run", *args, "--solver", "lagrange/rk4:h=1e-3/direct-correction", "--t-end", "0.5", "--no-timing",
               "--out", "a.jsonl", "--progress", "none")
    check("runs", done.returncode == 0, done.stderr)
    for r in records("a.jsonl"):
        look_at(r)


def carried():
    """Merging, an older record, one without bodies, a stream."""
    old = records("a.jsonl")[0]
    del old["scene"]
    with open("old.jsonl", "w") as f:
        f.write(json.dumps(old) + "\n")
    done = run("merge", "a.jsonl", "--out", "to/b.jsonl")
    merged = records("to/b.jsonl")
    check("a merge takes scenes along", done.returncode == 0 and all(os.path.isfile("to/" + r["scene"]) for r in merged), done.stderr)
    done = run("merge", "old.jsonl", "--out", "c.jsonl")
    check("a record from before is merged as it is", done.returncode == 0 and records("c.jsonl")[0].keys() == old.keys(), done.stderr)
    done = run("check", "to/b.jsonl", "--baseline", "a.jsonl")
    check("the gate finds them alike", done.returncode == 0, done.stdout)
    os.remove(merged[0]["scene"] if os.path.isfile(merged[0]["scene"]) else "to/" + merged[0]["scene"])
    done = run("merge", "to/b.jsonl", "--out", "d.jsonl")
    check("a scene that is lost costs no record", done.returncode == 0 and records("d.jsonl")[0]["scene"] is None, done.stderr)
    done = run("run", "--problem", "n-link-pendulum:N=100", "--solver", "lagrange/rk4:h=1e-2", "--t-end", "0.02", "--no-timing", "--out", "e.jsonl", "--progress", "none")
    r = records("e.jsonl")[0]
    check("none of a hundred bodies", done.returncode == 0 and r["scene"] is None and not frames_of(r["series"])[0], r["scene"])
    done = run("run", "--problem", "pendulum", "--solver", "lagrange/rk4:h=1e-2", "--t-end", "0.02", "--no-timing", "--out", "-", "--progress", "none")
    check("none beside a stream", json.loads(done.stdout)["scene"] is None, done.stdout)


with tempfile.TemporaryDirectory() as work:
    os.chdir(work)
    watched()
    carried()
finish()
