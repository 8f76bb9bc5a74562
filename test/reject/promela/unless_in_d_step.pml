// expect: E307 2:26 `unless` has no meaning inside of d_step
init { d_step { { skip } unless { skip } } }
