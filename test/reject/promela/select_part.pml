// expect: E308 4:18 the variable of select cannot be a part of another one
typedef T { byte a }
T t;
init { select (t.a : 1 .. 3) }
