/* reduced: yes. A cycle of one process must not be all that is searched: B fails. verdict: 14 */
active proctype A() { byte x; do :: x = 1; x = 2 od }
active proctype C() { byte z; z = 1; z = 2; z = 3 }
active proctype B() { byte y; y = 1; assert(y == 0) }
