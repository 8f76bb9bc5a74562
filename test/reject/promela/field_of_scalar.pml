// expect: E216 3:10 the expression before `.a` is not a structure
byte x;
init { x.a = 1 }
