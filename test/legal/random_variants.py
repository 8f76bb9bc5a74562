#!/usr/bin/env python3
"""Random variants of the natural models, by brute force, as random_loops.py does with its own models.

A variant changes a few places: conditions are negated or dropped, statements exchanged, repeated or omitted, indexes
shifted, loops left early, shared variables and multisets written in loops, aliases inserted. Or it gets additional
rules: a loop whose order may matter, entries of a multiset that are used while others are added and removed, start
states that single out an element, together with properties that may read it. Many variants are no valid models; they
are counted and skipped."""

import pathlib
import re
import sys

import random_loops
import tool # noqa: E402

MODELS = [p.read_text() for p in sorted((pathlib.Path(__file__).resolve().parents[1] / "natural/murphi").glob("*.m"))
          if p.stem not in ("tso_cc", "ring_token_numbers")] # one is large, one has no scalarset

LOOP = re.compile(r"\bfor (\w+): ?(\w+) do\b")
STATEMENT = re.compile(r" [A-Za-z_][\w.\[\]]* := [^;]*;")
CONDITION = re.compile(r"\b(?:els)?if ([^;]*?) then\b")


def pick(rng, matches):
    matches = list(matches)
    return rng.choice(matches) if matches else None


def replace(text, match, new):
    return text if match is None else text[:match.start()] + new + text[match.end():]


def scalarsets(text):
    return re.findall(r"\b(\w+): scalarset ?\(", text)


class Variant:
    """A model that is being changed, and the declarations added to it."""

    def __init__(self, rng, text):
        self.rng, self.text, self.types = rng, text, scalarsets(text)
        self.uses, self.own, self.odd = set(), [], ""

    # ---- insertions into loops

    def loop(self):
        return pick(self.rng, (m for m in LOOP.finditer(self.text) if m[2] in self.types))

    def arrays(self, t):
        """Arrays of booleans or plain values over t."""
        return re.findall(rf"(\w+): array \[{t}\] of", self.text)

    def condition(self, v, t):
        self.uses.add(t)
        own = [c[1] for c in CONDITION.finditer(self.text) if re.search(rf"\b{v}\b", c[1])]
        some = [f"zb_{t}[{v}]", f"!zb_{t}[{v}]", f"!isundefined(zl_{t}) & zl_{t} = {v}", "zc = 0", "zf", "true",
                f"multisetcount(zk: zm_{t}, zm_{t}[zk] = {v}) = 0", f"multisetcount(zk: zm_{t}, true) < 2"]
        return self.rng.choice(some + own * 2)

    def deed(self, v, t):
        self.uses.add(t)
        return self.rng.choice([
            f"zl_{t} := {v};", f"zl_{t} := {v};", f"zb_{t}[{v}] := !zb_{t}[{v}];", f"zb_{t}[{v}] := zf;",
            f"zf := zb_{t}[{v}];", "zf := true;", "zf := !zf;", "if zc < 2 then zc := zc + 1; end;",
            "if zc > 0 then zc := zc - 1; end;", "zc := 0;", f"multisetremovepred(zk: zm_{t}, zm_{t}[zk] = {v});",
            f"if multisetcount(zk: zm_{t}, true) < 2 then multisetadd({v}, zm_{t}); end;", "return;", "return;",
            "assert zc < 3;", f"undefine zl_{t};", "assume zc < 3;", f"zput_{t}(zl_{t}, {v});",
            f"if isundefined(zl_{t}) then zl_{t} := {v}; end;", f"alias zq: zb_{t}[{v}] do zq := zf; zf := !zq; end;",
            f"for zj: {t} do if zj != {v} then zb_{t}[zj] := false; end; end;", f"zf := zsome_{t}({v});",
            f"if !isundefined(zl_{t}) then zb_{t}[zl_{t}] := !zb_{t}[zl_{t}]; end;",
            f"if zb_{t}[{v}] then zl_{t} := {v}; return; end;"])

    # ---- additional rules

    def loop_rule(self):
        """A loop with few assumptions, and uses of its results."""
        t = self.rng.choice(self.types)
        self.uses.add(t)
        own = [f"zb_{t}[zv]", f"!zb_{t}[zv]", f"!isundefined(zl_{t}) & zl_{t} = zv", "zf", "zc = 0"]
        body = " ".join(f"if {self.rng.choice(own)} then {self.deed('zv', t)} end;" for _ in range(self.rng.choice([1, 1, 2])))
        after = self.rng.choice(["", "", f"undefine zl_{t};", f"if !isundefined(zl_{t}) then zb_{t}[zl_{t}] := zf; end;",
                                 f"if !isundefined(zl_{t}) then zb_{t}[zl_{t}] := false; undefine zl_{t}; end;"])
        self.own.append(f'rule "zloop" true ==> for zv: {t} do {body} end; {after} end;')

    def bag_rule(self):
        """An entry of a multiset is used while entries are added and removed."""
        t = self.rng.choice(self.types)
        self.uses.add(t)
        use = [f"zl_{t} := zm_{t}[zi];", f"zb_{t}[zm_{t}[zi]] := !zb_{t}[zm_{t}[zi]];", f"zl_{t} := ze;", f"zb_{t}[ze] := zf;",
               f"zb_{t}[ze] := zf;"]
        go = [f"multisetremove(zi, zm_{t});", f"multisetremove(zi, zm_{t});",
              f"multisetremovepred(zk: zm_{t}, zb_{t}[zm_{t}[zk]]);", f"multisetremovepred(zk: zm_{t}, true);",
              f"multisetremove(zi, zn_{t});"]
        come = [f"for zv: {t} do if zb_{t}[zv] & multisetcount(zk: zm_{t}, true) < 2 then multisetadd(zv, zm_{t}); end; end;",
                f"for zv: {t} do if multisetcount(zk: zm_{t}, true) < 2 then multisetadd(zv, zm_{t}); end; end;",
                f"if multisetcount(zk: zm_{t}, true) < 2 then multisetadd(zp, zm_{t}); end;",
                f"if multisetcount(zk: zm_{t}, true) < 2 then multisetadd(ze, zm_{t}); end;"]
        steps = self.rng.choice([
            [go[0], come[self.rng.randrange(2)]], [go[3], come[self.rng.randrange(2)]], [go[0], go[3], come[2]],
            [go[0], go[2], come[2]], [go[0], come[2]], [go[4], come[0]],
            [self.rng.choice(go), self.rng.choice(come)], [self.rng.choice(go + come + use) for _ in range(3)]])
        steps = [*steps, self.rng.choice(use)]
        if self.rng.random() < 0.1:
            self.rng.shuffle(steps)
        deeds = " ".join(steps)
        fill = f'ruleset zp: {t} do rule "zfill" multisetcount(zk: zm_{t}, true) < 2 ==> multisetadd(zp, zm_{t}); end; end;'
        self.own.append(f'{fill}\nruleset zp: {t} do choose zi: zm_{t} do alias ze: zm_{t}[zi] do\n'
                        f'rule "zbag" true ==> {deeds} end; end; end; end;')

    def start_rule(self):
        """Start states that single out an element, and properties that may read it."""
        t = self.rng.choice(self.types)
        self.uses.add(t)
        self.odd = self.rng.choice([
            f"for zs: {t} do zl_{t} := zs; end;", f"for zs: {t} do if isundefined(zl_{t}) then zl_{t} := zs; zb_{t}[zs] := true; end; end;",
            f"for zs: {t} do if zf then zb_{t}[zs] := true; end; zf := true; end;",
            f"for zs: {t} do undefine zm_{t}; multisetadd(zs, zm_{t}); end;"])
        self.own.append(self.rng.choice([
            f'ruleset zp: {t} do invariant "zs" !zb_{t}[zp] | isundefined(zl_{t}) | zl_{t} = zp; end;',
            f'ruleset zp: {t} do cover "zs" !isundefined(zl_{t}) & zl_{t} = zp & zf; end;',
            f'ruleset zp: {t} do cover "zs" zb_{t}[zp] & zf; end;',
            f'invariant "zs" zone_{t}();', f'cover "zs" !zone_{t}();',
            f'invariant "zs" isundefined(zl_{t}) | !zb_{t}[zl_{t}];']))

    def insert(self):
        m = self.loop()
        if not m:
            return
        at = m.end()
        for _ in range(self.rng.choice([0, 0, 1, 1, 2])):
            at = self.text.find(";", at) + 1 or m.end()
        deed = self.deed(m[1], m[2])
        if self.rng.random() < 0.8:
            deed = f"if {self.condition(m[1], m[2])} then {deed} end;"
        self.text = self.text[:at] + " " + deed + self.text[at:]

    def exit_early(self):
        m = self.loop()
        if m:
            deed = f" if {self.condition(m[1], m[2])} then return; end;"
            self.text = self.text[:m.end()] + deed + self.text[m.end():]

    # ---- changes

    def turn_condition(self):
        m = pick(self.rng, CONDITION.finditer(self.text))
        if m:
            new = self.rng.choice([f"!({m[1]})", "true", f"({m[1]}) | zf", f"({m[1]}) & !zf"])
            self.text = self.text[:m.start(1)] + new + self.text[m.end(1):]

    def shift_index(self):
        m = pick(self.rng, re.finditer(r"\[(\w+)\]", self.text))
        names = re.findall(r"\b(\w+): \w+ do\b", self.text)
        if m and names:
            self.text = replace(self.text, m, f"[{self.rng.choice(names)}]")

    def drop(self):
        self.text = replace(self.text, pick(self.rng, STATEMENT.finditer(self.text)), "")

    def repeat(self):
        m = pick(self.rng, STATEMENT.finditer(self.text))
        self.text = replace(self.text, m, m[0] * 2 if m else "")

    def exchange(self):
        m = pick(self.rng, re.finditer(r"( *[A-Za-z_][\w.\[\]]* := [^;]*;)(\s*)([A-Za-z_][\w.\[\]]* := [^;]*;)", self.text))
        if m:
            self.text = replace(self.text, m, m[3] + m[2] + m[1])

    def move_return(self):
        m = pick(self.rng, re.finditer(r"\breturn[^;]*;", self.text))
        at = pick(self.rng, re.finditer(r";", self.text))
        if m and at:
            word = m[0]
            self.text = replace(self.text, m, "")
            self.text = self.text[:at.end()] + " " + word + self.text[at.end():]

    def operator(self):
        m = pick(self.rng, re.finditer(r" (&|\||=|!=|\+|-|<|>) ", self.text))
        other = {"&": "|", "|": "&", "=": "!=", "!=": "=", "+": "-", "-": "+", "<": ">", ">": "<"}
        self.text = replace(self.text, m, f" {other[m[1]]} " if m else "")

    def capacity(self):
        m = pick(self.rng, re.finditer(r"multiset \[[^\]]*\]", self.text))
        self.text = replace(self.text, m, f"multiset [{self.rng.randint(1, 4)}]")

    # ---- the end

    def declarations(self):
        out = ["var zf: boolean; zc: 0..3;"]
        for t in sorted(self.uses):
            out.append(f"var zl_{t}: {t}; zb_{t}: array [{t}] of boolean; zm_{t}, zn_{t}: multiset [2] of {t};\n"
                       f"procedure zput_{t}(var l: {t}; v: {t}); begin if zb_{t}[v] then l := v; end; end;\n"
                       f"function zsome_{t}(v: {t}): boolean; begin for zi: {t} do if zb_{t}[zi] & zi != v then return true;"
                       f" end; end; return false; end;\n"
                       f"function zone_{t}(): boolean; var f: {t}; begin for zi: {t} do f := zi; end; return !zb_{t}[f]; end;")
        return "\n".join(out)

    def rules(self):
        out = []
        for t in sorted(self.uses):
            out.append(f'ruleset zp: {t} do rule "zb" true ==> zb_{t}[zp] := !zb_{t}[zp]; end; end;\n')
            if self.rng.random() < 0.4:
                out.append(f'ruleset zp: {t} do rule "zl" true ==> zl_{t} := zp; end; end;\n')
        bounds = ['invariant "zc" zc < 3;', 'invariant "zf" !(zf & zc = 2);', 'invariant "z" zc != 1 | !zf;']
        return "\n".join(out + self.own + [self.rng.choice(bounds)])

    def begin(self):
        out = ["zf := false; zc := 0;"]
        for t in sorted(self.uses):
            out.append(f"for zs: {t} do zb_{t}[zs] := false; end; undefine zl_{t}; undefine zm_{t}; undefine zn_{t};")
        return " ".join(out + [self.odd])

    def whole(self):
        start = re.search(r'\bstartstate\b(\s*"[^"]*")?(\s*var[^;]*;\s*begin\b|\s*begin\b)?', self.text, re.I)
        if not start:
            return self.text # a change has removed it
        self.text = self.text[:start.end()] + " " + self.begin() + self.text[start.end():]
        first = re.search(r"^(?:function|procedure|startstate|ruleset)\b", self.text, re.M | re.I)
        self.text = self.text[:first.start()] + self.declarations() + "\n" + self.text[first.start():]
        if not self.text.rstrip().endswith(";"):
            self.text = self.text.rstrip() + ";\n"
        return self.text + self.rules() + "\n"


def smaller(rng, text):
    """Two elements are enough for most errors."""
    if rng.random() < 0.3:
        return text
    size = re.search(r"scalarset ?\((\w+)\)", text)[1]
    return re.sub(rf"\b{size}: 3;", f"{size}: 2;", text) if not size.isdigit() else text


def variant(rng):
    v = Variant(rng, smaller(rng, re.sub(r"--.*", "", rng.choice(MODELS))))
    changes = [v.insert] * 5 + [v.exit_early, v.turn_condition, v.shift_index, v.drop, v.repeat, v.exchange, v.move_return,
                                v.operator, v.capacity] + [v.loop_rule, v.bag_rule, v.start_rule] * 3
    for _ in range(rng.choice([1, 1, 2, 2, 3])):
        rng.choice(changes)()
    return v.whole()


def main():
    return random_loops.drive(__doc__.splitlines()[0], variant, 5000 if tool.long_run() else 20)


if __name__ == "__main__":
    sys.exit(main())
