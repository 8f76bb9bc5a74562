/* Processes with numbers that are not those of their starts, so no symmetry is found; each counts in a place of its own.
   A user has 7 states and 6 steps: 1 + 7^4 states, and one run of 1 + 4 * 6 steps. verdict: 0. reduced: yes
   stored 2402: --por=off --symmetry=off
   stored 26: --por=stubborn --symmetry=off */
byte count[4];
proctype user(byte i)
{
    end: do
    :: count[i] < 3 -> count[i]++
    od
}
init { atomic { run user(2); run user(0); run user(3); run user(1) } }
