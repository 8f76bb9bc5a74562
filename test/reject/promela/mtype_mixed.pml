// expect: E243 5:12 a value of mtype b is used instead of one of mtype a
mtype:a = { x, y };
mtype:b = { u, v };
mtype:a m;
init { m = u }
