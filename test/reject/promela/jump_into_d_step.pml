// expect: E283 2:13 this jumps into a d_step sequence
init { goto L; d_step { skip; L: skip } }
