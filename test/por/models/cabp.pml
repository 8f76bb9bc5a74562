/* Concurrent alternating bit protocol: A sends through K to B, whose acknowledgments go from C through L and D back.
   verdict: 0. reduced: yes
   stored 11942: --symmetry=off --por=off
   stored 9785: --symmetry=off --por=ample --search=dfs
   stored 9427: --symmetry=off --por=cluster --search=dfs --clusters=HERE/cabp.clusters
   stored 7320: --symmetry=off --por=ample
   stored 5856: --symmetry=off --por=cluster --clusters=HERE/cabp.clusters
   stored 2501: --symmetry=off --por=stubborn
   After the description in Bosnacki's thesis, ch. 2, table 3: by clusters 79 % of the states of ample sets; here 80 %
   breadth first. Its text is not printed. */
#define BAD 2
chan ak = [0] of { byte, bit };
chan kb = [0] of { byte, bit };
chan bc = [0] of { bit };
chan cl = [0] of { bit };
chan ld = [0] of { byte };
chan da = [0] of { bit };
active proctype A()
{
    byte d; bit b;
    do
    :: if :: d = 0 :: d = 1 fi;
       do :: ak!d, b :: da?b -> break od
    od
}
active proctype K()
{
    byte d; bit b;
    do :: ak?d, b; if :: kb!d, b :: d = BAD; kb!d, b :: skip fi od
}
active proctype B()
{
    byte d; bit b, e;
    do :: kb?d, b; if :: d != BAD && b == e -> e = 1 - e; bc!b :: else fi od
}
active proctype C()
{
    bit b = 1;
    do :: bc?b :: cl!b -> skip od
}
active proctype L()
{
    byte b;
    do :: cl?b; if :: ld!b :: b = BAD; ld!b :: skip fi od
}
active proctype D()
{
    byte x; bit e;
    do :: ld?x; if :: x == e -> e = 1 - e; da!e :: else fi od
}
