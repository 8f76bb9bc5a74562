// expect: E243 5:12 a value of mtype b stands where one of mtype a belongs
mtype:a = { x, y };
mtype:b = { u, v };
mtype:a m;
init { m = u }
