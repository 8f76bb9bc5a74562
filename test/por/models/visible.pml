/* Both orders of two independent steps must be seen. reduced: no. verdict: 13 */
byte x, y;
active proctype P() { byte a; a = 1; x = 1 }
active proctype Q() { byte b; b = 1; y = 1 }
ltl first { [] ((y == 1) -> (x == 1)) }
