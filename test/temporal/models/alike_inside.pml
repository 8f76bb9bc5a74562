/* expect: p=holds */
/* Conditions that differ in the process that they name and in an index inside are not one condition. */
typedef two { bit b[2] };
two m[2];
active [2] proctype w() { do :: m[_pid].b[0] = 1; m[_pid].b[0] = 0 od }
ltl p { [] (m[0].b[0] == 0) || [] (m[1].b[1] == 0) }
