/* expect: bad=fails good=holds asserts=fails cycle=fails */
/* Claims written by hand: the end of one, a pruned one, an assertion inside, an accepting cycle. */
byte x;
active proctype P() { do :: x < 2 -> x++ :: x == 2 -> x = 0 od }
never bad { do :: x == 2 -> break :: else od }
never good { do :: x == 3 -> break :: x != 3 od }
never asserts { do :: assert(x != 1) od }
never cycle { T0: if :: skip -> goto T0 :: x == 0 -> goto accept_S fi; accept_S: if :: true -> goto accept_S fi }
