/* Two processes send to one channel: the order of what is in it depends on which one comes first. verdict: 14 */
chan c = [2] of { byte };
active proctype a() { c ! 1 }
active proctype b() { c ! 2 }
active proctype r() { byte y; (len(c) == 2); c ? y; assert(y == 1) }
