/* Fairness together with symmetry is refused: reduction is off. verdict: 13
   args: --fair=weak
   told: fairness is not kept by it together with symmetry */
byte a[2];
proctype P(byte i) { do :: a[i] = 1 :: a[i] = 0 od }
init { atomic { run P(0); run P(1) } }
ltl settled { <> [] (a[0] == 1) }
