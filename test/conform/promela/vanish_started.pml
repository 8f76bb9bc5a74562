/* expect: exit=0 states=627 transitions=1414 orbits=627 group=1 vanish=125 vanish_states=627 */
/* started together by init, with numbers as arguments; each ends behind an atomic sequence, a rendez-vous or a jump */
chan ask = [0] of { byte }; byte turns; bool busy;
proctype Client(byte me) {
    if :: turns < 2 -> ask!me; atomic { !busy -> busy = true; turns++ }; busy = false
       :: turns > 0 -> goto out
       :: else -> atomic { turns < 3 -> turns++ }
    fi;
out: skip
}
proctype Server() { byte who; end: do :: ask?who od }
init { atomic { run Client(1); run Client(2); run Client(3); run Server() } }
