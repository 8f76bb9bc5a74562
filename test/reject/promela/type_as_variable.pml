// expect: E103 3:10 expected the name of a variable but found `=`
typedef T { byte a };
init { T = 1 }
