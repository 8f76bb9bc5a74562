/* Concurrent alternating bit protocol: A sends through K to B, whose acknowledgments go from C through L and D back.
   verdict: 0. reduced: yes
   stored 1920: --symmetry=off --por=off
   stored 1023: --symmetry=off --por=ample
   stored 1023: --symmetry=off --por=cluster --clusters=HERE/cabp.clusters
   stored 1599: --symmetry=off --por=cluster --clusters=HERE/cabp.clusters --search=dfs
   stored 1023: --symmetry=off --por=stubborn
   stored at most 1516: --symmetry=off --por=cluster --clusters=HERE/cabp.clusters
   taken 6742: --symmetry=off --por=off
   taken at most 4449: --symmetry=off --por=cluster --clusters=HERE/cabp.clusters
   After the description in Bosnacki's thesis, ch. 2, fig. 4, which does not print its model: all steps are rendez-vous,
   and Spin reduces nothing (it has 1920 states and, with the start, 6743 steps). With clusters at most 79 % of the
   states and 66 % of the steps remain in the thesis; other numbers of reduced searches are those of this program. */
#define BAD 2
chan ak = [0] of { byte, bit };
chan kb = [0] of { byte, bit };
chan bc = [0] of { bit };
chan cl = [0] of { bit };
chan ld = [0] of { byte };
chan da = [0] of { bit };
active proctype A()
{
    bit d, b;
    do
    :: ak!d, b
    :: atomic { da?b -> if :: d = 0 :: d = 1 fi }
    od
}
active proctype K()
{
    byte d; bit b;
ready:
    atomic { ak?d, b -> if :: skip :: d = BAD :: goto ready fi };
    atomic { kb!d, b; goto ready }
}
active proctype B()
{
    byte d; bit b, e;
ready:
    atomic { kb?d, b -> if :: d != BAD && b == e -> e = 1 - e :: else -> goto ready fi };
    bc!1 - e; goto ready
}
active proctype C()
{
    bit b = 1;
    do
    :: bc?b
    :: cl!b
    od
}
active proctype L()
{
    byte b;
ready:
    atomic { cl?b -> if :: skip :: b = BAD :: goto ready fi };
    atomic { ld!b; goto ready }
}
active proctype D()
{
    byte b; bit e;
ready:
    atomic { ld?b -> if :: b == e -> e = 1 - e :: else -> goto ready fi };
    da!e; goto ready
}
