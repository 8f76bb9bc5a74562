/* expect: done=fails */
/* expect --fair=weak: done=holds */
/* expect --fair=weak --engine=symbolic: done=holds */
/* The atomic sequence of P comes to a state twice, but only P acts on its way. */
bool x, y;
active proctype P() { do :: atomic { x = !x; do :: skip :: break od } od }
active proctype Q() { do :: !y -> y = true; break od }
ltl done { <> y }
