// expect: E242 2:11 a channel has at most 65535 places
chan q = [65536] of { byte };
init { skip }
