// expect: E292 4:12 the value assigned to a channel is not a channel
chan q;
byte x;
init { q = x }
