/* expect : c=fails */
/* 50^8, more states than a test can wait for: the formula is searched before all of them, and the search for states then
   ends early. */
byte c[8];
active [8] proctype P() { do :: c[_pid] = (c[_pid] + 1) % 50 od }
ltl c { [] (c[7] == 1 -> <> (c[7] == 0)) }
