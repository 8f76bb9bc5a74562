// expect: E308 3:14 the variable of for cannot be a part of another one
byte a[2];
init { for (a[0] : 1 .. 3) { skip } }
