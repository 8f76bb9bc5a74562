// expect: E256 2:14 an unsigned has 1 to 31 bits
unsigned x : 40;
init { skip }
