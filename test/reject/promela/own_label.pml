// expect: E224 2:23 a process cannot refer to its own labels
active proctype P() { P[0]@L; L: skip }
