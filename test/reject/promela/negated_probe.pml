// expect: E121 4:9 full, nfull, empty and nempty can only be joined by && and ||
// help: the opposite of full is nfull, that of empty is nempty
chan q = [1] of { byte };
init { !full(q) }
