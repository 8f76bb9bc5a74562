// expect: E312 4:11 a trace holds sends, receives, if, do, goto and break only
chan q = [1] of { byte };
byte x;
trace { x = 1 }
init { skip }
