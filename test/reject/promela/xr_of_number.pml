// expect: E299 3:11 `x` is no channel
byte x;
init { xr x; skip }
