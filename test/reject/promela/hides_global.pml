// expect: E201 4:13 `x` is declared already, as a variable in line 3
// help: a name cannot be hidden by another one; give this one a different name
byte x;
init { byte x; x = 1 }
