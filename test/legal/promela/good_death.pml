/* Processes that end, and vanish where they end.
-- args: --ended=vanish
-- group: W=S4
*/
byte n;
active [4] proctype W() { byte t; t = n; n = t + 1 }
