// expect: E311 4:26 for runs over a channel with places whose messages are of the variable's type
// help: that is, of one typedef: `chan c = [n] of { T }; T m; for (m in c) { ... }`
chan q = [2] of { byte };
init { byte i; for (i in q) { skip } }
