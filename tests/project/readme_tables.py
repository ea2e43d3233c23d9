#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""The tables of README.md and docs/engines.md: problems and solvers from `mbsbench list`, answers and verdicts from records.

readme_tables.py PROGRAM README        exit 1 when the README's tables are not what the program lists
readme_tables.py PROGRAM README write  puts the listed tables between the markers; the verdicts of the shipped
                                       studies where build/results/studies.jsonl holds their records, and the
                                       answer of the catalogue where records.jsonl beside it does, that of the
                                       engines where engines.jsonl does, as in docs/engines.md beside the README
"""
import collections
import csv
import json
import os
import re
import statistics
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
    return f"up to {r['horizon']:g} s" if r else "—"


tables = {
    "problems": table(
        ["problem", "what it is", "coordinates", "nq / nv / m (rank)", "default run", "parameters (defaults)",
         "reference"],
        [[f"`{p['name']}`", p["title"], p["coordinates"],
          f"{p['nq']} / {p['nv']} / {p['m']} ({p['rank']})", f"{p['t_end']:g} s", parameters(p),
          reference(p)] for p in listed("problems")]),
}
for kind in ("formulations", "integrators", "projections", "linsolvers"):
    tables[kind] = table([kind[:-1], "what it is", "source", "parameters (defaults)"],
                         [[f"`{e['name']}`", e["title"], e.get("source") or "—", parameters(e)]
                          for e in listed(kind)])



def reported(records, name):
    """The rows of a table of mbsbench report."""
    with tempfile.TemporaryDirectory() as out:
        subprocess.run([program, "report", records, "--format", "csv", "--out", out], check=True,
                       stderr=subprocess.DEVNULL)
        with open(os.path.join(out, "tables", name), encoding="utf-8") as file:
            return list(csv.DictReader(file))


def verdicts(records):
    """Claims of each shipped study by what they are about and by their verdicts.  CPU times stand with the machine
    and the day of their records."""
    rows = [row for row in reported(records, "claims.csv") if row["finding"] == "no"]
    count = collections.Counter((row["study"], row["class"], row["verdict"]) for row in rows)
    words = ("reproduced", "depends", "deviates", "contradicted", "not testable")
    classes = {"number": "numbers", "ordering": "orderings and trends", "qualitative": "qualitative",
               "cpu": "CPU time"}

    def about(study, kind):
        machines = sorted({row["machine"] for row in rows
                           if (row["study"], row["class"]) == (study, kind) and row["machine"]})
        return classes[kind] + (": " + "; ".join(machines) if machines else "")

    def line(head, kinds, name):
        numbers = [sum(count[name, kind, word] for kind in kinds) for word in words]
        return [*head, sum(numbers), *numbers]

    lines = []
    for study in listed("studies"):
        name = study["name"]
        kinds = [kind for kind in classes if any(count[name, kind, word] for word in words)]
        if kinds:
            lines.append(line([f"`{name}`", study["title"]], [kind for kind in kinds if kind != "cpu"], name))
        lines += [line(["", about(name, kind)], [kind], name) for kind in kinds]
    return table(["study", "what the claims are about", "claims", *words], lines)


def ratio(text):
    return f"{float(text):{'.1f' if float(text) < 9.95 else '.0f'}}" if text else "—"


def answer(records):
    """The solvers of the catalogue at equal precision, in the order for 1e-4, and which to take for what."""
    rows = [row for row in reported(records, "ranking.csv") if row["study"] == "catalogue"]
    at = {(row["class"], row["solver"]): row for row in rows}
    lines = []
    for row in (row for row in rows if row["class"] == "1e-4"):
        coarse, fine = (at[level, row["solver"]] for level in ("1e-2", "1e-6"))
        lines.append([row["rank"] or "—", f"`{row['solver']}`", f"{row['right']} of {row['mechanisms']}",
                      ratio(row["ratio_median"]),
                      f"{ratio(row['ratio_worst'])} ({row['worst_at']})" if row["ratio_worst"] else "—",
                      row["lost"], *(cell for r in (coarse, fine) for cell in (r["right"], ratio(r["ratio_median"])))])
    kinds = [[row["question"], row["mechanisms"],
              *(f"`{row[k]}` ({row[k + '_right']}; {ratio(row[k + '_ratio'])})" if row[k] else "—"
                for k in ("first", "second", "third"))]
             for row in reported(records, "kinds.csv") if row["study"] == "catalogue" and row["class"] == "1e-4"]
    return table(["rank", "solver", "right to 1e-4", "CPU ratio, median", "worst", "not right on", "right to 1e-2",
                  "CPU ratio", "right to 1e-6", "CPU ratio"], lines) + \
        "\n\n" + table(["for", "mechanisms", "take", "or", "or"], kinds)


def is_engine(row):
    return row["solver"].startswith("engine.")


def versions(records):
    """engine.NAME: title, version and precision, of the study's records."""
    told = {}
    with open(records, encoding="utf-8") as file:
        for record in map(json.loads, file):
            e = record.get("engine")
            if e and e.get("name"):
                told[re.split("[:/]", record["solver"])[0]] = f"{e['name']} {e['version']}, {e['precision']}"
    return told


def engines(records):
    """Each solver of the study `engines` with what it can do, what it does right and what that costs."""
    rows = [row for row in reported(records, "ratios.csv") if row["study"] == "engines"]
    told = versions(records)
    lines = []
    for solver in dict.fromkeys(row["solver"] for row in rows):
        line = [told.get(re.split("[:/]", solver)[0], "mbsbench"), f"`{solver}`"]
        for level in ("1e-2", "1e-4"):
            own = [row for row in rows if row["solver"] == solver and row["class"] == level and row["status"] != "not-applicable"]
            right = [float(row["ratio"]) for row in own if row["right"] == "yes" and row["ratio"]]
            line += [f"{sum(row['right'] == 'yes' for row in own)} of {len(own)}", ratio(statistics.median(right)) if right else "—"]
        lines.append(line)
    lines.sort(key=lambda line: -int(line[2].split()[0]))
    return table(["engine", "solver", "right to 1e-2", "CPU ratio, median", "right to 1e-4", "CPU ratio, median"], lines)


def engine_rows(records):
    """Mechanism by mechanism the cheapest engine that is right, and its CPU time over that of the cheapest formulation;
    below, the mechanisms that no adapter can do."""
    rows = [row for row in reported(records, "ratios.csv") if row["study"] == "engines"]
    order = {p["name"]: k for k, p in enumerate(listed("problems"))}
    lines, beyond = [], []
    for problem in sorted({row["problem"] for row in rows}, key=lambda name: order[name.split(":")[0]]):
        line = [f"`{problem}`"]
        if all(row["status"] == "not-applicable" for row in rows if row["problem"] == problem and is_engine(row)):
            beyond.append(problem)
            continue
        for level in ("1e-2", "1e-4"):
            own = sorted((row for row in rows if (row["problem"], row["class"], row["right"]) == (problem, level, "yes") and row["ratio"]),
                         key=lambda row: float(row["ratio"]))
            engine = next((row for row in own if is_engine(row)), None)
            ours = next((row for row in own if not is_engine(row)), None)
            times = float(engine["ratio"]) / float(ours["ratio"]) if engine and ours else None
            line += [f"`{engine['solver']}`" if engine else "none", "—" if times is None else f"{times:.2g}" if times < 0.95 else ratio(times)]
        lines.append(line)
    return table(["mechanism", "cheapest engine right to 1e-2", "its CPU, times ours", "right to 1e-4", "its CPU, times ours"], lines) + \
        (f"\n\nBeyond all adapters: {', '.join(f'`{name}`' for name in beyond)}." if beyond else "")


results = os.path.join(os.path.dirname(os.path.abspath(path)), "build", "results")
for name, file, make in (("verdicts", "studies.jsonl", verdicts), ("answer", "records.jsonl", answer), ("engines", "engines.jsonl", engines),
                         ("engine rows", "engines.jsonl", engine_rows)):
    if len(sys.argv) > 3 and os.path.exists(os.path.join(results, file)):
        tables[name] = make(os.path.join(results, file))

def renew(path, names):
    """Puts tables between the markers of a page, or says that they are not those that stand there."""
    text = open(path, encoding="utf-8").read()
    new = text
    for name in names:
        marker = re.compile(rf"(<!-- {name} -->\n).*?(<!-- end -->)", re.S)
        if not marker.search(new):
            sys.exit(f"readme_tables: {path} has no place for the table of {name}")
        new = marker.sub(lambda m, content=tables[name]: m.group(1) + content + "\n" + m.group(2), new)
    if len(sys.argv) > 3:
        open(path, "w", encoding="utf-8").write(new)
    elif new != text:
        sys.exit(f"readme_tables: the tables of {path} are not what the program lists; run ./dev readme")


renew(path, [name for name in tables if name != "engine rows"])
if "engine rows" in tables:
    renew(os.path.join(os.path.dirname(os.path.abspath(path)), "docs", "engines.md"), ["engine rows"])
