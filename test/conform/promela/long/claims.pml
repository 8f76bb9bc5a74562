/* expect: exit=20 states=307 transitions=552 orbits=307 group=1 */
/* Never claims and formulas are kept, not checked, and no part of states. */
byte x, y; bit seen;
chan q = [1] of { byte };

active [2] proctype P()
{
    byte n;
end:
    do
    :: n < 2 -> n++;
end1: progress: q!n
    :: q?y -> x = 1 - x
    od
}

never watch
{
    do
    :: np_ && _last == 1 -> seen = 1
    :: P[0]@progress && P[1]:n == 2 && enabled(0) -> break
    :: q?[1] || nfull(q)
    od;
accept_all:
    do
    :: !timeout && pc_value(0) < 9
    od
}

ltl p { [] (x == 1 -> <> (y == 2)) }
ltl { x == 0 U (y > 0 || P@progress) }
