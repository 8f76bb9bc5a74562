/* Parity computer: clients at the leaves of a tree, joins that add the bits of two, a root. verdict: 0. reduced: yes
   stored 6204: --symmetry=off --por=off
   stored 6204: --symmetry=off --por=ample
   stored 1274: --symmetry=off --por=cluster --clusters=HERE/parity.clusters
   stored 336: --symmetry=off --por=cluster
   stored 308: --symmetry=off --por=stubborn
   After the description in Bosnacki's thesis, ch. 2, table 2: single processes reduce nothing, by clusters at most
   74 % of the states remain. Its text is not printed. A join talks to its children and to its parent in turn. */
byte req[8]; bit ack[8];
proctype client(byte i)
{
    if :: req[i] = 1 :: req[i] = 2 fi;
    do
    :: atomic { ack[i] -> ack[i] = 0; if :: req[i] = 1 :: req[i] = 2 fi }
    od
}
proctype join(byte i; byte l; byte r)
{
    byte x;
    do
    :: atomic { req[l] && req[r] -> x = 1 + ((req[l] + req[r]) & 1); req[l] = 0; req[r] = 0 };
       atomic { req[i] = x; x = 0; ack[l] = 1; ack[r] = 1 };
       atomic { ack[i] -> ack[i] = 0 }
    od
}
active proctype root()
{
    do
    :: atomic { req[1] -> req[1] = 0; ack[1] = 1 }
    od
}
init { atomic { run client(4); run client(5); run client(6); run client(7); run join(1, 2, 3); run join(2, 4, 5); run join(3, 6, 7) } }
