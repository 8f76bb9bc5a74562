/* expect : fails=fails follows=holds */
/* 64,000 states: tables of a store grow while formulas are searched. */
byte c[3];
active [3] proctype P() { do :: c[_pid] = (c[_pid] + 1) % 40 od }
ltl fails { []<> (c[0] == 5) }
ltl follows { ([]<> (c[0] == 5) && []<> (c[0] == 7)) -> []<> (c[0] == 6) }
