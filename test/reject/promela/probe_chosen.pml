// expect: E121 3:9 full, nfull, empty and nempty can only be joined by && and ||
chan c = [1] of { byte };
init { (full(c) -> 1 : 0) }
