/* expect --fair=weak: c=holds d=fails */
/* expect: c=fails d=fails */
/* Processes of one kind are exchanged, those of the other are numbered the other way round, and their pids alternate. */
byte a[4], b[4];
proctype P(byte me) { do :: a[me] = 1 - a[me] od }
proctype Q(byte me) { do :: b[me] = 1 - b[me] od }
init { atomic { run P(0); run Q(3); run P(1); run Q(2); run P(2); run Q(1) } }
ltl c { []<> (a[0] == 1 || b[3] == 1) }
ltl d { []<> (a[0] == 1 && a[1] == 1 && a[2] == 1) }
