// expect: E299 3:11 `x` is not a channel
byte x;
init { xr x; skip }
