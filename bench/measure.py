"""One run of a program: seconds, memory, output; and a description of the machine."""

import os
import pathlib
import platform
import re
import resource
import signal
import subprocess
import tempfile
import time


def high_water(pid):
    """Peak of the running program alone, in kilobytes (the figure of wait4 includes the forking parent's memory)."""
    try:
        text = pathlib.Path(f"/proc/{pid}/status").read_text()
    except OSError:
        return 0
    m = re.search(r"VmHWM:\s*(\d+)", text)
    return int(m[1]) if m else 0


def spent():
    """CPU seconds of all children that have ended (os.times has only hundredths)."""
    r = resource.getrusage(resource.RUSAGE_CHILDREN)
    return r.ru_utime + r.ru_stime


def run(command, limit, cpu=False):
    """(seconds, CPU seconds, peak kilobytes, output), or None if the time limit was reached. The limit is in seconds
    of the clock, or with `cpu` of all processors together (and 60 times as many of the clock)."""
    if cpu:
        command, limit = ["prlimit", f"--cpu={limit:.0f}", "--", *command], 60 * limit
    with tempfile.TemporaryFile() as out:
        before, began = spent(), time.monotonic()
        p = subprocess.Popen(command, stdout=out, stderr=subprocess.DEVNULL, stdin=subprocess.DEVNULL)
        peak = 0
        while True:
            peak = max(peak, high_water(p.pid))
            try:
                p.wait(0.005)
                break
            except subprocess.TimeoutExpired:
                if time.monotonic() - began > limit:
                    p.kill()
                    p.wait()
                    return None
        if cpu and p.returncode in (-signal.SIGXCPU, -signal.SIGKILL):
            return None
        seconds, cpu = time.monotonic() - began, spent() - before
        out.seek(0)
        return seconds, cpu, peak, out.read().decode(errors="replace")


def machine():
    """"AMD EPYC, 2 cores, 23 GB"."""
    cpu = re.search(r"model name\s*:\s*(.*)", pathlib.Path("/proc/cpuinfo").read_text())
    memory = re.search(r"MemTotal:\s*(\d+)", pathlib.Path("/proc/meminfo").read_text())
    return (f"{cpu[1].strip() if cpu else platform.machine()}, {os.cpu_count()} cores, "
            f"{int(memory[1]) // 1000000 if memory else '?'} GB, {platform.system()} {platform.release()}")
