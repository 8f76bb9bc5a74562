/* true: user=3 */
/* Dijkstra's semaphore as a process. */
mtype = { p, v };
chan sema = [0] of { mtype };
byte inside;
active proctype dijkstra()
{
    byte count = 1;
end:
    do
    :: count == 1 -> sema!p; count = 0
    :: count == 0 -> sema?v; count = 1
    od
}
active [3] proctype user()
{
    do
    :: sema?p;
       inside++;
       assert(inside == 1);
       inside--;
       sema!v
    od
}
