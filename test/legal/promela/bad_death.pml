/* Processes that end: the youngest ends first.
-- refused: W line 6 fixed 4
-- group: W=none
*/
byte n;
active [4] proctype W() { byte t; t = n; n = t + 1 }
