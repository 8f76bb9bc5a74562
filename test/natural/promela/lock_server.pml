/* true: client=3 */
/* Clients with a mailbox each ask a server for a lock. */
#define N 3
mtype = { request, grant, release };
chan to_server = [N] of { mtype, byte };
chan mailbox[N] = [1] of { mtype };
byte holders;
active [N] proctype client()
{
    do
    :: to_server!request(_pid);
       mailbox[_pid]?grant;
       holders++;
       assert(holders == 1);
       holders--;
       to_server!release(_pid)
    od
}
active proctype server()
{
    byte who = 255;
    do
    :: to_server??request(who) ->
       mailbox[who]!grant;
       to_server??release(eval(who));
       who = 255
    od
}
