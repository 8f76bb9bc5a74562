/* expect: exit=11 */
/* Channels that one process alone sends to or receives from, channels that come in messages, and a process that may not move. */
chan request = [2] of { byte, chan };
chan reply[2] = [1] of { byte };
bool open = true;

proctype client(byte me; chan mine)
{
    byte got;
    xr mine;
    request!!me, mine;
    mine?got;
    assert(got >= 10)
}

active proctype server() provided (open)
{
    byte from; chan back;
    xr request;
end:
    do
    :: request??1, back -> back!11
    :: request?from, back; xs back; back!from + 10; open = false
    :: nempty(request) && request??[eval(0), _] -> request?0, back; back!10
    od
}

init { atomic { run client(0, reply[0]); run client(1, reply[1]) }; _nr_pr < 4; do :: open :: !open -> open = true; break od; (_nr_pr == 2); open = true }
