// expect: E322 4:1 trace is there already, in line 3
chan q = [1] of { byte }
trace { do :: q!1 od }
notrace { q!2 }
active proctype P() { q!1 }
