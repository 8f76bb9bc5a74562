/* reduced: yes. As ignoring.pml, where the process that goes round comes last, and so first in Spin's order. verdict: 14 */
active proctype B() { byte y; y = 1; assert(y == 0) }
active proctype C() { byte z; z = 1; z = 2; z = 3 }
active proctype A() { byte x; do :: x = 1; x = 2 od }
