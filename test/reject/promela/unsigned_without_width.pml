// expect: E255 2:10 `x` is unsigned and needs a number of bits, as in `unsigned x : 4`
unsigned x;
init { skip }
