// expect: E305 3:35 `else` combined with a guard that sends or receives contradicts the xr and xs claims of the model
chan q = [1] of { byte };
init { xr q; if :: q?1 -> skip :: else -> skip fi }
