// expect: E201 3:27 `n` is declared already, as a variable in line 3
// help: a name cannot be hidden by another one; give this one a different name
proctype P(byte n) { byte n; n = 1 }
init { skip }
