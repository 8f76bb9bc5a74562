// expect: E245 3:8 the message has 3 fields, but the channel's messages have 2
chan q = [1] of { byte, byte };
init { q!1,2,3 }
