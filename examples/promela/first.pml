/* expect: states=193 transitions=348 orbits=38 group=6 exit=0 */
/* Clients ask a server for a lock. */
mtype = { acquire, granted, release };
chan to_server = [3] of { mtype, byte };
chan to_client = [0] of { mtype, byte };
byte inside;

active [3] proctype client()
{
    do
    :: to_server!acquire(_pid);
        to_client?granted(eval(_pid));
        inside++;
        assert(inside == 1);
        inside--;
        to_server!release(_pid)
    od
}

active proctype server()
{
    byte who = 255; /* nobody */
    do
    :: to_server?acquire(who);
        to_client!granted(who);
        to_server??release(eval(who))
    od
}
