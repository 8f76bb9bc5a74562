// expect: E309 2:30 for goes from 3 to 1, which is less
init { byte i; for (i : 3 .. 1) { skip } }
