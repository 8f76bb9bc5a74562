/* expect: request=fails answered=holds gf_any=fails */
/* expect --fair=weak: request=holds gf_any=holds */
/* Three clients that ask and are answered; formulas of all of them and of one. */
byte asked[3], last = 3;
active [3] proctype client() { do :: asked[_pid] == 0 -> asked[_pid] = 1 :: asked[_pid] == 2 -> asked[_pid] = 0 od }
active proctype server() {
    do :: atomic { asked[0] == 1 -> asked[0] = 2 } :: atomic { asked[1] == 1 -> asked[1] = 2 }
       :: atomic { asked[2] == 1 -> asked[2] = 2 } od
}
active proctype idler() { bit z; do :: z = 1 - z od }
ltl request { [] ((asked[0] == 1 || asked[1] == 1 || asked[2] == 1) -> <> (asked[0] != 1 || asked[1] != 1 || asked[2] != 1)) }
ltl answered { (<> (asked[0] == 2)) -> <> (asked[0] == 1) }
ltl gf_any { []<> (asked[0] == 2 || asked[1] == 2 || asked[2] == 2) }
