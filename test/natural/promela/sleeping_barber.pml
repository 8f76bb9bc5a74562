/* true: customer=3 */
/* The sleeping barber with one chair to wait on. */
byte waiting;
bool barber_sleeps, chair_taken, done;
active [3] proctype customer()
{
    do
    :: atomic { waiting < 1 -> waiting++ };
       atomic { !chair_taken && !done -> chair_taken = true; waiting-- };
       done;
       atomic { done = false; chair_taken = false }
    od
}
active proctype barber()
{
    do
    :: barber_sleeps = true;
       chair_taken && !done -> barber_sleeps = false;
       done = true
    od
}
