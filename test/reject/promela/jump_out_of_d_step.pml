// expect: E283 2:22 this jumps out of a d_step sequence
init { d_step { goto L }; L: skip }
