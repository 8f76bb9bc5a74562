// expect: E270 3:10 the first value of a channel is `[n] of { ... }` or another channel
byte x;
chan q = x;
init { skip }
