// expect: E272 2:6 `q` is not a channel
byte q = [1] of { byte };
init { skip }
