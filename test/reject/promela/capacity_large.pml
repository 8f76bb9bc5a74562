// expect: E242 2:11 a channel has at most 255 places
chan q = [256] of { byte };
init { skip }
