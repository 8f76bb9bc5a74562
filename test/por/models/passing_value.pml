/* What P leaves in x when it goes back to its start is 0, but on the way x is 2, and names what is written. verdict: 14 */
byte a[3];
active proctype P() { byte x; do :: x = 1; d_step { x = 2; a[x] = 1; x = 0 } od }
active proctype Q() { if :: a[2] == 0 :: else -> assert(false) fi }
