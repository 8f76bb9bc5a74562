#!/usr/bin/env python3
"""Completion in real shells: what bash and zsh offer after `coset` and the start of a word."""

import pathlib
import re
import shutil
import subprocess
import sys
import tempfile

HERE = pathlib.Path(__file__).resolve().parent
sys.path.insert(0, str(HERE.parent / "kit"))

import tool # noqa: E402

SCRIPTS = HERE.parents[1] / "misc/completions"
CASES = [("coset che", "check"), ("coset check --symm", "--symmetry"), ("coset check --symmetry=of", "off"),
         ("coset check -", "-t")]
BASH = """source {scripts}/coset.bash
COMP_WORDS=({words}); COMP_CWORD=$((${{#COMP_WORDS[@]}} - 1)); COMP_LINE='{line}'; COMP_POINT=${{#COMP_LINE}}
_coset; printf '%s\\n' "${{COMPREPLY[@]}}" """
# zsh completes in an interactive shell only: one on a pseudo-terminal, whose screen is read until it is idle.
ZSH = """zmodload zsh/zpty
zpty -b shell zsh -f -i
send() {{ zpty -w shell "$1" }}
send 'PS1=; fpath=({scripts} $fpath); autoload -Uz compinit; compinit -u -d {folder}/dump; setopt no_beep; zstyle ":completion:*" verbose no'
sleep $((2 * {patience}))
zpty -n -w shell $'{line}\\t\\t'
sleep {patience}
zpty -n -w shell $'\\x15'
send 'echo END; exit'
sleep $((0.5 * {patience}))
while zpty -r -t shell part; do print -rn -- "$part"; done"""


def bash(line, patience):
    words = " ".join(f"'{w}'" for w in line.replace("=", " = ").split())
    return subprocess.run(["bash", "-c", BASH.format(scripts=SCRIPTS, words=words, line=line)], capture_output=True, text=True)


def zsh(line, patience):
    with tempfile.TemporaryDirectory() as folder:
        return subprocess.run(["zsh", "-f", "-c", ZSH.format(scripts=SCRIPTS, folder=folder, line=line, patience=patience)],
                              capture_output=True, text=True, timeout=120)


def offers(screen, word):
    """As a separate word, after an equals sign, or with one after it."""
    return re.search(rf"(^|[\s=]){re.escape(word)}(=|\s|$)", re.sub(r"\x1b\[[0-9;?]*[A-Za-z]", " ", screen), re.M)


def works(screen, offered):
    return not any(word in screen for word in ("bad option", "not found", "rror")) and offers(screen, offered)


def main():
    tool.parser(__doc__).parse_args()
    problems = []
    for shell in (bash, zsh):
        if not shutil.which(shell.__name__):
            print(f"no {shell.__name__}: its completion is not tested")
            continue
        for line, offered in CASES:
            screen = ""
            for patience in (1, 6): # a busy machine needs longer
                if not works(screen, offered):
                    p = shell(line, patience)
                    screen = p.stdout + p.stderr
            if not works(screen, offered):
                problems.append(f"{shell.__name__}: {line}<TAB> does not offer {offered}:\n{screen}")
    print("\n".join(problems) or f"{len(CASES)} lines completed")
    return 1 if problems else 0


if __name__ == "__main__":
    sys.exit(main())
