/* expect: exit=0 */
hidden byte v; chan z = [0] of { byte };
byte a;
active proctype P() { do :: atomic { v = a; z!v; v = a; a = (v + 1) % 5; v = a * 2 } od }
active proctype Q() { byte x; do :: atomic { z?x; v = x + 1; a = v % 4 } od }
