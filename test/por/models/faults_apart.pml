/* With -k each failure is found, although one of them ends its run: both assertions fail. verdict: 14 */
active proctype P() { byte a; a = 1; assert(a == 2) }
active proctype Q() { byte b; b = 1; b = 2; assert(b == 3) }
