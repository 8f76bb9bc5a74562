/* expect: often=holds still=fails first=holds now=holds mixed=fails */
/* expect --fair=weak: often=holds still=fails first=holds now=holds mixed=fails */
/* expect --engine=symbolic: often=incomplete still=incomplete */
/* np_ is false where a run stands still, but for the first time that its last state is seen (pan -a says the same). */
byte x;
active proctype A() { x = 1; false }
ltl often { []<> !np_ }
ltl still { <>[] np_ }
ltl first { <> (np_ && x == 1) }
ltl now { np_ }
ltl mixed { []<> (np_ || x == 5) }
