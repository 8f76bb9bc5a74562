// expect: E275 2:26 the type `T` has two fields `a`
typedef T { byte a; byte a };
init { skip }
