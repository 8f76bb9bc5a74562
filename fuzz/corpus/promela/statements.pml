mtype = { one, two };
mtype:fruit = { apple, pear };
typedef T { byte a; bool b[2]; chan c };
chan q = [2] of { mtype, byte };
chan r[2] = [0] of { T };
unsigned u : 3 = 5;
hidden int h;
byte g = 3
inline add(x, y) { byte t; t = x; x = y + t }
proctype P(chan c; byte n) provided (g > 0) {
    T m;
    byte i, k = 1;
    if
    :: c?one(n) -> c!!two,n
    :: c??[two, eval(i)] -> c??<_, i>
    :: len(c) > 1 && nfull(c) -> skip
    :: else -> goto done
    fi;
    add(i, k);
    for (i : 1 .. 3) { k = (i > 2 -> k : k + 1) }
    select (i : 0 .. 4);
    do :: r[0]?m :: atomic { r[1]!m; break } od unless { timeout };
    skip; d_step { i = 0; k-- };
done: assert(i == 0 || k != _pid)
end:  printf("%d %e\n", i, two); printm(one)
}
active [2] proctype Q() { xr q; progress: run P(q, 1) }
init { atomic { run P(r[0], 2) priority 3 } }
never { do :: !(P[1]@done) :: P[1]:i == 2 -> break od; accept: goto accept }
ltl p1 { [] (g > 0 -> <> (h == 1 U len(q) == 0)) }
