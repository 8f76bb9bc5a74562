/* true: user=4 */
/* A lock that knows its owner; only the owner may give it up. */
#define NOBODY 255
byte owner = NOBODY;
byte depth;
active [4] proctype user()
{
    do
    :: atomic { owner == NOBODY -> owner = _pid; depth = 1 }
    :: atomic { owner == _pid && depth < 2 -> depth++ }
    :: atomic { owner == _pid -> depth--; owner = (depth == 0 -> NOBODY : _pid) }
    od
}
