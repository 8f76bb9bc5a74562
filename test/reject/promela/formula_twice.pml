// expect: E331 4:5 the formula `p` is there already, in line 3
byte x;
ltl p { [] (x == 0) }
ltl p { <> (x == 1) }
init { skip }
