"""Other sizes for the scripts of examples/csp. A line that has a size ends in a comment:

  datatype Data = D1 | D2 -- size: data            becomes D1 | D2 | D3 for data=3
  Data = {1..2} -- size: data                      becomes {1..3}"""

import re


def resized(text, sizes):
    """The script with other sizes: {name: number}. Unknown names are an error, and so are sizes that the script does
    not have."""
    used = set()

    def line(m):
        name = m[2]
        if name not in sizes:
            return m[0]
        used.add(name)
        n = sizes[name]
        body = re.sub(r"\b([A-Z])1( \| \1\d+)*", lambda x: " | ".join(f"{x[1]}{i}" for i in range(1, n + 1)), m[1])
        return re.sub(r"\{1\.\.\d+\}", f"{{1..{n}}}", body) + m[0][len(m[1]):]

    out = re.sub(r"^(.*?) -- size: (\w+).*$", line, text, flags=re.M)
    if used != set(sizes):
        raise ValueError(f"no such sizes: {sorted(set(sizes) - used)}")
    return out


def only_assertion(text, number, symmetry):
    """The script with one of its assertions; `symmetry` replaces the text after it."""
    seen, out = 0, []
    for line in text.splitlines():
        if line.startswith("assert"):
            seen += 1
            if seen != number:
                continue
            line = line.split(" :[symmetry reduce]")[0] + symmetry
        out.append(line)
    if number > seen:
        raise ValueError(f"there is no assertion {number}")
    return "\n".join(out) + "\n"
