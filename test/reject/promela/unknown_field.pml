// expect: E217 5:10 the type `T` has no field `cont`
// help: did you mean `count`?
typedef T { byte count };
T t;
init { t.cont = 1 }
