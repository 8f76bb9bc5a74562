/* Once a step cannot be enumerated nothing is known of what variables of processes hold where these stand: y = 3 may be
 * true, and keeps a and b apart. They are found with x = u % 2 instead. */
/* run: check --symmetry=detect */
/* says: symmetry: none (detected */
/* says: result: HOLDS exhaustive: yes */
byte u, v;
bool a, b;
active proctype P()
{
    bit x;
    do
    :: x = (u * v) % 2
    od
}
active proctype Q()
{
    byte y;
    y++; y++;
    if
    :: y == 3 && a && !b -> assert(false)
    :: else
    fi;
    do
    :: u < 79 -> u++
    :: u == 79 && v < 79 -> v++
    od
}
active proctype R()
{
    do
    :: a = !a
    :: b = !b
    od
}
