// expect: E229 4:8 a structure has no value; name one of its fields
typedef T { byte a };
T t;
init { t == 1 }
