// expect: E240 4:19 an array of structures (`a`) cannot be part of a message
typedef A { byte x };
typedef T { A a[2] };
chan q = [1] of { T };
init { skip }
