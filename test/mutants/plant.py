"""Small changes of C source: finds the places, and writes source that has every chosen change in it.

A change is written next to the original, and a number in the environment chooses the active one (mutant.h), so that all
mutants need one build. If both forms can be evaluated without an effect, the place also records whether their values
differ: a run in which they never do cannot detect the mutant.

The source is read as tokens, not as a syntax tree. The layout of clang-format distinguishes binary from unary
operators: only a binary one is followed by a space. A change that does not compile is dropped."""

import dataclasses
import re

TOKEN = re.compile(r"""(?P<gap>\s+|//[^\n]*|/\*.*?\*/|^[ \t]*\#(?:[^\n\\]|\\.|\\\n)*)
    |(?P<text>L?"(?:[^"\\\n]|\\.)*"|'(?:[^'\\\n]|\\.)*')
    |(?P<number>(?:0[xX][0-9a-fA-F]+|\d+\.\d*(?:e[+-]?\d+)?|\d+)[uUlLfF]*)
    |(?P<name>[A-Za-z_]\w*)
    |(?P<op>->|\+\+|--|<<=|>>=|\.\.\.|<<|>>|<=|>=|==|!=|&&|\|\||[-+*/%&|^]=|.)""", re.X | re.S | re.M)

LEVEL = {"*": 10, "/": 10, "%": 10, "+": 9, "-": 9, "<<": 8, ">>": 8, "<": 7, ">": 7, "<=": 7, ">=": 7, "==": 6, "!=": 6,
         "&": 5, "^": 4, "|": 3, "&&": 2, "||": 1, "?": 0, ":": 0}
ASSIGN = {"=", "+=", "-=", "*=", "/=", "%=", "&=", "|=", "^=", "<<=", ">>="}
SWAPS = {"<": "<=", "<=": "<", ">": ">=", ">=": ">", "==": "!=", "!=": "==", "+": "-", "-": "+", "*": "+", "/": "*",
         "%": "/", "<<": ">>", ">>": "<<", "&": "|", "|": "&", "&&": "||", "||": "&&"}
KEYWORDS = {"return", "case", "else", "do", "sizeof", "if", "while", "for", "switch", "goto"}
OPEN, CLOSE = {"(": ")", "[": "]", "{": "}"}, {")": "(", "]": "[", "}": "{"}
# Calls that cannot change a verdict: they free memory.
RELEASES = re.compile(r"free|fini|delete|drop|destroy|release|close|delref|decref|_end$|assert|INVARIANT|va_end")


@dataclasses.dataclass
class Token:
    kind: str
    text: str
    at: int
    spaced: bool = False  # white space follows
    mate: int = -1        # of a bracket: the other one
    inside: bool = False  # of a function's body


@dataclasses.dataclass
class Change:
    """source[start:end] becomes `code` if the mutant is active; `kind` names the change."""
    kind: str
    start: int
    end: int
    code: str
    form: str # value: expression; always: expression, its values differ; effect: expression; statement: omitted


def tokens(source):
    out = []
    for m in TOKEN.finditer(source):
        if m.lastgroup == "gap":
            if out:
                out[-1].spaced = True
        else:
            out.append(Token(m.lastgroup, m[0], m.start()))
    stack = []
    for i, t in enumerate(out):
        if t.text in OPEN and t.kind == "op":
            stack.append(i)
        elif t.text in CLOSE and t.kind == "op" and stack:
            j = stack.pop()
            t.mate, out[j].mate = j, i
    i = 0
    while i < len(out):
        t = out[i]
        if t.text == "{" and t.mate > 0:
            if i and out[i - 1].text == ")":
                for j in range(i, t.mate):
                    out[j].inside = True
            i = t.mate
        i += 1
    return out


def is_binary(ts, i):
    t = ts[i]
    return t.kind == "op" and t.text in LEVEL and t.spaced and i > 0 and ts[i - 1].text not in KEYWORDS and (
        ts[i - 1].kind != "op" or ts[i - 1].text in (")", "]", "}", "++", "--"))


def left_end(ts, i, level):
    """First token of the left operand of an operator of this level."""
    j = i - 1
    while j >= 0:
        t = ts[j]
        if t.text in (")", "]"):
            j = t.mate - 1
            continue
        if (t.kind == "op" and (t.text in (";", ",", "{", "}", "(", "[") or t.text in ASSIGN)) or t.text in KEYWORDS - {"sizeof"}:
            break
        if is_binary(ts, j) and LEVEL[t.text] < level:
            break
        if t.text == ":" and t.spaced:
            break
        j -= 1
    return j + 1


def right_end(ts, i, level):
    """The position after the last token of the right operand."""
    j = i + 1
    while j < len(ts):
        t = ts[j]
        if t.text in OPEN and t.mate > 0:
            j = t.mate + 1
            continue
        if t.kind == "op" and (t.text in (";", ",", "}", ")", "]") or t.text in ASSIGN):
            break
        if is_binary(ts, j) and LEVEL[t.text] <= level:
            break
        j += 1
    return j


def has_effect(ts, first, end):
    for j in range(first, end):
        t = ts[j]
        if t.kind == "op" and (t.text in ASSIGN or t.text in ("++", "--")):
            return True
        if t.text == "(" and j > first and ((ts[j - 1].kind == "name" and ts[j - 1].text != "sizeof") or ts[j - 1].text == ")"):
            return True
    return False


def text(source, ts, first, end):
    return source[ts[first].at:ts[end - 1].at + len(ts[end - 1].text)]


class Finder:
    def __init__(self, source):
        self.source, self.ts, self.out = source, tokens(source), []
        for i, t in enumerate(self.ts):
            if t.inside:
                self.at(i, t)

    def add(self, kind, first, end, code, form):
        start, stop = self.ts[first].at, self.ts[end - 1].at + len(self.ts[end - 1].text)
        if "\n#" not in self.source[start:stop]:
            self.out.append(Change(kind, start, stop, code, form))

    def at(self, i, t):
        if is_binary(self.ts, i) and t.text in SWAPS:
            self.operator(i, t)
        if t.text in ("if", "while") and self.ts[i + 1].text == "(" and self.ts[i + 1].mate > 0:
            self.condition(i + 2, self.ts[i + 1].mate, t.text == "if")
        if t.text == "?" and is_binary(self.ts, i):
            self.condition(left_end(self.ts, i, 1), i, True)
        if t.kind == "number" or t.text in ("true", "false"):
            self.constant(i, t)
        if t.text in ("+=", "-="):
            self.assignment(i, t)
        if t.text in (";", "{", "}", ")", "else"):
            self.statement(i + 1)

    def operator(self, i, t):
        level = LEVEL[t.text]
        first, end = left_end(self.ts, i, level), right_end(self.ts, i, level)
        if first >= i or end <= i + 1:
            return
        code = f"{text(self.source, self.ts, first, i)} {SWAPS[t.text]} {text(self.source, self.ts, i + 1, end)}"
        effect = t.text in ("&&", "||") or has_effect(self.ts, first, end)
        kind = "comparison" if level in (6, 7) else "connective" if level < 3 else "operator"
        self.add(kind, first, end, code, "effect" if effect else "always" if level == 6 else "value")
        if t.text in ("&&", "||"):
            self.condition(first, i, True)
            self.condition(i + 1, end, True)

    def condition(self, first, end, forces):
        if first >= end or ";" in (t.text for t in self.ts[first:end]):
            return
        was = text(self.source, self.ts, first, end)
        form = "effect" if has_effect(self.ts, first, end) else "value"
        self.add("negated", first, end, f"!({was})", "always" if form == "value" else form)
        for value in "01" if forces else "0":
            self.add("forced", first, end, value, form + " !!")

    def constant(self, i, t):
        if self.ts[i - 1].text == "case" or "." in t.text:
            return
        if t.kind == "name":
            code = "false" if t.text == "true" else "true"
            self.add("constant", i, i + 1, code, "always")
            return
        if t.text.lower().startswith("0x"):
            return
        value = int(re.match(r"\d+", t.text)[0])
        suffix = t.text[len(str(value)):]
        self.add("constant", i, i + 1, f"{value + 1}{suffix}", "always")
        if value:
            self.add("constant", i, i + 1, f"{value - 1}{suffix}", "always")

    def assignment(self, i, t):
        first, end = left_end(self.ts, i, 0), right_end(self.ts, i, -1)
        if first < i and not (self.ts[first - 1].text == "(" and self.ts[first - 2].text == "for"):
            other = {"+=": "-=", "-=": "+="}[t.text]
            code = f"{text(self.source, self.ts, first, i)} {other} {text(self.source, self.ts, i + 1, end)}"
            self.add("operator", first, end, code, "effect")

    def statement(self, i):
        """A call, an assignment, a step, break or continue."""
        ts = self.ts
        if ts[i - 1].text == ")":
            before = ts[ts[i - 1].mate - 1].text
            if before not in ("if", "while", "for"):
                return
        if i >= len(ts) or (ts[i].kind != "name" and ts[i].text not in ("*", "(", "++", "--")):
            return
        end = i
        while end < len(ts) and ts[end].text != ";":
            if ts[end].text in ("{", "}", ")"):
                return
            end = ts[end].mate + 1 if ts[end].text in OPEN and ts[end].mate > 0 else end + 1
        body = ts[i:end]
        if not body or any(t.text in KEYWORDS - {"sizeof"} for t in body[:1]):
            return
        names = [t for t in body if t.kind == "name"]
        jumps = body[0].text in ("break", "continue")
        called = body[1].text == "(" if len(body) > 1 else False
        declares = len(body) > 1 and body[0].kind == "name" and (body[1].kind == "name" or (
            body[1].text == "*" and not body[1].spaced))
        assigns = any(t.text in ASSIGN or t.text in ("++", "--") for t in body)
        if not jumps and (declares or not (assigns or called)):
            return
        if called and names and (RELEASES.search(names[0].text)):
            return
        self.add("deleted", i, end + 1, "", "statement")


def changes(source):
    return Finder(source).out


def overlaps(a, b):
    return a.start < b.end and b.start < a.end


def written(source, change, number):
    was = source[change.start:change.end]
    form = change.form
    if form == "statement":
        return f"{{ if (!coset_mutant({number}, 1)) {was} }}"
    if form.startswith("value"):
        old = f"!!({was})" if form.endswith("!!") else f"({was})"
        return (f"({{ __typeof__({old}) old_{number} = {old}, new_{number} = ({change.code}); "
                f"coset_mutant({number}, old_{number} != new_{number}) ? new_{number} : old_{number}; }})")
    return f"(coset_mutant({number}, 1) ? ({change.code}) : ({was}))"


def planted(source, numbered):
    """The source with all of these changes, [(number, change)], which do not overlap; lines keep their numbers."""
    for number, change in sorted(numbered, key=lambda x: -x[1].start):
        source = source[:change.start] + written(source, change, number) + source[change.end:]
    return f'#include "base/mutant.h"\n#line 1\n{source}'


def mutated(source, change):
    """The source with this change alone, in plain C."""
    was = source[change.start:change.end]
    code = ";" if change.form == "statement" else f"({change.code})"
    pad = "\n" * (was.count("\n") - code.count("\n"))
    return source[:change.start] + code + pad + source[change.end:]
