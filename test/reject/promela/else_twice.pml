// expect: E303 2:30 there is more than one `else`; the first is in line 2
init { if :: else -> skip :: else -> skip fi }
