"""Random Promela models of processes that receive their channels: as parameters of `run`, some in one initial step,
some one by one or by another process, by a variable of the process that starts them, or in a message."""

import random


class Maker:
    def __init__(self, seed):
        self.r = random.Random(f"given {seed}")
        self.n = self.r.randint(2, 3)

    def step(self, starts):
        r = self.r
        steps = ["out!1", f"out!{r.randint(0, 2)}", "out!v", "inp?v", "inp?v", "inp?1", "v = (v + 1) % 3", "v = i", "w[i] = v", "skip",
                 "g = (g + 1) % 2", "g == 0", "nfull(out)", "nempty(inp)", "d!inp", "d?x; x!1", f"assert(g + v != {r.randint(2, 4)})"]
        return r.choice(steps + (["run R(out)", "run R(mine)"] if starts else []))

    def body(self, starts, depth=1):
        r = self.r
        out = []
        for _ in range(r.randint(2, 4)):
            k = r.random()
            if k < 0.15 and depth:
                out.append(f"if :: {self.body(starts, 0)} :: {self.body(starts, 0)} fi")
            elif k < 0.25:
                out.append(f"atomic {{ {self.step(False)}; {self.step(False)} }}")
            else:
                out.append(self.step(starts))
        return "; ".join(out)

    def model(self):
        r, n = self.r, self.n
        queue = [f"q[{k}]" for k in range(n)] if r.random() < 0.7 else [f"z[{k}]" for k in range(n)]
        starts = r.random() < 0.4
        loop = r.random() < 0.3
        text = (f"byte g; byte w[{n}]; chan q[{n}] = [{r.randint(1, 2)}] of {{ byte }}; chan z[{n}] = [0] of {{ byte }};\n"
                f"chan d = [1] of {{ chan }};\n")
        body = self.body(starts)
        text += (f"proctype P(chan inp, out; byte i) {{ byte v; chan x; {'chan mine = [1] of { byte };' if starts else ''} "
                 f"{f'end: do :: {body} :: inp?v; break od' if loop else body} }}\n"
                 f"proctype R(chan inp) {{ byte v; {r.choice(['inp?v; w[0] = v', 'inp!2', 'end: do :: inp?v od'])} }}\n")
        runs = [f"run P({queue[k]}, {r.choice(queue[:k] + queue[k + 1:]) if r.random() < 0.9 else queue[k]}, {k})" for k in range(n)]
        if r.random() < 0.5:
            text += f"init {{ atomic {{ {'; '.join(runs)} }} }}\n"
        elif r.random() < 0.5:
            text += (f"init {{ byte k; atomic {{ do :: k < {n} -> run P({queue[0][0]}[k], {queue[0][0]}[(k + 1) % {n}], k); k++ "
                     f":: else -> break od }} }}\n")
        else:
            text += f"init {{ {'; '.join(runs)} }}\n"
        return text
