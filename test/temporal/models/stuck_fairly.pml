/* expect: c=fails */
/* expect --fair=weak: c=fails */
/* Nobody can move any more, so every run is fair. pan -f does not find this one: the claim goes round in two steps. */
byte x;
active proctype P() { x=1; x==0 }
active proctype Q() { x==7 }
never c { T0: do :: (x==1) -> goto accept_1 :: true od;
accept_1: do :: (x==1) -> skip od }
