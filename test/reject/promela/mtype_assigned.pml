// expect: E215 3:8 `a` is a name of an mtype and cannot be assigned to
mtype = { a, b };
init { a = 1 }
