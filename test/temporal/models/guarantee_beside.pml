/* expect --max-states=400000: later=fails never_all=incomplete */
/* 60^6, more states than a test can wait for, as in first_step_decides.pml. The first formula is a guarantee, searched
   breadth first each time further; the second one is looked at although the first takes more and more states. */
byte c[6], w;
active [3] proctype A() { do :: c[_pid] = (c[_pid] + 1) % 60 od }
active proctype W() { c[0] + c[1] + c[2] + c[4] + c[5] + c[3] == 0; w = 1 }
active [2] proctype B() { do :: c[_pid] = (c[_pid] + 1) % 60 od }
ltl never_all { [] !(c[0] == 50 && c[1] == 50 && c[2] == 50) }
ltl later { [] !(w == 1 && c[0] == 0 && c[1] == 0 && c[2] == 0 && c[4] == 0 && c[5] == 0) || <> [] (c[0] > 0) }
