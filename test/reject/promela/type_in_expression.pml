// expect: E214 4:12 `T` is a type, not a variable
typedef T { byte a };
byte x;
init { x = T }
