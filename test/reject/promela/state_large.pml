// expect: E263 3:3 `a` has more than 1048576 values
typedef T { byte a[1000] };
T a[2000];
init { skip }
