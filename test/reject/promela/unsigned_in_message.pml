// expect: E112 2:19 an unsigned cannot be a field of a message
chan q = [1] of { unsigned };
init { skip }
