/* expect: exit=0 */
hidden byte v = 2;
byte a;
init { atomic { run P(); v = 3; run P(); v = 7 } }
proctype P() { do :: atomic { v = a; a = (v + 1) % 5; v = a * 2 } od }
