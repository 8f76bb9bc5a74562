// expect: E300 2:29 this `break` is inside of no loop
init { do :: d_step { skip; break } od }
