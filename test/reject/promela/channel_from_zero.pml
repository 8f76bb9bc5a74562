// expect: E292 3:12 what is assigned to a channel is no channel
chan c;
init { c = 0 }
