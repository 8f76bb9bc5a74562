/* As enabled_by_other.pml; the condition reads two variables, of which each is written by another step. verdict: 14 */
byte x, g, h;
active proctype P() { if :: x = 1 :: (g + h == 2) -> assert(false) fi }
active proctype Q() { g = 1; h = 1 }
