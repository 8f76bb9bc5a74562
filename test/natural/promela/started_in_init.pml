/* true: client=3 */
/* The usual init: a server, then clients, all in one atomic sequence. */
mtype = { ask, reply };
chan to_server = [1] of { mtype, byte };
chan to_client = [0] of { mtype, byte };
byte served;
proctype server()
{
    byte who = 255;
end:
    do
    :: to_server?ask(who) -> to_client!reply(who); who = 255
    od
}
proctype client()
{
    do
    :: to_server!ask(_pid); to_client?reply(eval(_pid)); served = 1 - served
    od
}
init { atomic { run server(); run client(); run client(); run client() } }
