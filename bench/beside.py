"""Evaluates the figures of coset and Spin: counts that must be equal, ratios for each model, medians of them."""

import statistics

PLAIN, COLLAPSE = 0, 1 # Spin's verifier: by default, with -DCOLLAPSE


def unlike(rows):
    """Models without symmetry for which the tools that finished have different states or transitions. Spin rounds
    numbers of more than eight digits."""
    first, bad = {}, []
    for r in rows:
        if "seconds" not in r or r["symmetry"]:
            continue
        a = first.setdefault(r["model"], r)
        if any(abs(a[k] - r[k]) > 1e-7 * a[k] for k in ("states", "transitions")):
            bad.append(f"{r['model']}: {r['tool']} {r['variant']} has {r['states']:,} states, {r['transitions']:,} "
                       f"transitions, {a['tool']} {a['states']:,}, {a['transitions']:,}")
    return bad


def pairs(rows):
    """For each model that both finished: a dictionary for JSON. Speeds are states a second, theirs / Spin's of one thread."""
    for model in dict.fromkeys(r["model"] for r in rows):
        own = {r["threads"]: r for r in rows if r["model"] == model and r["tool"] == "coset" and not r["symmetry"]}
        spin = [r for r in rows if r["model"] == model and r["tool"] == "spin"]
        if 1 not in own or not spin or "seconds" not in own[1] or "seconds" not in spin[PLAIN]:
            continue
        plain = spin[PLAIN]
        out = {"model": model, "states": own[1]["states"], "spin_seconds": plain["seconds"],
               "bytes": own[1]["store_bytes_per_state"], "spin_bytes": plain["store_bytes_per_state"],
               "spin_kept_bytes": plain["kept_bytes_per_state"], "peak": own[1]["bytes"], "spin_peak": plain["bytes"],
               "speed": {t: plain["seconds"] / r["seconds"] for t, r in own.items() if "seconds" in r}}
        if len(spin) > COLLAPSE and "seconds" in spin[COLLAPSE]:
            out.update(collapse_seconds=spin[COLLAPSE]["seconds"], collapse_bytes=spin[COLLAPSE]["store_bytes_per_state"],
                       collapse_kept_bytes=spin[COLLAPSE]["kept_bytes_per_state"])
        yield out


def middle(values):
    values = list(values)
    return f"{statistics.median(values):.2f} [{min(values):.2f}-{max(values):.2f}]" if values else "-"


def table(rows):
    found = list(pairs(rows))
    if not found:
        return
    threads = sorted({t for f in found for t in f["speed"]})
    heads = [f"speed, {t} thread{'s' if t > 1 else ''}" for t in threads]
    yield ("\nSpeed: states a second by those of Spin's verifier. Bytes for each state: all of coset's tables; of Spin's the "
           "states alone, and with the hash table. Not counted: stacks, programs.\n")
    yield (f"| model | states | Spin s | {' | '.join(heads)} | coset bytes | Spin | -DCOLLAPSE | coset / Spin | "
           "coset / Spin's states | Spin peak MB | coset |")
    yield "|---" * (10 + len(heads)) + "|"
    for f in found:
        speeds = " | ".join(f"{f['speed'][t]:.2f}" if t in f["speed"] else "-" for t in threads)
        collapse = f"{f['collapse_kept_bytes']:.1f}, {f['collapse_bytes']:.1f}" if "collapse_bytes" in f else "-"
        yield (f"| {f['model']} | {f['states']:,} | {f['spin_seconds']:.2f} | {speeds} | {f['bytes']:.1f} | "
               f"{f['spin_kept_bytes']:.1f}, {f['spin_bytes']:.1f} | {collapse} | {f['bytes'] / f['spin_bytes']:.2f} | "
               f"{f['bytes'] / f['spin_kept_bytes']:.2f} | "
               f"{f['spin_peak'] / 1e6:.0f} | {f['peak'] / 1e6:.0f} |")
    speeds = " | ".join(middle(f["speed"][t] for f in found if t in f["speed"]) for t in threads)
    yield (f"| median [min-max] | | | {speeds} | {middle(f['bytes'] for f in found)} | "
           f"{middle(f['spin_bytes'] for f in found)} | {middle(f['collapse_bytes'] for f in found if 'collapse_bytes' in f)} | "
           f"{middle(f['bytes'] / f['spin_bytes'] for f in found)} | "
           f"{middle(f['bytes'] / f['spin_kept_bytes'] for f in found)} | | |")
