// expect: E201 3:23 `x` is declared already, as a variable in line 3
// help: a name cannot be hidden by another one; give this one a different name
init { byte x; { byte x; x = 1 } }
