// expect: E292 3:12 the value assigned to a channel is not a channel
chan c;
init { c = 0 }
