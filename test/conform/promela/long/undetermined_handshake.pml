/* expect: exit=14 */
chan z = [0] of { byte };
byte x;
active D_proctype P() { z?1 }
active D_proctype Q() { do :: z?x -> skip :: z?1 -> x = 3 od }
active proctype S() { z!1; z!2 }
