/* Processes that end: the youngest ends first, as long as they do not vanish at once (good_death.pml).
-- args: --ended=spin
-- refused: W line 7 fixed 4
-- group: W=none
*/
byte n;
active [4] proctype W() { byte t; t = n; n = t + 1 }
