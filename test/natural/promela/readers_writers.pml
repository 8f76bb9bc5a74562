/* true: reader=3 writer=2 */
/* Readers and writers with counters. */
byte readers, writers;
active [3] proctype reader()
{
    do
    :: atomic { writers == 0 -> readers++ };
       assert(writers == 0);
       readers--
    od
}
active [2] proctype writer()
{
    do
    :: atomic { readers == 0 && writers == 0 -> writers++ };
       assert(writers == 1 && readers == 0);
       writers--
    od
}
