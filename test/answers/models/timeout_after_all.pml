/* A timeout waits for all others in the symbolic search, too. */
byte x;
active proctype a() { do :: x < 3 -> x++ :: timeout -> x = 9; break od }
active [2] proctype b() { do :: x < 5 -> x = x + 2 :: x >= 5 -> break od }
