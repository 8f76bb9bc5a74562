// expect: E212 2:30 `n` is local: `provided` sees global variables and _pid only
proctype P(byte n) provided (n > 0) { skip }
init { skip }
