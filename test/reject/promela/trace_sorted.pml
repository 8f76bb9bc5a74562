// expect: E312 3:10 a trace holds sends, receives, if, do, goto and break only
chan c = [1] of { byte };
trace { c!!1 }
init { c!2 }
