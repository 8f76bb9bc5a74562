// expect: E123 5:11 a message is received into variables or compared with values
// help: compare with a computed value by `eval(...)`
chan q = [1] of { byte };
byte x;
init { q?x+1 }
