/* true: floor=3 */
/* Buttons on floors that nothing tells apart; the lift serves one that asks. */
#define N 3
bool asked[N];
byte at = 77;
active [N] proctype floor()
{
    do
    :: atomic { !asked[_pid] -> asked[_pid] = true }
    :: atomic { asked[_pid] && at == 77 -> at = _pid }
    :: atomic { at == _pid -> asked[_pid] = false; at = 77 }
    od
}
