/* expect: done=fails */
/* expect --fair=weak: done=incomplete */
/* expect --fair=strong: done=incomplete */
/* expect --fair=weak --engine=symbolic: done=fails */
/* expect --fair=strong --engine=symbolic: done=fails */
/* Q acts only where the atomic sequence of P comes to a state twice on its way. The explicit engine cuts it there, and so
   does not know that Q acts in that step and is treated fairly. */
chan h = [0] of { bit }, g = [0] of { bit };
bool x, y;
active proctype P() { do :: atomic { x = !x; do :: h!1; g?_ :: break od } od }
active proctype Q() { do :: atomic { h?_; g!1 } :: !y -> y = true; break od }
ltl done { <> y }
