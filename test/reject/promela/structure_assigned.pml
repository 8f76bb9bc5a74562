// expect: E291 5:8 a structure cannot be assigned as a whole
// help: assign its fields one by one
typedef T { byte a };
T s, t;
init { s = t }
