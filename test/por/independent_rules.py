"""Random Murphi models with many independent transitions: processes whose rules move between locations, with local
variables, variables that others read, shared ones, channels as small arrays, and properties about some of these.
Processes are a scalarset, a range or an enumeration; rules belong to all processes, to one process, or to the
environment."""

import random

PLACES = 4
NAMES = ["pa", "pb", "pc", "pd", "pe", "pf"]


class Maker:
    def __init__(self, seed, sizes=(2, 3)):
        r = self.r = random.Random(f"independent rules {seed}")
        self.n = r.choice(sizes)
        self.kind = r.choice(["scalarset", "scalarset", "range", "enum"])
        self.loops = r.random() < 0.35
        self.symmetric = self.kind == "scalarset"

    def process_type(self):
        if self.kind == "scalarset":
            return f"scalarset({self.n})"
        return f"0..{self.n - 1}" if self.kind == "range" else "enum {" + ", ".join(NAMES[:self.n]) + "}"

    def fixed(self):
        k = self.r.randrange(self.n)
        return str(k) if self.kind == "range" else NAMES[k]

    # ---- conditions and statements of the process i (another one is j)

    def condition(self, i, j):
        r = self.r
        own = [f"v[{i}] = {r.randint(0, 2)}", f"v[{i}] != {r.randint(0, 2)}", f"w[{i}] < 2"]
        shared = ["h", "!h", f"g = {r.randint(0, 2)}", f"n[{i}] > 0", f"!isundefined(owner) & owner = {i}", "isundefined(owner)",
                  f"exists k: proc do w[k] = {r.randint(0, 2)} end", f"forall k: proc do at[k] != {r.randrange(PLACES)} end",
                  f"n[{i}] > 0 & e[{i}][0] = {r.randint(0, 1)}"]
        shared += [f"w[{j}] = {r.randint(0, 2)}", f"at[{j}] = {r.randrange(PLACES)}", f"n[{j}] < 2"] if j else []
        return r.choice(own if r.random() < 0.6 else shared)

    def send(self, j):
        value = self.r.choice(["0", "1"])
        return f"if n[{j}] < 2 then e[{j}][n[{j}]] := {value}; n[{j}] := n[{j}] + 1; end"

    def receive(self, i):
        return f"if n[{i}] > 0 then v[{i}] := e[{i}][0]; e[{i}][0] := e[{i}][1]; undefine e[{i}][1]; n[{i}] := n[{i}] - 1; end"

    def statement(self, i, j):
        r = self.r
        own = [f"v[{i}] := {r.randint(0, 2)}", f"v[{i}] := (v[{i}] + 1) % 3", f"w[{i}] := {r.randint(0, 2)}", f"w[{i}] := v[{i}]",
               f"if v[{i}] = {r.randint(0, 2)} then v[{i}] := 0; else w[{i}] := 1; end"]
        shared = [f"g := {r.randint(0, 2)}", "g := (g + 1) % 3", f"h := {r.choice(['true', 'false', '!h'])}", f"v[{i}] := g",
                  f"g := v[{i}]", f"owner := {i}", "undefine owner", self.receive(i)]
        shared += [self.send(j), self.send(j), f"w[{j}] := {r.randint(0, 2)}", f"v[{i}] := w[{j}]"] if j else []
        faults = [f"assert v[{i}] != 2 | h", "assert g < 2", f"v[{i}] := v[{i}] + 1", "if g = 2 then error \"two\"; end"]
        k = r.random()
        return r.choice(own if k < 0.68 else shared if k < 0.96 else faults)

    # ---- rules

    def body(self, i, j):
        return "; ".join(self.statement(i, j) for _ in range(self.r.choice([0, 1, 1, 1, 2])))

    def rule(self, number, here, there):
        r = self.r
        alone = not self.symmetric and r.random() < 0.25
        i = self.fixed() if alone else "i"
        j = r.choice(["", "", "", "j" if self.symmetric else self.fixed()])
        binders = [] if alone else ["i: proc"]
        binders += ["j: proc"] if j == "j" else []
        guard = [f"at[{i}] = {here}"] + [self.condition(i, j) for _ in range(r.choice([0, 0, 1, 1, 2]))]
        guard += ["i != j"] if j == "j" and r.random() < 0.7 else []
        body = self.body(i, j)
        if r.random() < 0.15:
            binders.append("x: small")
            body = f"v[{i}] := x; {body}"
        text = f"rule \"r{number}\" {' & '.join(f'({g})' for g in guard)} ==> begin {body + ';' if body else ''} at[{i}] := {there}; end;"
        return f"ruleset {'; '.join(binders)} do {text} end;" if binders else text

    def rules(self):
        r = self.r
        out = []
        for here in range(PLACES - 1):
            for _ in range(r.choice([1, 1, 2])):
                out.append(self.rule(len(out), here, min(here + r.choice([1, 1, 2]), PLACES - 1)))
        if self.loops:
            out.append(self.rule(len(out), r.randint(1, PLACES - 1), 0))
        if r.random() < 0.3:
            out.append(f"rule \"outside\" g < 2 ==> begin {r.choice(['g := g + 1', 'g := g + 1; h := true', 'g := 2'])}; end;")
        if r.random() < 0.2:
            out.append("rule \"flip\" h ==> begin h := false; end;")
        if r.random() < 0.5: # else it ends in a deadlock
            out.append(f"rule \"rest\" forall k: proc do at[k] = {PLACES - 1} end ==> end;")
        return out

    def state_property(self):
        r = self.r
        return r.choice([f"g != {r.randint(0, 2)} | h", f"!(g = {r.randint(1, 2)} & h)", f"forall k: proc do w[k] < {r.randint(1, 3)} end",
                         f"exists k: proc do at[k] < {PLACES - 1} end", "forall k: proc do n[k] < 2 end", "g < 2 | isundefined(owner)",
                         f"forall k: proc do v[k] = {r.randint(0, 1)} -> at[k] < {PLACES - 1} end"])

    def properties(self):
        r = self.r
        k = r.random()
        if k < 0.2:
            return ["-- @ltl f: " + r.choice(["[]", "<>", "[]<>", "<>[]"]) + " {" + self.state_property() + "}"]
        out = [f"invariant \"i\" {self.state_property()};"] if k < 0.6 else []
        return out + ([f"cover \"c\" {self.state_property()};"] if r.random() < 0.3 else [])

    def model(self):
        some = self.r.choice(["v[k] := 0", "v[k] := 0; w[k] := 1", "v[k] := 1"])
        starts = ["h := false", "h := true"][:self.r.choice([1, 1, 2])]
        lines = [f"type proc: {self.process_type()}; place: 0..{PLACES - 1}; small: 0..2;",
                 "var at: array [proc] of place; v, w: array [proc] of small; g: small; h: boolean; owner: proc;",
                 "    n: array [proc] of 0..2; e: array [proc] of array [0..1] of 0..1;"]
        lines += [f"startstate \"s{x}\" begin for k: proc do at[k] := 0; w[k] := 0; n[k] := 0; {some}; end; g := 0; {s}; end;"
                  for x, s in enumerate(starts)]
        return "\n".join(lines + self.rules() + self.properties()) + "\n"
