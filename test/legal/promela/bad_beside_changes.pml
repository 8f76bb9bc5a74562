/* A process beside may set the number that is passed to the first one before the processes start.
-- group: W=none
-- refused: W line 7 fixed 3
*/
byte first;
active proctype Mon() { do :: first == 0 -> first = 1 :: first == 1 -> first = 0 od }
proctype W(byte id) { do :: first == id -> skip od }
init { atomic { run W(first); run W(1); run W(2) } }
