/* expect: exit=14 */
/* A channel without places cannot be polled: an error of the run, where it is reached. */
chan full_one = [1] of { byte };
chan none = [0] of { byte };
proctype P(chan c) { byte x; c!1; if :: x == 0 -> c?<x> :: x == 1 -> skip fi; (x == 1 && c?[1]) || c??[2]; c?x }
init { run P(full_one); run P(none); byte y; none?y }
