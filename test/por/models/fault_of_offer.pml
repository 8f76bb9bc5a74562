/* A send that nobody receives yet may still fault, and who lets it fault must not be left behind. verdict: 12 */
byte x = 1, g, y;
chan c = [0] of { byte };
active proctype A() { c!(g -> 1 : 1 / x) }
active proctype B() { g = 1; c?y }
active proctype P() { x = 0 }
