// expect: E210 5:8 `y` is not declared
// expect: E210 5:19 `z` is not declared
// expect: E210 5:33 `w` is not declared
byte x;
init { y = 1; x = z; if :: x -> w = 2 fi }
