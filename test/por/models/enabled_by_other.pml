/* The first option of P is local and the second one waits for Q. verdict: 14 */
byte x, g;
active proctype P() { if :: x = 1 :: (g == 1) -> assert(false) fi }
active proctype Q() { g = 1 }
