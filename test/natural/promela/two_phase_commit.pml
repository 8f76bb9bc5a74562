/* true: worker=3 */
/* Two-phase commit: the coordinator writes to all in one step, and counts the votes. */
#define N 3
mtype = { prepare, commit, abort, yes, no };
chan box[N] = [1] of { mtype };
chan votes = [N] of { mtype };
byte committed, aborted;
active [N] proctype worker()
{
    do
    :: box[_pid]?prepare;
       if
       :: votes!yes
       :: votes!no
       fi;
       if
       :: box[_pid]?commit -> committed++
       :: box[_pid]?abort -> aborted++
       fi;
       assert(committed == 0 || aborted == 0);
       atomic { committed + aborted == N || committed + aborted == 0 || true -> skip }
    od
}
active proctype coordinator()
{
    byte i, n, bad;
    mtype v;
    do
    :: atomic {
           nfull(box[0]) && nfull(box[1]) && nfull(box[2]) && committed + aborted == 0 ->
           for (i : 0 .. N - 1) { box[i]!prepare }
           i = 0
       }
       do
       :: n < N -> votes?v; if :: v == no -> bad++ :: else fi; n++
       :: else -> break
       od;
       v = 0;
       atomic {
           nfull(box[0]) && nfull(box[1]) && nfull(box[2]) ->
           i = 0;
           do
           :: i < N -> if :: bad > 0 -> box[i]!abort :: else -> box[i]!commit fi; i++
           :: else -> break
           od;
           i = 0
       }
       atomic { committed + aborted == N -> committed = 0; aborted = 0; n = 0; bad = 0 }
    od
}
