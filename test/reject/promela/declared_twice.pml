// expect: E201 3:6 `x` is declared already, as a variable in line 2
byte x;
byte x;
init { skip }
