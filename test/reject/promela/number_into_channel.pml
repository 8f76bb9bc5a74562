// expect: E292 4:12 what is assigned to a channel is no channel
chan q;
byte x;
init { q = x }
