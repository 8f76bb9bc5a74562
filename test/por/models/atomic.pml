/* What an atomic sequence does after it has blocked is seen by others. reduced: yes. verdict: 14 */
byte g, h;
active proctype P() { byte a; a = 1; a = 2; atomic { h = 1; g == 1; h = 2 } a = 3 }
active proctype Q() { byte b; b = 1; b = 2; g = 1; assert(h != 1) }
