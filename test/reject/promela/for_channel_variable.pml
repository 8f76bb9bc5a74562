// expect: E308 3:13 the variable of for holds no numbers
chan q;
init { for (q : 1 .. 2) { skip } }
