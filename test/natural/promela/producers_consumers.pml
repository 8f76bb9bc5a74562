/* true: producer=2 consumer=2 */
/* A bounded buffer; who produced is in the message. */
mtype = { item };
chan buffer = [2] of { mtype, byte };
byte taken_from = 99;
active [2] proctype producer()
{
    do
    :: buffer!item(_pid)
    od
}
active [2] proctype consumer()
{
    byte who = 99;
    do
    :: buffer?item(who);
       taken_from = who;
       who = 99
    od
}
