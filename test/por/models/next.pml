/* The next state is not kept by reduction: it is off. verdict: 13
   told: the formula speaks of the next state */
byte a, b;
active proctype A() { a = 1; a = 2 }
active proctype B() { b = 1; b = 2 }
ltl next { [] (a == 1 -> X (a == 2)) }
