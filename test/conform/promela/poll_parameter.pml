/* expect: exit=0 */
/* A channel with places that is a parameter may be polled beside one without. */
chan full_one = [1] of { byte };
chan none = [0] of { byte };
proctype P(chan c) { byte x; c!1; c?[1]; c??[1]; c?<x>; c??<x>; x = c?[1]; c?x }
proctype Q(chan c) { byte x; if :: c?x :: c!2 fi }
init { run P(full_one); run Q(none); none!3 }
