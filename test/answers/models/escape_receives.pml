/* An escape that can take the message of a handshake comes before what it guards. */
chan c = [0] of { byte };
byte by;
active proctype S()
{
    c!1
}
active proctype R()
{
    byte x;
    { c?x; by = 1 } unless { c?x; by = 2 };
    assert(by == 2)
}
