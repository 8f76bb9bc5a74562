/* expect: states=50 transitions=152 exit=0 (Spin differs: it misses states where a hidden variable differs) */
hidden byte v; 
byte a, b;
active [2] proctype P() { do :: v = a; a = (v + 1) % 4 :: b = 1 - b od }
