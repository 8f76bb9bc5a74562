// expect: E299 3:12 one channel of an array cannot be claimed
chan c[2] = [1] of { byte };
init { xr c[0]; c[0]?_ }
