/* Peterson's algorithm for three processes. Depth first, in Spin's order; the state before init's step counts.
   reduced: yes. verdict: 0
   stored 11318: --symmetry=off --por=off
   stored 4992: --symmetry=off --search=dfs --por=ample
   stored 980: --search=dfs --por=ample
   stored 1877: --search=dfs --por=ample --symmetry=sorted
   stored 1149: --search=dfs --por=ample --symmetry=pc-sorted
   reason: user: k++: independent of all other rules
   reason: user: inside++: its instances conflict; it conflicts with 1 rule, as with user: inside-- (
   reason: ) over inside
   reason: user: inside--: where it is enabled all steps are taken, for its cycles; its instances conflict;
   Bosnacki's thesis, ch. 6, table 1. */
#define LEVELS 3
byte flag[3], turn[3] = 3, inside;
proctype user(byte i)
{
    byte k;
    bool free;
    do
    :: k = 1;
       do
       :: k < LEVELS ->
          flag[i] = k;
          turn[k] = i;
wait:     atomic {
              free = ((i == 0 || flag[0] < k) && (i == 1 || flag[1] < k) && (i == 2 || flag[2] < k));
              if
              :: (free || turn[k] != i)
              :: else -> goto wait
              fi
          };
          k++
       :: else -> break
       od;
       atomic { inside++; assert(inside == 1) };
       inside--;
       flag[i] = 0
    od
}
init { atomic { run user(0); run user(1); run user(2) } }
