/* expect : c=fails */
/* 60^6, more states than a test can wait for. The formula is violated only if W moves before all others, and behind each
   other first step there are more states than depth-first search visits before the search for states. It is looked at
   again during that, each time with steps in another order. */
byte c[6], w;
active [3] proctype A() { do :: c[_pid] = (c[_pid] + 1) % 60 od }
active proctype W() { c[0] + c[1] + c[2] + c[4] + c[5] + c[3] == 0; w = 1 }
active [2] proctype B() { do :: c[_pid] = (c[_pid] + 1) % 60 od }
ltl c { [] !(w == 1 && c[0] == 0 && c[1] == 0 && c[2] == 0 && c[4] == 0 && c[5] == 0) || <> [] (c[0] > 0) }
