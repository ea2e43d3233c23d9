#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""`describe`: what a mechanism is in words, as data, as a drawing, as its file; wrong files are told by line and column.

describe.py MBSBENCH MECHANISMS"""
import json
import math
import os
import re
import shutil
import subprocess
import sys
import tempfile
import xml.etree.ElementTree as ET

from checks import check, finish

exe, mechanisms = (os.path.abspath(p) for p in sys.argv[1:3])
NAMES = sorted(f[:-5] for f in os.listdir(mechanisms) if f.endswith(".yaml"))
SVG = "{http://www.w3.org/2000/svg}"
folder = tempfile.TemporaryDirectory()

BOB = """mechanism: bob
title: a bob & its <bar>
dimension: planar
gravity: [0, -9.81]
parameters:
  length: {value: 2, min: 1, max: 3, unit: m, doc: of the bar}
  side: {choice: [left, right], doc: where it starts}
points: {O: [0, 0], P: [{by: side, left: -length, right: length}, 0]}
bodies: {bob: {point: P, mass: 0.1}}
joints: {bar: {distance: [ground, bob], at: [O, P]}}
outputs: {bob: {point: bob}}
"""

WRONG = """mechanism: wrong
dimension: planar
gravity: [0, -9.81, 0]
points: {A: [0, 0], B: [1, 0]}
bodies: {crank: {rod: [A, B], mass: 1}}
joints:
  A: {revolute: [ground, crnak], at: A}
  B: {revolve: [ground, crank], at: B}
"""


def run(*args):
    return subprocess.run([exe, "describe", *args], capture_output=True, text=True, timeout=120, cwd=folder.name)


def write(name, text):
    with open(os.path.join(folder.name, name), "w") as file:
        file.write(text)


def numbers(x, n):
    return isinstance(x, list) and len(x) == n and all(isinstance(v, float) for v in x)


def schema(o):
    """What docs/mechanism-json.md promises of a mechanism, and whether its parts name each other."""
    bodies, joints = {b["name"] for b in o["bodies"]}, {j["name"] for j in o["joints"]}
    known = bodies | {None}
    good = o["format"] == 1 and o["dimension"] in ("planar", "spatial") and numbers(o["gravity"], 3)
    for b in o["bodies"]:
        good &= b["mass"] > 0 and numbers(b["com_world"], 3) and numbers(b["quaternion"], 4)
        good &= math.isclose(math.hypot(*b["quaternion"]), 1, rel_tol=1e-12)
        good &= b["inertia6"] is None if b["point"] else numbers(b["inertia6"], 6)
        good &= all(numbers(u, 3) for u in b["places"].values())
        moves = o["position"] == "start"
        good &= numbers(b["v"], 3) if moves else b["v"] is None
        good &= numbers(b["omega"], 3) if moves and not b["point"] else b["omega"] is None
    for j in o["joints"]:
        good &= set(j["bodies"]) <= known and len(j["bodies"]) == 2 and isinstance(j["rows"], int)
        good &= all(j[k] is None or numbers(j[k], 3) for k in ("marker_a", "marker_b", "axis_a", "axis_b"))
        good &= j["rows_of_velocity"] <= j["rows"] and len(j["value"]) <= 2
    of = lambda c: c["joint"] in joints and c["number"] in (0, 1)
    good &= all(of(d["of"]) and isinstance(d["law"], str) for d in o["drives"])
    for g in o["gears"]:
        good &= all(t["body"] in bodies and numbers(t["axis"], 3) if g["kind"] == "mesh" else of(t["of"]) for t in g["terms"])
    for f in o["forces"]:
        good &= of(f["of"]) if f["kind"] == "joint" else set(f["bodies"]) <= known
    good &= all(f["kind"] in ("pieces", "linear", "spline") and all(len(p) == 2 for p in f["points"]) for f in o["functions"])
    good &= all(len(q["names"]) > 0 and isinstance(q["compared"], bool) for q in o["outputs"])
    d = o["declared"]
    return good and d["coordinates"] - d["rows"] == d["freedoms"] and d["rows"] == sum(j["rows"] for j in o["joints"]) + len(o["drives"]) + len(o["gears"])


def rotated(e, u):
    """u turned by a unit quaternion."""
    w, x, y, z = e
    t = [2 * (y * u[2] - z * u[1]), 2 * (z * u[0] - x * u[2]), 2 * (x * u[1] - y * u[0])]
    return [u[0] + w * t[0] + y * t[2] - z * t[1], u[1] + w * t[1] + z * t[0] - x * t[2], u[2] + w * t[2] + x * t[1] - y * t[0]]


def cross(a, b):
    return [a[1] * b[2] - a[2] * b[1], a[2] * b[0] - a[0] * b[2], a[0] * b[1] - a[1] * b[0]]


def closed(o):
    """The largest opening of joints whose bodies meet in a place, and how fast the largest grows, by what the data say
    alone."""
    body = {b["name"]: b for b in o["bodies"]}
    largest = fastest = 0.0
    for j in o["joints"]:
        if j["kind"] not in ("revolute", "spherical", "universal", "rigid"):
            continue
        at, rate = [], []
        for name, u in zip(j["bodies"], (j["marker_a"], j["marker_b"])):
            b = body.get(name)
            arm = [0.0] * 3 if b is None else rotated(b["quaternion"], u)
            at.append(u if b is None else [c + r for c, r in zip(b["com_world"], arm)])
            rate.append([0.0] * 3 if b is None else [c + r for c, r in zip(b["v"], cross(b["omega"] or [0.0] * 3, arm))])
        largest, fastest = max(largest, math.dist(*at)), max(fastest, math.dist(*rate))
    return largest, fastest


for name in NAMES:
    done = run(name)
    check(f"{name}: words", done.returncode == 0 and done.stdout.startswith(name) and "\nbodies\n" in done.stdout
          and not done.stderr, done.stderr)
    noise = re.findall(r"^.*(?<![\w.])-?[\d.]+e-(?:1[4-9]|[2-9]\d)\b.*$", done.stdout, re.M)
    check(f"{name}: no number is what rounding left", not noise, noise)
    done = run(name, "--format", "json")
    data = json.loads(done.stdout)
    check(f"{name}: data", data["name"] == name and schema(data))
    check(f"{name}: its joints are closed and stay so", data["position"] == "start" and
          max(closed(data)) <= 1e-11 * max([data["scale"], *(math.hypot(*b["v"]) for b in data["bodies"])]), closed(data))
    check(f"{name}: the freedoms of its model", data["dof"] is None or data["dof"] == data["declared"]["freedoms"]
          + data["redundant"], (data["dof"], data["declared"], data["redundant"]))
    root = ET.fromstring(run(name, "--format", "svg").stdout)
    words = [t.text for t in root.iter(f"{SVG}text")]
    titles = {t.text for t in root.iter(f"{SVG}title")}
    check(f"{name}: drawing", root.tag == f"{SVG}svg" and words[-1 - words[::-1].index(name)] == name
          and {b["name"] for b in data["bodies"]} <= titles and "nan" not in ET.tostring(root, "unicode"))
    check(f"{name}: nothing from elsewhere", not [e for e in root.iter() if e.tag.endswith(("image", "script", "use"))]
          and not [a for e in root.iter() for a in e.attrib if "href" in a or a.startswith("on")])
    with open(os.path.join(mechanisms, name + ".yaml")) as file:
        check(f"{name}: its file", run(name, "--format", "yaml").stdout == file.read())

# numbers come through in full
four = json.loads(run("four-bar", "--format", "json").stdout)
check("numbers of four-bar", [b["mass"] for b in four["bodies"]] == [1.0, 2.25, 2.2] and four["gravity"] == [0.0, -9.81, 0.0])
gears = json.loads(run("epicyclic-gears", "--format", "json").stdout)
check("factors of gears", [t["factor"] for t in gears["gears"][0]["terms"]] == [18.0, -60.0, 42.0])
iltis = json.loads(run("iltis-suspension", "--format", "json").stdout)
check("laws with their breaks", iltis["forces"][1]["law"] == "-leaf(x-0.455)" and
      iltis["functions"][0]["points"][:2] == [[15.0, "0"], [20.0, "0.1*(1-cos(6.283185307179586*(s-15)/5))"]],
      (iltis["forces"][1], iltis["functions"][0]))
check("parameters", len(json.loads(run("n-link-pendulum:N=3", "--format", "json").stdout)["bodies"]) == 3)
check("parameters that the C code alone has", "spring K4" in " ".join(run("andrews-squeezer:spring=K4").stdout.split()))

# a file of the user's
write("bob.yaml", BOB)
done = run("bob.yaml")
check("a file", done.returncode == 0 and done.stdout.startswith("bob: a bob & its <bar>\nplanar, 1 body, 1 joint: 2 coordinates - 1 row")
      and {"length 2 m, 1 to 3: of the bar", "side left, one of left|right: where it starts"} <= {" ".join(x.split()) for x in done.stdout.splitlines()},
      done.stdout)

# what is given, what was moved, what follows
four = subprocess.run([exe, "describe", "four-bar", "--format", "yaml"], capture_output=True, text=True).stdout
write("moving.yaml", four + "start: {A: 5}\n")
done = run("moving.yaml")
check("rates that follow", "1 freedom, 1 given" in done.stdout and "D follows: 2.66136 rad/s" in done.stdout
      and "the start is consistent as declared" in done.stdout, done.stdout + done.stderr)
write("moving.yaml", four + "start: {A: 5, D: 1}\n")
done = run("moving.yaml")
check("rates that contradict", done.returncode == 2 and "start gives A = 5 and D = 1, but A = 5 makes D = 2.66136" in done.stderr, done.stderr)
done = run("slider-crank-singular:start=singular,eps=0.01")
check("a start that is kept where a rod is off by eps is not called consistent",
      "the start is kept as declared" in done.stdout and "consistent as declared" not in done.stdout, done.stdout)
place = lambda spec: json.loads(run(spec, "--format", "json").stdout)["bodies"][0]["com_world"][0]
check("its parameters", [place(s) for s in ("bob.yaml", "./bob.yaml:length=1.5", "bob.yaml:side=right,length=3")] == [-2, -1.5, 3])
check("a title is no markup", ET.fromstring(run("bob.yaml", "--format", "svg").stdout) is not None)
done = run("bob.yaml", "--format", "svg", "--out", "bob.svg")
check("--out", done.returncode == 0 and not done.stdout and os.path.getsize(os.path.join(folder.name, "bob.svg")) > 1000)


def picture(*args):
    """Ghosts, titles and traces of a drawing, as lists of places on the paper."""
    done = subprocess.run([exe, *args], capture_output=True, text=True, timeout=120, cwd=folder.name)
    root = ET.fromstring(done.stdout)
    paths = [p.get("d") for p in root.iter(f"{SVG}path") if p.get("class") == "trace"]
    traces = [[tuple(map(float, at.split())) for at in re.split("[ML]", p.rstrip("Z"))[1:]] for p in paths]
    return root, [g for g in root.iter(f"{SVG}g") if g.get("class") == "ghost"], traces


# where it passes: paths that geometry knows
write("swing.yaml", BOB.replace("gravity: [0, -9.81]\n", "gravity: [0, -9.81]\nrun: {end: 2}\n"))
_, ghosts, (arc,) = picture("describe", "swing.yaml:length=1", "--format", "svg")
radius = max(y for _, y in arc) - arc[0][1]
pivot = arc[0][0] + radius, arc[0][1]
check("a pendulum swings on a circle, to the other side", len(ghosts) == 8 and len(arc) > 40 and arc[-1][0] - pivot[0] > 0.9 * radius
      and max(abs(math.dist(p, pivot) - radius) for p in arc) < 0.5, arc)
_, ghosts, traces = picture("describe", "peaucellier", "--format", "svg", "--ghosts", "5")
check("Peaucellier's point goes straight", len(ghosts) == 5 and min(max(p[0] for p in t) - min(p[0] for p in t) for t in traces) <= 0.2
      and max(p[1] for p in traces[0]) - min(p[1] for p in traces[0]) > 50, traces)
_, ghosts, traces = picture("describe", "double-four-bar", "--format", "svg")
check("the double four-bar stays a parallelogram through its singular positions", len(traces) == 2 and all(
      abs(max(p[k] for p in t) - min(p[k] for p in t) - max(p[k] for p in traces[0]) + min(p[k] for p in traces[0])) < 1
      for t in traces for k in (0, 1)), [len(t) for t in traces])
check("without ghosts nothing passes", picture("describe", "four-bar", "--format", "svg", "--ghosts", "0")[1:] == ([], []))

# for papers
root, ghosts, _ = picture("draw", "rssr", "--ghosts", "2")
check("a column's width, no title", root.get("width") == "88mm" and len(ghosts) == 2 and
      "rssr" not in [t.text for t in root.iter(f"{SVG}text")])
names = lambda root: {t.text for t in root.iter(f"{SVG}text")} & {"crank", "coupler", "rocker"}
bare, _, _ = picture("draw", "rssr", "--ghosts", "0", "--names", "none", "--width", "120", "--view", "0.5,0.2")
check("names as asked for", len(names(root)) == 3 and not names(bare) and bare.get("width") == "120mm")
top, _, _ = picture("draw", "rssr", "--ghosts", "0", "--view", "-1.5707963267948966,1.5707963267948966")
crank = lambda root: next(g for g in root.iter(f"{SVG}g") if g.findtext(f"{SVG}title") == "crank").find(f"{SVG}path").get("d")
check("from above an upright crank is a point", len({tuple(round(float(x)) for x in at.split()) for at in re.split("[ML]", crank(top))[1:]}) == 1,
      crank(top))
for form, magic in ("png", b"\x89PNG"), ("pdf", b"%PDF"):
    path = os.path.join(folder.name, "rssr." + form)
    done = subprocess.run([exe, "draw", "rssr", "--out", path], capture_output=True, text=True, timeout=120)
    if shutil.which("rsvg-convert"):
        check(form, done.returncode == 0 and open(path, "rb").read(len(magic)) == magic, done.stderr)
    done = subprocess.run([exe, "draw", "rssr", "--out", "none." + form], capture_output=True, text=True, timeout=120,
                          cwd=folder.name, env={"PATH": folder.name})
    check(f"{form} without the program that makes it", done.returncode == 2 and "librsvg2-bin" in done.stderr
          and not os.path.exists(os.path.join(folder.name, "none." + form)), done.stderr)
for args, said in (["--out", "rssr.jpg"], ".svg, .png or .pdf"), (["--view", "1"], "azimuth and elevation"), (["--width", "1"], "at least 10"):
    done = subprocess.run([exe, "draw", "rssr", *args], capture_output=True, text=True, timeout=120, cwd=folder.name)
    check(f"refused: draw {' '.join(args)}", done.returncode == 2 and said in done.stderr, done.stderr)

# what is wrong stands with its place
write("wrong.yaml", WRONG)
done = run("wrong.yaml")
lines = done.stderr.splitlines()
check("errors of a file", done.returncode == 2 and not done.stdout and len(lines) == 4 and
      lines[0].startswith("wrong.yaml:3:") and "2 numbers" in lines[0] and
      lines[1].startswith("wrong.yaml:7:") and "did you mean 'crank'" in lines[1] and
      lines[2].startswith("wrong.yaml:8:") and "wrong.yaml has 3 errors" in lines[3], done.stderr)

write("lost.yaml", BOB.replace("{point: bob}}", "{point: bob}, speed: {velocity: bob}}\ndraw: {ghosts: 2, trace: [bob, speed]}"))
REFUSED = [
    ([], ["describe what?"]),
    (["four-bra"], ["unknown problem 'four-bra'", "did you mean 'four-bar'"]),
    (["nothing-like-it"], ["unknown problem 'nothing-like-it'", "stewart-platform"]),
    (["nobody.yaml"], ["cannot read nobody.yaml", "No such file"]),
    (["./nobody"], ["cannot read ./nobody"]),
    (["bob.yaml:"], ["ends in ':'"]),
    (["bob.yaml:lenght=1"], ["lenght"]),
    (["bob.yaml:length=5"], ["length", "3"]),
    (["double-four-bar:h=1"], ["no parameter 'h'"]),
    (["four-bar", "--format", "pdf"], ["expected text, json, svg"]),
    (["four-bar", "--format", "svg", "--ghosts", "2.5"], ["--ghosts 2.5", "whole number"]),
    (["lost.yaml"], ["lost.yaml:12:26: ", "a trace is the path of a point, 'speed' is none"]),
    (["four-bar", "door"], ["already given"]),
    (["bob.yaml", "--out", "bob.yaml"], ["write over"]),
]
for args, said in REFUSED:
    done = run(*args)
    check(f"refused: {' '.join(args)}", done.returncode == 2 and all(s in done.stderr for s in said) and not done.stdout,
          f"{done.returncode} {done.stderr}")
done = run("four-bar", "--out", "none/x")
check("a file that cannot be written", done.returncode == 1 and "none/x" in done.stderr, done.stderr)

# what cannot be assembled: 12.5 m of ground, and rods of 10 m in all.  Words and drawings help to find out, data are none.
write("apart.yaml", """mechanism: apart
dimension: planar
gravity: [0, -9.81]
points: {A: [0, 0], B: [1, 1.73], C: [4.65, 3.37], D: [12.5, 0]}
bodies:
  crank: {rod: [A, B], length: 2, mass: 1}
  coupler: {rod: [B, C], length: 4, mass: 2.25}
  follower: {rod: [D, C], length: 4, mass: 2.2}
joints:
  A: {revolute: [ground, crank], at: A}
  B: {revolute: [crank, coupler], at: B}
  C: {revolute: [coupler, follower], at: C}
  D: {revolute: [ground, follower], at: D}
""")
for words in (["describe", "apart.yaml"], ["draw", "apart.yaml"], ["describe", "apart.yaml:coordinates=natural"], ["describe", "apart.yaml", "--format", "json"],
              ["describe", "apart.yaml", "--format", "mjcf"], ["advise", "--problem", "apart.yaml", "--error", "1e-4"]):
    done = subprocess.run([exe, *words], capture_output=True, text=True, timeout=120, cwd=folder.name)
    check(f"{' '.join(words)}: cannot be assembled", done.returncode == 2 and done.stderr.count("\n") == 1 and
          re.search(r": apart\.yaml:1[0-3]:3: cannot be assembled: '[A-D]' stays .* m open \(.*, .*\), and with it .*, 2\.5\d? m in all; ", done.stderr) and
          {f"'{j}'" for j in "ABCD"} <= set(re.findall("'.'", done.stderr)), (done.returncode, done.stderr))
    check(f"{' '.join(words)}: what is given all the same", bool(done.stdout) == ("json" not in words and "mjcf" not in words and words[0] != "advise"), done.stdout)

# models of other tools, and back
write("kept.xml", "kept")
done = run("andrews-squeezer", "--format", "mjcf", "--out", "kept.xml")
check("what MJCF cannot say leaves the file as it is", done.returncode == 1 and "'motor'" in done.stderr and
      open(os.path.join(folder.name, "kept.xml")).read() == "kept", done.stderr)
done = run("four-bar", "--format", "mjcf", "--out", "four.xml")
names = [b.get("name") for b in ET.parse(os.path.join(folder.name, "four.xml")).iter("body")] if done.returncode == 0 else []
check("four-bar as MJCF", sorted(names) == ["coupler", "crank", "follower"], done.stderr)
done = subprocess.run([exe, "import", "four.xml", "--planar", "--out", "four.yaml"], cwd=folder.name, capture_output=True, text=True)
check("MJCF as a mechanism file", done.returncode == 0 and "four.xml:" in done.stderr and done.stderr.startswith("taken:\n"), done.stderr)
was, now = (json.loads(run(name, "--format", "json").stdout) for name in ("four-bar", "./four.yaml"))
check("there and back: freedoms and masses", (was["dof"], sorted(b["mass"] for b in was["bodies"])) ==
      (now["dof"], sorted(b["mass"] for b in now["bodies"])), str(now)[:300])

# what moves comes back with the velocities that follow from the start
done = run("iftomm-slider-crank", "--format", "mjcf", "--out", "crank.xml")
done = subprocess.run([exe, "import", "crank.xml", "--out", "crank.yaml"], cwd=folder.name, capture_output=True, text=True)
was, now = ({b["name"]: b for b in json.loads(run(name, "--format", "json").stdout)["bodies"]} for name in ("iftomm-slider-crank", "./crank.yaml"))
key = ET.parse(os.path.join(folder.name, "crank.xml")).find("keyframe/key")
check("MuJoCo counts a blank behind the last number as one more", all(key.get(k) == key.get(k).strip() for k in ("qpos", "qvel")))
apart = max(abs(x - y) for name in was for key in ("com_world", "v", "omega") for x, y in zip(was[name][key], now[name][key]))
check("there and back: places and velocities", apart < 1e-13 and max(map(abs, was["crank"]["omega"])) > 1.0, f"{apart} {done.stderr[:200]}")

# coordinates count from what is declared, also where the mechanism is put together elsewhere: the drive puts B to 0.4, the
# chain at rest turns as a whole about O (least displacement); what B turns from a spring's rest, 0.2, is 0.2
write("bent.yaml", """mechanism: bent
dimension: planar
points: {O: [0, 0], P: [1, 0], Q: [2, 0.5]}
bodies: {a: {rod: [O, P], mass: 1}, b: {rod: [P, Q], mass: 1}}
joints:
  A: {revolute: [ground, a], at: O}
  B: {revolute: [a, b], at: P, value: 0.1}
drives: {D: {joint: B, law: 0.4}}
forces: {S: {joint: B, stiffness: 3, free: 0.2}}
outputs: {S: {force: S}}
""")
done = run("bent.yaml", "--format", "mjcf", "--out", "bent.xml")
root = ET.parse(os.path.join(folder.name, "bent.xml"))
ref = {j.get("name"): float(j.get("ref", 0)) for j in root.iter("joint") if j.get("type")}
turned = {b["name"]: 2 * math.atan2(b["quaternion"][3], b["quaternion"][0]) for b in json.loads(run("bent.yaml", "--format", "json").stdout)["bodies"]}
check("MJCF: coordinates of joints are those of the start", abs(ref["B"] - 0.4) < 1e-14 and abs(ref["A"] - turned["a"]) < 1e-14 and turned["a"] != 0 and
      abs(float(root.find("equality/joint").get("polycoef").split()[0])) < 1e-14, f"{ref} {turned}")
done = subprocess.run([exe, "import", "bent.xml", "--planar"], cwd=folder.name, capture_output=True, text=True)
write("bent-back.yaml", done.stdout.replace("outputs:", "outputs:\n  S: {force: S}").replace("  B: {joint: B, stiff", "  S: {joint: B, stiff"))
done = subprocess.run([exe, "run", "--problem", "./bent-back.yaml", "--solver", "lagrange/rk4:h=1e-3", "--t-end", "0.01", "--no-timing", "--out", "-"],
                      cwd=folder.name, capture_output=True, text=True)
check("there and back: the spring pulls by 3 (0.4 - 0.2)", done.returncode == 0 and abs(json.loads(done.stdout)["outputs"]["S"] + 0.6) < 1e-9, done.stdout[:200] + done.stderr)

# two hinges in line repeat each other, which is told once, and not where the file expects it
two = """mechanism: two
dimension: planar
gravity: [0, -9.81]
bodies: {a: {rod: [[0, 0], [1, 0]], mass: 1}}
joints:
  A: {revolute: [ground, a], at: [0, 0]}
  B: {revolute: [ground, a], at: [0, 0]%s}
"""
for expected in ("", ", redundant: expected"):
    write("two.yaml", two % expected)
    done = subprocess.run([exe, "run", "--problem", "./two.yaml", "--solver", "lagrange/rk4:h=1e-2/none/qr", "--t-end", "0.1", "--no-timing", "--out", "-"],
                          cwd=folder.name, capture_output=True, text=True)
    check(f"repeated rows{expected}", done.returncode == 0 and json.loads(done.stdout)["problem"]["rank"] == 2 and
          ("'B' repeats 2 rows of 'A'" in done.stderr) == (not expected), done.stderr)

# gears: teeth at each joint, a line from one to the next
write("gears.yaml", """mechanism: gears
dimension: planar
bodies:
  wheel: {disc: 0.2, com: [0, 0], mass: 1}
  rack: {box: [0.6, 0.05], com: [0.3, -0.2], mass: 0.5}
joints:
  A: {revolute: [ground, wheel], at: [0, 0]}
  R: {prismatic: [ground, rack], at: [0.3, -0.2], axis: x}
gears: {toothed: {couple: {A: 0.2, R: -1}}}
""")
svg = run("./gears.yaml", "--format", "svg").stdout
check("gears are drawn", (svg.count('class="teeth"'), svg.count('class="gear"')) == (2, 1) and "toothed: couple" in svg, svg[-600:])

# files that MJCF includes are those of its folder, links followed
def included(name):
    write("whole.xml", f"<mujoco><worldbody><body name='a'><joint name='J'/><include file='{name}'/></body></worldbody></mujoco>")
    return subprocess.run([exe, "import", "whole.xml"], cwd=folder.name, capture_output=True, text=True, timeout=60)


os.mkdir(os.path.join(folder.name, "parts"))
write("parts/mass.xml", "<mujocoinclude><inertial pos='0 0 -1' mass='2' diaginertia='1 1 1'/></mujocoinclude>")
elsewhere = tempfile.NamedTemporaryFile(suffix=".xml")
os.symlink(elsewhere.name, os.path.join(folder.name, "parts", "out.xml"))
os.mkfifo(os.path.join(folder.name, "parts", "never.xml"))
done = included("parts/mass.xml")
check("an included file", done.returncode == 0 and "mass: 2" in done.stdout, done.stderr)
for name, part in (("parts/out.xml", "a link leaves the folder"), ("parts/never.xml", "it is no file"),
                   ("../whole.xml", "in the folder of the first one"), ("whole.xml", "included once")):
    done = included(name)
    check(f"no included {name}", done.returncode == 2 and part in done.stderr and not done.stdout, done.stderr)
finish()
