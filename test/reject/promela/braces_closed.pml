// expect: E106 3:14 this `}` closes nothing
// Spin writes in front of that list (its issue 56). What follows is read.
init { skip }}}}}}}}}}}}}}}}}}}}}}}}}}}}}}}}}}}}}}}}}}}}}}}}}}}}}}}}}}}}}}}}}}}}}}}}}}}}}}}}}}}}}}}}}}}}}}}}}}}}}}}}}}}}}}}}}}}}}}}}}}}}}}}}}} byte x; active proctype P() { x = 1 }
