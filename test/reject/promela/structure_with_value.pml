// expect: E269 3:3 a structure has no first value; its fields may have, in the typedef
typedef T { byte a };
T t = 1;
init { skip }
