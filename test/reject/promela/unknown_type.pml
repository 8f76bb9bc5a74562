// expect: E110 2:19 expected a type but found `T`
chan q = [1] of { T };
init { skip }
