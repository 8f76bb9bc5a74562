/* true: worker=3 */
/* Workers take jobs from a queue and give results back with their name. */
mtype = { job, result };
chan jobs = [1] of { mtype, bit };
chan results = [1] of { mtype, bit, byte };
byte last = 200;
active [3] proctype worker()
{
    bit x;
    do
    :: jobs?job(x);
       results!result(1 - x, _pid);
       x = 0
    od
}
active proctype master()
{
    bit y;
    do
    :: jobs!job(0)
    :: jobs!job(1)
    :: results?result(y, last); y = 0; last = 200
    od
}
