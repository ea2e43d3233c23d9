#!/usr/bin/env python3
"""The tables of README.md: problems and solvers from `mbsbench list`, verdicts from records.

readme_tables.py PROGRAM README        exit 1 when the README's tables are not what the program lists
readme_tables.py PROGRAM README write  puts the listed tables between the markers, and the verdicts of the
                                       shipped studies where build/results/studies.jsonl holds their records
"""
import collections
import csv
import json
import os
import re
import subprocess
import sys
import tempfile

program, path = sys.argv[1:3]


def listed(what):
    return json.loads(subprocess.run([program, "list", what, "--json"], check=True,
                                     capture_output=True, text=True).stdout)


def table(head, rows):
    lines = ["| " + " | ".join(head) + " |", "|" + "---|" * len(head)]
    return "\n".join(lines + ["| " + " | ".join(str(c) for c in row) + " |" for row in rows])


def parameters(entry):
    def one(p):
        value = "required" if p["required"] else "unset" if p["default"] is None else p["default"]
        return f"{p['name']} ({value:g})" if isinstance(value, float) else f"{p['name']} ({value})"
    return ", ".join(one(p) for p in entry.get("parameters", [])) or "—"


def reference(p):
    r = p["reference"]
    return f"{r['bound']:g} up to {r['horizon']:g} s" if r else "—"


tables = {
    "problems": table(
        ["problem", "what it is", "coordinates", "nq / nv / m (rank)", "default run", "parameters (defaults)",
         "reference bound"],
        [[f"`{p['name']}`", p["title"], p["coordinates"],
          f"{p['nq']} / {p['nv']} / {p['m']} ({p['rank']})", f"{p['t_end']:g} s", parameters(p),
          reference(p)] for p in listed("problems")]),
}
for kind in ("formulations", "integrators", "projections", "linsolvers"):
    tables[kind] = table([kind[:-1], "what it is", "source", "parameters (defaults)"],
                         [[f"`{e['name']}`", e["title"], e.get("source") or "—", parameters(e)]
                          for e in listed(kind)])



def verdicts(records):
    """Claims of each shipped study by their verdicts, judged by mbsbench report."""
    with tempfile.TemporaryDirectory() as out:
        subprocess.run([program, "report", records, "--format", "csv", "--out", out], check=True,
                       stderr=subprocess.DEVNULL)
        with open(os.path.join(out, "tables", "claims.csv"), encoding="utf-8") as file:
            count = collections.Counter((row["study"], row["verdict"]) for row in csv.DictReader(file)
                                        if row["finding"] == "no")
    words = ("reproduced", "deviates", "contradicted", "not testable")
    return table(["study", "what it is", "claims", *words],
                 [[f"`{s['name']}`", s["title"], sum(count[s["name"], w] for w in words), *(count[s["name"], w] for w in words)]
                  for s in listed("studies") if any(count[s["name"], w] for w in words)])


records = os.path.join(os.path.dirname(os.path.abspath(path)), "build", "results", "studies.jsonl")
if len(sys.argv) > 3 and os.path.exists(records):
    tables["verdicts"] = verdicts(records)

text = open(path, encoding="utf-8").read()
new = text
for name, content in tables.items():
    marker = re.compile(rf"(<!-- {name} -->\n).*?(<!-- end -->)", re.S)
    if not marker.search(new):
        sys.exit(f"readme_tables: {path} has no place for the table of {name}")
    new = marker.sub(lambda m: m.group(1) + content + "\n" + m.group(2), new)
if len(sys.argv) > 3:
    open(path, "w", encoding="utf-8").write(new)
elif new != text:
    sys.exit(f"readme_tables: the tables of {path} are not what the program lists; run ./dev readme")
